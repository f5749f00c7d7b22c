//! The first solution: rows and columns are solved one at a time, tile by tile.
//!
//! Each row or column lies along the shorter side of the unsolved rectangle, until a 4x4 board or
//! at most nine cells are left. Weighted A* solves these cells. For example, on a 6x6 board whose
//! blank belongs in the last cell, the top row is solved first, then the left column, and so on,
//! until a 4x4 board is left. This always succeeds and takes a few hundredths of a second, but the
//! solution is two or three times as long as necessary.

use std::collections::VecDeque;

use fifteen_puzzle::{Direction, MoveOrder};

use super::LargeBoard;
use super::windows::Rectangle;
use crate::Limits;
use crate::algorithms::astar::{AstarOptions, Weight};
use crate::tiles::{Algorithm, HeuristicKind, TileSpace};

/// Returns a solution of a board, as the directions in which the blank moves. The goal must be
/// reachable and must have the blank in the last cell.
pub(super) fn solution(board: &LargeBoard) -> Option<Vec<Direction>> {
    let mut builder = Builder {
        board: board.clone(),
        fixed: vec![false; board.tiles.len()],
        path: Vec::new(),
    };
    builder.build()?;
    Some(builder.path)
}

/// Returns whether weighted A* solves every board of this size within hundredths of a second.
///
/// Narrow boards take much longer than square ones, because their solutions are longer. For
/// example, weighted A* can take ten seconds and 200 MB for a board of eight columns and two rows,
/// although a 4x4 board has just as many cells.
fn is_quickly_solved(board: Rectangle) -> bool {
    let shorter_side = (board.right - board.left).min(board.bottom - board.top);
    board.area() <= if shorter_side >= 4 { 16 } else { 9 }
}

/// Removes the top row or the left column from a rectangle, whichever is shorter, and returns it.
fn split_off_line(rest: &mut Rectangle) -> Rectangle {
    let mut line = *rest;
    if rest.bottom - rest.top >= rest.right - rest.left {
        rest.top += 1;
        line.bottom = rest.top;
    } else {
        rest.left += 1;
        line.right = rest.left;
    }
    line
}

/// A solution in progress: the board after the moves so far, its solved cells, and the moves.
struct Builder {
    board: LargeBoard,
    /// For each cell, whether it is solved, so that its tile must not move again.
    fixed: Vec<bool>,
    path: Vec<Direction>,
}

impl Builder {
    fn build(&mut self) -> Option<()> {
        let (width, cells) = (self.board.width, self.fixed.len());
        let mut rest = Rectangle {
            left: 0,
            top: 0,
            right: width,
            bottom: cells / width,
        };
        // Start at the corner opposite the blank's goal cell, so that this cell remains unsolved
        // until the end.
        while !is_quickly_solved(rest) {
            let line = split_off_line(&mut rest);
            let cells: Vec<usize> = line.cells(width).collect();
            // Place the last two tiles of a row or column together. If the first of them were
            // already fixed, the other could not reach the corner.
            let (singles, pair) = cells.split_at(cells.len() - 2);
            singles
                .chunks(1)
                .chain([pair])
                .try_for_each(|cells| self.place(cells))?;
        }
        let solved = LargeBoard {
            tiles: (0..cells as u8).collect(),
            ..self.board.clone()
        };
        let (start, goal) = rest.boards(&self.board, &solved)?;
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let heuristic = HeuristicKind::LinearConflict
            .build(&goal, &Limits::default())
            .ok()?;
        let algorithm = Algorithm::WeightedAstar(AstarOptions::weighted(Weight::TWO));
        let start = space.state(&start).ok()?;
        let found = algorithm
            .search(&space, &heuristic, &start, &Limits::default(), &mut |_| ())
            .ok()?;
        found
            .moves?
            .into_iter()
            .try_for_each(|m| self.make(m.direction()))
    }

    fn make(&mut self, direction: Direction) -> Option<()> {
        self.path.push(direction);
        self.board.make(direction)
    }

    /// Moves one or two tiles to their target cells, and marks the target cells as fixed. A
    /// breadth-first search finds the shortest sequence of moves that changes no fixed cell. A
    /// state of this search consists of the cells of the one or two tiles and of the blank.
    fn place(&mut self, targets: &[usize]) -> Option<()> {
        let (cells, count) = (self.fixed.len(), targets.len());
        // With a single target, the second item of both arrays is `cells`, which is one more than
        // the index of the last cell. The blank is never there, so this item never changes.
        let (mut tiles, mut target) = ([cells; 2], [cells; 2]);
        for (index, &cell) in targets.iter().enumerate() {
            let is_it = |&tile: &u8| usize::from(tile) == cell;
            (tiles[index], target[index]) = (self.board.tiles.iter().position(is_it)?, cell);
        }
        let number = |(blank, tiles): (usize, [usize; 2])| {
            tiles[..count]
                .iter()
                .fold(blank, |n, tile| n * cells + tile)
        };
        let first = (self.board.blank.0, tiles);
        let mut reached: Vec<Option<Direction>> = vec![None; cells.pow(1 + count as u32)];
        let mut queue = VecDeque::from([first]);
        let mut at = loop {
            let (blank, tiles) = queue.pop_front()?;
            if tiles == target {
                break (blank, tiles);
            }
            for direction in Direction::ALL {
                let Some(to) = self
                    .board
                    .step(blank, direction)
                    .filter(|&to| !self.fixed[to])
                else {
                    continue;
                };
                let next = (to, tiles.map(|tile| if tile == to { blank } else { tile }));
                let known = &mut reached[number(next)];
                if known.is_none() && next != first {
                    *known = Some(direction);
                    queue.push_back(next);
                }
            }
        };
        let mut back = Vec::new();
        while let Some(direction) = reached[number(at)] {
            let (blank, tiles) = at;
            let from = self.board.step(blank, direction.opposite())?;
            at = (
                from,
                tiles.map(|tile| if tile == from { blank } else { tile }),
            );
            back.push(direction);
        }
        back.into_iter()
            .rev()
            .try_for_each(|direction| self.make(direction))?;
        targets.iter().for_each(|&cell| self.fixed[cell] = true);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weighted A* takes too long for narrow boards: it can need ten seconds for two rows of eight
    /// cells.
    #[test]
    fn only_small_or_square_boards_are_left_for_weighted_astar() {
        for (width, height) in
            (2..=128).flat_map(|width| (2..=128).map(move |height| (width, height)))
        {
            if width * height > 256 {
                continue;
            }
            let mut rest = Rectangle {
                left: 0,
                top: 0,
                right: width,
                bottom: height,
            };
            while !is_quickly_solved(rest) {
                split_off_line(&mut rest);
            }
            let sides = (rest.right - rest.left, rest.bottom - rest.top);
            let is_small = sides.0.min(sides.1) >= 2 && rest.area() <= 9;
            assert!(is_small || sides == (4, 4), "{sides:?} of {width}x{height}");
        }
    }
}
