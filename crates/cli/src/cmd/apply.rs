//! `fifteen apply`: boards after moves.

use std::io::{self, Write};

use anyhow::{Result, bail};
use fifteen_solver::puzzle::{GoalMap, IllegalMove};
use fifteen_solver::record::{SCHEMA, recorded_convention, tiles};
use fifteen_solver::{Board, Convention, Direction, Goal, Path};
use serde::Serialize;

use crate::args::{self, GoalArgs, LettersArg};
use crate::exit::Exit;
use crate::input::{BoardArgs, BoardLine, prefix};
use crate::output::{Format, FormatArg, Printer};
use crate::record::write_boards;
use crate::terminal::ui::Ui;

/// Make moves on boards and print the boards after them
///
/// The words at the end that consist of U, D, L and R are the moves, perhaps with numbers of tiles that slide together,
/// as in "R3 U2 L"; the words before them are boards, or files of boards. Without moves, those in the records of the
/// input are made, such as `solve` prints. A move that leaves the board is an error that names it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen apply \"1 2 3 / 4 5 6 / 7 8 0\" RDLU
  fifteen apply 123456780 \"R2 D L\"
  fifteen apply --inverse --show \"1 2 3 / 4 5 6 / 7 8 0\" RDLU
  fifteen random -n 5 --seed 1 --size 3x3 | fifteen solve --json | fifteen apply")]
pub(crate) struct Args {
    /// Boards, or files of boards, and then the moves
    ///
    /// '-' is the standard input.
    #[arg(value_name = "BOARD|FILE|MOVES", allow_negative_numbers = true)]
    words: Vec<String>,
    #[command(flatten)]
    goal: GoalArgs,
    /// Undo the moves: make the opposite ones, from the last to the first
    #[arg(long)]
    inverse: bool,
    /// Reflect the moves first, about the diagonal through the blank of the goal, as `convert --mirrored` reflects
    /// boards
    #[arg(long)]
    mirrored: bool,
    #[command(flatten)]
    letters: LettersArg,
    /// Draw every board, numbered
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let format = args.output.format();
    if args.show && format != Format::Text {
        bail!("--show draws boards as text; leave it out, or leave out --json and --csv");
    }
    let goal = args.goal.goal()?;
    let (boards, moves) = args::board_and_moves(&args.words);
    let given = args.letters.convention();
    let moves = if moves.is_empty() { None } else { Some(Path::parse(&moves.concat(), given)?) };
    let boards = BoardArgs { boards: boards.to_vec(), goal: args.goal.clone() };
    let mut printer = Printer::stdout(format);
    let mut noted = false;
    boards.open(goal.own_size(), ui)?.each(format, ui, |line| {
        let recorded = if moves.is_none() && args.letters.letters.is_none() { convention(&line, goal) } else { None };
        if recorded == Some(Convention::Blank) && !std::mem::replace(&mut noted, true) {
            ui.note(format_args!(
                "{}the moves are read as directions of the blank, which fit the board; --letters decides",
                prefix(&line)
            ));
        }
        let convention = recorded.unwrap_or(given);
        let record = replayed(&line, args, goal, moves.as_ref(), convention);
        printer.print_as(&record, |out| write_text(out, &record, args.show.then_some(convention)))?;
        Ok((if record.error.is_some() { Exit::Failed } else { Exit::Done }, record.error))
    })
}

/// The convention of the moves in a record of the input.
fn convention(line: &BoardLine, goal: Goal) -> Option<Convention> {
    let board = line.board.as_ref().ok()?;
    Some(recorded_convention(line.moves.as_ref()?, board, &goal.board(board.size()).ok()?))
}

/// The result of making moves on a board. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Default, Serialize)]
struct ReplayRecord {
    /// [`SCHEMA`].
    schema: u32,
    /// The line in the file, or the number of the board, from 1.
    line: u64,
    /// The board before the moves.
    #[serde(serialize_with = "tiles")]
    board: Option<Board>,
    /// Width and height: `4x4`.
    size: Option<String>,
    /// The goal: a name, or its tiles.
    goal: String,
    /// The moves that were made, a letter each.
    moves: Option<String>,
    /// Number of moves.
    length: Option<usize>,
    /// The board after the moves.
    #[serde(serialize_with = "tiles")]
    after: Option<Board>,
    /// True if that is the goal.
    solved: Option<bool>,
    /// The reason why the moves were not made.
    error: Option<String>,
    /// The name of the file of which `line` is a line.
    file: Option<String>,
    /// The moves as a path; not part of the output.
    #[serde(skip)]
    path: Path,
}

/// The record of a line.
fn replayed(line: &BoardLine, args: &Args, goal: Goal, moves: Option<&Path>, convention: Convention) -> ReplayRecord {
    let board = line.board.as_ref().ok().copied();
    let mut record = ReplayRecord {
        schema: SCHEMA,
        line: line.line,
        board,
        size: board.map(|board| board.size().to_string()),
        goal: goal.to_string(),
        file: line.file.clone(),
        ..ReplayRecord::default()
    };
    record.error = replay(&mut record, line, args, goal, moves, convention).err();
    record
}

/// Adds the moves, and the board after them.
fn replay(
    record: &mut ReplayRecord,
    line: &BoardLine,
    args: &Args,
    goal: Goal,
    moves: Option<&Path>,
    convention: Convention,
) -> Result<(), String> {
    let board = line.board.clone()?;
    let recorded = line.moves.as_ref().map(|letters| Path::parse(letters, convention).map_err(|e| e.to_string()));
    let path = path(moves.cloned().map(Ok).or(recorded), &board, args, goal)?;
    (record.moves, record.length) = (Some(path.letters(convention)), Some(path.len()));
    let boards = path.boards(&board).map_err(|illegal| explained(&illegal, path.len(), convention))?;
    record.after = boards.last().copied();
    record.solved = record.after.zip(goal.board(board.size()).ok()).map(|(after, goal)| after == goal);
    record.path = path;
    Ok(())
}

/// The moves to be made: mirrored and inverted if that was asked for.
fn path(moves: Option<Result<Path, String>>, board: &Board, args: &Args, goal: Goal) -> Result<Path, String> {
    let path = moves.ok_or("no moves given; write them after the board, as letters U, D, L, R")??;
    let goal = goal.board(board.size()).map_err(|e| e.to_string())?;
    let path = if args.mirrored { reflection(&goal)?.path(&path) } else { path };
    Ok(if args.inverse { path.inverse() } else { path })
}

/// The reflection of boards with that goal.
pub(super) fn reflection(goal: &Board) -> Result<GoalMap, String> {
    let none = || format!("no reflection of a {} board keeps the blank of the goal {goal} in its cell", goal.size());
    GoalMap::reflection(goal).ok_or_else(none)
}

/// Writes the board after the moves, or draws all boards in the convention of `show`.
fn write_text(out: &mut dyn Write, record: &ReplayRecord, show: Option<Convention>) -> io::Result<()> {
    match (record.board, record.after, show) {
        (Some(board), Some(_), Some(convention)) => write_boards(out, &board, &record.path, convention),
        (_, Some(after), None) => writeln!(out, "{after}"),
        _ => Ok(()),
    }
}

/// The illegal move as a person wrote it.
fn explained(illegal: &IllegalMove, moves: usize, convention: Convention) -> String {
    let IllegalMove { position, board, direction } = illegal;
    let letter = Path::new(vec![*direction]).letters(convention);
    let (to, edge) = match direction {
        Direction::Up => ("up", "the top row"),
        Direction::Down => ("down", "the bottom row"),
        Direction::Left => ("left", "the left column"),
        Direction::Right => ("right", "the right column"),
    };
    let why = match convention {
        Convention::Blank => format!("the blank cannot move {to}, since it is in {edge}"),
        Convention::Tile => {
            let to = match direction.opposite() {
                Direction::Up => "up",
                Direction::Down => "down",
                Direction::Left => "to the left",
                Direction::Right => "to the right",
            };
            format!("no tile can move {to}, since the blank is in {edge}")
        }
    };
    format!("move {position} of {moves} is '{letter}', but {why} of {board}")
}
