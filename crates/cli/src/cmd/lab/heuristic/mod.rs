//! `fifteen lab heuristic`: the strength of a heuristic, and whether it is admissible and consistent.

mod text;

use std::ops::ControlFlow;

use anyhow::Result;
use fifteen_lab::check::{CheckError, CheckPlan, CheckRecord};
use fifteen_lab::quality::{QualityRecord, Survey};
use fifteen_solver::search::Limits;
use fifteen_solver::{HeuristicSpec, Setup};

use crate::args::{self, GoalArgs, TablesArg, ThreadsArg};
use crate::exit::Exit;
use crate::output::{JsonArg, Printer};
use crate::progress;
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Measure a heuristic, and check that it is admissible and consistent
///
/// Prints the distribution of the values over random boards, and the nodes that complete iterations of IDA* expand on
/// average (Korf, Reid & Edelkamp 2001), before anything is searched. The prediction for a bound is the mean over the
/// boards that are searched with this bound: those whose parity fits. It assumes a complete iteration and a consistent
/// heuristic, such as zero-aware tables. A search that ends at its solution takes fewer nodes; the stronger the
/// heuristic, the larger the difference.
///
/// 'tree left' is E[b^-h] with the branching factor b: the share of the tree of moves that the heuristic leaves, for
/// any bound. 'eta' is the same over all boards alike (Clausecker & Schintke 2021). Boards near the goal make most of
/// both. 'typically' leaves these boards out and assumes normally distributed values: compare it to choose between
/// tables for random boards. One move less divides the nodes by b or more.
///
/// Admissible: no value is larger than the distance to the goal, so that solutions are shortest ones. Consistent: no
/// move changes the value by more than 1, so that A* expands no state twice. Boards of up to 12 cells are checked
/// completely: all boards, whose distances breadth-first search finds, and all moves. Of larger boards, random ones and
/// boards near the goal are taken: all their moves are checked, and one board in 100 is solved by beam search, to
/// compare the values along the solution with the moves that are left. So a sample can show that a heuristic is not
/// admissible, but does not prove that it is.
///
/// In JSON these are two records, a line each. The exit code is 2 if the heuristic is not admissible, and 1 if it is
/// not consistent.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen lab heuristic manhattan --size 3x3
  fifteen lab heuristic 6-6-3 --bound 52 --bound 54
  fifteen lab heuristic walking-distance --samples 20k --json")]
pub(crate) struct Args {
    /// The heuristic, as for `solve`
    ///
    /// For example manhattan, 7-8:additive, or a partition such as 1,2,3,4/5,6,7,8.
    #[arg(value_name = "H", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: HeuristicSpec,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    tables: TablesArg,
    /// The number of random boards, and of boards near the goal
    ///
    /// [default: 100,000; boards of up to 12 cells are all checked]
    #[arg(long, value_name = "N", value_parser = args::number_in::<u64>(1..=u64::MAX / 2))]
    samples: Option<u64>,
    /// The seed of the boards
    ///
    /// The same seed gives the same figures on every machine.
    #[arg(long, hide_short_help = true, value_name = "S", default_value = "1", value_parser = args::number::<u64>)]
    seed: u64,
    /// Predict the iteration with this bound
    ///
    /// May be repeated.
    ///
    /// [default: five bounds, 4 apart, from the mean value on]
    #[arg(long, value_name = "D", value_parser = args::number_in::<u32>(0..=500))]
    bound: Vec<u32>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    json: JsonArg,
}

/// The random boards of a survey by default.
const SAMPLES: u64 = 100_000;

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = args.goal.goal()?;
    let size = goal.size(args.goal.size);
    let limits = Limits::cancelled_by(interrupt::flag());
    let (tables, heuristic) = (args.tables.pdb.clone(), Some(args.heuristic.clone()));
    let setup = Setup { goal, heuristic, tables, check: true, limits: limits.clone(), ..Setup::default() };
    let solver = progress::open(&setup, size, ui)?;
    let (space, heuristic, threads) = (solver.space(), solver.tile_heuristic(), args.threads.count());
    let name = solver.heuristic().unwrap_or("boards");
    let mut printer = Printer::stdout(args.json.format());

    let samples = args.samples.unwrap_or(SAMPLES);
    let bar = ui.bar(name, Some(samples.saturating_mul(2))).with_message("boards");
    let mut progress = |done| {
        bar.set_position(done);
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let survey = Survey::of(space, heuristic, samples, args.seed, threads, &mut progress);
    bar.finish_and_clear();
    let survey = survey?;
    printer.print(&QualityRecord::new(&solver, &survey, args.seed, &args.bound))?;
    if survey.near.samples() < samples {
        ui.note(format_args!(
            "interrupted after {} random boards and {} near the goal; nothing was proven",
            human::count(survey.random.samples()),
            human::count(survey.near.samples())
        ));
        return Ok(Exit::Partial);
    }

    let plan = CheckPlan::new(size, args.samples);
    let bar = ui.bar(name, Some(plan.boards)).with_message("boards checked");
    let mut progress = |done| {
        bar.set_position(done);
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let check = plan.run(space, heuristic, args.seed, threads, &limits, &mut progress);
    bar.finish_and_clear();
    let check = match check {
        Err(CheckError::Interrupted) => {
            ui.note("interrupted; nothing was proven");
            return Ok(Exit::Partial);
        }
        check => check?,
    };
    printer.print(&CheckRecord::new(&solver, goal, &plan, &check))?;
    Ok(match (check.is_admissible(), check.is_consistent()) {
        (false, _) => Exit::Failed,
        (true, false) => Exit::Partial,
        (true, true) => Exit::Done,
    })
}
