//! The reader: lines of a source, joined where brackets or quotes are open, and boards made of them.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_puzzle::Size;

use super::BoardLine;
use super::block::Block;
use super::encoding::TextLines;
use super::record::CsvColumns;

/// The longest array, or record, over several lines.
const LONGEST_ARRAY: usize = 1 << 24;

/// Reads the boards of a source one after the other, in bounded memory.
///
/// Empty lines and comments (`#`) are skipped, and separate boards of several lines. A bad line is an item with an
/// error, and the next line is read. An error of the source, or a line that is too long, is the last item.
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
    /// Lines whose brackets or quotes are open: the number of the first one, the lines, and how many are open.
    open: Option<(u64, String, i64)>,
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
            self.block.end(&mut self.ready);
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

    /// Reads a line, or several that belong together.
    fn read(&mut self, line: u64, text: &str) {
        match &self.csv {
            Some(columns) => self.ready.push_back(columns.board(line, text, self.size)),
            None => self.block.take(line, text, &mut self.ready),
        }
    }

    /// An empty line, a comment, or the end: boards of several lines end here. Brackets and quotes that are open then join
    /// no lines.
    fn separate(&mut self) {
        if let Some((first, lines, _)) = self.open.take() {
            (first..).zip(lines.lines()).for_each(|(line, text)| self.read(line, text));
        }
        self.block.end(&mut self.ready);
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
