//! The result of solving one board, as it is printed: its data for JSON and CSV, and what only people are told.

mod show;
mod text;

use std::io::{self, Write};
use std::ops::Deref;

use fifteen_solver::record::{BoardRecord, Request};
use fifteen_solver::{Board, Convention, Path, Solution, SolveError, Solver};
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Report;
pub(crate) use show::figure;
pub(crate) use text::Look;

/// What a record says and how, the same for all boards of a call.
#[derive(Debug, Clone)]
pub(crate) struct Wording {
    pub request: Request,
    pub look: Look,
    /// Whether the boards are lines of a file, whose numbers tell which is which.
    pub in_file: bool,
}

/// One result.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Record {
    data: BoardRecord,
    /// For the text form only.
    #[serde(skip)]
    drawn: Drawn,
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

impl Deref for Record {
    type Target = BoardRecord;

    fn deref(&self) -> &BoardRecord {
        &self.data
    }
}

impl Record {
    /// What cannot be read as a board, or cannot be worked on.
    pub(crate) fn invalid(line: u64, board: Option<Board>, error: String, wording: &Wording) -> Self {
        let Wording { ref request, look, in_file } = *wording;
        let convention = request.convention;
        let drawn = Drawn { board, path: None, convention, look, in_file, shortest: true, table_bytes: 0 };
        Self { data: BoardRecord::invalid(line, board, error, request), drawn }
    }

    /// What came of solving a board.
    pub(crate) fn of(
        line: u64,
        board: Board,
        solver: &Solver,
        result: Result<Solution, SolveError>,
        wording: &Wording,
    ) -> Self {
        let data = BoardRecord::of(line, board, solver, result.as_ref(), &wording.request);
        let mut record = Self { data, ..Self::invalid(line, Some(board), String::new(), wording) };
        if let Ok(found) = result {
            record.drawn.path = found.moves;
            record.drawn.shortest = found.shortest;
            record.drawn.table_bytes = solver.table_bytes();
        }
        record
    }

    /// What a search found that was made elsewhere.
    pub(crate) fn found(data: BoardRecord, board: Board, found: Solution, wording: &Wording) -> Self {
        let mut record = Self { data, ..Self::invalid(1, Some(board), String::new(), wording) };
        record.drawn.path = found.moves;
        record
    }

    pub(crate) fn exit(&self) -> Exit {
        Exit::of(self.status)
    }
}

impl Report for Record {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_text(out)
    }
}
