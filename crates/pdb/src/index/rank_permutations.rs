//! Rank permutations: the effect of a move on all arrangements of the tiles at once.
//!
//! A *slot* is an occupied cell. A move takes the tile in one slot to another slot, and shifts the
//! tiles between them. This permutes the `k!` ranks in the same way whichever cells are occupied.
//! For example, with three tiles, moving the tile in slot 0 to slot 1 swaps the first two tiles:
//!
//! | rank | arrangement | after the move | its rank |
//! | --- | --- | --- | --- |
//! | 0 | 0 1 2 | 1 0 2 | 1 |
//! | 1 | 1 0 2 | 0 1 2 | 0 |
//! | 2 | 0 2 1 | 2 0 1 | 4 |
//! | 3 | 1 2 0 | 2 1 0 | 5 |
//! | 4 | 2 0 1 | 0 2 1 | 2 |
//! | 5 | 2 1 0 | 1 2 0 | 3 |
//!
//! A table of this permutation would take gigabytes for large patterns, and applying it bit by bit
//! would be slow. So ranks are grouped into blocks of 5! = 120 consecutive ranks. The arrangements
//! in a block differ only in the order of tiles 0 to 4.
//!
//! A move maps each block to one block, so a table needs only one entry per block. If the move
//! takes one of the tiles 5, 6, ..., the order of the ranks in the block stays the same. If it
//! takes one of the tiles 0 to 4, the ranks are permuted by a [`SlotExchange`] for each of these
//! tiles that it passes. An exchange handles all 120 bits at once.

use fifteen_resources::{AllocationError, filled};
use rayon::prelude::*;

use super::rank::{FACTORIAL, move_slot, rank, unrank};

/// Number of tiles whose order varies within a block of consecutive ranks: the tiles 0 to 4.
const BLOCK_TILES: usize = 5;

/// Number of ranks in a block, which is 5! = 120. A rank is the index of an order of the tiles.
pub(crate) const BLOCK_LEN: usize = FACTORIAL[BLOCK_TILES] as usize;

/// A subset of the 120 consecutive ranks of a block. Each rank is represented by one bit, least
/// significant bit first.
pub(crate) type RankBlock = [u8; BLOCK_LEN / 8];

/// Returns how many blocks of 120 ranks are needed for all orders of `tiles` tiles.
pub(crate) fn class_blocks(tiles: usize) -> usize {
    (FACTORIAL[tiles] as usize).div_ceil(BLOCK_LEN)
}

/// Returns the 120 bits of a block as a single integer, with one bit per rank.
#[inline(always)]
pub(crate) fn ranks(block: &RankBlock) -> u128 {
    let word = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes));
    // A block has 15 bytes, so the two words overlap in one byte.
    u128::from(word(block.first_chunk())) | u128::from(word(block.last_chunk())) << 56
}

/// Adds ranks to a block. Each bit of `more` represents one rank.
#[inline(always)]
fn add_ranks(block: &mut RankBlock, more: u128) {
    // Compute the result before writing either word. Reading a word that overlaps a recent write
    // would stall the processor.
    let all = ranks(block) | more;
    if let Some(first) = block.first_chunk_mut() {
        *first = (all as u64).to_le_bytes();
    }
    if let Some(last) = block.last_chunk_mut() {
        *last = ((all >> 56) as u64).to_le_bytes();
    }
}

/// Where a move takes a block of ranks, packed into 32 bits. The upper 26 bits are the index of the
/// block after the move. The lower 6 bits describe the order of the tiles 0 to 4, which identifies
/// the ranks in the block: the position among these tiles of the one that moves, before and after
/// the move. The two positions are the same if their order does not change.
#[derive(Debug, Clone, Copy)]
struct BlockImage(u32);

impl BlockImage {
    fn new(block: u32, from: usize, to: usize) -> Self {
        Self(block << 6 | (from << 3 | to) as u32)
    }

    fn block(self) -> usize {
        (self.0 >> 6) as usize
    }

    fn slots(self) -> (usize, usize) {
        ((self.0 >> 3 & 7) as usize, (self.0 & 7) as usize)
    }
}

/// How the ranks of a block change when the tiles on two successive occupied cells are swapped. All
/// 120 ranks are changed at once.
///
/// Swapping two tiles changes the rank by `t!`, where `t` is the larger tile. The rank increases if
/// `t` was on the second cell, and decreases if it was on the first cell.
#[derive(Debug, Clone, Copy, Default)]
struct SlotExchange {
    /// Sets of the ranks that increase when the tiles are swapped. The set at index `t - 1`
    /// contains the ranks where `t` is the larger of the two tiles.
    growing: [u128; BLOCK_TILES - 1],
}

impl SlotExchange {
    /// Computes the exchange of the tiles in the slots `slot` and `slot + 1`, that is, on these two
    /// of the occupied cells. `tiles` is the number of tiles.
    fn new(slot: usize, tiles: usize) -> Self {
        let mut exchange = Self::default();
        for r in 0..FACTORIAL[tiles] {
            let arrangement = unrank(r, tiles);
            let (first, second) = (arrangement[slot], arrangement[slot + 1]);
            if second > first {
                exchange.growing[usize::from(second) - 1] |= 1 << r;
            }
        }
        exchange
    }

    #[inline(always)]
    fn apply(&self, ranks: u128) -> u128 {
        let pairs = self.growing.iter().zip(&FACTORIAL[1..]);
        pairs.fold(0, |image, (&growing, &apart)| {
            image | (ranks & growing) << apart | ranks >> apart & growing
        })
    }
}

/// Lookup tables that contain the rank after every possible move of a tile.
#[derive(Debug)]
pub(crate) struct RankPermutations {
    tiles: usize,
    /// The effect of each move on each block of 120 ranks. The list at index `from * tiles + to` is
    /// for a move that takes the tile in slot `from` to slot `to`. The list is empty if no such
    /// move exists.
    images: Vec<Vec<BlockImage>>,
    /// For each of the occupied cells but the last, in ascending order, the exchange of its tile
    /// with the one on the next occupied cell.
    exchanges: [SlotExchange; BLOCK_TILES - 1],
}

impl RankPermutations {
    /// Computes the tables for all moves of a pattern with `tiles` tiles. A move passes at most
    /// `reach` other tiles.
    ///
    /// # Errors
    /// Returns [`AllocationError`] if memory allocation fails.
    pub(crate) fn new(tiles: usize, reach: usize) -> Result<Self, AllocationError> {
        let low = tiles.min(BLOCK_TILES);
        let mut exchanges = [SlotExchange::default(); BLOCK_TILES - 1];
        for (slot, exchange) in exchanges.iter_mut().enumerate().take(low - 1) {
            *exchange = SlotExchange::new(slot, low);
        }
        let mut images = vec![Vec::new(); tiles * tiles];
        for (from, to) in slot_pairs(tiles, reach) {
            let mut of_pair = filled(BlockImage(0), class_blocks(tiles))?;
            of_pair
                .par_iter_mut()
                .enumerate()
                .for_each(|(block, image)| {
                    *image = block_image(block as u32, tiles, from, to);
                });
            images[from * tiles + to] = of_pair;
        }
        Ok(Self {
            tiles,
            images,
            exchanges,
        })
    }

    /// Returns the memory that the tables take, in bytes.
    pub(crate) fn bytes(tiles: usize, reach: usize) -> u64 {
        let images = slot_pairs(tiles, reach).count() * class_blocks(tiles);
        (images * size_of::<BlockImage>()) as u64
    }

    /// Applies a move to all ranks in `source`, and adds the resulting ranks to `target`. The move
    /// takes the tile at position `from` in the order of the tiles to position `to`. `source` holds
    /// all blocks of ranks, and `target` holds the blocks from index `first_block` on.
    ///
    /// If `target` holds all blocks, the function goes through the blocks of `source`, because it
    /// can skip empty ones quickly. If `target` holds only some blocks, other threads compute the
    /// rest. The function then goes through the blocks of `target`, so that no other thread writes
    /// to them.
    pub(crate) fn pull(
        &self,
        source: &[RankBlock],
        from: usize,
        to: usize,
        first_block: usize,
        target: &mut [RankBlock],
    ) {
        if from == to {
            let source = &source[first_block..][..target.len()];
            return or(source.as_flattened(), target.as_flattened_mut());
        }
        if target.len() == source.len() {
            let images = &self.images[from * self.tiles + to];
            for (image, source) in images.iter().zip(source) {
                let ranks = ranks(source);
                if ranks != 0 {
                    let (low_from, low_to) = image.slots();
                    add_ranks(
                        &mut target[image.block()],
                        self.moved(ranks, low_from, low_to),
                    );
                }
            }
            return;
        }
        let back = &self.images[to * self.tiles + from][first_block..];
        for (image, target) in back.iter().zip(target) {
            let ranks = ranks(&source[image.block()]);
            if ranks != 0 {
                let (low_to, low_from) = image.slots();
                add_ranks(target, self.moved(ranks, low_from, low_to));
            }
        }
    }

    /// Returns the ranks of a block after one of the tiles 0 to 4 has moved from one position among
    /// them to another. Such a move is a sequence of swaps with the next tile.
    #[inline(always)]
    fn moved(&self, mut ranks: u128, from: usize, to: usize) -> u128 {
        for slot in from..to {
            ranks = self.exchanges[slot % self.exchanges.len()].apply(ranks);
        }
        for slot in (to..from).rev() {
            ranks = self.exchanges[slot % self.exchanges.len()].apply(ranks);
        }
        ranks
    }
}

/// Returns all pairs of distinct positions that are at most `reach` apart. A position is an index
/// in the order of the tiles.
fn slot_pairs(tiles: usize, reach: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..tiles)
        .flat_map(move |from| (0..tiles).map(move |to| (from, to)))
        .filter(move |&(from, to)| from != to && from.abs_diff(to) <= reach)
}

fn block_image(block: u32, tiles: usize, from: usize, to: usize) -> BlockImage {
    let low = tiles.min(BLOCK_TILES);
    let is_low = |tile: &u8| usize::from(*tile) < low;
    let mut arrangement = unrank(block * FACTORIAL[low], tiles);
    let arrangement = &mut arrangement[..tiles];
    let low_slot =
        |arrangement: &[u8], slot: usize| arrangement[..slot].iter().filter(|t| is_low(t)).count();
    let before = low_slot(arrangement, from);
    let moves_low = is_low(&arrangement[from]);
    move_slot(arrangement, from, to);
    let after = low_slot(arrangement, to);
    let (before, after) = if moves_low { (before, after) } else { (0, 0) };
    BlockImage::new(rank(arrangement) / FACTORIAL[low], before, after)
}

/// Sets the bits in `target` that are set in `source`.
pub(crate) fn or(source: &[u8], target: &mut [u8]) {
    for (target, source) in target.iter_mut().zip(source) {
        *target |= source;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that `pull` results in the same ranks as moving the tiles one arrangement at a time.
    /// `chosen` selects the ranks to move, and each call of `pull` computes `part` blocks.
    fn agrees(tiles: usize, reach: usize, part: usize, chosen: impl Fn(u32) -> bool) {
        let permutations = RankPermutations::new(tiles, reach).unwrap();
        for (from, to) in slot_pairs(tiles, reach).chain((0..tiles).map(|s| (s, s))) {
            let mut source = vec![RankBlock::default(); class_blocks(tiles)];
            let mut expected = source.clone();
            for r in (0..FACTORIAL[tiles]).filter(|&r| chosen(r)) {
                let mut arrangement = unrank(r, tiles);
                move_slot(&mut arrangement[..tiles], from, to);
                let image = rank(&arrangement[..tiles]);
                source.as_flattened_mut()[r as usize / 8] |= 1 << (r % 8);
                expected.as_flattened_mut()[image as usize / 8] |= 1 << (image % 8);
            }
            let mut target = vec![RankBlock::default(); class_blocks(tiles)];
            for (number, target) in target.chunks_mut(part).enumerate() {
                permutations.pull(&source, from, to, number * part, target);
            }
            assert_eq!(target, expected, "{tiles} tiles, slot {from} to {to}");
        }
    }

    #[test]
    fn classes_are_permuted_as_their_ranks_are() {
        for tiles in 1..=6 {
            agrees(tiles, 3, 2, |r| r % 5 < 3);
        }
        for tiles in 7..=10 {
            agrees(tiles, 4, 500, |r| r % (997 * tiles as u32) == 0);
        }
    }
}
