//! The result of analysing a person's solution.

use fifteen_puzzle::{Board, Convention, Goal, Metric, Path};
use serde::Serialize;

use super::{SCHEMA, tiles};
use crate::analysis::Analysis;

/// The result of analysing moves. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct AnalysisRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The board before the moves.
    #[serde(serialize_with = "tiles")]
    pub board: Option<Board>,
    /// Width and height: `4x4`.
    pub size: String,
    /// The goal: a name, or its tiles.
    pub goal: String,
    /// The moves, a letter each, and in the multi-tile metric a number behind it.
    pub moves: String,
    /// Number of moves.
    pub length: usize,
    /// The fewest moves from the board to the goal.
    pub shortest: Option<u32>,
    /// True if the moves lead to the goal.
    pub solved: bool,
    /// The numbers of the moves, from 1, after which the goal is no nearer than before.
    pub lost: Vec<usize>,
    /// The fewest moves from each position to the goal, the start first.
    pub distances: Vec<Option<u32>>,
    /// The unit in which moves are counted: `single-tile` or `multi-tile`.
    pub metric: String,
    /// The reason why the board cannot be solved.
    pub error: Option<String>,
}

impl AnalysisRecord {
    /// The record of an analysis in a metric; the convention is that of the letters in it.
    pub fn new(
        board: Board,
        goal: Goal,
        path: &Path,
        (metric, convention): (Metric, Convention),
        analysis: Analysis,
    ) -> Self {
        let Analysis { distances, lost } = analysis;
        Self {
            schema: SCHEMA,
            board: Some(board),
            size: board.size().to_string(),
            goal: goal.to_string(),
            moves: path.text(metric, convention),
            length: path.len_in(metric),
            shortest: distances.first().copied().flatten(),
            solved: distances.last() == Some(&Some(0)),
            lost,
            distances,
            metric: metric.to_string(),
            error: None,
        }
    }

    /// The record of moves of a board that cannot be solved: no position has a distance.
    pub fn unsolvable(
        board: Board,
        goal: Goal,
        path: &Path,
        (metric, convention): (Metric, Convention),
        reason: String,
    ) -> Self {
        let analysis = Analysis { distances: vec![None; path.len_in(metric) + 1], lost: Vec::new() };
        Self { error: Some(reason), ..Self::new(board, goal, path, (metric, convention), analysis) }
    }
}
