//! The geometry of planes, which have a board at least as wide as high.

use fifteen_puzzle::{Board, Metric, Size};

/// The size of the board, the blank's cell in the goal, and the metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Geometry {
    pub(super) size: Size,
    pub(super) blank: usize,
    pub(super) metric: Metric,
}

impl Geometry {
    /// The geometry of a goal at least as wide as high.
    pub(super) fn new(goal: &Board, metric: Metric) -> Self {
        Self { size: goal.size(), blank: goal.blank(), metric }
    }

    /// The largest number of tiles that a move takes along.
    pub(super) fn reach(self) -> usize {
        match self.metric {
            Metric::SingleTile => 1,
            Metric::MultiTile => usize::MAX,
        }
    }

    /// The parity of the order of the tiles while the blank is in a row; it is even in the goal. A step up or down
    /// carries a tile past the others of a row, less one.
    pub(super) fn parity(self, row: usize) -> u32 {
        let goal = self.size.row_column(self.blank).0;
        ((self.size.width() - 1) * row.abs_diff(goal) % 2) as u32
    }
}
