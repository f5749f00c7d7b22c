//! Breadth-first search over all states of a board on *planes* of bits, after Korf & Schultze 2005,
//! who keep them on disk.
//!
//! # A state is a blank cell and an order
//!
//! Read a board row by row without the blank, and the tiles are in some *order*. For example,
//!
//! ```text
//! 1 2 3
//! 4 _ 5      the blank is on cell 4, the order is 1 2 3 4 5
//! ```
//!
//! If the blank moves left, the order stays 1 2 3 4 5. If the blank moves up, tile 2 comes after 3
//! and 4 instead of before them: the order becomes 1 3 4 2 5. So
//!
//! - a horizontal move keeps the order, and for all orders at once it is an `or` of words;
//! - a vertical move takes a tile past `width - 1` others, and so permutes the orders.
//!
//! # A plane has a bit for two orders
//!
//! A vertical move past an odd number of tiles changes the parity of the order; other moves keep
//! it. So the parity follows from the blank's row, and only half of the orders can be reached with
//! the blank on a given cell. Orders are ranked so that 2k and 2k + 1 have different parity
//! (`permutations`), and bit k stands for the one that can be reached. A 3x2 plane has 60 bits for
//! each cell of the blank, which are half of 5!.
//!
//! # Blocks
//!
//! Permuting single bits over the whole plane would be slow, so the orders are split into *blocks*
//! (`blocks`): two orders are in the same block if they differ only in how the first eight tiles
//! are placed among themselves. A vertical move takes whole blocks to whole blocks, and inside a
//! block it applies one of a few permutations of 8!/2 bits, which fit in the cache. On 4x3 the
//! 11 tiles make 990 blocks of 315 words for each cell of the blank.
//!
//! # A level
//!
//! Each block of the next level is made by one thread (`pull`). It collects the states of the last
//! level that lead into the block and removes the states that are already known. So threads need no
//! locks, and the result does not depend on their number.
//!
//! In the single-tile metric every move takes the blank to a cell of the other colour. So even and
//! odd levels share one plane, and the next level replaces the one before the last. In the
//! multi-tile metric a state may have neighbours on its own level, so there are two planes, one for
//! each of the last two levels. A slide along a column is made of steps of one cell, each with the
//! same tables.
//!
//! The builder of pattern databases (`build/sweep.rs` of `fifteen-pdb`) can count single-tile moves
//! too, with a pattern of all tiles. It has a bit for every order instead of every second one, and
//! permutes bits in horizontal moves too. Planes count 4x3 in a fifth of its time and memory, and
//! also count boards with more than 12 tiles.

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

/// What determines the planes: the size of the board, the goal's blank and the metric.
///
/// The board is at least as wide as high, so that there are fewer vertical moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct PlaneGeometry {
    pub(in super::super) size: Size,
    /// Cell of the goal's blank.
    pub(in super::super) blank: usize,
    pub(in super::super) metric: Metric,
}

impl PlaneGeometry {
    /// Maximum number of tiles that one move takes along.
    fn max_slide(self) -> usize {
        match self.metric {
            Metric::SingleTile => 1,
            Metric::MultiTile => usize::MAX,
        }
    }

    /// Parity of the orders that can be reached while the blank is in `row`: 0 is even, like the
    /// order of the goal.
    ///
    /// Each step up or down takes a tile past `width - 1` others.
    fn parity(self, row: usize) -> u32 {
        let goal_row = self.size.row_column(self.blank).0;
        ((self.size.width() - 1) * row.abs_diff(goal_row) % 2) as u32
    }

    /// The cells on which the blank can be in the even and in the odd levels.
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

/// Number of blocks that are made between two checks of the limits.
const BATCH: usize = 4096;

/// Number of bytes that the planes of a board take, or `u64::MAX` if there are more.
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

/// The last two levels of a breadth-first search.
pub(super) struct StatePlanes {
    geometry: PlaneGeometry,
    permutations: OrderPermutations,
    /// Where the states of each block come from, indexed by the upper cell of a vertical step.
    origins: Vec<StepOrigins>,
    /// Number of blocks for each cell of the blank.
    blocks: usize,
    /// Number of words in a block.
    words: usize,
    /// The last level and the one before it; the next level replaces the latter.
    levels: [PlaneLevel; 2],
    /// Index of the last level among `levels`.
    last: usize,
    /// Number of states of each block that no level has had yet. In the single-tile metric each of
    /// the two levels has blocks of its own; in the multi-tile metric both have the same blocks.
    missing: Vec<Vec<u32>>,
}

impl StatePlanes {
    /// The planes at depth 0, with the goal as the only state.
    pub(super) fn new(geometry: PlaneGeometry) -> Result<Self, LabError> {
        // Boards whose planes pass this check are small enough for all numbers to fit in a `usize`.
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

    /// Sets the bit of the goal, which is the first order of the first block, because tiles are
    /// numbered as they stand in the goal.
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

    /// Makes the next level and returns its number of states, or 0 if there are no more states.
    ///
    /// `pause` is called now and then with the number of states found so far. If it returns an
    /// error, the planes are left unfinished and must not be used any more.
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
