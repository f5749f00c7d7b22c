//! Sizes of arrays that are indexed by cell or by tile.

/// Entries of an array that is indexed by cell or by tile, a power of two so that indices can be masked.
pub const CELLS: usize = 32;
/// Stands on the blank's cell, and on the cells that the board does not have.
pub const BLANK: u8 = 31;
