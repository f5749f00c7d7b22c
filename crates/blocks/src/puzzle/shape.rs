//! The shape of a piece: its cells relative to its anchor, which is its first cell in reading
//! order.

use fifteen_puzzle::{Axis, Direction, MoveOrder};

/// All directions, in the order in which a search tries them: up, down, left, right.
pub(crate) const UDLR: [Direction; 4] = MoveOrder::UDLR.directions();

/// The shape of a piece, stored as the column and row of each cell relative to the anchor, which is
/// the first cell in reading order. The cells need not be connected.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceShape {
    offsets: Vec<(i32, i32)>,
}

impl PieceShape {
    /// Creates a shape from the columns and rows of its cells, in any order. Returns `None` if
    /// there are no cells.
    pub fn of(cells: &[(i32, i32)]) -> Option<Self> {
        let &(x0, y0) = cells.iter().min_by_key(|&&(x, y)| (y, x))?;
        let mut offsets: Vec<_> = cells.iter().map(|&(x, y)| (x - x0, y - y0)).collect();
        offsets.sort_unstable_by_key(|&(x, y)| (y, x));
        offsets.dedup();
        Some(Self { offsets })
    }

    /// Returns the cells in reading order, as columns and rows relative to the anchor. The first
    /// cell is always (0, 0). Later cells may have negative columns.
    pub fn offsets(&self) -> &[(i32, i32)] {
        &self.offsets
    }

    /// Returns the number of cells in the shape.
    #[allow(clippy::len_without_is_empty)] // a shape has at least one cell
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Returns the width and height of the shape's bounding rectangle, in cells.
    pub fn extent(&self) -> (usize, usize) {
        let spread = |values: &mut dyn Iterator<Item = i32>| {
            let (low, high) = values.fold((0, 0), |(low, high), v| (low.min(v), high.max(v)));
            (high - low) as usize + 1
        };
        (
            spread(&mut self.offsets.iter().map(|o| o.0)),
            spread(&mut self.offsets.iter().map(|o| o.1)),
        )
    }

    /// Returns whether all cells are in a single row or column, without gaps.
    pub(crate) fn is_straight(&self) -> bool {
        let (width, height) = self.extent();
        width.min(height) == 1 && width.max(height) == self.len()
    }

    /// Returns the axis of the longer side of the bounding rectangle, or `None` if the rectangle is
    /// a square.
    pub fn long_axis(&self) -> Option<Axis> {
        let (width, height) = self.extent();
        (width != height).then_some(if width > height {
            Axis::Horizontal
        } else {
            Axis::Vertical
        })
    }
}
