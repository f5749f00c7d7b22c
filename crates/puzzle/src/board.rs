//! Boards: an arrangement of tiles on cells.

use std::fmt;

use crate::words::counted;
use crate::{Direction, MAX_CELLS, ParseError, Size};

/// In place of a tile of a goal: any tile, or the blank.
pub const ANY: u8 = u8::MAX;

/// An arrangement of the tiles `1..cells` and the blank `0` on the cells of a board.
///
/// [`Board::new`] makes permutations only. [`Board::with_repeats`] is for [`Goal::Choice`](crate::Goal::Choice).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    blank: u8,
    tiles: [u8; MAX_CELLS],
}

/// `the blank`, `tile 3`.
pub(crate) fn name(tile: u8) -> String {
    if tile == 0 {
        "the blank".to_owned()
    } else {
        format!("tile {tile}")
    }
}

/// A tile's number, or `*` for [`ANY`].
fn sign(tile: u8) -> String {
    if tile == ANY {
        "*".to_owned()
    } else {
        tile.to_string()
    }
}

impl Board {
    /// The board with these tiles row by row, the blank being 0.
    ///
    /// # Errors
    /// If the tiles are not a permutation of the numbers from 0 to the last tile.
    pub fn new(size: Size, tiles: &[u8]) -> Result<Self, ParseError> {
        if tiles.len() != size.cells() {
            return Err(Self::fault(size, tiles));
        }
        let present = tiles
            .iter()
            .fold(0u64, |present, &tile| present | 1 << (tile % 64));
        let largest = tiles.iter().fold(0, |largest, &tile| tile.max(largest));
        if present != (1 << tiles.len()) - 1 || usize::from(largest) >= tiles.len() {
            return Err(Self::fault(size, tiles));
        }
        Self::with_repeats(size, tiles)
    }

    /// A board on which tiles and blanks may repeat, and others be missing; [`ANY`] stands for any of them.
    ///
    /// # Errors
    /// If there is a number that no tile of such a board has, or not one for each cell.
    pub fn with_repeats(size: Size, tiles: &[u8]) -> Result<Self, ParseError> {
        if tiles.len() != size.cells()
            || tiles
                .iter()
                .any(|&tile| tile != ANY && usize::from(tile) >= tiles.len())
        {
            return Err(Self::fault(size, tiles));
        }
        let mut board = Self {
            size,
            blank: 0,
            tiles: [0; MAX_CELLS],
        };
        board.tiles[..tiles.len()].copy_from_slice(tiles);
        let blank = tiles.iter().position(|&t| t == 0).unwrap_or(0);
        Ok(Self {
            blank: blank as u8,
            ..board
        })
    }

    /// The first thing that is wrong with a list of numbers: it is of another length, or one is too large or missing.
    #[cold]
    fn fault(size: Size, tiles: &[u8]) -> ParseError {
        let (cells, last) = (size.cells(), size.cells() - 1);
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
        // There is a number for each cell: where one is missing, another appears twice.
        let tile = numbers.clone().find(|&t| count(t) > 1).unwrap_or(missing);
        let [twice, missing] = [tile, missing].map(name);
        ParseError(format!(
            "{twice} appears twice and {missing} is missing; each of 0 (the blank) to {last} must appear once"
        ))
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles row by row, the blank being 0.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.size.cells()]
    }

    /// The blank's cell.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The cell of each tile; entry 0 is the blank's.
    pub fn cells_of_tiles(&self) -> [u8; MAX_CELLS] {
        let mut cells = [0; MAX_CELLS];
        for (cell, &tile) in self.tiles().iter().enumerate() {
            // No tile is as large as [`ANY`].
            if let Some(entry) = cells.get_mut(usize::from(tile)) {
                *entry = cell as u8;
            }
        }
        cells
    }

    /// The board with that cell as the blank that moves, if it is one: for boards with several.
    pub(crate) fn with_blank(mut self, cell: usize) -> Option<Self> {
        self.blank = cell as u8;
        (self.tiles().get(cell) == Some(&0)).then_some(self)
    }

    /// The board after the blank has moved in that direction, unless the board ends there.
    #[must_use]
    pub fn moved(&self, blank: Direction) -> Option<Self> {
        let to = self.size.step(self.blank(), blank)?;
        let mut next = *self;
        next.tiles.swap(self.blank(), to);
        next.blank = to as u8;
        Some(next)
    }

    /// The board reflected about its main diagonal: rows become columns.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let (width, height) = (self.size.width(), self.size.height());
        let tiles: Vec<u8> = (0..self.size.cells())
            .map(|cell| self.tiles[cell % height * width + cell / height])
            .collect();
        // The sides of a transposed board are the same, so its size is valid.
        Size::new(height, width)
            .and_then(|size| Self::new(size, &tiles))
            .unwrap_or(*self)
    }

    /// The board as a grid of right-aligned numbers, one line for each row, the blank as `_`, without a final newline.
    pub fn grid(&self) -> String {
        let width = if self.size.cells() > 10 { 2 } else { 1 };
        self.written(
            |tile| {
                format!(
                    "{:>width$}",
                    if tile == 0 {
                        "_".to_owned()
                    } else {
                        sign(tile)
                    }
                )
            },
            " ",
            "\n",
        )
    }

    /// The cells, with a text between those of a row and another one between rows.
    pub(crate) fn written(&self, cell: impl Fn(u8) -> String, between: &str, rows: &str) -> String {
        let row = |row: &[u8]| {
            row.iter()
                .map(|&tile| cell(tile))
                .collect::<Vec<_>>()
                .join(between)
        };
        self.tiles()
            .chunks(self.size.width())
            .map(row)
            .collect::<Vec<_>>()
            .join(rows)
    }
}

/// One line in the notation that [`crate::notation::parse`] reads, rows separated by ` / `.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(sign, " ", " / "))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}
