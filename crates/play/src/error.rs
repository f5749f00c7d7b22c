//! The errors of play.

use std::io;

/// An error that prevents play, or ends it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The terminal cannot be made a screen.
    #[error("cannot take the terminal: {0}")]
    Terminal(io::Error),
    /// The screen cannot be drawn, or keys cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The solver of hints and solutions cannot be opened.
    #[error("{0}")]
    Solver(String),
    /// The thread of a search cannot be started.
    #[error("cannot start a thread for a search: {0}")]
    Thread(io::Error),
    /// A search panicked.
    #[error("the search failed because of a bug in this program")]
    Search,
}
