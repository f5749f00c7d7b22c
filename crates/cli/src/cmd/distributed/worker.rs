//! The search of units on all threads: each result is written as soon as it is complete.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Result, anyhow};
use fifteen_solver::SolverCache;
use fifteen_solver::distributed::{self, DistributedError, Line, Unit, UnitResult};

use super::lines::{Lines, Numbered};
use super::part::Part;
use super::results::ResultsOut;
use super::tables::TableArgs;
use super::units_bar::UnitsBar;
use crate::exit::Exit;
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// The units to search, and the place of their results.
pub(super) struct Work<'a> {
    pub lines: Lines,
    pub part: Option<Part>,
    /// Results that there are already.
    pub known: Vec<UnitResult>,
    pub out: ResultsOut,
    pub tables: &'a TableArgs,
}

/// The end of the search of units.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Worked {
    pub searched: u64,
    /// Units that have results, or need none.
    pub skipped: u64,
    /// Lines without a result because of an error, which was reported.
    pub failed: u64,
    pub interrupted: bool,
    /// `split` has solved the board, so there are no units.
    pub solved: bool,
}

impl Worked {
    pub(super) fn exit(self) -> Exit {
        match self {
            Self { failed: 1.., .. } => Exit::Failed,
            Self { interrupted: true, .. } => Exit::Partial,
            Self { .. } => Exit::Done,
        }
    }

    /// The units with results, the earlier ones among them.
    pub(super) fn summary(self) -> String {
        let mut summary = format!("{} searched", human::counted(self.searched, "unit", "units"));
        if self.skipped > 0 {
            summary += &format!(", {} skipped: they have results, or need none", human::count(self.skipped));
        }
        if self.failed > 0 {
            summary += &format!(", {} not searched because of errors", human::count(self.failed));
        }
        summary
    }
}

/// Searches units and writes their results.
pub(super) fn search(work: Work<'_>, ui: &Ui) -> Result<Worked> {
    let Work { mut lines, part, known, out, tables } = work;
    let (name, first) = (lines.name.clone(), lines.next());
    let mut bar = UnitsBar::new(first.as_ref(), part, &known, ui);
    let worker = Worker {
        part,
        tables,
        // The units of a file mostly need the same.
        solvers: SolverCache::new(16).keeping_failures(),
        state: Mutex::new(State::new(&known)),
        out_file: out.file().map(str::to_owned),
        out: Mutex::new(out),
        name,
    };
    let (mut worked, mut failure, mut refused) = (Worked::default(), None, HashSet::new());
    let take = |line: Result<Numbered, String>| worker.take(line);
    fifteen_solver::batch::in_order(first.into_iter().chain(lines), tables.threads(), take, |outcome| {
        match outcome {
            UnitOutcome::Searched { generated, last } => bar.searched(generated, last),
            UnitOutcome::Skipped | UnitOutcome::Interrupted => (),
            UnitOutcome::Solved => worked.solved = true,
            UnitOutcome::Bad(error) => {
                ui.error(error);
                worked.failed += 1;
            }
            // The same for all units of a search: one error is enough.
            UnitOutcome::NotOpened(error) => {
                worked.failed += 1;
                if refused.insert(error.clone()) {
                    ui.error(error);
                }
            }
            UnitOutcome::Fatal(error) => failure = Some(error),
        }
        if failure.is_some() || interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish();
    worked.interrupted = interrupt::requested();
    // Results that were written after the stop count too.
    let state = lock(&worker.state);
    (worked.searched, worked.skipped) = (state.searched, state.skipped);
    drop(state);
    failure.map_or(Ok(worked), Err)
}

/// The outcome of a line.
enum UnitOutcome {
    /// The unit was searched. The last unit that its job needs is known once a solution is.
    Searched {
        generated: u64,
        last: Option<usize>,
    },
    Skipped,
    Interrupted,
    /// The job is solved.
    Solved,
    /// A line that is no unit, or a unit that cannot be searched.
    Bad(String),
    /// The tables of the search cannot be opened.
    NotOpened(String),
    /// An error that ends the command.
    Fatal(anyhow::Error),
}

/// The units that need not be searched.
struct State {
    /// The jobs and numbers of units that have a result.
    done: HashSet<(String, usize)>,
    /// For each job whose search ends at a solution, the first unit known to have one.
    solved: HashMap<String, usize>,
    /// The job of all results in the file.
    job: Option<String>,
    /// Units searched here, whose results are written.
    searched: u64,
    skipped: u64,
}

impl State {
    fn new(known: &[UnitResult]) -> Self {
        let done = known.iter().map(|result| (result.job.clone(), result.unit)).collect();
        let job = known.first().map(|result| result.job.clone());
        let mut state = Self { done, solved: HashMap::new(), job, searched: 0, skipped: 0 };
        known.iter().for_each(|result| state.note_solution(result));
        state
    }

    fn note_solution(&mut self, result: &UnitResult) {
        if result.solution.is_some() {
            let first = self.solved.entry(result.job.clone()).or_insert(result.unit);
            *first = result.unit.min(*first);
        }
    }

    fn needs(&mut self, unit: &Unit) -> bool {
        let behind = self.solved.get(&unit.job).is_some_and(|&first| first < unit.unit);
        let needed = !self.done.contains(&(unit.job.clone(), unit.unit)) && (!behind || unit.search.finish_iteration);
        self.skipped += u64::from(!needed);
        needed
    }
}

struct Worker<'a> {
    part: Option<Part>,
    tables: &'a TableArgs,
    solvers: SolverCache,
    state: Mutex<State>,
    out: Mutex<ResultsOut>,
    out_file: Option<String>,
    name: String,
}

impl Worker<'_> {
    fn take(&self, line: Result<Numbered, String>) -> UnitOutcome {
        let Numbered { number, text, .. } = match line {
            Ok(line) => line,
            Err(error) => return UnitOutcome::Bad(error),
        };
        let bad = |reason: String| UnitOutcome::Bad(format!("{}, line {number}: {reason}", self.name));
        match Line::parse(&text) {
            Ok(Line::Unit(unit)) => self.take_unit(&unit).unwrap_or_else(bad),
            Ok(Line::Job(job)) if job.moves.is_some() => UnitOutcome::Solved,
            Ok(Line::Job(_)) => UnitOutcome::Skipped,
            Ok(Line::Result(_)) => bad("expected a unit of 'split', found a result of 'work'".to_owned()),
            Err(error) => bad(error.to_string()),
        }
    }

    /// Searches a unit if it is needed, and writes its result.
    fn take_unit(&self, unit: &Unit) -> Result<UnitOutcome, String> {
        if interrupt::requested() || self.part.is_some_and(|part| !part.has(unit.unit)) {
            return Ok(UnitOutcome::Skipped);
        }
        if let Err(failure) = self.check_job(unit) {
            return Ok(UnitOutcome::Fatal(failure));
        }
        if !lock(&self.state).needs(unit) {
            return Ok(UnitOutcome::Skipped);
        }
        let solver = match unit.search.open_in(&self.solvers, &self.tables.setup()) {
            Ok(solver) => solver,
            Err(_) if interrupt::requested() => return Ok(UnitOutcome::Interrupted),
            Err(error) => return Ok(UnitOutcome::NotOpened(format!("{}: {error}", self.name))),
        };
        match distributed::work(&solver, unit, Some(interrupt::flag())) {
            Ok(result) => Ok(self.write(unit, result)),
            Err(DistributedError::Interrupted) => Ok(UnitOutcome::Interrupted),
            Err(error) => Err(format!("unit {}: {error}", unit.unit)),
        }
    }

    /// Checks that the file of results has none of another job.
    fn check_job(&self, unit: &Unit) -> Result<()> {
        let Some(file) = &self.out_file else { return Ok(()) };
        let mut state = lock(&self.state);
        let job = state.job.get_or_insert_with(|| unit.job.clone());
        if *job == unit.job {
            return Ok(());
        }
        Err(anyhow!(
            "{file} has results of the job {job}, but {} is the job {}, another board or iteration; write its results to \
             another file",
            self.name,
            unit.job
        ))
    }

    fn write(&self, unit: &Unit, result: UnitResult) -> UnitOutcome {
        let generated = result.generated;
        let mut state = lock(&self.state);
        let mut last = None;
        if !unit.search.finish_iteration {
            state.note_solution(&result);
            last = state.solved.get(&unit.job).copied();
        }
        drop(state);
        match lock(&self.out).write(result) {
            Ok(()) => {
                lock(&self.state).searched += 1;
                UnitOutcome::Searched { generated, last }
            }
            Err(failure) => UnitOutcome::Fatal(failure),
        }
    }
}

/// The data behind these locks is consistent even if a thread panicked while it held one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
