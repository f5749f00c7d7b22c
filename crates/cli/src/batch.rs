//! Solving the boards of one call, few or many: over the threads, printed in order, counted.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use fifteen_solver::record::Outcome;
use fifteen_solver::{Board, Iteration, Options, Path, Solution, SolveError, Solver};
use indicatif::ProgressBar;

use crate::exit::{Exit, Failure};
use crate::input::Job;
use crate::output::{Format, Printer};
use crate::record::{Look, Record, Wording};
use crate::solvers::Solvers;
use crate::terminal::human;
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// What the boards of a call have in common.
pub(crate) struct Batch<'a> {
    pub solvers: Solvers<'a>,
    pub options: Options,
    pub wording: Wording,
    pub format: Format,
    /// Whether there is but one board, which gets a thread and a bar of its own.
    pub alone: bool,
    pub threads: usize,
    /// The first solution found, for pictures of it.
    pub first: OnceLock<(Board, Path)>,
    pub ui: &'a Ui,
}

/// What a thread hands over.
enum Done {
    Record(Box<Record>),
    /// Nothing is to be had: the input ended in an error, or the only board has no solver.
    Failed(String),
}

/// How many boards came to what.
#[derive(Default)]
struct Tally {
    boards: u64,
    by_outcome: [u64; 4],
    moves: u64,
    generated: u64,
}

impl Batch<'_> {
    /// Solves and prints all boards; `total` is how many there are, where that is known.
    ///
    /// Returns the exit code and the number of boards, bad ones among them.
    pub(crate) fn run<I>(&self, jobs: I, total: Option<u64>) -> Result<(Exit, u64), Failure>
    where
        I: Iterator<Item = Result<Job, String>> + Send,
    {
        let started = Instant::now();
        let _watched = interrupt::watched();
        let bar = (!self.alone).then(|| self.ui.bar("solving", total).with_message("boards"));
        let mut results = Results::new(self, bar);
        let mut failure = None;
        let work = |job: Result<Job, String>| job.map_or_else(Done::Failed, |job| self.solve(job));
        fifteen_solver::batch::in_order(jobs, if self.alone { 1 } else { self.threads }, work, |done| {
            failure = results.take(done).err();
            if failure.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let Results { bar, tally, mut exit, .. } = results;
        bar.iter().for_each(ProgressBar::finish_and_clear);
        if let Some(failure) = failure {
            return Err(failure);
        }
        if tally.boards > 1 {
            self.ui.say(tally.summary(started.elapsed().as_secs_f64()));
        }
        if interrupt::requested() && !self.alone {
            self.ui.note("interrupted; the boards after these were not looked at");
            exit = exit.max(Exit::Partial);
        }
        Ok((exit, tally.boards))
    }

    fn solve(&self, job: Job) -> Done {
        let Job { line, board } = job;
        let invalid = |board, error| Box::new(Record::invalid(line, board, error, &self.wording));
        let board = match board {
            Ok(board) => board,
            Err(error) => return Done::Record(invalid(None, error)),
        };
        let solver = match self.solvers.of(board.size()) {
            Ok(solver) => solver,
            Err(error) if self.alone => return Done::Failed(error),
            Err(error) => return Done::Record(invalid(Some(board), error)),
        };
        let result = self.search(&solver, &board);
        if let (None, Ok(Some(path))) = (self.first.get(), result.as_ref().map(|found| &found.moves)) {
            // Another thread may have been first.
            let _ = self.first.set((board, path.clone()));
        }
        Done::Record(Box::new(Record::of(line, board, &solver, result, &self.wording)))
    }

    /// A single board has a bar of its own, since it may take long.
    fn search(&self, solver: &Arc<Solver>, board: &Board) -> Result<Solution, SolveError> {
        if !self.alone {
            return solver.solve(board, &self.options);
        }
        let bar = self.ui.bar("searching", None);
        let found = solver.solve_watched(board, &self.options, &mut |iteration: &Iteration| {
            bar.inc(iteration.generated);
            bar.set_message(format!("nodes; every solution has at least {} moves;", iteration.bound));
        });
        bar.finish_and_clear();
        found
    }
}

/// Where the results go, one after the other.
struct Results<'a> {
    batch: &'a Batch<'a>,
    printer: Printer<anstream::Stdout>,
    bar: Option<ProgressBar>,
    tally: Tally,
    exit: Exit,
    /// Whether an empty line must stand before the next result.
    apart: bool,
    to_terminal: bool,
}

impl<'a> Results<'a> {
    fn new(batch: &'a Batch<'a>, bar: Option<ProgressBar>) -> Self {
        let printer = Printer::stdout(batch.format);
        let to_terminal = io::stdout().is_terminal();
        Self { batch, printer, bar, tally: Tally::default(), exit: Exit::Done, apart: false, to_terminal }
    }

    fn take(&mut self, done: Done) -> Result<(), Failure> {
        let record = match done {
            Done::Record(record) => record,
            Done::Failed(error) => return Err(Failure::new(error)),
        };
        self.exit = self.exit.max(record.exit());
        self.tally.add(&record);
        self.bar.iter().for_each(|bar| bar.inc(1));
        self.tell(&record);
        // The bar need step aside only where the results would be drawn into it.
        let ui = self.batch.ui;
        if self.to_terminal { ui.aside(|| self.print(&record)) } else { self.print(&record) }?;
        Ok(())
    }

    fn print(&mut self, record: &Record) -> io::Result<()> {
        let as_block = self.batch.format == Format::Text
            && self.batch.wording.look != Look::Line
            && record.status != Outcome::Invalid;
        if as_block && self.apart {
            self.printer.blank_line()?;
        }
        self.apart |= as_block;
        self.printer.print(record)
    }

    /// In JSON and CSV a bad line is a record; a person is told beside the results.
    fn tell(&self, record: &Record) {
        let Batch { ui, format, alone, .. } = self.batch;
        let (Outcome::Invalid, Format::Text, Some(error)) = (record.status, format, &record.error) else { return };
        match self.batch.wording.in_file {
            _ if *alone => ui.error(error),
            true => ui.error(format_args!("line {}: {error}", record.line)),
            false => ui.error(format_args!("board {}: {error}", record.line)),
        }
    }
}

impl Tally {
    fn add(&mut self, record: &Record) {
        self.boards += 1;
        self.by_outcome[record.status as usize] += 1;
        self.moves += u64::from(record.length.unwrap_or(0));
        self.generated += record.generated.unwrap_or(0);
    }

    fn summary(&self, seconds: f64) -> String {
        let [solved, unsolvable, limit, invalid] = self.by_outcome;
        let mut text = format!("{}: {} solved", human::counted(self.boards, "board", "boards"), human::count(solved));
        for (n, what) in [(unsolvable, "unsolvable"), (limit, "stopped at a limit"), (invalid, "invalid")] {
            if n > 0 {
                text += &format!(", {} {what}", human::count(n));
            }
        }
        let moves = human::counted(self.moves, "move", "moves");
        let nodes = human::counted(self.generated, "node", "nodes");
        text + &format!("; {moves}, {nodes} generated, {}", human::seconds(seconds))
    }
}
