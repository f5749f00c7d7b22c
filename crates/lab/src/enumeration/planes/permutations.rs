//! The effect of a vertical move on all orders of up to eight tiles at once.
//!
//! The number of an order is half its rank. The lowest bit of a rank is 1 if the first two tiles are out of order, and
//! follows from the parity of the order, which is known.

use fifteen_pdb::index::rank::{FACTORIAL, pass_delta, unrank};

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
    /// Tabulates moves that pass at most `reach` tiles. A move past several tiles is made of moves past one.
    pub(super) fn new(tiles: usize, reach: usize) -> Self {
        let low = low_tiles(tiles);
        let mut all = Self {
            tiles: low,
            permutations: vec![Vec::new(); 2 * low * low],
        };
        if reach > 0 {
            all.pass_one();
        }
        for distance in 2..=reach.min(low - 1) {
            for (parity, left) in
                (0..2).flat_map(|parity| (0..low - distance).map(move |left| (parity, left)))
            {
                let right = left + distance;
                *all.at(parity, left, right) = all.composed(parity, left, right - 1, right);
                *all.at(parity, right, left) = all.composed(parity, right, left + 1, left);
            }
        }
        all
    }

    /// Tabulates moves past one tile: from a slot to the next, or back, which is the same.
    fn pass_one(&mut self) {
        let (tiles, orders) = (self.tiles, FACTORIAL[self.tiles]);
        for (parity, slot) in
            (0..2).flat_map(|parity| (0..tiles - 1).map(move |slot| (parity, slot)))
        {
            *self.at(parity, slot, slot + 1) = vec![0; orders as usize / 2];
        }
        for rank in 0..orders {
            let order = unrank(rank, tiles);
            let parity = inversions(&order[..tiles]) as usize % 2;
            for slot in 0..tiles - 1 {
                let after = rank.wrapping_add_signed(pass_delta(order[slot], order[slot + 1]));
                self.at(parity, slot, slot + 1)[rank as usize / 2] = (after / 2) as u16;
            }
        }
        for (parity, slot) in
            (0..2).flat_map(|parity| (0..tiles - 1).map(move |slot| (parity, slot)))
        {
            *self.at(parity, slot + 1, slot) = self.at(parity, slot, slot + 1).clone();
        }
    }

    fn at(&mut self, parity: usize, from: usize, to: usize) -> &mut Vec<u16> {
        let number = self.number(parity, from, to);
        &mut self.permutations[usize::from(number)]
    }

    /// The move from a slot to the one before the last, and then past one tile more.
    fn composed(&self, parity: usize, from: usize, before: usize, to: usize) -> Vec<u16> {
        let number = |parity, from, to| usize::from(self.number(parity, from, to));
        let parity_between = (parity + from.abs_diff(before)) % 2;
        let (first, last) = (
            number(parity, from, before),
            number(parity_between, before, to),
        );
        self.permutations[first]
            .iter()
            .map(|&half| self.permutations[last][usize::from(half)])
            .collect()
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
        for (&word, positions) in source
            .iter()
            .zip(self.permutations[usize::from(number)].chunks(64))
        {
            let mut word = word;
            while word != 0 {
                let to = usize::from(positions[word.trailing_zeros() as usize]);
                target[to / 64] |= 1 << (to % 64);
                word &= word - 1;
            }
        }
    }
}

pub(super) fn inversions(order: &[u8]) -> u32 {
    (0..order.len())
        .map(|i| {
            order[i + 1..]
                .iter()
                .filter(|&&later| later < order[i])
                .count() as u32
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_pdb::index::rank::{move_slot, rank};

    #[test]
    fn moves_agree_with_ranking_afresh() {
        for (tiles, reach) in (2..=6).flat_map(|tiles| (1..=5).map(move |reach| (tiles, reach))) {
            let all = OrderPermutations::new(tiles, reach);
            for before in 0..FACTORIAL[tiles] {
                let order = unrank(before, tiles);
                let parity = inversions(&order[..tiles]) as usize % 2;
                for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
                    let table = &all.permutations[usize::from(all.number(parity, from, to))];
                    if from == to || from.abs_diff(to) > reach {
                        assert!(table.is_empty());
                        continue;
                    }
                    let mut after = order;
                    move_slot(&mut after[..tiles], from, to);
                    assert_eq!(
                        u32::from(table[before as usize / 2]),
                        rank(&after[..tiles]) / 2
                    );
                }
            }
        }
    }
}
