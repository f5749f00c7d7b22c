//! Board sizes, the four directions, and the order in which a search tries them.
//!
//! A [`Size`] converts cell indices to rows and columns. On a 3x3 board, for example, cell 5 is in
//! row 1 and column 2. A step up ([`Direction::Up`]) leads from cell 5 to cell 2. A step to the
//! right would leave the board:
//!
//! ```text
//! 0 1 2
//! 3 4 5
//! 6 7 8
//! ```

use std::fmt;
use std::str::FromStr;

use crate::named::ParseError;
use crate::words::shorten;

/// Maximum number of cells on a board. It is the number of cells of the 24-puzzle (5x5).
pub const MAX_CELLS: usize = 25;

/// The width and height of a board, in cells.
///
/// Each side is at least 2, and a board has at most [`MAX_CELLS`] cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The size of the 15-puzzle, 4x4.
    pub const FIFTEEN: Self = Self {
        width: 4,
        height: 4,
    };

    /// Creates a size of `width` columns and `height` rows.
    ///
    /// # Errors
    /// Returns an error if a side is shorter than 2 cells, or if the board would have more than
    /// [`MAX_CELLS`] cells.
    pub fn new(width: usize, height: usize) -> Result<Self, ParseError> {
        let fits = (2..=MAX_CELLS).contains(&width)
            && (2..=MAX_CELLS).contains(&height)
            && width * height <= MAX_CELLS;
        if !fits {
            return Err(ParseError(format!(
                "a board of {width}x{height} is not supported; each side must be at least 2, with at most {MAX_CELLS} \
                 cells in all (2x2 to 5x5, 12x2, ...)"
            )));
        }
        Ok(Self {
            width: width as u8,
            height: height as u8,
        })
    }

    /// Returns the size of the square board with `cells` cells, or `None` if `cells` is not 4, 9,
    /// 16 or 25.
    pub fn square(cells: usize) -> Option<Self> {
        (2..=5)
            .find(|side| side * side == cells)
            .and_then(|side| Self::new(side, side).ok())
    }

    /// Returns all supported sizes, ordered by width and then by height.
    pub fn all() -> impl Iterator<Item = Self> {
        (2..=MAX_CELLS).flat_map(|width| {
            (2..=MAX_CELLS).filter_map(move |height| Self::new(width, height).ok())
        })
    }

    /// Returns the number of columns.
    pub fn width(self) -> usize {
        usize::from(self.width)
    }

    /// Returns the number of rows.
    pub fn height(self) -> usize {
        usize::from(self.height)
    }

    /// Returns the number of cells, from 4 to [`MAX_CELLS`].
    pub fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// Returns the row and the column of a cell, counted from 0.
    pub fn row_column(self, cell: usize) -> (usize, usize) {
        (cell / self.width(), cell % self.width())
    }

    /// Returns the cell adjacent to `cell` in the given direction. Returns `None` if either cell is
    /// off the board.
    pub fn step(self, cell: usize, direction: Direction) -> Option<usize> {
        if cell >= self.cells() {
            return None;
        }
        let (row, column) = self.row_column(cell);
        let (width, height) = (self.width(), self.height());
        match direction {
            Direction::Up => (row > 0).then(|| cell - width),
            Direction::Down => (row + 1 < height).then(|| cell + width),
            Direction::Left => (column > 0).then(|| cell - 1),
            Direction::Right => (column + 1 < width).then(|| cell + 1),
        }
    }

    /// Returns the cells adjacent to `cell`, in the order up, left, right, down.
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| self.step(cell, direction))
    }

    /// Returns the number of boards of this size that can reach a given goal. This is half of all
    /// permutations of the tiles and the blank.
    pub fn reachable_boards(self) -> u128 {
        (3..=self.cells() as u128).product()
    }

    /// Returns the Manhattan distance between two cells, which is the number of horizontal and
    /// vertical steps from one cell to the other.
    pub fn manhattan(self, a: usize, b: usize) -> usize {
        let (row_a, column_a) = self.row_column(a);
        let (row_b, column_b) = self.row_column(b);
        row_a.abs_diff(row_b) + column_a.abs_diff(column_b)
    }

    /// Returns the chequerboard colour of a cell, 0 or 1. Cell 0 has colour 0, and adjacent cells
    /// have opposite colours.
    pub fn colour(self, cell: usize) -> usize {
        let (row, column) = self.row_column(cell);
        (row + column) % 2
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = shorten(text);
        let syntax = || {
            ParseError(format!(
                "'{found}' is not a board size; write WxH, width first, as in 4x4"
            ))
        };
        let (w, h) = text.split_once(['x', 'X']).ok_or_else(syntax)?;
        let side = |s: &str| {
            s.trim()
                .parse::<u16>()
                .map(usize::from)
                .map_err(|_| syntax())
        };
        Self::new(side(w)?, side(h)?)
    }
}

/// A direction on the board. The direction of a move is the direction in which the *blank* moves.
/// The tile moves in the opposite direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
}

impl Direction {
    /// All four directions, in the order up, left, right, down.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// Returns the opposite direction, which undoes a move in this direction.
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

    /// Returns the change in column and the change in row for one step in this direction. For
    /// example, it is `(0, -1)` for up.
    pub fn delta(self) -> (i32, i32) {
        match self {
            Self::Up => (0, -1),
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
            Self::Down => (0, 1),
        }
    }

    /// Returns the axis parallel to this direction.
    #[inline]
    pub fn axis(self) -> Axis {
        if matches!(self, Self::Left | Self::Right) {
            Axis::Horizontal
        } else {
            Axis::Vertical
        }
    }

    /// Returns the letter for this direction: `U`, `L`, `R` or `D`.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Down => 'D',
        }
    }

    /// Returns the word for this direction: `up`, `left`, `right` or `down`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Left => "left",
            Self::Right => "right",
            Self::Down => "down",
        }
    }

    /// Returns the direction for the letter U, L, R or D in either case. Returns `None` for any
    /// other letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.letter() == letter.to_ascii_uppercase())
    }
}

/// An axis along which a tile, the blank or a block can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// Along a row, to the left or to the right.
    Horizontal,
    /// Along a column, up or down.
    Vertical,
}

impl Axis {
    /// Both axes, horizontal first.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// Returns the perpendicular axis.
    #[inline]
    pub fn across(self) -> Self {
        if self == Self::Horizontal {
            Self::Vertical
        } else {
            Self::Horizontal
        }
    }
}

/// The order in which a search tries the four moves of the blank.
///
/// The order determines which of several shortest solutions the search finds first, and how many
/// nodes it generates before that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveOrder([Direction; 4]);

impl MoveOrder {
    /// Up, left, right, down: the usual order for IDA* in the literature.
    pub const ULRD: Self = Self([
        Direction::Up,
        Direction::Left,
        Direction::Right,
        Direction::Down,
    ]);
    /// Up, down, left, right.
    pub const UDLR: Self = Self([
        Direction::Up,
        Direction::Down,
        Direction::Left,
        Direction::Right,
    ]);
    /// Up, right, down, left.
    pub const URDL: Self = Self([
        Direction::Up,
        Direction::Right,
        Direction::Down,
        Direction::Left,
    ]);

    /// Returns the four directions in the order in which a search tries them.
    pub const fn directions(self) -> [Direction; 4] {
        self.0
    }
}

impl Default for MoveOrder {
    fn default() -> Self {
        Self::ULRD
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|d| write!(f, "{}", d.letter()))
    }
}

impl FromStr for MoveOrder {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = shorten(text);
        let error = || {
            ParseError(format!(
                "unknown order of moves '{found}' (U, L, R and D once each, as in ULRD)"
            ))
        };
        let found: Vec<Direction> = text
            .chars()
            .map(Direction::from_letter)
            .collect::<Option<_>>()
            .ok_or_else(error)?;
        let order: [Direction; 4] = found.try_into().map_err(|_| error())?;
        let each_once = Self::ULRD.0.iter().all(|d| order.contains(d));
        each_once.then_some(Self(order)).ok_or_else(error)
    }
}
