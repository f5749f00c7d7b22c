//! The estimate that compares the boards of a beam: weighted Manhattan distance plus linear
//! conflicts.
//!
//! A tile near the outer rows and columns, which are solved first, gets a larger weight than a tile
//! near the core, because it has less time left. Two tiles in their goal row or column that have to
//! pass each other are a *linear conflict* (Hansson, Mayer & Yung 1992). One of them has to leave
//! the line and come back, which takes two more moves.

/// The weight of one move of a tile in the core.
pub(super) const MOVE: u32 = 16;
/// The weight of a linear conflict.
const CONFLICT: u32 = 2 * MOVE;
/// Additional weight of a move of a tile for each row or column that its goal is closer to the
/// outer rows and columns.
const OUTER: u32 = 2;
/// Maximum length of a row or column.
const MOST: usize = super::MOST_CELLS / 2;

/// The estimates of all boards of one size, while a certain rectangle is unsolved.
pub(super) struct Estimate {
    width: usize,
    height: usize,
    /// The weight of a move of each tile, and 0 for the blank.
    weights: Vec<u32>,
}

impl Estimate {
    /// Creates the estimate for the time when only the core is unsolved.
    pub(super) fn of_core(width: usize, height: usize) -> Self {
        Self::weighted(width, height, &|_, _| MOVE)
    }

    /// Creates the estimate for the time when the cells from the row `top` and the column `left`
    /// are unsolved.
    pub(super) fn of_rest(width: usize, height: usize, left: usize, top: usize) -> Self {
        let side = (width - left).min(height - top);
        let weight = |column: usize, row: usize| {
            let line = column.saturating_sub(left).min(row.saturating_sub(top));
            MOVE + OUTER * (side - line) as u32
        };
        Self::weighted(width, height, &weight)
    }

    fn weighted(width: usize, height: usize, weight: &dyn Fn(usize, usize) -> u32) -> Self {
        let cells = width * height;
        let weight = |tile: usize| {
            if tile + 1 == cells {
                0
            } else {
                weight(tile % width, tile / width)
            }
        };
        Self {
            width,
            height,
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
        let goal = usize::from(tile);
        let is_vertical = blank % self.width == to % self.width;
        // The move changes the conflicts of a line only if the tile enters or leaves its goal line.
        // The order of all other tiles stays the same.
        let changes = if is_vertical {
            let row = goal / self.width;
            row == blank / self.width || row == to / self.width
        } else {
            let column = goal % self.width;
            column == blank % self.width || column == to % self.width
        };
        let mut value = before + self.distance(tile, blank) - self.distance(tile, to);
        if changes {
            let conflicts = |board: &[u8]| {
                if is_vertical {
                    self.row_conflicts(board, goal / self.width)
                } else {
                    self.column_conflicts(board, goal % self.width)
                }
            };
            value -= conflicts(board);
            board.swap(blank, to);
            value += conflicts(board);
            board.swap(blank, to);
        }
        value
    }

    /// Returns the weighted Manhattan distance of a tile.
    #[inline]
    fn distance(&self, tile: u8, cell: usize) -> u32 {
        let goal = usize::from(tile);
        let columns = (goal % self.width).abs_diff(cell % self.width);
        let rows = (goal / self.width).abs_diff(cell / self.width);
        self.weights[goal] * (columns + rows) as u32
    }

    fn row_conflicts(&self, board: &[u8], row: usize) -> u32 {
        let cells = &board[row * self.width..(row + 1) * self.width];
        let tiles = cells.iter().map(|&tile| usize::from(tile));
        let in_row = tiles.filter(|tile| tile / self.width == row);
        self.conflicts(in_row, board.len() - 1)
    }

    fn column_conflicts(&self, board: &[u8], column: usize) -> u32 {
        let cells = board[column..].iter().step_by(self.width);
        let tiles = cells.map(|&tile| usize::from(tile));
        let in_column = tiles.filter(|tile| tile % self.width == column);
        self.conflicts(in_column, board.len() - 1)
    }

    /// Returns the weight of the conflicts among tiles that are in their goal line. All tiles but a
    /// longest increasing subsequence have to leave the line.
    #[inline]
    fn conflicts(&self, line: impl Iterator<Item = usize>, blank: usize) -> u32 {
        // `last[n]` is the smallest last tile of all increasing subsequences of n + 1 tiles.
        let (mut last, mut longest, mut count) = ([0_u8; MOST], 0, 0);
        for tile in line.filter(|&tile| tile != blank) {
            let tile = tile as u8;
            let length = last[..longest]
                .iter()
                .take_while(|&&other| other < tile)
                .count();
            last[length] = tile;
            longest = longest.max(length + 1);
            count += 1;
        }
        CONFLICT * (count - longest) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the estimates along a random walk of the blank against those computed from scratch.
    #[test]
    fn a_move_changes_the_estimate_as_if_it_was_computed_from_scratch() {
        let mut random = fastrand::Rng::with_seed(1);
        for (width, height, left, top) in [(6, 6, 0, 0), (7, 5, 2, 0), (3, 11, 1, 4)] {
            let estimate = Estimate::of_rest(width, height, left, top);
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
        let estimate = Estimate::of_core(6, 5);
        let mut board: Vec<u8> = (0..30).collect();
        // One tile passes another in the first row: two moves, and two for the conflict.
        board.swap(2, 3);
        assert_eq!(estimate.of(&board), 4 * MOVE);
        // Of three reversed tiles, two have to leave the row.
        board[..6].copy_from_slice(&[0, 1, 4, 3, 2, 5]);
        assert_eq!(estimate.of(&board), 8 * MOVE);
    }
}
