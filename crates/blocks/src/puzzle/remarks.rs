//! Features of a puzzle that are allowed, but may not be meant.

use super::{Cell, Puzzle};

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
        (0..self.pieces.len()).filter_map(parted).chain(lone).chain(floor).collect()
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
