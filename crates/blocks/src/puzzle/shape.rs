//! The shape of a piece: its cells relative to the first one in reading order.

use fifteen_puzzle::{Axis, Direction, MoveOrder};

/// All directions, in the order in which moves are tried.
pub(crate) const DIRECTIONS: [Direction; 4] = MoveOrder::UDLR.directions();

/// The cells of a piece, connected or not, as columns and rows from its anchor: the first cell in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceShape {
    offsets: Vec<(i32, i32)>,
}

impl PieceShape {
    /// The shape of a set of cells, given as (column, row) in any order. `None` for an empty set.
    pub fn of(cells: &[(i32, i32)]) -> Option<Self> {
        let &(x0, y0) = cells.iter().min_by_key(|&&(x, y)| (y, x))?;
        let mut offsets: Vec<_> = cells.iter().map(|&(x, y)| (x - x0, y - y0)).collect();
        offsets.sort_unstable_by_key(|&(x, y)| (y, x));
        offsets.dedup();
        Some(Self { offsets })
    }

    /// The cells in reading order, as (columns, rows) from the anchor; the first is (0, 0). Columns may be negative.
    pub fn offsets(&self) -> &[(i32, i32)] {
        &self.offsets
    }

    /// Number of cells.
    #[allow(clippy::len_without_is_empty)] // a shape has at least one cell
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// The width and the height of the box around it.
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

    /// True for cells in a row or a column without a gap.
    pub(crate) fn is_straight(&self) -> bool {
        let (width, height) = self.extent();
        width.min(height) == 1 && width.max(height) == self.len()
    }

    /// The axis of the longer side of the box around it; `None` if both sides are equal.
    pub fn long_axis(&self) -> Option<Axis> {
        let (width, height) = self.extent();
        (width != height).then_some(if width > height {
            Axis::Horizontal
        } else {
            Axis::Vertical
        })
    }
}
