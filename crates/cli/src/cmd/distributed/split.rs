//! `fifteen split`: one iteration of the search for a board, as units for other processes and machines.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fifteen_solver::distributed::{Job, Split};

use super::folder::SearchFolder;
use super::lines;
use super::search::SearchArgs;
use crate::exit::Exit;
use crate::save;
use crate::terminal::ui::Ui;

/// Split the search for one board into units for many machines
///
/// The small first iterations of IDA* are searched at once; the next one is cut into units of similar size, one a line.
/// `work` searches units in any order on any machine; `merge` combines their results into the solution and the counts
/// of one machine. In a folder (--out FOLDER/) the files of each iteration have names of their own, and all three
/// commands find them.
///
/// `fifteen distribute` does all of this on one machine; docs/SCALE.md explains the use of many.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, group = clap::ArgGroup::new("job").args(["board", "continue_from"]).required(true))]
pub(crate) struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// Split the next iteration of a job that `merge` has left unsolved
    ///
    /// The folder of the job, or its file; '-' is the standard input.
    #[arg(long = "continue", value_name = "FOLDER|FILE")]
    continue_from: Option<PathBuf>,
    /// Write the job and its units to a file, or into a folder
    ///
    /// A folder ends in '/', and is made if need be. '-' is the standard output, the default.
    #[arg(long, value_name = "FOLDER/|FILE")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  fifteen split --out search/ \"0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1\"
  fifteen work search/
  fifteen merge search/
  fifteen split --continue search/";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let folder = args.out.as_deref().and_then(SearchFolder::named);
    if let (None, Some(path)) = (&folder, &args.out) {
        save::prepare(&[("--out", path)])?;
    }
    if let Some(from) = &args.continue_from {
        return match (SearchFolder::named(from), &args.out) {
            (Some(_), Some(out)) => {
                Err(anyhow!("the units go into the folder {}, so leave out --out {}", from.display(), out.display()))
            }
            (Some(folder), None) => next_in(&folder, &args.search, ui),
            (None, out) if folder.is_some() => Err(anyhow!(
                "{} is a file, so --out {} must name a file too",
                from.display(),
                out.iter().map(|out| out.display().to_string()).collect::<String>()
            )),
            (None, _) => {
                let (job, _) = lines::job_and_units(from)?;
                write(args.search.resume(&job, ui)?, args)
            }
        };
    }
    let Some(folder) = folder else { return write(args.search.split(ui)?, args) };
    let _lock = folder.lock()?;
    Ok(code(first_in(&folder, &args.search, ui)?))
}

/// Begins a search in a folder, unless this search has begun there.
pub(super) fn first_in(folder: &SearchFolder, args: &SearchArgs, ui: &Ui) -> Result<ControlFlow<Exit>> {
    if let Some(iteration) = folder.iteration()? {
        let (job, _) = iteration.read()?;
        args.check_same(&job, folder, ui)?;
        let (name, bound) = (folder.name(), job.search.bound);
        ui.say(format_args!("this search has begun in {name}; its iteration with the bound {bound} is split already"));
        return Ok(ControlFlow::Continue(()));
    }
    let split = args.split(ui)?;
    if let ControlFlow::Continue(split) = &split {
        folder.add(split)?;
    }
    Ok(split.map_continue(drop))
}

/// Splits the next iteration of the search in a folder.
fn next_in(folder: &SearchFolder, args: &SearchArgs, ui: &Ui) -> Result<Exit> {
    folder.begun()?;
    let _lock = folder.lock()?;
    let iteration = folder.begun()?;
    let Some(job) = iteration.merged()? else {
        let (name, units) = (folder.name(), iteration.units());
        bail!(
            "the iteration in {} is split, but not merged yet; search its units and merge them: fifteen work {name}, \
             then fifteen merge {name}",
            units.display()
        );
    };
    Ok(code(next_of(folder, &job, args, ui)?))
}

/// Splits the next iteration of a job into a folder.
pub(super) fn next_of(folder: &SearchFolder, job: &Job, args: &SearchArgs, ui: &Ui) -> Result<ControlFlow<Exit>> {
    let split = args.resume(job, ui)?;
    if let ControlFlow::Continue(split) = &split {
        folder.add(split)?;
    }
    Ok(split.map_continue(drop))
}

/// The exit code of a step that was completed, or ended early.
fn code(step: ControlFlow<Exit>) -> Exit {
    step.break_value().unwrap_or(Exit::Done)
}

fn write(split: ControlFlow<Exit, Split>, args: &Args) -> Result<Exit> {
    let split = match split {
        ControlFlow::Continue(split) => split,
        ControlFlow::Break(exit) => return Ok(exit),
    };
    save::bytes(args.out.as_deref().unwrap_or(Path::new("-")), lines::of_split(&split).as_bytes())?;
    Ok(Exit::Done)
}
