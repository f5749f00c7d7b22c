//! Computes the next level block by block. Each block is *pulled* from the last level: it is the
//! union of all states that lead into it, minus the states of the last two levels.
//!
//! For example, suppose that the blank is on the middle cell of 3x3, and that moves take one tile.
//! The states of the next level with the blank there come from four cells. From the cells to the
//! left and right they come from the same block, unchanged. From the cells above and below they
//! come from the blocks that [`StepOrigins`] lists, permuted. A state found in this way is new
//! unless it was in the level before the last one: every move can be undone, and in this metric it
//! changes the parity of the depth.
//!
//! In the multi-tile metric the blank may come from any cell of its row and column. A slide along a
//! column is a sequence of one-tile moves. So the states of the farthest cell are carried to the
//! next cell on the way, joined with that cell's states, carried one cell further, and so on.

use super::PlaneGeometry;
use super::blocks::{BlockOrigin, StepOrigins};
use super::permutations::OrderPermutations;

/// Maximum number of one-tile moves in a slide along a column. Boards have at most 25 cells and are
/// at least as wide as high here, so they have at most five rows.
const MAX_STEPS: usize = 4;

/// The bit sets of one level, for each cell on which the blank can be at this depth.
pub(super) struct PlaneLevel {
    /// The cells on which the blank can be in this level, in ascending order.
    pub(super) cells: Vec<usize>,
    /// Index of each cell in `cells`, or `None` if the blank can't be there in this level.
    positions: [Option<usize>; fifteen_puzzle::MAX_CELLS],
    /// One bit for each state, grouped first by the blank's cell, in the order of `cells`, and then
    /// by block.
    pub(super) bits: Vec<u64>,
    /// Number of states in each block, in the order of the blocks in `bits`.
    pub(super) counts: Vec<u32>,
}

impl PlaneLevel {
    pub(super) fn new(cells: Vec<usize>, bits: Vec<u64>, counts: Vec<u32>) -> Self {
        let mut positions = [None; fifteen_puzzle::MAX_CELLS];
        for (position, &cell) in cells.iter().enumerate() {
            positions[cell] = Some(position);
        }
        Self {
            cells,
            positions,
            bits,
            counts,
        }
    }

    /// Returns the index of a cell in `cells`, or `None` if the blank can't be there in this level.
    pub(super) fn position(&self, cell: usize) -> Option<usize> {
        self.positions[cell]
    }
}

/// The cells from which the blank can reach a given cell in one move.
pub(super) struct BlankSources<'a> {
    /// The cells in the given cell's row.
    row: Vec<usize>,
    /// One-tile moves down the column towards the given cell, the nearest first.
    above: Vec<ColumnStep<'a>>,
    /// One-tile moves up the column towards the given cell, the nearest first.
    below: Vec<ColumnStep<'a>>,
}

/// A one-tile move of the blank along a column, from a cell to its neighbour.
struct ColumnStep<'a> {
    from: usize,
    /// The block that leads into each block, indexed by the block after the move.
    origins: &'a [BlockOrigin],
}

impl<'a> BlankSources<'a> {
    pub(super) fn new(geometry: PlaneGeometry, cell: usize, origins: &'a [StepOrigins]) -> Self {
        let size = geometry.size;
        let width = size.width();
        let max_slide = geometry.max_slide();
        let (row, column) = size.row_column(cell);
        let row_cells = (0..width)
            .filter(|&other| other != column && other.abs_diff(column) <= max_slide)
            .map(|other| row * width + other);
        // From a cell above, the blank moves down, and from a cell below, it moves up. `origins` is
        // indexed by the upper of the two cells that a one-tile move connects.
        let above = (0..row).rev().take(max_slide).map(|row| {
            let from = row * width + column;
            ColumnStep {
                from,
                origins: &origins[from].down,
            }
        });
        let below = (row + 1..size.height()).take(max_slide).map(|row| {
            let from = row * width + column;
            ColumnStep {
                from,
                origins: &origins[from - width].up,
            }
        });
        Self {
            row: row_cells.collect(),
            above: above.collect(),
            below: below.collect(),
        }
    }
}

/// The working memory of one thread. Each buffer holds the states of one block.
pub(super) struct PullBuffers {
    /// The states that lead into the block being computed.
    next: Vec<u64>,
    /// The states that have been carried along the column so far, in the multi-tile metric.
    carried: Vec<u64>,
    /// The carried states after one more move along the column.
    carried_on: Vec<u64>,
}

impl PullBuffers {
    pub(super) fn new(words: usize) -> Self {
        Self {
            next: vec![0; words],
            carried: vec![0; words],
            carried_on: vec![0; words],
        }
    }
}

/// A block of the next level, which is computed in place: until then, `bits` and `count` still
/// describe the level before the last one.
pub(super) struct TargetBlock<'a> {
    pub(super) bits: &'a mut [u64],
    /// Number of states in `bits`.
    pub(super) count: &'a mut u32,
    /// Number of states in the block that have not been found in any level yet.
    pub(super) missing: &'a mut u32,
}

/// The data that all threads share while they compute the blocks of the next level.
pub(super) struct LevelPull<'a> {
    pub(super) permutations: &'a OrderPermutations,
    /// For each cell in `cells`, the cells from which the blank can reach it.
    pub(super) sources: Vec<BlankSources<'a>>,
    /// The cells on which the blank can be in the next level.
    pub(super) cells: &'a [usize],
    /// Number of blocks of orders for each cell of the blank.
    pub(super) blocks: usize,
    /// Number of 64-bit words in the bit set of a block.
    pub(super) words: usize,
    /// The last level, from which the states of the next one are collected.
    pub(super) source: &'a PlaneLevel,
}

impl LevelPull<'_> {
    /// Returns the bit set of a block in the last level with the blank on `cell`, or `None` if it
    /// is empty.
    fn states(&self, cell: usize, block: usize) -> Option<&[u64]> {
        let index = self.source.position(cell)? * self.blocks + block;
        let is_empty = self.source.counts[index] == 0;
        (!is_empty).then(|| &self.source.bits[index * self.words..][..self.words])
    }

    /// Computes block `number` of the next level, and returns its number of states.
    pub(super) fn fill_block(
        &self,
        number: usize,
        target: TargetBlock<'_>,
        buffers: &mut PullBuffers,
    ) -> u64 {
        let position = number / self.blocks;
        let block = number % self.blocks;
        if *target.missing == 0 || !self.collect(&self.sources[position], block, buffers) {
            if *target.count > 0 {
                target.bits.fill(0);
                *target.count = 0;
            }
            return 0;
        }
        // In the multi-tile metric a move may lead from a state to another one of the last level,
        // which isn't new.
        if let Some(own) = self.states(self.cells[position], block) {
            for (next, own) in buffers.next.iter_mut().zip(own) {
                *next &= !own;
            }
        }
        let mut count = 0;
        for (bits, next) in target.bits.iter_mut().zip(&buffers.next) {
            *bits = next & !*bits;
            count += bits.count_ones();
        }
        *target.count = count;
        *target.missing -= count;
        u64::from(count)
    }

    /// Collects in `buffers.next` all states that lead into a block. Returns whether any state may
    /// have been found; if not, the block needs no further work.
    fn collect(&self, sources: &BlankSources<'_>, block: usize, buffers: &mut PullBuffers) -> bool {
        buffers.next.fill(0);
        let mut any = false;
        for &from in &sources.row {
            if let Some(states) = self.states(from, block) {
                self.permutations.or_into(states, None, &mut buffers.next);
                any = true;
            }
        }
        any |= self.collect_along(&sources.above, block, buffers);
        any |= self.collect_along(&sources.below, block, buffers);
        any
    }

    /// Collects the states that reach a block by moves along a column, starting at the farthest
    /// cell. Returns whether any state may have been found.
    fn collect_along(
        &self,
        steps: &[ColumnStep<'_>],
        block: usize,
        buffers: &mut PullBuffers,
    ) -> bool {
        // The origins of a block are only known backwards, so they are looked up from the nearest
        // cell to the farthest before states are carried the other way.
        let mut origins = [BlockOrigin::default(); MAX_STEPS];
        let mut after = block;
        for (origin, step) in origins.iter_mut().zip(steps) {
            *origin = step.origins[after];
            after = origin.block();
        }
        let mut any = false;
        for (distance, (origin, step)) in origins.iter().zip(steps).enumerate().rev() {
            let states = self.states(step.from, origin.block());
            if !any && states.is_none() {
                continue;
            }
            let is_last_step = distance == 0;
            let target = if is_last_step {
                &mut buffers.next
            } else {
                buffers.carried_on.fill(0);
                &mut buffers.carried_on
            };
            let permutation = origin.permutation();
            if any {
                self.permutations
                    .or_into(&buffers.carried, permutation, target);
            }
            if let Some(states) = states {
                self.permutations.or_into(states, permutation, target);
            }
            if !is_last_step {
                std::mem::swap(&mut buffers.carried, &mut buffers.carried_on);
            }
            any = true;
        }
        any
    }
}
