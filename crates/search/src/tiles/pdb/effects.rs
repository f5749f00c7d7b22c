//! Moves as data: their [`Effect`] on each orientation of a board and its patterns, by the blank's cell and direction.

use super::orientation::OrientedMove;
use super::words::Word;
use crate::tiles::moves::{MOVES, Move};

/// A move in the orientation in which it is near, and in the other.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct BothWays {
    pub(super) near: Effect,
    pub(super) far: Effect,
    /// The orientation that is near.
    pub(super) orientation: u8,
    /// The place of the tile in the first orientation.
    pub(super) tile: u8,
    /// The cell to which the blank goes.
    pub(super) to: u8,
}

/// The effect of a move in one orientation.
#[derive(Clone, Copy, Default)]
pub(super) struct Effect {
    /// The two cells of the tables, as bits.
    pub(super) cells: u32,
    /// The place of the first tile that is passed, and the digits that are passed, in bits.
    pub(super) first: u8,
    pub(super) passed: u8,
    /// -1 if the tile goes to an earlier row of the tables, otherwise 0.
    pub(super) sign: i8,
    /// The cell of the tables to which the blank goes.
    pub(super) blank: u8,
    /// The places of both cells.
    pub(super) places: [u8; 2],
}

impl Effect {
    pub(super) fn new<W: Word>(moved: &OrientedMove) -> Self {
        let from = moved.blank;
        let to = (moved.cells ^ 1 << from).trailing_zeros() as u8;
        let passed = if moved.passes() {
            from.abs_diff(to) - 1
        } else {
            0
        };
        Self {
            cells: moved.cells,
            first: W::place(from.min(to) + 1),
            passed: W::BITS * passed,
            sign: if to > from { 0 } else { -1 },
            blank: from,
            places: [W::place(from), W::place(to)],
        }
    }
}

/// The number of a move: the cell that the blank leaves, and the direction.
pub(super) fn id_of(m: Move) -> usize {
    (4 * m.from() + m.direction() as usize) % MOVES
}
