//! Local improvement of a solution of a large board. Runs of moves that stay within a small
//! rectangle are replaced with shorter ones.
//!
//! For example, let moves 41 to 72 of a solution keep the blank within a rectangle of 5x4 cells.
//! The rectangle before and after these moves is a pair of small boards. If IDA* finds a path of 28
//! moves from one to the other, this path replaces the 32 moves.

use fifteen_puzzle::{Board, Direction, MoveOrder, Size};

use super::LargeBoard;
use crate::tiles::Move;
use crate::tiles::anytime::shortest_segment;
use crate::{LimitKind, Limits};

/// Maximum number of cells in the rectangle within which a run of moves is shortened.
const WINDOW: usize = 20;
/// A solution is shortened run by run. Each run starts this many moves after the start of the
/// previous one, so that runs overlap.
const STEP: usize = 3;
/// Maximum number of nodes that a search generates to find a shorter replacement for one run of
/// moves.
const NODES: u64 = 5_000;

impl LargeBoard {
    /// Shortens a path by replacing runs of moves within small rectangles with shorter ones. Stops
    /// when no run can be shortened or `nodes` nodes have been generated, and adds the exact count
    /// to `generated`. Of the `limits`, only the deadline and the cancellation by another thread
    /// apply. `path` remains a valid solution even after an error.
    pub(super) fn improve(
        &self,
        path: &mut Vec<Direction>,
        nodes: u64,
        limits: &Limits,
        generated: &mut u64,
    ) -> Result<(), LimitKind> {
        let end_at = *generated + nodes;
        loop {
            let before = path.len();
            let (mut first, mut board) = (0, self.clone());
            while first < path.len() && *generated < end_at {
                let (end, last, window) = board.run(path, first);
                let depth = Some((last - first).saturating_sub(2) as u32);
                limits.check_interruption()?;
                let limits = Limits {
                    nodes: Some(NODES.min(end_at - *generated)),
                    depth,
                    memory: None,
                    monitor: None,
                    ..limits.clone()
                };
                let boards = window.boards(&board, &end).filter(|_| last - first > 2);
                let found = boards
                    .and_then(|(from, to)| shortest_segment(&from, &to, MoveOrder::ULRD, limits));
                *generated += found.as_ref().map_or(0, |found| found.generated);
                if let Some(moves) = found.and_then(|found| found.moves) {
                    path.splice(first..last, moves.into_iter().map(Move::direction));
                }
                let next = (first + STEP).min(path.len());
                for &direction in &path[first..next] {
                    board.make(direction);
                }
                first = next;
            }
            if path.len() == before || *generated >= end_at {
                return Ok(());
            }
        }
    }

    /// Finds the longest run of moves that starts at index `first` and keeps the blank within a
    /// rectangle of at most [`WINDOW`] cells. Returns the board after the run, the index of the
    /// next move after the run, and the rectangle.
    fn run(&self, path: &[Direction], first: usize) -> (Self, usize, Rectangle) {
        let (column, row) = (self.blank.0 % self.width, self.blank.0 / self.width);
        // Start with two rows and two columns, the minimum size of a board.
        let (left, top) = (
            column.min(self.width - 2),
            row.min(self.tiles.len() / self.width - 2),
        );
        let mut window = Rectangle {
            left,
            top,
            right: left + 2,
            bottom: top + 2,
        };
        let (mut end, mut last) = (self.clone(), first);
        while let Some(to) = path
            .get(last)
            .and_then(|&direction| end.step(end.blank.0, direction))
        {
            let (column, row) = (to % self.width, to / self.width);
            let larger = Rectangle {
                left: window.left.min(column),
                top: window.top.min(row),
                right: window.right.max(column + 1),
                bottom: window.bottom.max(row + 1),
            };
            if larger.area() > WINDOW {
                break;
            }
            end.make(path[last]);
            (window, last) = (larger, last + 1);
        }
        (end, last, window)
    }
}

/// A rectangle of cells: the columns `left..right` and the rows `top..bottom`.
#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

impl Rectangle {
    pub(super) fn area(self) -> usize {
        (self.right - self.left) * (self.bottom - self.top)
    }

    /// Returns the rectangle's cells in row-major order, on a board of this width.
    pub(super) fn cells(self, width: usize) -> impl Iterator<Item = usize> {
        (self.top..self.bottom)
            .flat_map(move |row| (self.left..self.right).map(move |column| row * width + column))
    }

    /// Cuts the rectangle out of two boards, and returns both parts as small boards with renumbered
    /// tiles. Returns `None` if the parts do not contain the same tiles.
    pub(super) fn boards(self, from: &LargeBoard, to: &LargeBoard) -> Option<(Board, Board)> {
        let size = Size::new(self.right - self.left, self.bottom - self.top).ok()?;
        let tiles = |board: &LargeBoard| {
            self.cells(board.width)
                .map(|cell| board.tiles[cell])
                .collect::<Vec<_>>()
        };
        let blank = to.blank.1 as u8;
        let mut names = tiles(to);
        // Put the blank first, so that its new number is 0.
        names.sort_unstable_by_key(|&tile| (tile != blank, tile));
        let name = |tile: u8| {
            names
                .iter()
                .position(|&other| other == tile)
                .map(|name| name as u8)
        };
        let board = |board| {
            Board::new(
                size,
                &tiles(board)
                    .into_iter()
                    .map(name)
                    .collect::<Option<Vec<_>>>()?,
            )
            .ok()
        };
        Some((board(from)?, board(to)?))
    }
}
