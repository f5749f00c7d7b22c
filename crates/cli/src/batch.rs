//! Solving the boards of one call: over the threads, printed in order, counted.

use std::io;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::{Result, bail};
use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::{Board, LimitKind, Path, Request, Setup, Solution, SolveError, Solver, SolverCache};
use indicatif::ProgressBar;

use crate::exit::Exit;
use crate::input::BoardLine;
use crate::output::{Format, Printer, ResultStream};
use crate::progress;
use crate::record::{BoardReport, Layout, Presentation};
use crate::terminal::human;
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// The settings that the boards of a call share.
pub(crate) struct Batch<'a> {
    /// The searches of each board: one for each metric.
    pub searches: Vec<Request>,
    /// A solver for each size of board.
    pub solvers: SolverCache,
    pub presentation: Presentation,
    pub format: Format,
    pub stream: ResultStream,
    /// There is only one board, which gets all threads and a bar of its own.
    pub alone: bool,
    pub threads: usize,
    /// Boards at the beginning of the input that were skipped; `None` for boards that are no input.
    pub skipped: Option<u64>,
    /// The first solution found, for pictures of it.
    pub first: OnceLock<(Board, Path)>,
    pub ui: &'a Ui,
}

/// The result of one line of input.
enum BoardResult {
    Record(Box<BoardRecord>),
    /// Ctrl-C came before its solver was open.
    Unsearched,
    /// The input ended in an error, or the only board has no solver.
    Failed(String),
}

/// Counts of the boards by status, with sums.
#[derive(Default)]
struct Tally {
    boards: u64,
    /// Boards before the first one whose search was interrupted.
    finished: u64,
    /// A board was not searched, so that no later one counts as finished.
    is_stopped: bool,
    by_status: [u64; 4],
    moves: u64,
    generated: u64,
}

impl Batch<'_> {
    /// Solves and prints all boards; `total` is their number, where it is known.
    ///
    /// Returns the exit code and the number of boards, bad ones among them.
    pub(crate) fn run<I>(&self, boards: I, total: Option<u64>) -> Result<(Exit, u64)>
    where
        I: Iterator<Item = Result<BoardLine, String>> + Send,
    {
        let started = Instant::now();
        let total = total.map(|total| total * self.searches.len() as u64);
        let bar = (!self.alone).then(|| self.ui.bar("solving", total).with_message("boards"));
        let mut results = Results::new(self, bar);
        // Whoever stops the batch early finds the names of the fields all the same.
        results.printer.header(&BoardRecord::invalid(0, None, String::new(), &self.searches[0]))?;
        let mut failure = None;
        let work = |(line, request): (Result<BoardLine, String>, &Request)| {
            line.map_or_else(BoardResult::Failed, |line| self.solve(line, request))
        };
        let boards = boards.flat_map(|line| self.searches.iter().map(move |request| (line.clone(), request)));
        fifteen_solver::batch::in_order(boards, if self.alone { 1 } else { self.threads }, work, |done| {
            failure = results.take(done).err();
            if failure.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let Results { bar, tally, mut exit, .. } = results;
        bar.iter().for_each(ProgressBar::finish_and_clear);
        if let Some(failure) = failure {
            return Err(failure);
        }
        let interrupted = interrupt::requested();
        if tally.boards > self.searches.len() as u64 || interrupted && !self.alone {
            self.ui.say(tally.summary(started.elapsed().as_secs_f64()));
        }
        if interrupted && (!self.alone || tally.boards < self.searches.len() as u64) {
            match self.skipped {
                Some(skipped) => self.ui.note(format_args!(
                    "interrupted; to go on, repeat the command with --skip {}",
                    skipped + tally.finished / self.searches.len() as u64
                )),
                None => self.ui.note("interrupted; the boards after these were not searched"),
            }
            exit = exit.max(Exit::Partial);
        }
        Ok((exit, tally.boards / self.searches.len() as u64))
    }

    fn solve(&self, BoardLine { file, line, board, .. }: BoardLine, request: &Request) -> BoardResult {
        let placed = |record: BoardRecord| BoardResult::Record(Box::new(BoardRecord { file, ..record }));
        let board = match board {
            Ok(board) => board,
            Err(error) => return placed(BoardRecord::invalid(line, None, error, request)),
        };
        let notes = |solver: &Solver| solver.notes().iter().for_each(|note| self.ui.note(note));
        let known = self.solvers.get(&request.setup, board.size());
        let open = |setup: &Setup| self.solvers.open(setup, board.size(), notes);
        let solver = match known.unwrap_or_else(|| progress::opening(&request.setup, self.ui, open)) {
            Ok(solver) => solver,
            Err(_) if interrupt::requested() => return BoardResult::Unsearched,
            Err(error) if self.alone && error.limit().is_none() => return BoardResult::Failed(error.to_string()),
            Err(error) => return placed(BoardRecord::unopened(line, board, &error, request)),
        };
        let result = self.search(&solver, &board, request);
        if let (None, Ok(Some(path))) = (self.first.get(), result.as_ref().map(|solution| &solution.moves)) {
            // Another thread may have been first.
            let _ = self.first.set((board, path.clone()));
        }
        placed(BoardRecord::new(line, board, &solver, result, request))
    }

    /// The progress of a single board is shown, since it may take long.
    fn search(&self, solver: &Solver, board: &Board, request: &Request) -> Result<Solution, SolveError> {
        if !self.alone {
            return solver.solve(board, &request.search);
        }
        progress::solve(solver, board, &request.search, self.ui)
    }
}

/// Prints and counts the results, one after the other.
struct Results<'a> {
    batch: &'a Batch<'a>,
    printer: Printer<Box<dyn io::Write + Send>>,
    bar: Option<ProgressBar>,
    tally: Tally,
    exit: Exit,
    /// An empty line must stand before the next result.
    apart: bool,
    to_terminal: bool,
}

impl<'a> Results<'a> {
    fn new(batch: &'a Batch<'a>, bar: Option<ProgressBar>) -> Self {
        let printer = Printer::to(batch.format, batch.stream);
        let to_terminal = batch.stream.is_terminal();
        Self { batch, printer, bar, tally: Tally::default(), exit: Exit::Done, apart: false, to_terminal }
    }

    fn take(&mut self, done: BoardResult) -> Result<()> {
        let record = match done {
            BoardResult::Record(record) => record,
            BoardResult::Unsearched => {
                self.tally.is_stopped = true;
                return Ok(());
            }
            BoardResult::Failed(error) => bail!(error),
        };
        self.exit = self.exit.max(Exit::of_board(&record));
        self.tally.add(&record);
        self.bar.iter().for_each(|bar| bar.inc(1));
        self.report_invalid(&record);
        // The bar steps aside only where the results would be drawn into it.
        let ui = self.batch.ui;
        if self.to_terminal { ui.aside(|| self.print(&record)) } else { self.print(&record) }?;
        Ok(())
    }

    fn print(&mut self, record: &BoardRecord) -> io::Result<()> {
        let as_block = self.batch.format == Format::Text
            && matches!(self.batch.presentation.layout, Layout::Block | Layout::Boards)
            && record.status != RecordStatus::Invalid;
        if as_block && self.apart {
            self.printer.blank_line()?;
        }
        self.apart |= as_block;
        self.printer.print(&BoardReport { record, presentation: self.batch.presentation })
    }

    /// Reports a bad line on the standard error, and with `--moves-only` any board without a solution; in JSON and CSV
    /// it is a record.
    fn report_invalid(&self, record: &BoardRecord) {
        let Batch { ui, format, alone, presentation, .. } = self.batch;
        if let (Layout::Moves, RecordStatus::Limit, Some(upper), Some(bound)) =
            (presentation.layout, record.status, record.upper, record.bound)
        {
            let upper = human::counted(upper.into(), "move", "moves");
            ui.note(format_args!(
                "board {}: {upper}, at least {bound}: not proven to be a shortest solution",
                record.line
            ));
        }
        let (Format::Text, Some(error)) = (format, &record.error) else { return };
        if record.status != RecordStatus::Invalid && presentation.layout != Layout::Moves {
            return;
        }
        match &record.file {
            _ if *alone => ui.error(error),
            Some(file) => ui.error(format_args!("{file}, line {}: {error}", record.line)),
            None => ui.error(format_args!("board {}: {error}", record.line)),
        }
    }
}

impl Tally {
    fn add(&mut self, record: &BoardRecord) {
        let is_interrupted = record.stopped == Some(LimitKind::Interrupted);
        if self.finished == self.boards && !is_interrupted && !self.is_stopped {
            self.finished += 1;
        }
        self.boards += 1;
        self.by_status[record.status as usize] += 1;
        self.moves += u64::from(record.length.unwrap_or(0));
        self.generated += record.generated.unwrap_or(0);
    }

    fn summary(&self, seconds: f64) -> String {
        let [solved, unsolvable, limit, invalid] = self.by_status;
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

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_solver::{OpenError, notation};

    /// `--skip` begins again with the first board that was not finished, whatever the words of its error.
    #[test]
    fn an_interrupted_board_is_not_finished() {
        let (board, request) = (notation::parse("1 2 3 0", None).unwrap(), Request::default());
        let mut tally = Tally::default();
        tally.add(&BoardRecord::invalid(1, None, "no board".to_owned(), &request));
        let interrupted = OpenError::SlideTables { limit: LimitKind::Interrupted, reason: "are incomplete".to_owned() };
        tally.add(&BoardRecord::unopened(2, board, &interrupted, &request));
        tally.add(&BoardRecord::invalid(3, None, "no board".to_owned(), &request));
        assert_eq!((tally.finished, tally.boards), (1, 3));
    }
}
