//! Boards from the arguments, from files and from the standard input.
//!
//! [`fifteen_solver::input`] reads them. Here is decided where they come from.

mod arguments;
mod files;
mod interruptible;

use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Result, anyhow, bail};
use fifteen_solver::record::{SCHEMA, tiles};
use fifteen_solver::{Board, Goal, Size};
use serde::Serialize;

use crate::args::GoalArgs;
use crate::exit::Exit;
use crate::output::{Format, Printer};
use crate::terminal::ui::ErrorList;
use crate::terminal::{Ui, interrupt};
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
    pub(crate) fn open<'a>(&self, skip: usize, size: Option<Size>, ui: &'a Ui) -> Result<Boards<'a>> {
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

impl Boards<'_> {
    /// Prints a record of each board, and returns the largest exit code. `work` adds the result of a board with its goal
    /// to a record that begins with `empty`: it returns the board's exit code, or the reason why the board has no
    /// result. Where records are text, such reasons are reported here, and `text` writes the others.
    pub(crate) fn each<T: Clone + Serialize>(
        self,
        (goals, empty): (&GoalArgs, &T),
        format: Format,
        ui: &Ui,
        mut work: impl FnMut(&BoardLine, (Board, Goal), &mut LineRecord<T>) -> Result<Result<Exit, String>>,
        mut text: impl FnMut(&mut dyn Write, &LineRecord<T>) -> io::Result<()>,
    ) -> Result<Exit> {
        let names = self.names();
        // Nothing is searched, so nothing looks for a signal.
        interrupt::ends_the_process();
        let mut printer = Printer::stdout(format);
        let (mut exit, mut boards, mut errors) = (Exit::Done, 0, ErrorList::new(ui));
        for line in self {
            let line = line.map_err(anyhow::Error::msg)?;
            let goal = goals.of(&line)?;
            let mut record = LineRecord::new(&line, goal, empty.clone());
            let done = match &line.board {
                Ok(board) => work(&line, (*board, goal), &mut record)?,
                Err(error) => Err(error.clone()),
            };
            exit = exit.max(*done.as_ref().unwrap_or(&Exit::Failed));
            boards += 1;
            record.error = done.err();
            match &record.error {
                Some(error) if format == Format::Text => errors.add(format_args!("{}{error}", prefix(&line))),
                _ => printer.print(&record, |out| text(out, &record))?,
            }
        }
        errors.end();
        if boards == 0 { Err(anyhow!("no boards in {names}")) } else { Ok(exit) }
    }
}

/// The result of a command for a board of its input. The fields are in the order of the output; unknown values are
/// `None`.
#[derive(Debug, Serialize)]
pub(crate) struct LineRecord<T> {
    /// [`SCHEMA`].
    schema: u32,
    /// The line in the file, or the number of the board, from 1.
    pub line: u64,
    /// The board: its tiles row by row, 0 for the blank.
    #[serde(serialize_with = "tiles")]
    pub board: Option<Board>,
    /// Width and height: `4x4`.
    size: Option<String>,
    /// The goal: a name, or its tiles.
    pub goal: String,
    /// The fields of the command.
    #[serde(flatten)]
    pub result: T,
    /// The reason why there is no result.
    error: Option<String>,
    /// The name of the file of which `line` is a line.
    file: Option<String>,
}

impl<T> LineRecord<T> {
    fn new(line: &BoardLine, goal: Goal, result: T) -> Self {
        let board = line.board.as_ref().ok().copied();
        let size = board.map(|board| board.size().to_string());
        let (file, goal) = (line.file.clone(), goal.to_string());
        Self { schema: SCHEMA, line: line.line, board, size, goal, result, error: None, file }
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

/// The board of a command that takes only one, from the arguments, a file or the standard input, and its goal.
pub(crate) fn one_board(arguments: &[String], goal: &GoalArgs, ui: &Ui) -> Result<(Board, Goal)> {
    let size = goal.goal()?.own_size();
    let boards = BoardArgs { boards: arguments.iter().map(OsString::from).collect(), goal: goal.clone() }
        .open(0, size, ui)?
        .all()?;
    match boards.as_slice() {
        [(line, board)] => Ok((*board, goal.of(line)?)),
        boards => Err(anyhow!("expected one board, but {} were given", boards.len())),
    }
}
