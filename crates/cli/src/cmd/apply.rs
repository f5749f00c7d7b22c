//! `fifteen apply`: applies moves to boards and prints the resulting boards.

use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Result, bail};
use fifteen_solver::puzzle::{GoalMap, IllegalMove, TileGrid};
use fifteen_solver::record::{implied_convention, tiles};
use fifteen_solver::{Board, Convention, Direction, Goal, HeuristicKind, Limits, Path, Setup};
use serde::{Serialize, Serializer};

use crate::args::{self, BoardAndMoves, GoalArgs, LETTERS_OF_MOVES, LettersArg};
use crate::exit::Exit;
use crate::input::{BoardArgs, BoardLine, prefix};
use crate::output::{Format, FormatArg, LineRecord, LineWriter};
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
    /// The name '-' stands for standard input.
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
    let mut application = Application {
        args,
        ui,
        moves,
        convention: None,
        is_guess_noted: false,
        solved: 0,
        unsolved: 0,
        last_unsolved: None,
    };
    let names = boards.names();
    let mut writer = LineWriter::new(format, ui);
    for line in boards {
        let line = line.map_err(anyhow::Error::msg)?;
        let goal = args.goal.of(&line)?;
        let mut record = LineRecord::new(&line, goal, AppliedMoves::default());
        let made = match &line.board {
            Ok(board) => application.make(&line, board, goal, &mut record.result),
            Err(error) => Err(error.clone()),
        };
        let is_solved = record.result.solved == Some(true);
        let exit = if expects_goal && !is_solved {
            Exit::Partial
        } else {
            Exit::Done
        };
        writer.add(&line, record, made.map(|()| exit), |out, record| {
            match (record.board, record.result.after) {
                (Some(board), _) if args.show => record.result.draw(out, &board),
                (_, Some(after)) => writeln!(out, "{after}"),
                _ => Ok(()),
            }
        })?;
    }
    let exit = writer.end(&names)?;
    if format == Format::Text {
        application.note_solved()?;
    }
    Ok(exit)
}

/// The moves of an `apply` command, and the totals over the boards processed so far.
struct Application<'a> {
    args: &'a Args,
    ui: &'a Ui,
    /// The moves on the command line, which are applied to every board. Without them, each board's
    /// input record must contain its moves.
    moves: Option<String>,
    /// Whether the letters in `moves` describe the movement of the tile or of the blank. The first
    /// board decides this for all boards.
    convention: Option<Convention>,
    /// Whether a note has already told the user that the letters are read as directions of the
    /// blank.
    is_guess_noted: bool,
    /// Number of boards that the moves solved.
    solved: u64,
    /// Number of boards that the moves did not solve.
    unsolved: u64,
    /// The last board that the moves did not solve, as it is after the moves, and its goal.
    last_unsolved: Option<(Board, Board)>,
}

impl Application<'_> {
    /// Makes the moves on the board of an input line, and stores the result in `applied`.
    ///
    /// # Errors
    /// Returns a message for the user if the line has no moves or if a move is not possible.
    fn make(
        &mut self,
        line: &BoardLine,
        board: &Board,
        goal: Goal,
        applied: &mut AppliedMoves,
    ) -> Result<(), String> {
        let letters = self.moves.as_ref().or(line.moves.as_ref()).ok_or(
            "no moves given; write them after the board, as letters U, D, L, R".to_owned(),
        )?;
        let goal = &args::single_board(goal, board.size()).map_err(|error| error.to_string())?;
        let known = self.given_convention(line).or(self.convention);
        let guessed = match known {
            Some(_) => None,
            None => self.implied_convention(line, letters, board, goal),
        };
        let convention = known.or(guessed).unwrap_or(Convention::Tile);
        if self.moves.is_some() {
            self.convention = Some(convention);
        }
        let made = applied.make(letters, board, self.args, goal, convention);
        // The letters may fit this board if they are read the other way: as directions of the blank
        // instead of the tile, or vice versa. The error then says that they are read as on the
        // first board.
        let made = made.map_err(|error| {
            let own = self.implied_convention(line, letters, board, goal);
            if self.moves.is_some() && own.is_some_and(|own| own != convention) {
                error + &as_on_first_board(convention)
            } else {
                error
            }
        });
        if guessed == Some(Convention::Blank) && !self.is_guess_noted {
            self.is_guess_noted = true;
            self.ui
                .caution(format_args!("{}{}", prefix(line), args::OF_BLANK));
        }
        match applied.after {
            Some(after) if after == *goal => self.solved += 1,
            Some(after) => {
                self.unsolved += 1;
                self.last_unsolved = Some((after, *goal));
            }
            None => {}
        }
        made
    }

    /// Returns whether the letters describe the movement of the tile or of the blank, according to
    /// `--letters` or else to the input record. Returns `None` if neither says so.
    fn given_convention(&self, line: &BoardLine) -> Option<Convention> {
        let of_record = line.letters.filter(|_| self.moves.is_none());
        self.args.letters.letters.or(of_record)
    }

    /// Guesses whether the letters describe the movement of the tile or of the blank, by checking
    /// which moves are possible on the board. Returns `None` if this is already known.
    ///
    /// Also returns `None` if moves from the command line are to be inverted or mirrored, because
    /// as written they can be impossible on this board. Moves in an input record lead to the goal
    /// as written, so a guess is possible for them even with `--inverse` or `--mirrored`.
    fn implied_convention(
        &self,
        line: &BoardLine,
        letters: &str,
        board: &Board,
        goal: &Board,
    ) -> Option<Convention> {
        let end = self.moves.is_none().then_some(goal);
        let is_changed = self.args.inverse || self.args.mirrored;
        let may_guess = self.given_convention(line).is_none() && (end.is_some() || !is_changed);
        may_guess.then(|| implied_convention(letters, &(*board).into(), end))
    }

    /// Prints a note that says whether the boards are solved.
    fn note_solved(&self) -> Result<()> {
        match (self.solved, self.unsolved, self.last_unsolved) {
            (0, 0, _) => (),
            (1, 0, _) => self.ui.note("solved"),
            (0, 1, Some((after, goal))) => self.ui.note(to_go(&after, &goal)?),
            (solved, unsolved, _) => self.ui.note(format_args!(
                "{} of {} boards are solved",
                human::count(solved),
                human::count(solved + unsolved)
            )),
        }
        Ok(())
    }
}

/// Returns the end of an error message. It says that the letters are read as on the first board,
/// and which option changes that.
fn as_on_first_board(convention: Convention) -> String {
    let [used, other] = match convention {
        Convention::Tile => ["tile", "blank"],
        Convention::Blank => ["blank", "tile"],
    };
    format!(
        "; the letters are directions of the {used}, as on the first board, unless --letters {other} is given"
    )
}

/// Maximum number of cells of a board whose exact distance is shown. On such small boards, a search
/// takes no noticeable time.
const SMALL: usize = 9;

/// Describes the distance from a board to the goal. For boards larger than 3x3, the distance is a
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
    /// Whether the board after the moves is the goal.
    solved: Option<bool>,
    /// The moves as a path, which is not part of the output.
    #[serde(skip)]
    path: Path,
    /// Whether the letters of `moves` give the direction in which the tile or the blank moves.
    #[serde(rename = "letters", serialize_with = "name")]
    convention: Convention,
}

impl AppliedMoves {
    /// Draws the board before the moves and after each of them.
    fn draw(&self, out: &mut dyn Write, board: &Board) -> io::Result<()> {
        let boards = self.path.replay(board).unwrap_or_default();
        let boards: Vec<TileGrid> = boards.into_iter().map(TileGrid::from).collect();
        write_boards(out, &boards, &self.path.letters(self.convention))
    }

    /// Applies the moves, after mirroring or inverting them if requested.
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

/// Returns the map that reflects boards and renumbers their tiles so that the goal stays the same.
/// Returns an error if no reflection keeps the goal's blank in its cell.
pub(super) fn reflection(goal: &Board) -> Result<GoalMap, String> {
    let none = || {
        format!(
            "no reflection of a {} board keeps the blank of the goal {goal} in its cell",
            goal.size()
        )
    };
    GoalMap::reflection(goal).ok_or_else(none)
}

/// Explains why a move is illegal. The message gives the move in the user's notation.
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
