//! The result of solving one board, as it is printed: its data for JSON and CSV, and the layouts of its text.

mod show;
mod text;

use std::io::{self, Write};

use fifteen_solver::Convention;
use fifteen_solver::record::BoardRecord;
use serde::Serialize;

use crate::output::Report;
pub(crate) use show::{figure, write_boards};
pub(crate) use text::Layout;

/// The form of results as text, the same for all boards of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Presentation {
    pub layout: Layout,
    pub convention: Convention,
    /// Without the board and without what the search took.
    pub bare: bool,
    /// The number of files; boards of a file are identified by their lines, and by its name if there are several.
    pub files: usize,
}

/// One result and the form of its text.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct BoardReport<'a> {
    pub record: &'a BoardRecord,
    #[serde(skip)]
    pub presentation: Presentation,
}

impl Report for BoardReport<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_text(out)
    }
}
