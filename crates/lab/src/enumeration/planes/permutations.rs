//! Tables that describe how a vertical move permutes the orders of the low tiles.
//!
//! The low tiles are the first eight tiles, or all of them if there are fewer. Their orders are
//! ranked as in pattern databases ([`rank`](fifteen_pdb::index::rank)). The lowest bit of a rank is
//! 1 if tile 1 comes before tile 0. So the orders with the ranks 2k and 2k + 1 differ only in a
//! swap of these two tiles, and have opposite parity. If the parity is known, k alone identifies an
//! order. With three tiles:
//!
//! | k | even order | odd order |
//! | --- | --- | --- |
//! | 0 | 0 1 2 | 1 0 2 |
//! | 1 | 1 2 0 | 0 2 1 |
//! | 2 | 2 0 1 | 2 1 0 |
//!
//! A move that takes the first tile past the second turns 0 1 2 into 1 0 2, 1 2 0 into 2 1 0, and 2
//! 0 1 into 0 2 1. According to the table, it maps the k of an even order by 0 → 0, 1 → 2, 2 → 1.

use fifteen_pdb::index::rank::{FACTORIAL, pass_delta, unrank};

/// Maximum number of low tiles, which are the tiles that a block does not distinguish. With eight
/// of them, the 8!/2 bits of a block take 2.5 kB and fit in the first-level cache. The index of an
/// order fits in a `u16`.
const MAX_LOW: usize = 8;

/// Lookup tables that say how the order of the low tiles (the first eight tiles) changes when one
/// of them moves past others. Even and odd orders have separate tables.
pub(super) struct OrderPermutations {
    tiles: usize,
    /// The order of the low tiles after a move, indexed by the [`number`](Self::number) of the move
    /// and then by the order before it. Each order is stored as half of its rank, rounded down. The
    /// tables for moves that are too long, or that move no tile, are empty.
    permutations: Vec<Vec<u16>>,
}

/// Returns how many of `tiles` tiles are low: the first eight, or all of them if there are fewer.
pub(super) fn low_tiles(tiles: usize) -> usize {
    tiles.min(MAX_LOW)
}

/// Returns the number of orders of the low tiles that can be reached within a block. It is half the
/// number of permutations, because only one parity is possible.
pub(super) fn orders_in_block(tiles: usize) -> usize {
    FACTORIAL[low_tiles(tiles)] as usize / 2
}

impl OrderPermutations {
    /// Computes the tables for moves past at most `max_passed` low tiles.
    pub(super) fn new(tiles: usize, max_passed: usize) -> Self {
        let low = low_tiles(tiles);
        let mut all = Self {
            tiles: low,
            permutations: vec![Vec::new(); 2 * low * low],
        };
        if max_passed > 0 {
            all.pass_one();
        }
        // A move past n tiles consists of a move past n - 1 tiles and a move past one more tile, so
        // compute the tables in the order of n.
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

    /// Computes the tables for moves in which a low tile passes one other low tile. Such a move
    /// swaps two neighbouring tiles. Moving the first of them back has the same result as moving
    /// the second forward, so both moves have equal tables.
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

    /// Returns the table for moving a low tile from `from` to `to`, which are positions among the
    /// low tiles. It combines two existing tables. One moves the tile from `from` to `next_to`,
    /// which is next to `to`. The other moves it from `next_to` to `to`.
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

    /// Returns the index of the table for moving a low tile from `from` to `to`, which are
    /// positions among the low tiles. `parity` is the parity of the order of the low tiles before
    /// the move.
    pub(super) fn number(&self, parity: usize, from: usize, to: usize) -> u16 {
        ((parity * self.tiles + from) * self.tiles + to) as u16
    }

    /// Adds the states in the bit set `source` to the bit set `target`. If `permutation` is
    /// `Some(index)`, the table with this index permutes the states first.
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

/// Returns the number of inversions: pairs of tiles with the larger one first. An order is odd if
/// this number is odd.
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
    fn the_permutation_equals_the_worked_example() {
        let all = OrderPermutations::new(3, 1);
        assert_eq!(
            all.permutations[usize::from(all.number(0, 0, 1))],
            [0, 2, 1]
        );
    }

    #[test]
    fn ranks_after_moves_equal_ranks_computed_from_scratch() {
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
