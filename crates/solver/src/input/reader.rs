//! The reader: lines of a source, joined where brackets or quotes are open, and boards made of them.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_puzzle::Size;

use super::BoardLine;
use super::block::Block;
use super::encoding::{LONGEST_LINE, TextLines};
use super::record::CsvColumns;

/// The longest array, or record, over several lines.
const LONGEST_ARRAY: usize = 1 << 24;

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
    block: Block,
    /// The header of a CSV file.
    csv: Option<CsvColumns>,
    /// Lines whose brackets or quotes are open, and the number of the first one.
    open: Option<(u64, String, Nesting)>,
}

/// The brackets and quotes that are open.
#[derive(Debug, Default)]
struct Nesting {
    depth: i64,
    is_quoted: bool,
}

impl<R: BufRead> BoardReader<R> {
    /// A reader of a source; `size` applies to boards whose text shows no size.
    pub fn new(source: R, size: Option<Size>) -> Self {
        Self {
            lines: TextLines::new(source),
            size,
            line: 0,
            cancel: None,
            ended: false,
            ready: VecDeque::new(),
            block: Block::new(size),
            csv: None,
            open: None,
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

    /// Reads one line, or several that old systems end with a carriage return, or the end.
    fn advance(&mut self) -> io::Result<()> {
        let Some((lines, cut)) = self.lines.next_line(self.line + 1)? else {
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
            let has_comment = !is_data && text.contains('#');
            if text.is_empty() || text.trim_start().starts_with('#') && !is_data {
                self.separate();
            } else if cut && !has_comment {
                self.separate();
                let error = format!("the line is too long: more than {LONGEST_LINE} bytes");
                self.ready.push_back(BoardLine::invalid(self.line, error));
            } else {
                self.take(text);
            }
        }
        Ok(())
    }

    /// Takes a line with some text.
    fn take(&mut self, text: &str) {
        let (first, mut lines, mut nesting) =
            self.open.take().unwrap_or((self.line, String::new(), Nesting::default()));
        let is_begun = !lines.is_empty();
        if !is_begun && let Some(columns) = CsvColumns::of_header(text) {
            self.block.end(&mut self.ready);
            self.csv = Some(columns);
            return;
        }
        nesting.add(text, self.csv.is_some());
        lines += if is_begun { "\n" } else { "" };
        lines += text;
        if nesting.is_open(&lines, self.csv.is_some()) && lines.len() < LONGEST_ARRAY {
            self.open = Some((first, lines, nesting));
        } else if let Some(columns) = &self.csv {
            self.ready.push_back(columns.board(first, &lines, self.size));
        } else {
            self.block.take(first, &lines, &mut self.ready);
        }
    }

    /// An empty line, a comment, or the end: boards of several lines end here. Brackets and quotes that are open then join
    /// no lines.
    fn separate(&mut self) {
        if let Some((first, lines, _)) = self.open.take() {
            for (line, text) in (first..).zip(lines.lines()) {
                match &self.csv {
                    Some(columns) => self.ready.push_back(columns.board(line, text, self.size)),
                    None => self.block.take(line, text, &mut self.ready),
                }
            }
        }
        self.block.end(&mut self.ready);
    }
}

impl Nesting {
    /// Adds a line. In CSV there are no brackets, and quotes may go on over lines.
    fn add(&mut self, text: &str, is_csv: bool) {
        self.is_quoted &= is_csv;
        let mut characters = text.chars();
        while let Some(c) = characters.next() {
            match c {
                '"' => self.is_quoted = !self.is_quoted,
                '\\' if self.is_quoted && !is_csv => drop(characters.next()),
                '#' if !self.is_quoted && !is_csv => return,
                '[' | '(' | '{' if !self.is_quoted => self.depth += 1,
                ']' | ')' | '}' if !self.is_quoted => self.depth -= 1,
                _ => (),
            }
        }
    }

    /// True if the text goes on in the next line.
    fn is_open(&self, text: &str, is_csv: bool) -> bool {
        let is_array = text.trim_start().starts_with(['[', '(', '{']) || text.ends_with(['[', '(', '{', ',']);
        if is_csv { self.is_quoted } else { self.depth > 0 && is_array }
    }
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
