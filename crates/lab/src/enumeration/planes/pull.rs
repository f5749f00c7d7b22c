//! Computes the next level block by block. Each block is *pulled* from the last level: it consists
//! of all states that one move from the last level reaches, minus the states of the last two
//! levels.
//!
//! For example, consider the block of a 3x3 board with the blank on the middle cell, in the
//! single-tile metric. Before the move, the blank was on one of four cells. If it was to the left
//! or right, the states come from the same block, unchanged. If it was above or below, the states
//! come from the block that [`StepOrigins`] names, and are permuted. A state found in this way is
//! new unless it was in the level before the last. No older level can contain it, because every
//! move can be undone, and the last level can't contain it, because every move changes the parity
//! of the depth.
//!
//! In the multi-tile metric, the blank can come from any cell of its row and column. A slide along
//! a column is a sequence of one-tile moves. So the states of the farthest cell are moved to the
//! next cell on the way, combined with that cell's states, moved one cell further, and so on.

use super::PlaneGeometry;
use super::blocks::{BlockOrigin, StepOrigins};
use super::permutations::OrderPermutations;

/// Maximum length of a slide along a column, in tiles. Boards here have at most 25 cells and are at
/// least as wide as they are tall, so they have at most five rows.
const MAX_STEPS: usize = 4;

/// The states at one depth, as bit sets for each cell that the blank can occupy.
pub(super) struct PlaneLevel {
    /// The cells that the blank can occupy at this depth, in ascending order.
    pub(super) cells: Vec<usize>,
    /// Index of each cell in `cells`, or `None` if the blank can't occupy the cell at this depth.
    positions: [Option<usize>; fifteen_puzzle::MAX_CELLS],
    /// One bit per state. States are grouped by the blank's cell, in the order of `cells`, and then
    /// by block of tile orders.
    pub(super) bits: Vec<u64>,
    /// Number of states in each block of tile orders. The blocks are in the same order as in
    /// `bits`.
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

    /// Returns the index of a cell in `cells`, or `None` if the blank can't occupy the cell at this
    /// depth.
    pub(super) fn position(&self, cell: usize) -> Option<usize> {
        self.positions[cell]
    }
}

/// The cells from which the blank can reach a given cell in one move.
pub(super) struct BlankSources<'a> {
    /// The cells in the same row from which the blank can reach the given cell in one move.
    row: Vec<usize>,
    /// The one-cell moves down the column by which the blank reaches the given cell. The first
    /// starts directly above that cell, and each further move starts one cell higher.
    above: Vec<ColumnStep<'a>>,
    /// The one-cell moves up the column by which the blank reaches the given cell. The first starts
    /// directly below that cell, and each further move starts one cell lower.
    below: Vec<ColumnStep<'a>>,
}

/// A move of the blank by one cell, up or down.
struct ColumnStep<'a> {
    from: usize,
    /// Origins of the states of each block, indexed by the block after the move.
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
        // The blank reaches `cell` from above by moving down, or from below by moving up. The list
        // `origins` has an item for each pair of neighbouring cells in a column, indexed by the
        // upper cell.
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

/// The working memory of one thread: bit sets of the states in one block. A block is a set of tile
/// orders.
pub(super) struct PullBuffers {
    /// The states of the block that have been found so far at the next depth.
    next: Vec<u64>,
    /// The states after some tiles of a slide along a column have moved. In the multi-tile metric,
    /// a slide of several tiles is computed one tile at a time.
    carried: Vec<u64>,
    /// The states in `carried` after one more tile of the same slide has moved.
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

/// A block of tile orders whose states at the next depth are being computed. They overwrite the
/// states at the depth before the current one, which are needed only to recognise states that have
/// been found before.
pub(super) struct TargetBlock<'a> {
    pub(super) bits: &'a mut [u64],
    /// Number of states in the block, which is the number of set bits in `bits`.
    pub(super) count: &'a mut u32,
    /// Number of states in the block that have not been found at any depth yet.
    pub(super) missing: &'a mut u32,
}

/// What all threads share while they compute the states at the next depth.
pub(super) struct LevelPull<'a> {
    pub(super) permutations: &'a OrderPermutations,
    /// For each cell in `cells`, the cells from which the blank can reach it in one move.
    pub(super) sources: Vec<BlankSources<'a>>,
    /// The cells that the blank can occupy at the next depth.
    pub(super) cells: &'a [usize],
    /// Number of blocks for each position of the blank. A block is a set of tile orders.
    pub(super) blocks: usize,
    /// Number of 64-bit words in the bit set that represents a block.
    pub(super) words: usize,
    /// The states at the current depth, from which the states at the next depth are computed.
    pub(super) source: &'a PlaneLevel,
}

impl LevelPull<'_> {
    /// Returns the states at the current depth with the blank on `cell` and a tile order in
    /// `block`, or `None` if there are no such states.
    fn states(&self, cell: usize, block: usize) -> Option<&[u64]> {
        let index = self.source.position(cell)? * self.blocks + block;
        let is_empty = self.source.counts[index] == 0;
        (!is_empty).then(|| &self.source.bits[index * self.words..][..self.words])
    }

    /// Computes the states of one block at the next depth, and returns their number. Here, a block
    /// is a set of tile orders together with a cell of the blank.
    ///
    /// `number` identifies the block. It is `position * blocks + orders`, where `position` is the
    /// index of the blank's cell in `cells`, and `orders` is the index of the set of orders.
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
        // In the multi-tile metric, a move can lead to another state at the current depth. Such a
        // state is not new, so remove it.
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

    /// Collects in `buffers.next` all states of a block of tile orders that are one move from a
    /// state at the current depth. Returns whether any were found.
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

    /// Collects in `buffers.next` all states of a block of tile orders that are one vertical move
    /// from a state at the current depth. Returns whether any were found.
    ///
    /// `steps` divides the longest possible move into moves by one cell, starting with the last
    /// one.
    fn collect_along(
        &self,
        steps: &[ColumnStep<'_>],
        block: usize,
        buffers: &mut PullBuffers,
    ) -> bool {
        // States move towards the target cell, starting at the farthest cell. But the tables only
        // say where the states of a block come from. So first follow the steps backwards from the
        // target cell to find all source blocks.
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
