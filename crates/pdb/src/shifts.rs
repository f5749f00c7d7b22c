//! Shifts: what moving a tile past others on the map does to all ranks of a row at once.
//!
//! Taking the tile from one slot to another permutes the `k!` positions of a row in a fixed way. Up to 8 tiles that
//! permutation is one table. Above, ranks fall into blocks of 8!, one for each way in which the tiles from the ninth
//! on stand among the others: a shift carries whole blocks to whole blocks, and inside one it permutes the ranks of
//! the first eight tiles as a shift of those alone, or leaves them in order.

use crate::rank::{FACTORIAL, rank, shift, shift_gain, unrank};

/// Tiles whose arrangements a block holds, at most.
const BLOCK_TILES: usize = 8;

/// Where a block goes, and how its ranks are permuted on the way.
#[derive(Debug, Clone, Copy)]
struct BlockShift {
    to: u32,
    /// Index into [`Shifts::permutations`]; `None`: in order.
    permutation: Option<u16>,
}

/// The shifts that occur on a board: between slots at most `reach` apart.
#[derive(Debug)]
pub(crate) struct Shifts {
    tiles: usize,
    block_len: usize,
    /// By `from * tiles + to`; empty where the slots are too far apart.
    shifts: Vec<Vec<BlockShift>>,
    permutations: Vec<Vec<u16>>,
}

impl Shifts {
    /// Tabulates the shifts of a pattern of `tiles` tiles past at most `reach` others.
    pub(crate) fn new(tiles: usize, reach: usize) -> Self {
        let low = tiles.min(BLOCK_TILES);
        let block_len = FACTORIAL[low] as usize;
        let mut permutations = vec![Vec::with_capacity(block_len); low * low];
        for r in 0..block_len as u32 {
            let arrangement = unrank(r, low);
            for (from, to) in pairs(low, reach) {
                let gain = shift_gain(&arrangement[..low], from, to);
                permutations[from * low + to].push((r as i32 + gain) as u16);
            }
        }
        let mut shifts = vec![Vec::new(); tiles * tiles];
        for (from, to) in pairs(tiles, reach) {
            let blocks = 0..FACTORIAL[tiles] / block_len as u32;
            shifts[from * tiles + to] = blocks.map(|b| block_shift(b, tiles, from, to)).collect();
        }
        Self { tiles, block_len, shifts, permutations }
    }

    /// Words of 64 bits that one row takes.
    pub(crate) fn row_words(&self) -> usize {
        FACTORIAL[self.tiles] as usize / self.block_len * self.block_words()
    }

    fn block_words(&self) -> usize {
        self.block_len.div_ceil(64)
    }

    /// Ors the bits of the row `source` into `target`, the tile in slot `from` having moved to slot `to`.
    pub(crate) fn or_shifted(&self, source: &[u64], from: usize, to: usize, target: &mut [u64]) {
        let words = self.block_words();
        if from == to {
            return or(source, target);
        }
        let blocks = &self.shifts[from * self.tiles + to];
        for (block, source) in blocks.iter().zip(source.chunks_exact(words)) {
            let target = &mut target[block.to as usize * words..][..words];
            match block.permutation {
                None => or(source, target),
                Some(p) => or_permuted(source, &self.permutations[usize::from(p)], target),
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

fn block_shift(block: u32, tiles: usize, from: usize, to: usize) -> BlockShift {
    let low = tiles.min(BLOCK_TILES);
    let is_low = |tile: &u8| usize::from(*tile) < low;
    let mut arrangement = unrank(block * FACTORIAL[low], tiles);
    let arrangement = &mut arrangement[..tiles];
    let low_slot = |arrangement: &[u8], slot: usize| arrangement[..slot].iter().filter(|t| is_low(t)).count();
    let before = low_slot(arrangement, from);
    let moves_low = is_low(&arrangement[from]);
    shift(arrangement, from, to);
    let after = low_slot(arrangement, to);
    BlockShift {
        to: rank(arrangement) / FACTORIAL[low],
        permutation: (moves_low && before != after).then_some((before * low + after) as u16),
    }
}

fn or(source: &[u64], target: &mut [u64]) {
    target.iter_mut().zip(source).for_each(|(t, s)| *t |= s);
}

fn or_permuted(source: &[u64], permutation: &[u16], target: &mut [u64]) {
    for (&word, positions) in source.iter().zip(permutation.chunks(64)) {
        let mut word = word;
        while word != 0 {
            let to = usize::from(positions[word.trailing_zeros() as usize]);
            target[to / 64] |= 1 << (to % 64);
            word &= word - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some ranks of a row, shifted as a row and one by one.
    fn agrees(tiles: usize, reach: usize, chosen: impl Fn(u32) -> bool) {
        let shifts = Shifts::new(tiles, reach);
        for (from, to) in pairs(tiles, reach).chain((0..tiles).map(|s| (s, s))) {
            let mut source = vec![0; shifts.row_words()];
            let mut expected = source.clone();
            for r in (0..FACTORIAL[tiles]).filter(|&r| chosen(r)) {
                let mut arrangement = unrank(r, tiles);
                shift(&mut arrangement[..tiles], from, to);
                let image = rank(&arrangement[..tiles]);
                source[r as usize / 64] |= 1 << (r % 64);
                expected[image as usize / 64] |= 1 << (image % 64);
            }
            let mut target = vec![0; shifts.row_words()];
            shifts.or_shifted(&source, from, to, &mut target);
            assert_eq!(target, expected, "{tiles} tiles, slot {from} to {to}");
        }
    }

    #[test]
    fn rows_shift_as_their_ranks_do() {
        for tiles in 1..=6 {
            agrees(tiles, 3, |r| r % 5 < 3);
        }
        for tiles in 7..=10 {
            agrees(tiles, 4, |r| r % (997 * tiles as u32) == 0);
        }
    }
}
