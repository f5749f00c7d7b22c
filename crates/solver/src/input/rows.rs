//! Boards over several lines, one row a line, told from lines that are boards or mistakes.
//!
//! Only lines from an empty line, a comment or the beginning on are joined, up to the next of these. If any of them
//! cannot be a row, all are taken as they are, one by one.

use std::collections::VecDeque;

use fifteen_puzzle::{MAX_CELLS, Size, notation};

use super::{BoardLine, Form};

/// The most rows of a board, and the most numbers in a row.
const LONGEST_SIDE: usize = MAX_CELLS / 2;

/// The cells of a 2x2 board, which may also be the first row of a larger board: the next line tells.
const SMALLEST_BOARD: usize = 4;

/// Lines held back because they may be rows of one board.
#[derive(Debug)]
pub(super) struct RowsBlock {
    size: Option<Size>,
    /// The next line may be the first row of a board.
    open: bool,
    rows: Vec<Row>,
    /// The line before, if it was taken for a whole board at once.
    whole: Option<String>,
}

#[derive(Debug)]
struct Row {
    line: u64,
    text: String,
    words: Vec<String>,
}

impl RowsBlock {
    pub(super) fn new(size: Option<Size>) -> Self {
        Self { size, open: true, rows: Vec::new(), whole: None }
    }

    /// Takes a line of numbers, or of anything else.
    pub(super) fn take(&mut self, line: u64, text: &str, ready: &mut VecDeque<BoardLine>) {
        let words = words(text).filter(|words| self.continues(text, words));
        match words {
            Some(words) if self.open => self.rows.push(Row { line, text: text.to_owned(), words }),
            _ => {
                self.interrupt(ready);
                let mut board = BoardLine::parse(line, text, self.size);
                if let (Err(error), Some(size)) = (&mut board.board, self.size_with_line_before(text)) {
                    *error +=
                        &format!("; if this line and the one before are rows of one board, give its size, {size}");
                }
                self.whole = board.board.is_ok().then(|| text.to_owned());
                ready.push_back(board);
            }
        }
    }

    /// Tells whether a line can be the next row. A line that is a board by itself is a row only if the numbers of all
    /// rows differ: `1 2 3 0` may be a 2x2 board, or the first row of a larger one.
    fn continues(&self, text: &str, words: &[String]) -> bool {
        let is_board = |text: &str| notation::parse(text, self.size).is_ok();
        let Some(first) = self.rows.first() else {
            // Nobody should have to wait for the answer to a whole board, so only the smallest is held back.
            return !is_board(text) || self.size.is_none() && words.len() == SMALLEST_BOARD;
        };
        let shared = || self.rows.iter().any(|row| row.words.iter().any(|word| words.contains(word)));
        let doubtful = is_board(text) || is_board(&first.text);
        self.rows.len() < LONGEST_SIDE && !(doubtful && (first.words.len() != words.len() || shared()))
    }

    /// The size of the board that a line makes with the line before, which was taken for a whole board.
    fn size_with_line_before(&self, text: &str) -> Option<Size> {
        let joined = format!("{} / {text}", self.whole.as_ref()?);
        notation::parse(&joined, None).ok().map(|board| board.size())
    }

    /// The lines held back are no rows, and neither are the next ones.
    pub(super) fn interrupt(&mut self, ready: &mut VecDeque<BoardLine>) {
        ready.extend(self.rows.drain(..).map(|row| BoardLine::parse(row.line, &row.text, self.size)));
        self.open = false;
    }

    /// The rows of a board end here.
    pub(super) fn end(&mut self, ready: &mut VecDeque<BoardLine>) {
        if let Some(board) = self.joined() {
            self.rows.clear();
            ready.push_back(board);
        }
        self.interrupt(ready);
        self.open = true;
        self.whole = None;
    }

    /// The board of the rows, if there are several. Rows of numbers that make no board are one error.
    fn joined(&self) -> Option<BoardLine> {
        let first = self.rows.first().filter(|_| self.rows.len() > 1)?;
        let text: Vec<&str> = self.rows.iter().map(|row| row.text.as_str()).collect();
        let board = BoardLine::parse(first.line, &text.join(" / "), self.size);
        let numbers = self.rows.iter().all(|row| row.text.contains([' ', ',', '\t']));
        (board.board.is_ok() || numbers).then_some(BoardLine { form: Form::Rows, ..board })
    }
}

/// The words of a line that may be a row: numbers and blanks, or digits without separators.
fn words(text: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).take(MAX_CELLS).collect();
    let is_cell = |word: &str| {
        matches!(word, "_" | "." | "x" | "X") || word.len() < 3 && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_row = |cells: usize| (2..=LONGEST_SIDE).contains(&cells);
    match words.as_slice() {
        [digits]
            if is_row(digits.len()) && digits.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.') =>
        {
            Some(digits.chars().map(|digit| digit.to_ascii_uppercase().to_string()).collect())
        }
        words if is_row(words.len()) && words.iter().all(|word| is_cell(word)) => {
            Some(words.iter().map(|&word| word.to_owned()).collect())
        }
        _ => None,
    }
}
