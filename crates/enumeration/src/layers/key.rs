//! Keys: unsigned integers that hold the order of a board's tiles, in one word if it fits.

use std::ops::{Add, BitOr, BitXor, Shl, Shr, Sub};

/// A word that holds the digits of a [`Code`](super::code::Code).
pub(super) trait Key:
    Copy
    + Ord
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + From<u64>
    + TryInto<u64>
    + 'static
{
    /// Bits of the word.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// Greater than every key: the end of a list.
    const NONE: Self;

    /// The 64 bits that begin at bit `shift`.
    fn at(self, shift: u32) -> u64;
    /// 1 if an odd number of the bits in `mask` is set, else 0.
    fn parity(self, mask: Self) -> u32;
    /// Appends the bytes to `out`, the lowest first.
    fn write(self, out: &mut Vec<u8>);
    /// Reads the bytes from index `at` on, as [`write`](Self::write) wrote them; [`NONE`](Self::NONE) beyond the end.
    fn read(bytes: &[u8], at: usize) -> Self;

    /// Appends a digit of `width` bits.
    #[inline(always)]
    fn push(self, digit: u32, width: u32) -> Self {
        self << width | Self::from(digit.into())
    }

    /// Changes the bits that are set in `bits`, moved up by `shift`.
    #[inline(always)]
    fn flip(self, shift: u32, bits: u64) -> Self {
        self ^ Self::from(bits) << shift
    }

    /// The least greater number whose `bits` lowest bits are 0.
    #[inline(always)]
    fn next_multiple(self, bits: u32) -> Self {
        ((self >> bits) + Self::from(1)) << bits
    }
}

macro_rules! key {
    ($word:ty) => {
        impl Key for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const NONE: Self = <$word>::MAX;

            #[inline(always)]
            fn at(self, shift: u32) -> u64 {
                (self >> shift) as u64
            }

            #[inline(always)]
            fn parity(self, mask: Self) -> u32 {
                (self & mask).count_ones() & 1
            }

            fn write(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            #[inline(always)]
            fn read(bytes: &[u8], at: usize) -> Self {
                let bytes = bytes.get(at..).and_then(|rest| rest.first_chunk());
                bytes.map_or(Self::NONE, |&bytes| Self::from_le_bytes(bytes))
            }
        }
    };
}

key!(u64);
key!(u128);
