//! `--algorithm`, `--deepening` and `--mode`: the names that a person types.

use clap::ValueEnum;
use fifteen_solver::{Algorithm, Mode};

/// The algorithms by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AlgorithmName {
    /// Iterative-deepening A*: keeps one path
    Ida,
    /// IDA* as a search for the fewest moves away from a tile's goal cell: Manhattan only
    IdaWrongWay,
    /// A*: keeps every state seen, takes the least depth + value first
    Astar,
    /// Breadth first, every state once
    Bfs,
    /// Breadth first over the tree of moves, as it is first taught: states met again are new nodes
    BfsTree,
    /// Depth first to a limit (--depth-limit), or to growing ones (--deepening)
    Dfs,
    /// Least cost first over the tree of moves, as it is taught, with the misplaced tiles unless told otherwise
    BranchAndBound,
}

impl AlgorithmName {
    /// The algorithm; `deepening` is for `dfs`.
    pub(crate) fn algorithm(self, deepening: bool) -> Algorithm {
        match self {
            Self::Ida => Algorithm::Ida,
            Self::IdaWrongWay => Algorithm::IdaWrongWay,
            Self::Astar => Algorithm::Astar,
            Self::Bfs => Algorithm::Bfs,
            Self::BfsTree => Algorithm::BfsTree,
            Self::Dfs => Algorithm::Dfs { deepening },
            Self::BranchAndBound => Algorithm::BranchAndBound,
        }
    }
}

/// How `ida` searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeName {
    /// The literature's search, on one thread: its counts of nodes are those of other programs
    Plain,
    /// Leaves out moves that repeat what others do, and searches a hard board on all threads
    Fast,
}

impl ModeName {
    /// The mode of a search with an algorithm, on up to so many threads; whoever wants all solutions gets the plain search.
    pub(crate) fn mode(self, algorithm: Algorithm, all: bool, threads: usize) -> Mode {
        match self {
            Self::Fast if algorithm == Algorithm::Ida && !all => Mode::Fast { threads },
            _ => Mode::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_the_library() {
        let names = AlgorithmName::value_variants().iter().map(|name| (name, name.to_possible_value().unwrap()));
        let algorithms: Vec<Algorithm> = names
            .map(|(name, value)| {
                let algorithm = name.algorithm(false);
                assert_eq!(value.get_name(), algorithm.name());
                algorithm
            })
            .collect();
        assert_eq!(algorithms, Algorithm::ALL);
    }
}
