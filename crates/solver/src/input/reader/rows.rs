//! Decides which lines of the input are rows of the same board.
//!
//! The lines that are collected are *held*. Each new line either joins them or ends their board. In
//! the text below, `4 5 6` joins `1 2 3`, because rows of three cells can form a board and no tile
//! occurs twice. Then `7 8 0` joins them too. The next line, `8 6 7`, repeats three tiles, so no board
//! contains all four lines. It still joins, because three cells are not a board, so the line can only
//! be a row:
//!
//! ```text
//! 1 2 3
//! 4 5 6
//! 7 8 0
//! 8 6 7
//! 2 5 4
//! 3 0 1
//! ```
//!
//! When the group ends, [`HeldLines::first_boards`] has found two boards of three rows each. If the
//! last line were missing, it would have found only the first board, and all five lines would share one
//! error.
//!
//! What is known about the lines is updated with each new line, so that a long group is not parsed
//! again for each of its lines.

use std::io::BufRead;

use fifteen_puzzle::{MAX_CELLS, notation};
use fifteen_search::tiles::large::MOST_CELLS;

use super::super::{BoardLine, record};
use super::{BoardReader, LONGEST_SIDE, MOST_LINES};

/// The number of lines of a board, and the number of cells in each of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoardShape {
    pub(super) cells: usize,
    pub(super) rows: usize,
}

impl BoardShape {
    /// Returns the shape of a board with these rows.
    pub(super) fn of(rows: &[HeldLine]) -> Self {
        Self {
            cells: rows.first().map_or(0, |row| row.cells.len()),
            rows: rows.len(),
        }
    }

    pub(super) fn differs_in_rows(self, other: Self) -> bool {
        self.cells == other.cells && self.rows != other.rows
    }

    /// Returns the error message for lines of the shape `found` that follow a board of this shape,
    /// such as one line of three cells below a board of three such lines.
    pub(super) fn mismatch(self, found: Self) -> String {
        let lines = |count: usize| format!("{count} line{}", if count == 1 { "" } else { "s" });
        format!(
            "{} of {} cells after a board of {} such lines; complete the board, or put an empty line before a board of \
             another size",
            lines(found.rows),
            self.cells,
            self.rows,
        )
    }
}

/// Whole boards with the same number of rows, with which a group of lines begins.
#[derive(Debug, Clone)]
pub(super) struct FirstBoards {
    pub(super) rows: usize,
    pub(super) boards: Vec<BoardLine>,
    /// Whether the first board has more than 25 cells.
    pub(super) are_large: bool,
}

impl FirstBoards {
    /// Returns the number of rows of all boards.
    pub(super) fn lines(&self) -> usize {
        self.rows * self.boards.len()
    }

    /// Returns whether another board has the same number of rows as the first one. If not, the
    /// first board can consist of the first rows of a single, taller board that is invalid.
    pub(super) fn are_confirmed(&self) -> bool {
        let is_board = |found: &BoardLine| found.board.is_ok() || found.is_large_board();
        self.boards.iter().skip(1).any(is_board)
    }

    /// Returns whether these boards were read without a guess.
    fn are_certain(&self) -> bool {
        self.boards.iter().all(|found| found.guess.is_none())
    }
}

/// A line that could be a row of a board. An array that spans several lines counts as one line.
#[derive(Debug)]
pub(super) struct HeldLine {
    pub(super) line: u64,
    pub(super) text: String,
    /// The cells of the line. The lines of a frame, such as `+---+`, have no cells.
    pub(super) cells: Vec<String>,
    /// Result of parsing the line alone: a board, several boards from an array, or an error.
    pub(super) alone: Vec<BoardLine>,
}

impl HeldLine {
    /// Returns whether the line by itself is an unambiguous board.
    pub(super) fn is_board(&self) -> bool {
        let is_board = |found: &BoardLine| found.board.is_ok() && found.guess.is_none();
        self.alone.iter().all(is_board)
    }

    pub(super) fn is_frame(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns whether any number of the line is at least `smallest`.
    fn has_number_from(&self, smallest: usize) -> bool {
        let is_number = |cell: &String| cell.parse().is_ok_and(|tile: usize| tile >= smallest);
        self.cells.iter().any(is_number)
    }

    /// Returns whether the line is not a board and contains no numbers, such as `Solve this
    /// puzzle`.
    pub(super) fn is_text(&self) -> bool {
        !self.text.contains(char::is_numeric) && self.alone.iter().all(|found| found.board.is_err())
    }

    /// Returns whether the end of the line shows that it is a row rather than a whole board. For
    /// example, `1 2 3 0 /` ends with `/`.
    fn ends_row(&self) -> bool {
        self.text.trim_end().ends_with(['/', '\\', ',', '|'])
    }
}

/// The lines that could be rows of boards, with what is known about them.
#[derive(Debug, Default)]
pub(super) struct HeldLines {
    /// All lines, including the lines of frames.
    lines: Vec<HeldLine>,
    /// The indices of the lines with cells.
    rows: Vec<usize>,
    /// The result of [`notation::lines_of_one_board`] for all lines.
    rows_of_one_board: Option<usize>,
    /// The whole boards with which the lines begin: one entry per possible number of rows, in
    /// ascending order.
    first_boards: Vec<FirstBoards>,
}

impl HeldLines {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.lines.len() == MOST_LINES
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn first(&self) -> Option<&HeldLine> {
        self.lines.first()
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, HeldLine> {
        self.lines.iter()
    }

    /// Returns the text of all lines.
    pub(super) fn text(&self) -> String {
        texts(&self.lines).join("\n")
    }

    /// Returns the lines with cells.
    pub(super) fn into_rows(self) -> Vec<HeldLine> {
        let rows = self.lines.into_iter();
        rows.filter(|line| !line.is_frame()).collect()
    }

    /// Returns the whole boards with which the lines begin, if all of them have the same number of
    /// rows. The lines after them are too few for another such board. Boards that need no guess are
    /// preferred.
    pub(super) fn first_boards(&self) -> Option<&FirstBoards> {
        let mut boards = self.first_boards.iter();
        boards
            .clone()
            .find(|found| found.are_certain())
            .or(boards.next())
    }

    /// Returns whether the lines have only one row of cells, such as `1 2 3 0`, and this row is a
    /// complete board.
    pub(super) fn are_one_board(&self) -> bool {
        self.rows_of_one_board == Some(1) && self.iter().any(HeldLine::is_board)
    }

    /// Returns how many rows the lines and the next line have if all of them can belong to one board
    /// of at most 25 cells.
    pub(super) fn rows_with(&self, next: &HeldLine) -> Option<usize> {
        if !self.is_empty() && (self.rows_of_one_board.is_none() || next.is_frame()) {
            return self.rows_of_one_board;
        }
        let mut lines = texts(&self.lines);
        lines.push(&next.text);
        lines_of_one_board(&lines)
    }

    /// Returns whether the next line can be a row of the same board. The result is false if the
    /// lines are whole boards already.
    pub(super) fn can_go_on(&self, text: &str) -> bool {
        let is_whole = self
            .first_boards()
            .is_some_and(|first| first.lines() == self.rows.len());
        if self.rows_of_one_board.is_none() || is_whole {
            return false;
        }
        let mut lines = texts(&self.lines);
        lines.push(text);
        // A name beside an array, such as `END` below `[[1, 2], [3, 0]]`, is not a row.
        lines_of_one_board(&lines) > self.rows_of_one_board
    }

    /// Returns the text of each row, beginning with the row with the index `first`.
    fn text_of_rows(&self, first: usize) -> Vec<&str> {
        let rows = self.rows[first..].iter();
        rows.map(|&row| self.lines[row].text.as_str()).collect()
    }
}

/// The result of reading the next lines of a group: boards, or an error.
pub(super) struct ReadLines {
    /// Number of lines, all of which belong to these boards or to this error.
    pub(super) lines: usize,
    pub(super) found: Vec<BoardLine>,
    /// The shape of the boards, or `None` for an error.
    pub(super) shape: Option<BoardShape>,
    /// Whether this is the error for a line without any number.
    pub(super) is_text: bool,
}

impl ReadLines {
    fn boards(lines: usize, found: Vec<BoardLine>, shape: BoardShape) -> Self {
        Self {
            lines,
            found,
            shape: Some(shape),
            is_text: false,
        }
    }

    /// Creates the boards or the error of a line by itself.
    fn line(row: HeldLine, shape: BoardShape) -> Self {
        let is_text = row.is_text();
        Self {
            is_text,
            ..Self::boards(1, row.alone, shape)
        }
    }

    /// Creates the error that all these lines share. It is an error even if `found` is a board.
    pub(super) fn error(lines: &[HeldLine], found: BoardLine) -> Self {
        let found = match &found.board {
            Ok(board) => BoardLine::invalid(
                found.line,
                format!(
                    "these {} lines have more cells than {board}; put an empty line between boards",
                    lines.len()
                ),
            ),
            Err(_) => found,
        };
        Self {
            lines: lines.len(),
            found: vec![found],
            shape: None,
            is_text: false,
        }
    }
}

/// A line that is a square board by itself, although it has more numbers than a row of a small board.
#[derive(Debug, Clone, Copy)]
pub(super) struct LongBoardLine {
    line: u64,
    cells: usize,
}

impl LongBoardLine {
    /// Returns the line if it is such a board. A line with `/` between its rows, such as `1 2 / 3
    /// 0`, is not.
    pub(super) fn of(line: &HeldLine) -> Option<Self> {
        let is_board = line.is_board() || line.alone.iter().any(BoardLine::is_large_board);
        let is_row = is_long_row(line) && !line.text.contains(['/', '\\']);
        (is_board && is_row).then_some(Self {
            line: line.line,
            cells: line.cells.len(),
        })
    }

    /// Returns the error for the lines directly below this line if the first of them contain only
    /// larger numbers, because these lines are then rows of one large board. An example is a line
    /// with the numbers from 16 to 31 below a 4x4 board on one line.
    pub(super) fn error_of_rows_below(self, lines: &[HeldLine]) -> Option<BoardLine> {
        let line = lines.first()?.line;
        let is_larger = |cell: &String| {
            notation::tile_number(cell).is_some_and(|tile| usize::from(tile) >= self.cells)
        };
        let continues_board =
            |line: &HeldLine| line.cells.len() == self.cells && line.cells.iter().all(is_larger);
        let below = lines.iter().take_while(|line| continues_board(line));
        let rows = 1 + below.count();
        if line != self.line + 1 || rows == 1 {
            return None;
        }
        let (cells, side) = (self.cells, self.cells.isqrt());
        let error = format!(
            "line {} was read as a board of {side}x{side}, but the numbers from {cells} on in line {line} show that it \
             is a row of a larger board; put a size such as {cells}x{rows} above the rows, or '/' between them",
            self.line
        );
        Some(BoardLine::invalid(line, error))
    }
}

/// Returns whether the line can be the next row of a board in letters, such as `GOAL` below `BCDE`:
/// each line has the same number of letters, and no letter occurs twice.
pub(super) fn is_next_row_of_letters(held: &HeldLines, text: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        let letters = text.chars().filter(|c| !c.is_whitespace());
        letters.map(|c| c.to_ascii_lowercase()).collect()
    };
    let mut found = letters(text);
    let width = found.len();
    let have_same_length = held.iter().all(|line| letters(&line.text).len() == width);
    found.extend(held.iter().flat_map(|line| letters(&line.text)));
    let are_letters = found
        .iter()
        .all(|c| c.is_ascii_alphabetic() || "_-.*0".contains(*c));
    let count = found.len();
    found.sort_unstable();
    found.dedup();
    !held.is_empty() && have_same_length && are_letters && found.len() == count
}

/// Maximum number of cells as which a heading, such as the lines `35` and `-1` above a 6x6 board,
/// is counted. Each character of a single word is counted as a cell.
const HEADING_CELLS: usize = 6;

impl<R: BufRead> BoardReader<R> {
    /// Returns whether the line could be a row of a larger board, even if it contains an error.
    pub(super) fn may_be_row(&self, line: &HeldLine) -> bool {
        if record::is_json(&line.text) {
            return false;
        }
        let size = self.small_size();
        if line.is_board() {
            return size.is_none() && lines_of_one_board(&[&line.text]) == Some(1);
        }
        let cells = line.cells.len();
        let is_whole = size.is_some_and(|size| size.cells() == cells);
        let has_rows = line.text.trim_end_matches(['/', '\\']).contains('/');
        cells <= LONGEST_SIDE && !is_whole && !has_rows
    }

    /// Returns whether the line has so many numbers that it could only be a row of a board of more
    /// than 25 cells. A line that is a square board by itself is not held back, unless its end shows
    /// that it is a row.
    pub(super) fn may_be_row_of_large_board(&self, line: &HeldLine) -> bool {
        let is_whole = line.is_board() || line.alone.iter().any(BoardLine::is_large_board);
        is_long_row(line) && (!is_whole || self.size_of_boards().is_none() && line.ends_row())
    }

    /// Returns whether the next line belongs to the same board as the collected lines. `are_rows`
    /// says whether all of them can be rows of one board of at most 25 cells.
    pub(super) fn joins(&self, next: &HeldLine, are_rows: bool) -> bool {
        let Some(last) = self.held.iter().next_back() else {
            return false;
        };
        if self.held.is_full() || record::is_json(&next.text) {
            return false;
        }
        let are_rows = are_rows || self.are_rows_of_large_board_with(next);
        if next.is_board() {
            let may_be_row =
                are_rows || self.continues_last_board(next) || are_row_and_frame(last, next);
            return self.small_size().is_none() && may_be_row;
        }
        let may_follow =
            self.may_be_row(last) && self.may_be_row(next) || are_row_and_frame(last, next);
        let are_separate = self.held.are_one_board() && !self.is_next_row_with_mistake(next);
        are_rows || may_follow && !are_separate
    }

    /// Returns whether the next line is a row of an invalid board whose first row is the line held
    /// back, although this line is a board by itself. For example, `4 5 6 6` follows `0 1 2 3`: at
    /// least half of its numbers are too large for a board of four cells. Otherwise the first row
    /// would be answered as a 2x2 board.
    fn is_next_row_with_mistake(&self, next: &HeldLine) -> bool {
        let [first] = &self.held.lines[..] else {
            return false;
        };
        let length = first.cells.len();
        let is_too_large = |cell: &&String| {
            notation::tile_number(cell).is_some_and(|tile| usize::from(tile) >= length)
        };
        let too_large = next.cells.iter().filter(is_too_large).count();
        next.cells.len().abs_diff(length) <= 1 && too_large * 2 >= next.cells.len()
    }

    /// Returns whether the collected lines are whole boards, followed by the first rows of another
    /// one, to which the next line can belong.
    fn continues_last_board(&self, next: &HeldLine) -> bool {
        let Some(first) = self.held.first_boards() else {
            return false;
        };
        let mut last = self.held.text_of_rows(first.lines());
        last.push(&next.text);
        last.len() > 1 && lines_of_one_board(&last).is_some()
    }

    /// Returns whether the collected lines and the next line could be rows of a board of more than
    /// 25 cells: they are equally long, and some number is too large for a smaller board with such
    /// rows, or a heading such as `6x6` states the size. For example, 30 is too large in `30 31 32
    /// 33` below `1 2 3 0`.
    fn are_rows_of_large_board_with(&self, next: &HeldLine) -> bool {
        if next.is_frame() || !next.is_board() && !are_nearly_numbers(&next.cells) {
            return false;
        }
        // A line of a single word can only be a heading, because the rows of a large board have at
        // least two cells.
        let is_row = |line: &&HeldLine| !line.is_frame() && notation::words(&line.text).len() > 1;
        let mut rows = self.held.iter().filter(is_row).chain([next]);
        let length = next.cells.len();
        let stated = self
            .size_of_boards()
            .filter(|size| size.cells() > MAX_CELLS);
        if stated.is_some_and(|size| size.cells() < length * rows.clone().count()) {
            return false;
        }
        let smallest_too_large = MAX_CELLS / length * length;
        let is_large = stated.is_some_and(|size| size.width == length)
            || rows
                .clone()
                .any(|row| row.has_number_from(smallest_too_large));
        is_large && rows.all(|row| row.cells.len() == length)
    }

    /// Adds a line to the collected lines. `rows` is the result of [`HeldLines::rows_with`].
    pub(super) fn hold(&mut self, line: HeldLine, rows: Option<usize>) {
        self.held.rows_of_one_board = rows;
        let is_frame = line.is_frame();
        self.held.lines.push(line);
        if is_frame {
            return;
        }
        self.held.rows.push(self.held.lines.len() - 1);
        let count = self.held.rows.len();
        let mut first_boards = std::mem::take(&mut self.held.first_boards);
        first_boards.retain_mut(|first| {
            if !count.is_multiple_of(first.rows) {
                return true;
            }
            let last = self.held.text_of_rows(count - first.rows);
            let line = self.held.lines[self.held.rows[count - first.rows]].line;
            let board = if first.are_large {
                Some(self.board_below_large_one(line, &last))
            } else {
                self.whole_board(line, &last)
            };
            let is_board = board.is_some();
            first.boards.extend(board);
            is_board
        });
        if count > 1 && (rows.is_some() || self.may_be_large_board()) {
            let line = self.held.lines[self.held.rows[0]].line;
            let board = self.whole_board(line, &self.held.text_of_rows(0));
            first_boards.extend(board.map(|board| FirstBoards {
                rows: count,
                are_large: board.large.is_some(),
                boards: vec![board],
            }));
        }
        self.held.first_boards = first_boards;
    }

    /// Returns whether the collected lines can be one board of more than 25 cells.
    fn may_be_large_board(&self) -> bool {
        let cells = number_of_cells(self.held.iter());
        let largest_tile = cells.saturating_sub(HEADING_CELLS + 1).max(MAX_CELLS);
        let mut lines = self.held.iter();
        (MAX_CELLS + 1..=MOST_CELLS + HEADING_CELLS).contains(&cells)
            && lines.any(|line| line.has_number_from(largest_tile))
    }

    /// Returns the board whose rows are these lines.
    fn whole_board(&self, line: u64, rows: &[&str]) -> Option<BoardLine> {
        let board = self.board_of(line, rows);
        (board.board.is_ok() || board.is_large_board()).then_some(board)
    }

    /// Returns the board of these lines, which follow a board of more than 25 cells that has the
    /// same number of rows. It can be invalid, because its rows are too long to be anything else.
    fn board_below_large_one(&self, line: u64, rows: &[&str]) -> BoardLine {
        let found = self.board_of(line, rows);
        if found.large.is_some() {
            return found;
        }
        let rows = rows.len();
        let error = format!(
            "these {rows} lines are no board like the {rows} lines above them; complete the board, or put an empty \
             line before a board of another size"
        );
        BoardLine::invalid(found.line, error)
    }

    /// Parses these lines as the rows of one board.
    pub(super) fn board_of(&self, line: u64, rows: &[&str]) -> BoardLine {
        self.board_of_text(line, &rows.join("\n"))
    }

    fn board_of_text(&self, line: u64, text: &str) -> BoardLine {
        #[cfg(test)]
        PARSED_LINES.with(|parsed| parsed.set(parsed.get() + text.lines().count()));
        BoardLine::parse_of_size(line, text, self.size_of_boards())
    }

    /// Returns the boards of a group of lines. Each line with cells belongs to exactly one of them
    /// or to an error: every step takes the first lines, and continues with the rest. `board_above`
    /// is the line above the group.
    pub(super) fn read_rows(
        &self,
        held: HeldLines,
        board_above: Option<LongBoardLine>,
    ) -> Vec<ReadLines> {
        let are_one_board = held.are_one_board();
        let text = held.text();
        let first_line = held.first().map_or(0, |first| first.line);
        let first_boards = held.first_boards().cloned();
        let mut rows = held.into_rows();
        let shape = BoardShape::of(&rows);
        if let Some(error) = board_above.and_then(|above| above.error_of_rows_below(&rows)) {
            return vec![ReadLines::error(&rows, error)];
        }
        if rows.len() < 2 {
            let row = rows.pop().map(|row| ReadLines::line(row, shape));
            return row.into_iter().collect();
        }
        let whole = self.board_of_text(first_line, &text);
        if (whole.board.is_ok() || whole.is_large_board()) && has_all_cells(&whole, &rows, &text) {
            return vec![ReadLines::boards(rows.len(), vec![whole], shape)];
        }
        let are_all = |first: &FirstBoards| {
            first.are_confirmed() && (first.are_large || first.lines() == rows.len())
        };
        if let Some(first) = first_boards.filter(are_all) {
            let rest = &rows[first.lines()..];
            let shape = BoardShape {
                rows: first.rows,
                ..shape
            };
            let mut read = vec![ReadLines::boards(first.lines(), first.boards, shape)];
            if let Some(begin) = rest.first() {
                let error = shape.mismatch(BoardShape::of(rest));
                read.push(ReadLines::error(
                    rest,
                    BoardLine::invalid(begin.line, error),
                ));
            }
            return read;
        }
        let mut alone = rows.iter().flat_map(|row| &row.alone);
        // A line of fewer than nine cells is either a 2x2 board or a row of a larger board.
        let is_row = |row: &HeldLine| !row.is_board() && row.cells.len() < 9;
        let has_one_error = alone.any(|found| found.board.is_err())
            && !self.are_boards
            && !are_one_board
            && (number_of_cells(&rows) <= MAX_CELLS || rows.iter().all(is_row));
        // Whether the lines are an invalid board of more than 25 cells, or begin with such a board.
        let begins_large = || {
            let first = texts(&rows[..shape.cells]);
            self.board_of(first_line, &first).large.is_some()
        };
        let is_large = whole.large.is_some() || shape.rows > shape.cells && begins_large();
        if is_large || has_one_error || has_doubtful_boards(&rows) {
            return vec![ReadLines::error(&rows, self.error_of_rows(&rows, whole))];
        }
        let shape = BoardShape { rows: 1, ..shape };
        rows.into_iter()
            .map(|row| ReadLines::line(row, shape))
            .collect()
    }

    /// Returns the error that lines share, because they are rows of one or more invalid boards.
    /// `whole` is what they are as a single board.
    fn error_of_rows(&self, rows: &[HeldLine], whole: BoardLine) -> BoardLine {
        // Two square boards are what people most often write below each other.
        let side = BoardShape::of(rows).cells;
        let has_heading = whole.large.is_some() && notation::words(&rows[0].text).len() == 1;
        if side < 2 || rows.len() < 2 * side || has_heading {
            return whole;
        }
        let first = self.board_of(rows[0].line, &texts(&rows[..side]));
        let is_board = first.board.is_ok() || first.is_large_board();
        let found = match (is_board, &whole.board) {
            (true, Err(_)) => whole,
            (false, _) if number_of_cells(rows) > MAX_CELLS => first,
            _ => return whole,
        };
        let error = found.board.err().unwrap_or_default();
        let advice = "if these are several boards, put an empty line between them";
        BoardLine::invalid(found.line, format!("{error}; {advice}"))
    }
}

/// Returns whether a board has all cells of the lines from which it was read, so that no line is
/// lost. Some lines are not part of the board: one or two lines with a number above it can be its
/// size, such as `35`, and one line can be a name or the header of a table, such as `Puzzle A`.
/// Boxes beside each other are copies of the board.
fn has_all_cells(board: &BoardLine, rows: &[HeldLine], text: &str) -> bool {
    if text.contains('┐') {
        return true;
    }
    let is_number = |row: &&HeldLine| {
        row.cells.len() < 3 && notation::words(&row.text).len() == 1 && are_numbers(&row.cells)
    };
    let headings = rows.iter().take(2).take_while(is_number).count();
    // The names around an array, such as `array([1, 2, 3])`, are not cells.
    let is_cell = |row: &HeldLine, cell: &String| {
        let is_name = cell.len() > 1 && cell.starts_with(char::is_alphabetic);
        !is_name || !row.text.contains(['[', '(', '{'])
    };
    let count = |row: &HeldLine| row.cells.iter().filter(|cell| is_cell(row, cell)).count();
    let rows = &rows[headings..];
    let cells: usize = rows.iter().map(count).sum();
    let is_error = |found: &BoardLine| found.board.is_err() && !found.is_large_board();
    let may_be_name = |row: &&HeldLine| !are_numbers(&row.cells) && row.alone.iter().all(is_error);
    let name = rows.iter().filter(may_be_name).map(count).max();
    let found = match (&board.board, &board.large) {
        (Ok(board), _) => board.size().cells(),
        (Err(_), Some(grid)) => grid.rows().iter().map(Vec::len).sum(),
        (Err(_), None) => 0,
    };
    found + name.unwrap_or(0) >= cells
}

/// Calls [`notation::lines_of_one_board`]. In tests, also counts the lines that are parsed.
fn lines_of_one_board(lines: &[&str]) -> Option<usize> {
    #[cfg(test)]
    PARSED_LINES.with(|parsed| parsed.set(parsed.get() + lines.len()));
    notation::lines_of_one_board(lines)
}

#[cfg(test)]
thread_local! {
    /// Number of lines that this thread has parsed together with other lines.
    pub(in super::super) static PARSED_LINES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Returns whether the line has so many numbers that it can only be a row of a board of more than
/// 25 cells.
fn is_long_row(line: &HeldLine) -> bool {
    (LONGEST_SIDE + 1..=MOST_CELLS / 2).contains(&line.cells.len())
        && are_nearly_numbers(&line.cells)
}

/// Returns whether one line is a long row, and the other is a line of the frame around the cells,
/// such as `+----+`. Such a line has no cells.
fn are_row_and_frame(last: &HeldLine, next: &HeldLine) -> bool {
    next.is_frame() && is_long_row(last) || last.is_frame() && is_long_row(next)
}

/// Returns whether all cells but at most one are numbers. The other one can be an unusual blank or
/// an error, such as `what` in `1 2 what 3`.
fn are_nearly_numbers(cells: &[String]) -> bool {
    let is_number = |cell: &&String| notation::tile_number(cell).is_some();
    cells.len() > 1 && cells.iter().filter(is_number).count() + 1 >= cells.len()
}

fn are_numbers(cells: &[String]) -> bool {
    cells
        .iter()
        .all(|cell| notation::tile_number(cell).is_some())
}

fn number_of_cells<'a>(lines: impl IntoIterator<Item = &'a HeldLine>) -> usize {
    lines.into_iter().map(|line| line.cells.len()).sum()
}

fn texts(lines: &[HeldLine]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

/// Returns whether all lines that are boards by themselves are equally long, but most lines of this
/// length are not boards. All of them are then rows of a larger, invalid board: a line such as `1 2
/// 3 0` among rows of 15-puzzles is not a 2x2 board. If such a board requires a guess, it is enough
/// that half of the lines are not boards. For example, 9 would have to be the blank of the line `1
/// 2 3 4 5 6 7 8 9`.
fn has_doubtful_boards(lines: &[HeldLine]) -> bool {
    let is_board = |line: &&HeldLine| line.alone.iter().all(|found| found.board.is_ok());
    let (boards, others): (Vec<_>, Vec<_>) = lines.iter().partition(is_board);
    let Some(first) = boards.first() else {
        return false;
    };
    let is_as_long = |line: &&HeldLine| line.cells.len() == first.cells.len();
    let least = boards.len() + usize::from(boards.iter().all(|line| line.is_board()));
    let rows = others.into_iter().filter(is_as_long).count();
    rows >= least && boards.iter().all(is_as_long)
}

/// Splits a line into cells. If the line is a single word, such as `1230`, each character is a
/// cell. The marks that turn a digit into an emoji, as in 1️⃣, are not cells.
pub(super) fn cells(text: &str) -> Vec<String> {
    match notation::words(text)[..] {
        [word] => word
            .chars()
            .filter(|&c| !notation::is_emoji_mark(c))
            .take(MAX_CELLS)
            .map(|cell| cell.to_ascii_uppercase().to_string())
            .collect(),
        ref words => words.iter().map(|&word| word.to_owned()).collect(),
    }
}
