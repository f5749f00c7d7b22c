//! Requests that no search can meet, and parts of a request that a search does not use: as data, and in words.

use std::fmt;

use fifteen_search::tiles::{Algorithm, HeuristicKind};

use super::Field;

/// Something that was asked for and that the search does not use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestNote {
    /// Fast mode, which only `ida` has.
    FastMode {
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// Fast mode, which finds one solution only.
    FastModeForAll,
    /// Several threads, which only fast mode uses.
    Threads,
}

/// A request that no search can meet.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestError {
    /// A field that the algorithm does not have.
    OtherAlgorithm {
        /// The field.
        field: Field,
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// A field that only fast mode of IDA* has, for one solution.
    FastModeOnly {
        /// The field.
        field: Field,
    },
    /// A field that only searches in the single-tile metric have.
    SingleTileOnly {
        /// The field.
        field: Field,
    },
    /// A percentage below 0, or none.
    Percentage {
        /// The number asked for.
        found: String,
    },
    /// Another heuristic than the only one of the algorithm.
    OwnHeuristic {
        /// The algorithm.
        algorithm: Algorithm,
        /// Its heuristic.
        own: HeuristicKind,
        /// The heuristic asked for.
        heuristic: String,
    },
    /// A depth-first search without a limit of depth.
    Endless,
}

impl RequestNote {
    /// The message, with fields as `spell` writes them.
    pub fn spelled(&self, spell: impl Fn(Field) -> &'static str) -> String {
        let (mode, threads, all) = (spell(Field::Mode), spell(Field::Threads), spell(Field::All));
        match self {
            Self::FastMode { algorithm } => format!("{algorithm} has no fast mode; {mode} is not used"),
            Self::FastModeForAll => format!("fast mode finds one solution, so {all} is searched in plain mode"),
            Self::Threads => {
                format!("only fast mode of ida uses several threads for a board; {threads} is not used")
            }
        }
    }
}

impl RequestError {
    /// The message, with fields as `spell` writes them.
    pub fn spelled(&self, spell: impl Fn(Field) -> &'static str) -> String {
        match self {
            Self::OtherAlgorithm { field, algorithm } => {
                let takers = if *field == Field::Deepening { "dfs" } else { "ida and ida-wrong-way" };
                format!("{} is for {takers}, not for {algorithm}", spell(*field))
            }
            Self::FastModeOnly { field } => format!(
                "{} is for fast mode of ida, without {} and {}",
                spell(*field),
                spell(Field::All),
                spell(Field::FinishIteration)
            ),
            Self::SingleTileOnly { field } => format!(
                "{} is for the single-tile metric; multi-tile solutions come from ida with tables of its own",
                spell(*field)
            ),
            Self::Percentage { found } => {
                format!("{} takes a percentage of 0 or more, such as 5, but found {found}", spell(Field::Within))
            }
            Self::OwnHeuristic { algorithm, own, heuristic } => {
                format!("{algorithm} works with {own} only; leave {heuristic} out, or take ida")
            }
            Self::Endless => format!(
                "dfs follows its first moves for ever without a limit; give {} or {}",
                spell(Field::Depth),
                spell(Field::Deepening)
            ),
        }
    }
}

/// The message, with the names of the fields in this crate.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(|field| match field {
            Field::All => "all",
            Field::FinishIteration => "finish_iteration",
            Field::Deepening => "deepening",
            Field::Depth => "depth",
            Field::Mode => "mode",
            Field::Threads => "threads",
            Field::Within => "within",
            Field::First => "first",
            Field::Algorithm => "algorithm",
            Field::Heuristic => "heuristic",
        }))
    }
}

impl std::error::Error for RequestError {}
