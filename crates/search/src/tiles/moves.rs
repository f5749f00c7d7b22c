//! [`Move`]: a move of the blank, which is also an index into the tables of spaces and heuristics.

use std::fmt;

use fifteen_puzzle::{Direction, MoveOrder, Path, Size};

use super::CELLS;

/// Length of an array that is indexed by [`Move::index`].
pub const MOVES: usize = 4 * CELLS;
/// The directions in the order of their numbers.
pub(super) const DIRECTIONS: [Direction; 4] = [
    Direction::Up,
    Direction::Left,
    Direction::Right,
    Direction::Down,
];

/// A move of the blank from one cell to the next; the tile moves the other way.
///
/// Bits 0-1: direction; bits 2-6: the cell that the blank leaves; bits 7-11: the cell to which it
/// goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    fn new(from: usize, to: usize, direction: Direction) -> Self {
        Self((to << 7 | from << 2 | direction as usize) as u16)
    }

    /// The cell that the blank leaves, to which the tile goes.
    #[inline]
    pub fn from(self) -> usize {
        usize::from(self.0 >> 2) % CELLS
    }

    /// The cell to which the blank goes, on which the tile was.
    #[inline]
    pub fn to(self) -> usize {
        usize::from(self.0 >> 7) % CELLS
    }

    /// A number below [`MOVES`] that differs for all moves of a board: four times the cell that the
    /// blank leaves, plus the number of the direction.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % MOVES
    }

    /// The direction in which the blank moves.
    #[inline]
    pub fn direction(self) -> Direction {
        DIRECTIONS[usize::from(self.0) % 4]
    }

    /// Every move of a board.
    pub fn all(size: Size) -> impl Iterator<Item = Self> {
        (0..size.cells()).flat_map(move |from| {
            DIRECTIONS
                .into_iter()
                .filter_map(move |d| Self::of(size, from, d))
        })
    }

    /// The move of the blank from a cell in a direction, or `None` at the edge of the board.
    pub(crate) fn of(size: Size, from: usize, direction: Direction) -> Option<Self> {
        size.step(from, direction)
            .map(|to| Self::new(from, to, direction))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}-{}",
            self.direction().letter(),
            self.from(),
            self.to()
        )
    }
}

impl FromIterator<Move> for Path {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self::new(moves.into_iter().map(Move::direction).collect())
    }
}

/// A list of up to four moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveList {
    moves: [Move; 4],
    count: u8,
}

impl MoveList {
    pub(super) const EMPTY: Self = Self {
        moves: [Move(0); 4],
        count: 0,
    };

    /// The moves of the blank from a cell, except the one in the direction `undoing`, which takes back the last move.
    pub(super) fn new(
        size: Size,
        from: usize,
        order: MoveOrder,
        undoing: Option<Direction>,
    ) -> Self {
        let mut list = Self::EMPTY;
        for direction in order
            .directions()
            .into_iter()
            .filter(|&d| Some(d) != undoing)
        {
            if let Some(m) = Move::of(size, from, direction) {
                list.moves[usize::from(list.count)] = m;
                list.count += 1;
            }
        }
        list
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Move] {
        &self.moves[..usize::from(self.count)]
    }
}
