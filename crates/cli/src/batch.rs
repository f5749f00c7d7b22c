//! Solving the boards of one call: over the threads, printed in order, counted.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Result;
use fifteen_solver::puzzle::{Board, parity};
use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::{
    BoardQueue, Goal, LimitKind, Request, Setup, Solution, SolveError, Solver, SolverCache, batch, solve_each,
};
use indicatif::ProgressBar;

use crate::args;
use crate::exit::Exit;
use crate::input::BoardLine;
use crate::output::{Format, Printer, ResultStream};
use crate::progress;
use crate::record::{Layout, Presentation};
use crate::terminal::ui::ErrorList;
use crate::terminal::{Ui, human, interrupt};

/// The settings that the boards of a call share.
pub(crate) struct Batch<'a> {
    pub request: Request,
    /// A solver for each size of board.
    pub solvers: SolverCache,
    pub presentation: Presentation,
    pub format: Format,
    /// A goal was asked for, so that those of records do not count.
    pub has_goal: bool,
    /// There is only one board, which gets all threads and a bar of its own.
    pub alone: bool,
    pub threads: usize,
    /// The boards come from somewhere that may have to be waited for.
    pub waits: bool,
    /// Boards at the beginning of the input that were skipped; `None` for boards that are no input.
    pub skipped: Option<u64>,
    pub ui: &'a Ui,
}

/// The end of a batch.
pub(crate) struct Done {
    pub exit: Exit,
    /// The number of boards, bad ones among them.
    pub boards: u64,
    /// The last result.
    pub last: Option<Box<BoardRecord>>,
}

/// The lines of a batch, and their results: none if Ctrl-C came before the board was begun.
type Lines<'a> = dyn batch::Queue<Result<BoardLine, String>, Result<Option<Box<BoardRecord>>, String>> + 'a;

/// A board with its solver.
struct OpenedBoard {
    number: usize,
    file: Option<String>,
    line: u64,
    board: Board,
    /// The goal of its record.
    goal: Option<Goal>,
    solver: Arc<Solver>,
}

/// The boards that one thread takes.
struct TakenBoards<'a, 'l> {
    batch: &'a Batch<'a>,
    lines: &'a mut Lines<'l>,
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
    /// Results of several lines.
    blocks: u64,
}

impl Batch<'_> {
    /// Solves all boards and prints them in order to `stream`; `total` is their number, where it is known.
    pub(crate) fn run(
        &self,
        boards: impl Iterator<Item = Result<BoardLine, String>> + Send,
        total: Option<u64>,
        stream: ResultStream,
    ) -> Result<Done> {
        let started = Instant::now();
        let bar = (!self.alone).then(|| self.ui.bar("solving", total).with_message("boards"));
        let mut printer = Printer::to(self.format, stream);
        // Whoever stops the batch early finds the names of the fields all the same.
        printer.header(&BoardRecord::invalid(0, None, String::new(), &self.request))?;
        let (mut tally, mut exit, mut last, mut failure) = (Tally::default(), Exit::Done, None, None);
        let mut errors = ErrorList::new(self.ui);
        let mut has_other_goal = false;
        let mut take = |done: Result<Option<Box<BoardRecord>>, String>| -> Result<()> {
            let Some(record) = done.map_err(anyhow::Error::msg)? else {
                tally.is_stopped = true;
                return Ok(());
            };
            // Of a file, the next call begins at the first board that is not finished.
            if self.skipped.is_some() && tally.finished < tally.boards && interrupt::requested() {
                return Ok(());
            }
            exit = exit.max(Exit::of_board(&record));
            has_other_goal |= !self.has_goal && record.goal == Goal::Last.to_string() && reaches_first(&record);
            let is_first_block = tally.blocks == 0;
            tally.add(&record, self.is_block(&record));
            bar.iter().for_each(|bar| bar.inc(1));
            self.report_invalid(&record, &mut errors);
            let mut print = || {
                if self.is_block(&record) && !is_first_block {
                    printer.blank_line()?;
                }
                printer.print(&record, |out| self.presentation.write(out, &record))
            };
            // The bar steps aside only where the results would be drawn into it.
            if stream.is_terminal() { self.ui.aside(print) } else { print() }?;
            last = Some(record);
            Ok(())
        };
        let threads = if self.alone { 1 } else { self.threads };
        batch::in_order_by(
            boards,
            threads,
            self.waits,
            |lines| self.solve_each(lines),
            |done| {
                failure = take(done).err();
                if failure.is_none() {
                    return ControlFlow::Continue(());
                }
                // Nobody waits for the next board, nor for the searches that have begun.
                interrupt::flag().store(true, Ordering::Relaxed);
                ControlFlow::Break(())
            },
        );
        bar.iter().for_each(ProgressBar::finish_and_clear);
        errors.end();
        if let Some(failure) = failure {
            return Err(failure);
        }
        let interrupted = interrupt::requested();
        if has_other_goal {
            self.ui.note("the goal is 1, 2, ..., blank; for blank, 1, 2, ... add --goal first");
        }
        if tally.boards > 1 || interrupted && !self.alone {
            self.ui.say(tally.summary(started.elapsed().as_secs_f64()));
        }
        if interrupted && (!self.alone || tally.boards == 0) {
            match self.skipped {
                Some(skipped) => self.ui.note(format_args!(
                    "interrupted; to go on, repeat the command with --skip {}",
                    skipped + tally.finished
                )),
                None => self.ui.note("interrupted; the boards after these were not searched"),
            }
            exit = exit.max(Exit::Partial);
        }
        Ok(Done { exit, boards: tally.boards, last })
    }

    /// Solves boards, those of one size by turns.
    fn solve_each(&self, lines: &mut Lines<'_>) {
        if !self.alone {
            return solve_each(&self.request.search, &mut TakenBoards { batch: self, lines });
        }
        // The progress of a single board is shown, since it may take long.
        while let Some(opened) = self.next(lines) {
            let result = progress::solve(&opened.solver, &opened.board, &self.request.search, self.ui);
            self.done(lines, opened, result);
        }
    }

    /// The next board that can be solved, if there is one for now; others have their results at once. There is none if
    /// Ctrl-C came before its solver was open. The only board fails if it has no solver, and any board if a table is
    /// damaged.
    fn next(&self, lines: &mut Lines<'_>) -> Option<OpenedBoard> {
        loop {
            let (number, line) = lines.next()?;
            // Boards that were read ahead are not begun after Ctrl-C.
            if interrupt::requested() && !self.alone {
                lines.done(number, Ok(None));
                continue;
            }
            let board_line = match line {
                Ok(line) => line,
                Err(error) => {
                    lines.done(number, Err(error));
                    continue;
                }
            };
            let BoardLine { ref file, line, goal, .. } = board_line;
            let placed = |record: BoardRecord| Ok(Some(Box::new(BoardRecord { file: file.clone(), ..record })));
            let (request, refused) = self.request_for(goal);
            let board = match refused.map_or_else(|| board_line.board_for(request.setup.goal), Err) {
                Ok(board) => board,
                Err(error) => {
                    lines.done(number, placed(BoardRecord::invalid(line, None, error, &request)));
                    continue;
                }
            };
            let notes = |solver: &Solver| solver.notes().iter().for_each(|note| self.ui.note(note));
            let known = self.solvers.get(&request.setup, board.size());
            let open = |setup: &Setup| self.solvers.open(setup, board.size(), notes);
            let file = file.clone();
            let failed = match known.unwrap_or_else(|| progress::opening(&request.setup, self.ui, open)) {
                Ok(solver) => return Some(OpenedBoard { number, file, line, board, goal, solver }),
                Err(_) if interrupt::requested() => Ok(None),
                Err(error) if self.is_argument() && error.limit().is_none() || error.is_damage() => {
                    Err(error.to_string())
                }
                Err(error) => placed(BoardRecord::unopened(line, board, &error, &request)),
            };
            lines.done(number, failed);
        }
    }

    /// Gives the result of a board back.
    fn done(&self, lines: &mut Lines<'_>, opened: OpenedBoard, result: Result<Solution, SolveError>) {
        let OpenedBoard { number, file, line, board, goal, solver } = opened;
        let result = match result {
            // The table is to blame, not this board.
            Err(error) if error.is_damage() => Err(error.to_string()),
            result => {
                let record = BoardRecord::new(line, board, &solver, result, &self.request_for(goal).0);
                Ok(Some(Box::new(BoardRecord { file, ..record })))
            }
        };
        lines.done(number, result);
    }

    /// The request for a board whose record has that goal, or the reason why no search can meet it.
    fn request_for(&self, goal: Option<Goal>) -> (Cow<'_, Request>, Option<String>) {
        match goal.filter(|&goal| !self.has_goal && goal != self.request.setup.goal) {
            None => (Cow::Borrowed(&self.request), None),
            Some(goal) => {
                let setup = Setup { goal, ..self.request.setup.clone() };
                let request = Request { setup, ..self.request.clone() };
                match args::validated(request.clone()) {
                    Ok(request) => (Cow::Owned(request), None),
                    Err(error) => (Cow::Owned(request), Some(error.to_string())),
                }
            }
        }
    }

    /// True for the only board, if it is an argument.
    fn is_argument(&self) -> bool {
        self.alone && self.skipped.is_none()
    }

    /// True for a result of several lines, between which there are empty ones.
    fn is_block(&self, record: &BoardRecord) -> bool {
        self.format == Format::Text
            && matches!(self.presentation.layout, Layout::Block | Layout::Boards | Layout::Report)
            && record.status != RecordStatus::Invalid
    }

    /// Reports a bad line on the standard error, and with `--show=moves` any board without a solution; in JSON and CSV
    /// it is a record.
    fn report_invalid(&self, record: &BoardRecord, errors: &mut ErrorList<'_>) {
        let Self { ui, format, alone, presentation, .. } = self;
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
            None if *alone => errors.add(error),
            Some(file) => errors.add(format_args!("{file}, line {}: {error}", record.line)),
            None => errors.add(format_args!("board {}: {error}", record.line)),
        }
    }
}

/// True for a board with solutions for both of the common goals.
fn reaches_first(record: &BoardRecord) -> bool {
    let Some(board) = record.board.as_ref().filter(|_| record.upper.is_some()) else { return false };
    Goal::First.board(board.size()).is_ok_and(|goal| parity::check(board, &goal).is_ok())
}

impl BoardQueue for TakenBoards<'_, '_> {
    type Ticket = OpenedBoard;

    fn next(&mut self) -> Option<(Arc<Solver>, Board, OpenedBoard)> {
        self.batch.next(self.lines).map(|opened| (Arc::clone(&opened.solver), opened.board, opened))
    }

    fn done(&mut self, opened: OpenedBoard, result: Result<Solution, SolveError>) {
        self.batch.done(self.lines, opened, result);
    }
}

impl Tally {
    fn add(&mut self, record: &BoardRecord, is_block: bool) {
        let is_interrupted = record.stopped == Some(LimitKind::Interrupted);
        if self.finished == self.boards && !is_interrupted && !self.is_stopped {
            self.finished += 1;
        }
        self.boards += 1;
        self.blocks += u64::from(is_block);
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
        tally.add(&BoardRecord::invalid(1, None, "no board".to_owned(), &request), false);
        let interrupted = OpenError::SlideTables { limit: LimitKind::Interrupted, reason: "are incomplete".to_owned() };
        tally.add(&BoardRecord::unopened(2, board, &interrupted, &request), false);
        tally.add(&BoardRecord::invalid(3, None, "no board".to_owned(), &request), false);
        assert_eq!((tally.finished, tally.boards), (1, 3));
    }
}
