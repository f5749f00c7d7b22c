//! Boards from the arguments, from files and from the standard input.
//!
//! The notation of boards and the forms of files are read by [`fifteen_solver::input`]. Here is decided where they come
//! from.

mod arguments;
mod files;
mod interruptible;

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Result, anyhow, bail};
use fifteen_solver::{Board, Size, input};

use crate::args;
use crate::exit::Exit;
use crate::output::Format;
use crate::terminal::ui::Ui;
pub(crate) use files::{BoardFiles, Source};
pub(crate) use interruptible::InterruptibleReader;

/// The options for boards, shared by the commands that take any number of them.
#[derive(Debug, clap::Args)]
pub(crate) struct BoardArgs {
    /// Boards, or files of boards
    ///
    /// '-' is the standard input, which is also read if it is a pipe and no board is given.
    #[arg(value_name = "BOARD|FILE", allow_negative_numbers = true)]
    pub boards: Vec<String>,
    /// Read boards from a file
    ///
    /// '-' is the standard input. In a file '#' starts a comment. May be repeated.
    #[arg(long, value_name = "FILE", conflicts_with = "boards")]
    pub file: Vec<PathBuf>,
    /// Skip the first N boards of the files
    #[arg(long, hide_short_help = true, value_name = "N", default_value = "0", hide_default_value = true, value_parser = args::number::<usize>)]
    pub skip: usize,
    /// Width x height, where neither rows nor a square count of numbers give it
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    pub size: Option<Size>,
}

/// A board of the input, or the reason why a text is not a board.
#[derive(Debug, Clone)]
pub(crate) struct BoardLine {
    /// The name of the file; none for the arguments.
    pub file: Option<String>,
    /// The line in the file, or the number of the board among the arguments, from 1.
    pub line: u64,
    pub board: Result<Board, String>,
    /// The moves that a record of the input has.
    pub moves: Option<String>,
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
        let size = self.size.or(size);
        let sources = if self.file.is_empty() {
            arguments::sources(&self.boards, size, ui)?
        } else {
            self.file.iter().cloned().map(Source::File).collect()
        };
        if sources.is_empty() && !files::stdin_has_boards() {
            bail!(
                "no board given; write its numbers row by row, 0 for the blank, or name a file of boards, or - for the \
                 standard input"
            );
        }
        let given = |source: &Source| matches!(source, Source::Board(_));
        if !sources.is_empty() && sources.iter().all(given) {
            if self.skip > 0 {
                bail!("--skip leaves out boards of a file; name one instead of boards");
            }
            let board = |source| if let Source::Board(line) = source { Some(line) } else { None };
            return Ok(Boards::Given(sources.into_iter().filter_map(board).collect()));
        }
        let sources = if sources.is_empty() { vec![Source::File("-".into())] } else { sources };
        Ok(Boards::Read(Box::new(BoardFiles::open(sources, size, self.skip, ui)?)))
    }
}

impl Boards<'_> {
    /// True if boards are lines of a file.
    pub(crate) fn in_file(&self) -> bool {
        matches!(self, Self::Read(_))
    }

    /// Handles one board after the other, and returns the largest exit code. `handle` returns a board's exit code, and
    /// its error if it has one: where results are text, errors are reported here.
    pub(crate) fn each(
        self,
        format: Format,
        ui: &Ui,
        mut handle: impl FnMut(BoardLine) -> Result<(Exit, Option<String>)>,
    ) -> Result<Exit> {
        let (lines, names): (Box<dyn Iterator<Item = Result<BoardLine, String>>>, _) = match self {
            Self::Given(lines) => (Box::new(lines.into_iter().map(Ok)), String::new()),
            Self::Read(files) => {
                let names = files.names();
                (files, names)
            }
        };
        let (mut exit, mut boards) = (Exit::Done, 0);
        for line in lines {
            let line = line.map_err(anyhow::Error::msg)?;
            let prefix = line.prefix();
            let (of_board, error) = handle(line)?;
            if let Some(error) = error.filter(|_| format == Format::Text) {
                ui.error(format_args!("{prefix}{error}"));
            }
            exit = exit.max(of_board);
            boards += 1;
        }
        if boards == 0 { Err(anyhow!("no boards in {names}")) } else { Ok(exit) }
    }

    /// All boards, whose input is one text: an error in one of them is an error of the whole.
    pub(crate) fn all(self) -> Result<Vec<(BoardLine, Board)>> {
        let lines: Vec<BoardLine> = match self {
            Self::Given(lines) => lines,
            Self::Read(files) => files.collect::<Result<_, _>>().map_err(anyhow::Error::msg)?,
        };
        let checked = |line: BoardLine| match line.board.clone() {
            Ok(board) => Ok((line, board)),
            Err(error) => Err(anyhow!("{}{error}", line.prefix())),
        };
        lines.into_iter().map(checked).collect()
    }
}

impl BoardLine {
    fn new(file: Option<String>, line: input::BoardLine) -> Self {
        Self { file, line: line.line, board: line.board, moves: line.moves }
    }

    /// `boards.txt, line 3: ` or `board 2: `, to begin a message; empty for the first argument.
    pub(crate) fn prefix(&self) -> String {
        match &self.file {
            Some(file) => format!("{file}, line {}: ", self.line),
            None if self.line == 1 => String::new(),
            None => format!("board {}: ", self.line),
        }
    }
}

/// The board of a command that takes only one, from the arguments, a file or the standard input.
pub(crate) fn one_board(arguments: &[String], size: Option<Size>, ui: &Ui) -> Result<Board> {
    let args = BoardArgs { boards: arguments.to_vec(), file: Vec::new(), skip: 0, size };
    let boards = args.open(size, ui)?.all()?;
    match boards.as_slice() {
        [(_, board)] => Ok(*board),
        boards => Err(anyhow!("expected one board, but {} were given", boards.len())),
    }
}

/// The text of a file of scrambles or moves; '-' is the standard input.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let text = if path == Path::new("-") { io::read_to_string(io::stdin().lock()) } else { fs::read_to_string(path) };
    text.map_err(|error| anyhow!(unread(&path.display().to_string(), &error)))
}

/// An error of reading, which names the file.
fn unread(name: &str, error: &io::Error) -> String {
    format!("cannot read {name}: {error}")
}
