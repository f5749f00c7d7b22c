//! `fifteen merge`: the results of all units, combined.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fifteen_solver::distributed::{self, Job, Line, Merged, UnitResult};
use fifteen_solver::{Request, Solution};

use super::folder::{IterationFiles, SearchFolder};
use super::lines::{self, Lines, ReadResults};
use crate::args::LettersArg;
use crate::exit::Exit;
use crate::output::{FormatArg, Printer};
use crate::record::{Layout, Presentation};
use crate::save;
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// Merge the results of `work` into those of one machine
///
/// If the board is solved, its record is printed as by `solve`, with the exact counts of one machine and without
/// seconds and bytes. Otherwise the exit code is 1, and the job with its next iteration is kept in the folder, or
/// written to --next or the standard output, for `split --continue`. On an error there is none, so a loop of commands
/// cannot continue from an old one.
///
/// The exit code is 0 if the board is solved, 1 if it needs another iteration, and 2 if results are missing or
/// contradict each other.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder or file that `split` wrote
    #[arg(value_name = "FOLDER|FILE")]
    units: PathBuf,
    /// The files that `work` wrote, in any order
    ///
    /// None for a folder, or if `split` has solved the board.
    #[arg(value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// Write the job with its next iteration to a file
    ///
    /// '-' is the standard output, the default. Without a next iteration the file is removed.
    #[arg(long, value_name = "FILE")]
    next: Option<PathBuf>,
    #[command(flatten)]
    solution: SolutionArgs,
}

/// The form of the solution.
#[derive(Debug, clap::Args)]
pub(super) struct SolutionArgs {
    /// List the iterations: bound, nodes generated, nodes expanded
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    letters: LettersArg,
    #[command(flatten)]
    output: FormatArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen merge search/
  fifteen merge search/ --json
  fifteen merge units.jsonl results-*.jsonl --next state.jsonl";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    if let Some(folder) = SearchFolder::named(&args.units) {
        return merge_folder(&folder, args, ui);
    }
    if let Some(next) = &args.next {
        save::prepare(&[("--next", next)])?;
        remove_state(next)?;
    }
    let (job, merged) = merge_files(&args.units, &args.results, ui)?;
    match merged {
        Merged::Solved(solution) => args.solution.print(&job, *solution),
        Merged::Next(next) => {
            report_unsolved(&next, ui);
            let line = Line::Job(*next);
            save::bytes(args.next.as_deref().unwrap_or(Path::new("-")), format!("{line}\n").as_bytes())?;
            Ok(Exit::Partial)
        }
    }
}

fn merge_folder(folder: &SearchFolder, args: &Args, ui: &Ui) -> Result<Exit> {
    if !args.results.is_empty() || args.next.is_some() {
        let name = folder.name();
        bail!("{name} is a folder, which has the results and keeps the next iteration; leave out RESULTS and --next");
    }
    let job = merge_iteration(&folder.begun()?, ui)?;
    if job.moves.is_some() {
        return args.solution.print_solved(&job);
    }
    report_unsolved(&job, ui);
    Ok(Exit::Partial)
}

/// Merges the results of an iteration in a folder, if that was not done before: a solved job, or one with the next
/// iteration.
pub(super) fn merge_iteration(iteration: &IterationFiles, ui: &Ui) -> Result<Job> {
    if let Some(job) = iteration.merged()? {
        return Ok(job);
    }
    let (job, merged) = merge_files(&iteration.units(), &iteration.all_results()?, ui)?;
    let merged = match merged {
        Merged::Solved(solution) => job.finished(&solution),
        Merged::Next(next) => *next,
    };
    iteration.write_merged(merged.clone())?;
    Ok(merged)
}

/// Reads the job of some units and their results, and merges them.
fn merge_files(units: &Path, results: &[PathBuf], ui: &Ui) -> Result<(Job, Merged)> {
    let (job, _) = lines::job_and_units(units)?;
    let mut merged: Vec<UnitResult> = Vec::new();
    for path in results {
        let ReadResults { results, cut, .. } = lines::results(Lines::open(path)?)?;
        if cut {
            ui.note(format_args!("the last line of {} is incomplete and is skipped", path.display()));
        }
        if let Some(other) = results.iter().find(|result| result.job != job.digest) {
            bail!(
                "{} has a result of the job {}, another board or iteration than the job {} of the units; leave the file out",
                path.display(),
                other.job,
                job.digest
            );
        }
        merged.extend(results);
    }
    let merged = distributed::merge(&job, &merged)?;
    Ok((job, merged))
}

/// Removes the state that an earlier merge has left, so that none is there unless this merge succeeds.
fn remove_state(path: &Path) -> Result<()> {
    // Links are followed. What is not a regular file has no state.
    let Some(target) = fs::canonicalize(path).ok().filter(|target| target.is_file()) else { return Ok(()) };
    let is_empty = fs::metadata(&target).is_ok_and(|metadata| metadata.len() == 0);
    if !is_empty && lines::job(&target).is_err() {
        let name = path.display();
        bail!("{name} is not a job that 'merge' wrote; name another file with --next");
    }
    fs::remove_file(&target).map_err(|e| anyhow!("cannot remove {}: {e}", path.display()))
}

fn report_unsolved(next: &Job, ui: &Ui) {
    let bound = next.iterations.last().map_or(0, |iteration| iteration.bound);
    let (moves, nodes) =
        (human::counted(bound.into(), "move", "moves"), human::counted(next.generated(), "node", "nodes"));
    ui.say(format_args!("no solution of up to {moves} after {nodes}; split the next iteration with --continue"));
}

impl SolutionArgs {
    /// Prints the record of a solution.
    fn print(&self, job: &Job, solution: Solution) -> Result<Exit> {
        let request = Request { convention: self.letters.convention(), stats: self.stats, ..Request::default() };
        let presentation =
            Presentation { layout: Layout::Block, convention: self.letters.convention(), bare: false, files: 0 };
        let record = job.record(solution, &request)?;
        Printer::stdout(self.output.format()).print_as(&record, |out| presentation.write(out, &record))?;
        Ok(Exit::of(record.status))
    }

    /// Prints the record of a solved job.
    pub(super) fn print_solved(&self, job: &Job) -> Result<Exit> {
        match distributed::merge(job, &[])? {
            Merged::Solved(solution) => self.print(job, *solution),
            Merged::Next(_) => Err(anyhow!("the job is not solved yet")),
        }
    }
}
