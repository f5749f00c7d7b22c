//! `fifteen lab heuristic`: measures the strength of a heuristic, and checks whether it is
//! admissible and consistent.

use std::io::{self, Write};

use anyhow::Result;
use fifteen_lab::LabError;
use fifteen_lab::check::{CheckPlan, CheckRecord};
use fifteen_lab::quality::{Prediction, QualityRecord, Survey};
use fifteen_solver::search::Limits;
use fifteen_solver::{HeuristicSpec, Setup};

use crate::args::{self, GoalArgs, TablesArg, ThreadsArg};
use crate::exit::Exit;
use crate::output::{JsonArg, Printer};
use crate::progress;
use crate::terminal::{FAINT, STRONG, Ui, human, interrupt};

/// Measure a heuristic, and check that it is admissible and consistent
///
/// The command prints how the values are distributed. On up to 12 cells it evaluates all boards; on larger boards, or
/// with --samples, it evaluates random ones.
///
/// It then predicts how many nodes a complete iteration of IDA* expands on average, without searching (Korf, Reid &
/// Edelkamp 2001). The prediction for a bound is the mean over the boards that are searched with this bound, which are
/// those of its parity. It assumes a consistent heuristic, such as zero-aware tables. A search that
/// ends at its solution needs fewer nodes; the stronger the heuristic, the larger the difference.
///
/// 'tree left' is E[b^-h] with the branching factor b, which is the share of the tree of moves that the heuristic leaves
/// to search, for any bound. 'eta' is the same mean with equal weight for all boards (Clausecker & Schintke 2021). Boards
/// near the goal dominate both figures. 'typically' leaves these boards out and assumes that values are normally
/// distributed, so compare it to choose between tables for random boards. One move less divides the nodes by b or more.
///
/// Finally the command checks two properties. A heuristic is admissible if no value is larger than the distance to the
/// goal, which guarantees shortest solutions. It is consistent if no move changes the value by more than 1, so that A*
/// expands no state twice. On up to 12 cells, all boards and all moves are checked. On larger boards, the command checks
/// all moves of random boards and of boards near the goal. It solves one board in 100 by beam search, and compares the
/// values along the solution with the moves that are left. Such a sample can show that a heuristic is not admissible,
/// but it cannot prove that it is.
///
/// In JSON, the values and the check are two records, one per line. The exit code is 2 if the heuristic is not
/// admissible, and 1 if it is not consistent.
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
    /// Number of random boards, and also of boards near the goal
    ///
    /// [default: 100,000, or all boards on up to 12 cells]
    #[arg(long, value_name = "N", value_parser = args::number_in::<u64>(1..=u64::MAX / 2))]
    samples: Option<u64>,
    /// Seed of the random boards
    ///
    /// The same seed gives the same figures on every machine.
    #[arg(long, hide_short_help = true, value_name = "S", default_value = "1", value_parser = args::number::<u64>)]
    seed: u64,
    /// Predict the number of nodes in the iteration with this bound
    ///
    /// You can give this option several times.
    ///
    /// [default: five bounds, 4 apart, beginning at the mean value of the heuristic]
    #[arg(long, value_name = "D", value_parser = args::number_in::<u32>(0..=500))]
    bound: Vec<u32>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    json: JsonArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = args.goal.goal()?;
    let size = goal.size(args.goal.size);
    let limits = Limits::cancelled_by(interrupt::flag());
    let setup = Setup {
        goal,
        heuristic: Some(args.heuristic.clone()),
        tables: args.tables.pdb.clone(),
        missing_tables: args.tables.missing(),
        check: true,
        limits: limits.clone(),
        ..Setup::default()
    };
    let solver = progress::open(&setup, size, ui)?;
    let (space, heuristic, threads) = (
        solver.space(),
        solver.tile_heuristic(),
        args.threads.threads(),
    );
    let name = solver.heuristic().unwrap_or("boards");
    let mut printer = Printer::stdout(args.json.format());

    // If all boards are checked, compute the statistics from all boards too: a random sample would
    // give slightly different values.
    let plan = CheckPlan::new(size, args.samples);
    let bar = ui.bar(name, Some(plan.boards)).with_message("boards");
    let mut progress = |done| {
        bar.set_position(done);
        interrupt::flow()
    };
    let survey = if plan.complete {
        Survey::of_all_boards(space, heuristic, threads, &limits, &mut progress)
    } else {
        let samples = plan.samples;
        Survey::of(space, heuristic, samples, args.seed, threads, &mut progress)
            .map_err(LabError::from)
    };
    bar.finish_and_clear();
    let survey = match survey {
        Err(LabError::Interrupted) => {
            ui.note("interrupted; nothing was proven");
            return Ok(Exit::Partial);
        }
        Err(LabError::Solve(error)) => return Err(error.into()),
        survey => survey?,
    };
    let quality = QualityRecord::new(&solver, &survey, args.seed, &args.bound);
    printer.print(&quality, |out| write_quality(out, &quality))?;
    if !survey.complete && survey.near.samples() < plan.samples {
        ui.note(format_args!(
            "interrupted after {} random boards and {} near the goal; nothing was proven",
            human::count(survey.random.samples()),
            human::count(survey.near.samples())
        ));
        return Ok(Exit::Partial);
    }

    let bar = ui
        .bar(name, Some(plan.boards))
        .with_message("boards checked");
    let mut progress = |done| {
        bar.set_position(done);
        interrupt::flow()
    };
    let check = plan.run(space, heuristic, args.seed, threads, &limits, &mut progress);
    bar.finish_and_clear();
    let check = match check {
        Err(LabError::Interrupted) => {
            ui.note("interrupted; nothing was proven");
            return Ok(Exit::Partial);
        }
        check => check?,
    };
    let record = CheckRecord::new(&solver, goal, &plan, &check);
    printer.print(&record, |out| write_check(out, &record))?;
    Ok(match (check.is_admissible(), check.is_consistent()) {
        (false, _) => Exit::Failed,
        (true, false) => Exit::Partial,
        (true, true) => Exit::Done,
    })
}

fn write_quality(out: &mut dyn Write, quality: &QualityRecord) -> io::Result<()> {
    let title = format!(
        "{} on {} boards, the goal's blank on cell {}",
        quality.heuristic, quality.size, quality.blank
    );
    writeln!(out, "{STRONG}{title}{STRONG:#}")?;
    let mut line =
        |name: &str, value: String| writeln!(out, "  {FAINT}{name:<10}{FAINT:#} {value}");
    let samples = human::count(quality.samples);
    line(
        "boards",
        if quality.complete {
            format!("all {samples}")
        } else {
            format!(
                "{samples} random ones and as many near the goal, seed {}",
                quality.seed
            )
        },
    )?;
    let (smallest, largest) = (quality.smallest.unwrap_or(0), quality.largest.unwrap_or(0));
    line(
        "values",
        format!(
            "{:.3} on average, deviation {:.3}, {smallest} to {largest}",
            quality.mean, quality.deviation
        ),
    )?;
    line(
        "branching",
        format!(
            "{:.4} nodes follow a node of the tree of moves",
            quality.branching
        ),
    )?;
    line("tree left", tree_left(quality))?;
    if let Some((eta, error)) = quality.eta.zip(quality.eta_error) {
        line("eta", format!("{eta:.3e}{}", percent(error, eta)))?;
    }
    line(
        "typically",
        format!("{:.2} moves less deep", quality.typical_depth_saved),
    )?;
    writeln!(
        out,
        "  {FAINT}{:>5} {:>22}{FAINT:#}",
        "bound", "expected to expand"
    )?;
    for Prediction {
        bound,
        expanded,
        error,
    } in &quality.predictions
    {
        let expanded_text = expanded.map_or_else(|| "unknown".to_owned(), nodes);
        let error = error
            .zip(*expanded)
            .filter(|(_, value)| *value > 0.0)
            .map_or_else(String::new, |(error, value)| percent(error, value));
        writeln!(out, "  {bound:>5} {expanded_text:>22}{error}")?;
    }
    writeln!(out, "  {FAINT}{:>5} {:>22}{FAINT:#}", "value", "boards")?;
    for (h, boards) in &quality.histogram {
        writeln!(
            out,
            "  {h:>5} {:>22}  {:.3}%",
            human::count(*boards),
            *boards as f64 * 100.0 / quality.samples as f64
        )?;
    }
    Ok(())
}

fn write_check(out: &mut dyn Write, check: &CheckRecord) -> io::Result<()> {
    let mut line =
        |name: &str, value: String| writeln!(out, "  {FAINT}{name:<11}{FAINT:#} {value}");
    let (boards, moves) = (
        human::count(check.found.boards),
        human::count(check.found.moves),
    );
    let compared = human::count(check.found.compared);
    if check.complete {
        line(
            "checked",
            format!("all {boards} boards and all {moves} moves"),
        )?;
        line(
            "values",
            format!(
                "{:.3} on average, the distance is {:.3}",
                check.mean, check.mean_distance
            ),
        )?;
    } else {
        line(
            "checked",
            format!("{moves} moves of {boards} boards, and {compared} boards of solutions"),
        )?;
        line(
            "values",
            format!(
                "{:.3} on average along solutions, {:.3} moves before their ends",
                check.mean, check.mean_distance
            ),
        )?;
    }
    let found = if check.complete {
        "yes"
    } else {
        "no counterexample"
    };
    match &check.found.overestimate {
        None => line("admissible", found.to_owned())?,
        Some(first) => {
            let (number, of) = (human::count(check.found.overestimates), compared);
            line(
                "admissible",
                format!("no: the value is too large for {number} of {of} boards"),
            )?;
            line(
                "",
                format!(
                    "{}: the value is {}, but {} moves are enough",
                    first.board, first.value, first.distance
                ),
            )?;
        }
    }
    match &check.found.jump {
        None => line("consistent", found.to_owned()),
        Some(first) => {
            let number = human::count(check.found.jumps);
            line(
                "consistent",
                format!("no: {number} of {moves} moves change the value by more than 1"),
            )?;
            line(
                "",
                format!(
                    "{}: {}; after one move {}: {}",
                    first.board, first.value, first.after, first.value_after
                ),
            )
        }
    }
}

fn tree_left(quality: &QualityRecord) -> String {
    let Some((share, error)) = quality.share.zip(quality.share_error) else {
        return "unknown: the blank never stood on some cell; take more samples".to_owned();
    };
    let saved = quality.depth_saved.map_or_else(String::new, |depth| {
        format!(", as if it were {depth:.2} moves less deep")
    });
    format!("{share:.3e}{}{saved}", percent(error, share))
}

/// Formats a standard error as a percentage of the value, or as an empty string if the value is
/// exact.
fn percent(error: f64, value: f64) -> String {
    if error == 0.0 {
        return String::new();
    }
    format!("  ± {:.1}%", error * 100.0 / value)
}

/// Formats a mean number of nodes: with two decimal places if it is small, and with an exponent if
/// it is very large.
fn nodes(n: f64) -> String {
    match n {
        n if n < 100.0 => format!("{n:.2}"),
        n if n < 1e15 => human::count(n.round() as u64),
        n => format!("{n:.3e}"),
    }
}
