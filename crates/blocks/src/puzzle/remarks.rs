//! Warnings about probable mistakes of the puzzle's author, such as a misspelt key.

use super::{CellKind, Puzzle};
use crate::format::KEYS;

impl Puzzle {
    /// Returns warnings about features that are allowed but are probably mistakes of the puzzle's
    /// author, such as a misspelt key or a start map without empty cells.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for (key, _) in &self.properties {
            let meant = meant_key(key)
                .map(|meant| format!("the key '{key}' has no meaning; did you mean '{meant}'?"));
            remarks.extend(meant);
        }
        let occupants = self.occupants(&self.start);
        if (0..occupants.len())
            .all(|cell| occupants[cell].is_some() || self.cells[cell] != CellKind::Floor)
        {
            remarks.push(
                "no cell is empty at the start, so no piece can move; '.' is an empty cell"
                    .to_owned(),
            );
        }
        for (piece, label) in self.pieces.iter().map(|piece| piece.label).enumerate() {
            let covered: Vec<usize> = self.covered(piece, &self.start).collect();
            let parts = self.parts(&covered);
            if parts > 1 {
                remarks.push(format!(
                    "piece '{label}' has {parts} parts that do not touch and move as one; pieces of their own need \
                     characters of their own"
                ));
            }
        }
        for piece in self.pieces.iter().filter(|piece| piece.group.is_some()) {
            if self
                .pieces
                .iter()
                .filter(|other| other.group == piece.group)
                .count()
                == 1
            {
                let label = piece.label;
                remarks.push(format!(
                    "piece '{label}' is the only one in its group of 'equal:'; only a space separates groups, as in \
                     'equal: 123 456'"
                ));
            }
        }
        let floor: Vec<usize> = (0..self.cells.len())
            .filter(|&cell| self.cells[cell] == CellKind::Floor)
            .collect();
        let parts = self.parts(&floor);
        if parts > 1 {
            remarks.push(format!(
                "the floor has {parts} parts, and no piece gets from one to another"
            ));
        }
        remarks
    }

    /// Returns the number of connected regions that a set of cells forms.
    fn parts(&self, cells: &[usize]) -> usize {
        let mut left = cells.to_vec();
        let mut parts = 0;
        while let Some(first) = left.pop() {
            parts += 1;
            let mut stack = vec![first];
            while let Some(cell) = stack.pop() {
                let (x, y) = (cell % self.width, cell / self.width);
                let beside = |other: usize| {
                    (other % self.width).abs_diff(x) + (other / self.width).abs_diff(y) == 1
                };
                stack.extend(left.extract_if(.., |&mut other| beside(other)));
            }
        }
        parts
    }
}

/// Returns the known key that an unknown key probably misspells.
///
/// A misspelling inserts, omits or replaces one letter, or swaps two adjacent letters. In keys of
/// four letters, a replaced letter does not count as a misspelling, because the result is often
/// another word. For example, `date` is not a misspelling of `gate`.
fn meant_key(word: &str) -> Option<&'static str> {
    let key: Vec<char> = word.chars().collect();
    let is_near = |expected: &&str| {
        let expected: Vec<char> = expected.chars().collect();
        let same = key
            .iter()
            .zip(&expected)
            .take_while(|(a, b)| a == b)
            .count();
        match (&key[same..], &expected[same..]) {
            ([_, key @ ..], rest) if key == rest => true,
            (rest, [_, expected @ ..]) if rest == expected => true,
            ([a, b, key @ ..], [c, d, rest @ ..]) if (a, b) == (d, c) && key == rest => true,
            ([_, key @ ..], [_, rest @ ..]) => expected.len() > 4 && key == rest,
            _ => false,
        }
    };
    KEYS.into_iter()
        .filter(|_| !KEYS.contains(&word))
        .find(is_near)
}
