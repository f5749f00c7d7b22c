//! The machine words over which the engine is generic: [`Mask`]s of cells and [`Key`]s of states, both [`Bits`].

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Operations that masks and keys share.
pub(crate) trait Bits:
    Copy
    + Debug
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// Number of bits.
    const BITS: usize;
    /// No bit.
    const ZERO: Self;

    /// One bit.
    fn bit(index: usize) -> Self;
}

/// A set of cells of the board's box, numbered row by row.
pub(crate) trait Mask: Bits {
    /// The set shifted down by `by` cells (modulo [`Bits::BITS`]).
    fn rotated(self, by: u32) -> Self;

    /// The first cell; [`Bits::BITS`] if there is none.
    fn first(self) -> usize;

    /// The set without its first cell.
    fn rest(self) -> Self;

    /// The set of these cells.
    fn of(cells: &mut dyn Iterator<Item = usize>) -> Self {
        let mut mask = Self::ZERO;
        for cell in cells {
            mask |= Self::bit(cell);
        }
        mask
    }

    /// The cells, in order.
    fn cells(mut self) -> Vec<usize> {
        let mut cells = Vec::new();
        while self != Self::ZERO {
            cells.push(self.first());
            self = self.rest();
        }
        cells
    }
}

/// The bits of the hash that choose the share of a key, and the number of shares.
pub(crate) const SHARE_BITS: u32 = 5;
pub(crate) const SHARES: usize = 1 << SHARE_BITS;

/// A state's code. Never zero: the highest bit of the last word is always set.
pub(crate) trait Key: Bits {
    /// The bits of one word under a mask.
    fn part(self, word: usize, shift: u32, mask: u64) -> usize;

    /// A well-mixed hash, best in its high bits.
    fn hashed(self) -> u64;

    /// The share of the key among one or [`SHARES`] of them: by the high bits of its hash.
    #[inline]
    fn share(self, of: usize) -> usize {
        (self.hashed() >> (u64::BITS - SHARE_BITS)) as usize & (of - 1)
    }
}

/// An odd number without pattern (2^64 divided by the golden ratio).
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

macro_rules! bits {
    ($t:ty) => {
        impl Bits for $t {
            const BITS: usize = <$t>::BITS as usize;
            const ZERO: Self = 0;

            #[inline]
            fn bit(index: usize) -> Self {
                1 << index
            }
        }

        impl Mask for $t {
            #[inline]
            fn rotated(self, by: u32) -> Self {
                self.rotate_right(by)
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

bits!(u64);
bits!(u128);

impl Key for u64 {
    #[inline]
    fn part(self, _: usize, shift: u32, mask: u64) -> usize {
        ((self >> shift) & mask) as usize
    }

    #[inline]
    fn hashed(self) -> u64 {
        (self ^ (self >> 32)).wrapping_mul(MIX)
    }
}

/// The most words whose operations are compiled inline: those of more words would make much code.
const INLINE: usize = 4;

/// Several words as one, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        if N > INLINE { self.zip_called(other, f) } else { self.zip_inline(other, f) }
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
        impl<const N: usize> $operator for Wide<N> {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                self.zip(other, u64::$name)
            }
        }

        impl<const N: usize> $assign for Wide<N> {
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

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.zip(self, |a, _| !a)
    }
}

impl<const N: usize> Bits for Wide<N> {
    const BITS: usize = 64 * N;
    const ZERO: Self = Wide([0; N]);

    #[inline]
    fn bit(index: usize) -> Self {
        let mut words = [0; N];
        words[index / 64] = 1 << (index % 64);
        Wide(words)
    }
}

impl<const N: usize> Mask for Wide<N> {
    #[inline]
    fn rotated(self, by: u32) -> Self {
        let (skip, shift) = (by as usize / 64, by % 64);
        let word = |i: usize| self.0[(i + skip) % N];
        // Shifting by 64 in two steps: the plain shift overflows where `shift` is 0.
        Wide(std::array::from_fn(|i| (word(i) >> shift) | (word(i + 1) << 1 << (63 - shift))))
    }

    #[inline]
    fn first(self) -> usize {
        self.0.iter().position(|&w| w != 0).map_or(64 * N, |i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    #[inline]
    fn rest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|w| **w != 0) {
            *word &= *word - 1;
        }
        self
    }
}

impl<const N: usize> Key for Wide<N> {
    #[inline]
    fn part(self, word: usize, shift: u32, mask: u64) -> usize {
        ((self.0[word] >> shift) & mask) as usize
    }

    #[inline]
    fn hashed(self) -> u64 {
        self.0
            .iter()
            .fold(0u64, |hash, &w| {
                let h = (hash ^ w).wrapping_mul(MIX);
                h ^ (h >> 32)
            })
            .wrapping_mul(MIX)
    }
}
