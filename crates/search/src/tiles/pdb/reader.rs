//! Incremental table lookups during a search.
//!
//! A *lookup* reads one table, for the board or for its reflection. A search evaluates only its
//! start board from scratch. For every other node, it updates one [`PatternWord`] per lookup, which
//! records where the pattern's tiles are. A move adds a number to the rank and flips two bits of
//! the occupied set. From the new word, [`TableReader::index`] computes the index of the table
//! entry, and [`TableReader::read`] updates the distance.
//!
//! For example, let tiles 1 and 2 of a 3x3 board be on cells 0 and 5. Their occupied set is the bit
//! mask `000100001`, and their rank is 0 because they are in order. If tile 2 moves from cell 5 to
//! cell 2, an exclusive or with `000100100` changes the set to `000000101`. The tile passes cells 3
//! and 4. Tile 1 is on neither, so the rank stays 0.

use fifteen_pdb::index::entries;
use fifteen_pdb::{Payload, TableKind};
use fifteen_puzzle::MAX_CELLS;

use super::NumberedTable;
use super::classes::Classes;
use fifteen_resources::prefetch;

/// The cells and the order of a pattern's tiles, and the pattern's distance from the goal, packed
/// into one word.
///
/// From the highest bits to the lowest, the word consists of:
///
/// * 32 bits: the rank of the tiles' order;
/// * 7 bits: the distance. A zero-aware table uses only the lowest two bits, which hold the
///   distance modulo 4. An additive table stores half of the amount by which the distance exceeds
///   the Manhattan distance;
/// * 25 bits: the occupied set, with one bit per cell.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::tiles) struct PatternWord(u64);

/// Number of bits for the occupied set in a [`PatternWord`]: one for each cell of the largest
/// board.
const MAP: u32 = MAX_CELLS as u32;
/// Number of bits for the distance in a [`PatternWord`]. The distance and the occupied set fill the
/// lower 32 bits, and the rank fills the upper 32 bits.
const DISTANCE: u32 = 32 - MAP;
const _: () = assert!(DISTANCE >= 7);

impl PatternWord {
    /// Packs a pattern into a word. `rank` is the index of the tiles' order among all permutations
    /// of the pattern's tiles. `map` is the bit mask of the cells that they occupy. Only the lowest
    /// 7 bits of `distance` are stored.
    pub(super) fn new(rank: u32, map: u32, distance: u32) -> Self {
        Self(u64::from(rank) << 32 | u64::from((distance % (1 << DISTANCE)) << MAP | map))
    }

    fn rank(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn map(self) -> u32 {
        self.0 as u32 % (1 << MAP)
    }

    fn distance(self) -> u32 {
        self.0 as u32 >> MAP
    }

    /// Returns this pattern with `delta` added to its rank. The rank is the index of the tiles'
    /// order among all permutations of the pattern's tiles.
    #[inline(always)]
    pub(super) fn with_rank(self, delta: i32) -> Self {
        Self(self.0.wrapping_add((delta as u64) << 32))
    }

    /// Returns this pattern after a move of one of its tiles. `cells` is the bit mask of the two
    /// cells that the tile leaves and enters.
    #[inline(always)]
    pub(super) fn exchanged(self, cells: u32) -> Self {
        Self(self.0 ^ u64::from(cells))
    }

    /// Returns this pattern with its distance after a move, modulo 4. A move changes the distance
    /// by 1, so the lowest bit flips. The second-lowest bit becomes `bit`, which is the table entry
    /// of the pattern after the move.
    ///
    /// For example, the old distance 6 ends in the bits `10`. If the entry is 1, the new distance
    /// ends in `11`, so it is 7 (`111`). If the entry is 0, the new distance ends in `01`, so it is
    /// 5 (`101`).
    #[inline(always)]
    fn with_second_bit(self, bit: u32) -> Self {
        Self(self.0 ^ u64::from(((self.distance() ^ bit << 1) & 2 | 1) << MAP))
    }

    #[inline(always)]
    fn with_distance(self, distance: u32) -> Self {
        Self(self.0 ^ u64::from(((self.distance() ^ distance) % (1 << DISTANCE)) << MAP))
    }
}

/// Finds and reads the entries of one table during a search.
///
/// The kind of table is a const parameter, so that code for zero-aware tables has no branches for
/// additive tables.
#[derive(Debug, Clone)]
pub(super) struct TableReader<C, const ZERO_AWARE: bool> {
    payload: Payload,
    classes: C,
    /// Number of table entries for each order of the pattern's tiles. Entries with the same order
    /// are consecutive.
    stride: u32,
    /// Size of an entry in bits: 1 in a zero-aware table, 4 or 8 in an additive one.
    entry_bits: u8,
}

impl<C: Classes, const ZERO_AWARE: bool> TableReader<C, ZERO_AWARE> {
    pub(super) fn new(numbered: &NumberedTable) -> Self {
        let NumberedTable {
            table,
            classes,
            small_classes,
            ..
        } = numbered;
        let header = table.header();
        debug_assert_eq!(header.kind() == TableKind::ZeroAware, ZERO_AWARE);
        Self {
            payload: table.shared_payload(),
            classes: C::of(classes, small_classes.as_ref()),
            stride: classes.rows(header.kind()),
            entry_bits: header.entry_bits() as u8,
        }
    }

    /// Returns the index of the table entry for a pattern with the blank on the given cell.
    #[inline(always)]
    pub(super) fn index(&self, pattern: PatternWord, blank: u8) -> u64 {
        let map = pattern.map();
        let row = if ZERO_AWARE {
            self.classes.class(map, blank)
        } else {
            self.classes.occupied_rank(map)
        };
        entries::index(pattern.rank(), self.stride, row)
    }

    /// Prefetches the table entry at the given index into the processor's cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u64) {
        let bits = if ZERO_AWARE {
            1
        } else {
            u64::from(self.entry_bits)
        };
        prefetch(&self.payload, (index * bits / 8) as usize);
    }

    /// Reads the table entry of a pattern after a move, and updates the distance in `pattern`.
    /// `change` is how much the move changes the tile's Manhattan distance. Only additive tables
    /// need it.
    ///
    /// Returns how much the move reduces the [slack](super::slack::Slack) of each sum that includes
    /// this pattern. The slack is how much the sum can still grow, in units of two moves. For a
    /// zero-aware table, the result is 1 if the distance grows and 0 if it falls.
    #[inline(always)]
    pub(super) fn read(&self, index: u64, change: i8, pattern: &mut PatternWord) -> i32 {
        // In a zero-aware table, only the lowest two bits of the parent's distance are up to date,
        // and the code below uses no others.
        let parent = pattern.distance();
        if ZERO_AWARE {
            let bit = entries::bit(&self.payload, index);
            *pattern = pattern.with_second_bit(bit);
            return 1 - entries::nearer(parent, bit) as i32;
        }
        let half = entries::excess(&self.payload, self.entry_bits.into(), index) / 2;
        *pattern = pattern.with_distance(half);
        (i32::from(change) + 1) / 2 + half as i32 - parent as i32
    }
}
