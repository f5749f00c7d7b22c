//! The sweep: breadth-first search over all entries of a pattern, level by level, on planes of bits.
//!
//! A class of the next level is *pulled* from the classes that lead into it: it is the union of the images of their
//! entries in this level, without its own entries of the level before. That is complete because the graph is
//! undirected, every move costs 1 and changes the parity of the distance: a neighbour of level d that is not in level
//! d-1 is new. Every class has one writer, so threads split the classes without locks and the result does not depend on
//! their number. Level d is kept in the classes of its parity, and level d+1 replaces level d-1 in the others: one
//! plane holds both.

use rayon::prelude::*;

use super::graph::Graph;
use crate::format::MAX_DISTANCE;
use crate::index::rank::FACTORIAL;
use crate::index::{Block, RankPermutations, class_blocks, or};
use fifteen_resources::zeroed;

use crate::{BuildError, Pattern};

/// One bit for each entry, classes of one parity together, each class in whole blocks.
pub(super) struct Plane {
    halves: [Vec<Block>; 2],
    class_blocks: usize,
}

impl Plane {
    fn new(graph: &Graph, class_blocks: usize) -> Result<Self, BuildError> {
        let half = |parity: usize| zeroed(graph.halves[parity].len() * class_blocks);
        Ok(Self {
            halves: [half(0)?, half(1)?],
            class_blocks,
        })
    }

    /// The blocks of the class at that position (see [`Graph::position`]).
    pub(super) fn class(&self, (parity, position): (usize, usize)) -> &[Block] {
        &self.halves[parity][position * self.class_blocks..][..self.class_blocks]
    }
}

/// A breadth-first search in progress.
pub(super) struct Sweep<'a> {
    pub(super) graph: &'a Graph,
    permutations: RankPermutations,
    level: Plane,
    /// By parity and position.
    counts: [Vec<ClassCount>; 2],
    pub(super) depth: u32,
}

/// Numbers of entries of a class.
#[derive(Clone, Copy)]
struct ClassCount {
    /// Those in the level that its half holds.
    level: u32,
    /// Those that no level had yet.
    missing: u32,
}

impl<'a> Sweep<'a> {
    /// A sweep at depth 0: only the goal's entry is reached.
    pub(super) fn new(graph: &'a Graph, pattern: &Pattern) -> Result<Self, BuildError> {
        let permutations = RankPermutations::new(pattern.len(), pattern.size().width() - 1);
        let mut level = Plane::new(graph, class_blocks(pattern.len()))?;
        let none = ClassCount {
            level: 0,
            missing: reachable_per_class(pattern),
        };
        let mut counts = [0, 1].map(|parity| vec![none; graph.halves[parity].len()]);
        // In the goal the tiles stand in the order of their indices: rank 0.
        let (parity, position) =
            graph.position(graph.numbering.class(pattern.mask(), pattern.blank()));
        level.halves[parity][position * level.class_blocks][0] = 1;
        counts[parity][position] = ClassCount {
            level: 1,
            missing: none.missing - 1,
        };
        Ok(Self {
            graph,
            permutations,
            level,
            counts,
            depth: 0,
        })
    }

    /// A plane with no bit set.
    pub(super) fn empty_plane(&self) -> Result<Plane, BuildError> {
        Plane::new(self.graph, self.level.class_blocks)
    }

    /// The bits of a class in the current level, if it has any.
    pub(super) fn level_of(&self, class: u32) -> Option<&[Block]> {
        let (parity, position) = self.graph.position(class);
        let any = parity == (self.depth % 2) as usize && self.counts[parity][position].level > 0;
        any.then(|| self.level.class((parity, position)))
    }

    /// Sets the bits of the current level in another plane.
    pub(super) fn add_level(&self, plane: &mut Plane) {
        let (parity, blocks) = ((self.depth % 2) as usize, self.level.class_blocks);
        let classes = plane.halves[parity]
            .par_chunks_mut(blocks)
            .zip(self.level.halves[parity].par_chunks(blocks));
        classes
            .zip(&self.counts[parity])
            .filter(|(_, count)| count.level > 0)
            .for_each(|((bits, level), _)| {
                or(level.as_flattened(), bits.as_flattened_mut());
            });
    }

    /// Goes one level deeper and returns the number of its entries.
    ///
    /// `pause` is called now and then with the number of entries found up to now in the level. An error that it returns
    /// ends the sweep.
    pub(super) fn deepen(
        &mut self,
        pause: &mut dyn FnMut(u64) -> Result<(), BuildError>,
    ) -> Result<u64, BuildError> {
        if self.depth == MAX_DISTANCE {
            return Err(BuildError::TooDeep);
        }
        self.depth += 1;
        let parity = (self.depth % 2) as usize;
        let blocks = self.level.class_blocks;
        let (level, target) = halves(&mut self.level.halves, parity);
        let (level_counts, counts) = halves(&mut self.counts, parity);
        let source = Source {
            graph: self.graph,
            permutations: &self.permutations,
            level,
            counts: level_counts,
        };
        let classes = &self.graph.halves[parity];
        let slice = classes.len().div_ceil(16).max(1);
        let mut found = 0;
        let slices = classes
            .chunks(slice)
            .zip(target.chunks_mut(slice * blocks))
            .zip(counts.chunks_mut(slice));
        for ((classes, target), counts) in slices {
            let each = classes
                .par_iter()
                .zip(target.par_chunks_mut(blocks))
                .zip(counts);
            let scratch = || vec![Block::default(); blocks];
            let pull = |next: &mut Vec<Block>,
                        ((&class, class_bits), count): ((&u32, &mut [Block]), &mut ClassCount)| {
                source.pull(class, class_bits, count, next)
            };
            found += each.map_init(scratch, pull).sum::<u64>();
            pause(found)?;
        }
        Ok(found)
    }
}

/// The number of arrangements of a class that can be reached: all of them, or half where at most one tile is outside
/// the pattern, so that parity decides.
pub(super) fn reachable_per_class(pattern: &Pattern) -> u32 {
    let all = FACTORIAL[pattern.len()];
    if pattern.leaves_out_at_most_one_tile() {
        all.div_ceil(2)
    } else {
        all
    }
}

/// The half of the other parity, to read, and the half of `parity`, to write.
fn halves<T>(halves: &mut [Vec<T>; 2], parity: usize) -> (&[T], &mut [T]) {
    let (even, odd) = halves.split_at_mut(1);
    if parity == 0 {
        (&odd[0], &mut even[0])
    } else {
        (&even[0], &mut odd[0])
    }
}

/// A level of the sweep, from which the classes of the next one are pulled.
struct Source<'a> {
    graph: &'a Graph,
    permutations: &'a RankPermutations,
    level: &'a [Block],
    counts: &'a [ClassCount],
}

impl Source<'_> {
    /// Computes one class of the next level in place of the one before, and returns the number of its entries.
    fn pull(
        &self,
        class: u32,
        bits: &mut [Block],
        count: &mut ClassCount,
        next: &mut [Block],
    ) -> u64 {
        let blocks = next.len();
        let mut entered = false;
        if count.missing > 0 {
            for incoming in self.graph.incoming_moves(class) {
                let (_, position) = self.graph.position(incoming.source);
                if self.counts[position].level == 0 {
                    continue;
                }
                if !entered {
                    entered = true;
                    next.fill(Block::default());
                }
                let source = &self.level[position * blocks..][..blocks];
                self.permutations
                    .or_image(source, incoming.from.into(), incoming.to.into(), next);
            }
        }
        if entered {
            count.level = keep_new(bits.as_flattened_mut(), next.as_flattened());
            count.missing -= count.level;
        } else if count.level > 0 {
            bits.fill(Block::default());
            count.level = 0;
        }
        count.level.into()
    }
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
