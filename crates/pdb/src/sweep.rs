//! The sweep: breadth-first search over all entries of a pattern, level by level, on planes of bits.
//!
//! Rows are worked out by *pulling*: a row of the next level is what the rows that lead into it hold of this level,
//! less its own entries of the level before (the graph is undirected, every move costs 1, and moves change the
//! parity of the distance, so a neighbour of level d that is not of level d-1 is new). Every row has one writer, so
//! threads split the rows without locks and the result does not depend on their number. Level d lives in the rows of
//! its parity, and level d+1 replaces level d-1 in the others: one plane holds both.

use rayon::prelude::*;

use crate::build::arrange_buffer;
use crate::error::BuildError;
use crate::graph::Graph;
use crate::pattern::{Pattern, TableKind};
use crate::rank::FACTORIAL;
use crate::shifts::{Block, Shifts, row_blocks};

/// The largest distance that a table may hold: searches keep distances, and builds one more, in a byte.
pub(crate) const MAX_DISTANCE: u32 = 254;

/// One bit for each entry, rows of one parity together, each row in whole blocks.
pub(crate) struct Plane {
    halves: [Vec<Block>; 2],
    row_blocks: usize,
}

impl Plane {
    pub(crate) fn new(graph: &Graph, row_blocks: usize) -> Result<Self, BuildError> {
        let half = |parity| zeroed(graph.half(parity).len() * row_blocks);
        Ok(Self { halves: [half(0)?, half(1)?], row_blocks })
    }

    /// The blocks of the row at that place (see [`Graph::place`]).
    pub(crate) fn row(&self, (parity, place): (usize, usize)) -> &[Block] {
        &self.halves[parity][place * self.row_blocks..][..self.row_blocks]
    }
}

/// Zeroed memory, or an error where the system refuses it.
pub(crate) fn zeroed<T: Clone + Default>(len: usize) -> Result<Vec<T>, BuildError> {
    let needed = (len * size_of::<T>()) as u64;
    // Reserving first turns a refusal into an error; `vec!` then gets pages that the system zeroes when touched.
    Vec::<T>::new().try_reserve_exact(len).map_err(|_| BuildError::OutOfMemory { needed })?;
    Ok(vec![T::default(); len])
}

/// Bytes that a build on all cores takes at its peak: two planes, or one beside the payload and the threads' buffers
/// when it is put in order; or a byte for each placement beside the plane or the entries.
pub(crate) fn memory(pattern: &Pattern, maps: u64, rows: u64, kind: TableKind) -> u64 {
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    let plane = rows * (row_blocks(pattern.len()) * size_of::<Block>()) as u64;
    // The numbering of maps, the graph, and two counts for each row.
    let numbering = maps * 16 + rows * 24;
    let placements = maps * arrangements;
    match kind {
        TableKind::ZeroAware => {
            let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
            let in_order = (rows * arrangements).div_ceil(8) + threads * arrange_buffer(rows);
            plane + plane.max(in_order) + numbering
        }
        // The level's plane is gone before the entries, of 4 bits as a rule, are written.
        TableKind::Additive => placements + plane.max(placements / 2) + numbering,
    }
}

/// What is done with a new level while it is at hand.
pub(crate) enum Keep<'a> {
    /// Its entries get their bit in this plane.
    Mark(&'a mut Plane),
    /// Nothing.
    Nothing,
}

/// A breadth-first search in progress.
pub(crate) struct Sweep<'a> {
    graph: &'a Graph,
    shifts: Shifts,
    level: Plane,
    /// By parity and place: entries of the row in the level that its half holds.
    counts: [Vec<u32>; 2],
    /// By parity and place: entries of the row that no level had yet.
    missing: [Vec<u32>; 2],
    depth: u32,
}

/// A row with all that its one writer needs.
struct Task<'t> {
    row: u32,
    level: &'t mut [Block],
    mark: Option<&'t mut [Block]>,
    count: &'t mut u32,
    missing: &'t mut u32,
}

impl<'a> Sweep<'a> {
    /// A sweep at depth 0: the goal's entry alone is reached.
    pub(crate) fn new(graph: &'a Graph, pattern: &Pattern) -> Result<Self, BuildError> {
        let shifts = Shifts::new(pattern.len(), pattern.size().width() - 1);
        let mut level = Plane::new(graph, row_blocks(pattern.len()))?;
        let zeros = |parity: usize, n: u32| vec![n; graph.half(parity).len()];
        let mut counts = [zeros(0, 0), zeros(1, 0)];
        let reachable = reachable_per_row(pattern);
        let mut missing = [zeros(0, reachable), zeros(1, reachable)];
        // In the goal the tiles stand in the order of their indices: rank 0.
        let (parity, place) = graph.place(graph.numbering().row(pattern.mask(), pattern.blank()));
        level.halves[parity][place * level.row_blocks][0] = 1;
        counts[parity][place] = 1;
        missing[parity][place] -= 1;
        Ok(Self { graph, shifts, level, counts, missing, depth: 0 })
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.graph.len()
    }

    /// A plane with no bit set.
    pub(crate) fn empty_plane(&self) -> Result<Plane, BuildError> {
        Plane::new(self.graph, self.level.row_blocks)
    }

    /// The bits of a row in the current level, if it has any.
    pub(crate) fn level_of(&self, row: u32) -> Option<&[Block]> {
        let (parity, place) = self.graph.place(row);
        let any = parity == (self.depth % 2) as usize && self.counts[parity][place] > 0;
        any.then(|| self.level.row((parity, place)))
    }

    /// Goes one level deeper and returns how many entries it has.
    ///
    /// `pause` is called now and then with the entries found so far in the level; what it returns as an error ends the sweep.
    pub(crate) fn deepen(
        &mut self,
        mut keep: Keep<'_>,
        pause: &mut dyn FnMut(u64) -> Result<(), BuildError>,
    ) -> Result<u64, BuildError> {
        if self.depth == MAX_DISTANCE {
            return Err(BuildError::TooDeep);
        }
        self.depth += 1;
        let parity = (self.depth % 2) as usize;
        let blocks = self.level.row_blocks;
        let (source, target) = halves(&mut self.level.halves, parity);
        let (source_counts, counts) = halves(&mut self.counts, parity);
        let rows = self.graph.half(parity);
        let slice = rows.len().div_ceil(16).max(1);
        let (graph, shifts) = (self.graph, &self.shifts);
        let mut found = 0;
        let mut marks = match &mut keep {
            Keep::Mark(plane) => Some(plane.halves[parity].chunks_mut(slice * blocks)),
            Keep::Nothing => None,
        };
        let slices = rows.chunks(slice).zip(target.chunks_mut(slice * blocks));
        let per_row = counts.chunks_mut(slice).zip(self.missing[parity].chunks_mut(slice));
        for ((rows, level), (counts, missing)) in slices.zip(per_row) {
            let mark = marks.as_mut().and_then(Iterator::next);
            found += tasks(rows, level, mark, counts, missing, blocks)
                .into_par_iter()
                .map_init(
                    || vec![Block::default(); blocks],
                    |scratch, task| pull(graph, shifts, source, source_counts, scratch, task),
                )
                .sum::<u64>();
            pause(found)?;
        }
        Ok(found)
    }
}

/// How many arrangements of a row can be reached: all of them, or half where at most one tile is outside the
/// pattern and so parity decides.
pub(crate) fn reachable_per_row(pattern: &Pattern) -> u32 {
    let all = FACTORIAL[pattern.len()];
    if pattern.len() + 2 >= pattern.size().cells() { all.div_ceil(2) } else { all }
}

/// The half of the other parity, to read, and the half of `parity`, to write.
fn halves<T>(halves: &mut [Vec<T>; 2], parity: usize) -> (&[T], &mut [T]) {
    let (even, odd) = halves.split_at_mut(1);
    if parity == 0 { (&odd[0], &mut even[0]) } else { (&even[0], &mut odd[0]) }
}

fn tasks<'t>(
    rows: &[u32],
    level: &'t mut [Block],
    mark: Option<&'t mut [Block]>,
    counts: &'t mut [u32],
    missing: &'t mut [u32],
    blocks: usize,
) -> Vec<Task<'t>> {
    let mut marks = mark.map(|m| m.chunks_mut(blocks));
    rows.iter()
        .zip(level.chunks_mut(blocks))
        .zip(counts.iter_mut().zip(missing))
        .map(|((&row, level), (count, missing))| {
            let mark = marks.as_mut().and_then(Iterator::next);
            Task { row, level, mark, count, missing }
        })
        .collect()
}

/// Works out one row of the next level and returns how many entries it has.
fn pull(
    graph: &Graph,
    shifts: &Shifts,
    source: &[Block],
    source_counts: &[u32],
    next: &mut [Block],
    task: Task<'_>,
) -> u64 {
    let blocks = next.len();
    let mut entered = false;
    if *task.missing > 0 {
        for entrance in graph.entrances(task.row) {
            let (_, place) = graph.place(entrance.source);
            if source_counts[place] == 0 {
                continue;
            }
            if !entered {
                entered = true;
                next.fill(Block::default());
            }
            let row = &source[place * blocks..][..blocks];
            shifts.or_shifted(row, entrance.from.into(), entrance.to.into(), next);
        }
    }
    if !entered {
        if *task.count > 0 {
            task.level.fill(Block::default());
            *task.count = 0;
        }
        return 0;
    }
    let count = keep_new(task.level.as_flattened_mut(), next.as_flattened());
    if let Some(mark) = task.mark.filter(|_| count > 0) {
        let (mark, level) = (mark.as_flattened_mut(), task.level.as_flattened());
        mark.iter_mut().zip(level).for_each(|(m, l)| *m |= l);
    }
    *task.count = count;
    *task.missing -= count;
    u64::from(count)
}

/// Puts what is in `new` and not in `row` into `row`, and counts it.
fn keep_new(row: &mut [u8], new: &[u8]) -> u32 {
    let ((words, rest), (new_words, new_rest)) = (row.as_chunks_mut::<8>(), new.as_chunks::<8>());
    let mut count = 0;
    for (old, new) in words.iter_mut().zip(new_words) {
        let kept = u64::from_le_bytes(*new) & !u64::from_le_bytes(*old);
        *old = kept.to_le_bytes();
        count += kept.count_ones();
    }
    for (old, new) in rest.iter_mut().zip(new_rest) {
        *old = new & !*old;
        count += old.count_ones();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::requirements;
    use fifteen_puzzle::Size;

    fn pattern(size: (usize, usize), tiles: u8) -> Pattern {
        let size = Size::new(size.0, size.1).unwrap();
        Pattern::new(size, size.cells() - 1, &(0..tiles).collect::<Vec<_>>()).unwrap()
    }

    /// Of 12,870 maps, with 35,347 rows in all: what numbering them takes comes on top.
    #[test]
    fn memory_is_two_planes_or_the_placements_and_their_entries() {
        let eight = pattern((4, 4), 8);
        let [zero_aware, additive] = [TableKind::ZeroAware, TableKind::Additive].map(|kind| requirements(&eight, kind));
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
        let numbering = 12_870 * 16 + 35_347 * 24;
        let planes = zero_aware.entries / 4 + threads * arrange_buffer(35_347);
        let placements = additive.entries + additive.entries / 2;
        assert_eq!(zero_aware.memory_bytes, planes + numbering);
        assert_eq!(additive.memory_bytes, placements + numbering);
    }

    #[test]
    fn parity_decides_where_one_tile_is_left() {
        assert_eq!(reachable_per_row(&pattern((3, 3), 8)), 20_160);
        assert_eq!(reachable_per_row(&pattern((3, 3), 7)), 2_520);
        assert_eq!(reachable_per_row(&pattern((3, 3), 6)), 720);
    }
}
