//! Reading tables: the state of a pattern, the entry that belongs to it, and the distance that the entry gives.

use fifteen_pdb::TableKind;
use fifteen_pdb::index::{ZeroClasses, entries};

use super::NumberedTable;
use crate::prefetch::prefetch;

/// The cells and the order of a pattern's tiles, and their distance to the goal.
///
/// It has two words, each always written and read whole: a processor that reads two recent writes as one waits until
/// both have left its store buffer.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::tiles) struct PatternState {
    /// The rank in the upper half, and the map of occupied cells in the lower one.
    placement: u64,
    /// The distance in the lower half, and above it the Manhattan distance of the tiles: 0 for zero-aware tables.
    distances: u32,
}

impl PatternState {
    pub(super) fn new(rank: u32, map: u32, distance: u16, manhattan: u16) -> Self {
        let distances = u32::from(manhattan) << 16 | u32::from(distance);
        Self { placement: u64::from(rank) << 32 | u64::from(map), distances }
    }

    pub(super) fn distance(&self) -> i16 {
        self.distances as i16
    }

    fn rank(&self) -> u32 {
        (self.placement >> 32) as u32
    }

    fn map(&self) -> u32 {
        self.placement as u32
    }

    /// Adds to the rank.
    #[inline(always)]
    pub(super) fn add_rank(&mut self, delta: i32) {
        self.placement = self.placement.wrapping_add((delta as u64) << 32);
    }

    /// Moves a tile between two cells.
    #[inline(always)]
    pub(super) fn exchange_cells(&mut self, cells: u32) {
        self.placement ^= u64::from(cells);
    }

    /// Exchanges two states, word by word.
    #[inline(always)]
    pub(super) fn swap(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.placement, &mut other.placement);
        std::mem::swap(&mut self.distances, &mut other.distances);
    }
}

/// One table, as a search reads it. `Z`: it is zero-aware. The kind is known when the code is compiled, so that nothing
/// is done for the other kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableReader<'t, const Z: bool> {
    payload: &'t [u8],
    classes: &'t ZeroClasses,
    /// Entries of one arrangement.
    stride: u32,
    /// 1 for the zero-aware kind, 4 or 8 for the additive.
    entry_bits: u32,
}

impl<'t, const Z: bool> TableReader<'t, Z> {
    pub(super) fn new(NumberedTable { table, classes, .. }: &'t NumberedTable) -> Self {
        debug_assert_eq!(table.header().kind() == TableKind::ZeroAware, Z);
        let header = table.header();
        Self { payload: table.payload(), classes, stride: classes.rows(header.kind()), entry_bits: header.entry_bits() }
    }

    /// The index of the entry of a state, with the blank on that cell.
    #[inline(always)]
    pub(super) fn index(&self, state: &PatternState, blank: u8) -> u64 {
        let row =
            if Z { self.classes.class(state.map(), blank.into()) } else { self.classes.occupied_rank(state.map()) };
        entries::index(state.rank(), self.stride, row)
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u64) {
        let bits = if Z { 1 } else { u64::from(self.entry_bits) };
        prefetch(self.payload, (index * bits / 8) as usize);
    }

    /// Reads an entry and replaces the parent's distance in `state`; `change` is the change of the Manhattan distance.
    ///
    /// The result is what the move takes from a [`Slack`](super::slack::Slack): 1 if the distance of a zero-aware entry
    /// grows, 0 if it shrinks.
    #[inline(always)]
    pub(super) fn read(&self, index: u64, change: i8, state: &mut PatternState) -> i32 {
        if Z {
            let nearer = entries::nearer(state.distances, entries::bit(self.payload, index));
            state.distances = state.distances.wrapping_add(1).wrapping_sub(2 * nearer);
            return 1 - nearer as i32;
        }
        let parent = state.distance();
        let manhattan = ((state.distances >> 16) as u16).wrapping_add_signed(change.into());
        let excess = entries::excess(self.payload, self.entry_bits, index);
        // Only a damaged entry goes beyond a byte.
        let distance = (u32::from(manhattan) + excess).min(u8::MAX.into());
        state.distances = u32::from(manhattan) << 16 | distance;
        (distance as i32 - i32::from(parent) + 1) >> 1
    }
}
