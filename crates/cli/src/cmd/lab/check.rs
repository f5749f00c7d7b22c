//! `fifteen lab check`: admissibility and consistency of a heuristic.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anstyle::Style;
use anyhow::Result;
use fifteen_lab::check::{CheckError, CheckPlan, CheckRecord};
use fifteen_solver::search::Limits;
use fifteen_solver::{Goal, HeuristicSpec, Setup, Size};

use crate::args::{self, ThreadsArg};
use crate::exit::Exit;
use crate::output::{FormatArg, Printer, Report};
use crate::progress;
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Check that a heuristic is admissible and consistent
///
/// Admissible: no value is larger than the distance to the goal, so that solutions are shortest ones. Consistent: no
/// move changes the value by more than 1, so that A* expands no state twice.
///
/// Boards of up to 12 cells are checked completely: all boards, whose distances breadth-first search finds, and all
/// moves. 4x3 takes a minute and 60 MB. Of larger boards, random ones and boards near the goal are taken: all their
/// moves are checked, and one board in 100 is solved by beam search, to compare the values along the solution with the
/// moves that are left. So a sample can show that a heuristic is not admissible, but does not prove that it is.
///
/// The exit code is 2 if the heuristic is not admissible, and 1 if it is not consistent.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen lab check manhattan --size 3x3
  fifteen lab check walking-distance --samples 20k")]
pub(crate) struct Args {
    /// The heuristic, as for `solve`
    ///
    /// For example manhattan, 7-8:additive, or a partition such as 1,2,3,4/5,6,7,8.
    #[arg(value_name = "H", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: HeuristicSpec,
    /// Width x height of the board [default: the goal's, else 4x4]
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// The goal: last, first, spiral, or a board
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, hide_short_help = true, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// Check this number of random boards, and of boards near the goal
    ///
    /// [default: all boards of up to 12 cells, 100,000 of larger ones]
    #[arg(long, value_name = "N", value_parser = args::number_in::<u64>(1..=u64::MAX / 2))]
    samples: Option<u64>,
    /// The seed of the boards
    #[arg(long, hide_short_help = true, value_name = "S", default_value = "1", value_parser = args::number::<u64>)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let size = match (args.size, goal) {
        (Some(size), _) => size,
        (None, Goal::Board(board)) => board.size(),
        (None, _) => Size::new(4, 4)?,
    };
    let limits = Limits::cancelled_by(interrupt::flag());
    let (tables, heuristic) = (args.pdb.clone(), Some(args.heuristic.clone()));
    let setup = Setup { goal, heuristic, tables, check: true, limits: limits.clone(), ..Setup::default() };
    let solver = progress::open(&setup, size, ui)?;
    let plan = CheckPlan::new(size, args.samples);
    let bar = ui.bar(solver.heuristic().unwrap_or("boards"), Some(plan.boards)).with_message("boards");
    let mut progress = |done| {
        bar.set_position(done);
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (space, heuristic, threads) = (solver.space(), solver.tile_heuristic(), args.threads.count());
    let check = plan.run(space, heuristic, args.seed, threads, &limits, &mut progress);
    bar.finish_and_clear();
    let check = match check {
        Err(CheckError::Interrupted) => {
            ui.note("interrupted; nothing was proven");
            return Ok(Exit::Partial);
        }
        check => check?,
    };
    let record = CheckRecord::new(&solver, goal, &plan, &check);
    Printer::stdout(args.output.format()).print(&record)?;
    Ok(match (check.is_admissible(), check.is_consistent()) {
        (false, _) => Exit::Failed,
        (true, false) => Exit::Partial,
        (true, true) => Exit::Done,
    })
}

impl Report for CheckRecord {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        const STRONG: Style = Style::new().bold();
        const FAINT: Style = Style::new().dimmed();
        let title = format!("{} on {} boards, goal {}", self.heuristic, self.size, self.goal);
        writeln!(out, "{STRONG}{title}{STRONG:#}")?;
        let mut line = |name: &str, value: String| writeln!(out, "  {FAINT}{name:<11}{FAINT:#} {value}");
        let (boards, moves) = (human::count(self.boards), human::count(self.moves));
        let compared = human::count(self.compared);
        if self.complete {
            line("checked", format!("all {boards} boards and all {moves} moves"))?;
            line("values", format!("{:.3} on average, the distance is {:.3}", self.mean, self.mean_distance))?;
        } else {
            line("checked", format!("{moves} moves of {boards} boards, and {compared} boards of solutions"))?;
            line(
                "values",
                format!(
                    "{:.3} on average along solutions, {:.3} moves before their ends",
                    self.mean, self.mean_distance
                ),
            )?;
        }
        let found = if self.complete { "yes" } else { "no counterexample" };
        match &self.overestimate {
            None => line("admissible", found.to_owned())?,
            Some(first) => {
                let (number, of) = (human::count(self.overestimates), compared);
                line("admissible", format!("no: the value is too large for {number} of {of} boards"))?;
                line(
                    "",
                    format!("{}: the value is {}, but {} moves are enough", first.board, first.value, first.distance),
                )?;
            }
        }
        match &self.jump {
            None => line("consistent", found.to_owned()),
            Some(first) => {
                let number = human::count(self.jumps);
                line("consistent", format!("no: {number} of {moves} moves change the value by more than 1"))?;
                line(
                    "",
                    format!("{}: {}; after one move {}: {}", first.board, first.value, first.after, first.value_after),
                )
            }
        }
    }
}
