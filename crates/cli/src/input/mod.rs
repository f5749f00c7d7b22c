//! Decides where the boards of a command come from: arguments, files or standard input.
//!
//! The text of the boards is parsed by [`fifteen_solver::input`].

mod arguments;
mod files;
mod pairs;

use std::ffi::OsString;

use anyhow::{Result, anyhow, bail};
use fifteen_solver::{Board, Goal, Size};

use crate::args::{GoalArgs, SIZE_OF_BOARDS};
use crate::terminal::Ui;
pub(crate) use fifteen_solver::input::BoardLine;
pub(crate) use files::{Boards, Source};

/// The options for boards, shared by the commands that take any number of them.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |arg| arg.help(SIZE_OF_BOARDS)))]
pub(crate) struct BoardArgs {
    /// Boards, or files of boards
    ///
    /// The name '-' stands for standard input, which is also read if you give no board and it is a pipe or a file.
    #[arg(value_name = "BOARD|FILE", allow_negative_numbers = true)]
    pub boards: Vec<OsString>,
    #[command(flatten)]
    pub goal: GoalArgs,
}

impl BoardArgs {
    /// Opens the sources of boards, and skips the first `skip` boards of the files. `size` is the
    /// size of the goal, or `None` if it is unknown. A board whose text does not mark its rows has
    /// the size given with `--size`, or else the size of the goal.
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
                     standard input"
                );
            }
            sources.push(Source::File("-".into()));
        }
        Boards::open(sources, size, skip, ui)
    }
}

/// Returns the beginning of an error message, which says where the board is: `boards.txt, line 3:
/// `, `boards.json, line 1, board 2: ` or `board 2: `. It is empty for the first argument.
pub(crate) fn prefix(line: &BoardLine) -> String {
    match &line.file {
        Some(file) => format!("{file}, {}: ", line_and_item(line.line, line.item)),
        None if line.line == 1 => String::new(),
        None => format!("board {}: ", line.line),
    }
}

/// Returns `line 3`, or `line 3, board 2` if the line contains several boards.
fn line_and_item(line: u64, item: Option<u64>) -> String {
    item.map_or_else(
        || format!("line {line}"),
        |item| format!("line {line}, board {item}"),
    )
}

/// Returns the location of a board as results print it: `boards.txt, line 3` if several files are
/// read, `line 3` if there is one file, or `board 2` for an argument.
pub(crate) fn place(file: Option<&str>, line: u64, item: Option<u64>, files: usize) -> String {
    match file {
        Some(file) if files > 1 => format!("{file}, {}", line_and_item(line, item)),
        Some(_) => line_and_item(line, item),
        None => format!("board {line}"),
    }
}

/// Returns the board and its goal for a command that accepts only one board. The board can come
/// from the arguments, a file or standard input.
pub(crate) fn one_board(arguments: &[OsString], goal: &GoalArgs, ui: &Ui) -> Result<(Board, Goal)> {
    let (line, board) = one_line(arguments, goal, ui)?;
    Ok((board, goal.of(&line)?))
}

/// Works like [`one_board`], but returns the whole input line or record together with the board.
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
