//! [`BoardRecord`]: the result of solving one board.

use fifteen_puzzle::{Board, Path, TileGrid};
use fifteen_search::tiles::{Algorithm, MOST_BEAM_MOVES};
use fifteen_search::{Directions, Iteration, LimitKind, Outcome, Status};
use serde::Serialize;

use super::{RecordStatus, SCHEMA, stopped_by, tiles};
use crate::input::LargeGrid;
use crate::{
    GoalSolution, GoalSolver, OpenError, Remedy, Request, Solution, SolutionPath, SolveError,
    Solver, Within,
};

/// The result of solving one board. The fields are in the order of the output. An unknown value is
/// `None`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct BoardRecord {
    /// The version of the output format (see [`SCHEMA`]).
    pub schema: u32,
    /// The 1-based line number in the input file. If the board was not read from a file, its
    /// 1-based index among the boards given.
    pub line: u64,
    /// The tiles in row-major order, with 0 for the blank, or `None` if there is no valid board of
    /// at most 25 cells.
    #[serde(serialize_with = "tiles")]
    pub board: Option<TileGrid>,
    /// The board size, such as `4x4`.
    pub size: Option<String>,
    /// The goal, as a name or as its tiles.
    pub goal: String,
    /// Whether the board is solved, unsolvable or invalid, or whether a limit stopped the search.
    pub status: RecordStatus,
    /// Length of the solution, or `None` if a limit stopped the search before the solution was
    /// proven shortest.
    pub length: Option<u32>,
    /// The solution, one letter per move. In the multi-tile metric, the number of sliding tiles can
    /// follow the letter, as in `R3 U2 L`. If a limit stopped the search, this is the best solution
    /// found.
    pub moves: Option<String>,
    /// Number of shortest solutions if all of them were requested. Otherwise, 1 if a shortest
    /// solution was found.
    pub solutions: Option<u64>,
    /// All shortest solutions, or `None` if only one was requested.
    pub all_moves: Option<Vec<String>>,
    /// Proven lower bound on the solution length.
    pub bound: Option<u32>,
    /// The name of the heuristic, such as `7-8 zero-aware + reflection`.
    pub heuristic: Option<String>,
    /// The name of the algorithm.
    pub algorithm: String,
    /// The mode of IDA*: `plain` or `fast`.
    pub mode: &'static str,
    /// The heuristic value of the board.
    pub h0: Option<u32>,
    /// Number of nodes expanded.
    pub expanded: Option<u64>,
    /// Number of nodes generated, including the root.
    pub generated: Option<u64>,
    /// The iterations of the search, or `None` if they were not requested.
    pub iterations: Option<Vec<Iteration>>,
    /// Time taken to solve the board, in seconds.
    #[serde(serialize_with = "super::microseconds")]
    pub seconds: Option<f64>,
    /// Number of threads that the search uses.
    pub threads: usize,
    /// Reason why the board has no solution.
    pub error: Option<String>,
    /// Peak memory for nodes and states, in bytes. Tables are not included.
    pub peak_bytes: Option<u64>,
    /// Name of the input file that contains the board, or `None` if the caller does not set it.
    pub file: Option<String>,
    /// Length of the best solution found, whether or not it is proven shortest.
    pub upper: Option<u32>,
    /// The difference `upper - bound`. A shortest solution is at most this many moves shorter than
    /// the best one found.
    pub gap: Option<u32>,
    /// The unit in which moves are counted, `single-tile` or `multi-tile`.
    pub metric: String,
    /// Whether the letters of `moves` give the direction of the tile (`tile`) or of the blank
    /// (`blank`).
    pub letters: &'static str,
    /// The 1-based index of the board on its line, or `None` if it is the only board there (see
    /// [`BoardLine::item`](crate::input::BoardLine::item)). This field and the fields below are not
    /// part of the output.
    #[serde(skip)]
    pub item: Option<u64>,
    /// The rows of a board with more than 25 cells, for which `board` is `None`.
    #[serde(skip)]
    pub large: Option<LargeGrid>,
    /// Limit that stopped the search.
    #[serde(skip)]
    pub stopped: Option<LimitKind>,
    /// The solution as a path.
    #[serde(skip)]
    pub path: Option<SolutionPath>,
    /// Whether the solution is proven shortest.
    #[serde(skip)]
    pub shortest: bool,
    /// Depth of the deepest node, or `None` if the algorithm does not record it.
    #[serde(skip)]
    pub deepest: Option<u32>,
    /// Size of the heuristic's tables, in bytes.
    #[serde(skip)]
    pub table_bytes: u64,
    /// Number of nodes expanded before the last iteration, as in [`Solution::expanded_below`].
    #[serde(skip)]
    pub expanded_below: Option<u64>,
    /// Node counts for each direction of a bidirectional search, or `None` for any other search.
    #[serde(skip)]
    pub directions: Option<Directions>,
    /// What the user can do about `error`, or `None` if no remedy is known. Each front end appends
    /// it to the message in terms of its own commands or functions.
    #[serde(skip)]
    pub remedy: Option<Remedy>,
}

impl BoardRecord {
    /// The name of the algorithm that solves boards of more than 25 cells.
    pub const LARGE_ALGORITHM: &'static str = "beam";

    /// Creates the record for a line that is not a board, or for a board that cannot be searched.
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
            letters: request.convention.name(),
            shortest: true,
            ..Self::default()
        }
    }

    /// Moves the remedy into the error message. `advise` appends it to the message in the front
    /// end's own terms.
    #[must_use]
    pub fn with_advice(mut self, advise: impl FnOnce(String, Option<Remedy>) -> String) -> Self {
        let remedy = self.remedy.take();
        self.error = self.error.map(|error| advise(error, remedy));
        self
    }

    /// Creates the record of a board for which no solver could be opened.
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

    /// Creates the record of a board from the result of [`Solver::solve`].
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
                let solution = solution.map_paths(SolutionPath::Board);
                Self {
                    table_bytes: solver.table_bytes(),
                    ..Self::of_solution(line, board.into(), heuristic, solution, request)
                }
            }
            Err(error) => Self::unsolved(line, board.into(), heuristic, &error, request),
        }
    }

    /// Creates the record of a board from the result of [`GoalSolver::solve`].
    pub fn of_goal(
        line: u64,
        start: TileGrid,
        solver: &GoalSolver,
        result: Result<GoalSolution, SolveError>,
        request: &Request,
    ) -> Self {
        let heuristic = solver.heuristic().map(str::to_owned);
        match result {
            Ok(solution) => Self {
                table_bytes: solver.table_bytes(),
                ..Self::of_solution(line, start, heuristic, solution, request)
            },
            Err(error) => Self::unsolved(line, start, heuristic, &error, request),
        }
    }

    /// Creates the record for a board of more than 25 cells. `outcome` is what
    /// [`LargeBoard::search`](fifteen_search::tiles::large::LargeBoard::search) returned after
    /// `seconds` seconds.
    pub fn of_large(
        line: u64,
        grid: &LargeGrid,
        outcome: Option<Outcome<Path>>,
        seconds: f64,
        request: &Request,
    ) -> Self {
        let rows = grid.rows();
        let record = Self {
            size: Some(format!("{}x{}", rows[0].len(), rows.len())),
            large: Some(grid.clone()),
            algorithm: Self::LARGE_ALGORITHM.to_owned(),
            mode: request.ida.mode.name(),
            threads: request.ida.threads.count(),
            ..Self::invalid(line, None, String::new(), request)
        };
        let Some(outcome) = outcome else {
            return Self {
                status: RecordStatus::Unsolvable,
                error: Some("wrong parity: two tiles seem swapped".to_owned()),
                ..record
            };
        };
        let stopped = match outcome.status {
            Status::Limit(LimitKind::Interrupted) => Some(LimitKind::Interrupted),
            // With `Within::Any`, any solution is good enough. If there is one, report this as the
            // reason why the search stopped, rather than the limit.
            Status::Limit(_)
                if request.ida.within == Some(Within::Any) && outcome.moves.is_some() =>
            {
                Some(LimitKind::Gap)
            }
            Status::Limit(kind) => Some(kind),
            _ => None,
        };
        Self {
            status: if outcome.shortest {
                RecordStatus::Solved
            } else {
                RecordStatus::Limit
            },
            length: outcome.length.filter(|_| outcome.shortest),
            moves: outcome
                .moves
                .as_ref()
                .map(|path| path.letters(request.convention)),
            bound: Some(outcome.bound),
            upper: outcome.length,
            gap: outcome.length.map(|length| length - outcome.bound),
            h0: Some(outcome.h0),
            generated: Some(outcome.generated),
            seconds: Some(seconds),
            peak_bytes: Some(outcome.peak_bytes),
            stopped,
            path: outcome.moves.map(SolutionPath::Board),
            error: None,
            shortest: outcome.shortest,
            ..record
        }
    }

    /// Creates the record of a board that could not be searched.
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

    /// Creates the record of a board from the outcome of its search.
    fn of_solution(
        line: u64,
        start: TileGrid,
        heuristic: Option<String>,
        solution: GoalSolution,
        request: &Request,
    ) -> Self {
        let text = |path: &SolutionPath| path.text(request.setup.metric, request.convention);
        let (status, error) = match solution.status {
            Status::Solved => (RecordStatus::Solved, None),
            Status::Limit(LimitKind::Gap) => (RecordStatus::Limit, None),
            Status::Limit(kind) => (RecordStatus::Limit, Some(stop(kind, request))),
            // The parity check rejects all unsolvable boards before the search, so this status is
            // not expected.
            Status::Exhausted => (
                RecordStatus::Unsolvable,
                Some("no solution exists".to_owned()),
            ),
        };
        // If a limit stopped the search before the solution was proven shortest, report its length
        // only as an upper bound.
        let length = solution
            .length
            .filter(|_| solution.shortest || status != RecordStatus::Limit);
        Self {
            status,
            length,
            expanded_below: solution.expanded_below(),
            directions: solution.directions,
            moves: solution.moves.as_ref().map(text),
            // Without a request for all solutions, the search stops at the first one.
            solutions: if solution.all_moves.is_some() {
                solution.solutions
            } else {
                length.map(|_| 1)
            },
            all_moves: solution
                .all_moves
                .as_ref()
                .map(|all| all.iter().map(text).collect()),
            bound: Some(solution.bound),
            h0: heuristic.as_ref().map(|_| solution.h0),
            heuristic,
            expanded: Some(solution.expanded),
            generated: Some(solution.generated),
            iterations: request.stats.then_some(solution.iterations),
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
            path: solution.moves,
            ..Self::invalid(line, Some(start), String::new(), request)
        }
    }
}

/// Returns the number of threads that each search uses, which is 1 for all algorithms except IDA*.
fn threads_of(request: &Request) -> usize {
    let ida = request.setup.algorithm.ida();
    ida.map_or(1, |ida| ida.threads().count())
}

/// Describes the limit that stopped a search. If beam search reaches a depth limit, the beam may
/// have discarded every path to the goal, so the message suggests a wider beam.
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
