//! One half of walking distance: the states of the rows, or of the columns, and the table of their
//! distances.
//!
//! A state of the rows is the row of the blank, and a matrix whose entry (i, j) counts the tiles in
//! row i whose goal is in row j. For example, in the goal of a 3x3 board with the blank last, the
//! rows hold 3, 3 and 2 tiles of their own, so the matrix is diagonal: 3, 3, 2. A move along a
//! column brings a tile of a neighbouring row into the row of the blank. For each state, the table
//! has the least number of such moves to the goal, and the state after each move. Columns are the
//! same, transposed.

use std::collections::HashMap;

use fifteen_puzzle::Board;

use crate::storage::Budget;
use crate::storage::state_table::{StateTable, table_bytes};
use crate::tiles::space::TileState;
use fifteen_resources::{LimitKind, Limits};

/// Size of a packed state, in bytes.
const KEY_BYTES: usize = size_of::<u128>();
/// Number of states between two checks of the limits.
const POLL: u64 = 1 << 16;
/// Maximum number of table entries, because an entry of 32 bits holds the offset of another entry
/// and one more bit.
pub(super) const MOST_ENTRIES: u128 = 1 << 31;

/// The rows or the columns of a board, and the goal line of the blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AxisStates {
    /// Number of lines.
    lines: usize,
    /// Number of cells in a line.
    cells: usize,
    /// The line of the blank's goal cell.
    blank: usize,
}

impl AxisStates {
    /// The rows and the columns of a goal.
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

    /// Number of entries of a state: one for each goal line of the tile that moves, for moves of
    /// the blank to the line before and to the line after.
    pub(super) fn stride(self) -> usize {
        2 * self.lines
    }

    /// Number of states: the number of matrices that count the tiles of each goal line in each
    /// line.
    pub(super) fn states(self) -> u128 {
        let mut left = vec![self.cells as u8; self.lines];
        left[0] -= 1;
        left.push(1);
        matrices(self.cells as u8, left, &mut HashMap::new())
    }

    /// Returns the memory that the table takes while it is built, in bytes.
    pub(super) fn bytes(self) -> u128 {
        let states = self.states();
        let fixed = u64::try_from(states).map_or(u128::MAX / 2, |states| {
            table_bytes(states, KEY_BYTES).into()
        });
        fixed.saturating_add(states.saturating_mul(self.stride() as u128 * 4 + 1))
    }

    /// Number of entries of the table.
    pub(super) fn entries(self) -> u128 {
        self.states().saturating_mul(self.stride() as u128)
    }

    fn bits(self) -> u32 {
        (self.cells as u32 + 1).next_power_of_two().trailing_zeros()
    }

    /// One tile with this goal line in a line, as a number to add to a packed state.
    fn one(self, line: usize, goal: usize) -> u128 {
        1 << (self.bits() * (line * self.lines + goal) as u32)
    }

    /// Number of tiles with this goal line in a line.
    fn tiles(self, key: u128, line: usize, goal: usize) -> u128 {
        (key / self.one(line, goal)) & ((1 << self.bits()) - 1)
    }

    /// Returns the line of the blank as a number to add to a packed state.
    fn blank(self, line: usize) -> u128 {
        (line as u128) << (self.bits() * (self.lines * self.lines) as u32)
    }

    /// The packed state of a board; `line` gives the line of a cell.
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

/// Number of matrices whose rows each sum to `cells`, and whose columns sum to the numbers of
/// `left`.
fn matrices(cells: u8, mut left: Vec<u8>, known: &mut HashMap<Vec<u8>, u128>) -> u128 {
    // The order of the columns does not change the number, so sorting them finds more results
    // again.
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

/// Number of ways to distribute `rest` over the columns from `column` on, and then to fill the
/// other rows.
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

/// The table of the rows or of the columns.
#[derive(Debug)]
pub(super) struct AxisTable {
    axis: AxisStates,
    /// The packed states, in the order of their distances.
    states: StateTable,
    /// The distance of each state.
    distances: Vec<u8>,
}

impl AxisTable {
    /// Builds the table breadth first from the goal, and appends its entries to `entries`. An entry
    /// is twice the offset of the state after a move, plus 1 if the move leads nearer to the goal.
    /// The entry of a move that a state does not have is 0.
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

    /// The number of a board's state, and its distance. Returns `None` for a board of another size.
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

    /// Number of states.
    pub(super) fn len(&self) -> usize {
        self.distances.len()
    }

    /// Bytes of the states and distances, with which the root of a search is found.
    pub(super) fn bytes(&self) -> u64 {
        table_bytes(self.len() as u64, KEY_BYTES) + self.len() as u64
    }
}
