//! The code of an order of tiles, and what a vertical move does to it.
//!
//! With the blank's cell known, a board is the order in which its tiles stand, row by row. Digit i of the code counts
//! the tiles behind place i that are smaller than the one on it (Lehmer 1960), so it has N-i values, and the digits
//! follow each other, each in as few bits as it needs. Keys are ordered as the orders of tiles are. Nothing is
//! divided:
//!
//! * a horizontal move leaves the order as it is;
//! * a vertical move turns a *window* of W neighbouring places by one, W being the board's width, and the digits of the
//!   window after it depend on those before it alone.
//!
//! The last digit is always 0; the one before it is 0 or 1, follows from the parity of all others, and is not stored.

use super::key::Key;

/// The largest number of digits.
pub(super) const MAX_TILES: usize = fifteen_puzzle::MAX_CELLS - 1;
/// The largest width of a board.
const MAX_WIDTH: usize = 12;

/// The position of each digit.
#[derive(Debug, Clone)]
pub(super) struct Code<K> {
    tiles: usize,
    /// The lowest bit of each digit, in a key with the digit that is not stored.
    shifts: [u32; MAX_TILES],
    widths: [u32; MAX_TILES],
    /// The lowest bit of each digit of a stored key.
    lowest: K,
}

/// Bits for the digit of a place behind which, itself included, there are `tiles` tiles.
fn width(tiles: usize) -> u32 {
    usize::BITS - (tiles - 1).leading_zeros()
}

impl<K: Key> Code<K> {
    /// Bits of a key of that many tiles, with the digit that is not stored.
    pub(super) fn bits(tiles: usize) -> u32 {
        (1..=tiles).map(width).sum()
    }

    pub(super) fn new(tiles: usize) -> Self {
        let (mut shifts, mut widths) = ([0; MAX_TILES], [0; MAX_TILES]);
        let mut lowest = K::ZERO;
        for i in 0..tiles {
            widths[i] = width(tiles - i);
            shifts[i] = Self::bits(tiles - 1 - i);
            if i + 2 < tiles {
                lowest = lowest.flip(shifts[i] - 1, 1);
            }
        }
        Self { tiles, shifts, widths, lowest }
    }

    /// Number of tiles.
    pub(super) fn tiles(&self) -> usize {
        self.tiles
    }

    /// Bits of a stored key behind its first `digits` digits.
    pub(super) fn bits_behind(&self, digits: usize) -> u32 {
        Self::bits(self.tiles - digits).saturating_sub(1)
    }

    /// Bits of a digit.
    pub(super) fn width(&self, digit: usize) -> u32 {
        self.widths[digit]
    }

    /// A stored key with its missing digit, for an order of tiles of that parity.
    #[inline(always)]
    pub(super) fn whole(&self, key: K, parity: u32) -> K {
        key.push(key.parity(self.lowest) ^ parity, 1)
    }

    /// True if a window of `width` places that begins at place `first` needs the digit that is not stored.
    pub(super) fn needs_whole(&self, first: usize, width: usize) -> bool {
        first + width + 1 >= self.tiles
    }

    /// The window of `width` places that begins at place `first`, in a key with all digits.
    pub(super) fn window(&self, first: usize, width: usize) -> Window {
        let last = first + width - 1;
        let mut window = Window { shift: self.shifts[last], width, shifts: [0; MAX_WIDTH], masks: [0; MAX_WIDTH] };
        for (i, place) in (first..=last).enumerate() {
            window.shifts[i] = self.shifts[place] - window.shift;
            window.masks[i] = (1 << self.widths[place]) - 1;
        }
        window
    }
}

/// Neighbouring digits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    shift: u32,
    width: usize,
    shifts: [u32; MAX_WIDTH],
    masks: [u64; MAX_WIDTH],
}

impl Window {
    fn digit(&self, digits: u64, i: usize) -> u64 {
        digits >> self.shifts[i] & self.masks[i]
    }

    /// All digits of the window.
    fn mask(&self) -> u64 {
        (0..self.width).fold(0, |mask, i| mask | self.masks[i] << self.shifts[i])
    }

    /// The first tile goes behind the others: it passes them one by one.
    ///
    /// For neighbours with the digits a, b that change places, a <= b means that the first tile is the smaller one.
    fn first_to_last(&self, digits: u64) -> u64 {
        let mut moving = self.digit(digits, 0);
        let mut turned = 0;
        for i in 0..self.width - 1 {
            let passed = self.digit(digits, i + 1);
            let smaller = u64::from(moving <= passed);
            turned |= (passed + smaller) << self.shifts[i];
            moving -= 1 - smaller;
        }
        turned | moving
    }

    /// The last tile goes before the others.
    fn last_to_first(&self, digits: u64) -> u64 {
        let mut moving = self.digit(digits, self.width - 1);
        let mut turned = 0;
        for i in (0..self.width - 1).rev() {
            let passed = self.digit(digits, i);
            let smaller = u64::from(passed <= moving);
            turned |= (passed + smaller - 1) << self.shifts[i + 1];
            moving += smaller;
        }
        turned | moving << self.shifts[0]
    }
}

/// A window and the direction in which it turns.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    window: Window,
    mask: u64,
    /// True if the first tile goes behind the others; otherwise the last tile goes before them.
    forward: bool,
}

impl Turn {
    /// For keys with all digits, or for stored ones.
    pub(super) fn new(mut window: Window, forward: bool, stored: bool) -> Self {
        window.shift -= u32::from(stored);
        Self { mask: window.mask(), window, forward }
    }

    /// The key after the move.
    #[inline(always)]
    pub(super) fn apply<K: Key>(&self, key: K) -> K {
        let before = key.at(self.window.shift) & self.mask;
        let after = match self.forward {
            true => self.window.first_to_last(before),
            false => self.window.last_to_first(before),
        };
        key.flip(self.window.shift, before ^ after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::parts::{MAX_DIGITS, Parts};
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    fn orders(tiles: usize) -> impl Iterator<Item = Vec<u8>> {
        let mut runner = TestRunner::deterministic();
        let orders = Just((0..tiles as u8).collect::<Vec<u8>>()).prop_shuffle();
        (0..300).map(move |_| orders.new_tree(&mut runner).unwrap().current())
    }

    fn smaller_behind(order: &[u8], i: usize) -> u32 {
        order[i + 1..].iter().filter(|&&later| later < order[i]).count() as u32
    }

    /// The key with all digits, and the parity of the order, counted out.
    fn whole<K: Key>(code: &Code<K>, order: &[u8]) -> (K, u32) {
        let digits = (0..order.len()).map(|i| (smaller_behind(order, i), code.width(i)));
        let sum: u32 = (0..order.len()).map(|i| smaller_behind(order, i)).sum();
        (digits.fold(K::ZERO, |key, (digit, width)| key.push(digit, width)), sum % 2)
    }

    fn check<K: Key + std::fmt::Debug>(tiles: usize) {
        let code = Code::<K>::new(tiles);
        assert!(Code::<K>::bits(tiles) <= K::BITS);
        for order in orders(tiles) {
            let (key, parity) = whole(&code, &order);
            let stored = key >> 1;
            assert_eq!(code.whole(stored, parity), key, "{order:?}");
            for width in 2..=MAX_WIDTH.min(tiles) {
                for (first, up) in (0..=tiles - width).flat_map(|first| [(first, true), (first, false)]) {
                    let mut turned = order.clone();
                    let window = &mut turned[first..first + width];
                    if up {
                        window.rotate_left(1)
                    } else {
                        window.rotate_right(1)
                    }
                    let expected = whole(&code, &turned).0;
                    let window = code.window(first, width);
                    assert_eq!(Turn::new(window, up, false).apply(key), expected, "{order:?} {first} {width} {up}");
                    if !code.needs_whole(first, width) {
                        assert_eq!(Turn::new(window, up, true).apply(stored), expected >> 1);
                    }
                }
            }
        }
    }

    #[test]
    fn turning_a_window_agrees_with_counting_digits_afresh() {
        [3, 4, 5, 8, 11, 15, 19].into_iter().for_each(check::<u64>);
        [3, 15, 20, 24].into_iter().for_each(check::<u128>);
    }

    #[test]
    fn parts_are_told_by_the_first_tiles() {
        for tiles in [3, 7, 15, 24] {
            let code = Code::<u128>::new(tiles);
            for digits in 0..=4 {
                let parts = Parts::new(&code, digits);
                for order in orders(tiles) {
                    let key = whole(&code, &order).0 >> 1;
                    let part = parts.part_of(key);
                    let mut first = [0; MAX_DIGITS];
                    first[..parts.digits()].copy_from_slice(&order[..parts.digits()]);
                    assert_eq!((parts.first_tiles(part), parts.part_with(&first)), (first, part));
                    assert!(parts.first_key::<u128>(part) <= key && parts.head_of(key) == parts.head(part));
                    assert!(part + 1 == parts.count() || parts.first_key::<u128>(part + 1) > key);
                }
            }
        }
    }
}
