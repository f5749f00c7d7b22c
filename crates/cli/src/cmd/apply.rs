//! `fifteen apply`: boards after moves.

use anyhow::{Result, bail};
use fifteen_solver::puzzle::{GoalMap, IllegalMove};
use fifteen_solver::record::{recorded_convention, tiles};
use fifteen_solver::{Board, Convention, Direction, Goal, Path};
use serde::Serialize;

use crate::args::{self, GoalArgs, LettersArg};
use crate::exit::Exit;
use crate::input::{BoardArgs, BoardLine, LineRecord, prefix};
use crate::output::{Format, FormatArg};
use crate::record::write_boards;
use crate::terminal::Ui;

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
    let boards = BoardArgs { boards: boards.to_vec(), goal: args.goal.clone() }.open(goal.own_size(), ui)?;
    let mut noted = false;
    let make = |line: &BoardLine, board: Board, record: &mut LineRecord<Made>| {
        let convention = match &line.moves {
            Some(letters) if moves.is_none() && args.letters.letters.is_none() => {
                goal.board(board.size()).map_or(given, |goal| recorded_convention(letters, &board, &goal))
            }
            _ => given,
        };
        if convention != given && !std::mem::replace(&mut noted, true) {
            ui.note(format_args!(
                "{}the moves are read as directions of the blank, which fit the board; --letters decides",
                prefix(line)
            ));
        }
        Ok(record.result.make(line, &board, args, goal, moves.as_ref(), convention).map(|()| Exit::Done))
    };
    boards.each((goal, &Made::default()), format, ui, make, |out, record| match (record.board, record.result.after) {
        (Some(board), _) if args.show => write_boards(out, &board, &record.result.path, record.result.convention),
        (_, Some(after)) => writeln!(out, "{after}"),
        _ => Ok(()),
    })
}

/// The moves on a board, and the board after them.
#[derive(Debug, Clone, Default, Serialize)]
struct Made {
    /// The moves that were made, a letter each.
    moves: Option<String>,
    /// Number of moves.
    length: Option<usize>,
    /// The board after the moves.
    #[serde(serialize_with = "tiles")]
    after: Option<Board>,
    /// True if that is the goal.
    solved: Option<bool>,
    /// The moves as a path; not part of the output.
    #[serde(skip)]
    path: Path,
    /// The meaning of the letters; not part of the output.
    #[serde(skip)]
    convention: Convention,
}

impl Made {
    /// Makes the moves given, else those of the line: mirrored and inverted if that was asked for.
    fn make(
        &mut self,
        line: &BoardLine,
        board: &Board,
        args: &Args,
        goal: Goal,
        moves: Option<&Path>,
        convention: Convention,
    ) -> Result<(), String> {
        let path = match (moves, &line.moves) {
            (Some(path), _) => path.clone(),
            (None, Some(letters)) => Path::parse(letters, convention).map_err(|e| e.to_string())?,
            (None, None) => return Err("no moves given; write them after the board, as letters U, D, L, R".to_owned()),
        };
        let goal = goal.board(board.size()).map_err(|e| e.to_string())?;
        let path = if args.mirrored { reflection(&goal)?.path(&path) } else { path };
        let path = if args.inverse { path.inverse() } else { path };
        (self.moves, self.length) = (Some(path.letters(convention)), Some(path.len()));
        let boards = path.boards(board).map_err(|illegal| explained(&illegal, path.len(), convention))?;
        self.after = boards.last().copied();
        self.solved = self.after.map(|after| after == goal);
        (self.path, self.convention) = (path, convention);
        Ok(())
    }
}

/// The reflection of boards with that goal.
pub(super) fn reflection(goal: &Board) -> Result<GoalMap, String> {
    let none = || format!("no reflection of a {} board keeps the blank of the goal {goal} in its cell", goal.size());
    GoalMap::reflection(goal).ok_or_else(none)
}

/// The illegal move as a person wrote it.
fn explained(illegal: &IllegalMove, moves: usize, convention: Convention) -> String {
    let IllegalMove { position, board, direction } = illegal;
    let letter = Path::new(vec![*direction]).letters(convention);
    let (edge, to, opposite) = match direction {
        Direction::Up => ("the top row", "up", "down"),
        Direction::Down => ("the bottom row", "down", "up"),
        Direction::Left => ("the left column", "left", "to the right"),
        Direction::Right => ("the right column", "right", "to the left"),
    };
    let why = match convention {
        Convention::Blank => format!("the blank cannot move {to}, since it is in {edge}"),
        Convention::Tile => format!("no tile can move {opposite}, since the blank is in {edge}"),
    };
    format!("move {position} of {moves} is '{letter}', but {why} of {board}")
}
