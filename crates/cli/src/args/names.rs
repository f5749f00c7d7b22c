//! Names that an option takes among other text, which shells complete: heuristics, goals, partitions, sets of boards.

use std::ffi::OsStr;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use fifteen_solver::pdb::Collection;
use fifteen_solver::{Convention, Goal, HeuristicKind, HeuristicSpec, Metric, Partition, Size, TableKind};

/// A parser of any text, with the names that shells offer to complete.
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
    let names = || builtin_names().into_iter().chain(partition_names()).chain(collection_names()).collect();
    Named { names, parse }
}

/// A heuristic that needs no tables.
pub(crate) fn builtin_heuristic() -> Named<HeuristicKind> {
    Named { names: builtin_names, parse }
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
    Named { names: || vec!["korf100", "hardest17", "korf24", "random:100:1"], parse: text }
}

/// The meaning of the letters of moves.
pub(crate) fn convention() -> Named<Convention> {
    Named { names: || Convention::ALL.map(Convention::name).into(), parse }
}

fn builtin_names() -> Vec<&'static str> {
    HeuristicKind::ALL.map(HeuristicKind::name).into()
}

fn partition_names() -> Vec<&'static str> {
    Size::all().flat_map(Partition::names).collect()
}

fn collection_names() -> Vec<&'static str> {
    Collection::shipped().map(|(name, _)| name).collect()
}
