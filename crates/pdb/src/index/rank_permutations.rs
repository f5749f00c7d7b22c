//! Permutations of ranks: the effect of moving a tile past others on all ranks of a class at once.
//!
//! Moving the tile in one slot to another slot permutes the `k!` ranks of a class in a fixed way. Ranks fall into
//! blocks of 5!, one for each way in which the tiles from the sixth on stand among the others. The move carries whole
//! blocks to whole blocks. Inside a block it keeps the order, or permutes the ranks of the first five tiles as a move
//! of those alone does: past one tile after the other, each an [`Exchange`] of ranks in bulk.

use super::rank::{FACTORIAL, move_slot, rank, unrank};

/// The most tiles whose arrangements one block holds.
const BLOCK_TILES: usize = 5;

/// Ranks in a block.
pub(crate) const BLOCK_LEN: usize = FACTORIAL[BLOCK_TILES] as usize;

/// A bit for each rank of a block, byte by byte from the least significant one. Fewer than five tiles fill a block in
/// part.
pub(crate) type Block = [u8; BLOCK_LEN / 8];

/// Blocks of a class of `tiles` tiles.
pub(crate) fn class_blocks(tiles: usize) -> usize {
    (FACTORIAL[tiles] as usize).div_ceil(BLOCK_LEN)
}

/// The ranks of a block.
#[inline(always)]
pub(crate) fn ranks(block: &Block) -> u128 {
    let word = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes));
    // One byte is in both words.
    u128::from(word(block.first_chunk())) | u128::from(word(block.last_chunk())) << 56
}

/// Adds ranks to a block.
#[inline(always)]
fn add_ranks(block: &mut Block, more: u128) {
    // All is read before anything is written: a read of bytes of two recent writes has to wait for both.
    let all = ranks(block) | more;
    if let Some(first) = block.first_chunk_mut() {
        *first = (all as u64).to_le_bytes();
    }
    if let Some(last) = block.last_chunk_mut() {
        *last = ((all >> 56) as u64).to_le_bytes();
    }
}

/// The image of a block: its number in the upper 26 bits; below, the slots between which a tile moves inside the block,
/// among the first five tiles alone, three bits each. They are equal if the block moves as a whole.
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

/// The exchange of the tiles in two neighbouring slots, on all ranks of a block.
///
/// The rank changes by `t!`, with `t` the larger of the two tiles: it grows if that tile was the second one. So there
/// are four pairs of sets of ranks that change places, each a fixed number of ranks apart.
#[derive(Debug, Clone, Copy, Default)]
struct Exchange {
    /// By the larger tile, from 1: the ranks that grow.
    growing: [u128; BLOCK_TILES - 1],
}

impl Exchange {
    /// The exchange of the tiles in `slot` and the next one, of `tiles` tiles.
    fn new(slot: usize, tiles: usize) -> Self {
        let mut exchange = Self::default();
        for r in 0..FACTORIAL[tiles] {
            let arrangement = unrank(r, tiles);
            if let Some(larger) = arrangement[slot + 1]
                .checked_sub(1)
                .filter(|&t| t >= arrangement[slot])
            {
                exchange.growing[usize::from(larger)] |= 1 << r;
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

/// The permutations by the moves of a tile that occur on a board: between slots at most `reach` apart.
#[derive(Debug)]
pub(crate) struct RankPermutations {
    tiles: usize,
    /// By `from * tiles + to`; empty where the slots are too far apart.
    blocks: Vec<Vec<BlockImage>>,
    /// By the first of two neighbouring slots.
    exchanges: [Exchange; BLOCK_TILES - 1],
}

impl RankPermutations {
    /// Tabulates the moves of a tile in a pattern of `tiles` tiles past at most `reach` others.
    pub(crate) fn new(tiles: usize, reach: usize) -> Self {
        let low = tiles.min(BLOCK_TILES);
        let mut exchanges = [Exchange::default(); BLOCK_TILES - 1];
        (0..low - 1).for_each(|slot| exchanges[slot] = Exchange::new(slot, low));
        let mut blocks = vec![Vec::new(); tiles * tiles];
        for (from, to) in pairs(tiles, reach) {
            let all = 0..class_blocks(tiles) as u32;
            blocks[from * tiles + to] = all.map(|b| block_image(b, tiles, from, to)).collect();
        }
        Self {
            tiles,
            blocks,
            exchanges,
        }
    }

    /// Ors the bits of the class `source` into `target`, the tile in slot `from` having moved to slot `to`.
    pub(crate) fn or_image(&self, source: &[Block], from: usize, to: usize, target: &mut [Block]) {
        if from == to {
            return or(source.as_flattened(), target.as_flattened_mut());
        }
        for (image, source) in self.blocks[from * self.tiles + to].iter().zip(source) {
            let ranks = ranks(source);
            if ranks != 0 {
                add_ranks(&mut target[image.block()], self.moved(ranks, image.slots()));
            }
        }
    }

    /// The ranks of a block after a move of a tile among the first five: past one tile after the other.
    #[inline(always)]
    fn moved(&self, mut ranks: u128, (from, to): (usize, usize)) -> u128 {
        for slot in from..to {
            ranks = self.exchanges[slot % self.exchanges.len()].apply(ranks);
        }
        for slot in (to..from).rev() {
            ranks = self.exchanges[slot % self.exchanges.len()].apply(ranks);
        }
        ranks
    }
}

/// Slots that differ and are at most `reach` apart.
fn pairs(tiles: usize, reach: usize) -> impl Iterator<Item = (usize, usize)> {
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

/// Adds the bits of `source` to `target`.
pub(crate) fn or(source: &[u8], target: &mut [u8]) {
    target.iter_mut().zip(source).for_each(|(t, s)| *t |= s);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Permutes some ranks of a class together and one by one.
    fn agrees(tiles: usize, reach: usize, chosen: impl Fn(u32) -> bool) {
        let permutations = RankPermutations::new(tiles, reach);
        for (from, to) in pairs(tiles, reach).chain((0..tiles).map(|s| (s, s))) {
            let mut source = vec![Block::default(); class_blocks(tiles)];
            let mut expected = source.clone();
            for r in (0..FACTORIAL[tiles]).filter(|&r| chosen(r)) {
                let mut arrangement = unrank(r, tiles);
                move_slot(&mut arrangement[..tiles], from, to);
                let image = rank(&arrangement[..tiles]);
                source.as_flattened_mut()[r as usize / 8] |= 1 << (r % 8);
                expected.as_flattened_mut()[image as usize / 8] |= 1 << (image % 8);
            }
            let mut target = vec![Block::default(); class_blocks(tiles)];
            permutations.or_image(&source, from, to, &mut target);
            assert_eq!(target, expected, "{tiles} tiles, slot {from} to {to}");
        }
    }

    #[test]
    fn classes_are_permuted_as_their_ranks_are() {
        for tiles in 1..=6 {
            agrees(tiles, 3, |r| r % 5 < 3);
        }
        for tiles in 7..=10 {
            agrees(tiles, 4, |r| r % (997 * tiles as u32) == 0);
        }
    }
}
