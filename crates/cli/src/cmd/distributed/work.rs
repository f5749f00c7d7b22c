//! `fifteen work`: searches units, and writes each result as soon as it is complete.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fifteen_solver::distributed::UnitResult;

use super::folder::{IterationFiles, SearchFolder};
use super::lines::{self, Lines};
use super::part::Part;
use super::results::ResultsOut;
use super::tables::TableArgs;
use super::worker::{self, Work, Worked};
use crate::exit::Exit;
use crate::terminal::ui::Ui;

/// Search units of `split`, and write their results
///
/// A unit names its tables by their digests, and is searched with no others. Each result is written as soon as it is
/// complete, one a line. After a stop, the same command continues, in a folder or with --out: units that have a result
/// are skipped, and once a solution is known, so are the units after it.
///
/// The exit code is 1 if the work was interrupted, and 2 if a unit could not be searched; the other units are searched.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder or file that `split` wrote
    ///
    /// '-' is the standard input.
    #[arg(value_name = "FOLDER|FILE", default_value = "-")]
    units: PathBuf,
    /// Append the results to this file, and skip the units whose results it has
    ///
    /// A file holds the results of one iteration. '-' is the standard output.
    ///
    /// [default: a file in the folder, or the standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Search every N-th unit, from the I-th on
    ///
    /// 3/8 is the third of eight parts.
    #[arg(long, value_name = "I/N")]
    part: Option<Part>,
    #[command(flatten)]
    tables: TableArgs,
}

const EXAMPLES: &str = "\
Examples:
  fifteen work search/
  fifteen work search/ --part 3/8
  fifteen work units.jsonl --out results.jsonl
  fifteen work - --pdb tables > results.jsonl";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    if let Some(folder) = SearchFolder::named(&args.units) {
        let iteration = folder.begun()?;
        if let Some(job) = iteration.merged()? {
            let next = if job.moves.is_some() { "solved; the solution" } else { "merged; the next one" };
            let command = if job.moves.is_some() { "merge" } else { "split --continue" };
            ui.say(format_args!("this iteration is {next}: fifteen {command} {}", folder.name()));
            return Ok(Exit::Done);
        }
        let worked = in_folder(&iteration, args.part, args.out.as_deref(), &args.tables, ui)?;
        let kept = "the results so far are in the folder; run the same command to continue";
        return Ok(end(worked, args, kept, ui));
    }
    let lines = Lines::open(&args.units)?;
    let (out, known) = match &args.out {
        Some(path) => ResultsOut::open(path, ui)?,
        None => (ResultsOut::stdout(), Vec::new()),
    };
    let kept = match out.file() {
        Some(name) => format!("the results so far are in {name}; run the same command to continue"),
        None => "the results so far are valid, the other units are still to be searched".to_owned(),
    };
    let worked = worker::search(Work { lines, part: args.part, known, out, tables: &args.tables }, ui)?;
    Ok(end(worked, args, &kept, ui))
}

/// Searches the units of an iteration in a folder that have no results there.
pub(super) fn in_folder(
    iteration: &IterationFiles,
    part: Option<Part>,
    out: Option<&Path>,
    tables: &TableArgs,
    ui: &Ui,
) -> Result<Worked> {
    let own = out.map_or_else(|| iteration.results(part), Path::to_owned);
    let (out, mut known) = ResultsOut::open(&own, ui)?;
    for path in iteration.all_results()? {
        if path != own {
            known.extend(results_so_far(&path)?);
        }
    }
    let lines = Lines::open(&iteration.units())?;
    worker::search(Work { lines, part, known, out, tables }, ui)
}

/// The results in a file to which another process may be writing.
fn results_so_far(path: &Path) -> Result<Vec<UnitResult>> {
    lines::results(Lines::open(path)?).map(|read| read.results)
}

fn end(worked: Worked, args: &Args, kept: &str, ui: &Ui) -> Exit {
    if worked.interrupted {
        ui.note(format_args!("interrupted; {kept}"));
    }
    if worked.solved {
        let units = if args.units.as_os_str() == "-" { "FILE".into() } else { args.units.display().to_string() };
        ui.say(format_args!("the search is solved and has no units left; the solution: fifteen merge {units}"));
    } else {
        ui.say(worked.summary());
    }
    worked.exit()
}
