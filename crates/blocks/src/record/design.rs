//! The results for designers of block puzzles: properties of a puzzle, and the hardest puzzles of a set of pieces.

use fifteen_resources::record::{RecordStatus, SCHEMA, stopped_by};
use serde::Serialize;

use super::{count, name, name_of};
use crate::format::PuzzleEntry;
use crate::{BlockMetric, HardestOutcome, Puzzle, ReachableStates};

/// A result of one puzzle. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct DesignRecord<T> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The number of the puzzle in its file, from 1.
    pub index: usize,
    /// The puzzle's name, if it has one.
    pub name: Option<String>,
    /// Unsolvable, stopped at a limit, or invalid; solved for any other puzzle.
    pub status: RecordStatus,
    /// The answer, whose fields stand beside the others.
    #[serde(flatten)]
    pub found: T,
    /// The reason why something is not known.
    pub error: Option<String>,
}

/// The properties of a puzzle that need no solution.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockCheck {
    /// Width and height of the map: `6x6`.
    pub size: Option<String>,
    /// Number of pieces.
    pub pieces: usize,
    /// States that can be reached; after a stop, those that were seen.
    pub states: Option<u64>,
    /// A state that meets the goal can be reached.
    pub solvable: Option<bool>,
    /// Mirror images and rotations that change nothing.
    pub symmetries: Option<usize>,
    /// The pieces that never move.
    pub stuck: Vec<String>,
    /// Features that are allowed, but may not be meant.
    pub remarks: Vec<String>,
}

/// The hardest puzzles of a set of pieces.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockHardest {
    /// The metric: what counts as one move.
    #[serde(serialize_with = "name_of")]
    pub metric: Option<BlockMetric>,
    /// The moves of a shortest solution from each of them.
    pub distance: Option<u32>,
    /// Their number.
    pub count: Option<u64>,
    /// The first of them, each as the rows of its start map, or of its goal map for a puzzle that has no goal.
    pub positions: Vec<Vec<String>>,
    /// The puzzle has no goal: the hardest puzzles have its start. This and what follows is not part of the output.
    #[serde(skip)]
    pub has_goals: bool,
    /// The puzzles.
    #[serde(skip)]
    pub puzzles: Vec<Puzzle>,
}

impl<T: Default> DesignRecord<T> {
    /// The record of a puzzle that cannot be read or searched.
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
    /// The record of a puzzle's states.
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
