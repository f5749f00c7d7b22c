//! Boards from the arguments, from files and from the standard input.
//!
//! [`fifteen_solver::input`] reads them. Here is decided where they come from.

mod arguments;
mod files;

use std::ffi::OsString;

use anyhow::{Result, anyhow, bail};
use fifteen_solver::{Board, Goal, Size};

use crate::args::GoalArgs;
use crate::terminal::Ui;
pub(crate) use fifteen_solver::input::BoardLine;
pub(crate) use files::{Boards, Source};

/// The options for boards, shared by the commands that take any number of them.
#[derive(Debug, clap::Args)]
pub(crate) struct BoardArgs {
    /// Boards, or files of boards
    ///
    /// '-' is the standard input, which is also read if it is a pipe and no board is given.
    #[arg(value_name = "BOARD|FILE", allow_negative_numbers = true)]
    pub boards: Vec<OsString>,
    #[command(flatten)]
    pub goal: GoalArgs,
}

impl BoardArgs {
    /// The boards without the first `skip` ones of the files; `size` is the goal's, where that is known and `--size` is
    /// not given.
    pub(crate) fn open<'a>(
        &self,
        skip: usize,
        size: Option<Size>,
        ui: &'a Ui,
    ) -> Result<Boards<'a>> {
        let size = self.goal.size.or(size);
        let mut sources = arguments::sources(&self.boards, size)?;
        if sources.is_empty() {
            if !files::stdin_has_boards() {
                bail!(
                    "no board given; write its numbers row by row, 0 for the blank, or name a file of boards, or - for \
                     the standard input"
                );
            }
            sources.push(Source::File("-".into()));
        }
        Boards::open(sources, size, skip, ui)
    }
}

/// `boards.txt, line 3: ` or `board 2: `, to begin a message; empty for the first argument.
pub(crate) fn prefix(line: &BoardLine) -> String {
    match &line.file {
        Some(file) => format!("{file}, line {}: ", line.line),
        None if line.line == 1 => String::new(),
        None => format!("board {}: ", line.line),
    }
}

/// The place of a board in the words of a result: `boards.txt, line 3` if several files are read, `line 3` in the only
/// file, `board 2` among the arguments.
pub(crate) fn place(file: Option<&str>, line: u64, files: usize) -> String {
    match file {
        Some(file) if files > 1 => format!("{file}, line {line}"),
        Some(_) => format!("line {line}"),
        None => format!("board {line}"),
    }
}

/// The board of a command that takes only one, from the arguments, a file or the standard input, and its goal.
pub(crate) fn one_board(arguments: &[OsString], goal: &GoalArgs, ui: &Ui) -> Result<(Board, Goal)> {
    let (line, board) = one_line(arguments, goal, ui)?;
    Ok((board, goal.of(&line)?))
}

/// The only board, as [`one_board`], and the line or record in which it was read.
pub(crate) fn one_line(
    arguments: &[OsString],
    goal: &GoalArgs,
    ui: &Ui,
) -> Result<(BoardLine, Board)> {
    let size = goal.goal()?.own_size();
    let boards = BoardArgs {
        boards: arguments.to_vec(),
        goal: goal.clone(),
    }
    .open(0, size, ui)?
    .all()?;
    let number = boards.len();
    match <[(BoardLine, Board); 1]>::try_from(boards) {
        Ok([only]) => Ok(only),
        Err(_) => Err(anyhow!("expected one board, but {number} were given")),
    }
}
