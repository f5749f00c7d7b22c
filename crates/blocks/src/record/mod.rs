//! Search results as data that serialises to JSON, which the command and the server print.
//!
//! A [`BlockRecord`] is the result of solving a puzzle in one metric, and a [`DesignRecord`] holds
//! results for designers of puzzles.

mod design;

use fifteen_puzzle::words::{count, plural};
use fifteen_resources::Status;
use fifteen_resources::record::{RecordStatus, SCHEMA, microseconds, stopped_by};
use serde::{Serialize, Serializer};

pub use self::design::{BlockCheck, BlockHardest, DesignRecord};
use crate::format::PuzzleEntry;
use crate::{
    BlockMetric, BlockOutcome, BlockSolution, HardestPuzzles, Move, Puzzle, ReachableStates,
    SolutionCount,
};

/// The JSON record of one puzzle, solved in one metric. The fields are in the order of the output.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockRecord {
    /// The version of the output format: [`SCHEMA`].
    pub schema: u32,
    /// The position of the puzzle in its file, counted from 1.
    pub index: usize,
    /// The name of the puzzle, or `None` if it is unnamed.
    pub name: Option<String>,
    /// The outcome: solved, unsolvable, invalid, or stopped at a limit.
    pub status: RecordStatus,
    /// The metric in which moves are counted. `None` if the puzzle is invalid.
    #[serde(serialize_with = "name_of")]
    pub metric: Option<BlockMetric>,
    /// Number of moves in a shortest solution, if one was found.
    pub length: Option<u32>,
    /// Number of states that the search visited.
    pub visited: Option<u64>,
    /// Number of reachable states, if they were counted.
    pub states: Option<u64>,
    /// Number of shortest solutions, if they were counted. In the output, it is a string if it
    /// exceeds 64 bits.
    #[serde(serialize_with = "whole")]
    pub solutions: Option<SolutionCount>,
    /// The moves of a shortest solution, if it was requested and found.
    pub moves: Option<Vec<MoveRecord>>,
    /// Duration of the search in seconds. For a puzzle without a goal, it is the time that counting
    /// the reachable states took.
    #[serde(serialize_with = "microseconds")]
    pub seconds: Option<f64>,
    /// The reason why there is no solution, as a message for the user.
    pub error: Option<String>,
    /// The states farthest from the start and from the goal, if states were to be counted. In the
    /// output, the fields of this record come after all others.
    #[serde(flatten)]
    pub extremes: Option<ExtremesRecord>,
    /// The solution, including the position after each move. Not part of the output.
    #[serde(skip)]
    pub solution: Option<BlockSolution>,
    /// A lower bound on the number of moves of every solution. Not part of the output.
    #[serde(skip)]
    pub bound: u32,
    /// Peak memory of the searches, in bytes. Not part of the output.
    #[serde(skip)]
    pub memory: u64,
    /// Duration of counting the reachable states, in seconds. Not part of the output.
    #[serde(skip)]
    pub states_seconds: f64,
}

/// The states farthest from the start and from the goal. Unknown values are `None`.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct ExtremesRecord {
    /// The largest distance of a reachable state from the start, in moves.
    pub largest: Option<u32>,
    /// The starting positions that are farthest from the goal.
    pub hardest: Option<HardestRecord>,
}

/// One move of a solution, as it is printed.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct MoveRecord {
    /// The character that represents the piece in maps.
    pub piece: char,
    /// The path of the piece, with one letter for each cell: `U`, `D`, `L` or `R`.
    pub path: String,
}

/// The hardest starting positions: the reachable states that are farthest from the goal.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct HardestRecord {
    /// Number of moves from these positions to the goal.
    pub distance: u32,
    /// Total number of hardest starting positions, of which [`Self::positions`] may list only some.
    pub count: u64,
    /// The hardest starting positions, each as the rows of its map, up to the number that was
    /// requested.
    pub positions: Vec<Vec<String>>,
}

impl BlockRecord {
    /// Returns the record of an entry that cannot be parsed as a puzzle, or of a puzzle that cannot
    /// be searched. `with_states` says whether its states were to be counted.
    pub fn invalid(entry: &PuzzleEntry, error: String, with_states: bool) -> Self {
        Self {
            schema: SCHEMA,
            index: entry.index,
            name: name(entry),
            error: Some(error),
            extremes: with_states.then(ExtremesRecord::default),
            ..Self::default()
        }
    }

    /// Returns the record of a puzzle that has not been searched yet. `with_states` says whether
    /// its states will be counted, so that the record has fields for them.
    pub fn new(entry: &PuzzleEntry, metric: BlockMetric, with_states: bool) -> Self {
        let (status, metric) = (RecordStatus::Solved, Some(metric));
        Self {
            status,
            metric,
            error: None,
            ..Self::invalid(entry, String::new(), with_states)
        }
    }

    /// Returns the name of the metric, or an empty string if the puzzle is invalid.
    pub fn metric_name(&self) -> &'static str {
        self.metric.map_or("", BlockMetric::name)
    }

    /// Records the outcome of the search for a shortest solution, and how many seconds it took.
    pub fn searched(&mut self, puzzle: &Puzzle, found: BlockOutcome, seconds: f64) {
        (self.status, self.error) = match found.status {
            Status::Solved => (RecordStatus::Solved, None),
            Status::Exhausted => {
                let why = match found.visited {
                    1 => "the start is the only state".to_owned(),
                    states => format!("all {} states exhausted", count(states)),
                };
                (
                    RecordStatus::Unsolvable,
                    Some(format!("no solution exists: {why}")),
                )
            }
            Status::Limit(stop) => {
                let rest = match found.length {
                    Some(_) => " while counting the solutions".to_owned(),
                    None => format!("; every solution has at least {}", moves(found.bound)),
                };
                (
                    RecordStatus::Limit,
                    Some(format!("{}{rest}", stopped_by(stop))),
                )
            }
        };
        self.length = found.length;
        self.visited = Some(found.visited);
        self.solutions = found.solutions;
        let record = |step: &Move| {
            let piece = puzzle.pieces().get(step.piece)?;
            Some(MoveRecord {
                piece: piece.label,
                path: step.letters(),
            })
        };
        self.moves = found
            .solution
            .as_ref()
            .and_then(|solution| solution.moves.iter().map(record).collect());
        self.solution = found.solution;
        self.bound = found.bound;
        self.memory = self.memory.max(found.memory);
        self.seconds = Some(seconds);
    }

    /// Records the result of counting the reachable states, and how many seconds it took. If an
    /// earlier search failed, its status is kept.
    pub fn counted(&mut self, puzzle: &Puzzle, found: &ReachableStates, seconds: f64) {
        if puzzle.goal().is_none() {
            (self.visited, self.seconds) = (Some(found.states), Some(seconds));
        }
        let positions = |h: &HardestPuzzles| HardestRecord {
            distance: h.distance,
            count: h.count,
            positions: h.puzzles.iter().map(|p| p.map(p.start())).collect(),
        };
        self.memory = self.memory.max(found.memory);
        self.states_seconds = seconds;
        match found.stopped {
            None => {
                self.states = Some(found.states);
                self.extremes = Some(ExtremesRecord {
                    largest: Some(found.largest),
                    hardest: found.hardest.as_ref().map(positions),
                });
            }
            Some(stop) if self.status == RecordStatus::Solved => {
                let (states, largest) = (count(found.states), moves(found.largest));
                self.status = RecordStatus::Limit;
                self.error = Some(format!(
                    "{} while counting states; {states} are within {largest}",
                    stopped_by(stop)
                ));
            }
            Some(_) => {}
        }
    }
}

/// Returns the name of an entry, or `None` if it is unnamed.
pub(super) fn name(entry: &PuzzleEntry) -> Option<String> {
    Some(&entry.name).filter(|name| !name.is_empty()).cloned()
}

fn moves(n: u32) -> String {
    format!("{n} {}", plural(n.into(), "move", "moves"))
}

pub(super) fn name_of<S: Serializer>(
    metric: &Option<BlockMetric>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    metric.map(BlockMetric::name).serialize(serializer)
}

/// Serialises a number of solutions as a JSON number if it is exact and fits into 64 bits, and
/// otherwise as a string, so that no digits are lost.
fn whole<S: Serializer>(
    solutions: &Option<SolutionCount>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match solutions {
        None => serializer.serialize_none(),
        Some(s) => match u64::try_from(s.count) {
            Ok(count) if s.exact => serializer.serialize_u64(count),
            _ => serializer.serialize_str(&s.to_string()),
        },
    }
}
