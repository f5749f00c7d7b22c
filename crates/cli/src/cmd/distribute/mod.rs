//! `fifteen distribute`: runs the search for one board in a shared folder, which any number of
//! processes can join.

mod work;

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Result, bail};
use fifteen_solver::distributed::{DistributedError, Folder, JobOptions};
use fifteen_solver::{
    Goal, HeuristicSpec, Limits, Mode, MoveOrder, Request, SearchEvent, Setup, SolveError, Solver,
};

use crate::args::{self, GoalArgs, LettersArg, SearchMode, TablesArg, ThreadsArg};
use crate::exit::Exit;
use crate::input;
use crate::output::{FormatArg, Printer};
use crate::progress;
use crate::record::{Layout, Presentation};
use crate::terminal::{Ui, human, interrupt};

/// Solve a hard board by a search that many machines can share
///
/// Each iteration of IDA* is split into units, whose results are kept in a folder until the board is solved. The result
/// is then printed as by `solve`, with the same counts as on one machine.
///
/// If the command was stopped, run it again to continue; the folder is then enough. Any number of processes can work in
/// one folder at the same time, as docs/SCALE.md explains.
///
/// The exit code is 0 if the board is solved, and 2 after an error. It is 1 if the board cannot be solved, or if the
/// command was interrupted or has done its part before the others.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |arg| arg.help(args::SIZE_OF_BOARDS)), after_help = "\
Examples:
  fifteen distribute search/ \"0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1\"
  fifteen distribute search/ --part 3/8
  fifteen distribute search/ --json")]
pub(crate) struct Args {
    /// The folder of the search, which is made if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    #[command(flatten)]
    search: DistributedSearchArgs,
    /// Search only part I of N parts of the units, and end
    ///
    /// For example, 3/8 is the third of eight parts. The part that ends last begins the next iteration, so repeat all
    /// parts until the board is solved.
    #[arg(
        long,
        value_name = "I/N",
        default_value = "1/1",
        hide_default_value = true
    )]
    part: Part,
    #[command(flatten)]
    letters: LettersArg,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let error = match args.searched(ui) {
        Ok(Some((folder, solver))) => return args.print(&folder, &solver, ui),
        Ok(None) => return Ok(Exit::Partial),
        Err(error) => error,
    };
    match error.downcast_ref() {
        Some(DistributedError::Interrupted) => {
            let name = args.folder.display();
            ui.note(match Folder::open(&args.folder) {
                Ok(Some(_)) => {
                    format!("interrupted; all results so far are in {name}; continue with: fifteen distribute {name}")
                }
                _ => "interrupted; nothing was written, and the same command begins again".to_owned(),
            });
        }
        Some(DistributedError::Solve(SolveError::Unsolvable(reason))) => ui.error(reason),
        _ => return Err(error),
    }
    Ok(Exit::Partial)
}

impl Args {
    /// Searches until the board is solved. Returns `None` if this process has searched its part of
    /// the work units, but other processes have not completed theirs.
    fn searched(&self, ui: &Ui) -> Result<Option<(Folder, Solver)>> {
        let (mut folder, solver) = self.search.open(&self.folder, ui)?;
        while folder.job().moves.is_none() {
            report(&folder, ui);
            let job = folder.job().digest.clone();
            work::search(
                &mut folder,
                &solver,
                self.part,
                self.search.threads.threads(),
                ui,
            )?;
            folder.advance(&solver)?;
            if folder.job().digest == job {
                let left = human::counted(folder.missing().count() as u64, "unit is", "units are");
                let (part, bound) = (self.part, folder.job().search.bound);
                ui.say(format_args!(
                    "part {part} of the iteration to bound {bound} is done; {left} left to other parts"
                ));
                return Ok(None);
            }
        }
        Ok(Some((folder, solver)))
    }

    fn print(&self, folder: &Folder, solver: &Solver, ui: &Ui) -> Result<Exit> {
        let convention = self.letters.convention();
        let request = Request {
            convention,
            stats: ui.prints_details(),
            ..Request::default()
        };
        let presentation = Presentation {
            layout: Layout::Block,
            convention,
            bare: false,
            files: 0,
            has_goals: false,
        };
        let Some(record) = folder.job().record(solver, &request)? else {
            return Ok(Exit::Partial);
        };
        Printer::stdout(self.output.format())
            .print(&record, |out| presentation.write(out, &record))?;
        Ok(Exit::of(record.status))
    }
}

/// The board to search for, and how its search is divided into units.
#[derive(Debug, clap::Args)]
struct DistributedSearchArgs {
    /// The board to solve
    #[arg(value_name = "BOARD")]
    board: Vec<OsString>,
    #[command(flatten)]
    goal: GoalArgs,
    /// The heuristic, as for `solve`
    ///
    /// [default: the strongest tables found]
    #[arg(long, value_name = "H", requires = "board", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Option<HeuristicSpec>,
    /// How IDA* searches, as for `solve`
    ///
    /// [default: fast]
    #[arg(
        long,
        hide_short_help = true,
        value_enum,
        value_name = "MODE",
        requires = "board"
    )]
    mode: Option<SearchMode>,
    /// The order in which the moves of the blank are tried
    ///
    /// [default: ULRD]
    #[arg(long, hide_short_help = true, value_name = "ULRD", requires = "board")]
    order: Option<MoveOrder>,
    /// Split iterations into units only after one has expanded N nodes
    ///
    /// Smaller iterations are searched as a whole, before any unit.
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = JobOptions::default().split_after,
        requires = "board", value_parser = args::number::<u64>)]
    split_after: u64,
    /// Split an iteration into about N units
    ///
    /// [default: units that take seconds each, but at least 64]
    #[arg(long, hide_short_help = true, value_name = "N", requires = "board",
        value_parser = args::number_in::<u32>(1..=1_000_000))]
    units: Option<u32>,
    #[command(flatten)]
    tables: TablesArg,
    /// Verify the digests of the tables before the search
    ///
    /// All entries of the tables are read for this.
    #[arg(long, hide_short_help = true)]
    verify: bool,
    #[command(flatten)]
    threads: ThreadsArg,
}

impl DistributedSearchArgs {
    /// Resumes the search in a folder, or starts a new one there.
    fn open(&self, path: &Path, ui: &Ui) -> Result<(Folder, Solver)> {
        if self.board.is_empty() && (self.goal.size.is_some() || self.goal.given()?.is_some()) {
            bail!("--goal and --size are those of a BOARD; give it too, or leave them out");
        }
        match Folder::open(path)? {
            Some(folder) if self.board.is_empty() => {
                let solver = folder.job().search.open(&self.setup())?;
                Ok((folder, solver))
            }
            None if self.board.is_empty() => bail!(
                "no search has begun in the folder '{}'; give the folder, then the board: fifteen distribute \
                 FOLDER BOARD",
                path.display()
            ),
            folder => self.start(path, folder.as_ref(), ui),
        }
    }

    /// Starts or resumes the search that the arguments specify. If the user omits the goal, the
    /// heuristic, the mode or the order, it is taken from the search in the folder.
    fn start(&self, path: &Path, there: Option<&Folder>, ui: &Ui) -> Result<(Folder, Solver)> {
        let (line, board) = input::one_line(&self.board, &self.goal, ui)?;
        let like = there.map(|folder| &folder.job().search);
        if let (Some(folder), Some(like)) = (there, like) {
            // Compare the boards before opening tables, because a board of a different size cannot
            // be searched with the tables of the existing search.
            let other = like.start_board()?;
            if other != board {
                bail!(folder.other_search("board", &other.to_string(), &board.to_string()));
            }
        }
        let goal = match (self.goal.given()?.or(line.goal), like) {
            (Some(goal), _) => goal,
            (None, Some(like)) => Goal::Board(like.goal_board()?),
            (None, None) => Goal::default(),
        };
        // Fail early if the goal is a pattern that several boards match. The error names the
        // commands that accept such goals.
        args::single_board(goal, board.size())?;
        let order = match (self.order, like) {
            (None, Some(like)) => Some(like.move_order()?),
            (order, _) => order,
        };
        let heuristic = match (&self.heuristic, like) {
            (None, Some(like)) => Some(like.heuristic_spec()?),
            (heuristic, _) => heuristic.clone(),
        };
        let (mode, finish_iteration) = match (self.mode, like) {
            (Some(mode), _) => (mode.mode(), mode.finishes_iteration()),
            (None, Some(like)) => (like.mode()?, like.finish_iteration),
            (None, None) => (Mode::Fast, false),
        };
        let setup = Setup {
            goal,
            order,
            heuristic,
            ..self.setup()
        };
        let solver = progress::open(&setup, board.size(), ui)?;
        let options = JobOptions {
            mode,
            threads: self.threads.threads(),
            finish_iteration,
            limits: Limits::cancelled_by(interrupt::flag()),
            split_after: self.split_after,
            units: self.units.map(|units| units as usize),
        };
        let estimable = Some(progress::EstimatedSearch {
            solver: &solver,
            board: &board,
        });
        let folder = progress::watched(estimable, &options.limits, ui, |limits, progress| {
            let options = JobOptions {
                limits: limits.clone(),
                ..options.clone()
            };
            Folder::start(path, &solver, &board, &options, &mut |event| {
                if let SearchEvent::Iteration(iteration) = event {
                    progress(&iteration);
                }
            })
        })?;
        Ok((folder, solver))
    }

    /// Returns the settings of the solver, with the tables and threads that the user chose. Ctrl-C
    /// stops the search.
    fn setup(&self) -> Setup {
        let limits = Limits::cancelled_by(interrupt::flag());
        Setup {
            tables: self.tables.pdb.clone(),
            check: self.verify,
            threads: self.threads.threads(),
            limits,
            ..Setup::default()
        }
    }
}

/// Prints the bound of the current iteration, and how many work units of the iteration are left.
fn report(folder: &Folder, ui: &Ui) {
    let moves = human::counted(folder.job().search.bound.into(), "move", "moves");
    let nodes = human::counted(folder.job().generated(), "node", "nodes");
    let left = human::count(folder.missing().count() as u64);
    let units = human::counted(folder.needed() as u64, "unit", "units");
    ui.say(format_args!(
        "no solution below {moves} after {nodes}; {left} of {units} of the iteration left"
    ));
}

/// The share of the work units that one process searches, such as `3/8`: every eighth unit,
/// starting with the third. Work units are parts of the search tree.
#[derive(Debug, Clone, Copy)]
struct Part {
    index: usize,
    of: usize,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Self { index, of }),
            _ => Err("write I/N, with I from 1 to N, as in 3/8".to_owned()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl Part {
    fn has(self, unit: usize) -> bool {
        unit % self.of == self.index - 1
    }

    /// Returns whether this share comprises all work units.
    fn is_whole(self) -> bool {
        self.of == 1
    }
}
