//! The effect of a vertical move on all orders of the low tiles at once.
//!
//! The low tiles are the first eight tiles, or all of them if there are fewer. Their orders are
//! ranked as in pattern databases ([`rank`](fifteen_pdb::index::rank)). The lowest bit of a rank is
//! 1 if the first two tiles, 0 and 1, are in the wrong order. So the ranks 2k and 2k + 1 are orders
//! of different parity, and where the parity is known, k is enough to number an order. With three
//! tiles:
//!
//! | k | even order | odd order |
//! | --- | --- | --- |
//! | 0 | 0 1 2 | 1 0 2 |
//! | 1 | 1 2 0 | 0 2 1 |
//! | 2 | 2 0 1 | 2 1 0 |
//!
//! Taking the tile in the first slot past the one in the second turns 0 1 2 into 1 0 2, 1 2 0 into
//! 2 1 0, and 2 0 1 into 0 2 1. So this move permutes the even orders by 0 → 0, 1 → 2, 2 → 1.

use fifteen_pdb::index::rank::{FACTORIAL, pass_delta, unrank};

/// Maximum number of low tiles. A block of 8!/2 bits fits in the first-level cache, and the number
/// of an order in 16 bits.
const MAX_LOW: usize = 8;

/// The permutations that a passing tile makes of the orders of the low tiles of one parity.
pub(super) struct OrderPermutations {
    tiles: usize,
    /// Where each order goes, indexed by [`number`](Self::number) and then by the order.
    permutations: Vec<Vec<u16>>,
}

/// Number of low tiles among `tiles` tiles.
pub(super) fn low_tiles(tiles: usize) -> usize {
    tiles.min(MAX_LOW)
}

/// Number of orders of one parity of the low tiles among `tiles` tiles.
pub(super) fn orders_in_block(tiles: usize) -> usize {
    FACTORIAL[low_tiles(tiles)] as usize / 2
}

impl OrderPermutations {
    /// Tabulates moves past at most `max_passed` low tiles.
    pub(super) fn new(tiles: usize, max_passed: usize) -> Self {
        let low = low_tiles(tiles);
        let mut all = Self {
            tiles: low,
            permutations: vec![Vec::new(); 2 * low * low],
        };
        if max_passed > 0 {
            all.pass_one();
        }
        // A move past several tiles is a shorter move and then a move past one tile more.
        for passed in 2..=max_passed.min(low - 1) {
            for parity in 0..2 {
                for left in 0..low - passed {
                    let right = left + passed;
                    *all.at(parity, left, right) = all.composed(parity, left, right - 1, right);
                    *all.at(parity, right, left) = all.composed(parity, right, left + 1, left);
                }
            }
        }
        all
    }

    /// Tabulates moves past one tile. Both the move to the next slot and the move back swap the
    /// same two tiles, so one permutation serves for both.
    fn pass_one(&mut self) {
        let tiles = self.tiles;
        let orders = FACTORIAL[tiles];
        for parity in 0..2 {
            for slot in 0..tiles - 1 {
                *self.at(parity, slot, slot + 1) = vec![0; orders as usize / 2];
            }
        }
        for rank in 0..orders {
            let order = unrank(rank, tiles);
            let parity = inversions(&order[..tiles]) as usize % 2;
            for slot in 0..tiles - 1 {
                let after = rank.wrapping_add_signed(pass_delta(order[slot], order[slot + 1]));
                self.at(parity, slot, slot + 1)[rank as usize / 2] = (after / 2) as u16;
            }
        }
        for parity in 0..2 {
            for slot in 0..tiles - 1 {
                *self.at(parity, slot + 1, slot) = self.at(parity, slot, slot + 1).clone();
            }
        }
    }

    fn at(&mut self, parity: usize, from: usize, to: usize) -> &mut Vec<u16> {
        let number = self.number(parity, from, to);
        &mut self.permutations[usize::from(number)]
    }

    /// The move from one slot to the slot next to `to`, and from there to `to`.
    fn composed(&self, parity: usize, from: usize, next_to: usize, to: usize) -> Vec<u16> {
        let first = self.number(parity, from, next_to);
        let parity_between = (parity + from.abs_diff(next_to)) % 2;
        let second = self.number(parity_between, next_to, to);
        let second = &self.permutations[usize::from(second)];
        self.permutations[usize::from(first)]
            .iter()
            .map(|&order| second[usize::from(order)])
            .collect()
    }

    /// Number of the permutation that moves a tile from one slot to another, in orders that have
    /// `parity` before the move.
    pub(super) fn number(&self, parity: usize, from: usize, to: usize) -> u16 {
        ((parity * self.tiles + from) * self.tiles + to) as u16
    }

    /// Sets the bits of `source` in `target`. If there is a permutation, each bit is set at its new
    /// place.
    pub(super) fn or_into(&self, source: &[u64], permutation: Option<u16>, target: &mut [u64]) {
        let Some(number) = permutation else {
            for (target, source) in target.iter_mut().zip(source) {
                *target |= source;
            }
            return;
        };
        let permutation = &self.permutations[usize::from(number)];
        for (&word, positions) in source.iter().zip(permutation.chunks(64)) {
            let mut word = word;
            while word != 0 {
                let to = usize::from(positions[word.trailing_zeros() as usize]);
                target[to / 64] |= 1 << (to % 64);
                word &= word - 1;
            }
        }
    }
}

/// Number of pairs of tiles in the wrong order.
pub(super) fn inversions(order: &[u8]) -> u32 {
    let mut inversions = 0;
    for (place, tile) in order.iter().enumerate() {
        inversions += order[place + 1..]
            .iter()
            .filter(|&later| later < tile)
            .count() as u32;
    }
    inversions
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_pdb::index::rank::{move_slot, rank};

    #[test]
    fn the_permutation_is_that_of_the_worked_example() {
        let all = OrderPermutations::new(3, 1);
        assert_eq!(
            all.permutations[usize::from(all.number(0, 0, 1))],
            [0, 2, 1]
        );
    }

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
