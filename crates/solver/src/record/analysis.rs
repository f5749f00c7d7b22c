//! A person's solution, analysed: the optimum of every position, and the moves that bring the goal no nearer.

use fifteen_puzzle::{Board, Convention, Goal, IllegalMove, Path};
use fifteen_search::Options;
use serde::Serialize;

use super::{SCHEMA, tiles};
use crate::{SolveError, Solver};

/// A path that cannot be analysed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// A move leaves the board.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A position cannot be searched.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

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
    /// The numbers of the moves, from 1, after which the goal is no nearer than before. A single-tile move then leads
    /// away; a multi-tile move may also keep the distance.
    pub lost: Vec<usize>,
    /// The fewest moves from each position to the goal, the start first; `None` where a search ended at a limit.
    pub distances: Vec<Option<u32>>,
    /// The unit in which moves are counted: `single-tile` or `multi-tile`.
    pub metric: String,
    /// The reason why the board cannot be solved.
    pub error: Option<String>,
}

impl AnalysisRecord {
    /// Solves every position of a path: before it, and after each move in the solver's metric. `progress` receives the
    /// number of positions done. The convention is that of the letters in the record.
    ///
    /// A position is not searched where the path follows the solution of the one before. After an interruption the rest
    /// is unknown. For a board that cannot be solved, all distances are unknown, and the record says why.
    ///
    /// # Errors
    /// [`AnalysisError::Illegal`] if a move leaves the board, [`AnalysisError::Solve`] if a position cannot be searched.
    pub fn of(
        solver: &Solver,
        (board, goal): (Board, Goal),
        (path, convention): (&Path, Convention),
        options: &Options,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Self, AnalysisError> {
        let (boards, metric) = (path.boards(&board)?, solver.metric());
        let (distances, error) = match distances(solver, &boards, path, options, progress) {
            Ok(distances) => (distances, None),
            Err(SolveError::Unsolvable(reason)) => (vec![None; path.len_in(metric) + 1], Some(reason.to_string())),
            Err(error) => return Err(error.into()),
        };
        let lost = distances.windows(2).zip(1..).filter(|(pair, _)| pair[0].is_some() && pair[1] >= pair[0]);
        Ok(Self {
            schema: SCHEMA,
            board: Some(board),
            size: board.size().to_string(),
            goal: goal.to_string(),
            moves: path.text(metric, convention),
            length: path.len_in(metric),
            shortest: distances.first().copied().flatten(),
            solved: distances.last() == Some(&Some(0)),
            lost: lost.map(|(_, number)| number).collect(),
            distances,
            metric: metric.to_string(),
            error,
        })
    }
}

/// The fewest moves from each position of a path to the goal.
fn distances(
    solver: &Solver,
    boards: &[Board],
    path: &Path,
    options: &Options,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Option<u32>>, SolveError> {
    let metric = solver.metric();
    let mut distances: Vec<Option<u32>> = Vec::new();
    // The rest of a shortest solution of the last position.
    let mut rest: Option<Path> = None;
    let mut position = 0;
    for made in std::iter::once(None).chain(path.moves_in(metric).into_iter().map(Some)) {
        position += made.map_or(0, <[_]>::len);
        rest = match rest.filter(|rest| made.is_some() && rest.moves_in(metric).first().copied() == made) {
            Some(rest) => made.map(|made| Path::new(rest.directions()[made.len()..].to_vec())),
            None => {
                let found = solver.solve(&boards[position], options)?;
                found.moves.filter(|_| found.shortest)
            }
        };
        distances.push(rest.as_ref().map(|rest| rest.len_in(metric) as u32));
        progress(distances.len());
    }
    Ok(distances)
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
