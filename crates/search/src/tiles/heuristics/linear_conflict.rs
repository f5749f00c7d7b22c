//! Linear conflict (Hansson, Mayer & Yung 1992): the Manhattan distance, plus 2 for each tile that
//! must leave its goal row or column to let other tiles pass.
//!
//! Take the tiles of a row whose goal cells are in the same row. The longest subsequence of these
//! tiles in goal order can stay. Every other tile must leave the row and return, which takes 2
//! moves that the Manhattan distance does not count. For example, if a row holds the tiles 3 1 2,
//! then 1 and 2 can stay, and 3 must let them pass, so the value grows by 2. Adding 2 for each pair
//! of conflicting tiles would overestimate the distance, because 3 conflicts with both 1 and 2.
//!
//! Conflicts in columns are counted in the same way. Row and column conflicts can be added up,
//! because the extra moves for rows are vertical and the extra moves for columns are horizontal.
//!
//! A tile that moves along a row keeps its position in the order of the row's tiles. A move
//! therefore changes the conflicts of at most one line: the one that the tile leaves or enters, if
//! the tile's goal is in this line.

use std::convert::Infallible;

use fifteen_puzzle::Size;

use super::manhattan::Manhattan;
use crate::Heuristic;
use crate::tiles::{MOVES, Move, PADDED_CELLS, TileSpace, TileState};

/// Maximum number of cells in a row or column of a board.
const LONGEST: usize = 12;
/// Maximum length of the rows and columns whose conflicts are read from a table. On 4x4 boards, the
/// table is 1.6 times as fast as computing the conflicts.
const SHORT: usize = 5;
/// Number of bits for each cell of a row or column in an index of the table
/// [`LinearConflict::short`].
const BITS: usize = 3;
/// Placeholder for the unused entries at the end of [`ConflictLine::cells`]. It is a valid index of
/// a [`TileState`], but no board has a cell with this index, so no tile is ever found there.
const NOWHERE: u8 = (PADDED_CELLS - 1) as u8;

/// The Manhattan distance plus the linear conflicts of all rows and columns. A move changes the
/// value by exactly 1, up or down.
#[derive(Debug, Clone)]
pub struct LinearConflict {
    manhattan: Manhattan,
    /// All rows of the board, followed by all columns.
    lines: Vec<ConflictLine>,
    /// For each tile and move, how the move changes the row or column that contains the tile's goal
    /// cell. The first index is the tile, and the second one is [`Move::index`].
    line_changes: Box<[[LineChange; MOVES]; PADDED_CELLS]>,
    /// The number of tiles that must leave a row or column to let other tiles pass, for every
    /// possible content of a row or column of at most [`SHORT`] cells.
    ///
    /// The index has [`BITS`] bits per cell, with the first cell in the lowest bits. They describe
    /// the tile on the cell: they hold the 1-based position of its goal cell in the row or column,
    /// or 0 if the goal cell is elsewhere.
    short: Box<[u8; 1 << (BITS * SHORT)]>,
}

/// A row or column of the board, in which tiles can conflict.
#[derive(Debug, Clone, Copy)]
struct ConflictLine {
    length: usize,
    /// The cells of the row or column in order, followed by copies of [`NOWHERE`].
    cells: [u8; LONGEST],
    /// The 1-based position of each tile's goal cell in this row or column, or 0 if the goal cell
    /// is elsewhere.
    places: [u8; PADDED_CELLS],
}

/// Describes a move by which a tile leaves or enters its *goal line*. A goal line is the row or
/// column that contains the tile's goal cell.
#[derive(Debug, Clone, Copy)]
struct LineChange {
    line: u8,
    /// The 0-based position, in the goal line, of the cell that the tile leaves or enters.
    at: u8,
    /// The 1-based position of the tile's goal cell in its goal line. It is 0 if the tile neither
    /// leaves nor enters this line.
    place: u8,
}

impl LinearConflict {
    /// Creates the heuristic for boards of a size. It works for every goal, because states name
    /// each tile by its goal cell.
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
            }; MOVES]; PADDED_CELLS],
        );
        for m in Move::all(size) {
            for (number, line) in lines.iter().enumerate() {
                // A move along a row or column does not change the order of its tiles, so only
                // moves into or out of it matter. Exactly one of the two cells of such a move lies
                // in the row or column.
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

    /// Returns whether the moving tile adds a conflict to its *goal line*, the row or column of its
    /// goal cell. If it does, more tiles must leave the line with the tile than without it.
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
            places: [0; PADDED_CELLS],
        };
        for (i, cell) in cells.enumerate() {
            line.cells[i] = cell as u8;
            line.places[cell] = i as u8 + 1;
        }
        line
    }

    /// Finds the tile on `cell`, and returns the 1-based position of its goal cell in this row or
    /// column. Returns 0 if the goal cell is elsewhere.
    #[inline]
    fn place(&self, state: &TileState, cell: u8) -> u8 {
        self.places[state.tile(cell.into()) % PADDED_CELLS]
    }

    /// Returns the number of tiles that must leave this row or column to let other tiles pass.
    fn conflicts(&self, state: &TileState) -> u32 {
        self.cells
            .iter()
            .fold(LineOrder::default(), |order, &cell| {
                order.with(self.place(state, cell))
            })
            .conflicts()
    }

    /// Returns whether a tile at position `at` increases the number of tiles that must leave this
    /// row or column. `place` is the 1-based position of the tile's goal cell.
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

/// The goal positions of the tiles in a row or column. Tiles are added one at a time.
///
/// Patience sorting (Schensted 1961) finds the length of the longest increasing subsequence of the
/// goal positions. For each length, a bit of `ends` marks the smallest position that ends an
/// increasing subsequence of this length. For example, after the goal positions 2, 3, 1, `ends`
/// contains 1 and 3. The longest subsequence thus has 2 positions, and 1 of the 3 tiles must leave.
#[derive(Clone, Copy, Default)]
struct LineOrder {
    all: u16,
    ends: u16,
}

impl LineOrder {
    /// Returns the positions with one more tile. `place` is the 1-based position of the tile's goal
    /// cell in this row or column. If the goal cell is elsewhere, `place` is 0, and the tile is
    /// ignored.
    #[inline]
    fn with(self, place: u8) -> Self {
        let place = (1_u16 << place) & !1;
        let above = self.ends & !place.wrapping_sub(1);
        Self {
            all: self.all | place,
            ends: self.ends & !(above & above.wrapping_neg()) | place,
        }
    }

    /// Returns the number of tiles that must leave the row or column so that the remaining tiles
    /// are in order.
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
        let line_changes = self.line_changes[tile % PADDED_CELLS][m.index()];
        if line_changes.place > 0 && self.in_the_way(state, line_changes) {
            // A tile that leaves its goal row or column adds 1 to the Manhattan distance, but
            // removes a conflict worth 2, so the value changes by -1. A tile that enters it does
            // the opposite.
            change = -change;
        }
        let value = node.wrapping_add_signed(change);
        if value > limit { Err(value) } else { Ok(value) }
    }
}
