//! The reader: lines of a source, joined where they are one array, record or board, and boards made of them.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use fifteen_puzzle::{MAX_CELLS, Size, notation};
use serde_json::Value;

use super::BoardLine;
use super::encoding::TextLines;
use super::record::{self, CsvColumns};

/// The longest array, or record, over several lines.
const LONGEST_ARRAY: usize = 1 << 24;

/// The most rows of a board, and the most cells in a row.
const LONGEST_SIDE: usize = MAX_CELLS / 2;

/// The most lines that are held back: those of the highest board, with lines of a box between them.
const MOST_LINES: usize = 4 * LONGEST_SIDE;

/// Reads the boards of a source one after the other, in bounded memory.
///
/// Empty lines and comments (`#`) are skipped, and separate boards of several lines. A bad line is an item with an
/// error, and the next line is read. An error of the source, or a line that is too long, is the last item.
pub struct BoardReader<R> {
    lines: TextLines<R>,
    size: Option<Size>,
    line: u64,
    ended: bool,
    ready: VecDeque<BoardLine>,
    /// The header of a CSV file.
    csv: Option<CsvColumns>,
    /// Lines whose brackets or quotes are open: the number of the first one, the lines, and how many are open.
    open: Option<(u64, String, i64)>,
    /// Lines that are held back because they may be rows of one board. An array over several lines counts as a line.
    rows: Vec<(u64, String)>,
    /// A line above is a board, or no row of what follows: then each bad line has its error.
    are_boards: bool,
}

impl<R: BufRead> BoardReader<R> {
    /// A reader of a source; `size` applies to boards whose text shows no size.
    pub fn new(source: R, size: Option<Size>) -> Self {
        let (lines, ready) = (TextLines::new(source), VecDeque::new());
        let (csv, open, rows, are_boards) = (None, None, Vec::new(), false);
        Self {
            lines,
            size,
            line: 0,
            ended: false,
            ready,
            csv,
            open,
            rows,
            are_boards,
        }
    }

    /// Reads one line, or several that old systems end with a carriage return, or the end.
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
            // Within a record '#' does not start a comment.
            let is_data = self.csv.is_some() || text.starts_with('{');
            if text.is_empty() || text.trim_start().starts_with('#') && !is_data {
                self.separate();
            } else {
                self.take(text);
            }
        }
        Ok(())
    }

    /// Takes a line with some text.
    fn take(&mut self, text: &str) {
        let (first, mut lines, before) = self.open.take().unwrap_or((self.line, String::new(), 0));
        if lines.is_empty()
            && let Some(columns) = CsvColumns::of_header(text)
        {
            self.separate();
            self.csv = Some(columns);
            return;
        }
        lines += if lines.is_empty() { "" } else { "\n" };
        lines += text;
        // In CSV there are no brackets, and quotes may go on over lines.
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

    /// Reads a line, or several that belong together: a record of CSV, a board, or a row of one.
    fn read(&mut self, line: u64, text: &str) {
        if let Some(columns) = &self.csv {
            return self.ready.push_back(columns.board(line, text, self.size));
        }
        let mut is_row = self.may_be_row(text);
        if !self.rows.is_empty() && !is_row || self.rows.len() == MOST_LINES {
            self.end_rows();
            self.are_boards = true;
            is_row = self.may_be_row(text);
        }
        if is_row {
            self.rows.push((line, text.to_owned()));
        } else {
            let boards = self.boards(line, text);
            self.ready.extend(boards);
            self.are_boards = true;
        }
    }

    /// Tells whether a line can be the next row. A line that is a board by itself is a row only if the cells of all rows
    /// differ: `1 2 3 0` may be a 2x2 board, or the first row of a larger one. Nobody should have to wait for the answer
    /// to a whole board, so only the smallest is held back.
    fn may_be_row(&self, text: &str) -> bool {
        let cells = cells(text);
        if cells.len() > LONGEST_SIDE
            || text.trim_end_matches(['/', '\\']).contains('/')
            || record::is_json(text)
        {
            return false;
        }
        let is_board = |text: &str| {
            notation::read(text, self.size).is_ok_and(|reading| reading.guess.is_none())
        };
        let is_small =
            || self.size.is_none() && cells.len() == 4 && !text.contains(['[', '(', '{', '|', ';']);
        match self.rows.first() {
            None => !is_board(text) || is_small(),
            Some((_, first)) if cells.is_empty() || !is_board(text) && !is_board(first) => true,
            Some(_) => self.rows.iter().all(|(_, row)| {
                let row = self::cells(row);
                row.len() == cells.len() && !row.iter().any(|cell| cells.contains(cell))
            }),
        }
    }

    /// The board of a text, or those of an array.
    fn boards(&self, line: u64, text: &str) -> Vec<BoardLine> {
        if record::is_json(text) {
            return record::of_json(line, text, self.size);
        }
        let board = BoardLine::parse(line, text, self.size);
        let several = if board.board.is_err() {
            self.several(line, text)
        } else {
            None
        };
        several.unwrap_or_else(|| vec![board])
    }

    /// The items of an array, or of several in a row, in brackets of any kind, if all are boards.
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
        let boards = items.iter().map(|item| BoardLine {
            line,
            ..BoardLine::parse(line, &text(item), self.size)
        });
        let boards: Option<Vec<_>> = boards
            .map(|board| Some(board).filter(|board| board.board.is_ok()))
            .collect();
        boards.filter(|boards| boards.len() > 1)
    }

    /// An empty line, a comment, or the end: boards of several lines end here. Brackets and quotes that are open then join
    /// no lines.
    fn separate(&mut self) {
        if let Some((first, lines, _)) = self.open.take() {
            (first..)
                .zip(lines.lines())
                .for_each(|(line, text)| self.read(line, text));
        }
        self.end_rows();
        self.are_boards = false;
    }

    /// The rows end here: they are one board, or each is one; or there is one error for all, where they are no more than a
    /// board has.
    fn end_rows(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        let text = rows
            .iter()
            .map(|(_, text)| text.as_str())
            .collect::<Vec<_>>()
            .join("\n");
        let Some(&(line, _)) = rows.first() else {
            return;
        };
        rows.retain(|(_, text)| !cells(text).is_empty());
        if rows.is_empty() {
            return;
        }
        let whole = BoardLine::parse(line, &text, self.size);
        let each: Vec<BoardLine> = rows
            .iter()
            .flat_map(|(line, text)| self.boards(*line, text))
            .collect();
        let is_one = || {
            !self.are_boards
                && rows
                    .iter()
                    .map(|(_, text)| cells(text).len())
                    .sum::<usize>()
                    <= MAX_CELLS
        };
        if whole.board.is_ok()
            || rows.len() > 1 && each.iter().any(|board| board.board.is_err()) && is_one()
        {
            self.ready.push_back(whole);
        } else {
            self.ready.extend(each);
        }
    }
}

/// The cells of a line: its words, or the characters of the only one.
fn cells(text: &str) -> Vec<String> {
    match notation::words(text)[..] {
        [word] => word
            .chars()
            .take(MAX_CELLS)
            .map(|cell| cell.to_ascii_uppercase().to_string())
            .collect(),
        ref words => words.iter().map(|&word| word.to_owned()).collect(),
    }
}

/// The brackets that a line opens, less those that it closes; those in quotes and in a comment do not count.
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

/// True for the begin of an array that may go on in the next line.
fn is_array(text: &str) -> bool {
    text.trim_start().starts_with(['[', '(', '{']) || text.ends_with(['[', '(', '{', ','])
}

impl<R: BufRead> Iterator for BoardReader<R> {
    type Item = io::Result<BoardLine>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.ended {
            if let Err(error) = self.advance() {
                self.ended = true;
                return Some(Err(error));
            }
        }
        self.ready.pop_front().map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    /// A source that fails.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }

    #[test]
    fn a_read_error_is_the_last_item_after_whole_boards() {
        let mut source = BoardReader::new(
            "8 6 7 2 5 4 3 0 1\n"
                .as_bytes()
                .chain(BufReader::new(Broken)),
            None,
        );
        assert!(
            source.next().unwrap().is_ok(),
            "a whole board is not held back"
        );
        assert_eq!(source.next().unwrap().unwrap_err().to_string(), "broken");
        assert!(source.next().is_none());
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
