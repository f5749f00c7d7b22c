//! The last move of a state, which makes some of its next moves redundant.
//!
//! For example, after a piece moved right, moving it left again leads back. In the metric of
//! straight moves, moving it further right is redundant as well, because a single longer move would
//! have done the same. Such moves only lead to states of the same layer or of an earlier one, so
//! the search does not try them.

use fifteen_puzzle::MoveOrder;

use super::{BlockLayout, BoardSymmetry, Words};
use crate::{BlockMetric, Direction};

/// Number of anchors that a [`LastMove`] can represent: six bits, minus one value for an unknown
/// move. This is enough for most boards, and on larger ones only fewer redundant moves are
/// recognised.
const CELLS: usize = 63;

/// The last move of a state, packed into one byte: the anchor of the moved piece after the move,
/// and the direction of the move.
///
/// The direction takes the lowest two bits, and the anchor the other six.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastMove(u8);

impl LastMove {
    /// An unknown last move, after which all moves are tried.
    pub(crate) const NONE: Self = LastMove(u8::MAX);

    /// Returns the last move to a given anchor, or [`LastMove::NONE`] if the anchor does not fit
    /// into six bits.
    #[inline]
    pub(crate) fn new(anchor: usize, direction: Direction) -> Self {
        LastMove(
            (anchor.min(CELLS) << 2) as u8
                | direction as u8
                | if anchor < CELLS { 0 } else { u8::MAX },
        )
    }

    /// Returns the number of the direction: 0 is up, 1 left, 2 right, and 3 down.
    #[inline]
    pub(crate) fn direction(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// Returns, for each of the directions up, down, left and right, the anchors from which pieces
    /// should be moved in this direction.
    ///
    /// A set contains all anchors, except that of the last moved piece if moving it again in this
    /// direction is redundant.
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

/// Tables that translate a last move to a mirror image of the board.
pub(crate) struct LastMoveImages {
    /// The anchor of a piece in each view of the board, by class and anchor. View 0 is the board
    /// itself, and the others are its mirror images and rotations.
    anchors: Vec<u16>,
    /// The image of each direction, by view of the board and number of the direction.
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

    /// Returns the image of a last move in a view of the board, where view 0 is the board itself.
    /// `to` is the class and the anchor of the moved piece after the move, combined into one number
    /// as in [`PieceSlide`](super::moves::PieceSlide).
    #[inline]
    pub(crate) fn image(&self, to: usize, last: LastMove, view: usize) -> LastMove {
        let anchor = self.anchors[to * self.directions.len() + view];
        LastMove::new(usize::from(anchor), self.directions[view][last.direction()])
    }
}
