//! Finds solutions for boards of more than 25 cells. Proving that a solution is shortest is
//! infeasible for boards of this size.
//!
//! [`LargeBoard::search`] is an anytime search: it finds a first solution at once and better ones
//! for as long as its limits allow. The first solution is made tile by tile (`tile_by_tile`). Then
//! beam searches run (`beam`), each wider than the previous one, so that the last beam search ends
//! just before a limit is reached (`pace`). They solve the outer rows and columns first, in the
//! order that `plan` describes, and compare boards by `estimate`. Each better solution is improved
//! locally (`windows`).

mod beam;
mod estimate;
mod pace;
mod plan;
mod search;
mod tile_by_tile;
mod windows;

use fifteen_puzzle::{Direction, ParseError};

/// Maximum number of cells of a [`LargeBoard`], for example of a 10x10 board.
pub const MOST_CELLS: usize = 100;

/// A board of up to [`MOST_CELLS`] cells. A tile, or the blank, is stored as the index of its goal
/// cell, so the goal is always `0, 1, 2, ...`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargeBoard {
    width: usize,
    tiles: Vec<u8>,
    /// The cell where the blank is, and the cell where it belongs.
    blank: (usize, usize),
}

impl LargeBoard {
    /// Creates a board from its tiles in row-major order, with 0 for the blank. In the goal, the
    /// tiles are in increasing order, and the blank is last, or first if `blank_first` is true.
    ///
    /// # Errors
    /// Returns an error if the tiles do not fill rows of this width, if a tile is missing, or if
    /// the board is too small or too large.
    pub fn new(width: usize, tiles: &[u8], blank_first: bool) -> Result<Self, ParseError> {
        let cells = tiles.len();
        let is_board =
            width >= 2 && cells >= 2 * width && cells <= MOST_CELLS && cells.is_multiple_of(width);
        if !is_board {
            return Err(ParseError(format!(
                "expected at most {MOST_CELLS} cells in two or more rows of at least 2, but found {cells} in rows of {width}"
            )));
        }
        let occurrences = |number: usize| {
            let is_number = |&&tile: &&u8| usize::from(tile) == number;
            tiles.iter().filter(is_number).count()
        };
        let wrong = (0..cells).find_map(|number| match occurrences(number) {
            0 => Some(format!("{number} is missing")),
            1 => None,
            _ => Some(format!("{number} occurs more than once")),
        });
        if let Some(wrong) = wrong {
            return Err(ParseError(format!(
                "expected each of 0 (the blank) to {} once, but {wrong}",
                cells - 1
            )));
        }
        let goal = if blank_first { 0 } else { cells - 1 };
        let name = |&tile: &u8| match (tile, blank_first) {
            (0, _) => goal as u8,
            (tile, true) => tile,
            (tile, false) => tile - 1,
        };
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(goal);
        Ok(Self {
            width,
            tiles: tiles.iter().map(name).collect(),
            blank: (blank, goal),
        })
    }

    /// Returns the Manhattan distance, which is a lower bound on the number of moves. Returns
    /// `None` if the goal is unreachable.
    pub fn bound(&self) -> Option<u32> {
        let steps = |a: usize, b: usize| {
            (a % self.width).abs_diff(b % self.width) + (a / self.width).abs_diff(b / self.width)
        };
        let larger = |(cell, tile)| {
            self.tiles[..cell]
                .iter()
                .filter(|&before| before > tile)
                .count()
        };
        let is_odd = self.tiles.iter().enumerate().map(larger).sum::<usize>() % 2 == 1;
        let (blank, goal) = self.blank;
        let tiles = self
            .tiles
            .iter()
            .enumerate()
            .filter(|&(cell, _)| cell != blank);
        let distance = tiles
            .map(|(cell, &tile)| steps(cell, tile.into()))
            .sum::<usize>();
        (is_odd == (steps(blank, goal) % 2 == 1)).then_some(distance as u32)
    }

    /// Returns the adjacent cell in a direction, or `None` at the edge of the board.
    fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let column = cell % self.width;
        match direction {
            Direction::Up => cell.checked_sub(self.width),
            Direction::Down => Some(cell + self.width).filter(|&to| to < self.tiles.len()),
            Direction::Left => (column > 0).then(|| cell - 1),
            Direction::Right => (column + 1 < self.width).then(|| cell + 1),
        }
    }

    /// Moves the blank in a direction. Returns `None` if the move would leave the board.
    fn make(&mut self, direction: Direction) -> Option<()> {
        let to = self.step(self.blank.0, direction)?;
        self.tiles.swap(self.blank.0, to);
        self.blank.0 = to;
        Some(())
    }

    /// Returns whether `path`, a list of moves of the blank, is valid on this board and ends at the
    /// goal.
    pub fn is_solved_by(&self, path: &[Direction]) -> bool {
        let mut board = self.clone();
        path.iter()
            .all(|&direction| board.make(direction).is_some())
            && board
                .tiles
                .iter()
                .enumerate()
                .all(|(cell, &tile)| cell == usize::from(tile))
    }
}
