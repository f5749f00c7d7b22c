//! Finds solutions for boards of more than 25 cells. Proving that a solution is shortest is
//! infeasible for boards of this size.
//!
//! Rows and columns are solved one at a time, each time along the shorter side of the unsolved
//! rectangle, until at most 16 cells are left. Weighted A* solves these cells. For example, on a
//! 6x6 board whose blank belongs in the last cell, the top row is solved first, then the left
//! column, and so on, until a 4x4 board is left. Finally, the solution is shortened: wherever a run
//! of moves stays within a small rectangle, a shortest run replaces it.

use std::collections::VecDeque;

use fifteen_puzzle::{Board, Direction, MoveOrder, Size};

use super::anytime::shortest_window;
use super::moves::DIRECTIONS;
use super::{Algorithm, HeuristicKind, Move, TileSpace};
use crate::Limits;
use crate::algorithms::astar::{AstarOptions, Weight};

/// Maximum number of cells of a board. It allows boards of up to 10x10.
pub const MOST_CELLS: usize = 100;
/// Maximum number of cells left for weighted A*, which solves them after all other rows and
/// columns.
const REST: usize = 16;
/// Maximum number of cells in the rectangle within which a run of moves is shortened.
const WINDOW: usize = 20;
/// A solution is shortened run by run. Each run of moves starts this many moves after the previous
/// one, so that runs overlap.
const STEP: usize = 3;
/// Node limits for shortening a solution. The first one limits the search for a shorter replacement
/// of one run of moves. The second one limits all these searches together, which take up to about
/// half a second.
const NODES: (u64, u64) = (5_000, 3_000_000);

/// A board of up to [`MOST_CELLS`] cells. Each tile, and the blank, is named by its goal cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargeBoard {
    width: usize,
    tiles: Vec<u8>,
    /// The blank's current cell, and the blank's goal cell.
    blank: (usize, usize),
}

impl LargeBoard {
    /// Creates a board from its tiles, listed row by row, with 0 for the blank. In the goal, the
    /// tiles are in increasing order, and the blank is last, or first if `blank_first` is true.
    ///
    /// Returns `None` if the tiles do not fill rows of this width, if a tile is missing, or if the
    /// board is too small or too large.
    pub fn new(width: usize, tiles: &[u8], blank_first: bool) -> Option<Self> {
        let cells = tiles.len();
        let is_board =
            width >= 2 && cells >= 2 * width && cells <= MOST_CELLS && cells.is_multiple_of(width);
        if !is_board || (0..cells).any(|number| !tiles.contains(&(number as u8))) {
            return None;
        }
        let goal = if blank_first { 0 } else { cells - 1 };
        let name = |&tile: &u8| match (tile, blank_first) {
            (0, _) => goal as u8,
            (tile, true) => tile,
            (tile, false) => tile - 1,
        };
        let blank = tiles.iter().position(|&tile| tile == 0)?;
        Some(Self {
            width,
            tiles: tiles.iter().map(name).collect(),
            blank: (blank, goal),
        })
    }

    /// Returns the Manhattan distance, a lower bound on the number of moves, or `None` if the goal
    /// is unreachable.
    pub fn bound(&self) -> Option<u32> {
        let steps = |a: usize, b: usize| {
            (a % self.width).abs_diff(b % self.width) + (a / self.width).abs_diff(b / self.width)
        };
        let larger = |(cell, tile)| {
            self.tiles[..cell]
                .iter()
                .filter(|&before| before > tile)
                .count()
        };
        let is_odd = self.tiles.iter().enumerate().map(larger).sum::<usize>() % 2 == 1;
        let (blank, goal) = self.blank;
        let tiles = self
            .tiles
            .iter()
            .enumerate()
            .filter(|&(cell, _)| cell != blank);
        let distance = tiles
            .map(|(cell, &tile)| steps(cell, tile.into()))
            .sum::<usize>();
        (is_odd == (steps(blank, goal) % 2 == 1)).then_some(distance as u32)
    }

    /// Returns the adjacent cell in a direction, or `None` at the edge of the board.
    fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let column = cell % self.width;
        match direction {
            Direction::Up => cell.checked_sub(self.width),
            Direction::Down => Some(cell + self.width).filter(|&to| to < self.tiles.len()),
            Direction::Left => (column > 0).then(|| cell - 1),
            Direction::Right => (column + 1 < self.width).then(|| cell + 1),
        }
    }

    /// Moves the blank in a direction. Returns `None` if the move would leave the board.
    fn make(&mut self, direction: Direction) -> Option<()> {
        let to = self.step(self.blank.0, direction)?;
        self.tiles.swap(self.blank.0, to);
        self.blank.0 = to;
        Some(())
    }

    /// Returns whether the blank's moves in `path` lead to the goal.
    pub fn is_solved_by(&self, path: &[Direction]) -> bool {
        let mut board = self.clone();
        path.iter()
            .all(|&direction| board.make(direction).is_some())
            && board
                .tiles
                .iter()
                .enumerate()
                .all(|(cell, &tile)| cell == usize::from(tile))
    }

    /// Returns a solution as the directions in which the blank moves, or `None` if the goal is
    /// unreachable. The solution is not necessarily shortest.
    pub fn solve(&self) -> Option<Vec<Direction>> {
        self.bound()?;
        let mut builder = Builder {
            board: self.clone(),
            fixed: vec![false; self.tiles.len()],
            path: Vec::new(),
        };
        builder.build()?;
        let mut path = builder.path;
        self.improve(&mut path);
        self.is_solved_by(&path).then_some(path)
    }

    /// Shortens a path. Each run of moves that stays within a small rectangle is replaced by a
    /// shortest one. Stops when no run can be shortened or the node limit is reached.
    fn improve(&self, path: &mut Vec<Direction>) {
        let mut generated = 0;
        loop {
            let before = path.len();
            let (mut first, mut board) = (0, self.clone());
            while first < path.len() && generated < NODES.1 {
                let (end, last, window) = board.run(path, first);
                let depth = Some((last - first).saturating_sub(2) as u32);
                let limits = Limits {
                    nodes: Some(NODES.0),
                    depth,
                    ..Limits::default()
                };
                let boards = window.boards(&board, &end).filter(|_| last - first > 2);
                let found = boards
                    .and_then(|(from, to)| shortest_window(&from, &to, MoveOrder::ULRD, limits));
                generated += found.as_ref().map_or(0, |found| found.generated);
                if let Some(moves) = found.and_then(|found| found.moves) {
                    path.splice(first..last, moves.into_iter().map(Move::direction));
                }
                let next = (first + STEP).min(path.len());
                for &direction in &path[first..next] {
                    board.make(direction);
                }
                first = next;
            }
            if path.len() == before || generated >= NODES.1 {
                return;
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

/// A rectangle of cells. The column `right` and the row `bottom` are outside of it.
#[derive(Clone, Copy)]
struct Rectangle {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Rectangle {
    fn area(self) -> usize {
        (self.right - self.left) * (self.bottom - self.top)
    }

    /// Returns the rectangle's cells row by row, on a board of this width.
    fn cells(self, width: usize) -> impl Iterator<Item = usize> {
        (self.top..self.bottom)
            .flat_map(move |row| (self.left..self.right).map(move |column| row * width + column))
    }

    /// Cuts the rectangle out of two boards, and returns the parts as small boards with renumbered
    /// tiles. Returns `None` if the two parts do not contain the same tiles.
    fn boards(self, from: &LargeBoard, to: &LargeBoard) -> Option<(Board, Board)> {
        let size = Size::new(self.right - self.left, self.bottom - self.top).ok()?;
        let tiles = |board: &LargeBoard| {
            self.cells(board.width)
                .map(|cell| board.tiles[cell])
                .collect::<Vec<_>>()
        };
        let blank = to.blank.1 as u8;
        let mut names = tiles(to);
        // Sort the blank first, so that its new number is 0.
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

/// A solution in progress: the board after the moves so far, its solved cells, and the moves.
struct Builder {
    board: LargeBoard,
    /// Whether each cell is solved, so that its tile must not move again.
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
        // until the end. It is the first or the last cell of the board.
        let is_last = self.board.blank.1 > 0;
        while rest.area() > REST {
            let mut line = rest;
            let is_row = rest.bottom - rest.top >= rest.right - rest.left;
            match (is_row, is_last) {
                (true, true) => (rest.top, line.bottom) = (rest.top + 1, rest.top + 1),
                (true, false) => (rest.bottom, line.top) = (rest.bottom - 1, rest.bottom - 1),
                (false, true) => (rest.left, line.right) = (rest.left + 1, rest.left + 1),
                (false, false) => (rest.right, line.left) = (rest.right - 1, rest.right - 1),
            }
            let cells: Vec<usize> = line.cells(width).collect();
            // Place the last two tiles of a row or column together. If one were placed alone, the
            // other could not reach the corner without moving it again.
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

    /// Moves one or two tiles to their target cells, and marks these cells as fixed. A
    /// breadth-first search finds the shortest sequence of moves that leaves fixed cells alone. Its
    /// states consist of the cells of the blank and of these tiles.
    fn place(&mut self, targets: &[usize]) -> Option<()> {
        let (cells, count) = (self.fixed.len(), targets.len());
        // With a single target, no second tile exists. Its cell is set to `cells`, an index beyond
        // the board.
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
            for direction in DIRECTIONS {
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
