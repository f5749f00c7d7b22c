//! A breadth-first search over all boards of a size. It stores each state as one bit in large bit
//! arrays called *planes*. The method follows Korf & Schultze 2005, who keep the bits on disk.
//!
//! # A state is a blank cell and an order
//!
//! A state is stored as the cell of the blank and the *order* of the tiles: their permutation in
//! row-major order, without the blank. For example,
//!
//! ```text
//! 1 2 3
//! 4 _ 5      the blank is on cell 4, the order is 1 2 3 4 5
//! ```
//!
//! If the blank moves left, the order stays 1 2 3 4 5. If the blank moves up, tile 2 moves down
//! past tiles 3 and 4, and the order becomes 1 3 4 2 5. In general,
//!
//! - a horizontal move keeps the order, so it is a bitwise `or` of words for all orders at once;
//! - a vertical move takes a tile past `width - 1` others, so it permutes the orders.
//!
//! # One bit for two orders
//!
//! A vertical move past an odd number of tiles changes the parity of the order. All other moves
//! keep the parity. So the blank's row determines whether the order is an even or an odd
//! permutation, and only half of the orders can be reached with the blank on a given cell. Orders
//! are ranked so that the ranks 2k and 2k + 1 belong to one even and one odd permutation (see
//! `permutations`), and bit k represents whichever of them can be reached. A 3x2 plane has 60 bits
//! for each position of the blank, half of 5!.
//!
//! # Blocks
//!
//! Moving single bits to arbitrary positions in a plane would miss the cache for almost every bit.
//! So the orders are divided into *blocks* (see `blocks`): two orders are in the same block if they
//! become identical when the first eight tiles are not distinguished. A vertical move maps whole
//! blocks to whole blocks. Within a block it applies one of a few permutations of 8!/2 bits, and
//! both the block and the permutation fit in the cache. On 4x3, the orders of the 11 tiles form 990
//! blocks of 315 64-bit words for each position of the blank.
//!
//! # Levels
//!
//! The states at one depth form a *level*. Each block of the next level is computed by one thread
//! (see `pull`). The thread collects the states that the last level reaches in this block, and
//! removes the states that are already known. No two threads write to the same block, so they need
//! no locks, and the result doesn't depend on the number of threads.
//!
//! In the single-tile metric, every move takes the blank to a cell of the opposite chequerboard
//! colour. So two consecutive levels share one plane, and the next level overwrites the level
//! before the last. In the multi-tile metric, states of the same level can be neighbours, so each
//! of the last two levels has its own plane. A slide of several tiles along a column is computed as
//! a sequence of one-tile moves.
//!
//! The pattern database builder (`build/sweep.rs` of `fifteen-pdb`) can also count single-tile
//! moves, with a pattern that contains all tiles. But it stores a bit for every order instead of
//! every second one, and permutes bits in horizontal moves too. This module counts 4x3 in a fifth
//! of the time and memory, and also counts boards with more than 12 tiles.

mod blocks;
mod boards;
mod permutations;
mod pull;

use rayon::prelude::*;

use fifteen_puzzle::{Metric, Size};
use fifteen_resources::{AllocationError, filled, zeroed};
use fifteen_search::LimitKind;

use self::blocks::StepOrigins;
use self::permutations::{OrderPermutations, orders_in_block};
use self::pull::{BlankSources, LevelPull, PlaneLevel, PullBuffers, TargetBlock};
use crate::LabError;

/// The board size, goal and metric of a search, which determine the layout of its bit arrays.
///
/// The board must be at least as wide as it is tall. Taller boards are transposed first, because
/// vertical moves are more expensive than horizontal ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct PlaneGeometry {
    pub(in super::super) size: Size,
    /// Cell of the goal's blank.
    pub(in super::super) blank: usize,
    pub(in super::super) metric: Metric,
}

impl PlaneGeometry {
    /// Returns the maximum number of tiles that one move can slide.
    fn max_slide(self) -> usize {
        match self.metric {
            Metric::SingleTile => 1,
            Metric::MultiTile => usize::MAX,
        }
    }

    /// Returns the parity of the tile order when the blank is in `row`: 0 for an even permutation
    /// of the goal's order, and 1 for an odd one.
    ///
    /// A vertical move by one cell takes a tile past `width - 1` others. So it changes the parity
    /// if `width - 1` is odd.
    fn parity(self, row: usize) -> u32 {
        let goal_row = self.size.row_column(self.blank).0;
        ((self.size.width() - 1) * row.abs_diff(goal_row) % 2) as u32
    }

    /// Returns the cells that the blank can occupy at two consecutive depths, as a list for each
    /// depth.
    ///
    /// In the single-tile metric, every move changes the chequerboard colour of the blank's cell.
    /// So each list contains the cells of one colour. In the multi-tile metric, both lists contain
    /// all cells.
    fn cells_of_levels(self) -> [Vec<usize>; 2] {
        let all = 0..self.size.cells();
        match self.metric {
            Metric::SingleTile => [0, 1].map(|colour| {
                all.clone()
                    .filter(|&cell| self.size.colour(cell) == colour)
                    .collect()
            }),
            Metric::MultiTile => [all.clone().collect(), all.collect()],
        }
    }
}

/// Number of blocks of tile orders that the threads compute between two checks of the limits.
const BATCH: usize = 4096;

/// Returns the memory that a search needs, in bytes. Returns `u64::MAX` if the number of bytes is
/// too large for a `u64`.
pub(super) fn memory(geometry: PlaneGeometry) -> u64 {
    let tiles = geometry.size.cells() - 1;
    let planes = match geometry.metric {
        Metric::SingleTile => 1,
        Metric::MultiTile => 2,
    };
    let level_block = words_of_block(tiles) * size_of::<u64>() + size_of::<u32>();
    let missing = size_of::<u32>();
    let block = planes * level_block + missing;
    let blocks = blocks::count(tiles) * geometry.size.cells() as u128;
    let bytes = blocks * block as u128 + blocks::memory(geometry);
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

fn words_of_block(tiles: usize) -> usize {
    orders_in_block(tiles).div_ceil(64)
}

/// A breadth-first search in progress: the states at the last two depths, and tables from which the
/// states at the next depth are computed.
pub(super) struct StatePlanes {
    geometry: PlaneGeometry,
    permutations: OrderPermutations,
    /// Origins of the states of each block, for each move of the blank by one cell up or down. The
    /// index is the upper of the two cells between which the blank moves.
    origins: Vec<StepOrigins>,
    /// Number of blocks for each position of the blank. A block is a set of orders of the tiles.
    blocks: usize,
    /// Number of 64-bit words in the bit set that represents a block.
    words: usize,
    /// The states at the last two depths. The states at the next depth will overwrite the older
    /// ones.
    levels: [PlaneLevel; 2],
    /// Index in `levels` (0 or 1) of the states at the current depth.
    last: usize,
    /// For each block of tile orders, the number of states that have not been found yet. Blocks
    /// without such states are skipped. In the multi-tile metric, both `levels` contain the same
    /// blocks and share one vector.
    missing: Vec<Vec<u32>>,
}

impl StatePlanes {
    /// Starts a search at depth 0, with the goal as the only state.
    pub(super) fn new(geometry: PlaneGeometry) -> Result<Self, LabError> {
        // If the total size in bytes fits in an `isize`, none of the products below can overflow.
        let needed = memory(geometry);
        if isize::try_from(needed).is_err() {
            return Err(AllocationError { needed }.into());
        }
        let tiles = geometry.size.cells() - 1;
        let blocks = blocks::count(tiles) as usize;
        let words = words_of_block(tiles);
        let missing = |cells: &[usize]| filled(orders_in_block(tiles) as u32, cells.len() * blocks);
        let [even, odd] = geometry.cells_of_levels();
        let missing = match geometry.metric {
            Metric::SingleTile => vec![missing(&even)?, missing(&odd)?],
            Metric::MultiTile => vec![missing(&even)?],
        };
        let level = |cells: Vec<usize>| {
            let blocks = cells.len() * blocks;
            let bits = zeroed(blocks * words)?;
            let counts = zeroed(blocks)?;
            Ok::<_, AllocationError>(PlaneLevel::new(cells, bits, counts))
        };
        let levels = [level(even)?, level(odd)?];
        let permutations = OrderPermutations::new(tiles, geometry.size.width() - 1);
        let origins = blocks::origins(geometry, &permutations);
        let last = match geometry.metric {
            Metric::SingleTile => geometry.size.colour(geometry.blank),
            Metric::MultiTile => 0,
        };
        let mut planes = Self {
            geometry,
            permutations,
            origins,
            blocks,
            words,
            levels,
            last,
            missing,
        };
        planes.set_goal();
        Ok(planes)
    }

    /// Marks the goal as found. Tiles are numbered in the goal's order, so the goal's order is the
    /// first of all orders. The first bit for the goal's blank cell therefore represents the goal.
    fn set_goal(&mut self) {
        let level = &mut self.levels[self.last];
        let Some(position) = level.position(self.geometry.blank) else {
            return;
        };
        let block = position * self.blocks;
        level.bits[block * self.words] = 1;
        level.counts[block] = 1;
        let missing = self.last % self.missing.len();
        self.missing[missing][block] -= 1;
    }

    /// Computes the states at the next depth. Returns their number, which is 0 if all states were
    /// found before.
    ///
    /// `pause` is called at regular intervals with the number of states found so far at this depth.
    /// If it returns an error, the depth is incomplete, and the search must not be used again.
    pub(super) fn deepen(
        &mut self,
        pause: &mut (dyn FnMut(u64) -> Result<(), LimitKind> + Send),
    ) -> Result<u64, LimitKind> {
        let target_index = 1 - self.last;
        let words = self.words;
        let [even, odd] = &mut self.levels;
        let (target, source) = if target_index == 0 {
            (even, odd)
        } else {
            (odd, even)
        };
        let sources = target
            .cells
            .iter()
            .map(|&cell| BlankSources::new(self.geometry, cell, &self.origins));
        let pull = LevelPull {
            permutations: &self.permutations,
            sources: sources.collect(),
            cells: &target.cells,
            blocks: self.blocks,
            words,
            source,
        };
        let missing_index = target_index % self.missing.len();
        let batches = target
            .bits
            .chunks_mut(BATCH * words)
            .zip(target.counts.chunks_mut(BATCH))
            .zip(self.missing[missing_index].chunks_mut(BATCH));
        let mut found = 0;
        for (batch, ((bits, counts), missing)) in batches.enumerate() {
            let blocks = bits.par_chunks_mut(words).zip(counts).zip(missing);
            found += blocks
                .enumerate()
                .map_init(
                    || PullBuffers::new(words),
                    |buffers, (i, ((bits, count), missing))| {
                        let target = TargetBlock {
                            bits,
                            count,
                            missing,
                        };
                        pull.fill_block(batch * BATCH + i, target, buffers)
                    },
                )
                .sum::<u64>();
            pause(found)?;
        }
        self.last = target_index;
        Ok(found)
    }
}
