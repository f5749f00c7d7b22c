//! Pulling: a block of the next level is the union of everything that leads into it from the last
//! level, without the states of the last two levels.
//!
//! For example, let the blank stand on the middle cell of 3x3, and let moves take one tile. The
//! states of the next level with the blank there come from four cells: from the cells to the left
//! and right in the same block, without a change, and from the cells above and below in the blocks
//! that [`StepOrigins`] names, with their permutations. A state is new unless it was in the level
//! before the last one, because every move can be undone and, in this metric, changes the parity of
//! the depth.
//!
//! In the multi-tile metric the blank may come from any cell of its row and column. A slide along a
//! column is a chain of steps, so the states are carried from the farthest cell to the next one,
//! together with that cell's states to the one after it, and so on.

use super::PlaneGeometry;
use super::blocks::{BlockOrigin, StepOrigins};
use super::permutations::OrderPermutations;

/// Maximum number of steps in a slide along a column. A board of up to 25 cells that is at least as
/// wide as high has at most five rows.
const MAX_STEPS: usize = 4;

/// The states of one level, in blocks, for the cells on which the blank can be in it.
pub(super) struct PlaneLevel {
    /// The cells of the blank, in ascending order.
    pub(super) cells: Vec<usize>,
    /// Index of each cell among `cells`.
    positions: [Option<usize>; fifteen_puzzle::MAX_CELLS],
    /// One bit for each state: the blocks of the first cell, then the blocks of the next, and so
    /// on.
    pub(super) bits: Vec<u64>,
    /// Number of states in each block.
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

    /// Index of a cell among the cells of the blank.
    pub(super) fn position(&self, cell: usize) -> Option<usize> {
        self.positions[cell]
    }
}

/// The cells from which the blank comes to one cell.
pub(super) struct BlankSources<'a> {
    /// The cells in the same row.
    row: Vec<usize>,
    /// The cells above, the nearest first.
    above: Vec<ColumnStep<'a>>,
    /// The cells below, the nearest first.
    below: Vec<ColumnStep<'a>>,
}

/// A step of the blank along a column, from a cell to its neighbour.
struct ColumnStep<'a> {
    from: usize,
    /// Where states come from, indexed by the block after the step.
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
        // From above the blank goes down, and from below it goes up. Origins are listed by the
        // upper one of the two cells.
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

/// Buffers of a thread, each for one block.
pub(super) struct PullBuffers {
    /// The states that lead into the block.
    next: Vec<u64>,
    /// States on their way along a column.
    carried: Vec<u64>,
    /// The same states one step later.
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

/// A block of the next level. Until it is filled it holds the level before the last one.
pub(super) struct TargetBlock<'a> {
    pub(super) bits: &'a mut [u64],
    /// Number of states in the block.
    pub(super) count: &'a mut u32,
    /// Number of states of the block that no level has had yet.
    pub(super) missing: &'a mut u32,
}

/// Everything that is needed to make the blocks of the next level.
pub(super) struct LevelPull<'a> {
    pub(super) permutations: &'a OrderPermutations,
    /// The sources of each cell in `cells`.
    pub(super) sources: Vec<BlankSources<'a>>,
    /// The cells on which the blank can be in the next level.
    pub(super) cells: &'a [usize],
    /// Number of blocks for each cell of the blank.
    pub(super) blocks: usize,
    /// Number of words in a block.
    pub(super) words: usize,
    /// The last level.
    pub(super) source: &'a PlaneLevel,
}

impl LevelPull<'_> {
    /// The states of a block in the last level, or `None` if the block is empty.
    fn states(&self, cell: usize, block: usize) -> Option<&[u64]> {
        let index = self.source.position(cell)? * self.blocks + block;
        let is_empty = self.source.counts[index] == 0;
        (!is_empty).then(|| &self.source.bits[index * self.words..][..self.words])
    }

    /// Makes a block of the next level, and returns its number of states.
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
        // In the multi-tile metric a state may lead to one of its own level, which isn't new.
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

    /// Collects all states that lead into a block. Returns false if the result is empty.
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

    /// Collects the states that come along a column, beginning with the farthest cell.
    fn collect_along(
        &self,
        steps: &[ColumnStep<'_>],
        block: usize,
        buffers: &mut PullBuffers,
    ) -> bool {
        // The blocks on the way are only known from this end.
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
