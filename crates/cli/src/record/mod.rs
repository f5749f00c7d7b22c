//! The result of solving one board, as it is printed: the layouts of its text.

mod show;
mod text;

use fifteen_solver::Convention;

pub(crate) use show::write_boards;
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
