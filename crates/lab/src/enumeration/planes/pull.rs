//! Pulling: a block of the next level has the states that the last level leads to, without those that are known.

use super::Geometry;
use super::blocks::Origin;
use super::permutations::OrderPermutations;

/// The largest number of steps along a column: a board at least as wide as high has at most five rows.
const MAX_STEPS: usize = 4;

/// The blocks of some cells of the blank in one level.
pub(super) struct Level {
    pub(super) bits: Vec<u64>,
    /// Number of states of each block.
    pub(super) counts: Vec<u32>,
}

/// The cells from which the blank comes to a cell.
pub(super) struct Sources<'a> {
    row: Vec<usize>,
    /// Downwards and upwards, the nearest step first.
    column: [Vec<Step<'a>>; 2],
}

/// A step of the blank along a column.
struct Step<'a> {
    from: usize,
    origins: &'a [Origin],
}

impl<'a> Sources<'a> {
    pub(super) fn new(geometry: Geometry, cell: usize, origins: &'a [[Vec<Origin>; 2]]) -> Self {
        let (size, width, reach) = (geometry.size, geometry.size.width(), geometry.reach());
        let (row, column) = size.row_column(cell);
        let beside = (0..width).filter(|&other| other != column && other.abs_diff(column) <= reach);
        let above = (0..row).rev().take(reach).map(|row| row * width + column);
        let below = (row + 1..size.height())
            .take(reach)
            .map(|row| row * width + column);
        let down = above
            .map(|from| Step {
                from,
                origins: &origins[from][1],
            })
            .collect();
        let up = below
            .map(|from| Step {
                from,
                origins: &origins[from - width][0],
            })
            .collect();
        Self {
            row: beside.map(|column| row * width + column).collect(),
            column: [down, up],
        }
    }
}

/// Buffers of a thread for one block.
pub(super) struct Scratch {
    next: Vec<u64>,
    carried: Vec<u64>,
    spare: Vec<u64>,
}

impl Scratch {
    pub(super) fn new(words: usize) -> Self {
        Self {
            next: vec![0; words],
            carried: vec![0; words],
            spare: vec![0; words],
        }
    }
}

/// A block of the next level; it still holds the level before the last.
pub(super) struct Block<'a> {
    pub(super) bits: &'a mut [u64],
    pub(super) count: &'a mut u32,
    pub(super) missing: &'a mut u32,
}

/// The data from which blocks of the next level are made.
pub(super) struct Pull<'a> {
    pub(super) permutations: &'a OrderPermutations,
    pub(super) sources: Vec<Sources<'a>>,
    pub(super) cells: &'a [usize],
    pub(super) blocks: usize,
    pub(super) words: usize,
    pub(super) source: &'a Level,
    /// By cell: the index of its blocks in the source, if it has them.
    pub(super) places: [Option<usize>; fifteen_puzzle::MAX_CELLS],
}

impl Pull<'_> {
    /// The states of a block in the last level, if there are any.
    fn states(&self, cell: usize, block: usize) -> Option<&[u64]> {
        let at = self.places[cell]? * self.blocks + block;
        (self.source.counts[at] > 0).then(|| &self.source.bits[at * self.words..][..self.words])
    }

    /// Makes the next level of a block, and returns its number of states.
    pub(super) fn block(&self, number: usize, scratch: &mut Scratch, made: Block<'_>) -> u64 {
        let (place, block) = (number / self.blocks, number % self.blocks);
        let cell = self.cells[place];
        if *made.missing == 0 || !self.enter(&self.sources[place], block, scratch) {
            if *made.count > 0 {
                made.bits.fill(0);
                *made.count = 0;
            }
            return 0;
        }
        if let Some(own) = self.states(cell, block) {
            scratch
                .next
                .iter_mut()
                .zip(own)
                .for_each(|(next, own)| *next &= !own);
        }
        let mut count = 0;
        for (bits, next) in made.bits.iter_mut().zip(&scratch.next) {
            *bits = next & !*bits;
            count += bits.count_ones();
        }
        *made.count = count;
        *made.missing -= count;
        u64::from(count)
    }

    /// Collects all states that lead into a block; true if there are any.
    fn enter(&self, sources: &Sources<'_>, block: usize, scratch: &mut Scratch) -> bool {
        scratch.next.fill(0);
        let mut entered = false;
        for states in sources
            .row
            .iter()
            .filter_map(|&from| self.states(from, block))
        {
            self.permutations.carry(states, None, &mut scratch.next);
            entered = true;
        }
        for steps in &sources.column {
            entered |= self.enter_along(steps, block, scratch);
        }
        entered
    }

    /// Collects the states that come along a column, beginning with the farthest cell.
    fn enter_along(&self, steps: &[Step<'_>], block: usize, scratch: &mut Scratch) -> bool {
        let mut origins = [Origin::default(); MAX_STEPS];
        let mut at = block;
        for (origin, step) in origins.iter_mut().zip(steps) {
            *origin = step.origins[at];
            at = origin.block();
        }
        let mut carried = false;
        for (i, (origin, step)) in origins.iter().zip(steps).enumerate().rev() {
            let states = self.states(step.from, origin.block());
            if !carried && states.is_none() {
                continue;
            }
            let Scratch {
                next,
                carried: before,
                spare,
            } = scratch;
            let after = if i == 0 { next } else { spare };
            if i > 0 {
                after.fill(0);
            }
            if carried {
                self.permutations.carry(before, origin.permutation(), after);
            }
            if let Some(states) = states {
                self.permutations.carry(states, origin.permutation(), after);
            }
            if i > 0 {
                std::mem::swap(&mut scratch.carried, &mut scratch.spare);
            }
            carried = true;
        }
        carried
    }
}
