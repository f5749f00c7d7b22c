//! The sweep: a breadth-first search over all entries of a pattern, one level at a time.
//!
//! A level is the set of entries at one distance, stored as one bit per entry. Each zero class of
//! the next level is *pulled* from the current level: the moves that lead into the class are
//! applied to the current level, and the results are combined. Then the entries that the previous
//! level already contains are removed. (A zero class specifies which cells the tiles occupy and
//! which region of free cells contains the blank.)
//!
//! **Why the search needs no set of visited entries.** Every move is reversible, costs 1 and
//! changes the parity of the distance. So the neighbours of an entry at distance d are at distance
//! d-1 or d+1, and the neighbours that are not in level d-1 belong to level d+1.
//!
//! **Why one plane holds two levels.** The zero class of an entry determines the parity of its
//! distance (see [`ClassGraph`]). Level d is stored in the classes of its parity, and level d+1
//! replaces level d-1 in the other classes.
//!
//! **Why threads need no locks.** Each class is split into chunks of a few hundred blocks. Every
//! chunk of the next level is written by one thread, which only reads the current level. So the
//! result does not depend on the number of threads.
//!
//! For example, take a pattern that has only tile 1, on a 3x3 board, with goal cell 0. Each class
//! has one arrangement and therefore one bit. At level 0, only the class with the tile on cell 0
//! has its bit set. At level 1, the class with the tile on cell 1 pulls from the classes with the
//! tile on cells 0, 2 and 4, and receives the bit of cell 0. At level 2, the class with the tile on
//! cell 0 pulls from cells 1 and 3 and receives its own bit again. This bit was set at level 0, so
//! it is removed.

use fifteen_resources::{filled, zeroed};
use rayon::prelude::*;

use super::graph::ClassGraph;
use crate::format::MAX_DISTANCE;
use crate::index::rank::FACTORIAL;
use crate::index::{RankBlock, RankPermutations, class_blocks, or};
use crate::{BuildError, Pattern};

/// Maximum number of blocks that a thread processes at a time. A block holds 120 entries in 16
/// bytes, so 512 blocks (8 KiB) fit in the L1 cache.
const MAX_CHUNK: usize = 512;

/// Minimum number of blocks that a thread processes at a time. A block holds 120 entries. With
/// fewer blocks, distributing the work among the threads would take too long.
const MIN_CHUNK: usize = 32;

/// Minimum number of chunks into which a level is divided, unless the chunks would become too
/// small. A thread processes one chunk at a time. With 256 chunks, each of 32 threads gets eight.
const CHUNKS: usize = 256;

/// Maximum number of progress reports per level of the breadth-first search. All threads wait for
/// each other at a report, so more reports would slow down the search.
const REPORTS: usize = 16;

/// One bit for each table entry, stored in blocks of 120 bits.
pub(super) struct EntryPlane {
    /// Blocks of 120 entries each. Item 0 holds the entries with even distances, and item 1 those
    /// with odd distances.
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

    /// Returns the size of a plane in bytes, for a pattern with `tiles` tiles and `classes` zero
    /// classes. A plane has one bit per table entry.
    pub(super) fn bytes(classes: u64, tiles: usize) -> u64 {
        classes * (class_blocks(tiles) * size_of::<RankBlock>()) as u64
    }

    /// Returns the bits of a zero class, in blocks of 120 bits. The class is given by its parity
    /// and position, as returned by [`ClassGraph::position`]. A zero class specifies which cells
    /// the tiles occupy and which region of free cells contains the blank.
    pub(super) fn class(&self, (parity, position): (usize, usize)) -> &[RankBlock] {
        &self.halves[parity][position * self.class_blocks..][..self.class_blocks]
    }
}

/// A breadth-first search over all table entries of a pattern. It starts at the goal, and each call
/// of [`Sweep::deepen`] finds the entries at the next distance.
pub(super) struct Sweep<'a> {
    pub(super) graph: &'a ClassGraph,
    permutations: RankPermutations,
    level: EntryPlane,
    /// Number of blocks in a chunk. A block has 120 entries. A chunk is the part of a zero class
    /// that a thread processes at a time, and all chunks have the same size.
    chunk: usize,
    /// The entry counts of all chunks. A chunk is the part of a zero class that a thread processes
    /// at a time. Item 0 is for chunks with even distances, and item 1 is for chunks with odd
    /// distances.
    counts: [Vec<ChunkCount>; 2],
    /// For each zero class, whether it has any entries in the latest level of its parity. The
    /// search skips classes without entries. Item 0 is for classes with even distances, and item 1
    /// is for classes with odd distances. A zero class specifies which cells the tiles occupy and
    /// which region of free cells contains the blank.
    has_entries: [Vec<bool>; 2],
    pub(super) depth: u32,
}

/// The entry counts of one chunk. A chunk is the part of a zero class that a thread processes at a
/// time.
#[derive(Clone, Copy)]
struct ChunkCount {
    /// Number of entries at the latest distance that the search has computed for this chunk.
    level: u32,
    /// Number of reachable entries that have not been found yet.
    missing: u32,
}

impl<'a> Sweep<'a> {
    /// Creates a search at depth 0, which has found only the goal.
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
        // In the goal, the tiles are in ascending order. This order has rank 0.
        let goal = graph.numbering.class(pattern.mask(), pattern.blank());
        let (parity, position) = graph.position(goal);
        level.halves[parity][position * blocks] = [1, 0];
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

    /// Returns an upper bound on the memory of the breadth-first search, in bytes, excluding the
    /// graph of zero classes.
    pub(super) fn bytes(pattern: &Pattern, classes: u64) -> u64 {
        let blocks = class_blocks(pattern.len());
        // Assume that half of the zero classes have even distances. If the halves are unequal, the
        // real chunks can be larger and need fewer counts, so the result is still an upper bound.
        let chunk = chunk_blocks(blocks, classes.div_ceil(2) as usize);
        let counts = classes * (blocks / chunk) as u64 * size_of::<ChunkCount>() as u64;
        EntryPlane::bytes(classes, pattern.len())
            + RankPermutations::bytes(pattern.len(), reach(pattern))
            + counts
            + classes
    }

    /// Creates a plane in which no bit is set. A plane has one bit per table entry.
    pub(super) fn empty_plane(&self) -> Result<EntryPlane, BuildError> {
        EntryPlane::new(self.graph, self.level.class_blocks)
    }

    /// Returns the entries of a zero class at the current distance, in blocks of 120 bits. Returns
    /// `None` if the class has no entries at this distance. A zero class specifies which cells the
    /// tiles occupy and which region of free cells contains the blank.
    pub(super) fn level_of(&self, class: u32) -> Option<&[RankBlock]> {
        let (parity, position) = self.graph.position(class);
        let is_current = parity == (self.depth % 2) as usize;
        (is_current && self.has_entries[parity][position])
            .then(|| self.level.class((parity, position)))
    }

    /// Adds all entries at the current distance to `plane`, which has one bit per table entry.
    pub(super) fn add_level(&self, plane: &mut EntryPlane) {
        let parity = (self.depth % 2) as usize;
        plane.halves[parity]
            .par_chunks_mut(self.chunk)
            .zip(self.level.halves[parity].par_chunks(self.chunk))
            .zip(&self.counts[parity])
            .filter(|(_, count)| count.level > 0)
            .for_each(|((bits, level), _)| or(level, bits));
    }

    /// Finds all entries at the next distance, and returns their number.
    ///
    /// `on_report` is called at intervals with the number of entries found so far at this distance.
    /// If it returns an error, the search stops with that error.
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
        // All threads wait for each other at a report. So there must be enough work between two
        // reports to keep all threads busy.
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

/// Returns the maximum number of tiles that a tile can pass in one move. To pass a tile means to
/// change places with it in the list of tiles, which is sorted by cell. A vertical move skips
/// `width - 1` cells, so it can pass that many tiles.
fn reach(pattern: &Pattern) -> usize {
    pattern.size().width() - 1
}

/// Returns the number of blocks in each chunk. A chunk is the part of a zero class that a thread
/// processes at a time.
///
/// The result divides the number of blocks in a class, so that all chunks have the same size. There
/// are at least [`CHUNKS`] chunks, unless they would have fewer than [`MIN_CHUNK`] blocks.
fn chunk_blocks(class_blocks: usize, classes_in_half: usize) -> usize {
    let wanted = (class_blocks * classes_in_half / CHUNKS).clamp(MIN_CHUNK, MAX_CHUNK);
    (1..=wanted.min(class_blocks))
        .rev()
        .find(|chunk| class_blocks.is_multiple_of(*chunk))
        .unwrap_or(1)
}

/// Returns the number of reachable entries in each zero class. If the pattern omits at most one
/// tile, half of the tile orders have the wrong parity and are unreachable.
///
/// A full block contains all orders of five tiles. Half of these orders are even permutations, so
/// either all entries or half of the entries of the block are reachable.
pub(super) fn reachable_per_class(pattern: &Pattern) -> u32 {
    let all = FACTORIAL[pattern.len()];
    if pattern.has_unreachable_placements() {
        all.div_ceil(2)
    } else {
        all
    }
}

/// Returns the two halves in the order that a search step needs. The first one has the opposite
/// parity, and the step reads it. The second one has the given parity, and the step modifies it.
fn read_and_write<T>(halves: &mut [Vec<T>; 2], parity: usize) -> (&[T], &mut [T]) {
    let [even, odd] = halves;
    if parity == 0 {
        (odd, even)
    } else {
        (even, odd)
    }
}

/// The entries at the current distance. All threads read them in order to compute the entries at
/// the next distance.
struct CurrentLevel<'a> {
    graph: &'a ClassGraph,
    permutations: &'a RankPermutations,
    blocks: &'a [RankBlock],
    has_entries: &'a [bool],
    class_blocks: usize,
}

impl CurrentLevel<'_> {
    /// Returns whether a zero class has any entries at the current distance. A zero class specifies
    /// which cells the tiles occupy and which region of free cells contains the blank.
    fn has_entries(&self, class: u32) -> bool {
        self.has_entries[self.graph.position(class).1]
    }

    /// Returns the entries of a zero class at the current distance, with one bit per entry. A zero
    /// class specifies which cells the tiles occupy and which region of free cells contains the
    /// blank.
    fn class(&self, class: u32) -> &[RankBlock] {
        let (_, position) = self.graph.position(class);
        &self.blocks[position * self.class_blocks..][..self.class_blocks]
    }

    /// Computes the entries of one chunk at the next distance, and returns their number. A chunk is
    /// a part of a zero class.
    ///
    /// Before the call, `bits` holds the chunk's entries at the previous distance. After the call,
    /// it holds the entries at the next distance. `next` is scratch space.
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
            let mut moves = self
                .graph
                .incoming_moves(class)
                .filter(|incoming| self.has_entries(incoming.source))
                .peekable();
            while let Some(incoming) = moves.next() {
                if !is_reached {
                    is_reached = true;
                    next.fill(RankBlock::default());
                }
                // While this move is processed, prefetch the blocks that the next move needs. After
                // the last move, the chunk's own entries are needed.
                let upcoming = match moves.peek() {
                    Some(following) => &self.class(following.source)[first_block..],
                    None => &*bits,
                };
                self.permutations.pull(
                    self.class(incoming.source),
                    incoming.from.into(),
                    incoming.to.into(),
                    first_block,
                    next,
                    upcoming,
                );
            }
        }
        if is_reached {
            count.level = keep_new(bits, next);
            count.missing -= count.level;
        } else if count.level > 0 {
            bits.fill(RankBlock::default());
            count.level = 0;
        }
        count.level.into()
    }
}

/// Replaces `bits` with the bits of `new` that are not set in `bits`, and returns their number.
fn keep_new(bits: &mut [RankBlock], new: &[RankBlock]) -> u32 {
    let mut count = 0;
    for (old, new) in bits.as_flattened_mut().iter_mut().zip(new.as_flattened()) {
        *old = new & !*old;
        count += old.count_ones();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the work for every table is divided into enough chunks for 32 threads, even if
    /// the table has few zero classes or few tile orders. With fewer chunks, some threads of a
    /// large machine would have nothing to do.
    #[test]
    fn every_table_is_divided_for_32_threads() {
        for tiles in 1..=12 {
            let class_blocks = class_blocks(tiles);
            for classes_in_half in [1, 2, 3, 5, 6, 30, 100, 1_001, 12_870, 100_000] {
                let chunk = chunk_blocks(class_blocks, classes_in_half);
                assert_eq!(class_blocks % chunk, 0);
                let chunks = class_blocks / chunk * classes_in_half;
                // Chunks of this size are not divided further, because the overhead would be too
                // large.
                let is_small = chunk <= MIN_CHUNK;
                assert!(
                    is_small || chunks >= 8 * 32,
                    "{chunks} chunks of {chunk} blocks for {tiles} tiles and {classes_in_half} classes"
                );
            }
        }
    }
}
