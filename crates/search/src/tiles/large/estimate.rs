//! The estimate that compares the boards of a beam: weighted Manhattan distance plus linear
//! conflicts.
//!
//! Rows and columns are solved one by one from the top and from the left, and the *core*, which is
//! the rest of the board, is solved last. A tile that belongs in one of the first rows or columns
//! gets a larger weight than a tile that belongs near the core, because it has less time left to
//! reach its goal cell. Two tiles in their goal row or column that have to pass each other are a
//! *linear conflict* (Hansson, Mayer & Yung 1992). One of them has to leave the line and come back,
//! which takes two more moves.

/// Basic weight of one move of a tile, to which [`Estimate::new`] adds more for outer tiles.
/// Estimates are integers, so a weight of 16 instead of 1 allows differences of less than one move.
pub(super) const MOVE: u32 = 16;
/// Maximum length of a row or column: 50, in a board of 50x2 cells.
const MOST: usize = super::MOST_CELLS / 2;

/// Estimates how far boards of one size are from the goal. The weights of the tiles depend on which
/// rectangle of the board is still unsolved.
pub(super) struct Estimate {
    width: usize,
    height: usize,
    /// The column and the row of each cell. Looking them up is faster than dividing by the width.
    places: Vec<(u8, u8)>,
    /// The weight of one move of each tile, indexed by the tile's goal cell. The blank has the
    /// weight 0.
    weights: Vec<u32>,
}

impl Estimate {
    /// Creates the estimates for boards of this size whose rows above `top` and columns to the left
    /// of `left` are solved. A move of a tile weighs [`MOVE`] plus a multiple of `outer`, which is
    /// larger the further out the tile's goal is. For example, suppose that no cell of a 6x6 board
    /// is solved. The multiple is 6 for tiles that belong in the top row or the left column, 5 for
    /// tiles that belong in the next row or column, and so on.
    pub(super) fn new(width: usize, height: usize, left: usize, top: usize, outer: u32) -> Self {
        let cells = width * height;
        let side = (width - left).min(height - top);
        let weight = |tile: usize| {
            let (column, row) = (tile % width, tile / width);
            let line = column.saturating_sub(left).min(row.saturating_sub(top));
            if tile + 1 == cells {
                0
            } else {
                MOVE + outer * (side - line) as u32
            }
        };
        Self {
            width,
            height,
            places: (0..cells)
                .map(|cell| ((cell % width) as u8, (cell / width) as u8))
                .collect(),
            weights: (0..cells).map(weight).collect(),
        }
    }

    /// Returns the estimate of a board. It is 0 only for the goal.
    pub(super) fn of(&self, board: &[u8]) -> u32 {
        let distances = board.iter().enumerate();
        let distances = distances.map(|(cell, &tile)| self.distance(tile, cell));
        let rows = (0..self.height).map(|row| self.row_conflicts(board, row));
        let columns = (0..self.width).map(|column| self.column_conflicts(board, column));
        distances.sum::<u32>() + rows.sum::<u32>() + columns.sum::<u32>()
    }

    /// Returns the estimate after the blank has moved from one cell to a neighbour. `before` is the
    /// estimate of `board`, which is the board before the move. On return, `board` is unchanged.
    #[inline]
    pub(super) fn after(&self, before: u32, board: &mut [u8], blank: usize, to: usize) -> u32 {
        let tile = board[to];
        let (column, row) = self.places[usize::from(tile)];
        let (from_place, to_place) = (self.places[to], self.places[blank]);
        let is_vertical = from_place.0 == to_place.0;
        // A vertical move changes the conflicts of a row if the tile enters or leaves the row of
        // its goal. It changes no conflicts of a column, because the order of the tiles there stays
        // the same. For a horizontal move, rows and columns change roles.
        let changes = if is_vertical {
            row == from_place.1 || row == to_place.1
        } else {
            column == from_place.0 || column == to_place.0
        };
        let mut value = before + self.distance(tile, blank) - self.distance(tile, to);
        if changes {
            let conflicts = |board: &[u8]| {
                if is_vertical {
                    self.row_conflicts(board, row.into())
                } else {
                    self.column_conflicts(board, column.into())
                }
            };
            value -= conflicts(board);
            board.swap(blank, to);
            value += conflicts(board);
            board.swap(blank, to);
        }
        value
    }

    /// Returns the weighted Manhattan distance of a tile on `cell` from its goal cell.
    #[inline]
    fn distance(&self, tile: u8, cell: usize) -> u32 {
        let goal = usize::from(tile);
        let ((column, row), (goal_column, goal_row)) = (self.places[cell], self.places[goal]);
        let steps = column.abs_diff(goal_column) + row.abs_diff(goal_row);
        self.weights[goal] * u32::from(steps)
    }

    fn row_conflicts(&self, board: &[u8], row: usize) -> u32 {
        let cells = &board[row * self.width..(row + 1) * self.width];
        let tiles = cells.iter().map(|&tile| usize::from(tile));
        let in_row = tiles.filter(|&tile| usize::from(self.places[tile].1) == row);
        self.conflicts(in_row, board.len() - 1)
    }

    fn column_conflicts(&self, board: &[u8], column: usize) -> u32 {
        let cells = board[column..].iter().step_by(self.width);
        let tiles = cells.map(|&tile| usize::from(tile));
        let in_column = tiles.filter(|&tile| usize::from(self.places[tile].0) == column);
        self.conflicts(in_column, board.len() - 1)
    }

    /// Returns the weight of the extra moves that resolve the conflicts of a row or column. `line`
    /// lists the tiles that are in this line and belong there, in their current order. The tiles of
    /// a longest increasing subsequence can stay. Every other tile has to leave the line and come
    /// back, which takes two extra moves. For example, of the tiles 4, 3, 2, one can stay.
    #[inline]
    fn conflicts(&self, line: impl Iterator<Item = usize>, blank: usize) -> u32 {
        // `last[n]` is the smallest tile that ends an increasing subsequence of n + 1 tiles.
        let (mut last, mut longest, mut count) = ([0_u8; MOST], 0, 0);
        let mut weight = 0;
        for tile in line.filter(|&tile| tile != blank) {
            weight = weight.max(self.weights[tile]);
            let tile = tile as u8;
            let length = last[..longest]
                .iter()
                .take_while(|&&other| other < tile)
                .count();
            last[length] = tile;
            longest = longest.max(length + 1);
            count += 1;
        }
        2 * weight * (count - longest) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that estimates updated move by move along a random walk equal estimates computed from
    /// scratch.
    #[test]
    fn a_move_changes_the_estimate_as_if_it_was_computed_from_scratch() {
        let mut random = fastrand::Rng::with_seed(1);
        for (width, height, left, top) in [(6, 6, 0, 0), (7, 5, 2, 0), (3, 11, 1, 4)] {
            let estimate = Estimate::new(width, height, left, top, 2);
            let cells = width * height;
            let mut board: Vec<u8> = (0..cells as u8).collect();
            let (mut blank, mut value) = (cells - 1, 0);
            assert_eq!(estimate.of(&board), 0);
            for _ in 0..5000 {
                let to = random.usize(0..cells);
                let columns = (to % width).abs_diff(blank % width);
                if columns + (to / width).abs_diff(blank / width) != 1 {
                    continue;
                }
                value = estimate.after(value, &mut board, blank, to);
                board.swap(blank, to);
                blank = to;
                assert_eq!(value, estimate.of(&board), "{board:?}");
            }
        }
    }

    #[test]
    fn tiles_that_pass_each_other_are_conflicts() {
        let estimate = Estimate::new(6, 5, 0, 0, 0);
        let mut board: Vec<u8> = (0..30).collect();
        // Two adjacent tiles of the first row are swapped. Their Manhattan distances add up to two
        // moves, and the linear conflict adds two more.
        board.swap(2, 3);
        assert_eq!(estimate.of(&board), 4 * MOVE);
        // Of three reversed tiles, two have to leave the row.
        board[..6].copy_from_slice(&[0, 1, 4, 3, 2, 5]);
        assert_eq!(estimate.of(&board), 8 * MOVE);
    }
}
