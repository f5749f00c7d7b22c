//! `fifteen pdb quality`: the strength of tables, or of any heuristic, before anything is searched.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anstyle::Style;
use anyhow::Result;
use fifteen_lab::quality::{Prediction, QualityRecord, Survey};
use fifteen_solver::{Goal, HeuristicSpec, Limits, Setup, Size, Solver};

use crate::args::{self, ThreadsArg};
use crate::exit::Exit;
use crate::output::{FormatArg, Printer, Report};
use crate::progress;
use crate::terminal::human;
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// Predict the nodes of a search with these tables
///
/// Prints the distribution of the values over random boards, and the nodes that complete iterations of IDA* expand on
/// average (Korf, Reid & Edelkamp 2001), before anything is searched.
///
/// The prediction for a bound is the mean over the boards that are searched with this bound: those whose parity fits.
/// It assumes a complete iteration and a consistent heuristic, such as zero-aware tables. Most of it comes from boards
/// that would have been solved at smaller bounds. A search that ends at its solution takes fewer nodes; the stronger
/// the heuristic, the larger the difference.
///
/// 'tree left' is E[b^-h] with the branching factor b: the share of the tree of moves that the heuristic leaves, for
/// any bound. 'eta' is the same over all boards alike (Clausecker & Schintke 2021). Boards near the goal make most
/// of both. 'typically' leaves these boards out and assumes normally distributed values: compare it to choose between
/// tables for random boards. One move less divides the nodes by b or more.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Tables of one board that make a partition, plain or packed
    #[arg(required_unless_present = "heuristic", conflicts_with = "heuristic", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A heuristic instead, as for `solve`
    ///
    /// For example manhattan, 7-8, or manhattan+6-6-3.
    #[arg(long, value_name = "H", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Option<HeuristicSpec>,
    /// With --heuristic: width x height of the board
    ///
    /// [default: the goal's, else 4x4]
    #[arg(long, value_name = "WxH", conflicts_with = "files",
        value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// With --heuristic: the goal: last, first, spiral, or a board
    ///
    /// [default: last]
    #[arg(long, value_name = "G", conflicts_with = "files",
        value_parser = args::goal(), hide_possible_values = true)]
    goal: Option<String>,
    /// With --heuristic: a table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, hide_short_help = true, value_name = "FILE|DIR", conflicts_with = "files")]
    pdb: Vec<PathBuf>,
    /// The number of random boards, and of boards near the goal
    #[arg(long, value_name = "N", default_value = "100000", value_parser = args::number_in::<u64>(1..=u64::MAX))]
    samples: u64,
    /// The seed of the boards
    ///
    /// The same seed gives the same figures on every machine.
    #[arg(long, hide_short_help = true, value_name = "S", default_value = "1", value_parser = args::number::<u64>)]
    seed: u64,
    /// Do not look up the reflected board
    ///
    /// For a heuristic write 7-8:no-reflection.
    #[arg(long, hide_short_help = true, conflicts_with = "heuristic")]
    no_reflection: bool,
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
    output: FormatArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen pdb quality data/pdb/4x4_zero-aware_{1-8,9-15}.pdb
  fifteen pdb quality --heuristic 6-6-3 --bound 52 --bound 54
  fifteen pdb quality --heuristic linear-conflict --size 5x5 --format json";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let solver = open(args, ui)?;
    let bar =
        ui.bar(solver.heuristic().unwrap_or("boards"), Some(args.samples.saturating_mul(2))).with_message("boards");
    let survey = Survey::of(
        solver.space(),
        solver.tile_heuristic(),
        args.samples,
        args.seed,
        args.threads.count(),
        &mut |done| {
            bar.set_position(done);
            if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    bar.finish_and_clear();
    let survey = survey?;
    let record = QualityRecord::new(&solver, &survey, args.seed, &args.bound);
    Printer::stdout(args.output.format()).print(&record)?;
    if survey.near.samples() < args.samples {
        ui.note(format_args!(
            "interrupted after {} random boards and {} near the goal",
            human::count(survey.random.samples()),
            human::count(survey.near.samples())
        ));
        return Ok(Exit::Partial);
    }
    Ok(Exit::Done)
}

/// The solver with the tables of the files, or with the given heuristic.
fn open(args: &Args, ui: &Ui) -> Result<Solver> {
    let limits = Limits::cancelled_by(interrupt::flag());
    let setup = Setup { no_reflection: args.no_reflection, check: true, limits, ..Setup::default() };
    let Some(heuristic) = &args.heuristic else { return Ok(setup.open_files(&args.files)?) };
    let goal = Goal::parse(args.goal.as_deref().unwrap_or("last"), args.size)?;
    let size = match (args.size, goal) {
        (Some(size), _) => size,
        (None, Goal::Board(board)) => board.size(),
        (None, _) => Size::new(4, 4)?,
    };
    let setup = Setup { goal, heuristic: Some(heuristic.clone()), tables: args.pdb.clone(), ..setup };
    Ok(progress::open(&setup, size, ui)?)
}

impl Report for QualityRecord {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        const STRONG: Style = Style::new().bold();
        const FAINT: Style = Style::new().dimmed();
        let title = format!("{} on {} boards, the goal's blank on cell {}", self.heuristic, self.size, self.blank);
        writeln!(out, "{STRONG}{title}{STRONG:#}")?;
        let mut line = |name: &str, value: String| writeln!(out, "  {FAINT}{name:<10}{FAINT:#} {value}");
        line(
            "boards",
            format!("{} random ones and as many near the goal, seed {}", human::count(self.samples), self.seed),
        )?;
        let (smallest, largest) = (self.smallest.unwrap_or(0), self.largest.unwrap_or(0));
        line(
            "values",
            format!("{:.3} on average, deviation {:.3}, {smallest} to {largest}", self.mean, self.deviation),
        )?;
        line("branching", format!("{:.4} nodes follow a node of the tree of moves", self.branching))?;
        line("tree left", tree_left(self))?;
        if let Some((eta, error)) = self.eta.zip(self.eta_error) {
            line("eta", format!("{eta:.3e}{}", percent((error, eta))))?;
        }
        line("typically", format!("{:.2} moves less deep", self.typical_depth_saved))?;
        writeln!(out, "  {FAINT}{:>5} {:>22}{FAINT:#}", "bound", "expected to expand")?;
        for Prediction { bound, expanded, error } in &self.predictions {
            let expanded_text = expanded.map_or_else(|| "unknown".to_owned(), nodes);
            let error = error.zip(*expanded).filter(|(_, value)| *value > 0.0).map_or_else(String::new, percent);
            writeln!(out, "  {bound:>5} {expanded_text:>22}{error}")?;
        }
        writeln!(out, "  {FAINT}{:>5} {:>22}{FAINT:#}", "value", "boards")?;
        for (h, boards) in &self.histogram {
            writeln!(
                out,
                "  {h:>5} {:>22}  {:.3} %",
                human::count(*boards),
                *boards as f64 * 100.0 / self.samples as f64
            )?;
        }
        Ok(())
    }
}

fn tree_left(quality: &QualityRecord) -> String {
    let Some((share, error)) = quality.share.zip(quality.share_error) else {
        return "unknown: the blank never stood on some cell; take more samples".to_owned();
    };
    let saved =
        quality.depth_saved.map_or_else(String::new, |depth| format!(", as if it were {depth:.2} moves less deep"));
    format!("{share:.3e}{}{saved}", percent((error, share)))
}

/// A standard error in percent of the value.
fn percent((error, value): (f64, f64)) -> String {
    format!("  ± {:.1} %", error * 100.0 / value)
}

/// A mean number of nodes.
fn nodes(n: f64) -> String {
    match n {
        n if n < 100.0 => format!("{n:.2}"),
        n if n < 1e15 => human::count(n.round() as u64),
        n => format!("{n:.3e}"),
    }
}
