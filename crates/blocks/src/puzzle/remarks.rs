//! Features of a puzzle that are allowed, but may not be meant.

use super::{Cell, Puzzle};
use crate::format::KEYS;

/// A feature of a puzzle that may be a slip of the pen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Remark {
    /// The cells of a piece do not hang together.
    #[error(
        "piece '{label}' has {parts} parts that do not touch and move as one; \
         pieces of their own need characters of their own"
    )]
    PartedPiece {
        /// The piece.
        label: char,
        /// Number of its parts.
        parts: usize,
    },
    /// A group of `equal:` has one piece.
    #[error("piece '{label}' is alone in its group of 'equal:'; only a space separates groups, as in 'equal: 123 456'")]
    LonePiece {
        /// The piece.
        label: char,
    },
    /// A key without a meaning looks like one that has a meaning.
    #[error("the key '{found}' has no meaning; did you mean '{expected}'?")]
    Key {
        /// The key.
        found: String,
        /// The key that it looks like.
        expected: &'static str,
    },
    /// The floor does not hang together.
    #[error("the floor has {parts} parts, and no piece gets from one to another")]
    PartedFloor {
        /// Number of its parts.
        parts: usize,
    },
}

impl Puzzle {
    /// The features that are allowed, but may not be meant.
    pub fn remarks(&self) -> Vec<Remark> {
        let parted = |piece: usize| {
            let covered: Vec<usize> = self.covered(piece, &self.start).collect();
            let parts = self.parts(&covered);
            (parts > 1).then_some(Remark::PartedPiece { label: self.pieces[piece].label, parts })
        };
        let lone = self.pieces.iter().filter_map(|piece| {
            let group = piece.group.filter(|_| self.pieces.iter().filter(|p| p.group == piece.group).count() == 1);
            group.map(|_| Remark::LonePiece { label: piece.label })
        });
        let floor: Vec<usize> = (0..self.cells.len()).filter(|&cell| self.cells[cell] == Cell::Floor).collect();
        let parts = self.parts(&floor);
        let floor = (parts > 1).then_some(Remark::PartedFloor { parts });
        let key =
            |(key, _): &(String, String)| meant_key(key).map(|expected| Remark::Key { found: key.clone(), expected });
        let keys = self.properties.iter().filter_map(key);
        keys.chain((0..self.pieces.len()).filter_map(parted)).chain(lone).chain(floor).collect()
    }

    /// The number of connected parts of some cells, which are in reading order.
    fn parts(&self, cells: &[usize]) -> usize {
        let mut left = cells.to_vec();
        let mut parts = 0;
        while let Some(first) = left.pop() {
            parts += 1;
            let mut stack = vec![first];
            while let Some(cell) = stack.pop() {
                let (x, y) = (cell % self.width, cell / self.width);
                let beside = |other: usize| (other % self.width).abs_diff(x) + (other / self.width).abs_diff(y) == 1;
                stack.extend(left.extract_if(.., |&mut other| beside(other)));
            }
        }
        parts
    }
}

/// The key with a meaning for which another one may be a slip: one letter more, less or changed, or two in another
/// order. Short keys have too many neighbours, such as `date` of `gate`, for a changed letter to tell.
fn meant_key(word: &str) -> Option<&'static str> {
    let key: Vec<char> = word.chars().collect();
    let is_near = |expected: &&str| {
        let expected: Vec<char> = expected.chars().collect();
        let same = key.iter().zip(&expected).take_while(|(a, b)| a == b).count();
        match (&key[same..], &expected[same..]) {
            ([_, key @ ..], rest) if key == rest => true,
            (rest, [_, expected @ ..]) if rest == expected => true,
            ([a, b, key @ ..], [c, d, rest @ ..]) if (a, b) == (d, c) && key == rest => true,
            ([_, key @ ..], [_, rest @ ..]) => expected.len() > 4 && key == rest,
            _ => false,
        }
    };
    KEYS.into_iter().filter(|_| !KEYS.contains(&word)).find(is_near)
}
