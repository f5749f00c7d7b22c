//! Permutations of ranks: the effect of moving a tile past others on all ranks of a class at once.
//!
//! Moving the tile in one slot to another slot permutes the `k!` ranks of a class in a fixed way. Ranks fall into
//! blocks of 5!, one for each way in which the tiles from the sixth on stand among the others. The move carries whole
//! blocks to whole blocks. Inside a block it keeps the order, or permutes the ranks of the first five tiles as a move
//! of those alone does. So half of the bits move as whole blocks, and the permutations of the rest stay in the nearest
//! cache.

use super::rank::{FACTORIAL, move_slot, rank, rank_delta, unrank};

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

/// The bits of a block: the first 64, and the others.
#[inline]
pub(crate) fn words(block: &Block) -> [u64; 2] {
    // Two reads of eight bytes each, of which one overlaps.
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = *block;
    [u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_le_bytes([h, i, j, k, l, m, n, o]) >> 8]
}

/// The image of a block: its number in the upper 27 bits; below, the index into [`RankPermutations::inside`] of the
/// permutation inside the block, or [`IN_ORDER`].
#[derive(Debug, Clone, Copy)]
struct BlockImage(u32);

const IN_ORDER: u32 = 31;

impl BlockImage {
    fn block(self) -> usize {
        (self.0 >> 5) as usize
    }

    fn permutation(self) -> Option<usize> {
        Some(self.0 & 31).filter(|&p| p != IN_ORDER).map(|p| p as usize)
    }
}

/// The images of the ranks of a block: of the first 64, and of the others.
type Permutation = [[u8; 64]; 2];

/// The permutations by the moves of a tile that occur on a board: between slots at most `reach` apart.
#[derive(Debug)]
pub(crate) struct RankPermutations {
    tiles: usize,
    /// By `from * tiles + to`; empty where the slots are too far apart.
    blocks: Vec<Vec<BlockImage>>,
    /// Permutations inside a block, by `from * BLOCK_TILES + to` of the first tiles alone.
    inside: Vec<Permutation>,
}

impl RankPermutations {
    /// Tabulates the moves of a tile in a pattern of `tiles` tiles past at most `reach` others.
    pub(crate) fn new(tiles: usize, reach: usize) -> Self {
        let low = tiles.min(BLOCK_TILES);
        let mut inside = vec![[[0; 64]; 2]; BLOCK_TILES * BLOCK_TILES];
        for r in 0..FACTORIAL[low] {
            let arrangement = unrank(r, low);
            for (from, to) in pairs(low, reach) {
                let delta = rank_delta(&arrangement[..low], from, to);
                inside[from * BLOCK_TILES + to][r as usize / 64][r as usize % 64] = (r as i32 + delta) as u8;
            }
        }
        let mut blocks = vec![Vec::new(); tiles * tiles];
        for (from, to) in pairs(tiles, reach) {
            let all = 0..class_blocks(tiles) as u32;
            blocks[from * tiles + to] = all.map(|b| block_image(b, tiles, from, to)).collect();
        }
        Self { tiles, blocks, inside }
    }

    /// Ors the bits of the class `source` into `target`, the tile in slot `from` having moved to slot `to`.
    pub(crate) fn or_image(&self, source: &[Block], from: usize, to: usize, target: &mut [Block]) {
        if from == to {
            return or(source.as_flattened(), target.as_flattened_mut());
        }
        for (image, source) in self.blocks[from * self.tiles + to].iter().zip(source) {
            let bits = words(source);
            if bits == [0, 0] {
                continue;
            }
            let target = &mut target[image.block()];
            match image.permutation() {
                None => or(source, target),
                Some(p) => or_permuted(bits, &self.inside[p], target),
            }
        }
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
    let low_slot = |arrangement: &[u8], slot: usize| arrangement[..slot].iter().filter(|t| is_low(t)).count();
    let before = low_slot(arrangement, from);
    let moves_low = is_low(&arrangement[from]);
    move_slot(arrangement, from, to);
    let after = low_slot(arrangement, to);
    let permutes = moves_low && before != after;
    let permutation = if permutes { (before * BLOCK_TILES + after) as u32 } else { IN_ORDER };
    BlockImage((rank(arrangement) / FACTORIAL[low]) << 5 | permutation)
}

fn or(source: &[u8], target: &mut [u8]) {
    target.iter_mut().zip(source).for_each(|(t, s)| *t |= s);
}

fn or_permuted(bits: [u64; 2], permutation: &Permutation, target: &mut Block) {
    for (mut word, positions) in bits.into_iter().zip(permutation) {
        while word != 0 {
            let to = positions[word.trailing_zeros() as usize];
            target[usize::from(to / 8)] |= 1 << (to % 8);
            word &= word - 1;
        }
    }
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
