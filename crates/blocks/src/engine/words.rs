//! [`Words`], an array of machine words that represents either a set of cells or the key of a
//! state.
//!
//! In a set of cells, bit *i* says whether the set contains cell *i*. Cells are numbered in
//! row-major order within the bounding rectangle of the floor. For example, the piece `A` on this
//! 3x3 board covers cells 0, 1 and 4, so its set is 2^0 + 2^1 + 2^4 = 19:
//!
//! ```text
//! AA.      0 1 2
//! .A.      3 4 5
//! ...      6 7 8
//! ```
//!
//! Shifting the set left by 3 bits moves the piece down by one row. Sets of cells need one word on
//! boards of at most 64 cells. Most keys also fit into one word.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Number of high hash bits that select the *shard* of a key. Shards are the parts into which a
/// search divides its set of states.
pub(crate) const SHARD_BITS: u32 = 5;
/// Number of *shards*, which are the parts into which a search divides its set of states. Two
/// threads never insert into the same shard at once, so this is also the maximum number of threads
/// that can insert states.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;

/// Multiplier of the hash function: 2^64 divided by the golden ratio, rounded to an odd number.
/// This method is known as Fibonacci hashing.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Maximum length of [`Words`], in machine words, for which operations are inlined. Inlining longer
/// loops would make the code too large.
const MAX_INLINE_WORDS: usize = 4;

/// A set of cells, or the key of a state, as an array of `N` machine words. The first word contains
/// the lowest bits.
///
/// A key is never zero, because the highest bit of its last word is always set. Several methods
/// treat `N = 1` separately, because the compiler does not generate the best code for it from the
/// general version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Words<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Words<N> {
    /// Number of bits in a value of this type, and thus the number of cells that a set can contain.
    pub(crate) const BITS: usize = 64 * N;
    /// The empty set of cells.
    pub(crate) const ZERO: Self = Words([0; N]);

    /// Returns the set that contains only the given cell.
    #[inline]
    pub(crate) fn bit(index: usize) -> Self {
        let mut words = [0; N];
        words[index / 64 % N] = 1 << (index % 64);
        Words(words)
    }

    /// Returns the set of the given cells.
    pub(crate) fn of(cells: &mut dyn Iterator<Item = usize>) -> Self {
        cells.fold(Self::ZERO, |set, cell| set | Self::bit(cell))
    }

    /// Returns the cells in the set, in ascending order.
    pub(crate) fn cells(mut self) -> Vec<usize> {
        let mut cells = Vec::new();
        while self != Self::ZERO {
            cells.push(self.first());
            self = self.rest();
        }
        cells
    }

    /// Subtracts `by` from every cell in the set, modulo [`Self::BITS`].
    #[inline]
    pub(crate) fn rotated(self, by: u32) -> Self {
        if N == 1 {
            return Words([self.0[0].rotate_right(by); N]);
        }
        let (skip, shift) = (by as usize / 64, by % 64);
        let word = |i: usize| self.0[(i + skip) % N];
        // Shift left by `64 - shift` in two steps. If `shift` is 0, a single shift by 64 bits would
        // overflow.
        Words(std::array::from_fn(|i| {
            (word(i) >> shift) | (word(i + 1) << 1 << (63 - shift))
        }))
    }

    /// Returns the lowest cell in the set, or [`Self::BITS`] if the set is empty.
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

    /// Returns the set without its lowest cell.
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

    /// Extracts adjacent bits from one word of a key. `shift` is the position of the lowest bit,
    /// and `mask` contains a 1 for each bit: 0b111 extracts three bits.
    #[inline]
    pub(crate) fn part(self, word: usize, shift: u32, mask: u64) -> usize {
        ((self.0[word % N] >> shift) & mask) as usize
    }

    /// Returns the hash of a key. The highest bits are the best ones, because they depend on all
    /// bits of the key.
    #[inline]
    pub(crate) fn hashed(self) -> u64 {
        self.0.iter().fold(0, |hash, word| {
            let mixed = hash ^ word;
            (mixed ^ (mixed >> 32)).wrapping_mul(MULTIPLIER)
        })
    }

    /// Returns the index of the shard that stores a key. The highest bits of the key's hash select
    /// it.
    ///
    /// `count` is the number of shards: [`SHARDS`], or 1 if the states are not divided.
    #[inline]
    pub(crate) fn shard(self, count: usize) -> usize {
        (self.hashed() >> (u64::BITS - SHARD_BITS)) as usize & (count - 1)
    }

    /// Applies `f` to each word of `self` and the corresponding word of `other`.
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        if N > MAX_INLINE_WORDS {
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

impl<const N: usize> Hash for Words<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hashed());
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
