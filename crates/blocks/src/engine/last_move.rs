//! The move that led to a state, after which some moves need not be tried.
//!
//! For example, after a piece moved right, moving it left again only leads back. In the metric of
//! straight moves, moving it further right is needless, too, because a single longer move would
//! have led there. Such moves lead to states of the same layer or of an earlier one, so the search
//! would find nothing new.

use fifteen_puzzle::MoveOrder;

use super::{BlockLayout, BoardSymmetry, Words};
use crate::{BlockMetric, Direction};

/// Number of cells that a [`LastMove`] can name, which is enough for most boards.
const CELLS: usize = 63;

/// The anchor of the piece that moved last, after its move, and the direction of the move, in one
/// byte.
///
/// The lowest two bits are the direction, and the others the anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastMove(u8);

impl LastMove {
    /// An unknown move, after which all moves are tried.
    pub(crate) const NONE: Self = LastMove(u8::MAX);

    /// Returns a move to an anchor, or [`LastMove::NONE`] if the anchor is too large for one byte.
    #[inline]
    pub(crate) fn new(anchor: usize, direction: Direction) -> Self {
        LastMove(
            (anchor.min(CELLS) << 2) as u8
                | direction as u8
                | if anchor < CELLS { 0 } else { u8::MAX },
        )
    }

    /// Returns the number of the direction: up, left, right or down.
    #[inline]
    pub(crate) fn direction(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// Returns four sets of anchors: the pieces that should be moved up, down, left and right.
    ///
    /// Only the anchor of this move may be missing in them.
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

/// The mirror images of last moves.
pub(crate) struct LastMoveImages {
    /// The anchor of a piece in each view of the board, by class and anchor. The first view is the
    /// board itself.
    anchors: Vec<u16>,
    /// The image of each direction, by view.
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

    /// Returns the image of a move in a view. `to` is the number of the moved piece's class and its
    /// anchor after the move, as in [`PieceSlide`](super::moves::PieceSlide).
    #[inline]
    pub(crate) fn image(&self, to: usize, last: LastMove, view: usize) -> LastMove {
        let anchor = self.anchors[to * self.directions.len() + view];
        LastMove::new(usize::from(anchor), self.directions[view][last.direction()])
    }
}
