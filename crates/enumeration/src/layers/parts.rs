//! Parts: the keys that begin with the same digits, and so the orders that begin with the same tiles.

use super::code::Code;
use super::key::Key;

/// The largest number of digits that distinguish parts.
pub(super) const MAX_DIGITS: usize = 6;

/// The first tiles of an order.
pub(super) type Tiles = [u8; MAX_DIGITS];

/// Parts by their first digits; numbered in the order of their keys.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    tiles: usize,
    digits: usize,
    count: usize,
    /// Bits of each of the first digits.
    widths: [u32; MAX_DIGITS],
    /// Bits of a stored key behind the first digits.
    behind: u32,
}

impl Parts {
    /// The parts with `digits` equal digits, at most [`MAX_DIGITS`] and no more than an order has.
    pub(super) fn new<K: Key>(code: &Code<K>, digits: usize) -> Self {
        let tiles = code.tiles();
        let digits = digits.min(MAX_DIGITS).min(tiles - 2);
        let mut widths = [0; MAX_DIGITS];
        (0..digits).for_each(|i| widths[i] = code.width(i));
        let count = (0..digits).map(|i| tiles - i).product();
        Self { tiles, digits, count, widths, behind: code.bits_behind(digits) }
    }

    /// Number of tiles of an order.
    pub(super) fn tiles(&self) -> usize {
        self.tiles
    }

    /// Number of parts.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Number of digits that distinguish parts.
    pub(super) fn digits(&self) -> usize {
        self.digits
    }

    /// The first digits of the keys of a part.
    pub(super) fn head(&self, part: usize) -> u64 {
        let digits = self.split(part);
        (0..self.digits).fold(0, |head, i| head << self.widths[i] | u64::from(digits[i]))
    }

    /// The first digits of a key.
    #[inline(always)]
    pub(super) fn head_of<K: Key>(&self, key: K) -> u64 {
        key.at(self.behind)
    }

    /// The least key that a part could have.
    pub(super) fn first_key<K: Key>(&self, part: usize) -> K {
        K::ZERO.flip(self.behind, self.head(part))
    }

    /// The part of a key.
    pub(super) fn part_of<K: Key>(&self, key: K) -> usize {
        let head = self.head_of(key);
        let mut below: u32 = self.widths[..self.digits].iter().sum();
        (0..self.digits).fold(0, |part, i| {
            below -= self.widths[i];
            part * (self.tiles - i) + (head >> below & ((1 << self.widths[i]) - 1)) as usize
        })
    }

    fn split(&self, mut part: usize) -> Tiles {
        let mut digits = [0; MAX_DIGITS];
        for i in (0..self.digits).rev() {
            digits[i] = (part % (self.tiles - i)) as u8;
            part /= self.tiles - i;
        }
        digits
    }

    /// The first tiles of the orders of a part.
    pub(super) fn first_tiles(&self, part: usize) -> Tiles {
        let mut tiles = self.split(part);
        for i in (0..self.digits).rev() {
            // The digit counts smaller tiles among those after it, which are not the tiles before it.
            for later in i + 1..self.digits {
                tiles[later] += u8::from(tiles[later] >= tiles[i]);
            }
        }
        tiles
    }

    /// The part of the orders that begin with these tiles.
    pub(super) fn part_with(&self, tiles: &Tiles) -> usize {
        (0..self.digits).fold(0, |part, i| {
            let before = tiles[..i].iter().filter(|&&t| t < tiles[i]).count();
            part * (self.tiles - i) + usize::from(tiles[i]) - before
        })
    }
}
