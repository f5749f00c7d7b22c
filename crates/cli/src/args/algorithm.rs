//! `--algorithm` and `--mode`: read by the library, each value with its help.

use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fifteen_solver::{Algorithm, Mode, Pages};

/// Parses the name of an algorithm.
pub(crate) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    let help = |algorithm| match algorithm {
        Algorithm::Ida => "Iterative-deepening A*: keeps one path",
        Algorithm::IdaWrongWay => "IDA* as a search for the fewest moves away from a tile's goal cell: Manhattan only",
        Algorithm::Astar => "A*: keeps every state seen, takes the least depth + value first",
        Algorithm::AstarIda => {
            "A* until its memory is full (--memory-limit), then IDA* below the states on its frontier"
        }
        Algorithm::Bfs => "Breadth first, every state once",
        Algorithm::BfsTree => {
            "Breadth first over the tree of moves, as it is first taught: states met again are new nodes"
        }
        Algorithm::Dfs { .. } => "Depth first to a limit (--depth-limit), or to growing ones (--deepening)",
        Algorithm::BranchAndBound => {
            "Least cost first over the tree of moves, as it is taught; with the misplaced tiles by default"
        }
    };
    parser(Algorithm::ALL.map(|algorithm| PossibleValue::new(algorithm.name()).help(help(algorithm))))
}

/// Parses the name of a mode.
pub(crate) fn mode() -> impl TypedValueParser<Value = Mode> {
    parser([
        PossibleValue::new("plain")
            .help("The literature's search, on one thread: its node counts are comparable with other programs'"),
        PossibleValue::new("fast")
            .help("Skips moves that repeat what others do, and searches a hard board on all threads"),
    ])
}

/// A parser of memory pages.
pub(crate) fn pages() -> impl TypedValueParser<Value = Pages> {
    parser([
        PossibleValue::new("auto").help(
            "Those of the files; large ones, by a copy in memory, once searches have taken a second for each 100 MB",
        ),
        PossibleValue::new("file").help("Always those of the files"),
        PossibleValue::new("huge").help("Large ones before the first search"),
    ])
}

/// A parser of these values.
fn parser<T>(values: impl IntoIterator<Item = PossibleValue>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Display + std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(values).try_map(|name| name.parse::<T>())
}
