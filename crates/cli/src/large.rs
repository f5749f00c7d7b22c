//! Solves boards of more than 25 cells (`solve --within`).

use std::time::Instant;

use anyhow::Result;
use fifteen_solver::puzzle::MAX_CELLS;
use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::search::tiles::Percent;
use fifteen_solver::search::tiles::large::LargeBoard;
use fifteen_solver::{AnytimeEnd, AnytimeOptions, Goal, LimitKind, Path, Request, Status, Within};

use crate::exit::Exit;
use crate::input::{BoardLine, Boards, place};
use crate::moves::{Cell, TileMove, hint_of};
use crate::output::{Format, Printer};
use crate::record::{Layout, Presentation};
use crate::terminal::ui::ErrorList;
use crate::terminal::{Ui, human, interrupt};

/// Number of nodes that a search generates if any solution is good enough and neither its time nor
/// its nodes are limited. They take less than a second.
const NODES: u64 = 2_000_000;

/// The settings that all boards of one command share.
pub(crate) struct LargeBatch<'a> {
    pub request: Request,
    pub format: Format,
    pub presentation: Presentation,
    /// Whether the user gave a goal. It then overrides the goals stored in input records.
    pub has_goal: bool,
    /// Number of boards that `--skip` leaves out, if it is given. The output is then appended to
    /// that of an earlier call.
    pub skip: Option<usize>,
    pub ui: &'a Ui,
}

impl LargeBatch<'_> {
    /// Solves all boards and prints their solutions. A board that cannot be solved gets a record
    /// with its error, and the boards after it are solved.
    pub(crate) fn run(&self, boards: &mut Boards<'_>) -> Result<Exit> {
        let ui = self.ui;
        let alone = boards.is_one(false);
        let mut printer = Printer::stdout(self.format);
        if self.skip.is_some() {
            printer.without_header();
        }
        let mut errors = ErrorList::new(ui);
        let (mut exit, mut done, mut has_block) = (Exit::Done, 0, false);
        for line in boards.by_ref() {
            let line = line.map_err(anyhow::Error::msg)?;
            let record = self.solve(&line);
            let is_interrupted = record.stopped == Some(LimitKind::Interrupted);
            // Without a solution, the board is left for a call with `--skip`.
            if is_interrupted && record.moves.is_none() && !alone {
                break;
            }
            let is_invalid = record.status == RecordStatus::Invalid;
            let has_no_line = is_invalid || self.presentation.layout.is_only_moves();
            if let (Format::Text, true, Some(error)) = (self.format, has_no_line, &record.error) {
                match &line.file {
                    None if alone => errors.add(error),
                    file => {
                        let place = place(file.as_deref(), line.line, line.item, 2);
                        errors.add(format_args!("{place}: {error}"));
                    }
                }
            }
            let is_block = matches!(self.presentation.layout, Layout::Block | Layout::Report)
                && self.format == Format::Text
                && !is_invalid;
            if is_block && has_block {
                printer.blank_line()?;
            }
            has_block |= is_block;
            self.print(&line, &record, &mut printer)?;
            exit = exit.max(Exit::of_board(&record));
            done += 1;
            if is_interrupted {
                break;
            }
        }
        errors.end();
        if interrupt::requested() && !alone {
            if boards.files() > 0 {
                ui.note(format_args!(
                    "interrupted; to go on, repeat the command with --skip {}",
                    self.skip.unwrap_or(0) + done
                ));
            } else {
                ui.note("interrupted; the boards after these were not searched");
            }
            exit = exit.max(Exit::Partial);
        }
        Ok(exit)
    }

    /// Finds a solution of the board on a line.
    fn solve(&self, line: &BoardLine) -> BoardRecord {
        let mut request = self.request.clone();
        if let Some(goal) = line.goal.filter(|_| !self.has_goal) {
            request.setup.goal = goal;
        }
        let invalid = |error: String| BoardRecord {
            file: line.file.clone(),
            item: line.item,
            algorithm: "beam".to_owned(),
            ..BoardRecord::invalid(line.line, None, error, &request)
        };
        let Some(grid) = &line.large else {
            let too_small = "expected a board of more than 25 cells, like the first one; solve smaller boards in a call of their own";
            return invalid(
                line.board
                    .clone()
                    .err()
                    .unwrap_or_else(|| too_small.to_owned()),
            );
        };
        let goal = request.setup.goal;
        if !matches!(goal, Goal::Last | Goal::First) {
            return invalid(format!(
                "a board of more than {MAX_CELLS} cells has the goals last and first"
            ));
        }
        let Some(board) = grid.board(goal == Goal::First) else {
            return invalid(line.board.clone().err().unwrap_or_default());
        };
        let rows = grid.rows();
        let record = BoardRecord {
            size: Some(format!("{}x{}", rows[0].len(), rows.len())),
            ..invalid(String::new())
        };
        self.search(&board, &request, record)
    }

    /// Returns the record of a board, completed with the outcome of its search.
    fn search(&self, board: &LargeBoard, request: &Request, record: BoardRecord) -> BoardRecord {
        let started = Instant::now();
        let is_any = request.ida.within == Some(Within::Any);
        let mut limits = request.limits_from_now();
        if is_any && request.time.is_none() {
            limits.nodes = limits.nodes.or(Some(NODES));
        }
        let end = match request.ida.within {
            Some(Within::Percent(percent)) => Percent::new(percent).map(AnytimeEnd::Within),
            _ => None,
        };
        let options = AnytimeOptions {
            threads: request.ida.threads,
            end: end.unwrap_or(AnytimeEnd::Proof),
        };
        let outcome = board.search(options, &limits, &mut |path| {
            self.ui
                .verbose(human::counted(path.len() as u64, "move", "moves"));
        });
        let Some(outcome) = outcome else {
            let error = "wrong parity: two tiles seem swapped";
            return BoardRecord {
                status: RecordStatus::Unsolvable,
                error: Some(error.to_owned()),
                ..record
            };
        };
        let stopped = match outcome.status {
            Status::Limit(LimitKind::Interrupted) => Some(LimitKind::Interrupted),
            // If any solution is good enough, a limit only says how long to look for better ones.
            Status::Limit(_) if is_any && outcome.moves.is_some() => Some(LimitKind::Gap),
            Status::Limit(kind) => Some(kind),
            _ => None,
        };
        let letters = |path: &Path| path.letters(request.convention);
        BoardRecord {
            status: if outcome.shortest {
                RecordStatus::Solved
            } else {
                RecordStatus::Limit
            },
            length: outcome.length.filter(|_| outcome.shortest),
            moves: outcome.moves.as_ref().map(letters),
            bound: Some(outcome.bound),
            upper: outcome.length,
            gap: outcome.length.map(|length| length - outcome.bound),
            h0: Some(outcome.h0),
            generated: Some(outcome.generated),
            seconds: Some(started.elapsed().as_secs_f64()),
            peak_bytes: Some(outcome.peak_bytes),
            mode: request.ida.mode.name(),
            threads: request.ida.threads.count(),
            stopped,
            path: outcome.moves,
            error: None,
            shortest: outcome.shortest,
            ..record
        }
    }

    /// Prints a board and its solution. An invalid board has neither.
    fn print(&self, line: &BoardLine, record: &BoardRecord, printer: &mut Printer) -> Result<()> {
        let rows = match &line.large {
            Some(grid) if record.status != RecordStatus::Invalid => grid.rows(),
            _ => &[],
        };
        let presentation = &self.presentation;
        let mut fields = serde_json::to_value(record)?;
        if !rows.is_empty() {
            fields["board"] = rows.concat().into();
        }
        printer.print(&fields, |out| {
            if presentation.layout == Layout::Hint && record.path.is_some() {
                let next = first_move(rows, record);
                return writeln!(out, "{}", hint_of(record, next.as_ref()));
            }
            let cell = |&tile: &u8| match tile {
                0 => " _".to_owned(),
                tile => format!("{tile:>2}"),
            };
            let has_rows = presentation.layout == Layout::Block && !presentation.bare;
            for row in rows.iter().filter(|_| has_rows) {
                let cells: Vec<_> = row.iter().map(cell).collect();
                writeln!(out, "{}", cells.join(" "))?;
            }
            presentation.write(out, record)
        })?;
        Ok(())
    }
}

/// Returns the first move of the solution in the record, or `None` if the board is solved.
fn first_move(rows: &[Vec<u8>], record: &BoardRecord) -> Option<TileMove> {
    let blank_moves = *record.path.as_ref()?.directions().first()?;
    let (width, tiles) = (rows[0].len(), rows.concat());
    let blank = tiles.iter().position(|&tile| tile == 0)?;
    let (columns, rows) = blank_moves.delta();
    let from = blank.checked_add_signed(rows as isize * width as isize + columns as isize)?;
    Some(TileMove {
        tile: *tiles.get(from)?,
        direction: blank_moves.opposite(),
        length: 1,
        from: Cell::new(width, from),
        to: Cell::new(width, blank),
    })
}
