//! The board as a counter sees it: turned as suits it best, which changes no count.

use fifteen_puzzle::Size;

use fifteen_puzzle::Metric;

/// A board, the blank's cell in the goal, and how far a move goes.
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

    /// As it suits layers.
    ///
    /// In the single-tile metric the board is at least as high as wide: then states near each other have keys near each
    /// other, and lists are shorter (those of 8x2 by a third). In the multi-tile metric it is at least as wide as high:
    /// slides along a column are what takes time, and there are fewer (8x2 takes two fifths of the time).
    /// The blank's goal cell is in the second half: near the goal the first tiles are in place, and keys begin alike.
    pub(super) fn for_layers(self) -> Self {
        let wide = self.metric == Metric::MultiTile;
        let turned = if wide == (self.size.width() < self.size.height()) { self.transposed() } else { self };
        let last = self.size.cells() - 1;
        Self { blank: turned.blank.max(last - turned.blank), ..turned }
    }

    fn transposed(self) -> Self {
        let (row, column) = self.size.row_column(self.blank);
        let (width, height) = (self.size.width(), self.size.height());
        // A transposed board has as many cells and no shorter sides: it is a board.
        Size::new(height, width).map_or(self, |size| Self { size, blank: column * height + row, ..self })
    }

    /// How many tiles a move takes along at most.
    fn reach(self) -> usize {
        match self.metric {
            Metric::SingleTile => 1,
            Metric::MultiTile => usize::MAX,
        }
    }

    /// The cells of the row from which the blank comes to a cell in one move, from left to right.
    pub(super) fn row_sources(self, cell: usize) -> Vec<usize> {
        let first = cell - cell % self.size.width();
        let there = |other: &usize| *other != cell && other.abs_diff(cell) <= self.reach();
        (first..first + self.size.width()).filter(there).collect()
    }

    /// The cells of the column from which the blank comes to a cell in one move, from top to bottom.
    pub(super) fn column_sources(self, cell: usize) -> Vec<usize> {
        let width = self.size.width();
        let there = |other: &usize| *other != cell && other.abs_diff(cell) / width <= self.reach();
        (cell % width..self.size.cells()).step_by(width).filter(there).collect()
    }

    /// The parity of the order of the tiles while the blank is in a row, even in the goal: a step up or down carries a
    /// tile past the others of a row, less one.
    pub(super) fn parity(self, row: usize) -> u32 {
        let goal = self.size.row_column(self.blank).0;
        ((self.size.width() - 1) * row.abs_diff(goal) % 2) as u32
    }
}
