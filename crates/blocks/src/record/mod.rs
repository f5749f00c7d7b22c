//! Results as data, which serialise to the JSON that the command and the server print.
//!
//! [`BlockRecord`] is the result of a search in one metric, and [`DesignRecord`] a result for
//! designers of puzzles.

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

/// The result of a puzzle in one metric. The fields are in the order of the output.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockRecord {
    /// The version of the output: [`SCHEMA`].
    pub schema: u32,
    /// The number of the puzzle in its file, from 1.
    pub index: usize,
    /// The name of the puzzle.
    pub name: Option<String>,
    /// Whether the puzzle was solved, is unsolvable, is invalid, or the search stopped at a limit.
    pub status: RecordStatus,
    /// The metric, which defines one move.
    #[serde(serialize_with = "name_of")]
    pub metric: Option<BlockMetric>,
    /// Number of moves of a shortest solution.
    pub length: Option<u32>,
    /// Number of states that the search visited.
    pub visited: Option<u64>,
    /// Number of states that can be reached, if they were counted.
    pub states: Option<u64>,
    /// Number of shortest solutions, if they were counted.
    #[serde(serialize_with = "whole")]
    pub solutions: Option<SolutionCount>,
    /// A shortest solution.
    pub moves: Option<Vec<MoveRecord>>,
    /// Duration of the search in seconds. For a puzzle without a goal, it is the duration of
    /// counting its states.
    #[serde(serialize_with = "microseconds")]
    pub seconds: Option<f64>,
    /// The reason why there is no solution.
    pub error: Option<String>,
    /// More about the states, if they were to be counted. In the output, its fields follow the
    /// others.
    #[serde(flatten)]
    pub extremes: Option<ExtremesRecord>,
    /// The solution with its positions. This field and the following ones are not part of the
    /// output.
    #[serde(skip)]
    pub solution: Option<BlockSolution>,
    /// A lower bound on the number of moves of every solution.
    #[serde(skip)]
    pub bound: u32,
    /// Peak memory, in bytes.
    #[serde(skip)]
    pub memory: u64,
    /// Duration of counting the states, in seconds.
    #[serde(skip)]
    pub states_seconds: f64,
}

/// The states that are farthest from the start and from the goal. Values that are not known are
/// `None`.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct ExtremesRecord {
    /// The largest distance from the start.
    pub largest: Option<u32>,
    /// The starting positions that are farthest from the goal.
    pub hardest: Option<HardestRecord>,
}

/// One move of a solution.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct MoveRecord {
    /// The character of the piece.
    pub piece: char,
    /// The path, with a letter for each cell.
    pub path: String,
}

/// The hardest starting positions.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct HardestRecord {
    /// Number of moves to the goal.
    pub distance: u32,
    /// Number of such positions.
    pub count: u64,
    /// The first of them, each as the rows of its map.
    pub positions: Vec<Vec<String>>,
}

impl BlockRecord {
    /// Returns the record of an entry that cannot be read as a puzzle, or of a puzzle that cannot
    /// be searched.
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

    /// Returns the record of a puzzle before its search. With `with_states`, its states will be
    /// counted.
    pub fn new(entry: &PuzzleEntry, metric: BlockMetric, with_states: bool) -> Self {
        let (status, metric) = (RecordStatus::Solved, Some(metric));
        Self {
            status,
            metric,
            error: None,
            ..Self::invalid(entry, String::new(), with_states)
        }
    }

    /// Returns the name of the metric, or an empty string for an invalid puzzle.
    pub fn metric_name(&self) -> &'static str {
        self.metric.map_or("", BlockMetric::name)
    }

    /// Adds the outcome of a search.
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

    /// Adds the count of the states. The status of an earlier search that failed is kept.
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

/// Returns the name of the puzzle.
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

/// Serialises a count as a number if it fits into 64 bits, and otherwise as text, so that no digits
/// are lost.
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
