//! The sweep: a breadth-first search over all entries of a pattern, one level of distance after the
//! other.
//!
//! A level is a set of entries, kept as one bit per entry. Each zero class of the next level is
//! *pulled* from the classes that lead into it: it is the union of what the moves make of their
//! entries in the current level, without the entries that the class had in the level before.
//!
//! **Why that is complete.** Every move can be undone, costs 1, and changes the parity of the
//! distance. So a neighbour of an entry at distance d is at distance d-1 or d+1, and a neighbour
//! that was not in level d-1 belongs to level d+1. No set of all entries seen so far is needed.
//!
//! **Why one plane holds two levels.** The parity of the distance of an entry follows from its zero
//! class (see [`ClassGraph`]). Level d occupies the classes of its parity and level d+1 replaces
//! level d-1 in the others.
//!
//! **Why threads need no locks.** A class is cut into chunks of a few hundred blocks. Each chunk of
//! the next level has one writer, which reads the current level only. So the result does not depend
//! on the number of threads.
//!
//! For example, take tile 1 alone on a 3x3 board, whose goal is cell 0. A class has one
//! arrangement, and so one bit. At level 0, only the class "tile on cell 0" has its bit. At level
//! 1, the class "tile on cell 1" pulls from the classes with the tile on its neighbours 0, 2 and 4,
//! of which the first has the bit. At level 2, "tile on cell 0" pulls from cells 1 and 3 and finds
//! its own bit, but it had that bit at level 0, so it stays empty.

use fifteen_resources::{filled, zeroed};
use rayon::prelude::*;

use super::graph::ClassGraph;
use crate::format::MAX_DISTANCE;
use crate::index::rank::FACTORIAL;
use crate::index::{RankBlock, RankPermutations, class_blocks, or};
use crate::{BuildError, Pattern};

/// Maximum number of blocks in a chunk. The blocks that a thread writes then stay in its
/// first-level cache.
const MAX_CHUNK: usize = 512;

/// Minimum number of blocks in a chunk, if the class has that many: smaller ones are not worth a
/// task.
const MIN_CHUNK: usize = 32;

/// Number of chunks into which half of a table is cut, at least: enough to keep 32 threads busy.
const CHUNKS: usize = 256;

/// Number of times that progress is reported during a level.
const REPORTS: usize = 16;

/// One bit for each entry of a table, in whole blocks for each class.
pub(super) struct EntryPlane {
    /// The classes of each parity, one after the other.
    halves: [Vec<RankBlock>; 2],
    class_blocks: usize,
}

impl EntryPlane {
    fn new(graph: &ClassGraph, class_blocks: usize) -> Result<Self, BuildError> {
        let [even, odd] = &graph.halves;
        Ok(Self {
            halves: [
                zeroed(even.len() * class_blocks)?,
                zeroed(odd.len() * class_blocks)?,
            ],
            class_blocks,
        })
    }

    /// Size of a plane with that number of classes, in bytes.
    pub(super) fn bytes(classes: u64, tiles: usize) -> u64 {
        classes * (class_blocks(tiles) * size_of::<RankBlock>()) as u64
    }

    /// The blocks of the class at that position (see [`ClassGraph::position`]).
    pub(super) fn class(&self, (parity, position): (usize, usize)) -> &[RankBlock] {
        &self.halves[parity][position * self.class_blocks..][..self.class_blocks]
    }
}

/// A breadth-first search in progress.
pub(super) struct Sweep<'a> {
    pub(super) graph: &'a ClassGraph,
    permutations: RankPermutations,
    level: EntryPlane,
    /// Number of blocks in a chunk. It divides the number of blocks of a class.
    chunk: usize,
    /// The counts of the chunks of each parity, class after class.
    counts: [Vec<ChunkCount>; 2],
    /// For the classes of each parity: whether the last level of that parity has an entry in the
    /// class.
    has_entries: [Vec<bool>; 2],
    pub(super) depth: u32,
}

/// Numbers of entries in a chunk of a class.
#[derive(Clone, Copy)]
struct ChunkCount {
    /// Entries of the last level of the class's parity.
    level: u32,
    /// Entries that can be reached, but were in no level yet.
    missing: u32,
}

impl<'a> Sweep<'a> {
    /// Starts a sweep at depth 0, where only the entry of the goal is reached.
    pub(super) fn new(graph: &'a ClassGraph, pattern: &Pattern) -> Result<Self, BuildError> {
        let permutations = RankPermutations::new(pattern.len(), reach(pattern))?;
        let blocks = class_blocks(pattern.len());
        let chunk = chunk_blocks(blocks, graph.halves[0].len().max(graph.halves[1].len()));
        let unreached = ChunkCount {
            level: 0,
            missing: reachable_per_class(pattern) / (blocks / chunk) as u32,
        };
        let mut level = EntryPlane::new(graph, blocks)?;
        let [even, odd] = [graph.halves[0].len(), graph.halves[1].len()];
        let mut counts = [
            filled(unreached, even * (blocks / chunk))?,
            filled(unreached, odd * (blocks / chunk))?,
        ];
        let mut has_entries = [filled(false, even)?, filled(false, odd)?];
        // In the goal, the tiles stand in the order of their indices, which is rank 0.
        let goal = graph.numbering.class(pattern.mask(), pattern.blank());
        let (parity, position) = graph.position(goal);
        level.halves[parity][position * blocks][0] = 1;
        counts[parity][position * (blocks / chunk)] = ChunkCount {
            level: 1,
            missing: unreached.missing - 1,
        };
        has_entries[parity][position] = true;
        Ok(Self {
            graph,
            permutations,
            level,
            chunk,
            counts,
            has_entries,
            depth: 0,
        })
    }

    /// Upper bound on the memory of a sweep, in bytes, without the graph.
    pub(super) fn bytes(pattern: &Pattern, classes: u64) -> u64 {
        let blocks = class_blocks(pattern.len());
        // The larger half has at least half of the classes. If it has more, chunks are larger and
        // their number smaller.
        let chunk = chunk_blocks(blocks, classes.div_ceil(2) as usize);
        let counts = classes * (blocks / chunk) as u64 * size_of::<ChunkCount>() as u64;
        EntryPlane::bytes(classes, pattern.len())
            + RankPermutations::bytes(pattern.len(), reach(pattern))
            + counts
            + classes
    }

    /// Returns a plane in which no bit is set.
    pub(super) fn empty_plane(&self) -> Result<EntryPlane, BuildError> {
        EntryPlane::new(self.graph, self.level.class_blocks)
    }

    /// Returns the bits of a class in the current level, or `None` if it has no entry there.
    pub(super) fn level_of(&self, class: u32) -> Option<&[RankBlock]> {
        let (parity, position) = self.graph.position(class);
        let is_current = parity == (self.depth % 2) as usize;
        (is_current && self.has_entries[parity][position])
            .then(|| self.level.class((parity, position)))
    }

    /// Sets the bits of the current level in another plane too.
    pub(super) fn add_level(&self, plane: &mut EntryPlane) {
        let parity = (self.depth % 2) as usize;
        plane.halves[parity]
            .par_chunks_mut(self.chunk)
            .zip(self.level.halves[parity].par_chunks(self.chunk))
            .zip(&self.counts[parity])
            .filter(|(_, count)| count.level > 0)
            .for_each(|((bits, level), _)| or(level.as_flattened(), bits.as_flattened_mut()));
    }

    /// Goes one level deeper and returns the number of its entries.
    ///
    /// `on_report` is called now and then with the number of entries of the level that were found
    /// so far. If it returns an error, the sweep stops with that error.
    pub(super) fn deepen(
        &mut self,
        on_report: &mut dyn FnMut(u64) -> Result<(), BuildError>,
    ) -> Result<u64, BuildError> {
        if self.depth == MAX_DISTANCE {
            return Err(BuildError::TooDeep);
        }
        self.depth += 1;
        let parity = (self.depth % 2) as usize;
        let class_blocks = self.level.class_blocks;
        let (chunk, chunks_per_class) = (self.chunk, class_blocks / self.chunk);
        let (level, target) = read_and_write(&mut self.level.halves, parity);
        let (has_entries, target_has_entries) = read_and_write(&mut self.has_entries, parity);
        let current = CurrentLevel {
            graph: self.graph,
            permutations: &self.permutations,
            blocks: level,
            has_entries,
            class_blocks,
        };
        let classes = &self.graph.halves[parity];
        let counts = &mut self.counts[parity];
        // Between two reports the threads wait for each other, so there must be enough work for all
        // of them.
        let chunks_per_report = counts.len().div_ceil(REPORTS).max(CHUNKS);
        let mut found = 0;
        let reports = target
            .chunks_mut(chunks_per_report * chunk)
            .zip(counts.chunks_mut(chunks_per_report));
        for (report, (target, counts)) in reports.enumerate() {
            found += target
                .par_chunks_mut(chunk)
                .zip(counts)
                .enumerate()
                .map_init(
                    || vec![RankBlock::default(); chunk],
                    |next, (i, (bits, count))| {
                        let number = report * chunks_per_report + i;
                        let class = classes[number / chunks_per_class];
                        let first_block = number % chunks_per_class * chunk;
                        current.pull(class, first_block, next, bits, count)
                    },
                )
                .sum::<u64>();
            on_report(found)?;
        }
        for (has_entries, counts) in target_has_entries
            .iter_mut()
            .zip(self.counts[parity].chunks(chunks_per_class))
        {
            *has_entries = counts.iter().any(|count| count.level > 0);
        }
        Ok(found)
    }
}

/// Maximum number of tiles that a moving tile passes: in a vertical move, those on the `width - 1`
/// cells between.
fn reach(pattern: &Pattern) -> usize {
    pattern.size().width() - 1
}

/// Number of blocks in a chunk: a divisor of the blocks of a class that gives at least [`CHUNKS`]
/// chunks, if possible.
fn chunk_blocks(class_blocks: usize, classes_in_half: usize) -> usize {
    let wanted = (class_blocks * classes_in_half / CHUNKS).clamp(MIN_CHUNK, MAX_CHUNK);
    (1..=wanted.min(class_blocks))
        .rev()
        .find(|chunk| class_blocks.is_multiple_of(*chunk))
        .unwrap_or(1)
}

/// Number of arrangements of a class that can be reached: all of them, or half if parity decides.
///
/// In the second case it is also half of the arrangements in each block, because a block has all
/// orders of five tiles.
pub(super) fn reachable_per_class(pattern: &Pattern) -> u32 {
    let all = FACTORIAL[pattern.len()];
    if pattern.leaves_out_at_most_one_tile() {
        all.div_ceil(2)
    } else {
        all
    }
}

/// Returns the half of the other parity, for reading, and the half of `parity`, for writing.
fn read_and_write<T>(halves: &mut [Vec<T>; 2], parity: usize) -> (&[T], &mut [T]) {
    let [even, odd] = halves;
    if parity == 0 {
        (odd, even)
    } else {
        (even, odd)
    }
}

/// The current level, from which the next one is pulled.
struct CurrentLevel<'a> {
    graph: &'a ClassGraph,
    permutations: &'a RankPermutations,
    blocks: &'a [RankBlock],
    has_entries: &'a [bool],
    class_blocks: usize,
}

impl CurrentLevel<'_> {
    /// Computes a chunk of a class of the next level, and returns the number of its entries.
    ///
    /// `bits` holds the chunk in the level before the current one, and is overwritten. `next` is
    /// scratch space.
    fn pull(
        &self,
        class: u32,
        first_block: usize,
        next: &mut [RankBlock],
        bits: &mut [RankBlock],
        count: &mut ChunkCount,
    ) -> u64 {
        let mut is_reached = false;
        if count.missing > 0 {
            for incoming in self.graph.incoming_moves(class) {
                let (_, position) = self.graph.position(incoming.source);
                if !self.has_entries[position] {
                    continue;
                }
                if !is_reached {
                    is_reached = true;
                    next.fill(RankBlock::default());
                }
                let source = &self.blocks[position * self.class_blocks..][..self.class_blocks];
                let (from, to) = (incoming.from.into(), incoming.to.into());
                self.permutations.pull(source, from, to, first_block, next);
            }
        }
        if is_reached {
            count.level = keep_new(bits.as_flattened_mut(), next.as_flattened());
            count.missing -= count.level;
        } else if count.level > 0 {
            bits.fill(RankBlock::default());
            count.level = 0;
        }
        count.level.into()
    }
}

/// Replaces `bits` by the bits of `new` that are not in `bits`, and counts them.
fn keep_new(bits: &mut [u8], new: &[u8]) -> u32 {
    let (words, rest) = bits.as_chunks_mut::<8>();
    let (new_words, new_rest) = new.as_chunks::<8>();
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
