//! The distance of up to four sums below the bound, in one machine word.
//!
//! A search prunes a child if one of its sums of table values is above the number of moves that are
//! left. Instead of the sums themselves it keeps their [`Slack`]: how much each of them may still
//! grow. A word has a lane of 16 bits for each of four sums, so one subtraction updates all of them,
//! and one test of the highest bits finds out if any of them is too large.
//!
//! For example, with 30 moves left and the sums 30, 28 and 22 the lanes are 0, 1 and 4: half of each
//! difference, because every move changes the moves left by 1 and a sum by 1 up or down. Three moves
//! then do this:
//!
//! | move                                  | lanes after it            |
//! |---------------------------------------|---------------------------|
//! | lowers the first sum, raises the rest | 0, 0, 3                   |
//! | lowers all three sums                 | 0, 0, 3                   |
//! | raises the second sum                 | 0, -1, 3: the child is pruned |

/// The sums that a lookup is part of, among up to `4 * W` sums: the value 1 in the lane of each.
#[derive(Debug, Clone, Copy)]
pub(super) struct SumMask<const W: usize>([u64; W]);

/// Half of the difference between the bound and each of up to `4 * W` sums, in lanes of 16 bits.
///
/// All sums of a board have the parity of the number of moves left, so the halves are whole numbers.
/// A move that lowers a sum by 1 leaves its lane as it is. The highest bit of a lane is set only when
/// its sum is above the bound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slack<const W: usize>([u64; W]);

/// The highest bit of each lane.
const HIGHEST_BITS: u64 = 0x8000_8000_8000_8000;

/// The largest value of a lane. Lanes without a sum have it, so that they never run out.
const UNLIMITED: u64 = 0x7FFF;

impl<const W: usize> SumMask<W> {
    /// The sums for which a function is true.
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
    /// A placeholder: every lane is 0.
    pub(super) const NONE: Self = Self([0; W]);

    /// The slack of sums with `left` moves left. The sums are in the order of the lanes.
    pub(super) fn new(left: u32, sums: &[i16]) -> Self {
        let lane = |s: usize| match sums.get(s) {
            Some(&sum) => u64::from(left.saturating_sub(sum.max(0) as u32) / 2).min(UNLIMITED),
            None => UNLIMITED,
        };
        Self(std::array::from_fn(|w| {
            (0..4).map(|k| lane(4 * w + k) << (16 * k)).sum()
        }))
    }

    /// The slack after a move that takes `drop` from the lanes of some sums.
    #[inline(always)]
    pub(super) fn minus(mut self, sums: &SumMask<W>, drop: i32) -> Self {
        for (word, mask) in self.0.iter_mut().zip(sums.0) {
            *word = word.wrapping_sub(mask.wrapping_mul(i64::from(drop) as u64));
        }
        self
    }

    /// True if one of the sums is above the bound.
    ///
    /// A lane that runs out borrows from the lanes above it, whose values are then wrong. That does
    /// not matter, because the highest bit of the lowest such lane is set and the child is pruned.
    #[inline(always)]
    pub(super) fn is_above(self) -> bool {
        self.0.iter().any(|word| word & HIGHEST_BITS != 0)
    }

    /// The slack of the first sum.
    #[inline(always)]
    pub(super) fn first(self) -> u32 {
        (self.0[0] & 0xFFFF) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
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
