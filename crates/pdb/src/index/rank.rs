//! Ranks of arrangements: a number for each order of a pattern's tiles on their cells.
//!
//! An arrangement lists the pattern's tiles, numbered from 0 to k-1, in the order of the cells on
//! which they stand. Its rank is `sum d_t * t!`, where `d_t` is the number of tiles smaller than
//! `t` on a later cell than `t`. This is a variant of the Lehmer code, and gives each of the k!
//! arrangements another number from 0 to k!-1.
//!
//! For example, the arrangement `[2, 0, 1]` has `d_0` = 0; `d_1` = 0, because tile 0 is before tile
//! 1; and `d_2` = 2, because the tiles 0 and 1 are behind tile 2. The rank is 2 * 2! = 4.
//!
//! When a tile moves past another one, the rank changes by a factorial of the larger of the two
//! ([`pass_delta`]), and when it passes no tile of the pattern, the rank stays.

/// Maximum number of tiles in a pattern: 12! still fits in 32 bits.
pub const MAX_TILES: usize = 12;

/// Factorials: item `n` is `n!`, for `n` up to [`MAX_TILES`].
pub const FACTORIAL: [u32; MAX_TILES + 1] = {
    let mut table = [1; MAX_TILES + 1];
    let mut n = 1;
    while n <= MAX_TILES {
        table[n] = table[n - 1] * n as u32;
        n += 1;
    }
    table
};

/// The order of the `k` tiles of a pattern: item `i` is the tile on the i-th occupied cell. Items
/// from `k` on are unused.
pub type Arrangement = [u8; MAX_TILES];

/// Computes the rank of an arrangement directly from its definition.
pub fn rank(arrangement: &[u8]) -> u32 {
    let later_and_smaller = |slot: usize| {
        let tile = arrangement[slot];
        arrangement[slot..].iter().filter(|&&u| u < tile).count() as u32
    };
    (0..arrangement.len())
        .map(|slot| later_and_smaller(slot) * FACTORIAL[usize::from(arrangement[slot])])
        .sum()
}

/// Returns the arrangement of `k` tiles that has the given rank, which must be below `k!`.
pub fn unrank(mut rank: u32, k: usize) -> Arrangement {
    let mut digits = [0; MAX_TILES];
    for (t, digit) in digits[..k].iter_mut().enumerate() {
        *digit = (rank % (t as u32 + 1)) as usize;
        rank /= t as u32 + 1;
    }
    let mut arrangement = [0; MAX_TILES];
    for (t, digit) in digits[..k].iter().enumerate() {
        // The tiles below `t` are already in order. Insert `t` so that `digit` of them are behind
        // it.
        let slot = t - digit;
        arrangement.copy_within(slot..t, slot + 1);
        arrangement[slot] = t as u8;
    }
    arrangement
}

/// Returns how much the rank of an arrangement changes when tile `a` moves from before tile `b` to
/// after it. The opposite move changes the rank by the negative of this.
pub fn pass_delta(a: u8, b: u8) -> i32 {
    if a > b {
        -(FACTORIAL[usize::from(a)] as i32)
    } else {
        FACTORIAL[usize::from(b)] as i32
    }
}

/// Moves the tile in slot `from` (the slots number the occupied cells) to slot `to`, and shifts the
/// tiles between by one slot.
pub fn move_slot(arrangement: &mut [u8], from: usize, to: usize) {
    if from < to {
        arrangement[from..=to].rotate_left(1);
    } else {
        arrangement[to..=from].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_a_bijection() {
        for k in 1..=7 {
            for r in 0..FACTORIAL[k] {
                let arrangement = unrank(r, k);
                let mut tiles = arrangement[..k].to_vec();
                assert_eq!(rank(&tiles), r);
                tiles.sort_unstable();
                assert!(tiles.iter().copied().eq(0..k as u8));
            }
        }
        assert_eq!(rank(&[0, 1, 2, 3]), 0);
        assert_eq!(rank(&[3, 2, 1, 0]), 23);
    }

    #[test]
    fn deltas_agree_with_ranking_afresh() {
        for r in 0..FACTORIAL[6] {
            for slot in 0..5 {
                let mut tiles = unrank(r, 6);
                let delta = pass_delta(tiles[slot], tiles[slot + 1]);
                move_slot(&mut tiles[..6], slot, slot + 1);
                assert_eq!(
                    i64::from(rank(&tiles[..6])),
                    i64::from(r) + i64::from(delta)
                );
            }
        }
    }
}
