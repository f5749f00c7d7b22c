//! Boards from the arguments, from files and from the standard input.
//!
//! [`fifteen_solver::input`] reads them. Here is decided where they come from.

mod arguments;
mod files;
mod interruptible;

use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Result, anyhow, bail};
pub(crate) use arguments::board_of_words;
use fifteen_solver::record::{SCHEMA, tiles};
use fifteen_solver::{Board, Goal, Size};
use serde::Serialize;

use crate::args::GoalArgs;
use crate::exit::Exit;
use crate::output::{Format, Printer};
use crate::terminal::ui::ErrorList;
use crate::terminal::{Ui, interrupt};
pub(crate) use fifteen_solver::input::BoardLine;
pub(crate) use files::{BoardFiles, Source};

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

/// The boards of a call.
pub(crate) enum Boards<'a> {
    /// All of them, from the arguments.
    Given(Vec<BoardLine>),
    /// Read as they are asked for.
    Read(Box<BoardFiles<'a>>),
}

impl BoardArgs {
    /// The boards; `size` is the goal's, where that is known and `--size` is not given.
    pub(crate) fn open<'a>(&self, size: Option<Size>, ui: &'a Ui) -> Result<Boards<'a>> {
        self.open_after(0, size, ui)
    }

    /// The boards without the first `skip` ones of the files.
    pub(crate) fn open_after<'a>(&self, skip: usize, size: Option<Size>, ui: &'a Ui) -> Result<Boards<'a>> {
        let size = self.goal.size.or(size);
        let sources = arguments::sources(&self.boards, size, ui)?;
        if sources.is_empty() && !files::stdin_has_boards() {
            bail!(
                "no board given; write its numbers row by row, 0 for the blank, or name a file of boards, or - for the \
                 standard input"
            );
        }
        let given = |source: &Source| matches!(source, Source::Board(_));
        if !sources.is_empty() && sources.iter().all(given) {
            if skip > 0 {
                bail!("--skip leaves out boards of a file; name one instead of boards");
            }
            let board = |source| if let Source::Board(line) = source { Some(line) } else { None };
            return Ok(Boards::Given(sources.into_iter().filter_map(board).collect()));
        }
        let sources = if sources.is_empty() { vec![Source::File("-".into())] } else { sources };
        Ok(Boards::Read(Box::new(BoardFiles::open(sources, size, skip, ui)?)))
    }
}

impl<'a> Boards<'a> {
    /// True if boards are lines of a file.
    pub(crate) fn in_file(&self) -> bool {
        matches!(self, Self::Read(_))
    }

    /// True if there is only one board.
    pub(crate) fn is_one(&mut self) -> bool {
        match self {
            Self::Given(lines) => lines.len() == 1,
            Self::Read(files) => files.is_one(),
        }
    }

    /// The boards, and the names of their files.
    pub(crate) fn lines(self) -> (Box<dyn Iterator<Item = Result<BoardLine, String>> + Send + 'a>, String) {
        match self {
            Self::Given(lines) => (Box::new(lines.into_iter().map(Ok)), String::new()),
            Self::Read(files) => {
                let names = files.names();
                (files, names)
            }
        }
    }

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
        let (lines, names) = self.lines();
        // Nothing is searched, so nothing looks for a signal.
        interrupt::ends_the_process();
        let mut printer = Printer::stdout(format);
        let (mut exit, mut boards, mut errors) = (Exit::Done, 0, ErrorList::new(ui));
        for line in lines {
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

    /// All boards, whose input is one text: an error in one of them is an error of the whole.
    pub(crate) fn all(self) -> Result<Vec<(BoardLine, Board)>> {
        let lines: Vec<BoardLine> = self.lines().0.collect::<Result<_, _>>().map_err(anyhow::Error::msg)?;
        let checked = |line: BoardLine| match line.board.clone() {
            Ok(board) => Ok((line, board)),
            Err(error) => Err(anyhow!("{}{error}", prefix(&line))),
        };
        lines.into_iter().map(checked).collect()
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
        .open(size, ui)?
        .all()?;
    match boards.as_slice() {
        [(line, board)] => Ok((*board, goal.of(line)?)),
        boards => Err(anyhow!("expected one board, but {} were given", boards.len())),
    }
}

/// An error of reading, which names the file.
fn unread(name: &str, error: &io::Error) -> String {
    format!("cannot read {name}: {error}")
}
