//! Splits text into blocks of lines, line by line, and finds the headings between them.
//!
//! A block ends at an empty line, at a comment (`#`, `//`, or `%` and `;;` as in logic programs and
//! Lisp), at a heading, or at the end of the text. The module [`block`](super::block) then decides
//! which lines of the block form a board. A line with a size, such as `9x4`, is a heading. All
//! boards below it must have this size.
//!
//! Some lines cannot be rows, so their boards are returned immediately. These are boards with `/`
//! between their rows, JSON records, and boards of the prescribed size. A line of 16 or more
//! numbers that is a square board is also returned immediately, although it could be the first row
//! of a board of more than 25 cells.

use std::io::{self, BufRead};

use fifteen_puzzle::{MAX_CELLS, Size, notation};

use super::BoardLine;
use super::block::Block;
use super::encoding::TextLines;
use super::headings::{Heading, Meaning};
use super::parser::BoardParser;
use super::record::{self, CsvColumns};
use super::roles::RoleQueue;
use super::row::Row;
use super::solves::SolveRules;

/// Maximum length of an array or record that spans several lines, in bytes. It limits the memory
/// used for endless input.
const LONGEST_ARRAY: usize = 1 << 24;

/// Reads boards from a source, one at a time and with limited memory.
///
/// Empty lines and comments (`#`) are skipped, but they end a board of several lines. An invalid
/// line becomes an item with an error, and reading continues. If reading fails or a line is too
/// long, the error is the last item, and an incomplete board before it is lost.
///
/// Most boards on one line could also be a row of a larger board, so they are returned only after
/// the next line has been read. A board with `/` between its rows, a JSON record and a board of the
/// given size are returned immediately.
pub struct BoardReader<R> {
    lines: TextLines<R>,
    parser: BoardParser,
    line: u64,
    ended: bool,
    ready: RoleQueue,
    /// The columns of a CSV file, or `None` before its header has been read.
    csv: Option<CsvColumns>,
    /// The lines of an array or record that is still incomplete.
    open: Option<OpenLines>,
    block: Block,
    /// The last line, if it looks like a size such as `3x4`. It could also be a row in which `x` is
    /// the blank. Only the next line shows whether it is a size or a row.
    size: Option<(Heading, String)>,
    /// The rules for reading solves, or `None` if the lines are boards or rows of boards.
    solves: Option<SolveRules>,
}

/// The lines read so far of an array or record whose brackets or quotes are not yet closed.
struct OpenLines {
    /// Number of the first line.
    first: u64,
    text: String,
    /// Number of unclosed brackets. In a CSV file, number of quotes so far.
    count: i64,
}

impl<R: BufRead> BoardReader<R> {
    /// Creates a reader. `size` applies to boards whose size is not evident from their text.
    pub fn new(source: R, size: Option<Size>) -> Self {
        Self {
            lines: TextLines::new(source),
            parser: BoardParser { size, stated: None },
            line: 0,
            ended: false,
            ready: RoleQueue::default(),
            csv: None,
            open: None,
            block: Block::default(),
            size: None,
            solves: None,
        }
    }

    /// Makes this reader treat each line or record as a solve: the moves of a solution, usually
    /// with a scramble. Each [`BoardLine`] then contains the board before the moves.
    #[must_use]
    pub fn of_solves(self, rules: SolveRules) -> Self {
        Self {
            solves: Some(rules),
            ..self
        }
    }

    /// Reads and processes the input up to the next line feed. This can be several lines, because
    /// carriage returns also end lines, as on old Macintosh systems.
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
            // In CSV and JSON records, `#` does not start a comment.
            let is_data = self.csv.is_some() || text.starts_with('{');
            if is_empty(text) || is_comment(text) && !is_data {
                self.separate();
                if self.may_have_headings()
                    && let Some(heading) = Heading::of_comment(self.line, text, self.parser.size)
                {
                    self.take_heading(heading, text);
                }
            } else {
                self.take(text);
            }
        }
        Ok(())
    }

    /// Processes a line that is neither empty nor a comment. It can be a CSV header, a heading, a
    /// part of an array or record, or a line to be read by itself.
    fn take(&mut self, text: &str) {
        if self.open.is_none()
            && let Some(columns) = CsvColumns::of_header(text, self.wanted_columns())
        {
            self.separate();
            self.csv = Some(columns);
            return;
        }
        if let Some((size, above)) = self.size.take() {
            if is_next_row(&[&above], text) {
                self.read(size.line, &above);
            } else {
                self.separate();
                self.state_size(size);
            }
        }
        if self.may_have_headings()
            && let Some(heading) = Heading::of(self.line, text)
            && self.ends_block(&heading, text)
        {
            return self.take_heading(heading, text);
        }
        // Stop reading at a line in a foreign format, such as PDDL. The rest of the file would only
        // cause more errors.
        if self.open.is_none()
            && let Some(format) = notation::foreign_format(text)
        {
            // The lines above are usually a comment or a size, which need no errors of their own.
            if !self.block.has_board() {
                self.block.clear();
            }
            self.separate();
            self.ended = true;
            return self.ready.add([BoardLine::invalid(self.line, format)]);
        }
        let mut open = self.open.take().unwrap_or(OpenLines {
            first: self.line,
            text: String::new(),
            count: 0,
        });
        open.text += if open.text.is_empty() { "" } else { "\n" };
        open.text += text;
        // CSV has no brackets, but quoted cells can span several lines.
        let is_open = if self.csv.is_some() {
            open.count += text.matches('"').count() as i64;
            open.count % 2 == 1
        } else {
            open.count += depth(text);
            open.count > 0 && is_array(&open.text)
        };
        if is_open && open.text.len() < LONGEST_ARRAY {
            self.open = Some(open);
        } else {
            self.read(open.first, &open.text);
        }
    }

    /// Returns whether the next line can be a heading. Arrays and CSV files contain no headings,
    /// and neither does input in which each line is a solve.
    fn may_have_headings(&self) -> bool {
        self.open.is_none() && self.csv.is_none() && self.solves.is_none()
    }

    /// Returns whether a line that looks like a heading is one, and therefore ends the block above
    /// it. The line can also be a row of the block. Examples are `GOAL` below `BCDE` and `7 x 8`
    /// below `4 5 6`.
    fn ends_block(&self, heading: &Heading, text: &str) -> bool {
        if heading.may_be_end && !self.ready.is_in_start() {
            return false;
        }
        !is_next_row(&self.block.texts(), text) || self.block.is_board(&self.parser)
    }

    /// Processes a heading, and the rest of its line, which can contain a board.
    fn take_heading(&mut self, heading: Heading, text: &str) {
        match heading.meaning {
            // Keep the line for now, because it can be a row of the block above it. The next line
            // shows whether it is a size and ends the block.
            Meaning::Size(_) => self.size = Some((heading, text.to_owned())),
            Meaning::Role(role) => {
                self.separate();
                self.ready.add_heading(role, heading);
                // Replace the heading with spaces, so that error messages give the right columns.
                let board = " ".repeat(heading.length) + &text[heading.length..];
                if !board.trim().is_empty() {
                    self.take(&board);
                }
            }
        }
    }

    /// Applies the size in a heading to all boards below it. Adds an error if the caller has
    /// specified a different size.
    fn state_size(&mut self, heading: Heading) {
        let Meaning::Size(stated) = heading.meaning else {
            return;
        };
        match self.parser.size {
            Some(size) if stated != size.into() => {
                let error = format!(
                    "this line states the size {stated}, but the size or the goal asks for a {size} board"
                );
                self.ready.add([BoardLine::invalid(heading.line, error)]);
            }
            _ => self.parser.stated = Some(stated),
        }
    }

    /// Parses a complete line, array or record, which can be a solve, a CSV record, a board, or a
    /// row of a board.
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
            let found = record::of_record(line, &record, CsvColumns::FORM, self.parser.size);
            return self.ready.add([found]);
        }
        let row = Row::new(line, text, self.parser.parse_alone(line, text));
        self.block.add(row, &self.parser, &mut self.ready);
    }

    /// Returns the names of the columns by which a CSV header is recognised, such as `board`. One
    /// of them is enough.
    fn wanted_columns(&self) -> &'static [&'static str] {
        match self.solves {
            Some(_) => &["board", "scramble", "solution", "reconstruction"],
            None => &["board"],
        }
    }

    /// Ends the current block. If brackets or quotes are still open, the text is malformed, so its
    /// lines are parsed one by one.
    fn separate(&mut self) {
        if let Some(open) = self.open.take() {
            (open.first..)
                .zip(open.text.lines())
                .for_each(|(line, text)| self.read(line, text));
        }
        self.block.end(&self.parser, &mut self.ready);
        if let Some((size, _)) = self.size.take() {
            self.state_size(size);
        }
    }
}

/// Returns whether a line can be the next row of the board that begins with the lines `above`. For
/// example, the word `GOAL` can be a row below `BCDE` instead of a heading.
///
/// All lines must have the same number of cells, and no cell may occur twice. The cells are the
/// words of a line, or the characters if each line is a single word.
fn is_next_row(above: &[&str], text: &str) -> bool {
    let is_word = |text: &str| text.split_whitespace().nth(1).is_none();
    if above.iter().any(|row| is_word(row) != is_word(text)) {
        return false;
    }
    let cells = |text: &str| -> Vec<String> {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        if let [word] = &words[..] {
            words = word.chars().take(MAX_CELLS).map(String::from).collect();
        }
        words
    };
    let is_cell = |cell: &String| {
        let is_sign = |c: char| c.is_ascii_alphanumeric() || "_-.*".contains(c);
        cell.len() == 1 && cell.contains(is_sign) || cell.parse::<u8>().is_ok()
    };
    let mut found = cells(text);
    let width = found.len();
    for row in above {
        let row = cells(row);
        if row.len() != width || width >= MAX_CELLS {
            return false;
        }
        found.extend(row);
    }
    let (count, are_cells) = (found.len(), found.iter().all(is_cell));
    found.sort_unstable();
    found.dedup();
    !above.is_empty() && are_cells && found.len() == count
}

/// Returns whether a line is empty or contains only the `>` marks of a quotation.
fn is_empty(line: &str) -> bool {
    line.trim_start_matches([' ', '>']).is_empty()
}

/// Returns whether a line is a comment. Besides `#`, comment signs such as `//`, `%` and `;;` are
/// recognised.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let is_whole = line.starts_with("/*") && line.ends_with("*/");
    is_whole
        || ["#", "%", ";;", "//"]
            .iter()
            .any(|sign| line.starts_with(sign))
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
            // This line could also be the first row of a 9x2 board, so it is not returned yet.
            (nine, None, 0),
            // Two boards on consecutive lines are a list, so each line is a board.
            ("8 6 7 2 5 4 3 0 1\n1 2 3 4 5 6 7 8 0\n", None, 2),
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
