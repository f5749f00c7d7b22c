//! The distance of sums below the bound, several sums in a machine word.

/// The sums of a lookup among up to `4 * W` sums: 1 in the lane of each.
#[derive(Debug, Clone, Copy)]
pub(super) struct SumMask<const W: usize>([u64; W]);

/// For each of up to `4 * W` sums, in a lane of 16 bits, half of the difference between the bound and the sum.
///
/// All sums of a board have the parity of the number of moves left, so halves are whole. A move that lowers a sum by 1
/// leaves its lane as it is. The highest bit of a lane is set only when the sum is above the bound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slack<const W: usize>([u64; W]);

/// The highest bit of each lane.
const HIGHEST: u64 = 0x8000_8000_8000_8000;

impl<const W: usize> SumMask<W> {
    /// The lanes of the sums for which a function is true.
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
    /// No moves left, and no sums.
    pub(super) const NONE: Self = Self([0; W]);

    /// The slack of sums, in order, with `left` moves left. SumMask without a sum never run out.
    pub(super) fn new(left: u32, sums: &[i16]) -> Self {
        let lane = |s: usize| match sums.get(s) {
            Some(&sum) => u64::from((left.saturating_sub(sum.max(0) as u32) / 2).min(0x7FFF)),
            None => 0x7FFF,
        };
        Self(std::array::from_fn(|w| {
            (0..4).map(|k| lane(4 * w + k) << (16 * k)).sum()
        }))
    }

    /// The slack after a move that takes `drop` from the sums of a lookup.
    #[inline(always)]
    pub(super) fn minus(mut self, lanes: &SumMask<W>, drop: i32) -> Self {
        for (word, lanes) in self.0.iter_mut().zip(lanes.0) {
            *word = word.wrapping_sub(lanes.wrapping_mul(i64::from(drop) as u64));
        }
        self
    }

    /// True if one of the sums is above the bound.
    ///
    /// The lowest lane that runs out shows it; it borrows from the lanes above, which then no longer matter.
    #[inline(always)]
    pub(super) fn is_above(self) -> bool {
        self.0.iter().any(|word| word & HIGHEST != 0)
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
            sums in prop::collection::vec(0i16..100, 1..16), left in 100u32..300, drops in prop::collection::vec((any::<u16>(), -60i32..60), 1..40)
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
