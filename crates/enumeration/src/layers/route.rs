//! Vertical moves: the parts from which a part is reached, and the effect of the move on their keys.

use super::code::{Code, Turn};
use super::key::Key;
use super::parts::{MAX_DIGITS, Parts, Tiles};

/// The blank's path from one cell of a column to another.
#[derive(Debug)]
pub(super) struct Route {
    /// The cell where it begins.
    pub(super) from: usize,
    /// The parity of the orders there, if a window needs the digit that is not stored.
    parity: Option<u32>,
    /// One window for each step, from the first place on. They do not overlap, so their order does not matter.
    turns: Vec<Turn>,
    /// Number of windows that begin within the digits that distinguish parts.
    heads: usize,
    /// If a window crosses the end of these digits, so that keys of one part go to several parts: the bits of a stored
    /// key after that window.
    crosses: Option<u32>,
    /// For the first tiles of an order at the beginning: where they stand at the end.
    places: [usize; MAX_DIGITS],
}

impl Route {
    /// The path of the blank along a column from the row `from` to the row `to`.
    pub(super) fn new<K: Key>(
        code: &Code<K>,
        parts: &Parts,
        width: usize,
        column: usize,
        [from, to]: [usize; 2],
        parity: u32,
    ) -> Self {
        let up = to < from;
        let firsts: Vec<usize> = (from.min(to)..from.max(to)).map(|row| row * width + column).collect();
        let across = |&&first: &&usize| (first + 1..first + width).contains(&parts.digits());
        let mut places = std::array::from_fn(|i| i);
        for &first in &firsts {
            for i in (first..first + width).filter(|&i| i < MAX_DIGITS) {
                // A blank that goes up brings the first tile of the window behind the others.
                let turned = if up { i + width - 1 } else { i + 1 } - first;
                places[i] = first + turned % width;
            }
        }
        let crosses = firsts.iter().find(across).map(|first| code.bits_behind(first + width));
        let heads = firsts.partition_point(|&first| first < parts.digits());
        let parity = Some(parity).filter(|_| firsts.iter().any(|&first| code.needs_whole(first, width)));
        let turn = |first| Turn::new(code.window(first, width), up, parity.is_none());
        let turns = firsts.into_iter().map(turn).collect();
        Self { from: from * width + column, parity, turns, heads, crosses, places }
    }

    /// The parts from which orders may come that begin with these tiles.
    ///
    /// At most one of the first tiles of such an order is unknown, as at most one window crosses the end of the digits.
    pub(super) fn sources(&self, parts: &Parts, tiles: &Tiles, mut source: impl FnMut(usize)) {
        let mut before = [0; MAX_DIGITS];
        let mut unknown = None;
        for (i, &place) in self.places[..parts.digits()].iter().enumerate() {
            if place < parts.digits() {
                before[i] = tiles[place];
            } else {
                unknown = Some(i);
            }
        }
        let Some(unknown) = unknown else { return source(parts.part_with(&before)) };
        for tile in (0..parts.tiles() as u8).filter(|tile| !tiles[..parts.digits()].contains(tile)) {
            before[unknown] = tile;
            source(parts.part_with(&before));
        }
    }

    /// Applies the moves to keys, and keeps the keys of the part that begins with `head`.
    pub(super) fn carry<K: Key>(
        &self,
        code: &Code<K>,
        parts: &Parts,
        keys: impl Iterator<Item = K>,
        head: u64,
        out: &mut Vec<K>,
    ) {
        let turned = |key, turns: &[Turn]| turns.iter().fold(key, |key, turn| turn.apply(key));
        let whole = |key| self.parity.map_or(key, |parity| code.whole(key, parity));
        let extra = u32::from(self.parity.is_some());
        let Some(behind) = self.crosses else {
            return out.extend(keys.map(|key| turned(whole(key), &self.turns) >> extra));
        };
        let (heads, others) = self.turns.split_at(self.heads);
        // Keys that are equal up to the end of that window change alike, and ascending keys have them side by side.
        let (mut end, mut change, mut comes) = (K::ZERO, K::ZERO, false);
        for key in keys {
            let before = whole(key);
            if key >= end {
                let after = turned(before, heads);
                change = before ^ after;
                comes = parts.head_of(after >> extra) == head;
                end = key.next_multiple(behind);
            }
            if comes {
                out.push(turned(before ^ change, others) >> extra);
            }
        }
    }
}
