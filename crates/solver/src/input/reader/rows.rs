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
//! When the group ends, [`first_boards`](BoardReader::first_boards) finds two boards of three rows
//! each. If the last line were missing, it would find only the first board, and all five lines would
//! share one error.

use std::io::BufRead;

use fifteen_puzzle::{MAX_CELLS, notation};
use fifteen_search::tiles::large::MOST_CELLS;

use super::super::{BoardLine, large, record};
use super::{BoardReader, LONGEST_SIDE, MOST_LINES};

/// The number of lines of a board, and the number of cells in each of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoardShape {
    pub(super) cells: usize,
    pub(super) rows: usize,
}

impl BoardShape {
    /// Returns the shape of a board with these lines. The lines of a frame are not rows.
    pub(super) fn of(lines: &[HeldLine]) -> Self {
        let lengths = lines.iter().map(|line| cells(&line.text).len());
        let lengths: Vec<usize> = lengths.filter(|&length| length > 0).collect();
        Self {
            cells: lengths.first().copied().unwrap_or(0),
            rows: lengths.len(),
        }
    }

    pub(super) fn differs_in_rows(self, other: Self) -> bool {
        self.cells == other.cells && self.rows != other.rows
    }

    /// Returns the error message for lines of the shape `found` that follow a board of this shape.
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

/// Whole boards with the same number of rows, which stand below each other.
pub(super) struct FirstBoards {
    pub(super) rows: usize,
    pub(super) boards: Vec<BoardLine>,
    /// Whether the first board has more than 25 cells.
    pub(super) are_large: bool,
}

impl FirstBoards {
    /// Returns the number of lines of these boards.
    pub(super) fn lines(&self) -> usize {
        self.rows * self.boards.len()
    }

    /// Returns whether another board has the same number of rows as the first one. Without it, the
    /// first board can be the first rows of a single, higher board that has a mistake.
    pub(super) fn are_confirmed(&self) -> bool {
        let is_board = |found: &BoardLine| found.board.is_ok() || found.is_large_board();
        self.boards.iter().skip(1).any(is_board)
    }
}

/// A line that could be a row of a board. An array that spans several lines counts as one line.
pub(super) struct HeldLine {
    pub(super) line: u64,
    pub(super) text: String,
    /// Result of parsing the line alone: a board, several boards from an array, or an error.
    pub(super) alone: Vec<BoardLine>,
}

impl HeldLine {
    /// Returns whether the line by itself is an unambiguous board.
    pub(super) fn is_board(&self) -> bool {
        let is_board = |found: &BoardLine| found.board.is_ok() && found.guess.is_none();
        self.alone.iter().all(is_board)
    }
}

/// A line that is a square board by itself, although it has more numbers than a row of a small board.
#[derive(Debug, Clone, Copy)]
pub(super) struct LongBoardLine {
    line: u64,
    cells: usize,
}

impl LongBoardLine {
    /// Returns the line if it is such a board. A line with `/` between its rows is not.
    pub(super) fn of(line: &HeldLine) -> Option<Self> {
        let is_board = line.is_board() || line.alone.iter().any(BoardLine::is_large_board);
        let is_row = is_long_row(line) && !line.text.contains(['/', '\\', '[', '|']);
        (is_board && is_row).then(|| Self {
            line: line.line,
            cells: cells(&line.text).len(),
        })
    }

    /// Returns the error for the lines directly below this line if they contain only larger numbers,
    /// because all of these lines are then rows of one large board.
    pub(super) fn error_of_rows_below(self, lines: &[HeldLine]) -> Option<BoardLine> {
        let line = lines.first()?.line;
        let is_larger = |cell: &String| {
            notation::tile_number(cell).is_some_and(|tile| usize::from(tile) >= self.cells)
        };
        let continues_board = |line: &HeldLine| {
            let row = cells(&line.text);
            row.len() == self.cells && row.iter().all(is_larger)
        };
        if line != self.line + 1 || !lines.iter().all(continues_board) {
            return None;
        }
        let (cells, side, rows) = (self.cells, self.cells.isqrt(), lines.len() + 1);
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
pub(super) fn is_next_row_of_letters(held: &[HeldLine], text: &str) -> bool {
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

impl<R: BufRead> BoardReader<R> {
    /// Returns whether the line could be a row of a larger board, even if it contains a mistake.
    pub(super) fn may_be_row(&self, line: &HeldLine) -> bool {
        if record::is_json(&line.text) {
            return false;
        }
        if line.is_board() {
            return self.size.is_none() && notation::lines_of_one_board(&[&line.text]) == Some(1);
        }
        let cells = cells(&line.text).len();
        let is_whole = self.size.is_some_and(|size| size.cells() == cells);
        let has_rows = line.text.trim_end_matches(['/', '\\']).contains('/');
        cells <= LONGEST_SIDE && !is_whole && !has_rows
    }

    /// Returns whether the line has so many numbers that it could only be a row of a board of more
    /// than 25 cells. A line that is a square board by itself is not held back.
    pub(super) fn may_be_row_of_large_board(&self, line: &HeldLine) -> bool {
        let is_whole = line.alone.iter().any(BoardLine::is_large_board);
        is_long_row(line) && !line.is_board() && !is_whole
    }

    /// Returns whether the next line belongs to the same board as the collected lines.
    pub(super) fn joins(&self, next: &HeldLine) -> bool {
        if self.held.is_empty() || self.held.len() == MOST_LINES || record::is_json(&next.text) {
            return false;
        }
        let are_rows = self.are_rows_with(next) || self.are_rows_of_large_board_with(next);
        if next.is_board() {
            let may_be_row = are_rows
                || self.continues_last_board(next)
                || self
                    .held
                    .last()
                    .is_some_and(|last| are_row_and_frame(last, next));
            return self.size.is_none() && may_be_row;
        }
        let may_follow = |last: &HeldLine| {
            self.may_be_row(last) && self.may_be_row(next) || are_row_and_frame(last, next)
        };
        are_rows
            || self.held.last().is_some_and(may_follow)
                && (!self.holds_one_board() || self.is_next_row_with_mistake(next))
    }

    /// Returns whether the next line is a row of a board with a mistake whose first row is the line
    /// held back, although this line is a board by itself. For example, `4 5 6 6` follows `0 1 2 3`:
    /// at least half of its numbers are too large for a board of four cells. Otherwise the first row
    /// would be answered as a 2x2 board.
    fn is_next_row_with_mistake(&self, next: &HeldLine) -> bool {
        let [first] = &self.held[..] else {
            return false;
        };
        let (length, row) = (cells(&first.text).len(), cells(&next.text));
        let is_too_large = |cell: &&String| {
            notation::tile_number(cell).is_some_and(|tile| usize::from(tile) >= length)
        };
        let too_large = row.iter().filter(is_too_large).count();
        row.len().abs_diff(length) <= 1 && too_large * 2 >= row.len()
    }

    /// Returns whether the collected lines and the next line could be rows of one board.
    fn are_rows_with(&self, next: &HeldLine) -> bool {
        let mut lines = texts(&self.held);
        lines.push(&next.text);
        notation::lines_of_one_board(&lines).is_some()
    }

    /// Returns whether the collected lines are whole boards, followed by the first rows of another
    /// one, to which the next line can belong.
    fn continues_last_board(&self, next: &HeldLine) -> bool {
        let Some(first) = self.first_boards(&self.held) else {
            return false;
        };
        let mut last = texts(&self.held[first.lines()..]);
        last.push(&next.text);
        last.len() > 1 && notation::lines_of_one_board(&last).is_some()
    }

    /// Returns whether the collected lines and the next line could be rows of a board of more than
    /// 25 cells: they are equally long, and some number is too large for a smaller board with such
    /// rows, or a heading such as `6x6` states the size. The next line can also be the first row
    /// below such a heading.
    fn are_rows_of_large_board_with(&self, next: &HeldLine) -> bool {
        let next_row = cells(&next.text);
        if next_row.is_empty() || !next.is_board() && !are_numbers(&next_row) {
            return false;
        }
        // A line of a single word can only be a heading, because the rows of a large board have at
        // least two cells.
        let is_heading = |line: &&HeldLine| notation::words(&line.text).len() == 1;
        let (headings, rows): (Vec<_>, Vec<_>) = self.held.iter().partition(is_heading);
        let size = |line: &&HeldLine| large::size_of_heading(&line.text);
        let stated = headings.iter().find_map(size);
        if rows.is_empty() {
            let (cells, width) = stated.map_or((0, 0), |size| (size.cells(), size.width));
            return cells > MAX_CELLS && [cells, width].contains(&next_row.len());
        }
        let held: usize = rows.iter().map(|line| cells(&line.text).len()).sum();
        if stated.is_some_and(|size| size.cells() == held) {
            return false;
        }
        let rows = rows.iter().map(|line| cells(&line.text));
        // The lines of a frame have no cells.
        let mut rows: Vec<Vec<String>> = rows.filter(|row| !row.is_empty()).collect();
        let length = next_row.len();
        rows.push(next_row);
        let smallest_too_large = MAX_CELLS / length * length;
        let is_too_large = |cell: &String| {
            cell.parse()
                .is_ok_and(|tile: usize| tile >= smallest_too_large)
        };
        let is_stated = stated.is_some_and(|size| size.cells() > MAX_CELLS && size.width == length);
        let is_large = is_stated || rows.iter().flatten().any(is_too_large);
        rows.iter().all(|row| row.len() == length) && is_large
    }

    /// Returns the whole boards with which the lines begin, if all of them have the same number of
    /// rows. The lines after them must be too few for another such board. After a board of more
    /// than 25 cells, the others can contain mistakes, because their rows are too long to be
    /// anything else.
    pub(super) fn first_boards(&self, lines: &[HeldLine]) -> Option<FirstBoards> {
        (2..=lines.len()).find_map(|rows| {
            let are_large = self.whole_board(&lines[..rows])?.large.is_some();
            let board = |lines| {
                if are_large {
                    Some(self.board_below_large_one(lines))
                } else {
                    self.whole_board(lines)
                }
            };
            let boards = lines.chunks_exact(rows).map(board).collect::<Option<_>>()?;
            Some(FirstBoards {
                rows,
                boards,
                are_large,
            })
        })
    }

    /// Returns the board whose rows are these lines, if they are unambiguous.
    pub(super) fn whole_board(&self, lines: &[HeldLine]) -> Option<BoardLine> {
        let board = self.board_of(lines);
        (board.board.is_ok() && board.guess.is_none() || board.is_large_board()).then_some(board)
    }

    /// Returns the board of these lines, which follow a board of more than 25 cells that has the
    /// same number of rows.
    fn board_below_large_one(&self, lines: &[HeldLine]) -> BoardLine {
        let found = self.board_of(lines);
        if found.large.is_some() {
            return found;
        }
        let rows = lines.len();
        let error = format!(
            "these {rows} lines are no board like the {rows} lines above them; complete the board, or put an empty \
             line before a board of another size"
        );
        BoardLine::invalid(found.line, error)
    }

    /// Parses these lines as the rows of one board.
    pub(super) fn board_of(&self, lines: &[HeldLine]) -> BoardLine {
        let line = lines.first().map_or(0, |first| first.line);
        BoardLine::parse(line, &texts(lines).join("\n"), self.size)
    }

    /// Returns whether the collected lines consist of a single row that is a board by itself.
    pub(super) fn holds_one_board(&self) -> bool {
        self.held.iter().any(HeldLine::is_board)
            && notation::lines_of_one_board(&texts(&self.held)) == Some(1)
    }
}

/// Returns whether the line has as many numbers as only a row of a board of more than 25 cells has.
fn is_long_row(line: &HeldLine) -> bool {
    let row = cells(&line.text);
    (LONGEST_SIDE + 1..=MOST_CELLS / 2).contains(&row.len()) && are_numbers(&row)
}

/// Returns whether one line is a long row, and the other is a line of the frame around the cells.
/// Such a line has no cells.
fn are_row_and_frame(last: &HeldLine, next: &HeldLine) -> bool {
    let is_frame = |line: &HeldLine| cells(&line.text).is_empty();
    is_frame(next) && is_long_row(last) || is_frame(last) && is_long_row(next)
}

fn are_numbers(cells: &[String]) -> bool {
    cells
        .iter()
        .all(|cell| notation::tile_number(cell).is_some())
}

pub(super) fn number_of_cells(lines: &[HeldLine]) -> usize {
    lines.iter().map(|line| cells(&line.text).len()).sum()
}

pub(super) fn texts(lines: &[HeldLine]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

/// Returns whether all lines that are boards by themselves are equally long, but most lines of this
/// length are not boards. All of them are then rows of a larger board with a mistake: a line such as
/// `1 2 3 0` among rows of 15-puzzles is not a 2x2 board.
pub(super) fn has_doubtful_boards(lines: &[HeldLine]) -> bool {
    let length = |line: &HeldLine| cells(&line.text).len();
    let (boards, others): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.is_board());
    let Some(first) = boards.first() else {
        return false;
    };
    let is_as_long = |line: &&HeldLine| length(line) == length(first);
    let rows = others.into_iter().filter(is_as_long).count();
    rows > boards.len() && boards.iter().all(is_as_long)
}

/// Splits a line into cells. If the line is a single word, each character is a cell.
pub(super) fn cells(text: &str) -> Vec<String> {
    match notation::words(text)[..] {
        [word] => word
            .chars()
            .take(MAX_CELLS)
            .map(|cell| cell.to_ascii_uppercase().to_string())
            .collect(),
        ref words => words.iter().map(|&word| word.to_owned()).collect(),
    }
}
