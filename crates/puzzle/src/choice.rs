//! Goals that leave a choice, and starts on which tiles repeat.
//!
//! A [`Board`] has each tile once and one blank. Some puzzles ask for less, such as "bring 1, 2 and
//! 3 into the first row, the rest does not matter", or have interchangeable tiles. Their goal is a
//! [`GoalPattern`], which for each cell names a tile, names the blank, or accepts anything. They
//! start from a [`TileGrid`], on which tiles may repeat and several cells may be blank:
//!
//! ```text
//! goal pattern   1 2 3      a start that can reach it   8 6 7
//!                * * *                                  2 5 4
//!                * * *                                  3 0 1
//! ```
//!
//! With several blanks a direction does not say which tile moves. So a [`GridMove`] names two
//! neighbouring cells, that of the tile and that of the blank. A [`GridPath`] is a start with moves
//! made from it.

use std::fmt;

use crate::board::{aligned_rows, not_a_board, write_rows};
use crate::path::{convert, move_words};
use crate::{Board, Convention, Direction, MAX_CELLS, ParseError, Path, Size};

/// The largest number of cells that a goal pattern may have.
pub const MAX_CHOICE_CELLS: usize = 12;

/// A goal that names a tile or the blank for some cells and accepts any tile on the others.
///
/// Tiles may repeat, and any number of cells may be blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GoalPattern {
    size: Size,
    cells: [Option<u8>; MAX_CHOICE_CELLS],
}

impl GoalPattern {
    /// The pattern with these cells row by row: a tile's number, 0 for the blank, or `None` for any
    /// of them.
    ///
    /// # Errors
    /// Returns an error if the size has more than [`MAX_CHOICE_CELLS`] cells, if `cells` does not
    /// have one entry for each, or if an entry is no tile of a board of this size.
    pub fn new(size: Size, cells: &[Option<u8>]) -> Result<Self, ParseError> {
        if size.cells() > MAX_CHOICE_CELLS {
            return Err(ParseError(format!(
                "a goal that leaves a choice is for boards of up to {MAX_CHOICE_CELLS} cells, not for {size}"
            )));
        }
        // A cell that accepts any tile has no number to check, so 0 stands in for it.
        let tiles: Vec<u8> = cells.iter().map(|cell| cell.unwrap_or(0)).collect();
        TileGrid::new(size, &tiles)?;
        let mut pattern = Self {
            size,
            cells: [None; MAX_CHOICE_CELLS],
        };
        pattern.cells[..cells.len()].copy_from_slice(cells);
        Ok(pattern)
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cells row by row: a tile's number, 0 for the blank, or `None` for any of them.
    pub fn cells(&self) -> &[Option<u8>] {
        &self.cells[..self.size.cells()]
    }

    /// True if the tiles lie as the pattern asks.
    pub fn matches(&self, tiles: &[u8]) -> bool {
        let cells = self.cells();
        let agrees = |(cell, tile): (&Option<u8>, &u8)| cell.is_none_or(|named| named == *tile);
        cells.len() == tiles.len() && cells.iter().zip(tiles).all(agrees)
    }
}

/// Writes the pattern in one line with ` / ` between rows and `*` for any tile.
impl fmt::Display for GoalPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |cell: Option<u8>| cell.map_or_else(|| "*".to_owned(), |tile| tile.to_string());
        f.write_str(&write_rows(self.cells(), self.size, cell, " ", " / "))
    }
}

impl fmt::Debug for GoalPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Tiles on the cells of a board, some of which may repeat while others are missing, with any
/// number of blanks.
///
/// Every [`Board`] is one (`TileGrid::from`); [`board`](Self::board) goes the other way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileGrid {
    size: Size,
    tiles: [u8; MAX_CELLS],
}

impl TileGrid {
    /// The grid with these tiles row by row, 0 for each blank.
    ///
    /// # Errors
    /// Returns an error if `tiles` does not have one entry for each cell, or if an entry is no tile
    /// of a board of this size.
    pub fn new(size: Size, tiles: &[u8]) -> Result<Self, ParseError> {
        let cells = size.cells();
        if tiles.len() != cells || tiles.iter().any(|&tile| usize::from(tile) >= cells) {
            return Err(not_a_board(size, tiles));
        }
        let mut grid = Self {
            size,
            tiles: [0; MAX_CELLS],
        };
        grid.tiles[..cells].copy_from_slice(tiles);
        Ok(grid)
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles row by row, 0 for each blank.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.size.cells()]
    }

    /// The board with these tiles, or `None` if a tile repeats.
    pub fn board(&self) -> Option<Board> {
        Board::new(self.size, self.tiles()).ok()
    }

    /// Number of blanks.
    pub fn blanks(&self) -> usize {
        self.tiles().iter().filter(|&&tile| tile == 0).count()
    }

    /// All possible moves: for each blank, its neighbouring tiles in the order up, left, right,
    /// down.
    pub fn moves(&self) -> impl Iterator<Item = GridMove> {
        let blanks = (0..self.size.cells()).filter(|&cell| self.tiles[cell] == 0);
        blanks.flat_map(move |blank| {
            let tiles = self.size.neighbours(blank);
            let tiles = tiles.filter(|&tile| self.tiles[tile] != 0);
            tiles.map(move |tile| GridMove {
                tile: tile as u8,
                blank: blank as u8,
            })
        })
    }

    /// The grid after a move, or `None` if the move is not possible here.
    #[must_use]
    pub fn moved(&self, grid_move: GridMove) -> Option<Self> {
        self.moves().find(|&possible| possible == grid_move)?;
        let mut next = *self;
        next.tiles
            .swap(grid_move.tile.into(), grid_move.blank.into());
        Some(next)
    }

    /// The tiles as right-aligned numbers with `_` for blanks, one line for each row, without a
    /// final newline.
    pub fn aligned_rows(&self) -> String {
        aligned_rows(self.tiles(), self.size)
    }
}

impl From<Board> for TileGrid {
    fn from(board: Board) -> Self {
        let mut tiles = [0; MAX_CELLS];
        tiles[..board.tiles().len()].copy_from_slice(board.tiles());
        Self {
            size: board.size(),
            tiles,
        }
    }
}

/// Writes the tiles in one line with ` / ` between rows.
impl fmt::Display for TileGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |tile: u8| tile.to_string();
        f.write_str(&write_rows(self.tiles(), self.size, cell, " ", " / "))
    }
}

impl fmt::Debug for TileGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// A move on a [`TileGrid`]: a tile slides into a neighbouring blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GridMove {
    /// The cell of the tile.
    pub tile: u8,
    /// The cell of the blank.
    pub blank: u8,
}

impl GridMove {
    /// The direction in which the blank moves, or `None` if the two cells are not neighbours.
    pub fn direction(self, size: Size) -> Option<Direction> {
        let leads = |direction: &Direction| {
            size.step(self.blank.into(), *direction) == Some(self.tile.into())
        };
        Direction::ALL.into_iter().find(leads)
    }
}

/// A start and the moves that are made from it. Every move is possible when it is its turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GridPath {
    start: TileGrid,
    moves: Vec<GridMove>,
    end: TileGrid,
}

impl GridPath {
    /// The path without moves from a start.
    pub fn new(start: TileGrid) -> Self {
        Self {
            start,
            moves: Vec::new(),
            end: start,
        }
    }

    /// Makes one more move and returns true, or returns false if the move is not possible.
    #[must_use]
    pub fn push(&mut self, made: GridMove) -> bool {
        let Some(end) = self.end.moved(made) else {
            return false;
        };
        self.moves.push(made);
        self.end = end;
        true
    }

    /// Reads moves from a start, in the form that [`text`](Self::text) writes.
    ///
    /// If there is only one blank, all forms that [`Path::parse_on`] reads are possible.
    ///
    /// # Errors
    /// Returns an error if the text has something other than moves, or if a move is not possible.
    pub fn parse(text: &str, start: &TileGrid, convention: Convention) -> Result<Self, ParseError> {
        let words = move_words(text);
        if start.blanks() > 1 {
            let moves: Option<Vec<GridMove>> = words
                .iter()
                .map(|word| parse_cell_move(word, start.size, convention))
                .collect();
            if let Some(moves) = moves {
                let mut path = Self::new(*start);
                for made in moves {
                    path.push_or_fail(Some(made))?;
                }
                return Ok(path);
            }
        }
        if let Some(path) = Self::parse_tile_numbers(&words, start)? {
            return Ok(path);
        }
        let mut path = Self::new(*start);
        for &direction in Path::parse(text, convention)?.directions() {
            let leads = |possible: &GridMove| possible.direction(start.size) == Some(direction);
            let made = path.end.moves().find(leads);
            path.push_or_fail(made)?;
        }
        Ok(path)
    }

    /// Reads moves given as the numbers of the tiles that move, or returns `None` if a word is no
    /// number.
    pub(crate) fn parse_tile_numbers(
        words: &[&str],
        start: &TileGrid,
    ) -> Result<Option<Self>, ParseError> {
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        if words.is_empty() || !words.iter().all(is_number) {
            return Ok(None);
        }
        let mut path = Self::new(*start);
        for (position, &word) in (1..).zip(words) {
            let tiles = path.end.tiles;
            let moves_tile =
                |possible: &GridMove| tiles[usize::from(possible.tile)].to_string() == word;
            let made = path.end.moves().find(moves_tile);
            if !made.is_some_and(|made| path.push(made)) {
                return Err(ParseError(format!(
                    "move {position} is tile {word}, but it is not beside the blank of {}",
                    path.end
                )));
            }
        }
        Ok(Some(path))
    }

    /// Makes one more move, or returns an error if `made` is `None` or not possible.
    fn push_or_fail(&mut self, made: Option<GridMove>) -> Result<(), ParseError> {
        let (position, grid) = (self.moves.len() + 1, self.end);
        if made.is_some_and(|made| self.push(made)) {
            Ok(())
        } else {
            Err(ParseError(format!(
                "move {position} leaves the board {grid}"
            )))
        }
    }

    /// The start.
    pub fn start(&self) -> &TileGrid {
        &self.start
    }

    /// The moves.
    pub fn moves(&self) -> &[GridMove] {
        &self.moves
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// True if the path has no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The grids along the path, from the start to the end.
    pub fn grids(&self) -> Vec<TileGrid> {
        let mut grids = vec![self.start];
        let mut tiles = self.start;
        for made in &self.moves {
            tiles.tiles.swap(made.tile.into(), made.blank.into());
            grids.push(tiles);
        }
        grids
    }

    /// The grid after the last move.
    pub fn end(&self) -> &TileGrid {
        &self.end
    }

    /// The directions in which the blanks move.
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        let size = self.start.size;
        self.moves
            .iter()
            .filter_map(move |made| made.direction(size))
    }

    /// The start as a [`Board`] and the moves as a [`Path`] from it, or `None` if a tile of the
    /// start repeats.
    pub fn on_board(&self) -> Option<(Board, Path)> {
        Some((self.start.board()?, Path::new(self.directions().collect())))
    }

    /// One letter for each move.
    pub fn letters(&self, convention: Convention) -> String {
        self.directions()
            .map(|direction| convert(direction, convention).letter())
            .collect()
    }

    /// The moves as text.
    ///
    /// With one blank these are letters. With several, the cell of the tile, counted row by row
    /// from 1, stands before each letter: `5R 2U`.
    pub fn text(&self, convention: Convention) -> String {
        let letters = self.letters(convention);
        if self.start.blanks() < 2 {
            return letters;
        }
        let moves = self.moves.iter().zip(letters.chars());
        let moves = moves.map(|(made, letter)| format!("{}{letter}", made.tile + 1));
        moves.collect::<Vec<_>>().join(" ")
    }
}

/// Reads a move such as `5R`: the cell of a tile, counted from 1, and the letter of its direction.
fn parse_cell_move(word: &str, size: Size, convention: Convention) -> Option<GridMove> {
    let (cell, letter) = word.split_at(word.find(|c: char| !c.is_ascii_digit())?);
    let tile = cell.parse::<u8>().ok()?.checked_sub(1)?;
    let direction = convert(Direction::from_letter(letter.parse().ok()?)?, convention);
    // The blank must be on the cell into which the tile moves. If the board has no such cell, the
    // move is impossible. It is then stored as a move from a cell to itself, which the path
    // rejects.
    let blank = size
        .step(tile.into(), direction.opposite())
        .map_or(tile, |cell| cell as u8);
    Some(GridMove { tile, blank })
}
