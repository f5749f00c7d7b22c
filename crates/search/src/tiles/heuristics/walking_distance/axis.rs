//! One axis of walking distance: the states of the rows, or of the columns, and a table of their
//! distances to the goal.
//!
//! A state of the rows consists of the blank's row and a matrix whose entry (i, j) counts the tiles
//! in row i whose goal is in row j. For example, in the goal of a 3x3 board with the blank last,
//! every tile is in its goal row, so the matrix is diagonal: 3, 3, 2. A vertical move brings a tile
//! from a neighbouring row into the blank's row. For each state, the table stores the minimum
//! number of such moves to the goal, and the state after each move. Columns work in the same way.

use std::collections::HashMap;

use fifteen_puzzle::Board;

use crate::storage::Budget;
use crate::storage::state_table::{StateTable, table_bytes};
use crate::tiles::space::TileState;
use fifteen_resources::{LimitKind, Limits};

/// Size of a packed state, in bytes.
const KEY_BYTES: usize = size_of::<u128>();
/// Number of states that are processed between two checks of the limits.
const POLL: u64 = 1 << 16;
/// The tables must have fewer entries than this, because an entry stores the index of another entry
/// in 31 of its 32 bits.
pub(super) const MOST_ENTRIES: u128 = 1 << 31;

/// The rows or the columns of a goal. Three numbers determine their table: how many rows or columns
/// there are, how long they are, and which of them contains the blank's goal cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AxisStates {
    /// Number of rows or columns.
    lines: usize,
    /// Number of cells per row or column.
    cells: usize,
    /// The row or column of the blank's goal cell.
    blank: usize,
}

impl AxisStates {
    /// Returns both axes of a goal: its rows and its columns.
    pub(super) fn both(goal: &Board) -> [Self; 2] {
        let (width, height) = (goal.size().width(), goal.size().height());
        let (row, column) = goal.size().row_column(goal.blank());
        [
            Self {
                lines: height,
                cells: width,
                blank: row,
            },
            Self {
                lines: width,
                cells: height,
                blank: column,
            },
        ]
    }

    /// Returns the number of table entries for each state: one entry per kind of move. In the table
    /// for rows, a kind of move is a direction of the blank, up or down, and the goal row of the
    /// tile that moves. In the table for columns, it is left or right, and the goal column of the
    /// tile.
    pub(super) fn stride(self) -> usize {
        2 * self.lines
    }

    /// Returns the number of states. A state of the rows says which row contains the blank, and how
    /// many tiles of each row have their goal in each row. A state of the columns says the same
    /// about the columns.
    pub(super) fn states(self) -> u128 {
        let mut left = vec![self.cells as u8; self.lines];
        left[0] -= 1;
        left.push(1);
        matrices(self.cells as u8, left, &mut HashMap::new())
    }

    /// Returns the memory needed to build the table, in bytes.
    pub(super) fn bytes(self) -> u128 {
        let states = self.states();
        let fixed = u64::try_from(states).map_or(u128::MAX / 2, |states| {
            table_bytes(states, KEY_BYTES).into()
        });
        fixed.saturating_add(states.saturating_mul(self.stride() as u128 * 4 + 1))
    }

    /// Returns the number of entries in the table.
    pub(super) fn entries(self) -> u128 {
        self.states().saturating_mul(self.stride() as u128)
    }

    fn bits(self) -> u32 {
        (self.cells as u32 + 1).next_power_of_two().trailing_zeros()
    }

    /// Returns the integer that adds one tile to a packed state. The tile is in row or column
    /// `line`, and its goal cell is in row or column `goal`.
    fn one(self, line: usize, goal: usize) -> u128 {
        1 << (self.bits() * (line * self.lines + goal) as u32)
    }

    /// Reads from a packed state how many tiles in row or column `line` have their goal in row or
    /// column `goal`.
    fn tiles(self, key: u128, line: usize, goal: usize) -> u128 {
        (key / self.one(line, goal)) & ((1 << self.bits()) - 1)
    }

    /// Returns the integer that adds the blank, in row or column `line`, to a packed state of the
    /// tiles.
    fn blank(self, line: usize) -> u128 {
        (line as u128) << (self.bits() * (self.lines * self.lines) as u32)
    }

    /// Packs the state of a board into an integer. `line` returns the row or column of a cell.
    fn key(self, state: &TileState, line: impl Fn(usize) -> usize) -> u128 {
        let tiles = (0..self.lines * self.cells).filter(|&cell| cell != state.blank());
        let ones = tiles.map(|cell| self.one(line(cell), line(state.tile(cell)) % self.lines));
        ones.sum::<u128>() + self.blank(line(state.blank()))
    }

    fn goal_key(self) -> u128 {
        let tiles = |line| (self.cells - usize::from(line == self.blank)) as u128;
        (0..self.lines)
            .map(|line| tiles(line) * self.one(line, line))
            .sum::<u128>()
            + self.blank(self.blank)
    }
}

/// Returns the number of matrices in which each row adds up to `cells`, and the columns add up to
/// the numbers in `left`. `known` caches earlier results.
fn matrices(cells: u8, mut left: Vec<u8>, known: &mut HashMap<Vec<u8>, u128>) -> u128 {
    // The result does not depend on the order of the columns. Sorting them produces more cache
    // hits.
    left.sort_unstable();
    if left.last() == Some(&0) {
        return 1;
    }
    if let Some(&count) = known.get(&left) {
        return count;
    }
    let count = with_row(cells, cells, &mut left.clone(), 0, known);
    known.insert(left, count);
    count
}

/// Returns the number of ways to complete a matrix whose current row is partly filled. The total
/// `rest` is distributed over the columns from `column` on, and then the remaining rows are filled.
fn with_row(
    cells: u8,
    rest: u8,
    left: &mut Vec<u8>,
    column: usize,
    known: &mut HashMap<Vec<u8>, u128>,
) -> u128 {
    if column == left.len() {
        return if rest == 0 {
            matrices(cells, left.clone(), known)
        } else {
            0
        };
    }
    let lacks = left[column];
    let mut count = 0;
    for here in 0..=lacks.min(rest) {
        left[column] = lacks - here;
        count += with_row(cells, rest - here, left, column + 1, known);
    }
    left[column] = lacks;
    count
}

/// The table of distances for one axis, either the rows or the columns.
#[derive(Debug)]
pub(super) struct AxisTable {
    axis: AxisStates,
    /// Packed states, in order of increasing distance from the goal.
    states: StateTable,
    /// Distance of each state from the goal, in moves.
    distances: Vec<u8>,
}

impl AxisTable {
    /// Builds the table by breadth-first search from the goal, and appends its entries to
    /// `entries`.
    ///
    /// There is one entry per state and move, and the entries of a state are adjacent. If a move is
    /// impossible, its entry is 0. If it is possible, its entry refers to the state after the move:
    /// it is twice the index of that state's first entry, plus 1 if the move reduces the distance.
    pub(super) fn build(
        axis: AxisStates,
        entries: &mut Vec<u32>,
        limits: &Limits,
    ) -> Result<Self, LimitKind> {
        let base = entries.len();
        let count = axis.states() as usize;
        let mut budget = Budget::new(None);
        let mut states = StateTable::new(KEY_BYTES);
        let mut distances = Vec::new();
        distances
            .try_reserve_exact(count)
            .map_err(|_| LimitKind::Memory)?;
        entries
            .try_reserve_exact(count * axis.stride())
            .map_err(|_| LimitKind::Memory)?;
        states.insert(&axis.goal_key().to_le_bytes(), &mut budget)?;
        distances.push(0);
        let mut number = 0;
        while let Some(key) = states
            .get(number)
            .and_then(|key| key.try_into().ok())
            .map(u128::from_le_bytes)
        {
            if u64::from(number) % POLL == 0 {
                limits.check(0)?;
            }
            let distance: u8 = distances[number as usize];
            let offset = entries.len();
            entries.resize(offset + axis.stride(), 0);
            let line = (key / axis.blank(1)) as usize;
            for (direction, next) in [
                line.checked_sub(1),
                Some(line + 1).filter(|&n| n < axis.lines),
            ]
            .iter()
            .enumerate()
            {
                let Some(next) = *next else { continue };
                for goal in (0..axis.lines).filter(|&goal| axis.tiles(key, next, goal) > 0) {
                    let child = key - axis.one(next, goal) + axis.one(line, goal)
                        - axis.blank(line)
                        + axis.blank(next);
                    let child = child.to_le_bytes();
                    let child = match states.find(&child) {
                        Some(known) => known,
                        None => {
                            distances.push(distance + 1);
                            states.insert(&child, &mut budget)?
                        }
                    };
                    let nearer = distances[child as usize] < distance;
                    let to = (base + child as usize * axis.stride()) as u32;
                    entries[offset + direction * axis.lines + goal] = to << 1 | u32::from(nearer);
                }
            }
            number += 1;
        }
        Ok(Self {
            axis,
            states,
            distances,
        })
    }

    /// Returns the index of a board's state, and the distance of this state from the goal. Returns
    /// `None` for a board of a different size.
    pub(super) fn find(
        &self,
        state: &TileState,
        line: impl Fn(usize) -> usize,
    ) -> Option<(u32, u32)> {
        let number = self
            .states
            .find(&self.axis.key(state, line).to_le_bytes())?;
        Some((number, self.distances[number as usize].into()))
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.distances.len()
    }

    /// Returns the size of the states and distances, in bytes. They are needed only to evaluate the
    /// root of a search.
    pub(super) fn bytes(&self) -> u64 {
        table_bytes(self.len() as u64, KEY_BYTES) + self.len() as u64
    }
}
