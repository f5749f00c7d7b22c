//! A line that can be a row of a board. The rules here decide whether adjacent lines can be rows of
//! the same board.

use fifteen_puzzle::{MAX_CELLS, Size, notation};

use super::block::{LEAST_SQUARE, LONGEST_SIDE};
use super::{BoardLine, record};

/// Maximum number of cells in a row of a small board. Such a board has at most 25 cells and at
/// least two rows.
const LONGEST_ROW: usize = MAX_CELLS / 2;

/// A line of a block. An array that spans several lines counts as one line.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) line: u64,
    pub(super) text: String,
    /// The tile in each cell, or `None` for a cell that is not a number. Lines of a frame, such as
    /// `+---+`, have no cells.
    pub(super) tiles: Vec<Option<u8>>,
    /// Whether the text contains the end of a row before the end of the line, as in `1 2 / 3 0`.
    pub(super) ends_row: bool,
    /// Result of parsing the line by itself: a board, several boards from an array, or an error.
    pub(super) alone: Vec<BoardLine>,
}

impl Row {
    /// Creates a row from the text of a line. `alone` is the result of parsing the line by itself.
    pub(super) fn new(line: u64, text: &str, alone: Vec<BoardLine>) -> Self {
        let cells = notation::cells_of_line(text);
        Self {
            line,
            text: text.to_owned(),
            tiles: cells.tiles,
            ends_row: cells.ends_row,
            alone,
        }
    }

    pub(super) fn is_frame(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Returns whether the line is a complete, unambiguous board.
    pub(super) fn is_board(&self) -> bool {
        let is_board = |found: &BoardLine| found.is_valid() && found.guess.is_none();
        self.alone.iter().all(is_board)
    }

    /// Returns whether the line ends with a separator, so that more rows can follow, as in
    /// `1 2 3 4 / 5 6 7 0 /`.
    pub(super) fn is_unfinished(&self) -> bool {
        self.text.trim_end().ends_with(['/', '\\', ';'])
    }

    /// Returns whether the line is only a number, which can be a size, the number of boards, or the
    /// cell of the blank in the goal.
    pub(super) fn is_number(&self) -> bool {
        let number = self.text.trim().parse();
        number.is_ok_and(|number: i8| (-1..100).contains(&number))
    }

    /// Returns whether the line is text without numbers, such as `Solve this puzzle`, and not a
    /// board.
    pub(super) fn is_text(&self) -> bool {
        !self.text.contains(char::is_numeric) && self.alone.iter().all(|found| !found.is_valid())
    }

    /// Returns whether this line can be a row of a larger board together with the adjacent line
    /// `board`, which is also a board by itself. At least half of the numbers in this line must not
    /// occur in `board`.
    pub(super) fn goes_on(&self, board: &Self) -> bool {
        let is_new = |tile: &&Option<u8>| tile.is_some() && !board.tiles.contains(tile);
        let new = self.tiles.iter().filter(is_new).count();
        // A board with nine cells contains the numbers 0 to 8. Another row of a larger board would
        // contain larger numbers, so a word cannot be such a row.
        let is_word = self.is_text() && board.tiles.len() == LEAST_SQUARE;
        !is_word && self.is_about_as_long_as(board) && 2 * new >= self.tiles.len()
    }

    /// Returns whether this line and the line above it can be rows of one board. If neither is a
    /// board by itself, they can, except if this line is long and their lengths differ by more than
    /// one cell.
    pub(super) fn belongs_to(&self, above: &Self) -> bool {
        match (above.is_board(), self.is_board()) {
            (true, _) => self.goes_on(above),
            (false, true) => above.goes_on(self),
            (false, false) => self.tiles.len() <= LONGEST_ROW || self.is_about_as_long_as(above),
        }
    }

    /// Returns whether the two lines have the same number of cells, or differ by one cell, which
    /// can be a mistake.
    pub(super) fn is_about_as_long_as(&self, other: &Self) -> bool {
        self.tiles.len().abs_diff(other.tiles.len()) <= 1
    }

    /// Returns whether the line can be a row of a larger board, even if it contains an error.
    /// `above` is the last row of the block, or `None` for its first row.
    pub(super) fn may_be_row(&self, size: Option<Size>, above: Option<&Self>) -> bool {
        let cells = self.tiles.len();
        let is_whole = self.is_board();
        let is_unfinished = self.is_unfinished() || above.is_some_and(Self::is_unfinished);
        if self.ends_row && !is_unfinished || record::is_json(&self.text) {
            return false;
        }
        if let Some(size) = size
            && (is_whole || cells == size.cells())
        {
            return false;
        }
        if cells <= LONGEST_ROW {
            return true;
        }
        // A line of more cells can only be a row of a board of more than 25 cells. If the line is
        // also a complete board, it counts as a row only if it ends with a separator, or if the
        // line above it is about as long.
        let numbers = self.tiles.iter().flatten().count();
        let shows_row = self.text.trim_end().ends_with(['/', '\\', ',', '|'])
            || above.is_some_and(|above| self.is_about_as_long_as(above));
        cells <= LONGEST_SIDE && numbers + 1 >= cells && (!is_whole || shows_row)
    }
}
