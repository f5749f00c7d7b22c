//! The effect of a vertical move on all orders of up to eight tiles at once.
//!
//! The number of an order is half its rank: the lowest bit follows from the parity of the order, which is known.

use fifteen_pdb::index::rank::{FACTORIAL, move_slot, rank, unrank};

/// The largest number of tiles whose orders one permutation holds.
const MAX_LOW: usize = 8;

/// The permutations of the orders of one parity of the first few tiles that a passing tile makes.
pub(super) struct OrderPermutations {
    tiles: usize,
    /// By parity before the move, slot from and slot to.
    permutations: Vec<Vec<u16>>,
}

/// Number of tiles among the first few, of `tiles` tiles.
pub(super) fn low_tiles(tiles: usize) -> usize {
    tiles.min(MAX_LOW)
}

/// Number of orders of one parity of the first few of `tiles` tiles.
pub(super) fn orders_of(tiles: usize) -> usize {
    FACTORIAL[low_tiles(tiles)] as usize / 2
}

impl OrderPermutations {
    /// Tabulates moves that pass at most `reach` tiles.
    pub(super) fn new(tiles: usize, reach: usize) -> Self {
        let low = low_tiles(tiles);
        let mut permutations = Vec::with_capacity(2 * low * low);
        for (parity, from, to) in (0..2).flat_map(|p| (0..low).flat_map(move |f| (0..low).map(move |t| (p, f, t)))) {
            let near = from != to && from.abs_diff(to) <= reach;
            permutations.push(if near { permutation(low, parity, from, to) } else { Vec::new() });
        }
        Self { tiles: low, permutations }
    }

    /// The number of a permutation, for [`carry`](Self::carry).
    pub(super) fn number(&self, parity: usize, from: usize, to: usize) -> u16 {
        ((parity * self.tiles + from) * self.tiles + to) as u16
    }

    /// Ors the orders of `source` into `target`, after a permutation if there is one.
    pub(super) fn carry(&self, source: &[u64], permutation: Option<u16>, target: &mut [u64]) {
        let Some(number) = permutation else {
            return target.iter_mut().zip(source).for_each(|(t, s)| *t |= s);
        };
        for (&word, positions) in source.iter().zip(self.permutations[usize::from(number)].chunks(64)) {
            let mut word = word;
            while word != 0 {
                let to = usize::from(positions[word.trailing_zeros() as usize]);
                target[to / 64] |= 1 << (to % 64);
                word &= word - 1;
            }
        }
    }
}

fn permutation(tiles: usize, parity: usize, from: usize, to: usize) -> Vec<u16> {
    let image = |half: u32| {
        let even = unrank(2 * half, tiles);
        // The lowest bit of a rank is 1 if the first two tiles are out of order.
        let mut order = unrank(2 * half + (inversions(&even[..tiles]) + parity as u32) % 2, tiles);
        move_slot(&mut order[..tiles], from, to);
        (rank(&order[..tiles]) / 2) as u16
    };
    (0..FACTORIAL[tiles] / 2).map(image).collect()
}

fn inversions(order: &[u8]) -> u32 {
    (0..order.len()).map(|i| order[i + 1..].iter().filter(|&&later| later < order[i]).count() as u32).sum()
}
