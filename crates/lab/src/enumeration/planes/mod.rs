//! Counting on planes of bits: one for each state of the whole board, by the blank's cell, block and order (after Korf
//! & Schultze 2005, who keep them on disk).
//!
//! Half of all orders of the tiles can be reached with the blank on a cell, so a plane has one bit for two of them. A
//! horizontal move leaves the order as it is, and is an `or` of words; a vertical one permutes the bits within blocks
//! (see [`blocks`]). The next level is made block by block, each by one thread, which pulls the states that lead into
//! the block and removes those that are known; so there are no locks, and nothing depends on the number of threads.
//!
//! In the single-tile metric every move takes the blank to a cell of the other colour: the even and the odd levels
//! share one plane. In the multi-tile metric a neighbour may be of the same level, and there are two planes, of the
//! last two levels. Slides along a column are gathered cell by cell, each step with the tables of a single
//! one.

mod blocks;
mod boards;
mod permutations;
mod pull;

use rayon::prelude::*;

use self::blocks::Origin;
use self::permutations::{OrderPermutations, orders_of};
use self::pull::{Block, Level, Pull, Scratch, Sources};
use crate::LabError;
use fifteen_puzzle::{Metric, Size};
use fifteen_resources::{AllocationError, filled, zeroed};
use fifteen_search::LimitKind;

/// The geometry of planes, which have a board at least as wide as high: its size, the blank's cell in the goal, and the
/// metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Geometry {
    pub(in super::super) size: Size,
    pub(in super::super) blank: usize,
    pub(in super::super) metric: Metric,
}

impl Geometry {
    /// The largest number of tiles that a move takes along.
    fn reach(self) -> usize {
        match self.metric {
            Metric::SingleTile => 1,
            Metric::MultiTile => usize::MAX,
        }
    }

    /// The parity of the order of the tiles while the blank is in a row; it is even in the goal. A step up or down
    /// carries a tile past the others of a row, less one.
    fn parity(self, row: usize) -> u32 {
        let goal = self.size.row_column(self.blank).0;
        ((self.size.width() - 1) * row.abs_diff(goal) % 2) as u32
    }
}

/// Blocks that are made between two checks of the limits.
const BATCH: usize = 4096;

/// Bytes of the planes of a board; `u64::MAX` stands for more than that.
pub(super) fn memory(geometry: Geometry) -> u64 {
    let tiles = geometry.size.cells() - 1;
    let planes = if geometry.metric == Metric::SingleTile {
        1
    } else {
        2
    };
    let block = planes * (words_of(tiles) * size_of::<u64>() + size_of::<u32>()) + size_of::<u32>();
    let bytes =
        blocks::count(tiles) * (geometry.size.cells() * block) as u128 + blocks::memory(geometry);
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

fn words_of(tiles: usize) -> usize {
    orders_of(tiles).div_ceil(64)
}

/// The last two levels.
pub(super) struct Planes {
    geometry: Geometry,
    permutations: OrderPermutations,
    origins: Vec<[Vec<Origin>; 2]>,
    blocks: usize,
    words: usize,
    /// For each of the two levels, the cells of the blank in it, in order.
    cells: [Vec<usize>; 2],
    /// The last two levels, by turns.
    levels: [Level; 2],
    /// States of each block that no level had yet; for each of the two levels, or one for both.
    missing: Vec<Vec<u32>>,
    /// The index of the last level.
    last: usize,
}

impl Planes {
    pub(super) fn new(geometry: Geometry) -> Result<Self, LabError> {
        let needed = memory(geometry);
        if isize::try_from(needed).is_err() {
            return Err(AllocationError { needed }.into());
        }
        let (size, tiles) = (geometry.size, geometry.size.cells() - 1);
        let cells = |colour| match geometry.metric {
            Metric::SingleTile => (0..size.cells())
                .filter(|&c| size.colour(c) == colour)
                .collect(),
            Metric::MultiTile => (0..size.cells()).collect::<Vec<_>>(),
        };
        let cells = [cells(0), cells(1)];
        let (blocks, words) = (blocks::count(tiles) as usize, words_of(tiles));
        let level = |cells: &Vec<usize>| {
            let blocks = cells.len() * blocks;
            Ok::<_, AllocationError>(Level {
                bits: zeroed(blocks * words)?,
                counts: zeroed(blocks)?,
            })
        };
        let levels = [level(&cells[0])?, level(&cells[1])?];
        let missing = |cells: &Vec<usize>| filled(orders_of(tiles) as u32, cells.len() * blocks);
        let missing = match geometry.metric {
            Metric::SingleTile => vec![missing(&cells[0])?, missing(&cells[1])?],
            Metric::MultiTile => vec![missing(&cells[0])?],
        };
        let permutations = OrderPermutations::new(tiles, size.width() - 1);
        let origins = blocks::origins(geometry, &permutations);
        let last = if geometry.metric == Metric::SingleTile {
            size.colour(geometry.blank)
        } else {
            0
        };
        let mut planes = Self {
            geometry,
            permutations,
            origins,
            blocks,
            words,
            cells,
            levels,
            missing,
            last,
        };
        planes.put_goal();
        Ok(planes)
    }

    /// The tiles are numbered as they stand in the goal: block 0, order 0.
    fn put_goal(&mut self) {
        let Some(place) = self.cells[self.last]
            .iter()
            .position(|&cell| cell == self.geometry.blank)
        else {
            return;
        };
        let block = place * self.blocks;
        let missing = self.last % self.missing.len();
        self.levels[self.last].bits[block * self.words] = 1;
        self.levels[self.last].counts[block] = 1;
        self.missing[missing][block] -= 1;
    }

    /// Makes the next level and returns its number of states, if there are any. `pause` receives the states found so
    /// far; its error stops the work, and then the planes are of no use.
    pub(super) fn deepen(
        &mut self,
        pause: &mut (dyn FnMut(u64) -> Result<(), LimitKind> + Send),
    ) -> Result<u64, LimitKind> {
        let (blocks, words, target) = (self.blocks, self.words, 1 - self.last);
        let (even, odd) = self.levels.split_at_mut(1);
        let (level, source) = if target == 0 {
            (&mut even[0], &odd[0])
        } else {
            (&mut odd[0], &even[0])
        };
        let mut places = [None; fifteen_puzzle::MAX_CELLS];
        self.cells[self.last]
            .iter()
            .enumerate()
            .for_each(|(place, &cell)| places[cell] = Some(place));
        let pull = Pull {
            permutations: &self.permutations,
            sources: self.cells[target]
                .iter()
                .map(|&cell| Sources::new(self.geometry, cell, &self.origins))
                .collect(),
            cells: &self.cells[target],
            blocks,
            words,
            source,
            places,
        };
        let shared = target % self.missing.len();
        let batches = level
            .bits
            .chunks_mut(BATCH * words)
            .zip(level.counts.chunks_mut(BATCH));
        let mut found = 0;
        for (batch, ((bits, counts), missing)) in batches
            .zip(self.missing[shared].chunks_mut(BATCH))
            .enumerate()
        {
            let tasks = bits
                .par_chunks_mut(words)
                .zip(counts)
                .zip(missing)
                .enumerate();
            found += tasks
                .map_init(
                    || Scratch::new(words),
                    |scratch, (i, ((bits, count), missing))| {
                        pull.block(
                            batch * BATCH + i,
                            scratch,
                            Block {
                                bits,
                                count,
                                missing,
                            },
                        )
                    },
                )
                .sum::<u64>();
            pause(found)?;
        }
        self.last = target;
        Ok(found)
    }
}
