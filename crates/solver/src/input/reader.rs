//! The reader: lines of a source, told apart by their first character, and boards made of them.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_puzzle::{Size, notation};

use super::encoding::TextLines;
use super::record::{self, CsvColumns};
use super::rows::RowsBlock;
use super::{BoardLine, Form};

/// The longest line: longer ones are bad, and are not held in memory.
pub(super) const LONGEST_LINE: u64 = 1 << 20;

/// A line of this many pieces of [`LONGEST_LINE`] bytes is not skipped: such a source may have no other.
const MOST_PIECES: u64 = 64;

/// The most lines over which an array may extend.
const LONGEST_ARRAY: usize = 64;

/// Reads the boards of a source one after the other, in bounded memory.
///
/// Empty lines and comments (`#`) are skipped, and separate boards of several lines. A bad line is an item with an
/// error, and the next line is read. An error of the source is the last item.
pub struct BoardReader<R> {
    lines: TextLines<R>,
    size: Option<Size>,
    line: u64,
    cancel: Option<Arc<AtomicBool>>,
    ended: bool,
    ready: VecDeque<BoardLine>,
    /// Lines that may be rows of one board.
    rows: RowsBlock,
    /// The beginning of an array that has not ended, and the number of its first line.
    array: Option<(u64, Vec<String>)>,
    /// The header of a CSV file.
    csv: Option<CsvColumns>,
}

impl<R: BufRead> BoardReader<R> {
    /// A reader of a source; `size` applies to boards whose text shows no size.
    pub fn new(source: R, size: Option<Size>) -> Self {
        Self {
            lines: TextLines::new(source, LONGEST_LINE),
            size,
            line: 0,
            cancel: None,
            ended: false,
            ready: VecDeque::new(),
            rows: RowsBlock::new(size),
            array: None,
            csv: None,
        }
    }

    /// Ends the boards once the flag is set.
    #[must_use]
    pub fn cancel(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancel: Some(flag), ..self }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The next line, cut off after [`LONGEST_LINE`] bytes, and true if it was cut off; `None` at the end. A line that
    /// does not end is an error of the source.
    fn read_line(&mut self) -> io::Result<Option<(String, bool)>> {
        let Some((line, mut goes_on)) = self.lines.next_piece()? else { return Ok(None) };
        let (mut cut, mut pieces) = (false, 0);
        while goes_on && !self.is_cancelled() {
            pieces += 1;
            if pieces == MOST_PIECES {
                let megabytes = (MOST_PIECES * LONGEST_LINE) >> 20;
                let line = self.line + 1;
                return Err(io::Error::other(format!("line {line} does not end within {megabytes} MiB")));
            }
            let Some((rest, more)) = self.lines.next_piece()? else { break };
            goes_on = more;
            cut |= !rest.trim_end_matches('\n').is_empty();
        }
        Ok(Some((line, cut)))
    }

    /// Reads one line, or the end.
    fn advance(&mut self) -> io::Result<()> {
        let Some((line, cut)) = self.read_line()? else {
            self.ended = true;
            self.separate();
            return Ok(());
        };
        self.line += 1;
        let text = line.trim();
        // Within a record or an array '#' does not start a comment.
        let is_data = self.csv.is_some() || text.starts_with('{');
        let (text, comment) = match text.split_once('#').filter(|_| !is_data) {
            Some((text, _)) => (text.trim(), true),
            None => (text, false),
        };
        if text.is_empty() {
            self.separate();
        } else if cut && !comment {
            self.interrupt_rows();
            let error = format!("the line is too long: more than {LONGEST_LINE} bytes");
            self.ready.push_back(BoardLine::invalid(self.line, error));
        } else {
            self.take(text);
        }
        Ok(())
    }

    /// Takes a line with some text.
    fn take(&mut self, text: &str) {
        if let Some((first, mut lines)) = self.array.take() {
            lines.push(text.to_owned());
            return self.take_array(first, lines);
        }
        if let Some(columns) = CsvColumns::of_header(text) {
            self.interrupt_rows();
            self.csv = Some(columns);
        } else if let Some(columns) = &mut self.csv {
            self.ready.push_back(columns.board(self.line, text, self.size));
        } else if text.starts_with('{') {
            self.interrupt_rows();
            self.ready.push_back(record::of_json(self.line, text, self.size));
        } else if text.starts_with('[') {
            self.interrupt_rows();
            self.take_array(self.line, vec![text.to_owned()]);
        } else if let Some((_, board)) = text.rsplit_once(':').filter(|(columns, _)| are_columns(columns)) {
            self.interrupt_rows();
            let line = BoardLine::parse(self.line, board, self.size);
            self.ready.push_back(BoardLine { form: Form::Columns, ..line });
        } else {
            self.rows.take(self.line, text, &mut self.ready);
        }
    }

    /// Makes boards of an array, or waits for its last line.
    fn take_array(&mut self, first: u64, lines: Vec<String>) {
        let count = |bracket| lines.iter().map(|line| line.matches(bracket).count()).sum::<usize>();
        let is_open = lines.last().is_some_and(|line| line.ends_with(['[', ']', ','])) && count('[') > count(']');
        if is_open && lines.len() < LONGEST_ARRAY && !lines.iter().any(|line| line.contains(['/', '|', ';'])) {
            self.array = Some((first, lines));
        } else {
            self.ready.extend(of_array(first, &lines.join(" "), self.size));
        }
    }

    /// An empty line, a comment, or the end: boards of several lines end here.
    fn separate(&mut self) {
        if let Some((first, lines)) = self.array.take() {
            self.ready.extend(of_array(first, &lines.join(" "), self.size));
        }
        self.rows.end(&mut self.ready);
    }

    /// A line that cannot be a row.
    fn interrupt_rows(&mut self) {
        self.rows.interrupt(&mut self.ready);
    }
}

/// True for the columns before a board: numbers, at least one.
fn are_columns(text: &str) -> bool {
    !text.trim().is_empty() && text.split_whitespace().all(|word| word.parse::<u64>().is_ok())
}

/// The board of an array, or the boards of an array of boards.
fn of_array(line: u64, text: &str, size: Option<Size>) -> Vec<BoardLine> {
    let whole = BoardLine::parse(line, text, size);
    if whole.board.is_err()
        && let Ok(items) = serde_json::from_str::<Vec<serde_json::Value>>(text)
    {
        let items: Vec<String> = items.iter().map(ToString::to_string).collect();
        if !items.is_empty() && items.iter().all(|item| notation::parse(item, size).is_ok()) {
            return items.iter().map(|item| BoardLine::parse(line, item, size)).collect();
        }
    }
    vec![whole]
}

impl<R: BufRead> Iterator for BoardReader<R> {
    type Item = io::Result<BoardLine>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_cancelled() {
            match self.ready.pop_front() {
                Some(board) => return Some(Ok(board)),
                None if self.ended => return None,
                None => {
                    if let Err(error) = self.advance() {
                        self.ended = true;
                        return Some(Err(error));
                    }
                }
            }
        }
        None
    }
}
