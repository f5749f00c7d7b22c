//! `fifteen apply`: applies moves to boards and prints the resulting boards.

use std::ffi::OsString;

use anyhow::{Result, bail};
use fifteen_solver::puzzle::{GoalMap, IllegalMove, TileGrid};
use fifteen_solver::record::{implied_convention, tiles};
use fifteen_solver::{Board, Convention, Direction, Goal, HeuristicKind, Limits, Path, Setup};
use serde::{Serialize, Serializer};

use crate::args::{self, BoardAndMoves, GoalArgs, LETTERS_OF_MOVES, LettersArg};
use crate::exit::Exit;
use crate::input::{BoardArgs, BoardLine, prefix};
use crate::output::{Format, FormatArg, LineRecord};
use crate::record::write_boards;
use crate::terminal::{Ui, human};

/// Make moves on boards and print the boards after them
///
/// Give boards or files of boards, and then the moves, which are made on every board. Moves are letters U, D, L and R,
/// perhaps with the number of tiles that slide together, as in "R3 U2 L". They can also be words such as "left", arrows,
/// or the numbers of the tiles that move. Without moves, the command makes those in the records of the input, such as
/// `solve --json` prints.
///
/// A move that the board does not allow is an error. With --goal, the exit code is 1 unless all boards are solved.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |arg| arg.help(args::SIZE_OF_BOARDS)), mut_arg("letters", |arg| arg.long_help(LETTERS_OF_MOVES)), after_help = "\
Examples:
  fifteen apply \"1 2 3 / 4 5 6 / 7 8 0\" RDLU
  fifteen apply 123456780 \"R2 D L\"
  fifteen apply --inverse --show \"1 2 3 / 4 5 6 / 7 8 0\" RDLU
  fifteen random -n 5 --seed 1 --size 3x3 | fifteen solve --json | fifteen apply")]
pub(crate) struct Args {
    /// Boards, or files of boards, and then the moves
    ///
    /// The name '-' stands for the standard input.
    #[arg(value_name = "BOARD|FILE|MOVES", allow_negative_numbers = true)]
    words: Vec<OsString>,
    #[command(flatten)]
    goal: GoalArgs,
    /// Undo the moves: make the opposite moves, from the last to the first
    #[arg(long)]
    inverse: bool,
    /// Reflect the moves before they are made, as `convert --mirrored` reflects boards
    #[arg(long)]
    mirrored: bool,
    #[command(flatten)]
    letters: LettersArg,
    /// Draw every board on the way
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
    let BoardAndMoves { boards, moves } =
        BoardAndMoves::of(&args.words, args.goal.size.or(goal.own_size()))?;
    let boards = BoardArgs {
        boards: boards.to_vec(),
        goal: args.goal.clone(),
    }
    .open(0, goal.own_size(), ui)?;
    let expects_goal = args.goal.given()?.is_some();
    let (mut guessed, mut solved, mut others, mut last) = (false, 0_u64, 0_u64, None);
    // Moves given on the command line have one meaning for all boards, determined by the first
    // board.
    let mut decided = None;
    let make = |line: &BoardLine,
                (board, goal): (Board, Goal),
                record: &mut LineRecord<AppliedMoves>| {
        let Some(letters) = moves.as_ref().or(line.moves.as_ref()) else {
            return Ok(Err(
                "no moves given; write them after the board, as letters U, D, L, R".to_owned(),
            ));
        };
        let goal = match goal.board(board.size()) {
            Ok(goal) => goal,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let end = moves.is_none().then_some(&goal);
        // A record states what its letters mean, unless the user overrides it.
        let of_record = line.letters.filter(|_| moves.is_none());
        let given = args.letters.letters.or(of_record);
        // Do not guess the meaning of moves that will be inverted or mirrored, because as written,
        // they need not be legal on this board.
        let may_guess = given.is_none() && (end.is_some() || !args.inverse && !args.mirrored);
        let implied = || {
            if may_guess {
                implied_convention(letters, &board, end)
            } else {
                Convention::Tile
            }
        };
        let convention = given.or(decided).unwrap_or_else(implied);
        if moves.is_some() {
            decided = Some(convention);
        }
        if may_guess && convention == Convention::Blank && !std::mem::replace(&mut guessed, true) {
            ui.caution(format_args!("{}{}", prefix(line), args::OF_BLANK));
        }
        let made = record.result.make(letters, &board, args, &goal, convention);
        let made = made.map_err(|error| {
            if may_guess && moves.is_some() && implied() != convention {
                error + &as_on_first_board(convention)
            } else {
                error
            }
        });
        let is_solved = record.result.solved == Some(true);
        if is_solved {
            solved += 1;
        } else if let Some(after) = record.result.after {
            others += 1;
            last = Some((after, goal));
        }
        let exit = if expects_goal && !is_solved {
            Exit::Partial
        } else {
            Exit::Done
        };
        Ok(made.map(|()| exit))
    };
    let exit = boards.each(
        (&args.goal, &AppliedMoves::default()),
        format,
        ui,
        make,
        |out, record| match (record.board, record.result.after) {
            (Some(board), _) if args.show => {
                let boards = record.result.path.replay(&board).unwrap_or_default();
                let boards: Vec<TileGrid> = boards.into_iter().map(TileGrid::from).collect();
                write_boards(
                    out,
                    &boards,
                    &record.result.path.letters(record.result.convention),
                )
            }
            (_, Some(after)) => writeln!(out, "{after}"),
            _ => Ok(()),
        },
    )?;
    if format == Format::Text {
        match (solved, others, last) {
            (0, 0, _) => (),
            (1, 0, _) => ui.note("solved"),
            (0, 1, Some((after, goal))) => ui.note(to_go(&after, &goal)?),
            _ => ui.note(format_args!(
                "{} of {} boards are solved",
                human::count(solved),
                human::count(solved + others)
            )),
        }
    }
    Ok(exit)
}

/// Returns the end of the error message for moves that are legal on the first board but not on this
/// one.
fn as_on_first_board(convention: Convention) -> String {
    let [used, other] = match convention {
        Convention::Tile => ["tile", "blank"],
        Convention::Blank => ["blank", "tile"],
    };
    format!(
        "; the letters are directions of the {used}, as on the first board, unless --letters {other} is given"
    )
}

/// Maximum number of cells of boards that are solved instantly, so that the exact distance is
/// shown.
const SMALL: usize = 9;

/// Describes the distance of a board to the goal. For boards larger than 3x3, the distance is a
/// lower bound, which needs no search.
fn to_go(board: &Board, goal: &Board) -> Result<String> {
    let setup = Setup {
        goal: Goal::Board(*goal),
        ..Setup::with_heuristic(HeuristicKind::LinearConflict)
    };
    let solver = setup.open(board.size())?;
    let Ok(start) = solver.space().state(board) else {
        return Ok("not solved: the goal cannot be reached".to_owned());
    };
    if board.size().cells() <= SMALL {
        let distance = solver.solve(board, &Limits::default())?.bound;
        return Ok(format!(
            "not solved: {} to go",
            human::counted(distance.into(), "move", "moves")
        ));
    }
    let bound = solver.tile_heuristic().value(&start)?;
    Ok(format!(
        "not solved: at least {} to go",
        human::counted(bound.into(), "move", "moves")
    ))
}

/// Moves applied to a board, and the resulting board.
#[derive(Debug, Clone, Default, Serialize)]
struct AppliedMoves {
    /// The applied moves, one letter each.
    moves: Option<String>,
    /// Number of moves.
    length: Option<usize>,
    /// Board after the moves.
    #[serde(serialize_with = "tiles")]
    after: Option<Board>,
    /// Whether that board is the goal.
    solved: Option<bool>,
    /// The moves as a path, not part of the output.
    #[serde(skip)]
    path: Path,
    /// Meaning of the move letters: directions of the tile or of the blank.
    #[serde(rename = "letters", serialize_with = "name")]
    convention: Convention,
}

impl AppliedMoves {
    /// Applies the moves, first mirrored or inverted if requested.
    fn make(
        &mut self,
        letters: &str,
        board: &Board,
        args: &Args,
        goal: &Board,
        convention: Convention,
    ) -> Result<(), String> {
        self.convention = convention;
        let path = Path::parse_on(letters, board, convention).map_err(|e| e.to_string())?;
        let path = if args.mirrored {
            reflection(goal)?.path(&path)
        } else {
            path
        };
        let path = if args.inverse { path.inverse() } else { path };
        (self.moves, self.length) = (Some(path.letters(convention)), Some(path.len()));
        let boards = path
            .boards(board)
            .map_err(|illegal| explained(&illegal, path.len(), convention))?;
        self.after = boards.last().copied();
        self.solved = self.after.map(|after| after == *goal);
        self.path = path;
        Ok(())
    }
}

fn name<S: Serializer>(convention: &Convention, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(convention.name())
}

/// Returns the reflection that maps boards with this goal to boards with the same goal.
pub(super) fn reflection(goal: &Board) -> Result<GoalMap, String> {
    let none = || {
        format!(
            "no reflection of a {} board keeps the blank of the goal {goal} in its cell",
            goal.size()
        )
    };
    GoalMap::reflection(goal).ok_or_else(none)
}

/// Returns the error for an illegal move, in the user's notation.
fn explained(illegal: &IllegalMove, moves: usize, convention: Convention) -> String {
    let IllegalMove {
        position,
        board,
        direction,
    } = illegal;
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
