//! The last move of a state, which makes some of the next moves redundant.
//!
//! For example, after a piece moves right, moving it back to the left only undoes the move. If a
//! straight move can have any length, moving the piece further right is redundant as well, because
//! a single longer move has the same effect. Such moves only lead to states in the same layer or in
//! an earlier one, so the search skips them.

use fifteen_puzzle::MoveOrder;

use super::{BlockLayout, BoardSymmetry, Words};
use crate::{BlockMetric, Direction};

/// Number of cells that a [`LastMove`] can distinguish. It has six bits for the cell, and one of
/// their 64 values stands for an unknown move. On larger boards, a move to any further cell counts
/// as unknown, so the search skips fewer redundant moves.
const CELLS: usize = 63;

/// The last move of a state, packed into one byte. The low two bits contain the direction, and the
/// high six bits contain the new location of the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastMove(u8);

impl LastMove {
    /// An unknown last move, after which the search tries all moves.
    pub(crate) const NONE: Self = LastMove(u8::MAX);

    /// Records that a piece moved to the location `anchor`. If the location does not fit into six
    /// bits, the result is an unknown move.
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

    /// Returns the locations from which a piece may move up, down, left and right, as one set for
    /// each direction.
    ///
    /// If it is redundant to move the same piece again in some direction, the set for this
    /// direction lacks the location of the piece. Otherwise, every set contains all cells.
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

/// Lookup tables that convert the last move of a state to that of a mirrored or rotated state.
pub(crate) struct LastMoveImages {
    /// The image of each location of a piece in each view of the board. View 0 is the board itself,
    /// and the other views are its mirror images and rotations. The index combines the class of the
    /// piece, its location, and the view.
    anchors: Vec<u16>,
    /// The images of the directions up, left, right and down in each view of the board. View 0 is
    /// the board itself, and the other views are its mirror images and rotations.
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

    /// Converts a last move to the corresponding move on a mirrored or rotated board. `view` is the
    /// number of the mirror image or rotation. View 0 is the board itself, for which the move stays
    /// the same.
    ///
    /// `to` combines the class of the moved piece and its new location, as in
    /// [`PieceSlide::to`](super::moves::PieceSlide::to).
    #[inline]
    pub(crate) fn image(&self, to: usize, last: LastMove, view: usize) -> LastMove {
        let anchor = self.anchors[to * self.directions.len() + view];
        LastMove::new(usize::from(anchor), self.directions[view][last.direction()])
    }
}
