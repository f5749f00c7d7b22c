//! Prints the results of a batch in input order, together with notes and error messages.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use fifteen_solver::puzzle::parity;
use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::{Goal, LimitKind};
use indicatif::ProgressBar;

use super::tally::Tally;
use super::{Batch, Done};
use crate::exit::Exit;
use crate::input::place;
use crate::output::{Format, Printer, ResultStream};
use crate::record::Layout;
use crate::terminal::ui::ErrorList;
use crate::terminal::{human, interrupt};

/// Prints the results of one batch, and accumulates their totals.
pub(super) struct ResultWriter<'a> {
    batch: &'a Batch<'a>,
    stream: ResultStream,
    printer: Printer,
    /// The progress bar, if there are several boards.
    bar: Option<ProgressBar>,
    errors: ErrorList<'a>,
    started: Instant,
    tally: Tally,
    exit: Exit,
    /// The result printed last.
    last: Option<Box<BoardRecord>>,
    /// Whether a signal arrived before a board was finished. In this case, the results of later
    /// boards are not printed.
    is_stopped: bool,
    /// Whether a multi-line result has been printed. If so, an empty line must precede the next
    /// multi-line result.
    has_block: bool,
    /// Whether some board was probably meant for the goal `first` (the blank before tile 1) instead
    /// of the default goal.
    is_first_nearer: bool,
}

impl<'a> ResultWriter<'a> {
    /// Creates the writer, and prints the header line of CSV output. `total` is the number of
    /// boards, if known, for the progress bar.
    pub(super) fn new(
        batch: &'a Batch<'a>,
        total: Option<u64>,
        stream: ResultStream,
    ) -> Result<Self> {
        let mut printer = Printer::to(batch.format, stream);
        if batch.continues {
            printer.without_header();
        }
        // CSV output needs its header line even if the batch is stopped before the first result.
        printer.header(&BoardRecord::invalid(
            0,
            None,
            String::new(),
            &batch.request,
        ))?;
        Ok(Self {
            batch,
            stream,
            printer,
            bar: (!batch.alone).then(|| batch.ui.bar("solving", total).with_message("boards")),
            errors: ErrorList::new(batch.ui),
            started: Instant::now(),
            tally: Tally::default(),
            exit: Exit::Done,
            last: None,
            is_stopped: false,
            has_block: false,
            is_first_nearer: false,
        })
    }

    /// Prints the next result. The result is `None` if Ctrl-C was pressed before the search of its
    /// board started.
    pub(super) fn add(&mut self, record: Option<Box<BoardRecord>>) -> Result<()> {
        let Some(record) = record else {
            self.is_stopped = true;
            return Ok(());
        };
        // Two threads may take two boards just before Ctrl-C, and solve only the later one. If its
        // result were printed, `--skip` would resume after it, and the earlier board would never be
        // solved.
        if self.is_stopped {
            return Ok(());
        }
        let batch = self.batch;
        // `--skip` resumes with the first unfinished board. Printing its record now would make the
        // board appear in the output of both runs.
        if batch.skipped.is_some() && !batch.alone && record.stopped == Some(LimitKind::Interrupted)
        {
            self.note_interrupted(&record);
            self.is_stopped = true;
            return Ok(());
        }
        self.exit = self.exit.max(Exit::of_board(&record));
        self.is_first_nearer |=
            !batch.has_goal && record.goal == Goal::Last.to_string() && is_nearer_to_first(&record);
        self.tally.add(&record);
        self.bar.iter().for_each(|bar| bar.inc(1));
        self.report_invalid(&record);
        self.print(&record)?;
        self.last = Some(record);
        Ok(())
    }

    /// Prints a result. Multi-line results are separated by empty lines.
    fn print(&mut self, record: &BoardRecord) -> Result<()> {
        let batch = self.batch;
        let is_block = is_block(batch, record);
        let needs_blank_line = is_block && self.has_block;
        let printer = &mut self.printer;
        let mut print = || -> io::Result<()> {
            if needs_blank_line {
                printer.blank_line()?;
            }
            let text = |out: &mut dyn Write| batch.presentation.write(out, record);
            let Some(grid) = &record.large else {
                return printer.print(record, text);
            };
            let mut fields = serde_json::to_value(record)?;
            fields["board"] = grid.rows().concat().into();
            printer.print(&fields, text)
        };
        // Hide the progress bar while printing, but only if the results go to the same terminal.
        if self.stream.is_terminal() {
            batch.ui.with_bars_hidden(print)
        } else {
            print()
        }?;
        self.has_block |= is_block;
        Ok(())
    }

    /// Removes the progress bar, and prints how many errors were not shown. Unless the batch ended
    /// with an `error`, also prints the notes and totals that follow the last result.
    pub(super) fn end(self, error: Option<anyhow::Error>) -> Result<Done> {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
        self.errors.end();
        if let Some(error) = error {
            return Err(error);
        }
        let Batch { ui, alone, .. } = *self.batch;
        let boards = self.tally.boards;
        let interrupted = interrupt::requested();
        let mut exit = self.exit;
        if self.is_first_nearer {
            ui.note("the goal is 1, 2, ..., blank; for blank, 1, 2, ... add --goal first");
        }
        if boards > 1 || interrupted && !alone {
            ui.say(self.tally.summary(self.started.elapsed().as_secs_f64()));
        }
        if interrupted && (!alone || boards == 0) {
            match self.batch.skipped {
                Some(skipped) => ui.note(format_args!(
                    "interrupted; to go on, repeat the command with --skip {}",
                    skipped + boards
                )),
                None => ui.note("interrupted; the boards after these were not searched"),
            }
            exit = exit.max(Exit::Partial);
        }
        Ok(Done {
            exit,
            boards,
            last: self.last,
        })
    }

    /// Prints a note with the best solution found before the interruption. No record is printed for
    /// the interrupted board, so the solution would otherwise be lost.
    fn note_interrupted(&self, record: &BoardRecord) {
        let (Some(moves), Some(upper), Some(bound)) = (&record.moves, record.upper, record.bound)
        else {
            return;
        };
        let place = place_with_file(record);
        let upper = human::counted(upper.into(), "move", "moves");
        self.batch.ui.note(format_args!(
            "{place} was interrupted; the best solution so far has {upper}, and none has fewer than {bound}: {moves}"
        ));
    }

    /// Reports an invalid board on standard error. With `--print moves` or `--format`, also reports
    /// a board without a solution. JSON and CSV output needs no report, because each board's record
    /// contains its error.
    fn report_invalid(&mut self, record: &BoardRecord) {
        let Batch {
            ui,
            format,
            alone,
            ref presentation,
            ..
        } = *self.batch;
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
            None if alone => self.errors.add(error),
            _ => self
                .errors
                .add(format_args!("{}: {error}", place_with_file(record))),
        }
    }
}

/// Returns whether a result is printed as several lines, so that an empty line must separate it
/// from the previous result.
fn is_block(batch: &Batch<'_>, record: &BoardRecord) -> bool {
    batch.format == Format::Text
        && match &batch.presentation.layout {
            Layout::Block | Layout::Boards | Layout::Report => {
                record.status != RecordStatus::Invalid
            }
            // Programs that read this output tell the boards apart by the empty lines, so even a
            // board without moves needs one.
            Layout::Template(template) => !template.joins_moves(),
            Layout::Line | Layout::Moves | Layout::Hint => false,
        }
}

/// Returns the location of a board for a message. The location names the file even if only one file
/// is read.
fn place_with_file(record: &BoardRecord) -> String {
    place(record.file.as_deref(), record.line, record.item, 2)
}

/// Returns whether a board solved for the goal `last` (1, 2, ..., blank) was probably meant for the
/// goal `first` (blank, 1, 2, ...): its Manhattan distance to `first` is less than half of that to
/// `last`.
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
        && 2 * board.manhattan_to(&first) < board.manhattan_to(&last)
}
