//! Lines up to an empty one: the rows of one board, or a board on each.

use std::collections::VecDeque;

use fifteen_puzzle::{MAX_CELLS, Size, notation};
use serde_json::Value;

use super::{BoardLine, record};

/// The most rows of a board, and the most cells in a row.
const LONGEST_SIDE: usize = MAX_CELLS / 2;

/// The most lines that are held back: those of the highest board, with lines of a box between them.
const MOST_LINES: usize = 4 * LONGEST_SIDE;

/// Lines that are held back because they may be rows of one board. An array over several lines counts as a line.
#[derive(Debug)]
pub(super) struct Block {
    size: Option<Size>,
    rows: Vec<(u64, String)>,
    /// A line above is a board, or no row of what follows: then each bad line has its error.
    are_boards: bool,
}

impl Block {
    pub(super) fn new(size: Option<Size>) -> Self {
        Self { size, rows: Vec::new(), are_boards: false }
    }

    /// Takes a line of a board, or of anything else.
    pub(super) fn take(&mut self, line: u64, text: &str, ready: &mut VecDeque<BoardLine>) {
        let mut is_row = self.may_be_row(text);
        if !self.rows.is_empty() && !is_row || self.rows.len() == MOST_LINES {
            self.end_rows(ready);
            self.are_boards = true;
            is_row = self.may_be_row(text);
        }
        if is_row {
            self.rows.push((line, text.to_owned()));
        } else {
            ready.extend(self.read(line, text));
            self.are_boards = true;
        }
    }

    /// Tells whether a line can be the next row. A line that is a board by itself is a row only if the cells of all rows
    /// differ: `1 2 3 0` may be a 2x2 board, or the first row of a larger one. Nobody should have to wait for the answer
    /// to a whole board, so only the smallest is held back.
    fn may_be_row(&self, text: &str) -> bool {
        let cells = cells(text);
        if cells.len() > LONGEST_SIDE || text.trim_end_matches(['/', '\\']).contains('/') || record::is_json(text) {
            return false;
        }
        let is_board = |text: &str| notation::read(text, self.size).is_ok_and(|reading| reading.guess.is_none());
        let is_small = || self.size.is_none() && cells.len() == 4 && !text.contains(['[', '(', '{', '|', ';']);
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
    fn read(&self, line: u64, text: &str) -> Vec<BoardLine> {
        if record::is_json(text) {
            return record::of_json(line, text, self.size);
        }
        let board = BoardLine::parse(line, text, self.size);
        let several = if board.board.is_err() { self.several(line, text) } else { None };
        several.unwrap_or_else(|| vec![board])
    }

    /// The items of an array, or of several in a row, in brackets of any kind, if all are boards.
    fn several(&self, line: u64, text: &str) -> Option<Vec<BoardLine>> {
        let text = text.replace(['(', '{'], "[").replace([')', '}'], "]");
        let mut items: Vec<Value> =
            serde_json::from_str(&format!("[{}]", text.trim().trim_end_matches(','))).unwrap_or_default();
        if let [Value::Array(inner)] = &items[..] {
            items = inner.clone();
        }
        let text = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
        let boards = items.iter().map(|item| BoardLine { line, ..BoardLine::parse(line, &text(item), self.size) });
        let boards: Option<Vec<_>> = boards.map(|board| Some(board).filter(|board| board.board.is_ok())).collect();
        boards.filter(|boards| boards.len() > 1)
    }

    /// The block ends here.
    pub(super) fn end(&mut self, ready: &mut VecDeque<BoardLine>) {
        self.end_rows(ready);
        self.are_boards = false;
    }

    /// The rows end here: they are one board, or each is one; or there is one error for all, where they are no more than a
    /// board has.
    fn end_rows(&mut self, ready: &mut VecDeque<BoardLine>) {
        let mut rows = std::mem::take(&mut self.rows);
        let text = rows.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n");
        let Some(&(line, _)) = rows.first() else { return };
        rows.retain(|(_, text)| !cells(text).is_empty());
        if rows.is_empty() {
            return;
        }
        let whole = BoardLine::parse(line, &text, self.size);
        let each: Vec<BoardLine> = rows.iter().flat_map(|(line, text)| self.read(*line, text)).collect();
        let is_one = || !self.are_boards && rows.iter().map(|(_, text)| cells(text).len()).sum::<usize>() <= MAX_CELLS;
        if whole.board.is_ok() || rows.len() > 1 && each.iter().any(|board| board.board.is_err()) && is_one() {
            ready.push_back(whole);
        } else {
            ready.extend(each);
        }
    }
}

/// The cells of a line: its words, or the characters of the only one.
fn cells(text: &str) -> Vec<String> {
    match notation::words(text)[..] {
        [word] => word.chars().take(MAX_CELLS).map(|cell| cell.to_ascii_uppercase().to_string()).collect(),
        ref words => words.iter().map(|&word| word.to_owned()).collect(),
    }
}
