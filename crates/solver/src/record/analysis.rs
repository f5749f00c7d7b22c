//! Analysis of a user's solution: the distance to the goal from each position, and the moves that
//! do not lead closer to the goal.

use fifteen_puzzle::{
    Board, Convention, Goal, GridMove, GridPath, IllegalMove, Metric, Path, TileGrid,
};
use serde::Serialize;

use super::{SCHEMA, tiles};
use crate::{ChoiceSolver, Request, SolveError, Solver};

/// Reason why moves cannot be analysed.
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

/// The analysis of a sequence of moves. Fields are in output order, and unknown values are `None`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct AnalysisRecord {
    /// The version of the output format, [`SCHEMA`].
    pub schema: u32,
    /// The board before the moves.
    #[serde(serialize_with = "tiles")]
    pub board: Option<TileGrid>,
    /// The board size: `4x4`.
    pub size: String,
    /// The goal, as a name or as its tiles.
    pub goal: String,
    /// The moves, one letter each. In the multi-tile metric a letter can be followed by the number
    /// of tiles that slide.
    pub moves: String,
    /// Number of moves.
    pub length: usize,
    /// Length of a shortest solution of the board.
    pub shortest: Option<u32>,
    /// Whether the moves reach the goal.
    pub solved: bool,
    /// 1-based indices of the moves that bring the board no closer to the goal. In the single-tile
    /// metric, such a move increases the distance. In the multi-tile metric, it can also leave the
    /// distance unchanged.
    pub lost: Vec<usize>,
    /// Distance from each position to the goal, beginning with the board before the moves. An item
    /// is `None` if a limit stopped the search.
    pub distances: Vec<Option<u32>>,
    /// The unit in which moves are counted: `single-tile` or `multi-tile`.
    pub metric: String,
    /// Reason why the board cannot be solved.
    pub error: Option<String>,
    /// Whether move letters give the direction in which the `tile` or the `blank` moves.
    pub letters: &'static str,
}

impl AnalysisRecord {
    /// Analyses a path by solving the board before it and after each of its moves. Calls `progress`
    /// with the number of positions solved so far. `convention` defines the letters of moves in the
    /// record.
    ///
    /// A position needs no search if the move to it follows the shortest solution that was found
    /// for the previous position. If the analysis is interrupted, the remaining distances are
    /// unknown. If the board is unsolvable, all distances are unknown, and the record contains the
    /// reason.
    ///
    /// # Errors
    /// Returns [`AnalysisError::Illegal`] if a move leaves the board, or [`AnalysisError::Solve`]
    /// if a position cannot be searched.
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

    /// Analyses a path to a goal pattern, which accepts several boards.
    ///
    /// # Errors
    /// Returns [`AnalysisError::Solve`] if a position cannot be searched.
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

    /// Creates a record for input that cannot be read as moves on a board. `error` is the reason.
    pub fn invalid(goal: Goal, metric: Metric, error: String) -> Self {
        Self {
            goal: goal.to_string(),
            metric: metric.to_string(),
            ..Self::unknown(0, Some(error))
        }
    }

    /// Creates a record with the fields that depend only on the distances. There is one distance
    /// before the first of `moves` moves, and one after each move.
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
            shortest: distances.first().copied().flatten(),
            solved: distances.last() == Some(&Some(0)),
            lost: lost.map(|(_, number)| number).collect(),
            distances,
            ..Self::unknown(moves, error)
        })
    }

    /// Creates a record of a solution of which only the number of moves, `length`, is known.
    fn unknown(length: usize, error: Option<String>) -> Self {
        Self {
            schema: SCHEMA,
            board: None,
            size: String::new(),
            goal: String::new(),
            moves: String::new(),
            length,
            shortest: None,
            solved: false,
            lost: Vec::new(),
            distances: Vec::new(),
            metric: String::new(),
            error,
            letters: "",
        }
    }
}

/// Returns the distance to the goal from each position along a path.
fn distances(
    solver: &Solver,
    boards: &[Board],
    path: &Path,
    request: &Request,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Option<u32>>, SolveError> {
    let metric = solver.metric();
    let mut distances: Vec<Option<u32>> = Vec::new();
    // The remaining moves of a shortest solution for the previous position.
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

/// Returns the distance to a goal pattern from each position along a path.
fn distances_of_choice(
    solver: &ChoiceSolver,
    path: &GridPath,
    request: &Request,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Option<u32>>, SolveError> {
    let mut distances: Vec<Option<u32>> = Vec::new();
    // The remaining moves of a shortest solution for the previous position.
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

/// Guesses whether move letters give the direction in which the tile or the blank moves, for a
/// board on which a tile can occur more than once. The tile is assumed, unless the moves are
/// possible only for the blank.
pub fn implied_convention_of_choice(letters: &str, start: &TileGrid) -> Convention {
    let are_slides = letters.contains(|c: char| c.is_ascii_digit());
    let can_make = |convention: &Convention| GridPath::parse(letters, start, *convention).is_ok();
    let legal = Convention::ALL
        .into_iter()
        .find(|convention| !are_slides && can_make(convention));
    legal.unwrap_or_default()
}

/// Guesses whether move letters give the direction in which the tile or the blank moves. The tile
/// is assumed, unless the moves are possible only for the blank.
///
/// Moves are possible if they stay on the board. If `end` is given, moves that reach it are
/// preferred. If `end` is `None`, moves such as `R3`, which slide several tiles, always give the
/// direction of the tiles, as in the notation of speed-solvers.
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
