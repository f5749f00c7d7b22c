//! Reads boards of more than 25 cells, which are too large for a [`Board`](fifteen_puzzle::Board).

use std::fmt;

use fifteen_puzzle::{MAX_CELLS, notation};
use fifteen_search::tiles::large::LargeBoard;

use super::stated_size::StatedSize;

/// The rows of a board of more than 25 cells. The board can be invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargeGrid {
    rows: Vec<Vec<u8>>,
    /// What is wrong with the board, or `None` if it is valid.
    mistake: Option<String>,
}

/// The size in the lines above a board, such as `6` above a 6x6 board, and the text of the board
/// below these lines.
struct LinesAbove<'a> {
    /// The size, or `None` if the first line contains the largest number on the board instead, such
    /// as `35` for a 6x6 board.
    size: Option<StatedSize>,
    below: &'a str,
}

impl LargeGrid {
    /// Reads a board of more than 25 cells, written in numbers. Returns `None` for any other input.
    /// Rows end at the same separators as on smaller boards. If the input does not mark the ends of
    /// rows, the board has the size that is stated above it or in its record. If no size is stated,
    /// the board is square.
    ///
    /// The first line can be the side of a square board, such as `6`, or the largest number on the
    /// board, such as `35`. The largest number can be followed by a line with `-1`, which stands
    /// for a blank on the last cell. `stated` is the size from a heading such as `9x4`, from a
    /// record, or from the caller. If the rows do not have this size, the board is invalid.
    pub(super) fn read(text: &str, stated: Option<StatedSize>) -> Option<Self> {
        let above = LinesAbove::of(text);
        let board = above.as_ref().map_or(text, |above| above.below);
        let mut arrangements = notation::rows_of_numbers(board)?;
        let tiles = arrangements[0].concat();
        // Several small boards have several blanks and no tile above 24, unlike one large board.
        let is_one =
            tiles.len() > MAX_CELLS && tiles.iter().filter(|&&tile| tile == 0).count() <= 1;
        if !is_one || !tiles.iter().any(|&tile| usize::from(tile) >= MAX_CELLS) {
            return None;
        }
        let sizes = [stated, above.and_then(|above| above.size)];
        if let [rows] = &mut arrangements[..]
            && rows.len() == 1
        {
            let cells = tiles.len();
            let size = sizes.into_iter().flatten().next();
            let size = size.unwrap_or(StatedSize::square(cells.isqrt()));
            if size.cells() == cells {
                *rows = tiles.chunks(size.width).map(Vec::from).collect();
            }
        }
        let mistake = match &arrangements[..] {
            [one, other, ..] => Some(format!(
                "this may be a board of {} or of {}; end each row with '/'",
                StatedSize::of_rows(one),
                StatedSize::of_rows(other)
            )),
            _ => mistake(&arrangements[0], sizes),
        };
        let rows = arrangements.swap_remove(0);
        Some(Self { rows, mistake })
    }

    /// Returns the rows from top to bottom. They are equally long if the board is valid.
    pub fn rows(&self) -> &[Vec<u8>] {
        &self.rows
    }

    /// Returns the board together with its goal, or `None` if the board is invalid. The goal has
    /// the tiles in order. Its blank is on the last cell, or on the first cell if `blank_first` is
    /// true.
    pub fn board(&self, blank_first: bool) -> Option<LargeBoard> {
        if self.mistake.is_some() {
            return None;
        }
        LargeBoard::new(self.rows[0].len(), &self.rows.concat(), blank_first).ok()
    }

    /// Returns what is wrong with the board, or `None` if it is valid.
    pub fn mistake(&self) -> Option<&str> {
        self.mistake.as_deref()
    }
}

impl fmt::Display for LargeGrid {
    /// Writes one line per row, with right-aligned numbers and `_` for the blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |&tile: &u8| match tile {
            0 => " _".to_owned(),
            tile => format!("{tile:>2}"),
        };
        self.rows.iter().try_for_each(|row| {
            let cells: Vec<_> = row.iter().map(cell).collect();
            writeln!(f, "{}", cells.join(" "))
        })
    }
}

impl<'a> LinesAbove<'a> {
    /// Reads the lines above the board. Returns `None` if the input begins with a row of the board.
    fn of(text: &'a str) -> Option<Self> {
        let (first, below) = text.split_once('\n')?;
        let number: usize = first.trim().parse().ok()?;
        let cells = notation::words(below)
            .into_iter()
            .filter(|&word| word != "-1")
            .count();
        let side = StatedSize::square(number);
        if side.cells() == cells {
            return Some(Self {
                size: Some(side),
                below,
            });
        }
        let below = match below.split_once('\n') {
            Some((blank, below)) if blank.trim() == "-1" => below,
            _ => below,
        };
        let is_largest = number.checked_add(1) == Some(cells);
        is_largest.then_some(Self { size: None, below })
    }
}

/// Returns what is wrong with a board of these rows, or `None` if it is valid. `sizes` are the
/// sizes stated in the text or by the caller, with which the rows must agree.
fn mistake(rows: &[Vec<u8>], sizes: [Option<StatedSize>; 2]) -> Option<String> {
    let (width, height) = (rows.first()?.len(), rows.len());
    if let Some(other) = rows.iter().position(|row| row.len() != width) {
        return Some(format!(
            "expected rows of equal length, but row 1 has {width} numbers and row {} has {}",
            other + 1,
            rows[other].len()
        ));
    }
    let found = StatedSize::of_rows(rows);
    if let Some(stated) = sizes.into_iter().flatten().find(|&size| size != found) {
        let rows = if height == 1 { "row" } else { "rows" };
        return Some(format!(
            "the stated size {stated} means {} rows of {} numbers, but the board has {height} {rows} of {width}; correct \
             the size or the board",
            stated.height, stated.width,
        ));
    }
    if height == 1 {
        return Some(format!(
            "a line of {width} numbers is not a square board; put '/' between its rows"
        ));
    }
    let board = LargeBoard::new(width, &rows.concat(), false);
    board.err().map(|error| error.to_string())
}
