//! The slack of several sums, packed into machine words: how much each sum can still grow before
//! the search prunes a child.
//!
//! A search prunes a child if any of its sums of pattern database distances exceeds the number of
//! moves left. It stores the [`Slack`] of each sum instead of the sum itself. A word has four
//! *lanes*, which are 16-bit fields for one sum each. One subtraction therefore updates four sums,
//! and testing the highest bit of each lane detects any sum that is too large.
//!
//! For example, with 30 moves left and the sums 30, 28 and 22, the lanes hold 0, 1 and 4, which are
//! half of the differences. Halves are enough because each sum has the same parity as the number of
//! moves left. A move that lowers a sum by 1 leaves its lane unchanged, and a move that raises the
//! sum by 1 reduces the lane by 1. Three successive moves have these effects:
//!
//! | successive moves                         | lanes after the move          |
//! | ---------------------------------------- | ----------------------------- |
//! | lowers the first sum, raises the others  | 0, 0, 3                       |
//! | lowers all three sums                    | 0, 0, 3                       |
//! | raises the second sum, lowers the others | 0, -1, 3: the child is pruned |

/// The set of sums that include a pattern's distance. It has a 16-bit field for each of up to `4 *
/// W` sums, which is 1 if the sum is in the set and 0 otherwise.
#[derive(Debug, Clone, Copy)]
pub(super) struct SumMask<const W: usize>([u64; W]);

/// The slack of up to `4 * W` sums, which is how much each sum can still grow. If `left` is the
/// number of moves left, the slack is `(left - sum) / 2`. The difference is always even. Each slack
/// is stored in a 16-bit field called a *lane*.
///
/// A move that lowers a sum by 1 leaves the lane unchanged. A move that raises a sum by 1 reduces
/// the lane by 1. A negative lane shows that the sum exceeds the number of moves left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slack<const W: usize>([u64; W]);

/// The highest bit of each lane. A *lane* is the 16-bit field that holds the slack of one sum. Its
/// highest bit is set if the slack is negative.
const HIGHEST_BITS: u64 = 0x8000_8000_8000_8000;

/// Maximum value of a lane, which is the 16-bit field that holds the slack of one sum. Unused lanes
/// have this value, so that they never become negative.
const UNLIMITED: u64 = 0x7FFF;

impl<const W: usize> SumMask<W> {
    /// Creates a set of sums. `in_sum` receives the index of a sum, and returns whether the sum is
    /// in the set.
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
    /// A slack of 0 for every sum. It fills unused frames of the search stack.
    pub(super) const NONE: Self = Self([0; W]);

    /// Computes the slack of each sum, `(left - sum) / 2`. `left` is the number of moves left.
    pub(super) fn new(left: u32, sums: &[i16]) -> Self {
        let lane = |s: usize| match sums.get(s) {
            Some(&sum) => u64::from(left.saturating_sub(sum.max(0) as u32) / 2).min(UNLIMITED),
            None => UNLIMITED,
        };
        Self(std::array::from_fn(|w| {
            (0..4).map(|k| lane(4 * w + k) << (16 * k)).sum()
        }))
    }

    /// Returns the slack after a move. The slack of a sum is how much it can still grow. The move
    /// lowers the slack of each sum in `sums` by `drop`.
    #[inline(always)]
    pub(super) fn minus(mut self, sums: &SumMask<W>, drop: i32) -> Self {
        for (word, mask) in self.0.iter_mut().zip(sums.0) {
            *word = word.wrapping_sub(mask.wrapping_mul(i64::from(drop) as u64));
        }
        self
    }

    /// Returns whether any sum exceeds the number of moves left.
    ///
    /// Each sum has a 16-bit lane, which is negative if the sum is too large. A negative lane
    /// borrows from the higher lanes of its word. This is harmless, because the result is true
    /// anyway.
    #[inline(always)]
    pub(super) fn is_above(self) -> bool {
        self.0.iter().any(|word| word & HIGHEST_BITS != 0)
    }

    /// Returns whether the first sum is 0, as it must be for the goal. `left` is the number of
    /// moves left. The slack is `(left - sum) / 2`, so it is half of `left` if the sum is 0.
    #[inline(always)]
    pub(super) fn is_first_sum_zero(self, left: u32) -> bool {
        left == 2 * self.first()
    }

    /// Returns the slack of the first sum: how many of the next moves can raise this sum before it
    /// exceeds the number of moves left.
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
        /// Checks that packed subtractions give the same results as subtractions of separate
        /// integers, until a result becomes negative.
        #[test]
        fn packed_subtractions_equal_separate_ones(
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
