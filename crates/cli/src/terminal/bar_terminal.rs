//! The terminal on which bars are drawn: the standard error, with the cursor at the beginning of the last line.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use console::Term;
use indicatif::{ProgressDrawTarget, TermLike};

/// Drawings in a second, at most.
const RATE: u8 = 20;

/// The standard error. indicatif leaves the cursor behind the last character of a line, where the `^C` that a terminal
/// prints for Ctrl-C would begin a new line, and the old one would stay. Here the cursor returns to the beginning.
#[derive(Debug)]
struct BarTerminal {
    term: Term,
    /// Something was written since the last flush.
    drawn: AtomicBool,
}

/// The standard error as a place for bars; hidden if it is no terminal.
pub(super) fn target() -> ProgressDrawTarget {
    let term = Term::buffered_stderr();
    if !term.is_term() {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::term_like_with_hz(Box::new(BarTerminal { term, drawn: AtomicBool::new(false) }), RATE)
}

impl TermLike for BarTerminal {
    fn width(&self) -> u16 {
        self.term.size().1
    }

    fn height(&self) -> u16 {
        self.term.size().0
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.term.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.drawn.fetch_or(!text.is_empty(), Ordering::Relaxed);
        self.term.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.term.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        // Without a bar the cursor may be behind a question.
        if self.drawn.swap(false, Ordering::Relaxed) {
            self.term.write_str("\r")?;
        }
        self.term.flush()
    }
}
