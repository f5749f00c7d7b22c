//! Rank permutations: the effect of a move on all arrangements of the tiles at once.
//!
//! A *slot* is an occupied cell. A move takes the tile in one slot to another slot, and shifts the
//! tiles between the two slots. Each move permutes the `k!` ranks, and the permutation does not
//! depend on which cells are occupied. For example, with three tiles, moving the tile in slot 0 to
//! slot 1 swaps the first two tiles:
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
//! A table of such a permutation would take gigabytes for large patterns, and applying it bit by
//! bit would be slow. So ranks are grouped into blocks of 5! = 120 consecutive ranks. The
//! arrangements in a block differ only in the order of tiles 0 to 4.
//!
//! A move maps each block to one block, so a table needs only one entry per block. If the move
//! takes one of the tiles 5, 6, ..., the order of the ranks in the block stays the same. If it
//! takes one of the tiles 0 to 4, the ranks are permuted by a [`SlotExchange`] for each of these
//! tiles that it passes. An exchange handles all 120 bits at once.
//!
//! A block consists of two words: one for the even ranks, and one for the odd ranks. For example,
//! rank 12 is bit 6 of the first word, and rank 13 is bit 6 of the second word. An exchange changes
//! each rank by 1!, 2!, 3! or 4!. A change by 1 takes a bit to the same place in the other word.
//! Changes by 2, 6 and 24 shift bits by 1, 3 and 12 places within their word. So no shifted bit has
//! to be carried from one word to the other, and the processor can shift both words with one
//! instruction.

use fifteen_resources::{AllocationError, filled, prefetch};
use rayon::prelude::*;

use super::rank::{FACTORIAL, move_slot, rank, unrank};

/// Number of tiles whose order varies within a block of consecutive ranks. These are tiles 0 to 4.
const BLOCK_TILES: usize = 5;

/// Number of ranks in a block, which is 5! = 120. A rank is a unique number for one order of the
/// tiles.
pub(crate) const BLOCK_LEN: usize = FACTORIAL[BLOCK_TILES] as usize;

/// Number of ranks in each of the two words of a block. The first word holds the even ranks, and
/// the second word holds the odd ranks.
pub(crate) const WORD_LEN: usize = BLOCK_LEN / 2;

/// A set of ranks within a block of 120 consecutive ranks, with one bit per rank. The first word
/// holds the even ranks, and the second word holds the odd ranks. The upper four bits of each word
/// are 0.
pub(crate) type RankBlock = [u64; 2];

/// Returns the rank that a bit of a block represents, relative to the first rank of the block.
pub(crate) fn rank_in_block(word: usize, bit: usize) -> usize {
    2 * bit + word
}

/// Returns the number of blocks for all orders of `tiles` tiles. A block has one bit for each of
/// 120 orders.
pub(crate) fn class_blocks(tiles: usize) -> usize {
    (FACTORIAL[tiles] as usize).div_ceil(BLOCK_LEN)
}

/// Returns the ranks in a block, relative to the first rank of the block. All even ranks come
/// before the odd ranks.
pub(crate) fn ranks(block: RankBlock) -> impl Iterator<Item = usize> {
    block.into_iter().enumerate().flat_map(|(word, bits)| {
        let rest = |&bits: &u64| Some(bits & (bits - 1)).filter(|&rest| rest != 0);
        std::iter::successors(Some(bits).filter(|&bits| bits != 0), rest)
            .map(move |bits| rank_in_block(word, bits.trailing_zeros() as usize))
    })
}

/// Adds the ranks in `more` to a block, which is a bit set of 120 consecutive ranks.
#[inline(always)]
fn add_ranks(block: &mut RankBlock, more: RankBlock) {
    for (word, more) in block.iter_mut().zip(more) {
        *word |= more;
    }
}

/// The effect of a move on a block of ranks, packed into 32 bits.
///
/// The upper 26 bits are the index of the block to which the move leads. The lower 6 bits are two
/// positions of the moving tile among tiles 0 to 4: before and after the move. They determine how
/// the ranks within the block are permuted. If the order of tiles 0 to 4 does not change, the two
/// positions are equal.
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

/// The effect of a swap on a block of ranks. The swap exchanges the tiles on two successive
/// occupied cells. Its effect is stored as masks, which update all 120 ranks at once.
///
/// Swapping two tiles changes the rank by `t!`, where `t` is the larger tile. The rank increases if
/// `t` was on the second cell, and decreases if it was on the first cell.
#[derive(Debug, Clone, Copy, Default)]
struct SlotExchange {
    /// The even ranks that the swap increases by 1. In the orders with these ranks, tile 0 is on
    /// the first of the two cells, and tile 1 is on the second.
    growing_by_1: u64,
    /// The ranks that the swap increases by 2! = 2 (item 0), 3! = 6 (item 1) and 4! = 24 (item 2).
    /// In the orders with these ranks, tile 2, 3 or 4 is on the second of the two cells, and a
    /// smaller tile is on the first.
    growing: [RankBlock; BLOCK_TILES - 2],
}

impl SlotExchange {
    /// Number of places by which the swap shifts the bits of each item of `growing`. It is half of
    /// the change in rank, because a word holds only every second rank.
    const SHIFTS: [u32; BLOCK_TILES - 2] = [FACTORIAL[2] / 2, FACTORIAL[3] / 2, FACTORIAL[4] / 2];

    /// Computes the effect of swapping two neighbours in the order of `tiles` tiles: the tiles at
    /// the positions `slot` and `slot + 1`.
    fn new(slot: usize, tiles: usize) -> Self {
        let mut exchange = Self::default();
        for r in 0..FACTORIAL[tiles] {
            let arrangement = unrank(r, tiles);
            let (first, second) = (arrangement[slot], arrangement[slot + 1]);
            let (word, bit) = ((r % 2) as usize, 1 << (r / 2));
            if second > first {
                match usize::from(second).checked_sub(2) {
                    None => exchange.growing_by_1 |= bit,
                    Some(larger) => exchange.growing[larger][word] |= bit,
                }
            }
        }
        exchange
    }

    #[inline(always)]
    fn apply(&self, [even, odd]: RankBlock) -> RankBlock {
        let mut image = [odd & self.growing_by_1, even & self.growing_by_1];
        for (growing, shift) in self.growing.iter().zip(Self::SHIFTS) {
            for ((image, ranks), growing) in image.iter_mut().zip([even, odd]).zip(growing) {
                *image |= (ranks & growing) << shift | ranks >> shift & growing;
            }
        }
        image
    }
}

/// Lookup tables for the effect of every possible move on the rank. A rank is a unique number for
/// one order of the tiles.
#[derive(Debug)]
pub(crate) struct RankPermutations {
    tiles: usize,
    /// The effect of each move on each block of 120 ranks. Item `from * tiles + to` is for the move
    /// that takes the tile in slot `from` to slot `to`. The item is empty if no such move exists.
    images: Vec<Vec<BlockImage>>,
    /// The effects of swapping two neighbours in the order of tiles 0 to 4. Item `i` is for the
    /// positions `i` and `i + 1`.
    exchanges: [SlotExchange; BLOCK_TILES - 1],
}

impl RankPermutations {
    /// Computes the tables for all moves of a pattern with `tiles` tiles. A move takes a tile past
    /// at most `reach` other tiles.
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
    /// takes the tile in slot `from` to slot `to`. `source` holds all blocks of ranks. `target`
    /// holds some or all blocks, starting with block `first_block`.
    ///
    /// If `target` holds all blocks, the function goes through the blocks of `source`, because it
    /// can skip empty ones quickly. If `target` holds only some blocks, other threads compute the
    /// rest. The function then goes through the blocks of `target`, so that no other thread writes
    /// to them.
    ///
    /// `upcoming` holds the blocks that the caller will read next. They are loaded into the cache
    /// while the processor is busy with this move.
    pub(crate) fn pull(
        &self,
        source: &[RankBlock],
        from: usize,
        to: usize,
        first_block: usize,
        target: &mut [RankBlock],
        upcoming: &[RankBlock],
    ) {
        if from == to {
            let source = &source[first_block..][..target.len()];
            for (i, (target, ranks)) in target.iter_mut().zip(source).enumerate() {
                prefetch(upcoming, i);
                add_ranks(target, *ranks);
            }
            return;
        }
        if target.len() == source.len() {
            let images = &self.images[from * self.tiles + to];
            for (i, (image, &ranks)) in images.iter().zip(source).enumerate() {
                prefetch(upcoming, i);
                if ranks != RankBlock::default() {
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
        for (i, (image, target)) in back.iter().zip(target).enumerate() {
            prefetch(upcoming, i);
            let ranks = source[image.block()];
            if ranks != RankBlock::default() {
                let (low_to, low_from) = image.slots();
                add_ranks(target, self.moved(ranks, low_from, low_to));
            }
        }
    }

    /// Returns the ranks of a block after a move of one of the tiles 0 to 4. The tile moves from
    /// position `from` to position `to` in the order of these five tiles. The move is performed as
    /// a series of swaps of neighbouring tiles.
    #[inline(always)]
    fn moved(&self, mut ranks: RankBlock, from: usize, to: usize) -> RankBlock {
        for slot in from..to {
            ranks = self.exchanges[slot % self.exchanges.len()].apply(ranks);
        }
        for slot in (to..from).rev() {
            ranks = self.exchanges[slot % self.exchanges.len()].apply(ranks);
        }
        ranks
    }
}

/// Returns all pairs of distinct slots that are at most `reach` apart. A slot is the index of an
/// occupied cell, counted from 0.
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

/// Adds the ranks in the blocks of `source` to the blocks of `target`. A block is a bit set of 120
/// consecutive ranks.
pub(crate) fn or(source: &[RankBlock], target: &mut [RankBlock]) {
    for (target, ranks) in target.iter_mut().zip(source) {
        add_ranks(target, *ranks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds a rank to a set of ranks.
    fn insert(blocks: &mut [RankBlock], rank: usize) {
        blocks[rank / BLOCK_LEN][rank % 2] |= 1 << (rank % BLOCK_LEN / 2);
    }

    #[test]
    fn every_rank_of_a_block_has_one_bit() {
        for rank in 0..BLOCK_LEN {
            let mut block = [RankBlock::default()];
            insert(&mut block, rank);
            let ranks: Vec<usize> = ranks(block[0]).collect();
            assert_eq!(ranks, [rank]);
        }
    }

    /// Checks that `pull` gives the same result as moving a tile in each arrangement separately.
    /// `chosen` selects the ranks to which the move is applied. Each call of `pull` computes `part`
    /// blocks.
    fn agrees(tiles: usize, reach: usize, part: usize, chosen: impl Fn(u32) -> bool) {
        let permutations = RankPermutations::new(tiles, reach).unwrap();
        for (from, to) in slot_pairs(tiles, reach).chain((0..tiles).map(|s| (s, s))) {
            let mut source = vec![RankBlock::default(); class_blocks(tiles)];
            let mut expected = source.clone();
            for r in (0..FACTORIAL[tiles]).filter(|&r| chosen(r)) {
                let mut arrangement = unrank(r, tiles);
                move_slot(&mut arrangement[..tiles], from, to);
                let image = rank(&arrangement[..tiles]);
                insert(&mut source, r as usize);
                insert(&mut expected, image as usize);
            }
            let mut target = vec![RankBlock::default(); class_blocks(tiles)];
            for (number, target) in target.chunks_mut(part).enumerate() {
                permutations.pull(&source, from, to, number * part, target, &[]);
            }
            assert_eq!(target, expected, "{tiles} tiles, slot {from} to {to}");
        }
    }

    #[test]
    fn pulled_blocks_equal_ranks_moved_one_by_one() {
        for tiles in 1..=6 {
            agrees(tiles, 3, 2, |r| r % 5 < 3);
        }
        for tiles in 7..=10 {
            agrees(tiles, 4, 500, |r| r % (997 * tiles as u32) == 0);
        }
    }
}
