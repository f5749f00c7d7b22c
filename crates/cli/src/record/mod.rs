//! The result of solving one board, as it is printed: one struct for text, JSON and CSV.

mod show;
mod text;

use std::io::{self, Write};

use fifteen::{Algorithm, Board, Convention, Iteration, LimitKind, Mode, Path, Solution, Solver, Status};
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Report;
pub(crate) use show::figure;
pub(crate) use text::Look;

/// The version of the fields below; it grows when one changes its meaning or goes.
const SCHEMA: u32 = 1;

/// What a record says and how, the same for all boards of a call.
#[derive(Debug, Clone)]
pub(crate) struct Wording {
    /// The goal, as a person writes it.
    pub goal: String,
    pub algorithm: Algorithm,
    pub mode: Mode,
    pub convention: Convention,
    /// Whether the iterations are listed.
    pub stats: bool,
    pub look: Look,
    /// Whether the boards are lines of a file, whose numbers tell which is which.
    pub in_file: bool,
}

/// Whether and how a board was solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Solved,
    Unsolvable,
    Limit,
    Invalid,
}

/// One result. The order of the fields is that of the output.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    schema: u32,
    pub line: u64,
    board: Option<Vec<u8>>,
    size: Option<String>,
    goal: String,
    pub status: Outcome,
    pub length: Option<u32>,
    moves: Option<String>,
    solutions: Option<u64>,
    all_moves: Option<Vec<String>>,
    bound: Option<u32>,
    heuristic: Option<String>,
    algorithm: &'static str,
    mode: &'static str,
    h0: Option<u32>,
    expanded: Option<u64>,
    pub generated: Option<u64>,
    iterations: Option<Vec<IterationRecord>>,
    seconds: Option<f64>,
    threads: usize,
    pub error: Option<String>,
    /// Bytes of nodes and states; tables are not in it.
    peak_bytes: Option<u64>,
    /// For the text form only.
    #[serde(skip)]
    drawn: Drawn,
}

#[derive(Debug, Serialize)]
struct IterationRecord {
    bound: u32,
    expanded: u64,
    generated: u64,
}

#[derive(Debug)]
struct Drawn {
    board: Option<Board>,
    path: Option<Path>,
    convention: Convention,
    look: Look,
    in_file: bool,
    /// Whether the solution is known to be a shortest one.
    shortest: bool,
    table_bytes: u64,
}

impl Record {
    /// What cannot be read as a board, or cannot be worked on.
    pub(crate) fn invalid(line: u64, board: Option<Board>, error: String, wording: &Wording) -> Self {
        let Wording { convention, look, in_file, .. } = *wording;
        let drawn = Drawn { board, path: None, convention, look, in_file, shortest: true, table_bytes: 0 };
        Self {
            schema: SCHEMA,
            line,
            board: board.map(|b| b.tiles().to_vec()),
            size: board.map(|b| b.size().to_string()),
            goal: wording.goal.clone(),
            status: Outcome::Invalid,
            length: None,
            moves: None,
            solutions: None,
            all_moves: None,
            bound: None,
            heuristic: None,
            algorithm: wording.algorithm.name(),
            mode: if wording.mode == Mode::Plain { "plain" } else { "fast" },
            h0: None,
            expanded: None,
            generated: None,
            iterations: None,
            seconds: None,
            threads: if let Mode::Fast { threads } = wording.mode { threads } else { 1 },
            error: Some(error),
            peak_bytes: None,
            drawn,
        }
    }

    /// A board that cannot reach the goal.
    pub(crate) fn unsolvable(line: u64, board: Board, solver: &Solver, reason: String, wording: &Wording) -> Self {
        let heuristic = solver.heuristic().map(str::to_owned);
        Self { status: Outcome::Unsolvable, heuristic, ..Self::invalid(line, Some(board), reason, wording) }
    }

    /// A board that was searched for.
    pub(crate) fn searched(line: u64, board: Board, solver: &Solver, found: Solution, wording: &Wording) -> Self {
        let letters = |path: &Path| path.letters(wording.convention);
        let mut record = Self::invalid(line, Some(board), String::new(), wording);
        (record.status, record.error) = match found.status {
            Status::Solved => (Outcome::Solved, None),
            Status::Limit(kind) => (Outcome::Limit, Some(by(kind).to_owned())),
            // A board that passed the parity check can be solved, so no search of it runs dry.
            Status::Exhausted => (Outcome::Unsolvable, Some("no solution exists".to_owned())),
        };
        record.length = found.length;
        record.moves = found.moves.as_ref().map(letters);
        // Without --all the search stops at the first one.
        record.solutions = if found.all_moves.is_some() { found.solutions } else { found.length.map(|_| 1) };
        record.all_moves = found.all_moves.as_ref().map(|all| all.iter().map(letters).collect());
        record.bound = Some(found.bound);
        record.heuristic = solver.heuristic().map(str::to_owned);
        record.h0 = solver.heuristic().map(|_| found.h0);
        record.expanded = Some(found.expanded);
        record.generated = Some(found.generated);
        record.iterations = wording.stats.then(|| found.iterations.iter().map(IterationRecord::from).collect());
        record.seconds = Some(found.seconds);
        record.peak_bytes = Some(found.peak_bytes);
        record.drawn.path = found.moves;
        record.drawn.shortest = found.shortest;
        record.drawn.table_bytes = solver.table_bytes();
        record
    }

    pub(crate) fn exit(&self) -> Exit {
        match self.status {
            Outcome::Solved => Exit::Done,
            Outcome::Unsolvable | Outcome::Limit => Exit::Partial,
            Outcome::Invalid => Exit::Failed,
        }
    }
}

impl From<&Iteration> for IterationRecord {
    fn from(i: &Iteration) -> Self {
        Self { bound: i.bound, expanded: i.expanded, generated: i.generated }
    }
}

pub(crate) fn by(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Nodes => "stopped at the limit of nodes",
        LimitKind::Time => "stopped at the time limit",
        LimitKind::Depth => "stopped at the limit of depth",
        LimitKind::Memory => "stopped at the memory limit",
        LimitKind::Interrupted => "interrupted",
    }
}

impl Report for Record {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_text(out)
    }
}
