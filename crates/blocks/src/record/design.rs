//! Results for designers of block puzzles: the properties of a puzzle, and the hardest puzzles with
//! given pieces.

use fifteen_resources::record::{RecordStatus, SCHEMA, stopped_by};
use serde::Serialize;

use super::{count, name, name_of};
use crate::format::PuzzleEntry;
use crate::{BlockMetric, HardestOutcome, Puzzle, ReachableStates};

/// A result of a puzzle. The fields are in the order of the output, and unknown values are `None`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct DesignRecord<T> {
    /// The version of the output: [`SCHEMA`].
    pub schema: u32,
    /// The number of the puzzle in its file, from 1.
    pub index: usize,
    /// The name of the puzzle.
    pub name: Option<String>,
    /// Whether the puzzle is unsolvable or invalid, or the search stopped at a limit. Otherwise it
    /// is solved.
    pub status: RecordStatus,
    /// The answer. In the output, its fields are among the other fields.
    #[serde(flatten)]
    pub found: T,
    /// The reason why some value is unknown.
    pub error: Option<String>,
}

/// The properties of a puzzle that can be found without solving it.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockCheck {
    /// Width and height of the map, such as `6x6`.
    pub size: Option<String>,
    /// Number of pieces.
    pub pieces: usize,
    /// Number of states that can be reached. After a stop, it is the number of states that were
    /// seen.
    pub states: Option<u64>,
    /// Whether a state that meets the goal can be reached.
    pub solvable: Option<bool>,
    /// Number of mirror images and rotations that map the puzzle to itself.
    pub symmetries: Option<usize>,
    /// The pieces that never move.
    pub stuck: Vec<String>,
    /// Remarks on features that are allowed, but may be mistakes.
    pub remarks: Vec<String>,
}

/// The hardest puzzles with given pieces.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockHardest {
    /// The metric, which defines one move.
    #[serde(serialize_with = "name_of")]
    pub metric: Option<BlockMetric>,
    /// Number of moves of a shortest solution of each of them.
    pub distance: Option<u32>,
    /// Number of hardest puzzles.
    pub count: Option<u64>,
    /// The first of them, each as the rows of its start map. If the original puzzle has no goal, it
    /// is the goal map.
    pub positions: Vec<Vec<String>>,
    /// Whether the original puzzle has no goal, so that the hardest puzzles differ in their goals.
    ///
    /// This field and the following one are not part of the output.
    #[serde(skip)]
    pub has_goals: bool,
    /// The first of the hardest puzzles.
    #[serde(skip)]
    pub puzzles: Vec<Puzzle>,
}

impl<T: Default> DesignRecord<T> {
    /// Returns the record of a puzzle that cannot be read or searched.
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
        }
    }
}

impl DesignRecord<BlockCheck> {
    /// Returns the record of a puzzle whose states were counted.
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
    /// Returns the record of a search for the hardest puzzles.
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
