//! The move by which a search found a state, which makes some moves of the state needless.
//!
//! If a piece moves again as it moved before, then one move would have done, and if it moves back, none. So the
//! neighbours by such a move lie in the layer of the state or in an older one, and the search leaves them out.

use fifteen_puzzle::MoveOrder;

use super::{BlockLayout, BoardSymmetry, Words};
use crate::{BlockMetric, Direction};

/// The cells of which a [`LastMove`] can tell.
const CELLS: usize = 63;

/// The piece that moved last, by its anchor after the move, and the direction of the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastMove(u8);

impl LastMove {
    /// No move is known, so none is needless.
    pub(crate) const NONE: Self = LastMove(u8::MAX);

    /// A move to one of the first cells of the board, or [`LastMove::NONE`] beyond them: one byte is enough for most
    /// boards.
    #[inline]
    pub(crate) fn new(anchor: usize, direction: Direction) -> Self {
        LastMove(
            (anchor.min(CELLS) << 2) as u8
                | direction as u8
                | if anchor < CELLS { 0 } else { u8::MAX },
        )
    }

    /// The number of the direction.
    #[inline]
    pub(crate) fn direction(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// The anchors at which pieces have to be moved up, down, to the left and to the right.
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

/// The images of last moves under the symmetries of a board.
pub(crate) struct LastMoveImages {
    /// The anchor of a piece in each view, the board itself first, by class and anchor.
    anchors: Vec<u16>,
    /// The image of each direction by its number, by view.
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

    /// The image in a view of a move whose class and anchor have the number `to`.
    #[inline]
    pub(crate) fn image(&self, to: usize, last: LastMove, view: usize) -> LastMove {
        let anchor = self.anchors[to * self.directions.len() + view];
        LastMove::new(usize::from(anchor), self.directions[view][last.direction()])
    }
}
