//! Solves the boards of one `solve` command: distributes them over threads, prints the results in
//! input order, and counts them by status.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Result;
use fifteen_solver::Threads;
use fifteen_solver::puzzle::{Board, GoalPattern, Metric, TileGrid, parity};
use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::{
    BoardQueue, CachedSolver, ChoiceSolver, Goal, LimitKind, Pages, Request, Setup, Solution,
    SolveError, Solver, SolverCache, batch, solve_each,
};
use indicatif::ProgressBar;

use crate::advice::{advised, advised_record};
use crate::args;
use crate::exit::Exit;
use crate::input::{BoardLine, place};
use crate::output::{Format, Printer, ResultStream};
use crate::progress;
use crate::record::{Layout, Presentation};
use crate::terminal::ui::ErrorList;
use crate::terminal::{Ui, human, interrupt};

/// Table bytes that can be copied into large pages in the time that large pages save on one
/// searched node. Decides after how many nodes the copy pays off.
const BYTES_PER_NODE: u64 = 20;

/// The settings that all boards of one command share.
pub(crate) struct Batch<'a> {
    pub request: Request,
    /// Solvers already opened, one for each board size.
    pub solvers: SolverCache,
    pub presentation: Presentation,
    pub format: Format,
    /// Whether the user gave a goal. It then overrides the goals stored in input records.
    pub has_goal: bool,
    /// Whether there is only one board. It then gets all threads and its own progress bar.
    pub alone: bool,
    pub threads: Threads,
    /// Whether the boards come from a pipe or terminal, so that reading the next one can block.
    pub waits: bool,
    /// Number of boards skipped at the beginning of the input, or `None` if the boards were given
    /// as arguments.
    pub skipped: Option<u64>,
    /// Whether the results are appended to those of an earlier call, in which case CSV output omits
    /// the header line.
    pub continues: bool,
    /// Total number of nodes generated for the boards finished so far.
    pub generated: AtomicU64,
    pub ui: &'a Ui,
}

/// What [`Batch::run`] returns once all boards are processed.
pub(crate) struct Done {
    pub exit: Exit,
    /// Number of boards processed, including invalid ones.
    pub boards: u64,
    /// The result printed last.
    pub last: Option<Box<BoardRecord>>,
}

/// The queue that hands out input boards and takes back results in any order. A result is `None` if
/// Ctrl-C came before the search of its board started.
type Lines<'a> =
    dyn batch::Queue<Result<BoardLine, String>, Result<Option<Box<BoardRecord>>, String>> + 'a;

/// A valid board together with an open solver for its size and goal.
struct OpenedBoard {
    number: usize,
    file: Option<String>,
    line: u64,
    /// The number of the board among several boards on the line.
    item: Option<u64>,
    board: Board,
    /// The goal stored in the board's input record, if any.
    goal: Option<Goal>,
    solver: Arc<Solver>,
}

/// The queue of boards as one worker thread sees it.
struct BatchBoards<'a, 'l> {
    batch: &'a Batch<'a>,
    lines: &'a mut Lines<'l>,
}

/// Number of boards by status, and totals over all boards.
#[derive(Default)]
struct Tally {
    boards: u64,
    /// Whether a signal arrived before a board was finished. No later board is printed then.
    is_stopped: bool,
    by_status: [u64; 4],
    moves: u64,
    generated: u64,
    /// Number of results that were printed as blocks of several lines.
    blocks: u64,
}

impl Batch<'_> {
    /// Solves all boards and prints the results in input order to `stream`. `total` is the number
    /// of boards, if known, for the progress bar.
    pub(crate) fn run(
        &self,
        boards: impl Iterator<Item = Result<BoardLine, String>> + Send,
        total: Option<u64>,
        stream: ResultStream,
    ) -> Result<Done> {
        let started = Instant::now();
        let bar = (!self.alone).then(|| self.ui.bar("solving", total).with_message("boards"));
        let mut printer = Printer::to(self.format, stream);
        if self.continues {
            printer.without_header();
        }
        // CSV output needs its header line even if the batch is stopped before the first result.
        printer.header(&BoardRecord::invalid(0, None, String::new(), &self.request))?;
        let (mut tally, mut exit, mut last, mut failure) =
            (Tally::default(), Exit::Done, None, None);
        let mut errors = ErrorList::new(self.ui);
        let mut is_first_nearer = false;
        let mut take = |done: Result<Option<Box<BoardRecord>>, String>| -> Result<()> {
            let Some(record) = done.map_err(anyhow::Error::msg)? else {
                tally.is_stopped = true;
                return Ok(());
            };
            // If two threads take two boards just before Ctrl-C, possibly only the later one is
            // solved. Printing its result would leave a gap: `--skip` would resume after it, and
            // the earlier board would never be solved.
            if tally.is_stopped {
                return Ok(());
            }
            // `--skip` resumes with the first unfinished board. Printing its record now would make
            // the board appear in the output of both calls.
            if self.skipped.is_some()
                && !self.alone
                && record.stopped == Some(LimitKind::Interrupted)
            {
                self.note_interrupted(&record);
                tally.is_stopped = true;
                return Ok(());
            }
            exit = exit.max(Exit::of_board(&record));
            is_first_nearer |= !self.has_goal
                && record.goal == Goal::Last.to_string()
                && is_nearer_to_first(&record);
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
            // Hide the progress bar while printing, but only if the results go to the same
            // terminal.
            if stream.is_terminal() {
                self.ui.aside(print)
            } else {
                print()
            }?;
            last = Some(record);
            Ok(())
        };
        let threads = if self.alone {
            Threads::ONE
        } else {
            self.threads
        };
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
                // After an error no result is printed any more, so stop the searches that are still
                // running.
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
        if is_first_nearer {
            self.ui
                .note("the goal is 1, 2, ..., blank; for blank, 1, 2, ... add --goal first");
        }
        if tally.boards > 1 || interrupted && !self.alone {
            self.ui.say(tally.summary(started.elapsed().as_secs_f64()));
        }
        if interrupted && (!self.alone || tally.boards == 0) {
            match self.skipped {
                Some(skipped) => self.ui.note(format_args!(
                    "interrupted; to go on, repeat the command with --skip {}",
                    skipped + tally.boards
                )),
                None => self
                    .ui
                    .note("interrupted; the boards after these were not searched"),
            }
            exit = exit.max(Exit::Partial);
        }
        Ok(Done {
            exit,
            boards: tally.boards,
            last,
        })
    }

    /// Solves boards until the queue is empty. With several boards, the searches of boards of equal
    /// size are interleaved in this thread.
    fn solve_each(&self, lines: &mut Lines<'_>) {
        if !self.alone {
            return solve_each(&self.request, &mut BatchBoards { batch: self, lines });
        }
        // A single board can take long, so its search shows detailed progress.
        while let Some(opened) = self.next(lines) {
            let limits = self.request.limits_from_now();
            let result = progress::solve(&opened.solver, &opened.board, &limits, self.ui);
            self.done(lines, opened, result);
        }
    }

    /// Returns the next board that can be solved, with its solver, or `None` if no board is
    /// available now. Boards that need no search (invalid ones, for example) get their results
    /// here. An error that concerns all boards, such as a damaged table, ends the batch.
    fn next(&self, lines: &mut Lines<'_>) -> Option<OpenedBoard> {
        loop {
            let (number, line) = lines.next()?;
            // After Ctrl-C, do not start boards that were read ahead.
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
            let BoardLine {
                ref file,
                line,
                item,
                goal,
                ..
            } = board_line;
            let placed = |record: BoardRecord| {
                Ok(Some(Box::new(BoardRecord {
                    file: file.clone(),
                    item,
                    ..record
                })))
            };
            let (request, refused) = self.request_for(goal);
            if let Goal::Choice(pattern) = request.setup.goal {
                let start = refused.map_or_else(|| board_line.tiles(), Err);
                let done = match start {
                    Ok(start) => self.solve_choice(line, pattern, start, &request),
                    Err(error) => Ok(Some(BoardRecord::invalid(line, None, error, &request))),
                };
                let placed = done.and_then(|record| record.map_or(Ok(None), placed));
                lines.done(number, placed);
                continue;
            }
            let board = match refused.map_or_else(|| board_line.board.clone(), Err) {
                Ok(board) => board,
                Err(error) => {
                    lines.done(
                        number,
                        placed(BoardRecord::invalid(line, None, error, &request)),
                    );
                    continue;
                }
            };
            let notes = |solver: &Solver| {
                solver
                    .notes()
                    .iter()
                    .for_each(|note| self.ui.note(advised(note, note.remedy())))
            };
            let solver = |setup: &Setup| {
                let known = self.solvers.get(setup, board.size());
                let open = |setup: &Setup| self.solvers.open(setup, board.size(), notes);
                known.unwrap_or_else(|| progress::opening(setup, self.ui, open))
            };
            let file = file.clone();
            let failed = match self.with_pages(&request.setup, solver) {
                Ok(solver) => {
                    return Some(OpenedBoard {
                        number,
                        file,
                        line,
                        item,
                        board,
                        goal,
                        solver,
                    });
                }
                Err(_) if interrupt::requested() => Ok(None),
                Err(error)
                    if self.is_argument() && error.limit().is_none() || error.is_damage() =>
                {
                    Err(advised(&error, error.remedy()))
                }
                Err(error) => placed(advised_record(BoardRecord::unopened(
                    line,
                    board.into(),
                    &error,
                    &request,
                ))),
            };
            lines.done(number, failed);
        }
    }

    /// Solves a board for a goal pattern, which several boards match. Such a search needs no
    /// tables. Returns `Ok(None)` if Ctrl-C came first.
    fn solve_choice(
        &self,
        line: u64,
        goal: GoalPattern,
        start: TileGrid,
        request: &Request,
    ) -> Result<Option<BoardRecord>, String> {
        let solver = match ChoiceSolver::open(goal, start.size()) {
            Ok(solver) => solver,
            Err(_) if interrupt::requested() => return Ok(None),
            Err(error) if self.is_argument() => return Err(error.to_string()),
            Err(error) => return Ok(Some(BoardRecord::unopened(line, start, &error, request))),
        };
        let limits = &self.request.limits_from_now();
        let result = if self.alone {
            progress::solve_choice(&solver, &start, limits, self.ui)
        } else {
            solver.solve(&start, limits)
        };
        Ok(Some(BoardRecord::of_choice(line, start, result, request)))
    }

    /// Returns a solver that uses the memory pages that are fastest overall. Tables stay
    /// memory-mapped until the searches have taken long enough to make up for copying the tables
    /// into large pages.
    fn with_pages(&self, setup: &Setup, solver: impl Fn(&Setup) -> CachedSolver) -> CachedSolver {
        if setup.pages != Pages::Auto || setup.metric == Metric::MultiTile || self.alone {
            return solver(setup);
        }
        let mapped = solver(&Setup {
            for_one_board: true,
            ..setup.clone()
        })?;
        let is_mapped = mapped
            .tile_heuristic()
            .tables()
            .iter()
            .any(|table| table.is_mapped());
        let is_long =
            self.generated.load(Ordering::Relaxed) * BYTES_PER_NODE > mapped.table_bytes();
        if is_mapped && is_long {
            solver(setup)
        } else {
            Ok(mapped)
        }
    }

    /// Returns the result of a solved board to the queue.
    fn done(
        &self,
        lines: &mut Lines<'_>,
        opened: OpenedBoard,
        result: Result<Solution, SolveError>,
    ) {
        let OpenedBoard {
            number,
            file,
            line,
            item,
            board,
            goal,
            solver,
        } = opened;
        let result = match result {
            // A damaged table affects every board, so the error ends the batch.
            Err(error) if error.is_damage() => Err(advised(&error, error.remedy())),
            result => {
                let request = self.request_for(goal).0;
                let record =
                    advised_record(BoardRecord::new(line, board, &solver, result, &request));
                self.generated
                    .fetch_add(record.generated.unwrap_or(0), Ordering::Relaxed);
                Ok(Some(Box::new(BoardRecord {
                    file,
                    item,
                    ..record
                })))
            }
        };
        lines.done(number, result);
    }

    /// Returns the request for a board whose input record has the goal `goal`, and an error message
    /// if the request is invalid with that goal.
    fn request_for(&self, goal: Option<Goal>) -> (Cow<'_, Request>, Option<String>) {
        match goal.filter(|&goal| !self.has_goal && goal != self.request.setup.goal) {
            None => (Cow::Borrowed(&self.request), None),
            Some(goal) => {
                let setup = Setup {
                    goal,
                    ..self.request.setup.clone()
                };
                let request = Request {
                    setup,
                    ..self.request.clone()
                };
                match args::validated(request.clone()) {
                    Ok(request) => (Cow::Owned(request), None),
                    Err(error) => (Cow::Owned(request), Some(error.to_string())),
                }
            }
        }
    }

    /// Returns whether the only board was given as an argument.
    fn is_argument(&self) -> bool {
        self.alone && self.skipped.is_none()
    }

    /// Returns whether the result is printed as several lines, so that an empty line separates it
    /// from the previous one.
    fn is_block(&self, record: &BoardRecord) -> bool {
        self.format == Format::Text
            && match &self.presentation.layout {
                Layout::Block | Layout::Boards | Layout::Report => {
                    record.status != RecordStatus::Invalid
                }
                // Programs count the boards by the empty lines, so boards without moves count too.
                Layout::Template(template) => !template.joins_moves(),
                Layout::Line | Layout::Moves | Layout::Hint => false,
            }
    }

    /// Prints the best solution found before the interruption as a note, because no record is
    /// printed for the board and the solution would be lost.
    fn note_interrupted(&self, record: &BoardRecord) {
        let (Some(moves), Some(upper), Some(bound)) = (&record.moves, record.upper, record.bound)
        else {
            return;
        };
        let place = place_with_file(record);
        let upper = human::counted(upper.into(), "move", "moves");
        self.ui.note(format_args!(
            "{place} was interrupted; the best solution so far has {upper}, and none has fewer than {bound}: {moves}"
        ));
    }

    /// Reports an invalid board on the standard error, as well as any board without a solution with
    /// `--print moves` or `--format`. JSON and CSV output have records for these boards instead.
    fn report_invalid(&self, record: &BoardRecord, errors: &mut ErrorList<'_>) {
        let Self {
            ui,
            format,
            alone,
            presentation,
            ..
        } = self;
        if let (true, RecordStatus::Limit, Some(upper), Some(bound)) = (
            presentation.layout.is_only_moves(),
            record.status,
            record.upper,
            record.bound,
        ) {
            let upper = human::counted(upper.into(), "move", "moves");
            ui.note(format_args!(
                "{}: {upper}, at least {bound}: not proven to be a shortest solution",
                place_with_file(record)
            ));
        }
        let (Format::Text, Some(error)) = (format, &record.error) else {
            return;
        };
        if record.status != RecordStatus::Invalid && !presentation.layout.is_only_moves() {
            return;
        }
        match &record.file {
            None if *alone => errors.add(error),
            _ => errors.add(format_args!("{}: {error}", place_with_file(record))),
        }
    }
}

/// Returns the location of a board for a message, which names the file even if it is the only one.
fn place_with_file(record: &BoardRecord) -> String {
    place(record.file.as_deref(), record.line, record.item, 2)
}

/// Returns whether a board solved for the goal `last` (1, 2, ..., blank) was probably meant for the
/// goal `first` (blank, 1, 2, ...): its Manhattan distance to `first` is less than half as large.
fn is_nearer_to_first(record: &BoardRecord) -> bool {
    let board = record.board.filter(|_| record.upper.is_some());
    let Some(board) = board.and_then(|tiles| tiles.board()) else {
        return false;
    };
    let [Ok(first), Ok(last)] = [Goal::First, Goal::Last].map(|goal| goal.board(board.size()))
    else {
        return false;
    };
    parity::check(&board, &first).is_ok()
        && 2 * manhattan_distance(&board, &first) < manhattan_distance(&board, &last)
}

/// Returns the sum of the distances of all tiles from their goal cells.
fn manhattan_distance(board: &Board, goal: &Board) -> usize {
    let steps = |(cell, &tile): (usize, &u8)| {
        let at_goal = goal.tiles().iter().position(|&other| other == tile);
        at_goal.map_or(0, |to| board.size().manhattan(cell, to))
    };
    let tiles = board.tiles().iter().enumerate();
    tiles.filter(|(_, tile)| **tile != 0).map(steps).sum()
}

impl BoardQueue for BatchBoards<'_, '_> {
    type Ticket = OpenedBoard;

    fn next(&mut self) -> Option<(Arc<Solver>, Board, OpenedBoard)> {
        self.batch
            .next(self.lines)
            .map(|opened| (Arc::clone(&opened.solver), opened.board, opened))
    }

    fn done(&mut self, opened: OpenedBoard, result: Result<Solution, SolveError>) {
        self.batch.done(self.lines, opened, result);
    }
}

impl Tally {
    fn add(&mut self, record: &BoardRecord, is_block: bool) {
        self.boards += 1;
        self.blocks += u64::from(is_block);
        self.by_status[record.status as usize] += 1;
        self.moves += u64::from(record.length.unwrap_or(0));
        self.generated += record.generated.unwrap_or(0);
    }

    fn summary(&self, seconds: f64) -> String {
        let [solved, unsolvable, limit, invalid] = self.by_status;
        let mut text = format!(
            "{}: {} solved",
            human::counted(self.boards, "board", "boards"),
            human::count(solved)
        );
        for (n, what) in [
            (unsolvable, "unsolvable"),
            (limit, "stopped at a limit"),
            (invalid, "invalid"),
        ] {
            if n > 0 {
                text += &format!(", {} {what}", human::count(n));
            }
        }
        let moves = human::counted(self.moves, "move", "moves");
        let nodes = human::counted(self.generated, "node", "nodes");
        text + &format!("; {moves}, {nodes} generated, {}", human::seconds(seconds))
    }
}
