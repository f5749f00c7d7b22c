//! The results for designers of block puzzles: properties of a puzzle, and the hardest puzzles of a set of pieces.

use serde::Serialize;

use super::{RecordStatus, SCHEMA, at, count, name, name_of};
use crate::format::PuzzleEntry;
use crate::{BlockMetric, HardestStarts, Puzzle, StopReason, Survey};

/// The properties of a puzzle that need no solution. The fields are in the order of the output; unknown values are
/// `None`.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockCheckRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The number of the puzzle in its file, from 1.
    pub index: usize,
    /// The puzzle's name, if it has one.
    pub name: Option<String>,
    /// Unsolvable, stopped at a limit, or invalid; solved for any other puzzle.
    pub status: RecordStatus,
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
    /// The reason why something is not known.
    pub error: Option<String>,
}

impl BlockCheckRecord {
    /// The record of a puzzle that cannot be read or searched.
    pub fn invalid(entry: &PuzzleEntry, error: String) -> Self {
        Self { schema: SCHEMA, index: entry.index, name: name(entry), error: Some(error), ..Self::default() }
    }

    /// The record of a survey.
    pub fn new(entry: &PuzzleEntry, puzzle: &Puzzle, found: &Survey) -> Self {
        let status = match (found.stopped, found.solvable) {
            (Some(_), _) => RecordStatus::Limit,
            (None, Some(false)) => RecordStatus::Unsolvable,
            (None, _) => RecordStatus::Solved,
        };
        Self {
            status,
            size: Some(format!("{}x{}", puzzle.width(), puzzle.height())),
            pieces: puzzle.pieces().len(),
            states: Some(found.states),
            solvable: found.solvable,
            symmetries: Some(found.symmetries),
            stuck: found.stuck.iter().map(|&piece| puzzle.pieces()[piece].label.to_string()).collect(),
            remarks: puzzle.remarks(),
            error: found.stopped.map(|stop| format!("{}; {} states were seen", at(stop), count(found.states))),
            ..Self::invalid(entry, String::new())
        }
    }
}

/// The hardest puzzles of a set of pieces. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct BlockHardestRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The number of the puzzle in its file, from 1.
    pub index: usize,
    /// The puzzle's name, if it has one.
    pub name: Option<String>,
    /// Solved if the hardest were found.
    pub status: RecordStatus,
    /// The metric: what counts as one move.
    #[serde(serialize_with = "name_of")]
    pub metric: Option<BlockMetric>,
    /// The moves of a shortest solution from each of them.
    pub distance: Option<u32>,
    /// Their number.
    pub count: Option<u64>,
    /// The first of them, each as the rows of its map.
    pub positions: Vec<Vec<String>>,
    /// The reason for none.
    pub error: Option<String>,
}

impl BlockHardestRecord {
    /// The record of a puzzle that cannot be read or searched.
    pub fn invalid(entry: &PuzzleEntry, error: String) -> Self {
        Self { schema: SCHEMA, index: entry.index, name: name(entry), error: Some(error), ..Self::default() }
    }

    fn found(entry: &PuzzleEntry, metric: BlockMetric) -> Self {
        Self { status: RecordStatus::Solved, metric: Some(metric), error: None, ..Self::invalid(entry, String::new()) }
    }

    /// The record of a search that stopped at a limit.
    pub fn stopped(entry: &PuzzleEntry, metric: BlockMetric, stop: StopReason) -> Self {
        Self { status: RecordStatus::Limit, error: Some(at(stop).to_owned()), ..Self::found(entry, metric) }
    }

    /// The hardest starts for a goal; `None` if the goal cannot be met.
    pub fn starts(entry: &PuzzleEntry, metric: BlockMetric, puzzle: &Puzzle, starts: Option<&HardestStarts>) -> Self {
        let Some(starts) = starts else {
            let error = Some("no arrangement of the pieces meets the goal".to_owned());
            return Self { status: RecordStatus::Unsolvable, error, ..Self::found(entry, metric) };
        };
        Self {
            distance: Some(starts.distance),
            count: Some(starts.count),
            positions: starts.positions.iter().map(|position| puzzle.map(position)).collect(),
            ..Self::found(entry, metric)
        }
    }
}
