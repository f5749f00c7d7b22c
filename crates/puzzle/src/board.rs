//! A sliding-puzzle board, on which each cell holds a distinct tile or the blank.
//!
//! Cells are numbered in row-major order, starting at 0. Tiles are numbered starting at 1, and 0 is
//! the blank. For example, this board of the 8-puzzle is two moves from the goal
//! `1 2 3 / 4 5 6 / 7 8 0`:
//!
//! ```text
//! 1 2 3
//! 4 5 6      tiles = [1, 2, 3, 4, 5, 6, 0, 7, 8], blank = 6
//! 0 7 8
//! ```
//!
//! A [`Board`] is always a permutation: [`Board::new`] rejects anything else, and a move only swaps
//! the blank with an adjacent tile. [`GoalPattern`](crate::GoalPattern) represents goals that
//! accept any tile on some cells, and [`TileGrid`](crate::TileGrid) represents start positions with
//! repeated tiles.

use std::cmp::Ordering;
use std::fmt;

use crate::words::counted;
use crate::{Direction, MAX_CELLS, ParseError, Size};

/// A position of a sliding puzzle, in which the blank and every tile occur exactly once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// The cell that holds the blank, cached so that a move does not search for it.
    blank: u8,
    /// The tiles in row-major order, with 0 for the blank. Entries beyond the last cell are 0.
    tiles: [u8; MAX_CELLS],
}

/// Returns the name of a tile for messages: `the blank` or `tile 3`.
pub(crate) fn tile_name(tile: u8) -> String {
    if tile == 0 {
        "the blank".to_owned()
    } else {
        format!("tile {tile}")
    }
}

impl Board {
    /// Creates a board from its tiles in row-major order, with 0 for the blank.
    ///
    /// # Errors
    /// Returns an error if `tiles` is not a permutation of `0..cells`.
    pub fn new(size: Size, tiles: &[u8]) -> Result<Self, ParseError> {
        let mut board = Self {
            size,
            blank: 0,
            tiles: [0; MAX_CELLS],
        };
        let mut present = 0u32;
        for (cell, &tile) in tiles.iter().enumerate().take(size.cells()) {
            present |= 1u32.checked_shl(tile.into()).unwrap_or(0);
            board.tiles[cell] = tile;
            if tile == 0 {
                board.blank = cell as u8;
            }
        }
        // Each tile sets its bit in `present`. If the number of tiles is right and all bits are
        // set, no tile occurs twice.
        if tiles.len() != size.cells() || present != (1 << size.cells()) - 1 {
            return Err(not_a_board(size, tiles));
        }
        Ok(board)
    }

    /// Returns the board whose blank is on cell `blank` and whose tiles are in ascending order, row
    /// by row. Returns `None` if the cell is off the board.
    ///
    /// Pattern databases are built only for goals of this form. They also serve every other goal
    /// with the blank on the same cell, because such a goal only numbers the tiles differently.
    pub fn ascending(size: Size, blank: usize) -> Option<Self> {
        let tile = |cell: usize| match cell.cmp(&blank) {
            Ordering::Less => cell as u8 + 1,
            Ordering::Equal => 0,
            Ordering::Greater => cell as u8,
        };
        Self::new(size, &(0..size.cells()).map(tile).collect::<Vec<_>>()).ok()
    }

    /// Returns the width and height of this board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the tiles in row-major order, with 0 for the blank.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.size.cells()]
    }

    /// Returns the cell that holds the blank.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// Returns the cell of each tile, indexed by the tile's number. Index 0 holds the cell of the
    /// blank.
    pub fn cells_of_tiles(&self) -> [u8; MAX_CELLS] {
        let mut cells = [0; MAX_CELLS];
        for (cell, &tile) in self.tiles().iter().enumerate() {
            cells[usize::from(tile)] = cell as u8;
        }
        cells
    }

    /// Returns the Manhattan distance to `goal`, which is the sum of the distances of all tiles
    /// from their goal cells. Both boards must have the same size.
    pub fn manhattan_to(&self, goal: &Self) -> usize {
        let [from, to] = [self, goal].map(Self::cells_of_tiles);
        (1..self.size.cells())
            .map(|tile| self.size.manhattan(from[tile].into(), to[tile].into()))
            .sum()
    }

    /// Returns the board after the blank moves in the given direction. Returns `None` if the blank
    /// would leave the board.
    #[must_use]
    pub fn moved(&self, blank: Direction) -> Option<Self> {
        let to = self.size.step(self.blank(), blank)?;
        let mut next = *self;
        next.tiles.swap(self.blank(), to);
        next.blank = to as u8;
        Some(next)
    }

    /// Returns this board reflected about its main diagonal, so that rows become columns.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let (width, height) = (self.size.width(), self.size.height());
        let tiles: Vec<u8> = (0..self.size.cells())
            .map(|cell| self.tiles[cell % height * width + cell / height])
            .collect();
        // The fallback is never used, because the transposed tiles are still a permutation and the
        // swapped size is valid.
        Size::new(height, width)
            .and_then(|size| Self::new(size, &tiles))
            .unwrap_or(*self)
    }

    /// Formats the board as right-aligned numbers, one line per row, with `_` for the blank and no
    /// final newline.
    pub fn grid(&self) -> String {
        aligned_rows(self.tiles(), self.size)
    }
}

/// Writes the board on one line with ` / ` between rows, such as `1 2 3 / 4 5 6 / 7 8 0`.
/// [`crate::notation::parse`] can read this text.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |tile: u8| tile.to_string();
        f.write_str(&write_rows(self.tiles(), self.size, cell, " ", " / "))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Creates the error for tiles that are not a permutation. There are too few or too many tiles, a
/// tile is too large, or a tile is missing.
#[cold]
pub(crate) fn not_a_board(size: Size, tiles: &[u8]) -> ParseError {
    let cells = size.cells();
    let last = cells - 1;
    if tiles.len() != cells {
        let given = counted(tiles.len() as u64, "number was", "numbers were");
        return ParseError(format!(
            "a {size} board has {cells} cells, but {given} given"
        ));
    }
    if let Some(&tile) = tiles.iter().find(|&&t| usize::from(t) >= cells) {
        return ParseError(format!(
            "there is no tile {tile} on a {size} board; its tiles are 1 to {last}, and 0 is the blank"
        ));
    }
    let count = |tile: u8| tiles.iter().filter(|&&t| t == tile).count();
    let numbers = 0..cells as u8;
    let missing = numbers.clone().find(|&t| count(t) == 0).unwrap_or(0);
    // At this point, the number of tiles is right. So if a tile is missing, another tile appears
    // twice.
    let tile = numbers.clone().find(|&t| count(t) > 1).unwrap_or(missing);
    let [twice, missing] = [tile, missing].map(tile_name);
    ParseError(format!(
        "{twice} appears twice and {missing} is missing; each of 0 (the blank) to {last} must appear once"
    ))
}

/// Describes all mistakes in a list of tiles, each with a phrase such as "tile 17 is impossible". A
/// tile can be too large for a board of this size, appear more than once, or be missing. The result
/// is empty if the tiles are a permutation.
pub(crate) fn wrong_tiles(size: Size, tiles: &[u8]) -> Vec<String> {
    let fault = |tile: u8| {
        let count = tiles.iter().filter(|&&t| t == tile).count();
        match (usize::from(tile) < size.cells(), count) {
            (true, 0) => Some("is missing"),
            (true, 2..) => Some("appears twice"),
            (false, 1..) => Some("is impossible"),
            _ => None,
        }
    };
    let named = |tile: u8| Some(format!("{} {}", tile_name(tile), fault(tile)?));
    (0..=u8::MAX).filter_map(named).collect()
}

/// Formats tiles as right-aligned numbers, one line per row, with `_` for each blank.
pub(crate) fn aligned_rows(tiles: &[u8], size: Size) -> String {
    let width = if size.cells() > 10 { 2 } else { 1 };
    let cell = |tile: u8| match tile {
        0 => format!("{:>width$}", "_"),
        tile => format!("{tile:>width$}"),
    };
    write_rows(tiles, size, cell, " ", "\n")
}

/// Formats cells in row-major order. `between_cells` separates the cells of a row, and
/// `between_rows` separates the rows.
pub(crate) fn write_rows<T: Copy>(
    cells: &[T],
    size: Size,
    write_cell: impl Fn(T) -> String,
    between_cells: &str,
    between_rows: &str,
) -> String {
    let rows = cells.chunks(size.width()).map(|row| {
        let row: Vec<String> = row.iter().map(|&cell| write_cell(cell)).collect();
        row.join(between_cells)
    });
    rows.collect::<Vec<_>>().join(between_rows)
}
