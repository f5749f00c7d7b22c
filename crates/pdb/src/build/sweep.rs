//! The sweep: breadth-first search over all entries of a pattern, level by level, on planes of bits.
//!
//! A class of the next level is *pulled* from the classes that lead into it: it is the union of the images of their
//! entries in this level, without its own entries of the level before. That is complete because the graph is
//! undirected, every move costs 1 and changes the parity of the distance: a neighbour of level d that is not in level
//! d-1 is new. Every class has one writer, so threads split the classes without locks and the result does not depend on
//! their number. Level d is kept in the classes of its parity, and level d+1 replaces level d-1 in the others: one
//! plane holds both.

use rayon::prelude::*;

use super::BuildError;
use super::graph::Graph;
use crate::allocation::filled;
use crate::format::MAX_DISTANCE;
use crate::index::rank::FACTORIAL;
use crate::index::{Block, RankPermutations, class_blocks};
use crate::pattern::Pattern;

/// Blocks that one thread takes at a time.
const PART: usize = 1 << 12;

/// One bit for each entry, classes of one parity together, each class in whole blocks.
pub(super) struct Plane {
    halves: [Vec<Block>; 2],
    class_blocks: usize,
}

impl Plane {
    fn new(graph: &Graph, class_blocks: usize) -> Result<Self, BuildError> {
        let half = |parity| filled(Block::default(), graph.half(parity).len() * class_blocks);
        Ok(Self { halves: [half(0)?, half(1)?], class_blocks })
    }

    /// The blocks of the class at that position (see [`Graph::position`]).
    pub(super) fn class(&self, (parity, position): (usize, usize)) -> &[Block] {
        &self.halves[parity][position * self.class_blocks..][..self.class_blocks]
    }

    /// Sets the bits that another plane has.
    pub(super) fn add(&mut self, other: &Self) {
        for (half, other) in self.halves.iter_mut().zip(&other.halves) {
            let parts = half.par_chunks_mut(PART).zip(other.par_chunks(PART));
            parts.for_each(|(half, other)| or(half.as_flattened_mut(), other.as_flattened()));
        }
    }

    /// Clears all bits.
    pub(super) fn clear(&mut self) {
        self.halves.iter_mut().for_each(|half| half.par_chunks_mut(PART).for_each(|part| part.fill(Block::default())));
    }
}

/// A breadth-first search in progress.
pub(super) struct Sweep<'a> {
    graph: &'a Graph,
    permutations: RankPermutations,
    level: Plane,
    /// By parity and position: entries of the class in the level that its half holds.
    counts: [Vec<u32>; 2],
    /// By parity and position: entries of the class that no level had yet.
    missing: [Vec<u32>; 2],
    depth: u32,
}

/// A class with all that its one writer needs.
struct Task<'t> {
    class: u32,
    level: &'t mut [Block],
    mark: Option<&'t mut [Block]>,
    count: &'t mut u32,
    missing: &'t mut u32,
}

impl<'a> Sweep<'a> {
    /// A sweep at depth 0: only the goal's entry is reached.
    pub(super) fn new(graph: &'a Graph, pattern: &Pattern) -> Result<Self, BuildError> {
        let permutations = RankPermutations::new(pattern.len(), pattern.size().width() - 1);
        let mut level = Plane::new(graph, class_blocks(pattern.len()))?;
        let zeros = |parity: usize, n: u32| vec![n; graph.half(parity).len()];
        let mut counts = [zeros(0, 0), zeros(1, 0)];
        let reachable = reachable_per_class(pattern);
        let mut missing = [zeros(0, reachable), zeros(1, reachable)];
        // In the goal the tiles stand in the order of their indices: rank 0.
        let (parity, position) = graph.position(graph.numbering().class(pattern.mask(), pattern.blank()));
        level.halves[parity][position * level.class_blocks][0] = 1;
        counts[parity][position] = 1;
        missing[parity][position] -= 1;
        Ok(Self { graph, permutations, level, counts, missing, depth: 0 })
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Number of classes.
    pub(super) fn classes(&self) -> usize {
        self.graph.len()
    }

    /// A plane with no bit set.
    pub(super) fn empty_plane(&self) -> Result<Plane, BuildError> {
        Plane::new(self.graph, self.level.class_blocks)
    }

    /// The bits of a class in the current level, if it has any.
    pub(super) fn level_of(&self, class: u32) -> Option<&[Block]> {
        let (parity, position) = self.graph.position(class);
        let any = parity == (self.depth % 2) as usize && self.counts[parity][position] > 0;
        any.then(|| self.level.class((parity, position)))
    }

    /// Goes one level deeper, adds its entries to the plane `mark` and returns their number.
    ///
    /// `pause` is called now and then with the number of entries found up to now in the level. An error that it returns
    /// ends the sweep.
    pub(super) fn deepen(
        &mut self,
        mark: Option<&mut Plane>,
        pause: &mut dyn FnMut(u64) -> Result<(), BuildError>,
    ) -> Result<u64, BuildError> {
        if self.depth == MAX_DISTANCE {
            return Err(BuildError::TooDeep);
        }
        self.depth += 1;
        let parity = (self.depth % 2) as usize;
        let blocks = self.level.class_blocks;
        let (source, target) = halves(&mut self.level.halves, parity);
        let (source_counts, counts) = halves(&mut self.counts, parity);
        let classes = self.graph.half(parity);
        let slice = classes.len().div_ceil(16).max(1);
        let (graph, permutations) = (self.graph, &self.permutations);
        let mut found = 0;
        let mut marks = mark.map(|plane| plane.halves[parity].chunks_mut(slice * blocks));
        let slices = classes.chunks(slice).zip(target.chunks_mut(slice * blocks));
        let per_class = counts.chunks_mut(slice).zip(self.missing[parity].chunks_mut(slice));
        for ((classes, level), (counts, missing)) in slices.zip(per_class) {
            let mark = marks.as_mut().and_then(Iterator::next);
            found += tasks(classes, level, mark, counts, missing, blocks)
                .into_par_iter()
                .map_init(
                    || vec![Block::default(); blocks],
                    |scratch, task| pull(graph, permutations, source, source_counts, scratch, task),
                )
                .sum::<u64>();
            pause(found)?;
        }
        Ok(found)
    }
}

/// The number of arrangements of a class that can be reached: all of them, or half where at most one tile is outside
/// the pattern, so that parity decides.
pub(super) fn reachable_per_class(pattern: &Pattern) -> u32 {
    let all = FACTORIAL[pattern.len()];
    if pattern.len() + 2 >= pattern.size().cells() { all.div_ceil(2) } else { all }
}

/// The half of the other parity, to read, and the half of `parity`, to write.
fn halves<T>(halves: &mut [Vec<T>; 2], parity: usize) -> (&[T], &mut [T]) {
    let (even, odd) = halves.split_at_mut(1);
    if parity == 0 { (&odd[0], &mut even[0]) } else { (&even[0], &mut odd[0]) }
}

fn tasks<'t>(
    classes: &[u32],
    level: &'t mut [Block],
    mark: Option<&'t mut [Block]>,
    counts: &'t mut [u32],
    missing: &'t mut [u32],
    blocks: usize,
) -> Vec<Task<'t>> {
    let mut marks = mark.map(|m| m.chunks_mut(blocks));
    classes
        .iter()
        .zip(level.chunks_mut(blocks))
        .zip(counts.iter_mut().zip(missing))
        .map(|((&class, level), (count, missing))| {
            let mark = marks.as_mut().and_then(Iterator::next);
            Task { class, level, mark, count, missing }
        })
        .collect()
}

/// Computes one class of the next level and returns the number of its entries.
fn pull(
    graph: &Graph,
    permutations: &RankPermutations,
    source: &[Block],
    source_counts: &[u32],
    next: &mut [Block],
    task: Task<'_>,
) -> u64 {
    let blocks = next.len();
    let mut entered = false;
    if *task.missing > 0 {
        for incoming in graph.incoming_moves(task.class) {
            let (_, position) = graph.position(incoming.source);
            if source_counts[position] == 0 {
                continue;
            }
            if !entered {
                entered = true;
                next.fill(Block::default());
            }
            let class = &source[position * blocks..][..blocks];
            permutations.or_image(class, incoming.from.into(), incoming.to.into(), next);
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
        or(mark.as_flattened_mut(), task.level.as_flattened());
    }
    *task.count = count;
    *task.missing -= count;
    u64::from(count)
}

fn or(bits: &mut [u8], more: &[u8]) {
    bits.iter_mut().zip(more).for_each(|(b, m)| *b |= m);
}

/// Replaces the bits of `class` by those of `new` that it does not have, and counts them.
fn keep_new(class: &mut [u8], new: &[u8]) -> u32 {
    let ((words, rest), (new_words, new_rest)) = (class.as_chunks_mut::<8>(), new.as_chunks::<8>());
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
