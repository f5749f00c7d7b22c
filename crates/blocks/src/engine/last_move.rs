//! The last move of a state, which makes some of the next moves redundant.
//!
//! For example, after a piece moves right, moving it back to the left only undoes the move. If a
//! straight move can have any length, moving the piece further right is redundant as well, because
//! a single longer move has the same effect. Such moves only lead to states in the same layer or in
//! an earlier one, so the search skips them.

use fifteen_puzzle::MoveOrder;

use super::{BlockLayout, BoardSymmetry, Words};
use crate::{BlockMetric, Direction};

/// Number of cells that the six bits of a [`LastMove`] can distinguish, because one of their 64
/// values stands for an unknown move. On boards with more cells, moves to the remaining cells count
/// as unknown, so the search skips fewer redundant moves.
const CELLS: usize = 63;

/// The last move of a state, packed into one byte: the direction in the low two bits, and the new
/// location of the moved piece in the high six bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastMove(u8);

impl LastMove {
    /// An unknown last move, after which the search tries all moves.
    pub(crate) const NONE: Self = LastMove(u8::MAX);

    /// Creates the last move of a piece to the location `anchor`, or an unknown move if the
    /// location does not fit into six bits.
    #[inline]
    pub(crate) fn new(anchor: usize, direction: Direction) -> Self {
        LastMove(
            (anchor.min(CELLS) << 2) as u8
                | direction as u8
                | if anchor < CELLS { 0 } else { u8::MAX },
        )
    }

    /// Returns the index of the direction: 0 is up, 1 is left, 2 is right, and 3 is down.
    #[inline]
    pub(crate) fn direction(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// Returns the locations from which a piece may move, as one set per direction: up, down, left
    /// and right.
    ///
    /// Each set contains all cells, with one exception: if it is redundant to move the last moved
    /// piece again in some direction, its location is missing from that set.
    #[inline]
    pub(crate) fn movable<const M: usize>(self, metric: BlockMetric) -> [Words<M>; 4] {
        let anchor = usize::from(self.0 >> 2);
        let masks = [
            !Words::ZERO,
            if anchor < CELLS {
                !Words::bit(anchor)
            } else {
                !Words::ZERO
            },
        ];
        let needless: [usize; 4] = match metric {
            BlockMetric::Unit => {
                [[0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [1, 0, 0, 0]][self.direction()]
            }
            BlockMetric::Straight => {
                [[1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0]][self.direction()]
            }
            BlockMetric::AnyPath => [1; 4],
        };
        needless.map(|needless| masks[needless])
    }
}

/// Lookup tables that convert a last move to the corresponding move on a mirror image or rotation
/// of the board.
pub(crate) struct LastMoveImages {
    /// The image of each location of a piece in each view of the board. The index combines the
    /// class of the piece, its location, and the view. View 0 is the board itself, and the other
    /// views are its mirror images and rotations.
    anchors: Vec<u16>,
    /// The images of the four directions in each view of the board. View 0 is the board itself, and
    /// the other views are its mirror images and rotations.
    directions: Vec<[Direction; 4]>,
}

impl LastMoveImages {
    pub(crate) fn new(layout: &BlockLayout, symmetries: &[BoardSymmetry]) -> Self {
        let mut anchors = Vec::new();
        for (c, class) in layout.classes.iter().enumerate() {
            for anchor in 0..layout.floor.len() {
                anchors.push(anchor as u16); // boards have at most MAX_CELLS cells
                let image = |s: &BoardSymmetry| {
                    if class.has(anchor) {
                        s.anchors[c][anchor] as u16
                    } else {
                        0
                    }
                };
                anchors.extend(symmetries.iter().map(image));
            }
        }
        let images = symmetries.iter().map(|symmetry| symmetry.directions);
        LastMoveImages {
            anchors,
            directions: [MoveOrder::ULRD.directions()]
                .into_iter()
                .chain(images)
                .collect(),
        }
    }

    /// Returns the move that corresponds to a last move when the board is mirrored or rotated.
    /// `view` is the index of the mirror image or rotation, from 1. View 0 is the board itself, and
    /// leaves the move unchanged.
    ///
    /// `to` identifies the moved piece and its new location, as in
    /// [`PieceSlide`](super::moves::PieceSlide).
    #[inline]
    pub(crate) fn image(&self, to: usize, last: LastMove, view: usize) -> LastMove {
        let anchor = self.anchors[to * self.directions.len() + view];
        LastMove::new(usize::from(anchor), self.directions[view][last.direction()])
    }
}
