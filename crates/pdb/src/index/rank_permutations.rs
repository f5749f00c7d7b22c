//! Permutations of ranks: what a move does to all arrangements of a zero class at once.
//!
//! A move takes the tile in one slot to another slot, and the tiles between make room. That
//! permutes the `k!` ranks of a class in a way that does not depend on the class. For example, with
//! three tiles, moving the tile in slot 0 to slot 1 swaps the first two tiles:
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
//! Tabulating this for every rank would take gigabytes for large patterns, and applying it bit by
//! bit would be slow. So ranks are grouped into blocks of 5! = 120 consecutive ranks, which share
//! the positions of the tiles 5, 6, ... and differ in the order of the tiles 0 to 4 only. A move
//! takes whole blocks to whole blocks, which needs one number per block. Inside a block it either
//! keeps the order, if it moves one of the tiles 5, 6, ..., or it permutes the ranks as a move of
//! five tiles does: past one tile after the other, each a [`SlotExchange`] of all 120 bits at once.

use fifteen_resources::{AllocationError, filled};
use rayon::prelude::*;

use super::rank::{FACTORIAL, move_slot, rank, unrank};

/// Number of tiles that are permuted inside a block.
const BLOCK_TILES: usize = 5;

/// Number of ranks in a block.
pub(crate) const BLOCK_LEN: usize = FACTORIAL[BLOCK_TILES] as usize;

/// One bit for each rank of a block, from the least significant bit of the first byte. Patterns of
/// fewer than five tiles have a single block, which is not full.
pub(crate) type RankBlock = [u8; BLOCK_LEN / 8];

/// Number of blocks of a class of `tiles` tiles.
pub(crate) fn class_blocks(tiles: usize) -> usize {
    (FACTORIAL[tiles] as usize).div_ceil(BLOCK_LEN)
}

/// Returns the bits of a block as one number.
#[inline(always)]
pub(crate) fn ranks(block: &RankBlock) -> u128 {
    let word = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes));
    // The two words overlap in one byte.
    u128::from(word(block.first_chunk())) | u128::from(word(block.last_chunk())) << 56
}

/// Sets bits in a block.
#[inline(always)]
fn add_ranks(block: &mut RankBlock, more: u128) {
    // Everything is read before anything is written, because a read that overlaps two recent writes
    // has to wait for both.
    let all = ranks(block) | more;
    if let Some(first) = block.first_chunk_mut() {
        *first = (all as u64).to_le_bytes();
    }
    if let Some(last) = block.last_chunk_mut() {
        *last = ((all >> 56) as u64).to_le_bytes();
    }
}

/// Where a move takes a block: the number of the other block in the upper 26 bits, and below it the
/// slots between which the tile moves among the first five tiles, three bits each. The slots are
/// equal if the block keeps its order.
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

/// The exchange of the tiles in two neighbouring slots, applied to all ranks of a block.
///
/// The rank changes by `t!`, where `t` is the larger of the two tiles, and grows if that tile was
/// the second one. So for each `t` there are two sets of ranks that swap places, a fixed number of
/// ranks apart.
#[derive(Debug, Clone, Copy, Default)]
struct SlotExchange {
    /// The ranks that grow, indexed by the larger tile minus 1.
    growing: [u128; BLOCK_TILES - 1],
}

impl SlotExchange {
    /// Returns the exchange of the tiles in `slot` and the next slot, of `tiles` tiles.
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

/// The permutations of ranks for all moves of a tile that occur on a board.
#[derive(Debug)]
pub(crate) struct RankPermutations {
    tiles: usize,
    /// The images of all blocks, indexed by `from * tiles + to`. Empty if no move leads from one
    /// slot to the other.
    images: Vec<Vec<BlockImage>>,
    /// The exchanges, indexed by the first of the two slots.
    exchanges: [SlotExchange; BLOCK_TILES - 1],
}

impl RankPermutations {
    /// Tabulates the moves of a tile in a pattern of `tiles` tiles past at most `reach` others.
    ///
    /// # Errors
    /// Returns [`AllocationError`] if the system refuses the memory.
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

    /// Memory of the tables, in bytes.
    pub(crate) fn bytes(tiles: usize, reach: usize) -> u64 {
        let images = slot_pairs(tiles, reach).count() * class_blocks(tiles);
        (images * size_of::<BlockImage>()) as u64
    }

    /// Sets the bits of `target`, blocks of a class from number `first_block` on, to which the bits
    /// of the class `source` are taken when the tile in slot `from` moves to slot `to`. Bits that
    /// are set already stay set.
    ///
    /// If the target is a whole class, the source is read in order and each block is sent to its
    /// image: most blocks of most levels are empty, and these are skipped at the speed of the
    /// cache. If the target is a part of a class, each of its blocks is fetched from where the
    /// opposite move would take it, so that threads with other parts never write the same block.
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

    /// Returns the ranks of a block after a move of one of the first five tiles, past one tile
    /// after the other.
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

/// Lists the pairs of different slots that are at most `reach` apart.
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

/// Sets in `target` the bits of `source`.
pub(crate) fn or(source: &[u8], target: &mut [u8]) {
    for (target, source) in target.iter_mut().zip(source) {
        *target |= source;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Permutes some ranks of a class together, in parts of `part` blocks, and one by one.
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
