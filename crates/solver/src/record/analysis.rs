//! A person's solution, analysed: the optimum of every position, and the moves that bring the goal no nearer.

use fifteen_puzzle::{
    Board, Convention, Goal, GridMove, GridPath, IllegalMove, Metric, Path, TileGrid,
};
use serde::Serialize;

use super::{SCHEMA, tiles};
use crate::{ChoiceSolver, Request, SolveError, Solver};

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
    pub board: Option<TileGrid>,
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
    /// The meaning of the letters: `tile` or `blank`.
    pub letters: &'static str,
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
        request: &Request,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Self, AnalysisError> {
        let (boards, metric) = (path.boards(&board)?, solver.metric());
        let distances = distances(solver, &boards, path, request, progress);
        let record = Self {
            board: Some(board.into()),
            size: board.size().to_string(),
            goal: goal.to_string(),
            moves: path.text(metric, convention),
            metric: metric.to_string(),
            letters: convention.name(),
            ..Self::of_distances(path.len_in(metric), distances)?
        };
        Ok(record)
    }

    /// Does the same as [`AnalysisRecord::of`] for a goal that leaves a choice.
    ///
    /// # Errors
    /// [`AnalysisError::Solve`] if a position cannot be searched.
    pub fn of_choice(
        solver: &ChoiceSolver,
        path: &GridPath,
        convention: Convention,
        request: &Request,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Self, AnalysisError> {
        let distances = distances_of_choice(solver, path, request, progress);
        Ok(Self {
            board: Some(*path.start()),
            size: path.start().size().to_string(),
            goal: solver.goal().to_string(),
            moves: path.text(convention),
            metric: Metric::SingleTile.to_string(),
            letters: convention.name(),
            ..Self::of_distances(path.len(), distances)?
        })
    }

    /// The fields that follow from the distances of the positions after each of `moves` moves.
    fn of_distances(
        moves: usize,
        distances: Result<Vec<Option<u32>>, SolveError>,
    ) -> Result<Self, AnalysisError> {
        let (distances, error) = match distances {
            Ok(distances) => (distances, None),
            Err(SolveError::Unsolvable(reason)) => {
                (vec![None; moves + 1], Some(reason.to_string()))
            }
            Err(error) => return Err(error.into()),
        };
        let lost = distances
            .windows(2)
            .zip(1..)
            .filter(|(pair, _)| pair[0].is_some() && pair[1] >= pair[0]);
        Ok(Self {
            schema: SCHEMA,
            board: None,
            size: String::new(),
            goal: String::new(),
            moves: String::new(),
            length: moves,
            shortest: distances.first().copied().flatten(),
            solved: distances.last() == Some(&Some(0)),
            lost: lost.map(|(_, number)| number).collect(),
            distances,
            metric: String::new(),
            error,
            letters: "",
        })
    }
}

/// The fewest moves from each position of a path to the goal.
fn distances(
    solver: &Solver,
    boards: &[Board],
    path: &Path,
    request: &Request,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Option<u32>>, SolveError> {
    let metric = solver.metric();
    let mut distances: Vec<Option<u32>> = Vec::new();
    // The rest of a shortest solution of the last position.
    let mut rest: Option<Path> = None;
    let mut position = 0;
    for made in std::iter::once(None).chain(path.moves_in(metric).into_iter().map(Some)) {
        position += made.map_or(0, <[_]>::len);
        rest = match rest
            .filter(|rest| made.is_some() && rest.moves_in(metric).first().copied() == made)
        {
            Some(rest) => made.map(|made| Path::new(rest.directions()[made.len()..].to_vec())),
            None => {
                let found = solver.solve(&boards[position], &request.limits_from_now())?;
                found.moves.filter(|_| found.shortest)
            }
        };
        distances.push(rest.as_ref().map(|rest| rest.len_in(metric) as u32));
        progress(distances.len());
    }
    Ok(distances)
}

/// The fewest moves from each position of a path to a goal that leaves a choice.
fn distances_of_choice(
    solver: &ChoiceSolver,
    path: &GridPath,
    request: &Request,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Option<u32>>, SolveError> {
    let mut distances: Vec<Option<u32>> = Vec::new();
    // The rest of a shortest solution of the last position.
    let mut rest: Option<Vec<GridMove>> = None;
    for (position, grid) in path.grids().iter().enumerate() {
        let made = position.checked_sub(1).map(|last| path.moves()[last]);
        rest = match rest.filter(|rest| made.is_some() && rest.first().copied() == made) {
            Some(rest) => Some(rest[1..].to_vec()),
            None => {
                let found = solver.solve(grid, &request.limits_from_now())?;
                let solution = found.moves.filter(|_| found.shortest);
                solution.map(|solution| solution.moves().to_vec())
            }
        };
        distances.push(rest.as_ref().map(|rest| rest.len() as u32));
        progress(distances.len());
    }
    Ok(distances)
}

/// The meaning of letters for which none is stated, on tiles that may repeat: the tile's, unless only the blank can make
/// the moves.
pub fn implied_convention_of_choice(letters: &str, start: &TileGrid) -> Convention {
    let are_slides = letters.contains(|c: char| c.is_ascii_digit());
    let can_make = |convention: &Convention| GridPath::parse(letters, start, *convention).is_ok();
    let legal = Convention::ALL
        .into_iter()
        .find(|convention| !are_slides && can_make(convention));
    legal.unwrap_or_default()
}

/// The meaning of letters for which none is stated: the tile's, unless that is impossible and the blank's is not.
///
/// Moves are impossible if they leave the board. Those of a record are also impossible if they do not lead to `end`, the
/// goal, and others do. Slides such as `R3` are always the tile's outside of records: so speed-solvers write them.
pub fn implied_convention(letters: &str, board: &Board, end: Option<&Board>) -> Convention {
    let are_slides = letters.contains(|c: char| c.is_ascii_digit());
    let last = |convention| {
        Path::parse(letters, convention)
            .ok()?
            .boards(board)
            .ok()?
            .last()
            .copied()
    };
    let ends = Convention::ALL.map(|convention| (convention, last(convention)));
    let leads = |to: &Board| ends.iter().find(|(_, last)| *last == Some(*to));
    let legal = || ends.iter().find(|(_, last)| !are_slides && last.is_some());
    end.and_then(leads)
        .or_else(legal)
        .map_or(Convention::Tile, |(convention, _)| *convention)
}
