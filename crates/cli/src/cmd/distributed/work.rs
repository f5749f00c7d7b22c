//! `fifteen work`: searches units, and writes their results as they come.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fifteen_distributed::{DistributedError, Line, Unit, UnitResult};
use fifteen_solver::{Solver, SolverBuilder, SolverCache};

use super::lines::{self, Lines, Numbered};
use crate::args::ThreadsArg;
use crate::exit::{Exit, Failure};
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Search units of `split`, and write their results
///
/// A unit is searched with the tables that it names by their digests, and refused with any others. Results are written as they
/// come, one a line. Stopped or killed, the same command with --out goes on where it was: units whose results are there are
/// left out, and so are, once a solution is known, the units behind it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The lines of `split`; '-' is the standard input
    #[arg(value_name = "UNITS", default_value = "-")]
    units: PathBuf,
    /// Add the results to this file, and leave out the units whose results it has
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Take each N-th unit, beginning with the I-th: 3/8 is the third of eight parts
    #[arg(long, value_name = "I/N")]
    part: Option<Part>,
    /// A table, or a folder of tables, to be used instead of those found by themselves (may be repeated)
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

Exit code 1 if it was interrupted, 2 if a unit could not be searched; the others
are.";

/// Which of so many parts.
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
        Some(path) => reopened(path, ui)?,
        None => (Box::new(io::stdout()) as Box<dyn Write + Send>, Vec::new()),
    };
    let known = Known {
        done: results.iter().map(|result| result.digest.clone()).collect(),
        solved: HashMap::new(),
        left_out: 0,
    };
    let builder = Solver::builder().check(args.check).threads(args.threads.count()).cancel(interrupt::flag());
    let builder = builder.tables_in(&args.pdb);
    let worker = Worker {
        part: args.part,
        builder,
        solvers: SolverCache::new(16).keeping_failures(),
        known: Mutex::new(known),
        out: Mutex::new(out),
        name: lines.name.clone(),
    };
    results.iter().for_each(|result| worker.note_solution(result));
    let bar = ui.bar("working", None);
    bar.set_message("units");
    let (mut exit, mut failure, mut searched) = (Exit::Done, None, 0u64);
    let take = |line: Result<Numbered, String>| worker.take(line);
    fifteen_solver::batch::in_order(lines, args.threads.count(), take, |came| {
        match came {
            Came::Searched => {
                searched += 1;
                bar.inc(1);
            }
            Came::LeftOut => (),
            Came::Bad(error) => {
                ui.error(error);
                exit = Exit::Failed;
            }
            Came::Interrupted => exit = exit.max(Exit::Partial),
            Came::Unwritten(error) => failure = Some(error),
        }
        if failure.is_some() || interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(error.into());
    }
    if interrupt::requested() {
        exit = exit.max(Exit::Partial);
        ui.note(match args.out {
            Some(_) => "interrupted; the same command goes on from here",
            None => "interrupted; the results so far are good, the other units are still to be searched",
        });
    }
    let left_out = lock(&worker.known).left_out;
    let mut said = format!("{} searched", human::counted(searched, "unit", "units"));
    if left_out > 0 {
        said += &format!(", {} left out: their results are there, or not needed", human::count(left_out));
    }
    ui.say(said);
    Ok(exit)
}

/// A file of results, to which more are added; what a stopped process left of a line is cut off.
fn reopened(path: &Path, ui: &Ui) -> Result<(Box<dyn Write + Send>, Vec<UnitResult>), Failure> {
    let name = path.display();
    let cannot = |what: &str, e: io::Error| Failure::new(format!("cannot {what} {name}: {e}"));
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file: File = open.map_err(|e| cannot("open", e))?;
    if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
        return Err(Failure::new(format!("another process adds results to {name}; give each a file of its own")));
    }
    let reader = BufReader::new(file.try_clone().map_err(|e| cannot("read", e))?);
    let (results, complete, cut) = lines::results(Lines::of(Box::new(reader), name.to_string()))?;
    if cut {
        ui.note(format_args!("the last line of {name} was cut off; its unit is searched again"));
    }
    file.set_len(complete).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|e| cannot("write to", e))?;
    Ok((Box::new(file), results))
}

/// What came of a line.
enum Came {
    Searched,
    LeftOut,
    Bad(String),
    Interrupted,
    Unwritten(io::Error),
}

/// What need not be searched.
struct Known {
    /// Digests of units whose results are there.
    done: HashSet<String>,
    /// By job, the first unit known to have a solution, where the search ends with it.
    solved: HashMap<String, usize>,
    left_out: u64,
}

struct Worker {
    part: Option<Part>,
    builder: SolverBuilder,
    /// The units of a file mostly need the same.
    solvers: SolverCache,
    known: Mutex<Known>,
    out: Mutex<Box<dyn Write + Send>>,
    name: String,
}

impl Worker {
    fn take(&self, line: Result<Numbered, String>) -> Came {
        let Numbered { number, text, .. } = match line {
            Ok(line) => line,
            Err(error) => return Came::Bad(error),
        };
        let bad = |reason: String| Came::Bad(format!("{}, line {number}: {reason}", self.name));
        match Line::parse(&text) {
            Ok(Line::Unit(unit)) if self.is_needed(&unit) => match self.search(&unit) {
                Ok(result) => self.write(&unit, result),
                Err(DistributedError::Interrupted) => Came::Interrupted,
                Err(error) => bad(format!("unit {}: {error}", unit.unit)),
            },
            Ok(Line::Unit(_) | Line::Job(_)) => Came::LeftOut,
            Ok(Line::Result(_)) => bad("a result, where a unit should be".to_owned()),
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
        known.left_out += u64::from(!needed);
        needed
    }

    fn search(&self, unit: &Unit) -> Result<UnitResult, DistributedError> {
        let solver = unit.search.open_in(&self.solvers, &self.builder)?;
        fifteen_distributed::work(&solver, unit, Some(interrupt::flag()))
    }

    /// Writes a line whole, at once.
    fn write(&self, unit: &Unit, result: UnitResult) -> Came {
        if !unit.search.finish_iteration {
            self.note_solution(&result);
        }
        let line = format!("{}\n", Line::Result(result));
        let mut out = lock(&self.out);
        match out.write_all(line.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => Came::Searched,
            Err(error) => Came::Unwritten(error),
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

/// The data behind these locks is whole even if a thread panicked while it held one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
