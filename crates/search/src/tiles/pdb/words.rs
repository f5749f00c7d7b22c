//! Boards packed into machine words, so that a search can keep them in registers.
//!
//! A search copies its board at every node, and for every child it reads the tiles between two
//! cells. A [`Word`] makes both operations cheap. It has a *digit* for each cell of the tables, at
//! a fixed bit *offset*. A tile's digit is its goal cell XOR the goal cell of the blank, so the
//! digit of the blank is 0. A move exchanges a tile and the blank by XORing the tile's digit into
//! both of their cells.
//!
//! For example, suppose that the blank's goal is cell 8 of a 3x3 board. Then the tile with goal
//! cell 5 has the digit 5 ^ 8 = 13. If it moves from cell 5 (offset 20) to cell 8 (offset 32), the
//! word changes like this:
//!
//! ```text
//! cell     8 7 6 5 4 3 2 1 0
//! before   0 f e d c b a 9 8      hexadecimal, the lowest digit last
//! change   d . . d . . . . .      13 << 20 ^ 13 << 32
//! after    d f e 0 c b a 9 8
//! ```
//!
//! Boards of up to 16 cells fit in a `u64`, with four bits per digit. Larger boards take four words
//! with up to 12 five-bit digits each, because shifting 64 bits is cheaper than shifting 128 bits.

use std::ops::IndexMut;
use std::sync::Arc;

use fifteen_pdb::index::ZeroClasses;

use super::classes::{Classes, SmallClasses};

/// A board packed into machine words, with one digit per cell.
pub(in crate::tiles) trait Word:
    Copy + Default + Eq + Send + Sync + 'static
{
    /// Number of bits per digit.
    const BITS: u8;
    /// Number of cells that every rank update reads, which is fixed to avoid a branch. It reads the
    /// cells that the moving tile passes: up to 3 on a board of four columns, and up to 4 on a
    /// board of five columns. Wider boards need a loop for the rest.
    const PASSED: u8;
    /// An array with one number per digit. A *digit* represents a tile in the packed board.
    type ByDigit: Copy + Default + IndexMut<usize, Output = i32> + Send + Sync;
    /// The numbering of zero classes on boards of this size. A *zero class* combines a set of
    /// occupied cells with a region for the blank.
    type Classes: Classes;

    /// Returns the bit offset of a cell's digit.
    fn offset(cell: u8) -> u8;

    /// Returns the digits from the given bit offset on, with the first one in the lowest bits.
    /// There are at least 12 of them, or fewer at the end of the board.
    fn digits_at(&self, offset: u8) -> u64;

    /// Returns the digit at the given bit offset.
    fn digit(&self, offset: u8) -> usize;

    /// XORs `digit` into the cell at the given bit offset. This places the tile with this digit on
    /// an empty cell, or removes it from its cell.
    fn change(&mut self, digit: usize, offset: u8);
}

/// A board of up to 16 cells, packed into one word.
impl Word for u64 {
    const BITS: u8 = 4;
    const PASSED: u8 = 3;
    type ByDigit = [i32; 16];
    type Classes = Arc<SmallClasses>;

    fn offset(cell: u8) -> u8 {
        4 * cell
    }

    #[inline(always)]
    fn digits_at(&self, offset: u8) -> u64 {
        self >> (offset % 64)
    }

    #[inline(always)]
    fn digit(&self, offset: u8) -> usize {
        self.digits_at(offset) as usize % 16
    }

    #[inline(always)]
    fn change(&mut self, digit: usize, offset: u8) {
        *self ^= (digit as u64) << (offset % 64);
    }
}

/// A board of up to 25 cells, with 12 cells per word.
impl Word for [u64; 4] {
    const BITS: u8 = 5;
    const PASSED: u8 = 4;
    type ByDigit = [i32; 32];
    type Classes = Arc<ZeroClasses>;

    fn offset(cell: u8) -> u8 {
        cell / 12 * 64 + cell % 12 * 5
    }

    #[inline(always)]
    fn digits_at(&self, offset: u8) -> u64 {
        let (word, bit) = (usize::from(offset / 64), offset % 64);
        (self[word] >> bit) | (self[(word + 1) % 4] << ((60 - bit) % 64))
    }

    #[inline(always)]
    fn digit(&self, offset: u8) -> usize {
        (self[usize::from(offset / 64)] >> (offset % 64)) as usize % 32
    }

    #[inline(always)]
    fn change(&mut self, digit: usize, offset: u8) {
        self[usize::from(offset / 64)] ^= (digit as u64) << (offset % 64);
    }
}
