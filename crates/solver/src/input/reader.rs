//! Splits text into boards, line by line, and parses each board.
//!
//! Consecutive lines form a group, which ends at an empty line, at a comment (`#`, or `%` and `;;` as
//! in logic programs and Lisp), or at the end of the text. Within a group *a line is a separate board
//! only if it does not form one board with the lines around it*. The first line here is a 2x2 board
//! by itself, but with the lines below it is the first row of a 4x4 board:
//!
//! ```text
//! 1 2 3 0
//! 5 6 7 4
//! 9 10 11 8
//! 13 14 15 12
//! ```
//!
//! The text can be endless, and a program can wait for each answer before it writes the next board.
//! The reader therefore looks ahead no further than necessary:
//!
//! 1. A board that cannot be a row of a larger board, such as `1 2 / 3 0`, is returned at once. A
//!    row has at most 12 cells, contains no `/` and no bracket, and is not a JSON record. If the
//!    size is known, a board of that size cannot be a row either.
//! 2. Any other line is held back until the next line has been read. The next line joins it if both
//!    [can belong to one board](notation::lines_of_one_board): above, `5 6 7 4` also has four
//!    cells, and no tile occurs twice. If `1 2 0 3` followed instead, the tile 1 would occur twice,
//!    so the first line would be returned as a separate board. Lines of the same length can also
//!    belong to a board of more than 25 cells if some number is too large for any other board:
//!    `1 2 3 0` is the first row of such a board if `30 31 32 33` follows. A line of more than 12
//!    numbers can only be a row of such a board if it is not a board, or if it ends with `/`, `,` or
//!    `|`.
//! 3. Lines that are not boards by themselves always join, so that an invalid board causes only one
//!    error.
//! 4. When a line does not join, or when the group ends, the lines held back become one board if
//!    the notation permits it and the board has all of their cells. Otherwise each line becomes a
//!    board or an error, or all lines share one error. Each line with cells therefore belongs to
//!    exactly one board or to one error.
//! 5. Lines that are not one board can be several whole boards with the same number of rows, such
//!    as two 3x3 boards without an empty line between them. Each is then a board. The lines after
//!    them are rows of the same length, so they are never boards by themselves. If the first of
//!    these boards has more than 25 cells, only one of the others must be valid: each of the rest is
//!    a board or an error.
//!
//! A line with a size, such as `9x4`, is not part of a group. All boards below it must have this size.
//!
//! A line of 16 or more numbers that is a square board is returned at once, although it could be the
//! first row of a board of more than 25 cells, such as `1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0` above
//! the numbers from 16 to 31. The error for the lines below it then says how to write such a board.
//!
//! At most 120 lines are collected: the tallest board has 50 rows, and a frame drawn around the
//! cells adds lines between the rows. If 120 lines begin with several whole boards, these are
//! returned, and the lines after them are collected further. Otherwise all of them share one error,
//! because a few rows of a board that is too tall could look like a smaller board.

mod rows;

use std::io::{self, BufRead};

use fifteen_puzzle::{MAX_CELLS, Size, notation};
use fifteen_search::tiles::large::MOST_CELLS;
use serde_json::Value;

use super::BoardLine;
use super::encoding::TextLines;
use super::record::{self, CsvColumns};
use super::roles::{RoleHeading, RoleQueue};
use super::solves::SolveRules;
use super::stated_size::StatedSize;
#[cfg(test)]
pub(super) use rows::PARSED_LINES;
use rows::{BoardShape, HeldLine, HeldLines, LongBoardLine, cells};

/// Maximum length of an array or record that spans several lines, in bytes. The input could be
/// endless, so the memory must be limited.
const LONGEST_ARRAY: usize = 1 << 24;

/// Maximum number of rows of a board, and of cells in a row.
const LONGEST_SIDE: usize = MAX_CELLS / 2;

/// Maximum number of rows of a board of more than 25 cells.
const MOST_ROWS: usize = MOST_CELLS / 2;

/// Maximum number of lines that are collected as rows of boards. The tallest board has
/// [`MOST_ROWS`] rows, and a frame drawn around the cells adds a line above each row and one below
/// the last. The other lines leave room for headings. This number is divisible by the number of
/// rows of every small square board, so that the lines after it begin with a whole board.
const MOST_LINES: usize = 2 * MOST_ROWS + 20;

/// Reads the boards of a source one after another, with limited memory.
///
/// Empty lines and comments (`#`) are skipped, but they end a board of several lines. An invalid
/// line yields an error as its item, and reading continues. If reading fails or a line is too long,
/// that error is the last item, and an incomplete board before it is dropped.
///
/// Most boards on one line could also be a row of a larger board, so they are returned only after
/// the next line has been read. A board with `/` between its rows, a JSON record and a board of the
/// given size are returned at once.
pub struct BoardReader<R> {
    lines: TextLines<R>,
    size: Option<Size>,
    line: u64,
    ended: bool,
    ready: RoleQueue,
    /// The columns of a CSV file, once its header has been read.
    csv: Option<CsvColumns>,
    /// Lines in which brackets or quotes are still open: the number of the first line, the text of
    /// all of them, and the number of open brackets or quotes.
    open: Option<(u64, String, i64)>,
    /// Lines that could be rows of one board. They are kept until the board is complete.
    held: HeldLines,
    /// The last line, if it is a size such as `9x4`. Only the next line shows whether it is a row
    /// instead, in which `x` is the blank.
    size_line: Option<SizeLine>,
    /// The size that the last such line states for the boards below it.
    stated_size: Option<StatedSize>,
    /// Whether the current group of lines has turned out to contain one board per line. Each
    /// invalid line then gets a separate error.
    are_boards: bool,
    /// The shape of the last board of several lines in the current group of lines.
    shape: Option<BoardShape>,
    /// The number of cells in each row of the lines that were rejected because there are too many
    /// of them, if the current group of lines begins with such lines.
    refused_row_length: Option<usize>,
    /// The last line, if it was returned at once as a square board although it could be the first row
    /// of a board of more than 25 cells.
    board_above: Option<LongBoardLine>,
    /// How solves are read, if each line is a solve instead of a board or a row of a board.
    solves: Option<SolveRules>,
}

/// A line that states the size of the boards below it, such as `9x4`.
struct SizeLine {
    line: u64,
    text: String,
    size: StatedSize,
}

impl<R: BufRead> BoardReader<R> {
    /// Creates a reader. `size` applies to boards whose text does not determine their size.
    pub fn new(source: R, size: Option<Size>) -> Self {
        Self {
            lines: TextLines::new(source),
            size,
            line: 0,
            ended: false,
            ready: RoleQueue::default(),
            csv: None,
            open: None,
            held: HeldLines::default(),
            size_line: None,
            stated_size: None,
            are_boards: false,
            shape: None,
            refused_row_length: None,
            board_above: None,
            solves: None,
        }
    }

    /// Reads each line or record as a solve: a scramble with the moves of its solution, or only the
    /// solution. Each [`BoardLine`] then has the board before the moves.
    #[must_use]
    pub fn of_solves(self, rules: SolveRules) -> Self {
        Self {
            solves: Some(rules),
            ..self
        }
    }

    /// Reads and processes the input up to the next line feed. Carriage returns also end lines, as
    /// on old Macintosh systems.
    fn advance(&mut self) -> io::Result<()> {
        let Some(lines) = self.lines.next_line(self.line + 1)? else {
            self.ended = true;
            self.separate();
            return Ok(());
        };
        let lines = lines.strip_suffix('\n').unwrap_or(&lines);
        for line in lines.strip_suffix('\r').unwrap_or(lines).split('\r') {
            self.line += 1;
            let text = line.trim_end();
            // Within a record, `#` does not start a comment.
            let is_data = self.csv.is_some() || text.starts_with('{');
            let is_comment = ["#", "%", ";;"]
                .iter()
                .any(|sign| text.trim_start().starts_with(sign));
            if text.is_empty() || is_comment && !is_data {
                self.separate();
                if self.is_heading_in_comment(text) {
                    self.take(text);
                }
            } else {
                self.take(text);
            }
        }
        Ok(())
    }

    /// Returns whether a comment is a heading such as `# Start`, below which a board stands, or such as
    /// `# Goal: 1 2 3 / 4 5 6 / 7 8 0`.
    fn is_heading_in_comment(&self, text: &str) -> bool {
        let heading = RoleHeading::of(self.line, text);
        heading.is_some_and(|heading| {
            let board = text[heading.length..].trim();
            let is_board =
                || notation::read(board, self.size).is_ok_and(|read| read.guess.is_none());
            self.open.is_none() && self.solves.is_none() && (board.is_empty() || is_board())
        })
    }

    /// Processes a non-empty line. It can be a CSV header, part of an unclosed array or record, or
    /// a separate line.
    fn take(&mut self, text: &str) {
        if self.open.is_none()
            && let Some(columns) = CsvColumns::of_header(text, self.wanted_columns())
        {
            self.separate();
            self.csv = Some(columns);
            return;
        }
        let may_be_heading = self.open.is_none()
            && self.csv.is_none()
            && self.solves.is_none()
            && !rows::is_next_row_of_letters(&self.held, text);
        if may_be_heading && self.take_size(text) {
            return;
        }
        let heading = match RoleHeading::of_end(self.line, text) {
            Some(end) => {
                Some(end).filter(|_| self.ready.is_in_start() && !self.held.can_go_on(text))
            }
            None => RoleHeading::of(self.line, text),
        };
        if may_be_heading && let Some(heading) = heading {
            self.separate();
            self.ready.add_heading(heading);
            // The columns of the board remain what they are.
            let board = " ".repeat(heading.length) + &text[heading.length..];
            if !board.trim().is_empty() {
                self.take(&board);
            }
            return;
        }
        // A line that shows a foreign format, such as PDDL, ends the reading, because all other
        // lines of the file would only cause more errors.
        if self.open.is_none()
            && let Some(format) = notation::foreign_format(text)
        {
            // The lines before this line are usually a comment or a size, which need no error of
            // their own.
            if !self.held.iter().any(HeldLine::is_board) {
                self.held = HeldLines::default();
            }
            self.separate();
            self.ended = true;
            return self.ready.add([BoardLine::invalid(self.line, format)]);
        }
        let (first, mut lines, before) = self.open.take().unwrap_or((self.line, String::new(), 0));
        lines += if lines.is_empty() { "" } else { "\n" };
        lines += text;
        // CSV has no brackets, and quoted cells can span several lines.
        let (opened, is_open) = if self.csv.is_some() {
            let quotes = before + text.matches('"').count() as i64;
            (quotes, quotes % 2 == 1)
        } else {
            let depth = before + depth(text);
            (depth, depth > 0 && is_array(&lines))
        };
        if is_open && lines.len() < LONGEST_ARRAY {
            self.open = Some((first, lines, opened));
        } else {
            self.read(first, &lines);
        }
    }

    /// Processes a line if it is a size such as `9x4`, and returns whether it is. The line above it
    /// can also be such a line.
    fn take_size(&mut self, text: &str) -> bool {
        if let Some(above) = self.size_line.take() {
            // The line `3x4` above `125` is the first row of a board, in which `x` is the blank.
            let is_word = notation::words(text).len() == 1;
            if is_word && notation::lines_of_one_board(&[&above.text, text]) == Some(2) {
                self.read(above.line, &above.text);
            } else {
                self.state_size(&above);
            }
        }
        let Some(size) = StatedSize::of_heading(text) else {
            return false;
        };
        if self.held.can_go_on(text) {
            return false;
        }
        self.separate();
        self.size_line = Some(SizeLine {
            line: self.line,
            text: text.to_owned(),
            size,
        });
        true
    }

    /// Sets the size of all boards below the line `stated`. Adds an error if the caller has
    /// specified a different size.
    fn state_size(&mut self, stated: &SizeLine) {
        match self.size.map(StatedSize::from) {
            Some(size) if size != stated.size => {
                let error = format!(
                    "this line states the size {}, but the size or the goal asks for a {size} board",
                    stated.size
                );
                self.ready.add([BoardLine::invalid(stated.line, error)]);
            }
            _ => self.stated_size = Some(stated.size),
        }
    }

    /// Returns the size of the boards, if the caller or a line above them states it.
    fn size_of_boards(&self) -> Option<StatedSize> {
        self.size.map(StatedSize::from).or(self.stated_size)
    }

    /// Returns the size of the boards, if it is known and a [`Board`](fifteen_puzzle::Board) can have
    /// it.
    fn small_size(&self) -> Option<Size> {
        self.size_of_boards().and_then(StatedSize::of_small_board)
    }

    fn held_line(&self, line: u64, text: &str) -> HeldLine {
        HeldLine {
            line,
            text: text.to_owned(),
            cells: cells(text),
            alone: self.boards(line, text),
        }
    }

    /// Parses a complete line, array or record. It is a CSV record, a board, or a row of a board.
    fn read(&mut self, line: u64, text: &str) {
        if let Some(rules) = &mut self.solves {
            let found = match &self.csv {
                Some(columns) => {
                    vec![rules.read_record(line, &columns.record(text), CsvColumns::FORM)]
                }
                None if record::is_json(text) => record::of_json(line, text, |fields, form| {
                    rules.read_record(line, fields, form)
                }),
                None => vec![rules.read(line, text)],
            };
            return self.ready.add(found);
        }
        if let Some(columns) = &self.csv {
            let record = columns.record(text);
            let found = record::of_record(line, &record, CsvColumns::FORM, self.size);
            return self.ready.add([found]);
        }
        let found = self.held_line(line, text);
        if self.held.is_full() {
            self.release_first_boards();
        }
        if self.held.is_full() {
            self.refuse_held_lines();
        }
        let mut rows = self.held.rows_with(&found);
        let joins = self.joins(&found, rows.is_some());
        if !joins && !self.held.is_empty() {
            self.release();
            self.are_boards = true;
            rows = self.held.rows_with(&found);
        }
        if joins || self.may_be_row(&found) || self.may_be_row_of_large_board(&found) {
            self.hold(found, rows);
        } else {
            self.board_above =
                LongBoardLine::of(&found).filter(|_| self.size_of_boards().is_none());
            if found.is_text() {
                self.ready.add_text(found.alone);
            } else {
                self.ready.add(found.alone);
            }
            self.are_boards = true;
        }
    }

    /// Returns the names of columns, such as `board`, of which a CSV file must have at least one.
    fn wanted_columns(&self) -> &'static [&'static str] {
        match self.solves {
            Some(_) => &["board", "scramble", "solution", "reconstruction"],
            None => &["board"],
        }
    }

    /// Returns the whole boards with which the collected lines begin, and keeps the lines after
    /// them.
    fn release_first_boards(&mut self) {
        let Some(first) = self.held.first_boards().cloned() else {
            return;
        };
        if !first.are_confirmed() {
            return;
        }
        let lines = first.lines();
        let mut rows = std::mem::take(&mut self.held).into_rows();
        let shape = BoardShape::of(&rows[..first.rows]);
        self.are_boards = true;
        self.add(first.boards, shape);
        for row in rows.drain(lines..) {
            let count = self.held.rows_with(&row);
            self.hold(row, count);
        }
    }

    /// Replaces the collected lines by one error, because they are too many for one board.
    fn refuse_held_lines(&mut self) {
        let held = std::mem::take(&mut self.held);
        let error = format!(
            "expected whole boards of at most {MOST_ROWS} rows, but these {} lines are not; correct the rows, and put \
             an empty line between boards",
            held.len()
        );
        let line = held.first().map_or(0, |first| first.line);
        self.refused_row_length = Some(BoardShape::of(&held.into_rows()).cells);
        self.are_boards = true;
        self.ready.add([BoardLine::invalid(line, error)]);
    }

    /// Parses a line by itself as a board, as an array of boards, or as an error.
    fn boards(&self, line: u64, text: &str) -> Vec<BoardLine> {
        if record::is_json(text) {
            return record::of_json(line, text, |fields, form| {
                record::of_record(line, fields, form, self.size)
            });
        }
        let board = BoardLine::parse_of_size(line, text, self.size_of_boards());
        let several = if board.board.is_err() && !board.is_large_board() {
            self.several(line, text)
        } else {
            None
        };
        several.unwrap_or_else(|| vec![board])
    }

    /// Parses an array of boards, or several arrays on one line, with any kind of brackets. Returns
    /// `None` unless all items are boards.
    fn several(&self, line: u64, text: &str) -> Option<Vec<BoardLine>> {
        let text = text.replace(['(', '{'], "[").replace([')', '}'], "]");
        let mut items: Vec<Value> =
            serde_json::from_str(&format!("[{}]", text.trim().trim_end_matches(',')))
                .unwrap_or_default();
        if let [Value::Array(inner)] = &items[..] {
            items = inner.clone();
        }
        let text = |item: &Value| {
            item.as_str()
                .map_or_else(|| item.to_string(), str::to_owned)
        };
        let boards: Vec<_> = items
            .iter()
            .map(|item| BoardLine {
                line,
                ..BoardLine::parse_of_size(line, &text(item), self.size_of_boards())
            })
            .collect();
        let is_board = |found: &BoardLine| found.board.is_ok() || found.is_large_board();
        let are_boards = boards.len() > 1 && boards.iter().all(is_board);
        are_boards.then(|| BoardLine::numbered(boards))
    }

    /// Ends the current group of lines. If brackets or quotes are still open, the text is
    /// malformed, so its lines are parsed one by one.
    fn separate(&mut self) {
        if let Some((first, lines, _)) = self.open.take() {
            (first..)
                .zip(lines.lines())
                .for_each(|(line, text)| self.read(line, text));
        }
        self.release();
        if let Some(size) = self.size_line.take() {
            self.state_size(&size);
        }
        self.are_boards = false;
        self.shape = None;
        self.refused_row_length = None;
        self.board_above = None;
    }

    /// Returns the collected lines as one board, as several boards with the same number of rows, or
    /// as one board per line. If the lines fit no such reading but are short enough to be rows of a
    /// board, they share one error.
    fn release(&mut self) {
        let held = std::mem::take(&mut self.held);
        if held.iter().all(HeldLine::is_frame) {
            return;
        }
        let board_above = self.board_above.take();
        let rows = held.iter().filter(|line| !line.is_frame()).count();
        let read = self.read_rows(held, board_above);
        let lines: usize = read.iter().map(|read| read.lines).sum();
        debug_assert_eq!(lines, rows, "every line belongs to one board or error");
        for read in read {
            match read.shape {
                _ if read.is_text => self.ready.add_text(read.found),
                Some(shape) => self.add(read.found, shape),
                None => self.ready.add(read.found),
            }
        }
    }

    /// Adds the boards of these lines to the result. If an earlier board of the group has rows of
    /// the same length, these lines are rows too, so a different number of rows is an error.
    /// Without this check, the first row of a board that was cut off could be read as a 2x2 board.
    fn add(&mut self, boards: Vec<BoardLine>, shape: BoardShape) {
        let other = self.shape.filter(|other| other.differs_in_rows(shape));
        if let Some(other) = other {
            let rejected = boards.into_iter().map(|found| match found.board {
                Err(_) if found.large.is_none() => found,
                _ => BoardLine::invalid(found.line, other.mismatch(shape)),
            });
            return self.ready.add(rejected);
        }
        if shape.rows == 1 && self.refused_row_length == Some(shape.cells) {
            let error = format!(
                "a line of {} cells after too many such lines for one board; put an empty line between boards",
                shape.cells
            );
            let rejected = boards.into_iter().map(|found| match found.board {
                Err(_) if found.large.is_none() => found,
                _ => BoardLine::invalid(found.line, error.clone()),
            });
            return self.ready.add(rejected);
        }
        if shape.rows > 1 {
            self.shape = Some(shape);
        }
        self.ready.add(boards);
    }
}

/// Returns the number of opening brackets minus the number of closing brackets in a line. Brackets
/// in quotes and comments do not count.
fn depth(line: &str) -> i64 {
    let (mut depth, mut is_quoted, mut characters) = (0, false, line.chars());
    while let Some(c) = characters.next() {
        match c {
            '"' => is_quoted = !is_quoted,
            '\\' if is_quoted => drop(characters.next()),
            _ if is_quoted => (),
            '#' => break,
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            _ => (),
        }
    }
    depth
}

/// Returns whether the text can be an array that continues on the next line, such as `[1, 2,`.
fn is_array(text: &str) -> bool {
    text.trim_start().starts_with(['[', '(', '{']) || text.ends_with(['[', '(', '{', ','])
}

impl<R: BufRead> Iterator for BoardReader<R> {
    type Item = io::Result<BoardLine>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.ended {
            if let Err(error) = self.advance() {
                self.ended = true;
                self.ready.clear();
                return Some(Err(error));
            }
        }
        if self.ready.is_empty() {
            self.ready.end();
        }
        self.ready.pop().map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    /// A reader that always fails.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }

    #[test]
    fn a_read_error_is_the_last_item_after_whole_boards() {
        let nine = "8 6 7 2 5 4 3 0 1\n";
        for (text, size, boards) in [
            ("8 6 7 / 2 5 4 / 3 0 1\n", None, 1),
            (nine, Size::new(3, 3).ok(), 1),
            // This line can also be the first row of a 9x2 board.
            (nine, None, 0),
            ("8 6 7 2 5 4 3 0 1\n1 2 3 4 5 6 7 8 0\n", None, 1),
            ("8 6 7 2 5 4 3 0 1\n\n", None, 1),
        ] {
            let source = text.as_bytes().chain(BufReader::new(Broken));
            let mut reader = BoardReader::new(source, size);
            for _ in 0..boards {
                assert!(reader.next().unwrap().unwrap().board.is_ok(), "{text}");
            }
            assert_eq!(reader.next().unwrap().unwrap_err().to_string(), "broken");
            assert!(reader.next().is_none());
        }
    }

    #[test]
    fn a_line_without_end_is_not_read_for_ever() {
        let endless = BufReader::new(io::repeat(b'1'));
        let errors: Vec<_> = BoardReader::new(endless, None)
            .map(Result::unwrap_err)
            .collect();
        assert_eq!(
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["line 1 is longer than 1 MiB"]
        );
    }
}
