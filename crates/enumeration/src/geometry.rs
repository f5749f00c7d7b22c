//! The geometry of a count, transposed or rotated as suits the method, which changes no count.

use fifteen_puzzle::Size;

use fifteen_puzzle::Metric;

/// The size of the board, the blank's cell in the goal, and the metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Geometry {
    pub(super) size: Size,
    pub(super) blank: usize,
    pub(super) metric: Metric,
}

impl Geometry {
    pub(super) fn new(size: Size, blank: usize, metric: Metric) -> Self {
        Self { size, blank, metric }
    }

    /// At least as wide as high: fewer vertical moves.
    pub(super) fn wide(self) -> Self {
        if self.size.width() < self.size.height() { self.transposed() } else { self }
    }

    /// The geometry that suits layers.
    ///
    /// In the single-tile metric the board is at least as high as wide: then nearby states have nearby keys, and lists
    /// are shorter (those of 8x2 by a third). In the multi-tile metric it is at least as wide as high: slides along a
    /// column take most of the time, and there are fewer of them (8x2 takes two fifths of the time). The blank's goal
    /// cell is in the second half: near the goal the first tiles are in place, and keys have equal first digits.
    pub(super) fn for_layers(self) -> Self {
        let wide = self.metric == Metric::MultiTile;
        let turned = if wide == (self.size.width() < self.size.height()) { self.transposed() } else { self };
        let last = self.size.cells() - 1;
        Self { blank: turned.blank.max(last - turned.blank), ..turned }
    }

    fn transposed(self) -> Self {
        let (row, column) = self.size.row_column(self.blank);
        let (width, height) = (self.size.width(), self.size.height());
        // The sides of a transposed board are the same, so its size is valid.
        Size::new(height, width).map_or(self, |size| Self { size, blank: column * height + row, ..self })
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
