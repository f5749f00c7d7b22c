//! Search results that serialise to JSON. The command and the server print them.
//!
//! A [`BlockRecord`] contains the result of solving a puzzle in one metric, and a [`DesignRecord`]
//! contains results for puzzle designers.
//!
//! ```
//! use fifteen_blocks::record::BlockRecord;
//! use fifteen_blocks::{BlockMetric, BlockOptions, format};
//!
//! let text = "## Three pieces\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n";
//! let entry = format::parse(text)?.remove(0);
//! let options = BlockOptions::new(BlockMetric::Straight);
//! let record = BlockRecord::solve(&entry, &options, true, &mut |_, _| ())?;
//! assert_eq!((record.length, record.states), (Some(3), Some(126)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod design;

use fifteen_puzzle::words::{count, plural};
use fifteen_resources::record::{RecordStatus, SCHEMA, microseconds, stopped_by};
use fifteen_resources::{Instant, LimitKind, Status};
use serde::{Serialize, Serializer};

pub use self::design::{BlockCheck, BlockHardest, DesignRecord};
use crate::format::PuzzleEntry;
use crate::{
    BlockMetric, BlockOptions, BlockOutcome, BlockProgress, BlockSearchError, BlockSolution,
    HardestPuzzles, LeavingCar, Move, Puzzle, ReachableStates, SolutionCount, reachable_states,
    solve,
};

/// The JSON record of one puzzle, solved in one metric. Fields are serialised in this order.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockRecord {
    /// Version of the output format, which is always [`SCHEMA`].
    pub schema: u32,
    /// 1-based index of the puzzle in its file.
    pub index: usize,
    /// Name of the puzzle, or `None` if it is unnamed.
    pub name: Option<String>,
    /// The outcome: solved, unsolvable, invalid, or stopped at a limit.
    pub status: RecordStatus,
    /// Metric, which defines what counts as a move, or `None` if the puzzle is invalid.
    #[serde(serialize_with = "name_of")]
    pub metric: Option<BlockMetric>,
    /// Number of moves in a shortest solution, if one was found.
    pub length: Option<u32>,
    /// Number of states that the search visited.
    pub visited: Option<u64>,
    /// Number of reachable states, if they were counted.
    pub states: Option<u64>,
    /// Number of shortest solutions, if they were counted. It is serialised as a string if it does
    /// not fit into 64 bits.
    #[serde(serialize_with = "whole")]
    pub solutions: Option<SolutionCount>,
    /// The moves of a shortest solution, if it was requested and found.
    pub moves: Option<Vec<MoveRecord>>,
    /// Duration of the search, in seconds. For a puzzle without a goal, this is the time spent
    /// counting the reachable states.
    #[serde(serialize_with = "microseconds")]
    pub seconds: Option<f64>,
    /// A message for the user if no solution was found or if a limit stopped a computation, and
    /// otherwise `None`.
    pub error: Option<String>,
    /// Facts about the states farthest from the start state and from the goal, or `None` if
    /// counting the states was not requested. These facts are serialised as fields of this record.
    #[serde(flatten)]
    pub extremes: Option<ExtremesRecord>,
    /// The car that must leave a Rush Hour board. Its fields are serialised as fields of this
    /// record.
    #[serde(flatten)]
    pub car: CarRecord,
    /// The solution, including the position after each move. This field is not serialised.
    #[serde(skip)]
    pub solution: Option<BlockSolution>,
    /// A lower bound on the length of every solution, in moves. This field is not serialised.
    #[serde(skip)]
    pub bound: u32,
    /// Peak memory of the searches, in bytes. This field is not serialised.
    #[serde(skip)]
    pub memory: u64,
    /// Time spent counting the reachable states, in seconds. This field is not serialised.
    #[serde(skip)]
    pub states_seconds: f64,
    /// Limit that stopped the search for a solution or the count of the reachable states. This
    /// field is not serialised.
    #[serde(skip)]
    pub stopped: Option<LimitKind>,
}

/// The two computations of [`BlockRecord::solve`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockStage {
    /// The search for a shortest solution.
    Solving,
    /// The count of the reachable states.
    CountingStates,
}

/// The car that must leave a Rush Hour board. For other puzzles, both fields are `None`.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct CarRecord {
    /// Character that represents the car in maps.
    pub car: Option<char>,
    /// The side of the board where the car leaves: `top`, `left`, `right` or `bottom`.
    pub exit: Option<&'static str>,
}

impl CarRecord {
    pub(super) fn new(entry: &PuzzleEntry) -> Self {
        let car = entry.puzzle.as_ref().ok().and_then(Puzzle::leaving_car);
        Self {
            car: car.map(|car| car.label),
            exit: car.map(LeavingCar::exit),
        }
    }

    /// Returns text about the car for the end of a heading, such as `: car A leaves at the right`.
    /// The text is empty if the puzzle is not a Rush Hour puzzle.
    pub fn heading_end(&self) -> String {
        let parts = self.car.zip(self.exit);
        parts.map_or_else(String::new, |(car, exit)| {
            format!(": car {car} leaves at the {exit}")
        })
    }
}

/// Facts about the states farthest from the start state and from the goal. Unknown values are
/// `None`.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct ExtremesRecord {
    /// Largest distance from the start state to a reachable state, in moves.
    pub largest: Option<u32>,
    /// The starting positions that are farthest from the goal.
    pub hardest: Option<HardestRecord>,
}

/// One move of a solution, as a piece and its path.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct MoveRecord {
    /// Character that represents the piece in maps.
    pub piece: char,
    /// Path of the piece, with one letter per cell: `U`, `D`, `L` or `R`.
    pub path: String,
}

/// The hardest starting positions, which are the reachable states that are farthest from the goal.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct HardestRecord {
    /// Length of a shortest solution from any of these positions, in moves.
    pub distance: u32,
    /// Total number of hardest starting positions. [`Self::positions`] may list only some of them.
    pub count: u64,
    /// The hardest starting positions, up to the requested number. Each start position is a list of
    /// the rows of its map.
    pub positions: Vec<Vec<String>>,
}

impl BlockRecord {
    /// Creates the record of an entry that cannot be parsed, or of a puzzle that cannot be
    /// searched. `with_states` says whether the caller asked to count the reachable states.
    pub fn invalid(entry: &PuzzleEntry, error: String, with_states: bool) -> Self {
        Self {
            schema: SCHEMA,
            index: entry.index,
            name: name(entry),
            error: Some(error),
            extremes: with_states.then(ExtremesRecord::default),
            car: CarRecord::new(entry),
            ..Self::default()
        }
    }

    /// Finds a shortest solution of a puzzle, and returns its record. If `with_states` is true,
    /// also counts the reachable states. For a puzzle without a goal, only counting is possible.
    ///
    /// Reaching a limit is not an error. In that case, the record names the limit. `progress` is
    /// called with the computation that is running and its progress.
    ///
    /// # Errors
    /// Returns an error if the text of the puzzle is invalid, if the puzzle has no goal although
    /// `with_states` is false, or if the search does not support the puzzle.
    pub fn solve(
        entry: &PuzzleEntry,
        options: &BlockOptions,
        with_states: bool,
        progress: &mut dyn FnMut(BlockStage, &BlockProgress),
    ) -> Result<Self, BlockSearchError> {
        let puzzle = entry.puzzle.as_ref().map_err(Clone::clone)?;
        let mut record = Self::new(entry, options.metric, with_states);
        // If the puzzle has no goal and no states are to be counted, call `solve` anyway, because
        // it returns the error for a puzzle without a goal.
        if puzzle.goal().is_some() || !with_states {
            let begun = Instant::now();
            let found = solve(puzzle, options, &mut |at| progress(BlockStage::Solving, at))?;
            record.searched(puzzle, found, begun.elapsed().as_secs_f64());
        }
        if with_states {
            let begun = Instant::now();
            let on_progress = &mut |at: &BlockProgress| progress(BlockStage::CountingStates, at);
            let found = reachable_states(puzzle, options, on_progress)?;
            record.counted(puzzle, &found, begun.elapsed().as_secs_f64());
        }
        Ok(record)
    }

    /// Creates the record of a puzzle that has not been searched yet. `with_states` says whether
    /// the reachable states will be counted. If so, the record contains [`Self::extremes`].
    fn new(entry: &PuzzleEntry, metric: BlockMetric, with_states: bool) -> Self {
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

    /// Stores the outcome of the search for a shortest solution, and its duration in seconds.
    fn searched(&mut self, puzzle: &Puzzle, found: BlockOutcome, seconds: f64) {
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
        if let Status::Limit(stop) = found.status {
            self.stopped = Some(stop);
        }
    }

    /// Stores the result of counting the reachable states, which took `seconds` seconds. If the
    /// search for a solution failed before, the status of that search is kept.
    fn counted(&mut self, puzzle: &Puzzle, found: &ReachableStates, seconds: f64) {
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
        self.stopped = self.stopped.or(found.stopped);
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

/// Serialises a solution count as a JSON number if it is exact and fits into 64 bits, and otherwise
/// as a string, so that no digits are lost.
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
