//! The slack of several sums in machine words: how much each sum may still grow before a child is
//! pruned.
//!
//! A search prunes a child if one of its sums of pattern database values exceeds the number of
//! moves that are left. Instead of the sums themselves, it keeps their [`Slack`]. A word has a
//! *lane* (a field of 16 bits) for each of four sums. So one subtraction updates four sums, and
//! testing the highest bit of each lane finds out whether any of them is too large.
//!
//! For example, with 30 moves left and the sums 30, 28 and 22, the lanes are 0, 1 and 4. They hold
//! half of each difference, because a move lowers the number of moves left by 1 and changes a sum
//! by 1 up or down, so the difference either stays or falls by 2. Three moves then have these
//! effects:
//!
//! | move                                  | lanes after it            |
//! |---------------------------------------|---------------------------|
//! | lowers the first sum, raises the rest | 0, 0, 3                   |
//! | lowers all three sums                 | 0, 0, 3                   |
//! | raises the second sum                 | 0, -1, 3: the child is pruned |

/// The sums to which a lookup contributes, among up to `4 * W` sums. The lane of each such sum has
/// the value 1, and the other lanes have 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct SumMask<const W: usize>([u64; W]);

/// Half of the difference between the number of moves left and each of up to `4 * W` sums, in lanes
/// of 16 bits.
///
/// All sums of a board have the same parity as the number of moves left, so the halves are whole
/// numbers. A move that lowers a sum by 1 does not change its lane, and a move that raises the sum
/// by 1 lowers its lane by 1. The highest bit of a lane is set only if its sum exceeds the number
/// of moves left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slack<const W: usize>([u64; W]);

/// The highest bit of each lane, which is set if the lane is negative.
const HIGHEST_BITS: u64 = 0x8000_8000_8000_8000;

/// The largest value of a lane. Unused lanes have this value, so that they never become negative.
const UNLIMITED: u64 = 0x7FFF;

impl<const W: usize> SumMask<W> {
    /// Returns the mask of the sums for which `in_sum` returns true.
    pub(super) fn new(in_sum: impl Fn(usize) -> bool) -> Self {
        let word = |w: usize| {
            (0..4)
                .filter(|lane| in_sum(4 * w + lane))
                .map(|lane| 1 << (16 * lane))
                .sum()
        };
        Self(std::array::from_fn(word))
    }
}

impl<const W: usize> Slack<W> {
    /// Placeholder in which every lane is 0.
    pub(super) const NONE: Self = Self([0; W]);

    /// Returns the slack of `sums`, which are in the order of the lanes, with `left` moves left.
    pub(super) fn new(left: u32, sums: &[i16]) -> Self {
        let lane = |s: usize| match sums.get(s) {
            Some(&sum) => u64::from(left.saturating_sub(sum.max(0) as u32) / 2).min(UNLIMITED),
            None => UNLIMITED,
        };
        Self(std::array::from_fn(|w| {
            (0..4).map(|k| lane(4 * w + k) << (16 * k)).sum()
        }))
    }

    /// Returns the slack after a move that lowers the lanes of the given sums by `drop`.
    #[inline(always)]
    pub(super) fn minus(mut self, sums: &SumMask<W>, drop: i32) -> Self {
        for (word, mask) in self.0.iter_mut().zip(sums.0) {
            *word = word.wrapping_sub(mask.wrapping_mul(i64::from(drop) as u64));
        }
        self
    }

    /// Returns whether one of the sums exceeds the number of moves left.
    ///
    /// A lane that becomes negative borrows from the lanes above it, whose values are then wrong.
    /// That does no harm, because the highest bit of the lowest negative lane is set and the child
    /// is pruned anyway.
    #[inline(always)]
    pub(super) fn is_above(self) -> bool {
        self.0.iter().any(|word| word & HIGHEST_BITS != 0)
    }

    /// Returns whether the first sum is 0, as it is on the goal board. `left` is the number of
    /// moves left, so this is the case if the first lane holds half of it.
    #[inline(always)]
    pub(super) fn is_first_sum_zero(self, left: u32) -> bool {
        left == 2 * self.first()
    }

    /// Returns the slack of the first sum: how many moves may still raise this sum without the
    /// child being pruned.
    #[inline(always)]
    fn first(self) -> u32 {
        (self.0[0] & 0xFFFF) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Subtractions in lanes agree with subtractions of separate numbers, until a lane becomes
        /// negative.
        #[test]
        fn lanes_do_what_numbers_do(
            sums in prop::collection::vec(0i16..100, 1..16),
            left in 100u32..300,
            drops in prop::collection::vec((any::<u16>(), -60i32..60), 1..40),
        ) {
            let mut numbers: Vec<i32> = sums.iter().map(|&sum| (left as i32 - i32::from(sum)) / 2).collect();
            let mut slack = Slack::<4>::new(left, &sums);
            for (mask, drop) in drops {
                let member = |s: usize| s < sums.len() && mask >> s & 1 == 1;
                let after: Vec<i32> = numbers.iter().enumerate().map(|(s, n)| if member(s) { n - drop } else { *n }).collect();
                let found = slack.minus(&SumMask::new(member), drop);
                prop_assert_eq!(found.is_above(), after.iter().any(|&n| n < 0));
                if !found.is_above() {
                    let lanes: Vec<i32> = (0..sums.len()).map(|s| (found.0[s / 4] >> (s % 4 * 16) & 0xFFFF) as i32).collect();
                    prop_assert_eq!(&lanes, &after);
                    prop_assert_eq!(found.first() as i32, after[0]);
                    (numbers, slack) = (after, found);
                }
            }
        }
    }
}
