//! `fifteen distribute`: split, work and merge on one machine, until the board is solved.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::folder::{IterationFiles, SearchFolder};
use super::merge::{self, SolutionArgs};
use super::search::SearchArgs;
use super::{split, work};
use crate::exit::Exit;
use crate::terminal::ui::Ui;

/// Solve one hard board by a search that can be stopped
///
/// Splits, works and merges, one iteration after the other, until the board is solved; then its record is printed as by
/// `solve`. However it was stopped, the same command continues, and FOLDER alone is enough. The files in the folder are
/// those of `split`, `work` and `merge`, which can take over at any time, on this machine or on many.
///
/// The exit code is 0 if the board is solved, 1 if it is unsolvable or the command was interrupted, and 2 after an
/// error.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder of the search, made if need be
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    solution: SolutionArgs,
}

const EXAMPLES: &str = "\
Examples:
  fifteen distribute search/ \"0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1\"
  fifteen distribute search/ --json";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let folder = SearchFolder::new(&args.folder);
    if args.search.board.is_empty() && folder.iteration()?.is_none() {
        bail!(
            "no search has begun in the folder '{}'; give the folder, then the board: fifteen distribute FOLDER BOARD",
            folder.name()
        );
    }
    let _lock = folder.lock()?;
    if !args.search.board.is_empty()
        && let ControlFlow::Break(exit) = split::first_in(&folder, &args.search, ui)?
    {
        return Ok(exit);
    }
    loop {
        let iteration = folder.begun()?;
        if let ControlFlow::Break(exit) = complete(&folder, &iteration, args, ui)? {
            return Ok(exit);
        }
    }
}

/// Searches the units of an iteration and merges them; then either prints the solution and breaks, or splits the next
/// iteration.
fn complete(folder: &SearchFolder, iteration: &IterationFiles, args: &Args, ui: &Ui) -> Result<ControlFlow<Exit>> {
    if iteration.merged()?.is_none() {
        let worked = work::in_folder(iteration, None, None, &args.search.tables, ui)?;
        if worked.interrupted {
            let name = folder.name();
            ui.note(format_args!(
                "interrupted; all results so far are in {name}; continue with: fifteen distribute {name}"
            ));
        }
        if worked.interrupted || worked.failed > 0 {
            return Ok(ControlFlow::Break(worked.exit()));
        }
    }
    let job = merge::merge_iteration(iteration, ui)?;
    if job.moves.is_some() {
        return args.solution.print_solved(&job).map(ControlFlow::Break);
    }
    split::next_of(folder, &job, &args.search, ui)
}
