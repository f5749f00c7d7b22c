//! The search that a person asks for, and the folder and solver for it.

use std::path::Path;

use anyhow::{Result, bail};
use fifteen_solver::distributed::{Folder, JobOptions};
use fifteen_solver::{HeuristicSpec, Limits, MoveOrder, Options, SearchEvent, Setup, Solver};

use crate::args::{self, GoalArgs, SearchMode, TablesArg, ThreadsArg};
use crate::input;
use crate::progress;
use crate::terminal::{Ui, interrupt};

/// The search for one board, and its cut into units.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// The board to solve
    #[arg(value_name = "BOARD")]
    board: Vec<String>,
    #[command(flatten)]
    goal: GoalArgs,
    /// The heuristic, as for `solve`
    ///
    /// [default: the strongest tables found]
    #[arg(long, value_name = "H", requires = "board", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Option<HeuristicSpec>,
    /// The mode of ida, as for `solve`
    #[arg(long, hide_short_help = true, value_enum, value_name = "MODE", default_value = "fast", requires = "board")]
    mode: SearchMode,
    /// The order in which the blank's moves are tried
    ///
    /// [default: ULRD]
    #[arg(long, hide_short_help = true, value_name = "ULRD", requires = "board")]
    order: Option<MoveOrder>,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies
    #[arg(long, hide_short_help = true, requires = "board")]
    finish_iteration: bool,
    /// Search iterations at once until one expands N nodes
    ///
    /// The next iteration is cut into units.
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = JobOptions::default().first,
        requires = "board", value_parser = args::number::<u64>)]
    first: u64,
    /// Make about N units of an iteration
    ///
    /// [default: units that take seconds each, at least 64]
    #[arg(long, hide_short_help = true, value_name = "N", requires = "board",
        value_parser = args::number_in::<u32>(1..=1_000_000))]
    units: Option<u32>,
    #[command(flatten)]
    tables: TablesArg,
    /// Check the digests of the tables first
    ///
    /// This reads the tables whole.
    #[arg(long, hide_short_help = true)]
    check: bool,
    #[command(flatten)]
    threads: ThreadsArg,
}

impl SearchArgs {
    pub(super) fn threads(&self) -> usize {
        self.threads.count()
    }

    /// Goes on with the search in a folder, or begins it there.
    pub(super) fn open(&self, path: &Path, ui: &Ui) -> Result<(Folder, Solver)> {
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

    /// Goes on with the search that the arguments name. What they leave out is as in the folder.
    fn start(&self, path: &Path, there: Option<&Folder>, ui: &Ui) -> Result<(Folder, Solver)> {
        let (board, goal) = input::one_board(&self.board, &self.goal, ui)?;
        let like = there.map(|folder| &folder.job().search);
        if let (Some(folder), Some(like)) = (there, like) {
            // A board of another size could not be searched with the tables of the search that is there.
            let other = like.start_board()?;
            if other != board {
                bail!(folder.other_search("board", &other.to_string(), &board.to_string()));
            }
        }
        let order = self.order.or_else(|| like?.order.parse().ok());
        let heuristic = match (&self.heuristic, like) {
            (None, Some(like)) => Some(like.heuristic_spec()?),
            (heuristic, _) => heuristic.clone(),
        };
        let setup = Setup { goal, order, heuristic, ..self.setup() };
        let solver = progress::open(&setup, board.size(), ui)?;
        let search = Options {
            mode: self.mode.on(self.threads()),
            finish_iteration: self.finish_iteration || self.mode == SearchMode::Complete,
            limits: Limits::cancelled_by(interrupt::flag()),
            ..Options::default()
        };
        let units = self.units.map(|units| units as usize);
        let options = JobOptions { search, first: self.first, units };
        let folder = progress::watched(&solver, &board, &options.search, ui, |search, progress| {
            let options = JobOptions { search: search.clone(), ..options.clone() };
            Folder::start(path, &solver, &board, &options, &mut |event| {
                if let SearchEvent::Iteration(iteration) = event {
                    progress(&iteration);
                }
            })
        })?;
        Ok((folder, solver))
    }

    /// A setup with the tables and threads, which Ctrl-C stops.
    fn setup(&self) -> Setup {
        let limits = Limits::cancelled_by(interrupt::flag());
        Setup {
            tables: self.tables.pdb.clone(),
            check: self.check,
            threads: self.threads(),
            limits,
            ..Setup::default()
        }
    }
}
