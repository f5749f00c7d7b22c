//! `fifteen random`: generates random solvable boards from a seed.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::sync::Arc;

use anyhow::{Result, bail};
use fifteen_lab::{BoardsOfDepth, LabError};
use fifteen_solver::record::{SCHEMA, tiles};
use fifteen_solver::{
    Board, Goal, Limits, Metric, RandomBoards, Scrambler, Setup, Solver, Threads,
};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::args::{self, GoalArgs, LettersArg, TablesArg};
use crate::exit::{Exit, Interrupted};
use crate::output::{Format, JsonArg, unwritten};
use crate::progress::{self, ProgressLines};
use crate::terminal::human::{self, counted};
use crate::terminal::{Ui, interrupt};

/// Print random solvable boards, one per line
///
/// Every solvable board is equally likely, and boards are independent of each other, so a small board can occur twice.
/// The same seed gives the same boards in every version of this program.
///
/// With --depth, no board occurs twice. Every board of this depth is equally likely on boards of up to 12 cells, up to
/// depth 69 on 4x4, and near the goal on larger boards. Elsewhere each board is the end of a random walk, so that some
/// boards are more likely than others. A note says which of the two was done.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen random 5
  fifteen random --size 5x5 -n 100 --seed 1 > boards.txt
  fifteen random -n 1000 --goal first | fifteen solve --goal first
  fifteen random -n 5 --scramble
  fifteen random -n 5 --size 3x3 --scramble --metric multi-tile
  fifteen random --size 3x3 --depth 31 -n 10")]
pub(crate) struct Args {
    #[command(flatten)]
    goal: GoalArgs,
    /// Number of boards
    #[arg(short = 'n', value_name = "N", default_value = "1", value_parser = args::number::<u64>)]
    count: u64,
    /// Number of boards, the same as -n
    #[arg(value_name = "N", conflicts_with = "count", value_parser = args::number::<u64>)]
    boards: Option<u64>,
    /// Seed for the random boards [default: a random seed, which is printed to standard error]
    #[arg(long, value_name = "S", value_parser = args::number::<u64>)]
    seed: Option<u64>,
    /// Draw only boards whose shortest solution has N single-tile moves
    ///
    /// On 4x4, each board of a depth beyond 69 takes seconds to hours. Depth 80 is quick, because its 17 boards are known.
    #[arg(long, value_name = "N", value_parser = args::number::<u32>)]
    depth: Option<u32>,
    /// Instead of each board, print moves that lead to it from the goal
    ///
    /// The moves are the inverse of a shortest solution, or of a good solution if the board has more
    /// than 16 cells. They are written as slides: R3 moves three tiles to the right at once.
    #[arg(long)]
    scramble: bool,
    /// With --scramble, the metric in which the solution is shortest
    ///
    /// In the multi-tile metric, a move slides one or more tiles of a row or column together. This metric is for boards
    /// of up to 16 cells.
    #[arg(long, value_name = "single-tile|multi-tile", default_value = "single-tile", requires = "scramble",
        hide_short_help = true, value_parser = args::metric(), hide_possible_values = true)]
    metric: Metric,
    #[command(flatten)]
    letters: LettersArg,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    json: JsonArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = args.goal.board()?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = drawn_seed();
        ui.note(format_args!("to draw the same boards again: --seed {seed}"));
        seed
    });
    if !args.tables.pdb.is_empty() && args.depth.is_none() && !args.scramble {
        bail!("--pdb has no effect without --depth or --scramble");
    }
    if args.letters.letters.is_some() && !args.scramble {
        bail!("--letters has no effect without --scramble");
    }
    let mut boards = RandomBoards::new(goal, seed);
    let mut of_depth = args
        .depth
        .map(|depth| of_depth(args, goal, depth, seed, ui))
        .transpose()?;
    let open = of_depth.as_ref().and_then(|boards| boards.solver());
    let scrambler = args
        .scramble
        .then(|| scrambler(args, goal, open, ui))
        .transpose()?;
    let mut out = BoardWriter::new(args.depth.is_some() || args.scramble, ui);
    let count = args.boards.unwrap_or(args.count);
    let mut progress = DrawnBoards::new(count, ui);
    if out.is_slow {
        progress.drawn(0);
    }
    for number in 0..count {
        let drawn = match &mut of_depth {
            Some(boards) => boards.draw(&mut || progress.tried(number))?,
            None => boards.next(),
        };
        if let (None, Some(depth), false) = (drawn, args.depth, interrupt::requested()) {
            progress.end();
            let boards = counted(number, "board", "boards");
            ui.note(format_args!(
                "only {boards} of depth {depth}: there are no others"
            ));
            out.end()?;
            return Ok(Exit::Partial);
        }
        let Some(board) = drawn else { break };
        if interrupt::requested() {
            break;
        }
        let mut record = RandomBoard {
            schema: SCHEMA,
            line: number + 1,
            board: Some(board),
            size: board.size().to_string(),
            goal: args.goal.goal()?.to_string(),
            seed,
            depth: args.depth,
            scramble: None,
            metric: args.metric.name(),
            letters: args.letters.convention().name(),
        };
        if let Some(scrambler) = &scrambler {
            let Some(path) = scrambler.scramble(&board)? else {
                break;
            };
            record.scramble = Some(path.slides(args.letters.convention()));
        }
        out.line(&record.text(args.json.format())?)?;
        if out.is_slow {
            progress.drawn(number + 1);
        }
    }
    progress.end();
    out.end()?;
    if interrupt::requested() {
        ui.note("interrupted; every line that was written is whole");
        return Ok(Exit::Partial);
    }
    Ok(Exit::Done)
}

/// A random board as a line of JSON.
#[derive(Debug, Serialize)]
struct RandomBoard {
    /// Version of the record format, always [`SCHEMA`].
    schema: u32,
    /// The 1-based index of the board.
    line: u64,
    /// The tiles in row-major order, with 0 for the blank.
    #[serde(serialize_with = "tiles")]
    board: Option<Board>,
    /// Width and height, such as `4x4`.
    size: String,
    /// The goal, as a name or as its tiles.
    goal: String,
    /// The seed from which all boards of this run were generated.
    seed: u64,
    /// The length of the board's shortest solution in the single-tile metric, or `None` if no depth
    /// was requested.
    depth: Option<u32>,
    /// Moves from the goal to the board, or `None` if they were not requested. The field is not
    /// called `moves`, because in other records these are moves from the board to the goal.
    scramble: Option<String>,
    /// Metric of the solution whose inverse is the scramble: `single-tile` or `multi-tile`.
    metric: &'static str,
    /// Whether the letters of the scramble are directions of the `tile` or of the `blank`.
    letters: &'static str,
}

impl RandomBoard {
    /// Returns the line to print. In JSON, this is the record. In text, it is the scramble, or the
    /// board if no scramble was requested.
    fn text(&self, format: Format) -> Result<String> {
        if format == Format::Json {
            return Ok(serde_json::to_string(self)?);
        }
        let board = || self.board.map(|board| board.to_string());
        Ok(self.scramble.clone().or_else(board).unwrap_or_default())
    }
}

/// Writes one board per line to standard output.
struct BoardWriter<'a> {
    out: BufWriter<StdoutLock<'static>>,
    /// Whether to flush after each board, because generating the next one can take seconds or
    /// hours.
    is_slow: bool,
    ui: &'a Ui,
}

impl<'a> BoardWriter<'a> {
    fn new(is_slow: bool, ui: &'a Ui) -> Self {
        Self {
            out: BufWriter::new(io::stdout().lock()),
            is_slow,
            ui,
        }
    }

    /// Writes a line.
    fn line(&mut self, line: &str) -> io::Result<()> {
        if !self.is_slow {
            return writeln!(self.out, "{line}").map_err(unwritten);
        }
        // Hide the progress line while printing, because the board may go to the same terminal.
        self.ui
            .with_bars_hidden(|| writeln!(self.out, "{line}").and_then(|()| self.out.flush()))
            .map_err(unwritten)
    }

    /// Flushes the lines that are still in the buffer. Called at the end of the command.
    fn end(&mut self) -> io::Result<()> {
        self.out.flush().map_err(unwritten)
    }
}

/// Shows how many boards have been generated. On a terminal, this is a status line. Elsewhere, such
/// as in a log file, lines are printed periodically if `--verbose` is given.
struct DrawnBoards<'a> {
    count: u64,
    /// Number of candidate boards whose depth was checked.
    tried: u64,
    bar: ProgressBar,
    lines: ProgressLines,
    ui: &'a Ui,
}

impl<'a> DrawnBoards<'a> {
    fn new(count: u64, ui: &'a Ui) -> Self {
        Self {
            count,
            tried: 0,
            bar: ui.line("boards"),
            lines: ProgressLines::new(),
            ui,
        }
    }

    /// Counts another candidate whose depth was checked, and updates the display. `drawn` is the
    /// number of boards accepted so far.
    fn tried(&mut self, drawn: u64) {
        self.tried += 1;
        self.drawn(drawn);
    }

    /// Shows that `drawn` boards have been accepted, and how many candidates were checked to find
    /// them.
    fn drawn(&mut self, drawn: u64) {
        let mut text = format!(
            "{} of {} drawn",
            human::count(drawn),
            human::count(self.count)
        );
        if self.tried > 0 {
            text += &format!(", {} tried", human::count(self.tried));
        }
        self.bar.set_message(text.clone());
        self.lines.print(&self.bar, text, self.ui);
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Returns a generator of random boards whose distance from the goal is `depth`.
fn of_depth(args: &Args, goal: Board, depth: u32, seed: u64, ui: &Ui) -> Result<BoardsOfDepth> {
    let setup = setup(args, goal);
    let open = || progress::open(&setup, goal.size(), ui);
    let boards = BoardsOfDepth::new(&goal, depth, seed, Threads::All, &interrupt::flag(), open)
        .map_err(|error| match error {
            LabError::Open(error) => error.into(),
            LabError::Interrupted => Interrupted.into(),
            error => anyhow::Error::from(error),
        })?;
    ui.note(match boards.is_uniform() {
        true => format!("each board of depth {depth} is equally likely, and none comes twice"),
        false => format!(
            "boards of depth {depth} are the ends of independent random walks: they are not uniform"
        ),
    });
    Ok(boards)
}

/// Returns the settings of a solver that uses the default heuristic and that Ctrl-C can interrupt.
fn setup(args: &Args, goal: Board) -> Setup {
    let limits = Limits::cancelled_by(interrupt::flag());
    Setup {
        goal: Goal::Board(goal),
        tables: args.tables.pdb.clone(),
        limits,
        ..Setup::default()
    }
}

/// Creates a scrambler for the requested metric. In the single-tile metric, it uses the solver
/// `open` if there is one. Otherwise, a new solver is opened.
fn scrambler(args: &Args, goal: Board, open: Option<&Arc<Solver>>, ui: &Ui) -> Result<Scrambler> {
    Scrambler::check_size(goal.size(), args.metric)?;
    let one = args.boards.unwrap_or(args.count) == 1;
    let solver = match open.filter(|_| args.metric == Metric::SingleTile) {
        Some(solver) => Arc::clone(solver),
        None => {
            let setup = Setup {
                metric: args.metric,
                for_one_board: one,
                ..setup(args, goal)
            };
            Arc::new(progress::open(&setup, goal.size(), ui)?)
        }
    };
    Ok(Scrambler::new(&solver, interrupt::flag()))
}

/// Returns a random seed with at most nine digits, which is easy to type.
pub(crate) fn drawn_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000_000
}
