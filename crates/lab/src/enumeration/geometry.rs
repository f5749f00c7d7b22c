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
    fn reach(self) -> usize {
        match self.metric {
            Metric::SingleTile => 1,
            Metric::MultiTile => usize::MAX,
        }
    }

    /// The cells of the row from which the blank comes to a cell in one move, from left to right.
    pub(super) fn row_sources(self, cell: usize) -> Vec<usize> {
        let first = cell - cell % self.size.width();
        let is_source = |other: &usize| *other != cell && other.abs_diff(cell) <= self.reach();
        (first..first + self.size.width()).filter(is_source).collect()
    }

    /// The cells of the column from which the blank comes to a cell in one move, from top to bottom.
    pub(super) fn column_sources(self, cell: usize) -> Vec<usize> {
        let width = self.size.width();
        let is_source = |other: &usize| *other != cell && other.abs_diff(cell) / width <= self.reach();
        (cell % width..self.size.cells()).step_by(width).filter(is_source).collect()
    }

    /// The parity of the order of the tiles while the blank is in a row; it is even in the goal. A step up or down
    /// carries a tile past the others of a row, less one.
    pub(super) fn parity(self, row: usize) -> u32 {
        let goal = self.size.row_column(self.blank).0;
        ((self.size.width() - 1) * row.abs_diff(goal) % 2) as u32
    }
}
