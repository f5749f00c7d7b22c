//! JSON records for puzzle designers. They contain the properties of a puzzle, or the hardest
//! puzzles that use the same pieces as a given puzzle.

use fifteen_resources::record::{RecordStatus, SCHEMA, stopped_by};
use serde::Serialize;

use super::{CarRecord, count, name, name_of};
use crate::format::PuzzleEntry;
use crate::{BlockMetric, HardestOutcome, Puzzle, ReachableStates};

/// The JSON record of one puzzle: fields common to all records, and an answer of type `T`. Unknown
/// values are `None`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct DesignRecord<T> {
    /// Version of the output format, which is always [`SCHEMA`].
    pub schema: u32,
    /// 1-based index of the puzzle in its file.
    pub index: usize,
    /// Name of the puzzle, or `None` if it is unnamed.
    pub name: Option<String>,
    /// The outcome: solved, unsolvable, invalid, or stopped at a limit.
    pub status: RecordStatus,
    /// The answer. Its fields are serialised as fields of this record.
    #[serde(flatten)]
    pub found: T,
    /// The reason why some values are unknown, or `None` if all values are known.
    pub error: Option<String>,
    /// The car that must leave a Rush Hour board. Its fields are serialised as fields of this
    /// record.
    #[serde(flatten)]
    pub car: CarRecord,
}

/// Properties of a puzzle that can be determined without solving it.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockCheck {
    /// Width and height of the map, such as `6x6`, or `None` if the puzzle is invalid.
    pub size: Option<String>,
    /// Number of pieces, or 0 if the puzzle is invalid.
    pub pieces: usize,
    /// Number of reachable states. If the search stopped at a limit, this is the number of states
    /// found by then.
    pub states: Option<u64>,
    /// Whether any reachable state meets the goal. `None` if the puzzle has no goal or the answer
    /// is unknown.
    pub solvable: Option<bool>,
    /// Number of reflections and rotations, without the identity, that map the puzzle to itself.
    pub symmetries: Option<usize>,
    /// Labels of the pieces that never move in any reachable state.
    pub stuck: Vec<String>,
    /// Warnings about features that are allowed but are probably mistakes of the puzzle's author,
    /// such as a start map without empty cells.
    pub remarks: Vec<String>,
}

/// The hardest puzzles that can be built from the pieces of a given puzzle.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockHardest {
    /// Metric, which defines what counts as a move, or `None` if the puzzle is invalid.
    #[serde(serialize_with = "name_of")]
    pub metric: Option<BlockMetric>,
    /// Number of moves in a shortest solution, which is the same for all hardest puzzles.
    pub distance: Option<u32>,
    /// Total number of hardest puzzles, including those that [`Self::positions`] does not list.
    pub count: Option<u64>,
    /// The hardest puzzles, up to the requested number. Each puzzle is represented by the rows of
    /// its start map, or of its goal map if the original puzzle has no goal.
    pub positions: Vec<Vec<String>>,
    /// Whether the hardest puzzles share a start position and differ in their goals. This is the
    /// case if the original puzzle has no goal. Otherwise, they share the goal and differ in their
    /// start positions. This field is not serialised.
    #[serde(skip)]
    pub has_goals: bool,
    /// The puzzles whose maps are listed in [`Self::positions`]. This field is not serialised.
    #[serde(skip)]
    pub puzzles: Vec<Puzzle>,
}

impl<T: Default> DesignRecord<T> {
    /// Creates the record of a puzzle that cannot be parsed or searched.
    pub fn invalid(entry: &PuzzleEntry, error: String) -> Self {
        Self::new(entry, RecordStatus::Invalid, T::default(), Some(error))
    }

    fn new(entry: &PuzzleEntry, status: RecordStatus, found: T, error: Option<String>) -> Self {
        Self {
            schema: SCHEMA,
            index: entry.index,
            name: name(entry),
            status,
            found,
            error,
            car: CarRecord::new(entry),
        }
    }
}

impl DesignRecord<BlockCheck> {
    /// Creates the record of a puzzle whose reachable states were counted.
    pub fn checked(entry: &PuzzleEntry, puzzle: &Puzzle, found: &ReachableStates) -> Self {
        let status = match (found.stopped, found.solvable) {
            (Some(_), _) => RecordStatus::Limit,
            (None, Some(false)) => RecordStatus::Unsolvable,
            (None, _) => RecordStatus::Solved,
        };
        let seen = |stop| {
            format!(
                "{}; {} states were seen",
                stopped_by(stop),
                count(found.states)
            )
        };
        let check = BlockCheck {
            size: Some(format!("{}x{}", puzzle.width(), puzzle.height())),
            pieces: puzzle.pieces().len(),
            states: Some(found.states),
            solvable: found.solvable,
            symmetries: Some(found.symmetries),
            stuck: found
                .stuck
                .iter()
                .filter_map(|&piece| puzzle.pieces().get(piece))
                .map(|piece| piece.label.to_string())
                .collect(),
            remarks: entry.remarks(),
        };
        Self::new(entry, status, check, found.stopped.map(seen))
    }
}

impl DesignRecord<BlockHardest> {
    /// Creates the record of a search for the hardest puzzles that can be built from the pieces of
    /// `entry`.
    pub fn hardest(entry: &PuzzleEntry, metric: BlockMetric, found: HardestOutcome) -> Self {
        let mut hardest = BlockHardest {
            metric: Some(metric),
            ..BlockHardest::default()
        };
        hardest.has_goals = entry
            .puzzle
            .as_ref()
            .is_ok_and(|puzzle| puzzle.goal().is_none());
        let (status, error) = match found {
            HardestOutcome::Stopped(stop) => (RecordStatus::Limit, Some(stopped_by(stop))),
            HardestOutcome::Unsolvable => (
                RecordStatus::Unsolvable,
                Some("no arrangement of the pieces meets the goal"),
            ),
            HardestOutcome::Found(found) => {
                (hardest.distance, hardest.count) = (Some(found.distance), Some(found.count));
                let map = |p: &Puzzle| {
                    p.goal_map()
                        .filter(|_| hardest.has_goals)
                        .unwrap_or_else(|| p.map(p.start()))
                };
                hardest.positions = found.puzzles.iter().map(map).collect();
                hardest.puzzles = found.puzzles;
                (RecordStatus::Solved, None)
            }
        };
        Self::new(entry, status, hardest, error.map(str::to_owned))
    }
}
