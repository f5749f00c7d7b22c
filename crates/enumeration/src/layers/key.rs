//! Keys: unsigned integers that hold the order of a board's tiles, one word long where that is enough.

/// A word that holds the digits of a [`Code`](super::code::Code).
pub(super) trait Key: Copy + Ord + Send + Sync + 'static {
    /// Bits of the word.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// Greater than every key: what stands at the end of a list.
    const NONE: Self;

    /// Puts a digit of so many bits behind the others.
    fn push(self, digit: u32, width: u32) -> Self;
    /// Moves all bits down.
    fn shifted(self, shift: u32) -> Self;
    /// The 64 bits that begin at bit `shift`.
    fn at(self, shift: u32) -> u64;
    /// Changes the bits that are set in `bits`, moved up by `shift`.
    fn flip(self, shift: u32, bits: u64) -> Self;
    /// 1 if an odd number of the bits in `mask` is set, else 0.
    fn parity(self, mask: Self) -> u32;
    /// The bits in which two keys differ.
    fn xor(self, other: Self) -> Self;
    /// The least greater number whose `bits` lowest bits are 0.
    fn next_multiple(self, bits: u32) -> Self;
    /// The sum; the caller sees to it that it fits.
    fn plus(self, other: Self) -> Self;
    /// The difference; the caller sees to it that it is not negative.
    fn minus(self, other: Self) -> Self;
    /// The value if it has at most 64 bits.
    fn as_u64(self) -> Option<u64>;
    /// A small value as a key.
    fn from_u64(value: u64) -> Self;
    /// Writes the bytes, the lowest first.
    fn write(self, out: &mut Vec<u8>);
    /// Reads what [`write`](Self::write) wrote at that place.
    fn read(bytes: &[u8], at: usize) -> Self;
}

macro_rules! key {
    ($word:ty) => {
        impl Key for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const NONE: Self = <$word>::MAX;

            #[inline(always)]
            fn push(self, digit: u32, width: u32) -> Self {
                self << width | Self::from(digit)
            }

            #[inline(always)]
            fn shifted(self, shift: u32) -> Self {
                self >> shift
            }

            #[inline(always)]
            fn at(self, shift: u32) -> u64 {
                (self >> shift) as u64
            }

            #[inline(always)]
            fn flip(self, shift: u32, bits: u64) -> Self {
                self ^ Self::from(bits) << shift
            }

            #[inline(always)]
            fn parity(self, mask: Self) -> u32 {
                (self & mask).count_ones() & 1
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }

            #[inline(always)]
            fn next_multiple(self, bits: u32) -> Self {
                ((self >> bits) + 1) << bits
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self - other
            }

            #[inline(always)]
            fn as_u64(self) -> Option<u64> {
                u64::try_from(self).ok()
            }

            #[inline(always)]
            fn from_u64(value: u64) -> Self {
                Self::from(value)
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
