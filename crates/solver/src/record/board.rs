//! The result of solving one board.

use fifteen_puzzle::{Board, GridPath, Path, TileGrid};
use fifteen_search::tiles::{Algorithm, MOST_BEAM_MOVES};
use fifteen_search::{Directions, Iteration, LimitKind, Outcome, Status};
use serde::Serialize;

use super::{RecordStatus, SCHEMA, stopped_by, tiles};
use crate::{
    ChoiceSolution, ChoiceSolver, OpenError, Remedy, Request, Solution, SolveError, Solver,
};

/// The result of one board. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct BoardRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The line in the file, or the number of the board, from 1.
    pub line: u64,
    /// The tiles row by row, 0 for the blank.
    #[serde(serialize_with = "tiles")]
    pub board: Option<TileGrid>,
    /// Width and height: `4x4`.
    pub size: Option<String>,
    /// The goal: a name, or its tiles.
    pub goal: String,
    /// Solved, unsolvable, stopped at a limit, or invalid.
    pub status: RecordStatus,
    /// Moves of the solution; `None` if a limit ended the search before it was proven to be a shortest one.
    pub length: Option<u32>,
    /// The solution, a letter for each move, and in the multi-tile metric a number behind it (`R3 U2 L`); at a limit
    /// the best one found.
    pub moves: Option<String>,
    /// Number of shortest solutions, if all were asked for; otherwise 1 where one was found.
    pub solutions: Option<u64>,
    /// The shortest solutions, if all were asked for.
    pub all_moves: Option<Vec<String>>,
    /// No solution has fewer moves.
    pub bound: Option<u32>,
    /// The heuristic in force: `7-8 zero-aware + reflection`.
    pub heuristic: Option<String>,
    /// The algorithm's name.
    pub algorithm: String,
    /// `plain` or `fast`.
    pub mode: &'static str,
    /// The heuristic's value of the board.
    pub h0: Option<u32>,
    /// Nodes expanded.
    pub expanded: Option<u64>,
    /// Nodes generated, the root among them.
    pub generated: Option<u64>,
    /// The iterations, if they were asked for.
    pub iterations: Option<Vec<Iteration>>,
    /// Seconds from the board to the solution.
    #[serde(serialize_with = "super::microseconds")]
    pub seconds: Option<f64>,
    /// Threads of the search.
    pub threads: usize,
    /// The reason why there is no solution.
    pub error: Option<String>,
    /// Bytes of nodes and states, without tables.
    pub peak_bytes: Option<u64>,
    /// The name of the file of which `line` is a line.
    pub file: Option<String>,
    /// Moves of the shortest solution that is known, proven to be a shortest one if it equals the bound.
    pub upper: Option<u32>,
    /// `upper` - `bound`: the most by which a solution can be shorter.
    pub gap: Option<u32>,
    /// The unit in which moves are counted: `single-tile` or `multi-tile`.
    pub metric: String,
    /// The limit that stopped the search; not part of the output, as the fields after it.
    #[serde(skip)]
    pub stopped: Option<LimitKind>,
    /// The solution as a path, if no tile repeats.
    #[serde(skip)]
    pub path: Option<Path>,
    /// The solution for a goal that leaves a choice.
    #[serde(skip)]
    pub grid_path: Option<GridPath>,
    /// The solution is proven to be a shortest one.
    #[serde(skip)]
    pub shortest: bool,
    /// The depth of the deepest node, where it is counted.
    #[serde(skip)]
    pub deepest: Option<u32>,
    /// Bytes of the tables that the heuristic reads.
    #[serde(skip)]
    pub table_bytes: u64,
    /// [`Solution::expanded_below`].
    #[serde(skip)]
    pub expanded_below: Option<u64>,
    /// The shares of both directions, of a bidirectional algorithm.
    #[serde(skip)]
    pub directions: Option<Directions>,
    /// What a user can do about `error`. Front ends add it to the message in their own words.
    #[serde(skip)]
    pub remedy: Option<Remedy>,
}

impl BoardRecord {
    /// The record of a line that cannot be read as a board, or of a board that cannot be searched.
    pub fn invalid(line: u64, board: Option<TileGrid>, error: String, request: &Request) -> Self {
        Self {
            schema: SCHEMA,
            line,
            board,
            size: board.map(|b| b.size().to_string()),
            goal: request.setup.goal.to_string(),
            algorithm: request.setup.algorithm.to_string(),
            mode: request.setup.algorithm.mode().name(),
            threads: threads_of(request),
            error: Some(error),
            metric: request.setup.metric.to_string(),
            shortest: true,
            ..Self::default()
        }
    }

    /// The record of a board for which no solver could be opened.
    pub fn unopened(line: u64, board: TileGrid, error: &OpenError, request: &Request) -> Self {
        let invalid = Self {
            remedy: error.remedy(),
            ..Self::invalid(line, Some(board), error.to_string(), request)
        };
        match error.limit() {
            Some(limit) => Self {
                status: RecordStatus::Limit,
                stopped: Some(limit),
                ..invalid
            },
            None => invalid,
        }
    }

    /// The result of solving a board with that solver.
    pub fn new(
        line: u64,
        board: Board,
        solver: &Solver,
        result: Result<Solution, SolveError>,
        request: &Request,
    ) -> Self {
        let heuristic = solver.heuristic().map(str::to_owned);
        match result {
            Ok(solution) => {
                let found = Self::found(line, board, heuristic, solution, request);
                Self {
                    table_bytes: solver.table_bytes(),
                    ..found
                }
            }
            Err(error) => Self::unsolved(line, board.into(), heuristic, &error, request),
        }
    }

    /// The result of a search for a goal that leaves a choice.
    pub fn of_choice(
        line: u64,
        start: TileGrid,
        result: Result<ChoiceSolution, SolveError>,
        request: &Request,
    ) -> Self {
        let heuristic = Some(ChoiceSolver::HEURISTIC.to_string());
        match result {
            Ok(solution) => {
                let text = |path: &GridPath| path.text(request.convention);
                let record = Self::of_outcome(line, start, heuristic, &solution, text, request);
                Self {
                    path: solution
                        .moves
                        .as_ref()
                        .and_then(|path| Some(path.on_board()?.1)),
                    grid_path: solution.moves,
                    ..record
                }
            }
            Err(error) => Self::unsolved(line, start, heuristic, &error, request),
        }
    }

    /// The result of a search with that heuristic.
    pub fn found(
        line: u64,
        board: Board,
        heuristic: Option<String>,
        solution: Solution,
        request: &Request,
    ) -> Self {
        let text = |path: &Path| path.text(request.setup.metric, request.convention);
        let record = Self::of_outcome(line, board.into(), heuristic, &solution, text, request);
        Self {
            path: solution.moves,
            ..record
        }
    }

    /// The result of a board that was not searched.
    fn unsolved(
        line: u64,
        start: TileGrid,
        heuristic: Option<String>,
        error: &SolveError,
        request: &Request,
    ) -> Self {
        let invalid = Self::invalid(line, Some(start), error.to_string(), request);
        match error {
            SolveError::Unsolvable(_) => Self {
                status: RecordStatus::Unsolvable,
                heuristic,
                ..invalid
            },
            _ => Self {
                remedy: error.remedy(),
                ..invalid
            },
        }
    }

    /// The fields that do not depend on how a path is stored; `text` writes one.
    fn of_outcome<P>(
        line: u64,
        start: TileGrid,
        heuristic: Option<String>,
        solution: &Outcome<P>,
        text: impl Fn(&P) -> String,
        request: &Request,
    ) -> Self {
        let (status, error) = match solution.status {
            Status::Solved => (RecordStatus::Solved, None),
            Status::Limit(LimitKind::Gap) => (RecordStatus::Limit, None),
            Status::Limit(kind) => (RecordStatus::Limit, Some(stop(kind, request))),
            // A board that passed the parity check can be solved, so no search of it runs dry.
            Status::Exhausted => (
                RecordStatus::Unsolvable,
                Some("no solution exists".to_owned()),
            ),
        };
        // At a limit, a solution that is not proven to be a shortest one counts as `upper` only.
        let length = solution
            .length
            .filter(|_| solution.shortest || status != RecordStatus::Limit);
        Self {
            status,
            length,
            expanded_below: solution.expanded_below(),
            directions: solution.directions,
            moves: solution.moves.as_ref().map(&text),
            // Unless all are asked for the search stops at the first one.
            solutions: if solution.all_moves.is_some() {
                solution.solutions
            } else {
                length.map(|_| 1)
            },
            all_moves: solution
                .all_moves
                .as_ref()
                .map(|all| all.iter().map(&text).collect()),
            bound: Some(solution.bound),
            h0: heuristic.as_ref().map(|_| solution.h0),
            heuristic,
            expanded: Some(solution.expanded),
            generated: Some(solution.generated),
            iterations: request.stats.then(|| solution.iterations.clone()),
            seconds: Some(solution.seconds),
            error,
            peak_bytes: Some(solution.peak_bytes),
            upper: solution.length,
            gap: solution
                .length
                .and_then(|length| length.checked_sub(solution.bound)),
            stopped: if let Status::Limit(kind) = solution.status {
                Some(kind)
            } else {
                None
            },
            shortest: solution.shortest,
            deepest: solution.deepest,
            ..Self::invalid(line, Some(start), String::new(), request)
        }
    }
}

/// The number of threads of each search.
fn threads_of(request: &Request) -> usize {
    let ida = request.setup.algorithm.ida();
    ida.map_or(1, |ida| ida.threads().count())
}

/// The limit that stopped a search, in words. A beam also ends at a limit of depth if it has lost all ways to the goal.
fn stop(kind: LimitKind, request: &Request) -> String {
    let stopped = stopped_by(kind);
    match (kind, request.setup.algorithm) {
        (LimitKind::Depth, Algorithm::Beam { width }) => {
            let most = request
                .limits
                .depth
                .map_or(MOST_BEAM_MOVES, |depth| depth.min(MOST_BEAM_MOVES));
            format!(
                "{stopped}: a beam of width {width} found no solution of at most {most} moves; a wider one may"
            )
        }
        _ => stopped.to_owned(),
    }
}
