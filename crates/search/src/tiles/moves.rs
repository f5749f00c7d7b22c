//! [`Move`]: a move of the blank, packed into an integer that also serves as a table index.

use std::fmt;

use fifteen_puzzle::{Direction, MoveOrder, Path, Size};

use super::PADDED_CELLS;

/// Exclusive upper bound of [`Move::index`], and thus the length of arrays indexed by move.
pub const MOVES: usize = 4 * PADDED_CELLS;

/// A move of the blank to an adjacent cell. The tile on that cell moves the opposite way.
///
/// Bits 0 and 1 hold the index of the direction in [`Direction::ALL`]. Bits 2 to 6 hold the cell
/// that the blank leaves, and bits 7 to 11 hold the cell that it enters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    fn new(from: usize, to: usize, direction: Direction) -> Self {
        Self((to << 7 | from << 2 | direction as usize) as u16)
    }

    /// Returns the cell that the blank leaves, which is the cell that the tile enters.
    #[inline]
    pub fn from(self) -> usize {
        usize::from(self.0 >> 2) % PADDED_CELLS
    }

    /// Returns the cell that the blank enters, which is the cell that the tile leaves.
    #[inline]
    pub fn to(self) -> usize {
        usize::from(self.0 >> 7) % PADDED_CELLS
    }

    /// Returns an index below [`MOVES`] that identifies the move on its board. It is four times the
    /// cell that the blank leaves, plus the direction's index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % MOVES
    }

    /// Returns the direction in which the blank moves.
    #[inline]
    pub fn direction(self) -> Direction {
        Direction::ALL[usize::from(self.0) % 4]
    }

    /// Returns all possible moves on boards of this size.
    pub fn all(size: Size) -> impl Iterator<Item = Self> {
        (0..size.cells()).flat_map(move |from| {
            Direction::ALL
                .into_iter()
                .filter_map(move |d| Self::of(size, from, d))
        })
    }

    /// Returns the blank's move from a cell in a direction, or `None` if the move would leave the
    /// board.
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

/// A list of up to four moves, stored inline to avoid an allocation.
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

    /// Returns the possible moves of the blank from the cell `from`, in the given order of
    /// directions. Leaves out the direction `undoing`, which would undo the last move.
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
