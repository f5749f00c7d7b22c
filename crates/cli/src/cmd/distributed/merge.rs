//! `fifteen merge`: the results of all units, combined.

use std::path::{Path, PathBuf};

use fifteen_distributed::{Line, Merged, UnitResult};
use fifteen_solver::{Convention, Request};

use super::lines::{self, Lines};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::output::{FormatArg, Printer};
use crate::record::{BoardReport, Layout, Presentation};
use crate::save;
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// Merge the results of `work` into the solution and the counts of one machine
///
/// If the board is solved, its record is printed as by `solve`, with the exact counts of one machine and without seconds and
/// bytes. Otherwise the job is printed with its next iteration, for `split --continue`, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The lines of `split`
    #[arg(value_name = "UNITS")]
    units: PathBuf,
    /// The lines of `work`, in any order; none are needed if the board was solved by `split`
    #[arg(value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// Write the job with its next iteration to a file instead of the standard output, '-'
    #[arg(long, value_name = "FILE")]
    next: Option<PathBuf>,
    /// List the iterations: bound, nodes generated, nodes expanded
    #[arg(long)]
    stats: bool,
    /// The meaning of the letters U, D, L, R: the tile's direction, or the blank's
    #[arg(long, value_name = "tile|blank", default_value = "tile",
        value_parser = args::convention(), hide_possible_values = true)]
    moves: Convention,
    #[command(flatten)]
    output: FormatArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen merge units.jsonl results.jsonl --format json
  fifteen merge units.jsonl results-*.jsonl --next state.jsonl
  fifteen split --continue state.jsonl --out units2.jsonl

Exit code 0 if the board is solved, 1 if it needs another iteration, 2 if
results are missing or contradict each other.";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    args.next.iter().try_for_each(|path| save::prepare(&[("--next", path)]).map(drop))?;
    let (job, units) = lines::job_and_units(&args.units)?;
    let mut results: Vec<UnitResult> = Vec::new();
    for path in &args.results {
        let (more, _, cut) = lines::results(Lines::open(path)?)?;
        if cut {
            ui.note(format_args!("the last line of {} is incomplete and is skipped", path.display()));
        }
        results.extend(more);
    }
    match fifteen_distributed::merge(&job, &units, &results)? {
        Merged::Solved(solution) => {
            let request = Request { convention: args.moves, stats: args.stats, ..Request::default() };
            let presentation = Presentation { layout: Layout::Block, convention: args.moves, in_file: false };
            let record = job.record(*solution, &request)?;
            Printer::stdout(args.output.format).print(&BoardReport { record: &record, presentation })?;
            Ok(Exit::of(record.status))
        }
        Merged::Next(next) => {
            let bound = job.search.bound;
            let nodes = human::counted(next.iterations.iter().map(|i| i.generated).sum(), "node", "nodes");
            ui.say(format_args!(
                "no solution of up to {bound} moves after {nodes}; split the next iteration with --continue"
            ));
            let line = Line::Job(*next);
            save::text(args.next.as_deref().unwrap_or(Path::new("-")), &format!("{line}\n"))?;
            Ok(Exit::Partial)
        }
    }
}
