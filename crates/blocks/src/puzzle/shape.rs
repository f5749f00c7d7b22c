//! The shape of a piece: its cells relative to the first one in reading order, which is its anchor.

use fifteen_puzzle::{Axis, Direction, MoveOrder};

/// All directions, in the order in which moves are tried.
pub(crate) const DIRECTIONS: [Direction; 4] = MoveOrder::UDLR.directions();

/// The cells of a piece, as columns and rows from its anchor. They need not be connected.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceShape {
    offsets: Vec<(i32, i32)>,
}

impl PieceShape {
    /// Returns the shape of some cells, given as columns and rows in any order, or `None` if there
    /// are no cells.
    pub fn of(cells: &[(i32, i32)]) -> Option<Self> {
        let &(x0, y0) = cells.iter().min_by_key(|&&(x, y)| (y, x))?;
        let mut offsets: Vec<_> = cells.iter().map(|&(x, y)| (x - x0, y - y0)).collect();
        offsets.sort_unstable_by_key(|&(x, y)| (y, x));
        offsets.dedup();
        Some(Self { offsets })
    }

    /// Returns the cells in reading order, as columns and rows from the anchor. The first one is
    /// (0, 0). Columns may be negative.
    pub fn offsets(&self) -> &[(i32, i32)] {
        &self.offsets
    }

    /// Returns the number of cells.
    #[allow(clippy::len_without_is_empty)] // a shape has at least one cell
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Returns the width and the height of the smallest rectangle around the shape.
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

    /// Returns whether the cells are in one row or one column, without a gap.
    pub(crate) fn is_straight(&self) -> bool {
        let (width, height) = self.extent();
        width.min(height) == 1 && width.max(height) == self.len()
    }

    /// Returns the axis of the longer side of the rectangle around the shape, or `None` if it is a
    /// square.
    pub fn long_axis(&self) -> Option<Axis> {
        let (width, height) = self.extent();
        (width != height).then_some(if width > height {
            Axis::Horizontal
        } else {
            Axis::Vertical
        })
    }
}
