//! [`Words`]: the sets of cells and the keys of states over which the engine is generic, some machine words as one.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// The bits of the hash that choose the share of a key, and the number of shares.
pub(crate) const SHARE_BITS: u32 = 5;
pub(crate) const SHARES: usize = 1 << SHARE_BITS;

/// An odd number without pattern (2^64 divided by the golden ratio).
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// The most words whose operations are compiled inline: those of more words would make much code.
const INLINE: usize = 4;

/// Several words as one, the lowest first: a set of cells of the board's box, numbered row by row, or the key of a
/// state. A key is never zero: the highest bit of its last word is always set. Most puzzles need one word, for which the
/// compiler does not find the shortest code by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Words<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Words<N> {
    /// Number of bits.
    pub(crate) const BITS: usize = 64 * N;
    /// No bit.
    pub(crate) const ZERO: Self = Words([0; N]);

    /// One bit.
    #[inline]
    pub(crate) fn bit(index: usize) -> Self {
        let mut words = [0; N];
        words[index / 64 % N] = 1 << (index % 64);
        Words(words)
    }

    /// The set of these cells.
    pub(crate) fn of(cells: &mut dyn Iterator<Item = usize>) -> Self {
        cells.fold(Self::ZERO, |set, cell| set | Self::bit(cell))
    }

    /// The cells, in order.
    pub(crate) fn cells(mut self) -> Vec<usize> {
        let mut cells = Vec::new();
        while self != Self::ZERO {
            cells.push(self.first());
            self = self.rest();
        }
        cells
    }

    /// The set shifted down by `by` cells (modulo [`Self::BITS`]).
    #[inline]
    pub(crate) fn rotated(self, by: u32) -> Self {
        if N == 1 {
            return Words([self.0[0].rotate_right(by); N]);
        }
        let (skip, shift) = (by as usize / 64, by % 64);
        let word = |i: usize| self.0[(i + skip) % N];
        // Shifting by 64 in two steps: the plain shift overflows where `shift` is 0.
        Words(std::array::from_fn(|i| {
            (word(i) >> shift) | (word(i + 1) << 1 << (63 - shift))
        }))
    }

    /// The first cell; [`Self::BITS`] if there is none.
    #[inline]
    pub(crate) fn first(self) -> usize {
        if N == 1 {
            return self.0[0].trailing_zeros() as usize;
        }
        self.0
            .iter()
            .position(|&w| w != 0)
            .map_or(64 * N, |i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    /// The set without its first cell.
    #[inline]
    pub(crate) fn rest(mut self) -> Self {
        if N == 1 {
            return Words([self.0[0] & self.0[0].wrapping_sub(1); N]);
        }
        if let Some(word) = self.0.iter_mut().find(|w| **w != 0) {
            *word &= *word - 1;
        }
        self
    }

    /// The bits of one word of a key under a mask.
    #[inline]
    pub(crate) fn part(self, word: usize, shift: u32, mask: u64) -> usize {
        ((self.0[word % N] >> shift) & mask) as usize
    }

    /// A well-mixed hash of a key, best in its high bits.
    #[inline]
    pub(crate) fn hashed(self) -> u64 {
        self.0.iter().fold(0, |hash, word| {
            let mixed = hash ^ word;
            (mixed ^ (mixed >> 32)).wrapping_mul(MIX)
        })
    }

    /// The share of a key among one or [`SHARES`] of them: by the high bits of its hash.
    #[inline]
    pub(crate) fn share(self, of: usize) -> usize {
        (self.hashed() >> (u64::BITS - SHARE_BITS)) as usize & (of - 1)
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        if N > INLINE {
            self.zip_called(other, f)
        } else {
            self.zip_inline(other, f)
        }
    }

    #[inline(never)]
    fn zip_called(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        self.zip_inline(other, f)
    }

    #[inline]
    fn zip_inline(mut self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        self
    }
}

macro_rules! operator {
    ($operator:ident, $name:ident, $assign:ident, $assign_name:ident) => {
        impl<const N: usize> $operator for Words<N> {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                self.zip(other, u64::$name)
            }
        }

        impl<const N: usize> $assign for Words<N> {
            #[inline]
            fn $assign_name(&mut self, other: Self) {
                *self = self.zip(other, u64::$name);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
operator!(BitOr, bitor, BitOrAssign, bitor_assign);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl<const N: usize> Not for Words<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.zip(self, |a, _| !a)
    }
}
