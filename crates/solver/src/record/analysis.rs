//! Analysis of a user's solution. It computes the distance to the goal from each position, and
//! finds the moves that do not lead closer to the goal.

use fifteen_puzzle::{Board, Convention, Goal, GridMove, GridPath, Metric, Path, Size, TileGrid};
use serde::Serialize;

use super::{SCHEMA, tiles};
use crate::{GoalSolver, Request, SolveError};

/// The analysis of a sequence of moves. The fields are in the order of the output. An unknown value
/// is `None`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct AnalysisRecord {
    /// The version of the output format (see [`SCHEMA`]).
    pub schema: u32,
    /// The board before the moves.
    #[serde(serialize_with = "tiles")]
    pub board: Option<TileGrid>,
    /// The board size: `4x4`.
    pub size: String,
    /// The goal, as a name or as its tiles.
    pub goal: String,
    /// The moves, one letter each. In the multi-tile metric, the number of sliding tiles can follow
    /// the letter, as in `R3`.
    pub moves: String,
    /// Number of moves.
    pub length: usize,
    /// Length of a shortest solution of the board.
    pub shortest: Option<u32>,
    /// Whether the moves reach the goal.
    pub solved: bool,
    /// 1-based indices of the moves that bring the board no closer to the goal. In the single-tile
    /// metric, these moves increase the distance. In the multi-tile metric, they can also leave it
    /// unchanged.
    pub lost: Vec<usize>,
    /// Distance from each position to the goal, beginning with the board before the moves. A
    /// distance is `None` if a limit stopped the search for it.
    pub distances: Vec<Option<u32>>,
    /// The unit in which moves are counted, `single-tile` or `multi-tile`.
    pub metric: String,
    /// Reason why the board cannot be solved.
    pub error: Option<String>,
    /// Whether move letters give the direction of the tile (`tile`) or of the blank (`blank`).
    pub letters: &'static str,
}

impl AnalysisRecord {
    /// Analyses a path by solving the board before the first move and after each move. Calls
    /// `progress` with the number of positions solved so far. `convention` is the meaning of the
    /// move letters in the record.
    ///
    /// If a move follows the shortest solution found for the position before it, the position after
    /// it needs no search. If the analysis is interrupted, the remaining distances are unknown. If
    /// the board is unsolvable, all distances are unknown, and the record contains the reason.
    ///
    /// # Errors
    /// Returns an error if a position cannot be searched.
    pub fn of(
        solver: &GoalSolver,
        goal: Goal,
        path: &GridPath,
        convention: Convention,
        request: &Request,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Self, SolveError> {
        let metric = solver.metric();
        let moves = match metric {
            Metric::SingleTile => path.text(convention),
            Metric::MultiTile => Path::new(path.directions().collect()).slides(convention),
        };
        let length = in_metric(path.moves(), path.start().size(), metric).len();
        let distances = distances(solver, path, request, progress);
        Ok(Self {
            board: Some(*path.start()),
            size: path.start().size().to_string(),
            goal: goal.to_string(),
            moves,
            metric: metric.to_string(),
            letters: convention.name(),
            ..Self::of_distances(length, distances)?
        })
    }

    /// Creates the record for input that cannot be read as moves on a board. `error` is the reason.
    pub fn invalid(goal: Goal, metric: Metric, error: String) -> Self {
        Self {
            goal: goal.to_string(),
            metric: metric.to_string(),
            ..Self::unknown(0, Some(error))
        }
    }

    /// Creates a record with all fields that can be computed from the distances. `distances`
    /// contains the distance before the first move and after each move, and `moves` is the number
    /// of moves.
    fn of_distances(
        moves: usize,
        distances: Result<Vec<Option<u32>>, SolveError>,
    ) -> Result<Self, SolveError> {
        let (distances, error) = match distances {
            Ok(distances) => (distances, None),
            Err(SolveError::Unsolvable(reason)) => {
                (vec![None; moves + 1], Some(reason.to_string()))
            }
            Err(error) => return Err(error),
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

    /// Creates a record in which only the number of moves (`length`) and the `error` are set. The
    /// caller sets the other fields if they are known.
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

/// Returns the distance to the goal from each position on a path.
fn distances(
    solver: &GoalSolver,
    path: &GridPath,
    request: &Request,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Option<u32>>, SolveError> {
    let (size, metric) = (path.start().size(), solver.metric());
    let grids = path.grids();
    let mut distances: Vec<Option<u32>> = Vec::new();
    // The moves of a shortest solution from the previous position. If this solution begins with the
    // next move of the path, the next position needs no search.
    let mut rest: Option<Vec<GridMove>> = None;
    let mut position = 0;
    let moves = in_metric(path.moves(), size, metric);
    for made in std::iter::once(None).chain(moves.into_iter().map(Some)) {
        position += made.map_or(0, <[_]>::len);
        let follows = |rest: &Vec<GridMove>| {
            made.is_some() && in_metric(rest, size, metric).first().copied() == made
        };
        rest = match rest.filter(follows) {
            Some(rest) => made.map(|made| rest[made.len()..].to_vec()),
            None => {
                let grid = &grids[position];
                let found = solver.solve(grid, &request.limits_from_now())?;
                let solution = found.moves.filter(|_| found.shortest);
                let solution = solution.and_then(|solution| solution.grid_path(grid));
                solution.map(|solution| solution.moves().to_vec())
            }
        };
        let distance = |rest: &Vec<GridMove>| in_metric(rest, size, metric).len() as u32;
        distances.push(rest.as_ref().map(distance));
        progress(distances.len());
    }
    Ok(distances)
}

/// Groups single-tile moves into moves of the given metric.
fn in_metric(moves: &[GridMove], size: Size, metric: Metric) -> Vec<&[GridMove]> {
    match metric {
        Metric::SingleTile => moves.chunks(1).collect(),
        Metric::MultiTile => moves
            .chunk_by(|one, next| one.direction(size) == next.direction(size))
            .collect(),
    }
}

/// Guesses whether move letters give the direction of the tile or of the blank. It is the direction
/// of the tile, unless the moves are possible only for the blank.
///
/// Moves are possible if they stay on the board. If `end` is given, the meaning with which the
/// moves reach it is preferred. Moves such as `R3`, which slide several tiles, are in the notation
/// of speed-solvers. Their letters give the direction of the tiles, unless only the other meaning
/// reaches `end`.
pub fn implied_convention(letters: &str, start: &TileGrid, end: Option<&Board>) -> Convention {
    let are_slides = letters.contains(|c: char| c.is_ascii_digit());
    let possible: Vec<(Convention, GridPath)> = Convention::ALL
        .into_iter()
        .filter_map(|convention| {
            let path = GridPath::parse(letters, start, convention).ok()?;
            Some((convention, path))
        })
        .collect();
    let leads = |to: &Board| {
        let to = TileGrid::from(*to);
        possible.iter().find(|(_, path)| *path.end() == to)
    };
    let first = || possible.first().filter(|_| !are_slides);
    end.and_then(leads)
        .or_else(first)
        .map_or(Convention::Tile, |(convention, _)| *convention)
}

#[cfg(test)]
mod tests {
    use fifteen_puzzle::notation;

    use super::*;
    use crate::{HeuristicKind, Setup};

    /// Analyses moves of tiles on a 3x3 board.
    fn analysis(board: &str, goal: &str, metric: Metric, moves: &str) -> AnalysisRecord {
        let start = TileGrid::from(notation::parse(board, None).unwrap());
        let goal = Goal::parse(goal, None).unwrap();
        let is_board = goal.board(start.size()).is_ok() && metric == Metric::SingleTile;
        let setup = Setup {
            goal,
            metric,
            heuristic: is_board.then_some(HeuristicKind::Manhattan.into()),
            ..Setup::default()
        };
        let solver = GoalSolver::open(&setup, start.size()).unwrap();
        let path = GridPath::parse(moves, &start, Convention::Tile).unwrap();
        let (convention, request) = (Convention::Tile, Request::default());
        AnalysisRecord::of(&solver, goal, &path, convention, &request, &mut |_| ()).unwrap()
    }

    #[test]
    fn lost_moves_are_found_for_any_goal_and_metric() {
        let board = "1 2 3 / 4 5 6 / 0 7 8";
        let whole = "1 2 3 / 4 5 6 / 7 8 0";
        let single = analysis(board, whole, Metric::SingleTile, "DULL");
        assert_eq!(single.distances, [2, 3, 2, 1, 0].map(Some));
        assert_eq!((single.lost, single.length), (vec![1], 4));
        let multi = analysis(board, whole, Metric::MultiTile, "D U L2");
        assert_eq!(multi.distances, [1, 2, 1, 0].map(Some));
        assert_eq!((multi.lost, multi.moves.as_str()), (vec![1], "D U L2"));
        let pattern = analysis(board, "1 2 3 / * * * / * * *", Metric::SingleTile, "DD");
        assert_eq!(pattern.distances, [0, 0, 1].map(Some));
        assert_eq!((pattern.lost, pattern.solved), (vec![1, 2], false));
    }

    #[test]
    fn letters_are_directions_of_the_tile_unless_only_the_blank_can_make_the_moves() {
        let start = TileGrid::from(notation::parse("1 2 3 / 4 5 6 / 0 7 8", None).unwrap());
        let solved = notation::parse("1 2 3 / 4 5 6 / 7 8 0", None).unwrap();
        for (letters, end, expected) in [
            ("LL", None, Convention::Tile),
            ("RR", None, Convention::Blank),
            ("R2", None, Convention::Tile),
            ("R2", Some(&solved), Convention::Blank),
            ("7 8", Some(&solved), Convention::Tile),
            ("UD", None, Convention::Blank),
            ("nonsense", None, Convention::Tile),
        ] {
            assert_eq!(
                implied_convention(letters, &start, end),
                expected,
                "{letters}"
            );
        }
    }
}
