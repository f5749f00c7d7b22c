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

/// The convention of the letters in a record, which does not name it: the one in which they lead from the board to the
/// goal, otherwise one in which they can be made; the tile's where both serve. Slides such as `R3` are the tile's
/// unless they lead to the goal as the blank's, since that is how speed-solvers write them.
pub fn recorded_convention(letters: &str, board: &Board, goal: &Board) -> Convention {
    let ends = Convention::ALL.map(|convention| (convention, end(letters, convention, board)));
    let are_slides = letters.contains(|c: char| c.is_ascii_digit());
    let solving = ends.into_iter().find(|(_, end)| *end == Some(*goal));
    let legal = || ends.into_iter().find(|(_, end)| !are_slides && end.is_some());
    solving.or_else(legal).map(|(convention, _)| convention).unwrap_or_default()
}

/// The board after the letters, if they can be made in that convention.
fn end(letters: &str, convention: Convention, board: &Board) -> Option<Board> {
    Path::parse(letters, convention).ok()?.boards(board).ok()?.last().copied()
}

/// True if the letters of a record can be made in both conventions and lead to the goal in neither, so that
/// [`recorded_convention`] is a guess.
pub fn is_ambiguous(letters: &str, board: &Board, goal: &Board) -> bool {
    let ends = Convention::ALL.map(|convention| end(letters, convention, board));
    !letters.is_empty() && ends.iter().all(|end| end.is_some_and(|end| end != *goal))
}
