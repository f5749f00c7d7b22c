//! Linear conflict (Hansson, Mayer & Yung 1992): the Manhattan distance, plus 2 for each tile that
//! must leave its line to let others pass.
//!
//! Take the tiles of a row whose goal cells are in the same row. A longest subsequence of them in
//! the order of their goals can stay. Each other tile must leave the row and come back, which takes
//! 2 moves that the Manhattan distance does not count. For example, if a row holds tiles 3 1 2,
//! then 1 and 2 can stay, and 3 must let them pass: the value grows by 2. Columns are added to
//! rows, because the moves added for a row are moves along columns. Adding 2 for each pair of tiles
//! in conflict would be too much: 3 conflicts with both 1 and 2.
//!
//! A tile that moves along a row keeps its place in the order of this row. So a move changes the
//! conflicts of at most one line: the column that the tile leaves or enters, if its goal is there.

use std::convert::Infallible;

use fifteen_puzzle::Size;

use super::manhattan::Manhattan;
use crate::Heuristic;
use crate::tiles::{CELLS, MOVES, Move, TileSpace, TileState};

/// Maximum number of cells in a row or column of a board.
const LONGEST: usize = 12;
/// Length of the longest line whose conflicts are read from a table. On 4x4 that is 1.6 times as
/// fast as computing them.
const SHORT: usize = 5;
/// Number of bits for each cell in the table index of a short line.
const BITS: usize = 3;
/// A cell of [`TileState`] that no board has, and which is therefore empty.
const NOWHERE: u8 = (CELLS - 1) as u8;

/// The Manhattan distance with the linear conflicts of all rows and columns. A move changes it by
/// 1.
#[derive(Debug, Clone)]
pub struct LinearConflict {
    manhattan: Manhattan,
    /// The rows, followed by the columns.
    lines: Vec<ConflictLine>,
    /// For each tile and move: the tile's goal line, if the move leaves or enters it.
    line_changes: Box<[[LineChange; MOVES]; CELLS]>,
    /// The number of tiles that must leave a short line. The index has, for each cell of the line,
    /// the goal place of its tile plus 1, the first cell in the lowest bits.
    short: Box<[u8; 1 << (BITS * SHORT)]>,
}

/// A row or a column of the board, whose tiles can be in conflict.
#[derive(Debug, Clone, Copy)]
struct ConflictLine {
    length: usize,
    /// Its cells in order, followed by [`NOWHERE`].
    cells: [u8; LONGEST],
    /// For each tile: the place of its goal cell in the line, from 1, or 0 if its goal is
    /// elsewhere.
    places: [u8; CELLS],
}

/// How a move changes the goal line of its tile.
#[derive(Debug, Clone, Copy)]
struct LineChange {
    line: u8,
    /// The place in the line, from 0, that the tile leaves or enters.
    at: u8,
    /// The place of the tile's goal, from 1, or 0 if the tile neither leaves nor enters its goal
    /// line.
    place: u8,
}

impl LinearConflict {
    /// Returns the heuristic for boards of a size. It serves every goal, because tiles are named by
    /// their goal cells.
    pub fn new(size: Size) -> Self {
        let (width, height) = (size.width(), size.height());
        let rows =
            (0..height).map(|row| ConflictLine::new((0..width).map(|column| row * width + column)));
        let columns =
            (0..width).map(|column| ConflictLine::new((0..height).map(|row| row * width + column)));
        let lines: Vec<ConflictLine> = rows.chain(columns).collect();
        let mut line_changes = Box::new(
            [[LineChange {
                line: 0,
                at: 0,
                place: 0,
            }; MOVES]; CELLS],
        );
        for m in Move::all(size) {
            for (number, line) in lines.iter().enumerate() {
                // Moves within the line change nothing, so exactly one of the two cells is in it.
                let (from, to) = (line.places[m.from()], line.places[m.to()]);
                for tile in (0..size.cells())
                    .filter(|&tile| line.places[tile] > 0 && (from > 0) != (to > 0))
                {
                    let (at, place) = (from.max(to) - 1, line.places[tile]);
                    line_changes[tile][m.index()] = LineChange {
                        line: number as u8,
                        at,
                        place,
                    };
                }
            }
        }
        let mut short = Box::new([0; 1 << (BITS * SHORT)]);
        for (number, conflicts) in short.iter_mut().enumerate() {
            let places = (0..SHORT).map(|i| number >> (BITS * i) & ((1 << BITS) - 1));
            *conflicts = places
                .fold(LineOrder::default(), |order, place| order.with(place as u8))
                .conflicts() as u8;
        }
        Self {
            manhattan: Manhattan::new(size),
            lines,
            line_changes,
            short,
        }
    }

    /// True if one more tile must leave a goal line when the tile of this move is in it than when
    /// it is not.
    #[inline]
    fn in_the_way(&self, state: &TileState, line_changes: LineChange) -> bool {
        let line = &self.lines[usize::from(line_changes.line)];
        let at = usize::from(line_changes.at);
        if line.length > SHORT {
            return line.in_the_way(state, at, line_changes.place);
        }
        let places = line
            .cells
            .iter()
            .take(SHORT)
            .map(|&cell| usize::from(line.place(state, cell)));
        let number = places
            .enumerate()
            .fold(0, |number, (i, place)| number | place << (BITS * i));
        let without = number & !(((1 << BITS) - 1) << (BITS * at));
        let with = without | usize::from(line_changes.place) << (BITS * at);
        self.short[with % self.short.len()] > self.short[without % self.short.len()]
    }
}

impl ConflictLine {
    fn new(cells: impl ExactSizeIterator<Item = usize>) -> Self {
        let mut line = Self {
            length: cells.len(),
            cells: [NOWHERE; LONGEST],
            places: [0; CELLS],
        };
        for (i, cell) in cells.enumerate() {
            line.cells[i] = cell as u8;
            line.places[cell] = i as u8 + 1;
        }
        line
    }

    /// The place, from 1, of the goal of the tile on a cell, or 0 if its goal is not in this line.
    #[inline]
    fn place(&self, state: &TileState, cell: u8) -> u8 {
        self.places[state.tile(cell.into()) % CELLS]
    }

    /// Returns the number of tiles that must leave the line to let the others pass.
    fn conflicts(&self, state: &TileState) -> u32 {
        self.cells
            .iter()
            .fold(LineOrder::default(), |order, &cell| {
                order.with(self.place(state, cell))
            })
            .conflicts()
    }

    /// True if one more tile must leave the line when a tile with goal `place` is at `at` than when
    /// `at` is empty.
    fn in_the_way(&self, state: &TileState, at: usize, place: u8) -> bool {
        let (mut with, mut without) = (LineOrder::default(), LineOrder::default());
        for (i, &cell) in self.cells.iter().enumerate().take(self.length) {
            let here = self.place(state, cell);
            with = with.with(if i == at { place } else { here });
            without = without.with(if i == at { 0 } else { here });
        }
        with.conflicts() > without.conflicts()
    }
}

/// The goal places of some tiles, one after the other, in the order of a line.
///
/// Patience sorting (Schensted 1961) finds their longest increasing subsequence: for each length,
/// `ends` holds the smallest last place of a subsequence of that length, as a bit.
#[derive(Clone, Copy, Default)]
struct LineOrder {
    all: u16,
    ends: u16,
}

impl LineOrder {
    /// Adds a tile with this goal place, from 1. The place 0 changes nothing.
    #[inline]
    fn with(self, place: u8) -> Self {
        let place = (1_u16 << place) & !1;
        let above = self.ends & !place.wrapping_sub(1);
        Self {
            all: self.all | place,
            ends: self.ends & !(above & above.wrapping_neg()) | place,
        }
    }

    /// Returns the number of tiles that must leave the line so that the rest is in order.
    #[inline]
    fn conflicts(self) -> u32 {
        self.all.count_ones() - self.ends.count_ones()
    }
}

impl Heuristic<TileSpace> for LinearConflict {
    type Node = u32;
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<u32, Infallible> {
        let Ok(manhattan) = self.manhattan.root(state);
        Ok(manhattan
            + 2 * self
                .lines
                .iter()
                .map(|line| line.conflicts(state))
                .sum::<u32>())
    }

    #[inline]
    fn value(&self, node: &u32) -> u32 {
        *node
    }

    #[inline]
    fn child(&self, state: &TileState, node: &u32, m: Move, limit: u32) -> Result<u32, u32> {
        let tile = state.tile(m.to());
        let mut change = i32::from(self.manhattan.change(tile, m));
        let line_changes = self.line_changes[tile % CELLS][m.index()];
        if line_changes.place > 0 && self.in_the_way(state, line_changes) {
            // When the tile leaves its goal line, the Manhattan distance grows by 1 and the
            // conflict may fall by 2. When it enters, both change the other way.
            change = -change;
        }
        let value = node.wrapping_add_signed(change);
        if value > limit { Err(value) } else { Ok(value) }
    }
}
