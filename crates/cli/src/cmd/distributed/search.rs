//! The search that a person asks for: the options that `split` and `distribute` share, and the solver for it.

use std::ops::ControlFlow;

use anyhow::{Result, anyhow};
use fifteen_solver::distributed::{self, DistributedError, Job, SearchSpec, Split, SplitOptions};
use fifteen_solver::{
    Board, Goal, HeuristicSpec, Limits, Mode, MoveOrder, Options, SearchEvent, Setup, SolveError, Solver,
};

use super::folder::SearchFolder;
use super::tables::TableArgs;
use crate::args::{self, GoalArgs};
use crate::exit::Exit;
use crate::input;
use crate::progress;
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// The search for one board, and its cut into units.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// The board to solve
    #[arg(value_name = "BOARD")]
    pub board: Vec<String>,
    #[command(flatten)]
    goal: GoalArgs,
    /// The heuristic, as for `solve`
    ///
    /// [default: the strongest tables found]
    #[arg(long, value_name = "H", requires = "board", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Option<HeuristicSpec>,
    /// The mode of ida, as for `solve`
    #[arg(long, hide_short_help = true, value_parser = args::mode(), value_name = "MODE", default_value = "fast", requires = "board")]
    mode: Mode,
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
    /// The next iteration is split.
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = SplitOptions::default().first, requires = "board",
        value_parser = args::number::<u64>)]
    first: u64,
    /// Make about N units
    ///
    /// [default: units that take seconds each, at least 64]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = args::number_in::<u32>(1..=1_000_000))]
    units: Option<u32>,
    #[command(flatten)]
    pub tables: TableArgs,
}

/// The search of the arguments, ready to begin.
pub(super) struct NewSearch {
    board: Board,
    goal: Goal,
    solver: Solver,
}

impl SearchArgs {
    /// Opens the solver of the search. What is not given is as in `like`, the search that is there already.
    pub(super) fn open(&self, like: Option<&SearchSpec>, ui: &Ui) -> Result<NewSearch> {
        let board = input::one_board(&self.board, &self.goal, ui)?;
        let goal = self.goal.goal()?;
        let order = self.order.or_else(|| like?.order.parse().ok());
        let heuristic = match (&self.heuristic, like) {
            (None, Some(like)) => Some(like.heuristic_spec()?),
            (heuristic, _) => heuristic.clone(),
        };
        let setup = Setup { goal, order, heuristic, ..self.tables.setup() };
        let solver = progress::open(&setup, board.size(), ui)?;
        Ok(NewSearch { board, goal, solver })
    }

    fn options(&self, goal: Option<Goal>) -> SplitOptions {
        SplitOptions {
            search: Options {
                mode: self.mode.on(self.tables.threads()),
                finish_iteration: self.finish_iteration,
                limits: Limits::cancelled_by(interrupt::flag()),
                ..Options::default()
            },
            first: self.first,
            units: self.units.map(|units| units as usize),
            goal,
        }
    }

    /// Checks that the search in a folder is the one of the arguments.
    pub(super) fn check_same(&self, job: &Job, folder: &SearchFolder, ui: &Ui) -> Result<()> {
        if self.board.is_empty() {
            return Ok(());
        }
        let other = |part: &str, there: &str, asked: &str| {
            let name = folder.name();
            anyhow!("{name} has another search: its {part} is {there}, not {asked}; name another folder")
        };
        // A board of another size could not be searched with the tables of the search that is there.
        let (asked, there) = (input::one_board(&self.board, &self.goal, ui)?, job.search.start_board()?);
        if asked != there {
            return Err(other("board", &there.to_string(), &asked.to_string()));
        }
        let new = self.open(Some(&job.search), ui)?;
        let asked = distributed::begin(&new.solver, &new.board, &self.options(Some(new.goal)))?;
        match job.search.difference(&asked.search) {
            Some((part, there, asked)) => Err(other(part, &there, &asked)),
            None => Ok(()),
        }
    }

    /// Searches the first iterations of the board and splits the next one, or breaks with an exit code.
    pub(super) fn split(&self, ui: &Ui) -> Result<ControlFlow<Exit, Split>> {
        let new = self.open(None, ui)?;
        let options = self.options(Some(new.goal));
        let split = progress::watched(&new.solver, &new.board, &options.search, ui, |search, progress| {
            let job = distributed::begin(&new.solver, &new.board, &options)?;
            let options = SplitOptions { search: search.clone(), ..options.clone() };
            distributed::split_begun(&new.solver, job, &options, &mut |event| {
                if let SearchEvent::Iteration(iteration) = event {
                    progress(&iteration);
                }
            })
        });
        report(split, ui)
    }

    /// Splits the next iteration of a job, or breaks with an exit code.
    pub(super) fn resume(&self, job: &Job, ui: &Ui) -> Result<ControlFlow<Exit, Split>> {
        let solver = job.search.open(&self.tables.setup())?;
        let line = ui.line("splitting").with_message(format!("the iteration to bound {}", job.search.bound));
        let split = distributed::resume(&solver, job, &self.options(None));
        line.finish_and_clear();
        report(split, ui)
    }
}

/// Reports the end of a split.
fn report(split: Result<Split, DistributedError>, ui: &Ui) -> Result<ControlFlow<Exit, Split>> {
    match split {
        Ok(split) => {
            let (bound, nodes) = (split.job.search.bound, human::counted(split.job.generated(), "node", "nodes"));
            let moves = human::counted(bound.into(), "move", "moves");
            match split.job.moves {
                Some(_) => ui.say(format_args!("solved in the first iterations: {moves}, {nodes}")),
                None => {
                    let units = human::counted(split.units.len() as u64, "unit", "units");
                    ui.say(format_args!(
                        "no solution below {moves} after {nodes}; the next iteration is cut into {units}"
                    ));
                }
            }
            Ok(ControlFlow::Continue(split))
        }
        Err(DistributedError::Interrupted) => {
            ui.note("interrupted while splitting; nothing was written, and the same command begins this step again");
            Ok(ControlFlow::Break(Exit::Partial))
        }
        Err(DistributedError::Solve(SolveError::Unsolvable(reason))) => {
            ui.error(reason);
            Ok(ControlFlow::Break(Exit::Partial))
        }
        Err(error) => Err(error.into()),
    }
}
