//! Ranks: a unique number for each order of a pattern's tiles.
//!
//! An arrangement lists the pattern's tiles, numbered from 0 to k-1, in the order of their cells.
//! Its rank is the sum of `d_t * t!` over all tiles t, where `d_t` is the number of smaller tiles
//! on later cells. This variant of the Lehmer code assigns a unique rank from 0 to k!-1 to each of
//! the k! arrangements.
//!
//! For example, take the arrangement `[2, 0, 1]`. No smaller tile follows tile 0 or tile 1, so
//! `d_0` and `d_1` are 0. Tiles 0 and 1 follow tile 2, so `d_2` is 2. The rank is 2 * 2! = 4.
//!
//! When a tile moves past another tile, the rank changes by `t!`, where `t` is the larger of the
//! two ([`pass_delta`]). When it moves past no tile of the pattern, the rank does not change.

/// Maximum number of tiles in a pattern. 12! is the largest factorial that fits in 32 bits.
pub const MAX_TILES: usize = 12;

/// Factorials from 0! to [`MAX_TILES`]!, so that `FACTORIAL[n]` is n!.
pub const FACTORIAL: [u32; MAX_TILES + 1] = {
    let mut table = [1; MAX_TILES + 1];
    let mut n = 1;
    while n <= MAX_TILES {
        table[n] = table[n - 1] * n as u32;
        n += 1;
    }
    table
};

/// The tiles of a pattern in the order of the cells that they occupy. For example, `[2, 0, 1]`
/// means that tile 2 is on the first occupied cell. A pattern of `k` tiles uses only the first `k`
/// items.
pub type Arrangement = [u8; MAX_TILES];

/// Returns the rank of an arrangement, which is a unique number for each order of the tiles.
pub fn rank(arrangement: &[u8]) -> u32 {
    let later_and_smaller = |slot: usize| {
        let tile = arrangement[slot];
        arrangement[slot..].iter().filter(|&&u| u < tile).count() as u32
    };
    (0..arrangement.len())
        .map(|slot| later_and_smaller(slot) * FACTORIAL[usize::from(arrangement[slot])])
        .sum()
}

/// Returns the arrangement of `k` tiles with the given rank, which must be less than `k!`.
pub fn unrank(mut rank: u32, k: usize) -> Arrangement {
    let mut digits = [0; MAX_TILES];
    for (t, digit) in digits[..k].iter_mut().enumerate() {
        *digit = (rank % (t as u32 + 1)) as usize;
        rank /= t as u32 + 1;
    }
    let mut arrangement = [0; MAX_TILES];
    for (t, digit) in digits[..k].iter().enumerate() {
        // Insert tile `t` into the order of the smaller tiles so that `digit` of them follow it.
        let slot = t - digit;
        arrangement.copy_within(slot..t, slot + 1);
        arrangement[slot] = t as u8;
    }
    arrangement
}

/// Returns the change in rank when tile `a` moves from just before tile `b` to just after it. The
/// reverse move changes the rank by the same amount in the opposite direction.
pub fn pass_delta(a: u8, b: u8) -> i32 {
    if a > b {
        -(FACTORIAL[usize::from(a)] as i32)
    } else {
        FACTORIAL[usize::from(b)] as i32
    }
}

/// Moves the tile in slot `from` to slot `to`, and shifts the tiles between them by one slot. Slot
/// `i` is the `i`-th occupied cell, counted from 0.
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
    fn rank_changes_equal_differences_of_ranks() {
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
