//! Opens the solver for each board of a batch. Boards that need no search, such as invalid ones,
//! get their results here.

use std::borrow::Cow;
use std::sync::atomic::Ordering;

use fifteen_solver::record::BoardRecord;
use fifteen_solver::{
    BoardQueue, Goal, GoalSolution, GoalSolver, QueuedBoard, Request, Setup, SolveError, batch,
};

use super::Batch;
use crate::advice::advised;
use crate::args;
use crate::input::BoardLine;
use crate::progress;
use crate::terminal::interrupt;

/// Number of table bytes that can be copied in the time that large pages save on one node. Copying
/// a table of B bytes into large pages therefore pays off after about B / 20 nodes.
const BYTES_PER_NODE: u64 = 20;

/// The queue that hands out the boards in the input, and accepts their results in any order. A
/// result is `None` if Ctrl-C was pressed before the search of its board started.
pub(super) type Lines<'a> =
    dyn batch::Queue<Result<BoardLine, String>, Result<Option<Box<BoardRecord>>, String>> + 'a;

/// The location of a board in the input.
struct Place {
    file: Option<String>,
    line: u64,
    /// 1-based index of the board on its line, or `None` if it is the only board there.
    item: Option<u64>,
}

impl Place {
    /// Adds this location to a board's record, and returns the record.
    fn add_to(self, record: BoardRecord) -> Box<BoardRecord> {
        Box::new(BoardRecord {
            file: self.file,
            line: self.line,
            item: self.item,
            ..record
        })
    }
}

/// A board that has been read from the input. It is either ready to be searched or already
/// finished.
enum ReadBoard {
    /// The board can be searched.
    Opened(OpenedBoard),
    /// The board needs no search, or its search has ended. The result is `None` if Ctrl-C was
    /// pressed before the search started.
    Finished(Option<Box<BoardRecord>>),
}

/// A valid board together with an open solver for its size and goal.
pub(super) type OpenedBoard = QueuedBoard<Ticket>;

/// Data kept about a board during its search, from which its record is created afterwards.
pub(super) struct Ticket {
    /// Index of the board in the queue.
    number: usize,
    place: Place,
    /// The goal stored in the board's input record, or `None` if the record has no goal.
    goal: Option<Goal>,
}

/// The search request for one board. Its goal can differ from the goal of the command, because an
/// input record can contain a goal of its own.
struct BoardRequest<'a> {
    request: Cow<'a, Request>,
    /// Reason why the request is invalid with the board's own goal, or `None` if it is valid.
    refusal: Option<String>,
}

/// The queue of boards as a worker thread sees it. It hands out boards with their solvers, and
/// accepts the results.
pub(super) struct BatchBoards<'a, 'l> {
    pub(super) batch: &'a Batch<'a>,
    pub(super) lines: &'a mut Lines<'l>,
}

impl Batch<'_> {
    /// Returns the next board that needs a search, together with its solver, or `None` if no board
    /// is available now. Boards that need no search, such as invalid boards, get their results
    /// here. An error that affects all boards, such as a damaged table, ends the batch.
    pub(super) fn next(&self, lines: &mut Lines<'_>) -> Option<OpenedBoard> {
        loop {
            let (number, line) = lines.next()?;
            // After Ctrl-C, do not search the boards that have already been read.
            if interrupt::requested() && !self.alone {
                lines.done(number, Ok(None));
                continue;
            }
            match line.and_then(|line| self.open(number, line)) {
                Ok(ReadBoard::Opened(opened)) => return Some(opened),
                Ok(ReadBoard::Finished(record)) => lines.done(number, Ok(record)),
                Err(error) => lines.done(number, Err(error)),
            }
        }
    }

    /// Opens the solver for the board on a line of the input.
    ///
    /// # Errors
    /// Returns the message of an error that affects all boards, such as a damaged table.
    fn open(&self, number: usize, line: BoardLine) -> Result<ReadBoard, String> {
        let BoardRequest { request, refusal } = self.request_for(line.goal);
        let place = Place {
            file: line.file.clone(),
            line: line.line,
            item: line.item,
        };
        let invalid = |place: Place, error: String| {
            let record = BoardRecord::invalid(place.line, None, error, &request);
            Ok(ReadBoard::Finished(Some(place.add_to(record))))
        };
        if let Some(error) = refusal {
            return invalid(place, error);
        }
        let large = line.large.as_ref();
        if let Some(grid) = large.filter(|grid| grid.mistake().is_none()) {
            let record = self.solve_large(grid, &request);
            return Ok(ReadBoard::Finished(Some(place.add_to(record))));
        }
        let start = match line.start(request.setup.goal) {
            Ok(start) => start,
            Err(error) => return invalid(place, error),
        };
        let setup = &request.setup;
        match progress::open_cached(&self.solvers, setup, start.size(), self.ui) {
            Ok(solver) => {
                let improved = self.improve_pages(&solver);
                improved.map_err(|error| advised(&error, error.remedy()))?;
                let goal = line.goal;
                Ok(ReadBoard::Opened(OpenedBoard {
                    solver,
                    start,
                    ticket: Ticket {
                        number,
                        place,
                        goal,
                    },
                }))
            }
            Err(_) if interrupt::requested() => Ok(ReadBoard::Finished(None)),
            Err(error) if self.is_argument() && error.limit().is_none() || error.is_damage() => {
                Err(advised(&error, error.remedy()))
            }
            Err(error) => {
                let record = BoardRecord::unopened(place.line, start, &error, &request);
                Ok(ReadBoard::Finished(Some(
                    place.add_to(record.with_advice(advised)),
                )))
            }
        }
    }

    /// Moves a solver's mapped tables into large pages, once the batch has searched enough nodes to
    /// make that worthwhile.
    fn improve_pages(&self, solver: &GoalSolver) -> Result<(), SolveError> {
        let Some(solver) = solver.board_solver().filter(|_| self.improves_pages) else {
            return Ok(());
        };
        let tables = solver.tile_heuristic().tables_read_most();
        let mapped = tables.iter().filter(|table| table.is_mapped());
        let bytes: usize = mapped.map(|table| table.payload().len()).sum();
        let affordable = self.generated.load(Ordering::Relaxed) * BYTES_PER_NODE;
        if bytes > 0 && affordable > bytes as u64 {
            solver.move_tables_to_huge_pages()?;
        }
        Ok(())
    }

    /// Creates the record of a board from the result of its search, and hands the record to the
    /// queue.
    pub(super) fn done(
        &self,
        lines: &mut Lines<'_>,
        opened: OpenedBoard,
        result: Result<GoalSolution, SolveError>,
    ) {
        let OpenedBoard {
            solver,
            start,
            ticket,
        } = opened;
        let result = match result {
            // A damaged table affects every board, so the error ends the batch.
            Err(error) if error.is_damage() => Err(advised(&error, error.remedy())),
            result => {
                let request = self.request_for(ticket.goal).request;
                let line = ticket.place.line;
                let record = BoardRecord::of_goal(line, start, &solver, result, &request);
                self.generated
                    .fetch_add(record.generated.unwrap_or(0), Ordering::Relaxed);
                Ok(Some(ticket.place.add_to(record.with_advice(advised))))
            }
        };
        lines.done(ticket.number, result);
    }

    /// Returns the search request for a board. `goal` is the goal stored in the board's input
    /// record.
    fn request_for(&self, goal: Option<Goal>) -> BoardRequest<'_> {
        let own_goal = goal.filter(|&goal| !self.has_goal && goal != self.request.setup.goal);
        let Some(goal) = own_goal else {
            return BoardRequest {
                request: Cow::Borrowed(&self.request),
                refusal: None,
            };
        };
        let request = Request {
            setup: Setup {
                goal,
                ..self.request.setup.clone()
            },
            ..self.request.clone()
        };
        let (request, refusal) = match args::validated(request.clone()) {
            Ok(request) => (request, None),
            Err(error) => (request, Some(error.to_string())),
        };
        BoardRequest {
            request: Cow::Owned(request),
            refusal,
        }
    }
}

impl BoardQueue for BatchBoards<'_, '_> {
    type Ticket = Ticket;

    fn next(&mut self) -> Option<OpenedBoard> {
        self.batch.next(self.lines)
    }

    fn done(&mut self, opened: OpenedBoard, result: Result<GoalSolution, SolveError>) {
        self.batch.done(self.lines, opened, result);
    }
}
