//! Lines up to an empty one: the rows of one board, or a board on each.

use std::collections::VecDeque;

use fifteen_puzzle::{MAX_CELLS, Size, notation};

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
    /// Each line is a board.
    are_boards: bool,
    /// The line before, if it is a board.
    last: Option<String>,
}

impl Block {
    pub(super) fn new(size: Option<Size>) -> Self {
        Self { size, rows: Vec::new(), are_boards: false, last: None }
    }

    /// Takes a line of a board, or of anything else.
    pub(super) fn take(&mut self, line: u64, text: &str, ready: &mut VecDeque<BoardLine>) {
        let is_decoration = notation::words(text).is_empty();
        if !self.are_boards && (is_decoration || self.may_continue(text)) && self.rows.len() < MOST_LINES {
            self.rows.push((line, text.to_owned()));
            return;
        }
        self.end_rows(ready);
        self.are_boards = true;
        if is_decoration {
            return;
        }
        let mut boards = self.read(line, text);
        if let [BoardLine { board: Err(error), .. }] = &mut boards[..]
            && let Some(size) = self.size_with_line_before(text)
        {
            *error += &format!("; if this line and the one before are rows of one board, give its size, {size}");
        }
        self.last = boards.iter().all(|board| board.board.is_ok()).then(|| text.to_owned());
        ready.extend(boards);
    }

    /// Tells whether a line can be the next row. A line that is a board by itself is a row only if the cells of all rows
    /// differ: `1 2 3 0` may be a 2x2 board, or the first row of a larger one.
    fn may_continue(&self, text: &str) -> bool {
        let is_board = |text: &str| notation::read(text, self.size).is_ok_and(|reading| reading.guess.is_none());
        let has_rows = text.trim_end_matches(['/', '\\']).contains('/') || record::is_json(text);
        let Some((_, first)) = self.rows.first() else {
            // Nobody should have to wait for the answer to a whole board, so only the smallest is held back.
            let is_small =
                || self.size.is_none() && cells(text).len() == 4 && !text.contains(['[', '(', '{', '|', ';']);
            return !has_rows && (!is_board(text) || is_small());
        };
        let is_doubtful = is_board(text) || is_board(first);
        let is_row = || {
            let next = cells(text);
            let shared = |(_, row): &(u64, String)| cells(row).iter().any(|cell| next.contains(cell));
            cells(first).len() == next.len() && !self.rows.iter().any(shared)
        };
        !has_rows && (!is_doubtful || is_row())
    }

    /// The board of a text, or those of an array.
    fn read(&self, line: u64, text: &str) -> Vec<BoardLine> {
        if record::is_json(text) {
            return record::of_json(line, text, self.size);
        }
        let board = BoardLine::parse(line, text, self.size);
        if board.board.is_err() {
            let texts = serde_json::from_str::<Vec<String>>(text).unwrap_or_else(|_| groups(text));
            let of_text = |text: &String| BoardLine { line, ..BoardLine::parse(line, text, self.size) };
            let boards: Vec<BoardLine> = texts.iter().map(of_text).collect();
            if boards.len() > 1 && boards.iter().all(|board| board.board.is_ok()) {
                return boards;
            }
        }
        vec![board]
    }

    /// The size of the board that a line makes with the line before, which is a board.
    fn size_with_line_before(&self, text: &str) -> Option<Size> {
        let joined = format!("{}\n{text}", self.last.as_ref()?);
        notation::parse(&joined, None).ok().map(|board| board.size())
    }

    /// The rows are boards by themselves, or bad.
    fn end_rows(&mut self, ready: &mut VecDeque<BoardLine>) {
        for (line, text) in std::mem::take(&mut self.rows) {
            if !notation::words(&text).is_empty() {
                ready.extend(self.read(line, &text).into_iter().map(|board| match board.guess {
                    Some(guess) => BoardLine::invalid(line, format!("expected a board on each line, with 0 for the blank; {guess} where rows of one board end at an empty line")),
                    None => board,
                }));
            }
        }
    }

    /// The block ends here.
    pub(super) fn end(&mut self, ready: &mut VecDeque<BoardLine>) {
        (self.are_boards, self.last) = (false, None);
        let rows = std::mem::take(&mut self.rows);
        let Some((line, _)) = rows.first() else { return };
        let text = |rows: &[(u64, String)]| rows.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n");
        let whole = BoardLine::parse(*line, &text(&rows), self.size);
        if whole.board.is_ok() {
            ready.push_back(whole);
            return;
        }
        let each: Vec<BoardLine> = rows.iter().flat_map(|(line, text)| self.read(*line, text)).collect();
        if is_one_board(&rows) && each.iter().any(|board| board.board.is_err()) {
            ready.push_back(whole);
        } else {
            ready.extend(each);
        }
    }
}

/// The cells of a line: its words, or the digits of the only one.
fn cells(text: &str) -> Vec<String> {
    match notation::words(text)[..] {
        [digits] if digits.contains(|c: char| c.is_ascii_digit()) => {
            digits.chars().take(MAX_CELLS).map(|digit| digit.to_ascii_uppercase().to_string()).collect()
        }
        ref words => words.iter().map(|&word| word.to_owned()).collect(),
    }
}

/// True if lines that are no board look like rows of one: most of them have equally many cells, or no cell is there
/// twice.
fn is_one_board(rows: &[(u64, String)]) -> bool {
    let rows = rows.iter().filter(|(_, text)| text.contains(char::is_numeric));
    let rows: Vec<Vec<String>> = rows.map(|(_, text)| cells(text)).collect();
    let of_length = |length| rows.iter().filter(|row| row.len() == length).count();
    let most = (1..=LONGEST_SIDE).map(of_length).max().unwrap_or(0);
    let mut all = rows.concat();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    rows.len() > 1 && (2 * most > rows.len() || all.len() == count)
}

/// The brackets in a text, or those in the only one.
fn groups(text: &str) -> Vec<String> {
    let at_depth = |wanted: usize| {
        let (mut depth, mut start, mut groups) = (0usize, 0, Vec::new());
        for (at, c) in text.char_indices() {
            if "[({".contains(c) {
                depth += 1;
                start = if depth == wanted { at } else { start };
            } else if "])}".contains(c) {
                if depth == wanted {
                    groups.push(text[start..=at].to_owned());
                }
                depth = depth.saturating_sub(1);
            }
        }
        groups
    };
    let outer = at_depth(1);
    if outer.len() == 1 { at_depth(2) } else { outer }
}
