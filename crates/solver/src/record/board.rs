//! The result of solving one board.

use fifteen_puzzle::{Board, Convention, Path};
use fifteen_search::tiles::{Algorithm, Mode};
use fifteen_search::{Iteration, Status};
use serde::{Deserialize, Serialize};

use super::{Outcome, SCHEMA, stopped_by};
use crate::{Solution, SolveError, Solver};

/// What was asked for, the same for all boards of a call.
#[derive(Debug, Clone)]
pub struct Request {
    /// The goal, as a person writes it.
    pub goal: String,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How IDA* searches.
    pub mode: Mode,
    /// What the letters of moves mean.
    pub convention: Convention,
    /// Whether the iterations are listed.
    pub stats: bool,
}

/// One result. The order of the fields is that of the output; what is unknown is `None`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct BoardRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The line in the file, or the number of the board, from 1.
    pub line: u64,
    /// The tiles row by row, 0 for the blank.
    pub board: Option<Vec<u8>>,
    /// Width and height: `4x4`.
    pub size: Option<String>,
    /// The goal, as a person writes it.
    pub goal: String,
    /// Whether and how it was solved.
    pub status: Outcome,
    /// Moves of the solution.
    pub length: Option<u32>,
    /// The solution, a letter for each move.
    pub moves: Option<String>,
    /// How many shortest solutions there are, if all were asked for; else 1 where one was found.
    pub solutions: Option<u64>,
    /// The shortest solutions, if all were asked for.
    pub all_moves: Option<Vec<String>>,
    /// No solution has fewer moves.
    pub bound: Option<u32>,
    /// The heuristic in force: `7-8 zero-aware + reflection`.
    pub heuristic: Option<String>,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// `plain` or `fast`.
    pub mode: &'static str,
    /// The heuristic's value of the board.
    pub h0: Option<u32>,
    /// Nodes whose children were tried.
    pub expanded: Option<u64>,
    /// Nodes made, the root among them.
    pub generated: Option<u64>,
    /// The iterations, if they were asked for.
    pub iterations: Option<Vec<IterationRecord>>,
    /// From the board to the solution.
    pub seconds: Option<f64>,
    /// Threads of the search.
    pub threads: usize,
    /// Why there is no solution.
    pub error: Option<String>,
    /// Bytes of nodes and states; tables are not in it.
    pub peak_bytes: Option<u64>,
}

/// One iteration of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct IterationRecord {
    /// No solution is shorter.
    pub bound: u32,
    /// Nodes whose children were tried.
    pub expanded: u64,
    /// Nodes made.
    pub generated: u64,
}

impl Default for Request {
    fn default() -> Self {
        let (goal, convention) = (fifteen_puzzle::Goal::default().to_string(), Convention::default());
        Self { goal, algorithm: Algorithm::Ida, mode: Mode::default(), convention, stats: false }
    }
}

impl BoardRecord {
    /// What cannot be read as a board, or cannot be worked on.
    pub fn invalid(line: u64, board: Option<Board>, error: String, request: &Request) -> Self {
        Self {
            schema: SCHEMA,
            line,
            board: board.map(|b| b.tiles().to_vec()),
            size: board.map(|b| b.size().to_string()),
            goal: request.goal.clone(),
            status: Outcome::Invalid,
            length: None,
            moves: None,
            solutions: None,
            all_moves: None,
            bound: None,
            heuristic: None,
            algorithm: request.algorithm.name(),
            mode: if request.mode == Mode::Plain { "plain" } else { "fast" },
            h0: None,
            expanded: None,
            generated: None,
            iterations: None,
            seconds: None,
            threads: if let Mode::Fast { threads } = request.mode { threads } else { 1 },
            error: Some(error),
            peak_bytes: None,
        }
    }

    /// What came of solving a board with that solver.
    pub fn of(
        line: u64,
        board: Board,
        solver: &Solver,
        result: Result<&Solution, &SolveError>,
        request: &Request,
    ) -> Self {
        let invalid = |error| Self::invalid(line, Some(board), error, request);
        let heuristic = solver.heuristic().map(str::to_owned);
        match result {
            Ok(found) => Self::found(line, board, heuristic, found, request),
            Err(SolveError::Unsolvable(reason)) => {
                Self { status: Outcome::Unsolvable, heuristic, ..invalid(reason.to_string()) }
            }
            Err(error) => invalid(error.to_string()),
        }
    }

    /// What a search with that heuristic found.
    pub fn found(line: u64, board: Board, heuristic: Option<String>, found: &Solution, request: &Request) -> Self {
        Self { heuristic, ..Self::invalid(line, Some(board), String::new(), request) }.searched(found, request)
    }

    /// Adds what a search found.
    fn searched(mut self, found: &Solution, request: &Request) -> Self {
        let letters = |path: &Path| path.letters(request.convention);
        (self.status, self.error) = match found.status {
            Status::Solved => (Outcome::Solved, None),
            Status::Limit(kind) => (Outcome::Limit, Some(stopped_by(kind).to_owned())),
            // A board that passed the parity check can be solved, so no search of it runs dry.
            Status::Exhausted => (Outcome::Unsolvable, Some("no solution exists".to_owned())),
        };
        self.length = found.length;
        self.moves = found.moves.as_ref().map(letters);
        // Unless all are asked for the search stops at the first one.
        self.solutions = if found.all_moves.is_some() { found.solutions } else { found.length.map(|_| 1) };
        self.all_moves = found.all_moves.as_ref().map(|all| all.iter().map(letters).collect());
        self.bound = Some(found.bound);
        self.h0 = self.heuristic.as_ref().map(|_| found.h0);
        self.expanded = Some(found.expanded);
        self.generated = Some(found.generated);
        self.iterations = request.stats.then(|| found.iterations.iter().map(IterationRecord::from).collect());
        self.seconds = Some(found.seconds);
        self.peak_bytes = Some(found.peak_bytes);
        self
    }
}

impl From<&Iteration> for IterationRecord {
    fn from(i: &Iteration) -> Self {
        Self { bound: i.bound, expanded: i.expanded, generated: i.generated }
    }
}

impl From<&IterationRecord> for Iteration {
    fn from(i: &IterationRecord) -> Self {
        Self { bound: i.bound, expanded: i.expanded, generated: i.generated }
    }
}
