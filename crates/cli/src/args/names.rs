//! Names that options take, perhaps among other text: read by the libraries, which have the lists of names.

use std::ffi::OsStr;
use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use fifteen_lab::InstanceSet;
use fifteen_solver::pdb::Collection;
use fifteen_solver::{
    Algorithm, Convention, Goal, HeuristicKind, HeuristicSpec, Metric, Mode, Pages, Partition, Size, TableKind,
};

/// A parser of text, with the names that shells offer to complete.
#[derive(Clone)]
pub(crate) struct Named<T> {
    names: fn() -> Vec<&'static str>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

fn parse<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn text(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

/// A heuristic, such as `manhattan` or `7-8`.
pub(crate) fn heuristic() -> Named<HeuristicSpec> {
    let names = || kind_names().into_iter().chain(partition_names()).chain(collection_names()).collect();
    Named { names, parse }
}

/// A heuristic that needs no tables.
pub(crate) fn heuristic_kind() -> Named<HeuristicKind> {
    Named { names: kind_names, parse }
}

/// A metric.
pub(crate) fn metric() -> Named<Metric> {
    Named { names: || Metric::ALL.map(Metric::name).into(), parse }
}

/// A goal, which is resolved once the size is known.
pub(crate) fn goal() -> Named<String> {
    Named { names: || Goal::NAMED.iter().filter_map(|goal| Some(goal.name()?.0)).collect(), parse: text }
}

/// A partition, which is resolved once the goal is known.
pub(crate) fn partition() -> Named<String> {
    Named { names: partition_names, parse: text }
}

/// A collection of partitions: a name, or a file.
pub(crate) fn collection() -> Named<String> {
    Named { names: collection_names, parse: text }
}

/// A kind of tables.
pub(crate) fn kind() -> Named<TableKind> {
    Named { names: || TableKind::ALL.map(TableKind::name).into(), parse }
}

/// A board's size.
pub(crate) fn size() -> Named<Size> {
    Named { names: || vec!["3x3", "4x4", "5x5", "4x3", "5x4"], parse }
}

/// A set of boards: a name, or a file.
pub(crate) fn set() -> Named<String> {
    Named { names: || InstanceSet::NAMES.into_iter().chain(["random:100:1"]).collect(), parse: text }
}

/// The meaning of the letters of moves.
pub(crate) fn convention() -> Named<Convention> {
    Named { names: || Convention::ALL.map(Convention::name).into(), parse }
}

fn kind_names() -> Vec<&'static str> {
    HeuristicKind::ALL.map(HeuristicKind::name).into()
}

fn partition_names() -> Vec<&'static str> {
    Size::all().flat_map(Partition::names).collect()
}

fn collection_names() -> Vec<&'static str> {
    Collection::shipped().map(|(name, _)| name).collect()
}

/// A parser of names that a colon and a number may follow; another name gets the list of those that there are.
#[derive(Clone)]
pub(crate) struct Listed<T> {
    values: Vec<PossibleValue>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Listed<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let text = value.to_string_lossy();
        let name = text.split_once(':').map_or(&*text, |(name, _)| name);
        PossibleValuesParser::new(self.values.clone()).parse_ref(command, arg, OsStr::new(name))?;
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().cloned()))
    }
}

/// A parser of these names, each with its help.
pub(crate) fn listed<T: FromStr<Err: Display>>(
    names: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> Listed<T> {
    let values = names.into_iter().map(|(name, help)| PossibleValue::new(name).help(help)).collect();
    Listed { values, parse }
}

/// An algorithm, with its number where it has one.
pub(crate) fn algorithm() -> Listed<Algorithm> {
    listed(Algorithm::ALL.map(|algorithm| (algorithm.name(), algorithm.about())))
}

/// Memory pages.
pub(crate) fn pages() -> Listed<Pages> {
    let help = |pages| match pages {
        Pages::Auto => "A single board maps its tables; several boards, a file, and bench read them into large pages",
        Pages::File => "Always map the tables",
        Pages::Huge => "Always read the tables into large pages",
    };
    listed(Pages::ALL.map(|pages| (pages.name(), help(pages))))
}

/// The mode of IDA*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchMode {
    /// Skips moves that repeat what others do, and searches a hard board on all threads
    Fast,
    /// The literature's search, on one thread: its node counts are comparable with other programs'
    Plain,
    /// Plain, and completes the last iteration: counts do not depend on where in it the solution lies
    Complete,
}

impl SearchMode {
    /// The mode of a search on that number of threads.
    pub(crate) fn on(self, threads: usize) -> Mode {
        if self == Self::Fast { Mode::Fast { threads } } else { Mode::Plain }
    }
}

/// The help of `--goal`.
pub(super) fn goal_help() -> String {
    let names = Goal::NAMED.iter().filter_map(|goal| goal.name()).map(|(name, order)| format!("{name} ({order}), "));
    format!("The goal: {}or a board", names.collect::<String>())
}

/// The long help of `--heuristic`.
pub(super) fn heuristic_help() -> String {
    format!(
        "The heuristic: manhattan, 7-8, manhattan+6-6-3, ...\n\n\
         One of {}; a partition (7-8, 7-8:additive, 7-8:no-reflection, 1-8/9-15); a collection of partitions (7-8x2, \
         or a file as in ./mine.txt); or several joined by '+' for their maximum.\n\n\
         [default: the strongest tables found]",
        kind_names().join(", ")
    )
}
