//! Reading tables: the state of a pattern, the entry that belongs to it, and the distance that the entry gives.

use fifteen_pdb::index::entries;
use fifteen_pdb::{Payload, TableKind};
use fifteen_puzzle::MAX_CELLS;

use super::NumberedTable;
use super::words::Classes;
use fifteen_resources::prefetch;

/// The cells and the order of a pattern's tiles, and what a search must know of their distance to the goal.
///
/// From the highest bit: the rank (32 bits); of zero-aware tables the distance modulo 4, of additive ones half of its
/// excess over the Manhattan distance (7 bits); the map of occupied cells.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::tiles) struct PatternWord(u64);

/// Bits of the map.
const MAP: u32 = MAX_CELLS as u32;
/// Bits of the distance.
const DISTANCE: u32 = 32 - MAP;
const _: () = assert!(DISTANCE >= 7);

impl PatternWord {
    /// `distance`: of zero-aware tables the distance, of which only the lowest bits are kept.
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

    /// With another rank.
    #[inline(always)]
    pub(super) fn with_rank(self, delta: i32) -> Self {
        Self(self.0.wrapping_add((delta as u64) << 32))
    }

    /// With a tile moved between two cells.
    #[inline(always)]
    pub(super) fn exchanged(self, cells: u32) -> Self {
        Self(self.0 ^ u64::from(cells))
    }

    /// With a distance of the other parity, whose second bit is `bit`.
    #[inline(always)]
    fn with_second_bit(self, bit: u32) -> Self {
        Self(self.0 ^ u64::from(((self.distance() ^ bit << 1) & 2 | 1) << MAP))
    }

    #[inline(always)]
    fn with_distance(self, distance: u32) -> Self {
        Self(self.0 ^ u64::from(((self.distance() ^ distance) % (1 << DISTANCE)) << MAP))
    }
}

/// One table, as a search reads it. `ZERO_AWARE`: it is zero-aware. The kind is known when the code is compiled, so that nothing
/// is done for the other kind.
#[derive(Debug, Clone)]
pub(super) struct TableReader<C, const ZERO_AWARE: bool> {
    payload: Payload,
    classes: C,
    /// Entries of one arrangement.
    stride: u32,
    /// 1 for the zero-aware kind, 4 or 8 for the additive.
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

    /// The index of the entry of a pattern, with the blank on that cell.
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

    /// Prefetches an entry.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u64) {
        let bits = if ZERO_AWARE {
            1
        } else {
            u64::from(self.entry_bits)
        };
        prefetch(&self.payload, (index * bits / 8) as usize);
    }

    /// Reads an entry and replaces the parent's distance in `pattern`; `change` is the change of the Manhattan distance.
    ///
    /// The result is what the move takes from a [`Slack`](super::slack::Slack), half of what the distance grows by more
    /// than -1: 1 if the distance of a zero-aware entry grows, 0 if it shrinks.
    #[inline(always)]
    pub(super) fn read(&self, index: u64, change: i8, pattern: &mut PatternWord) -> i32 {
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
