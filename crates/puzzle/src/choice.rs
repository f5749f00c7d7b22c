//! Goals that many boards match, and start positions with repeated tiles.
//!
//! On a [`Board`], each tile occurs once and one cell is blank. Some puzzles are less specific:
//! their goal is, for example, to bring 1, 2 and 3 into the first row, or some of their tiles are
//! interchangeable. A [`GoalPattern`] describes the goal of such a puzzle: each cell requires a
//! certain tile, requires the blank, or accepts anything. A [`TileGrid`] describes the start
//! position, where tiles can repeat and several cells can be blank:
//!
//! ```text
//! goal pattern   1 2 3      a grid that can reach it    8 6 7
//!                * * *                                  2 5 4
//!                * * *                                  3 0 1
//! ```
//!
//! With several blanks, a direction alone does not identify a move. A [`GridMove`] therefore stores
//! the cell of the tile and the adjacent cell of the blank. A [`GridPath`] is a sequence of such
//! moves.

use std::fmt;

use crate::board::{aligned_rows, not_a_board, write_rows};
use crate::path::{convert, move_words};
use crate::{Board, Convention, Direction, IllegalMove, MAX_CELLS, ParseError, Path, Size};

/// Maximum number of cells in a goal pattern. A search for a pattern keeps every generated state in
/// memory, and a larger board would have too many states.
pub const MAX_CHOICE_CELLS: usize = 12;

/// A goal that says what must be on certain cells. The other cells accept any tile or the blank.
///
/// A pattern can require the same tile, or the blank, on several cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GoalPattern {
    size: Size,
    cells: [Option<u8>; MAX_CHOICE_CELLS],
}

impl GoalPattern {
    /// Creates a pattern from its cells in row-major order. Each cell is a tile's number, 0 for the
    /// blank, or `None` to accept anything.
    ///
    /// # Errors
    /// Returns an error if the board has more than [`MAX_CHOICE_CELLS`] cells, if `cells` has the
    /// wrong length, or if a tile's number is too large for the board.
    pub fn new(size: Size, cells: &[Option<u8>]) -> Result<Self, ParseError> {
        if size.cells() > MAX_CHOICE_CELLS {
            return Err(ParseError(format!(
                "a goal that leaves a choice is for boards of up to {MAX_CHOICE_CELLS} cells, not for {size}"
            )));
        }
        // `TileGrid::new` checks the tile numbers. It does not know cells that accept anything, so
        // replace them with 0, which is always valid.
        let tiles: Vec<u8> = cells.iter().map(|cell| cell.unwrap_or(0)).collect();
        TileGrid::new(size, &tiles)?;
        let mut pattern = Self {
            size,
            cells: [None; MAX_CHOICE_CELLS],
        };
        pattern.cells[..cells.len()].copy_from_slice(cells);
        Ok(pattern)
    }

    /// Returns the width and height of this pattern.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the cells in row-major order. Each cell is a tile's number, 0 for the blank, or
    /// `None` if it accepts anything.
    pub fn cells(&self) -> &[Option<u8>] {
        &self.cells[..self.size.cells()]
    }

    /// Returns whether the given tiles, in row-major order, match this pattern.
    pub fn matches(&self, tiles: &[u8]) -> bool {
        let cells = self.cells();
        let agrees = |(cell, tile): (&Option<u8>, &u8)| cell.is_none_or(|named| named == *tile);
        cells.len() == tiles.len() && cells.iter().zip(tiles).all(agrees)
    }
}

/// Writes the pattern on one line, with ` / ` between rows and `*` for cells that accept anything,
/// such as `1 2 3 / * * * / * * *`.
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

/// An arrangement of tiles in which tiles can repeat or be missing, and any number of cells can be
/// blank.
///
/// `TileGrid::from` converts a [`Board`] to a grid, and [`board`](Self::board) converts back.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileGrid {
    size: Size,
    tiles: [u8; MAX_CELLS],
}

impl TileGrid {
    /// Creates a grid from its tiles in row-major order, with 0 for each blank.
    ///
    /// # Errors
    /// Returns an error if `tiles` has the wrong length, or if a tile's number is too large for the
    /// board.
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

    /// Returns the width and height of this grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the tiles in row-major order, with 0 for each blank.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.size.cells()]
    }

    /// Converts this grid to a board. Returns `None` if a tile or the blank occurs more than once.
    pub fn board(&self) -> Option<Board> {
        Board::new(self.size, self.tiles()).ok()
    }

    /// Returns the number of blank cells.
    pub fn blanks(&self) -> usize {
        self.tiles().iter().filter(|&&tile| tile == 0).count()
    }

    /// Returns all legal moves, sorted by the cell of the blank. Moves into the same blank cell are
    /// sorted by the direction of the blank: up, left, right, down.
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

    /// Returns the grid after a move, or `None` if the move is illegal.
    #[must_use]
    pub fn moved(&self, grid_move: GridMove) -> Option<Self> {
        self.moves().find(|&possible| possible == grid_move)?;
        let mut next = *self;
        next.tiles
            .swap(grid_move.tile.into(), grid_move.blank.into());
        Some(next)
    }

    /// Formats the tiles as right-aligned numbers, one line per row, with `_` for each blank and no
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

/// Writes the tiles on one line, with ` / ` between rows and 0 for each blank, such as
/// `1 1 2 / 0 2 0`.
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

/// A move on a [`TileGrid`]: a tile slides into an adjacent blank cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GridMove {
    /// The cell of the tile before the move.
    pub tile: u8,
    /// The cell of the blank before the move.
    pub blank: u8,
}

impl GridMove {
    /// Returns the direction in which the blank moves, or `None` if the tile and the blank are not
    /// adjacent.
    pub fn direction(self, size: Size) -> Option<Direction> {
        let leads = |direction: &Direction| {
            size.step(self.blank.into(), *direction) == Some(self.tile.into())
        };
        Direction::ALL.into_iter().find(leads)
    }
}

/// A sequence of legal moves, together with the grid at which it starts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GridPath {
    start: TileGrid,
    moves: Vec<GridMove>,
    end: TileGrid,
}

impl GridPath {
    /// Creates an empty path that begins at `start`.
    pub fn new(start: TileGrid) -> Self {
        Self {
            start,
            moves: Vec::new(),
            end: start,
        }
    }

    /// Converts a [`Path`] that begins at the board `start` to a grid path.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] for the first move that would take the blank off the board.
    pub fn of_board(start: &Board, path: &Path) -> Result<Self, IllegalMove> {
        let boards = path.boards(start)?;
        let moves = boards.windows(2).map(|pair| GridMove {
            tile: pair[1].blank() as u8,
            blank: pair[0].blank() as u8,
        });
        Ok(Self {
            start: (*start).into(),
            moves: moves.collect(),
            end: boards.last().copied().unwrap_or(*start).into(),
        })
    }

    /// Appends a move if it is legal on the last grid of this path. Returns whether the move was
    /// appended.
    #[must_use]
    pub fn push(&mut self, made: GridMove) -> bool {
        let Some(end) = self.end.moved(made) else {
            return false;
        };
        self.moves.push(made);
        self.end = end;
        true
    }

    /// Parses a path that begins at `start`, in the notation that [`text`](Self::text) writes, such
    /// as `5R 2U`.
    ///
    /// If the grid has only one blank, also accepts every notation that [`Path::parse_on`] reads.
    ///
    /// # Errors
    /// Returns an error if the text contains anything other than moves, or if a move is illegal.
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

    /// Parses a path that is written as the numbers of the moving tiles, such as `12 8 7`. Returns
    /// `None` if the text contains anything other than numbers.
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

    /// Appends a move. Returns an error if `made` is illegal, or if it is `None` because no legal
    /// move was found. The error gives the move's position in the path.
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

    /// Returns the grid at which this path starts.
    pub fn start(&self) -> &TileGrid {
        &self.start
    }

    /// Returns the moves of this path, in order.
    pub fn moves(&self) -> &[GridMove] {
        &self.moves
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether this path has no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns every grid along this path, from start to end.
    pub fn grids(&self) -> Vec<TileGrid> {
        let mut grids = vec![self.start];
        let mut tiles = self.start;
        for made in &self.moves {
            tiles.tiles.swap(made.tile.into(), made.blank.into());
            grids.push(tiles);
        }
        grids
    }

    /// Returns the grid after the last move.
    pub fn end(&self) -> &TileGrid {
        &self.end
    }

    /// Returns the direction in which the blank moves, for each move of this path.
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        let size = self.start.size;
        self.moves
            .iter()
            .filter_map(move |made| made.direction(size))
    }

    /// Converts this path to a start [`Board`] and a [`Path`]. Returns `None` if a tile or the
    /// blank repeats, because the start grid is then not a board.
    pub fn on_board(&self) -> Option<(Board, Path)> {
        Some((self.start.board()?, Path::new(self.directions().collect())))
    }

    /// Formats this path with one letter per move, such as `RUL`.
    pub fn letters(&self, convention: Convention) -> String {
        self.directions()
            .map(|direction| convert(direction, convention).letter())
            .collect()
    }

    /// Formats this path so that [`parse`](Self::parse) can read it.
    ///
    /// With a single blank, each move is a letter, for example `RU`. With several blanks, each move
    /// is the cell of the moving tile and a letter, for example `5R 2U`. Cells are numbered in
    /// row-major order, starting at 1.
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

/// Parses a move such as `5R`: the number of a tile's cell, counted from 1, and a direction letter.
fn parse_cell_move(word: &str, size: Size, convention: Convention) -> Option<GridMove> {
    let (cell, letter) = word.split_at(word.find(|c: char| !c.is_ascii_digit())?);
    let tile = cell.parse::<u8>().ok()?.checked_sub(1)?;
    let direction = convert(Direction::from_letter(letter.parse().ok()?)?, convention);
    // The tile moves into the blank cell. If that cell is off the board, return a move from the
    // tile's cell to itself, which the path then rejects as illegal.
    let blank = size
        .step(tile.into(), direction.opposite())
        .map_or(tile, |cell| cell as u8);
    Some(GridMove { tile, blank })
}
