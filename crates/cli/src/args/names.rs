//! Parsers for option values that are names, such as goals and heuristics. The names themselves are
//! defined in the libraries.

use std::ffi::OsStr;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use fifteen_lab::InstanceSet;
use fifteen_solver::pdb::Collection;
use fifteen_solver::puzzle::{MAX_CELLS, other_names};
use fifteen_solver::{
    Algorithm, Convention, Goal, HeuristicKind, HeuristicSpec, Metric, Mode, Pages, Partition,
    Size, TableKind,
};

/// Parser for the value of an option, together with the names that shell completion offers.
#[derive(Clone)]
pub(crate) struct Named<T> {
    /// The valid names, each with its help text, which can be empty.
    names: fn() -> Vec<(&'static str, &'static str)>,
    /// Whether `names` is the complete list, so that any other name is an error. A name can still
    /// be followed by a colon and a number, as in `beam:1000`.
    is_complete: bool,
    parse: fn(&str) -> Result<T, String>,
    /// The kind of value, such as `metric`. [`other_names`] lists the names that other programs use
    /// for values of this kind. The string is empty if no such names are known.
    what: &'static str,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let text = value.to_string_lossy();
        if self.is_complete && !other_names::contains(self.what, &text) {
            // Check the name with clap's own parser, whose error message lists the valid names.
            let name = text.split_once(':').map_or(&*text, |(name, _)| name);
            let known = self.possible_values().into_iter().flatten();
            PossibleValuesParser::new(known).parse_ref(command, arg, OsStr::new(name))?;
        }
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |(name, help): (_, &'static str)| {
            let value = PossibleValue::new(name);
            if help.is_empty() {
                value
            } else {
                value.help(help)
            }
        };
        Some(Box::new((self.names)().into_iter().map(value)))
    }
}

/// Returns a parser that accepts only the given names.
pub(crate) fn listed<T: FromStr<Err: ToString>>(
    names: fn() -> Vec<(&'static str, &'static str)>,
) -> Named<T> {
    Named {
        names,
        is_complete: true,
        parse,
        what: "",
    }
}

/// Returns a parser that accepts any text that `parse` can read, and offers the names as
/// completions.
fn open_list<T>(
    names: fn() -> Vec<(&'static str, &'static str)>,
    parse: fn(&str) -> Result<T, String>,
) -> Named<T> {
    Named {
        names,
        is_complete: false,
        parse,
        what: "",
    }
}

/// Pairs each name with an empty help text.
fn plain(names: impl IntoIterator<Item = &'static str>) -> Vec<(&'static str, &'static str)> {
    names.into_iter().map(|name| (name, "")).collect()
}

fn parse<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn text(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

/// Returns a parser for an option whose value is a heuristic, such as `manhattan` or `7-8`.
pub(crate) fn heuristic() -> Named<HeuristicSpec> {
    let names = || plain(kinds().into_iter().chain(partitions()).chain(collections()));
    Named {
        what: "heuristic",
        ..open_list(names, parse)
    }
}

/// Returns a parser for an option whose value is a heuristic without pattern databases, such as
/// `manhattan`.
pub(crate) fn heuristic_kind() -> Named<HeuristicKind> {
    Named {
        what: "heuristic",
        ..open_list(|| plain(kinds()), parse)
    }
}

/// Returns a parser for an option whose value is a metric of tile puzzles.
pub(crate) fn metric() -> Named<Metric> {
    Named {
        what: "metric",
        ..open_list(|| plain(Metric::ALL.map(Metric::name)), parse)
    }
}

/// Returns a parser for an option whose value is a goal. It accepts any text, because the goal can
/// be determined only later, when the board size is known.
pub(crate) fn goal() -> Named<String> {
    Named {
        what: "goal",
        ..open_list(
            || plain(Goal::NAMED.iter().filter_map(|goal| Some(goal.name()?.0))),
            text,
        )
    }
}

/// Returns a parser for an option whose value is a partition of the tiles. It accepts any text,
/// because the partition can be determined only later, when the goal is known.
pub(crate) fn partition() -> Named<String> {
    open_list(|| plain(partitions()), text)
}

/// Returns a parser for an option whose value names a collection of partitions, or a file with one.
/// It accepts any text.
pub(crate) fn collection() -> Named<String> {
    open_list(|| plain(collections()), text)
}

/// Returns a parser for an option whose value is a kind of pattern database, such as `zero-aware`.
pub(crate) fn kind() -> Named<TableKind> {
    open_list(|| plain(TableKind::ALL.map(TableKind::name)), parse)
}

/// Returns a parser for an option whose value is a board size.
pub(crate) fn size() -> Named<Size> {
    open_list(|| plain(["3x3", "4x4", "5x5", "4x3", "5x4"]), parse_size)
}

/// Parses a size such as `4x3`. If the text is a single number, the error suggests a square board.
fn parse_size(text: &str) -> Result<Size, String> {
    if text.parse::<u8>().is_ok() {
        return Err(format!("write width and height, as in {text}x{text}"));
    }
    let side = |text: &str| text.trim().parse::<usize>().ok();
    let sides = text
        .split_once(['x', 'X'])
        .and_then(|(width, height)| side(width).zip(side(height)));
    let is_large = sides.is_some_and(|(width, height)| {
        width >= 2 && height >= 2 && width.saturating_mul(height) > MAX_CELLS
    });
    parse(text).map_err(|error| {
        if is_large {
            format!(
                "{error}; 'fifteen solve --within any' takes larger boards without --size, if '/' stands between their \
                 rows"
            )
        } else {
            error
        }
    })
}

/// Returns a parser for an option whose value names a set of boards, or a file of boards. It
/// accepts any text.
pub(crate) fn set() -> Named<String> {
    open_list(
        || plain(InstanceSet::NAMES.into_iter().chain(["random:100:1"])),
        text,
    )
}

/// Returns a parser for an option that says what move letters describe: the movement of the tile or
/// of the blank.
pub(crate) fn convention() -> Named<Convention> {
    open_list(|| plain(Convention::ALL.map(Convention::name)), parse)
}

/// Returns a parser for an option whose value is an algorithm. If the algorithm has a numeric
/// parameter, the parameter follows its name, as in `beam:1000`.
pub(crate) fn algorithm() -> Named<Algorithm> {
    /// Describes an algorithm, and names the option that it requires.
    fn about(algorithm: Algorithm) -> &'static str {
        match algorithm {
            Algorithm::Dfs => "Depth-first search, which needs a depth limit (--depth-limit)",
            algorithm => algorithm.about(),
        }
    }
    let names = || {
        Algorithm::ALL
            .map(|algorithm| (algorithm.name(), about(algorithm)))
            .into()
    };
    Named {
        what: "algorithm",
        ..listed(names)
    }
}

fn kinds() -> [&'static str; HeuristicKind::ALL.len()] {
    HeuristicKind::ALL.map(HeuristicKind::name)
}

fn partitions() -> impl Iterator<Item = &'static str> {
    Size::all().flat_map(Partition::names)
}

fn collections() -> impl Iterator<Item = &'static str> {
    Collection::shipped().map(|(name, _)| name)
}

/// The mode of IDA*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchMode {
    /// Skips sequences of moves that lead to the same board as others, and searches a hard board on all threads
    Fast,
    /// IDA* as in the literature, on one thread, so that its node counts can be compared with those of other programs
    Plain,
    /// Like plain, but finishes the last iteration, so that counts do not depend on a lucky order of moves
    Complete,
    /// Like fast, but finishes the last iteration
    FastComplete,
}

impl SearchMode {
    /// Returns the library's search mode for this value of `--mode`.
    pub(crate) fn mode(self) -> Mode {
        match self {
            Self::Fast | Self::FastComplete => Mode::Fast,
            Self::Plain | Self::Complete => Mode::Plain,
        }
    }

    /// Returns whether the search finishes its last iteration instead of stopping at the first
    /// solution.
    pub(crate) fn finishes_iteration(self) -> bool {
        matches!(self, Self::Complete | Self::FastComplete)
    }
}

/// The choice of memory pages for tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PagesChoice {
    /// Map the tables; a batch that takes long enough moves them into large pages
    Auto,
    /// Always map the tables
    File,
    /// Always read the tables into large pages
    Huge,
}

impl PagesChoice {
    /// Returns the kind of memory pages that hold a table when it is opened. With `auto`, tables
    /// are mapped at first, and a long batch moves them into large pages later.
    pub(crate) fn when_opened(self) -> Pages {
        match self {
            Self::Auto | Self::File => Pages::File,
            Self::Huge => Pages::Huge,
        }
    }
}

/// Returns the long help text of `--goal` for commands that also accept goal patterns, which
/// several boards can match.
pub(crate) fn goal_long_help() -> String {
    format!(
        "{}\n\nThe names are also blank-last and blank-first. On boards of up to 12 cells, the goal can leave a choice: \
         * stands for any tile, and tiles may repeat.",
        goal_help()
    )
}

/// Returns the short help text of `--goal`.
pub(super) fn goal_help() -> String {
    let names = Goal::NAMED
        .iter()
        .filter_map(|goal| goal.name())
        .map(|(name, order)| format!("{name} ({order}), "));
    format!("The goal: {}or a board", names.collect::<String>())
}

/// Returns the long help text of `--heuristic`.
pub(super) fn heuristic_help() -> String {
    format!(
        "The heuristic: manhattan, 7-8, manhattan+6-6-3, ...\n\n\
         Heuristics without tables are {}. A partition of the tiles uses one table for each part: 7-8, 7-8:additive, \
         7-8:no-reflection, or tiles as in 1-8/9-15. A collection of partitions takes their maximum: 7-8x2, or a file as \
         in ./mine.txt. '+' joins several heuristics, and their maximum is used.\n\n\
         [default: the strongest tables found]",
        kinds().join(", ")
    )
}
