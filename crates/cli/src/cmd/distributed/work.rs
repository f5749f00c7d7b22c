//! `fifteen work`: searches units, and writes each result as soon as it is complete.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fifteen_distributed::{DistributedError, Line, Unit, UnitResult};
use fifteen_solver::pdb::file::Destination;
use fifteen_solver::{Solver, SolverBuilder, SolverCache};

use super::lines::{self, Lines, Numbered};
use crate::args::ThreadsArg;
use crate::exit::{Exit, Failure};
use crate::save;
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Search units of `split`, and write their results
///
/// A unit names its tables by their digests, and is searched with no others. Each result is written as soon as it is complete,
/// one a line. After a stop, the same command with --out continues: units that have a result are skipped, and once a solution
/// is known, so are the units after it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The lines of `split`; '-' is the standard input
    #[arg(value_name = "UNITS", default_value = "-")]
    units: PathBuf,
    /// Append the results to this file, and skip the units whose results it has; '-' is the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Search every N-th unit, from the I-th on: 3/8 is the third of eight parts
    #[arg(long, value_name = "I/N")]
    part: Option<Part>,
    /// A table, or a folder of tables, to use instead of the default folders (may be repeated)
    #[arg(long, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// Check the digests of the tables first, which reads them whole
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    threads: ThreadsArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen work units.jsonl --out results.jsonl
  fifteen work units.jsonl --part 3/8 --out results-3.jsonl
  fifteen work - --pdb tables > results.jsonl

Exit code 1 if it was interrupted, 2 if a unit could not be searched; the other
units are searched.";

/// A part of all units: every `of`-th unit, from the `index`-th on.
#[derive(Debug, Clone, Copy)]
struct Part {
    index: usize,
    of: usize,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Self { index, of }),
            _ => Err("write I/N, with I from 1 to N, as in 3/8".to_owned()),
        }
    }
}

impl Part {
    fn has(self, unit: usize) -> bool {
        unit % self.of == self.index - 1
    }
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let _watched = interrupt::watched();
    let lines = Lines::open(&args.units)?;
    let (out, results) = match &args.out {
        Some(path) if !save::is_stdout(path) => reopened(path, ui)?,
        _ => (Box::new(io::stdout()) as Box<dyn Write + Send>, Vec::new()),
    };
    let known = Progress {
        done: results.iter().map(|result| result.digest.clone()).collect(),
        solved: HashMap::new(),
        skipped: 0,
    };
    let builder = Solver::builder().check(args.check).threads(args.threads.count()).cancel(interrupt::flag());
    let builder = builder.tables_in(&args.pdb);
    let worker = Worker {
        part: args.part,
        builder,
        solvers: SolverCache::new(16).keeping_failures(),
        known: Mutex::new(known),
        out: Mutex::new(out),
        out_name: match args.out.as_deref().filter(|path| !save::is_stdout(path)) {
            Some(path) => path.display().to_string(),
            None => "to the standard output".to_owned(),
        },
        name: lines.name.clone(),
    };
    results.iter().for_each(|result| worker.note_solution(result));
    let bar = ui.bar("working", None);
    bar.set_message("units");
    let (mut exit, mut failure, mut searched) = (Exit::Done, None, 0u64);
    let take = |line: Result<Numbered, String>| worker.take(line);
    fifteen_solver::batch::in_order(lines, args.threads.count(), take, |outcome| {
        match outcome {
            UnitOutcome::Searched => {
                searched += 1;
                bar.inc(1);
            }
            UnitOutcome::Skipped => (),
            UnitOutcome::Bad(error) => {
                ui.error(error);
                exit = Exit::Failed;
            }
            UnitOutcome::Interrupted => exit = exit.max(Exit::Partial),
            UnitOutcome::Unwritten(error) => failure = Some(error),
        }
        if failure.is_some() || interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(error.into());
    }
    if interrupt::requested() {
        exit = exit.max(Exit::Partial);
        ui.note(match args.out.as_deref().filter(|path| !save::is_stdout(path)) {
            Some(_) => "interrupted; run the same command to continue",
            None => "interrupted; the results so far are valid, the other units are still to be searched",
        });
    }
    let skipped = lock(&worker.known).skipped;
    let mut summary = format!("{} searched", human::counted(searched, "unit", "units"));
    if skipped > 0 {
        summary += &format!(", {} skipped: they have results, or need none", human::count(skipped));
    }
    ui.say(summary);
    Ok(exit)
}

/// Opens a file of results to append more. An incomplete last line, left by a stopped process, is cut off. What is no regular
/// file is only written to.
fn reopened(path: &Path, ui: &Ui) -> Result<(Box<dyn Write + Send>, Vec<UnitResult>), Failure> {
    let name = path.display();
    let cannot = |what: &str, e: io::Error| Failure::new(format!("cannot {what} {name}: {e}"));
    let destination = Destination::of(path).map_err(|e| cannot("write", e))?;
    if let Destination::Direct(_) = destination {
        let file = OpenOptions::new().append(true).open(path).map_err(|e| cannot("open", e))?;
        return Ok((Box::new(file), Vec::new()));
    }
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file: File = open.map_err(|e| cannot("open", e))?;
    if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
        return Err(Failure::new(format!("another process writes results to {name}; give each process its own file")));
    }
    let reader = BufReader::new(file.try_clone().map_err(|e| cannot("read", e))?);
    let (results, complete, cut) = lines::results(Lines::of(Box::new(reader), name.to_string()))?;
    if cut {
        ui.note(format_args!("the last line of {name} was cut off; its unit is searched again"));
    }
    file.set_len(complete).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|e| cannot("write to", e))?;
    Ok((Box::new(file), results))
}

/// The outcome of a line.
enum UnitOutcome {
    Searched,
    Skipped,
    Bad(String),
    Interrupted,
    Unwritten(io::Error),
}

/// The units that need not be searched.
struct Progress {
    /// Digests of units that have a result.
    done: HashSet<String>,
    /// For each job whose search ends at a solution, the first unit known to have one.
    solved: HashMap<String, usize>,
    skipped: u64,
}

struct Worker {
    part: Option<Part>,
    builder: SolverBuilder,
    /// The units of a file mostly need the same.
    solvers: SolverCache,
    known: Mutex<Progress>,
    out: Mutex<Box<dyn Write + Send>>,
    out_name: String,
    name: String,
}

impl Worker {
    fn take(&self, line: Result<Numbered, String>) -> UnitOutcome {
        let Numbered { number, text, .. } = match line {
            Ok(line) => line,
            Err(error) => return UnitOutcome::Bad(error),
        };
        let bad = |reason: String| UnitOutcome::Bad(format!("{}, line {number}: {reason}", self.name));
        match Line::parse(&text) {
            Ok(Line::Unit(unit)) if self.is_needed(&unit) => match self.search(&unit) {
                Ok(result) => self.write(&unit, result),
                Err(DistributedError::Interrupted) => UnitOutcome::Interrupted,
                Err(error) => bad(format!("unit {}: {error}", unit.unit)),
            },
            Ok(Line::Unit(_) | Line::Job(_)) => UnitOutcome::Skipped,
            Ok(Line::Result(_)) => bad("expected a unit, found a result".to_owned()),
            Err(error) => bad(error.to_string()),
        }
    }

    fn is_needed(&self, unit: &Unit) -> bool {
        if interrupt::requested() || self.part.is_some_and(|part| !part.has(unit.unit)) {
            return false;
        }
        let mut known = lock(&self.known);
        let behind = known.solved.get(&unit.job).is_some_and(|&first| first < unit.unit);
        let needed = !known.done.contains(&unit.digest) && (!behind || unit.search.finish_iteration);
        known.skipped += u64::from(!needed);
        needed
    }

    fn search(&self, unit: &Unit) -> Result<UnitResult, DistributedError> {
        let solver = unit.search.open_in(&self.solvers, &self.builder)?;
        fifteen_distributed::work(&solver, unit, Some(interrupt::flag()))
    }

    /// Writes a whole line at once.
    fn write(&self, unit: &Unit, result: UnitResult) -> UnitOutcome {
        if !unit.search.finish_iteration {
            self.note_solution(&result);
        }
        let line = format!("{}\n", Line::Result(result));
        let mut out = lock(&self.out);
        match out.write_all(line.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => UnitOutcome::Searched,
            Err(error) => {
                UnitOutcome::Unwritten(io::Error::new(error.kind(), format!("cannot write {}: {error}", self.out_name)))
            }
        }
    }

    fn note_solution(&self, result: &UnitResult) {
        if result.solution.is_some() {
            let mut known = lock(&self.known);
            let first = known.solved.entry(result.job.clone()).or_insert(result.unit);
            *first = result.unit.min(*first);
        }
    }
}

/// The data behind these locks is consistent even if a thread panicked while it held one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
