//! Walking distance (Ken'ichiro Takahashi, *How to write a 15-puzzle solver*, web page in Japanese,
//! undated).
//!
//! The walking distance is the sum of two numbers. The first is the minimum number of vertical
//! moves that would bring every tile into its goal row if the blank could swap with any tile of a
//! neighbouring row. The second is the minimum number of horizontal moves that would bring every
//! tile into its goal column, by the same rule. Each is an exact distance in a small puzzle in
//! which tiles with the same goal row, or the same goal column, are indistinguishable. Tables
//! ([`axis`]) store these distances and the state after each move, so evaluating a child takes one
//! lookup.

mod axis;

use std::convert::Infallible;

use fifteen_puzzle::words::count;
use fifteen_puzzle::{Board, Direction, Size};

use self::axis::{AxisStates, AxisTable, MOST_ENTRIES};
use super::SmallNode;
use crate::tiles::{MOVES, Move, PADDED_CELLS, TileSpace, TileState};
use crate::{Heuristic, LimitKind, Limits};

/// The error that occurs when the tables of walking distance cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct WalkingDistanceError {
    /// The limit that was reached, or `None` if the tables are too large regardless of the limits.
    pub limit: Option<LimitKind>,
    message: String,
}

/// The walking distance, with the tables that it reads. They serve all goals with the blank on the
/// same cell. Every move changes the value by exactly 1, up or down.
#[derive(Debug)]
pub struct WalkingDistance {
    size: Size,
    /// The table for rows and the table for columns, each with the index of its first entry in
    /// `entries`. If rows and columns have the same states, a single table serves both.
    tables: Vec<(AxisTable, usize)>,
    /// One entry per state and move. The entries of a state are adjacent. An entry refers to the
    /// state after the move: it is twice the index of that state's first entry, plus 1 if the move
    /// reduces the distance.
    entries: Vec<u32>,
    /// The offset of a move's entry from the first entry of a state, which is the same for all
    /// states. The first index is the tile that moves, and the second one is [`Move::index`].
    places: Box<[[u8; MOVES]; PADDED_CELLS]>,
    strides: [usize; 2],
}

impl WalkingDistance {
    /// Returns the number of states in the tables for rows and for columns. These numbers depend
    /// only on the size of the board and on the blank's goal cell. If rows and columns have the
    /// same states, one table serves both.
    pub fn states(goal: &Board) -> [u128; 2] {
        AxisStates::both(goal).map(AxisStates::states)
    }

    /// Checks that the tables for a goal fit into [`Limits::memory`], and that their number of
    /// entries is not too large for this program.
    ///
    /// # Errors
    /// Returns an error that says how large the tables would be.
    pub fn check_memory(goal: &Board, limits: &Limits) -> Result<(), WalkingDistanceError> {
        let [rows, columns] = AxisStates::both(goal);
        let axes = distinct_axes(goal);
        let bytes = axes
            .iter()
            .map(|axis| axis.bytes())
            .fold(0, u128::saturating_add);
        let fits = axes
            .iter()
            .map(|axis| axis.entries())
            .fold(0, u128::saturating_add)
            < MOST_ENTRIES;
        let limit = limits.memory.filter(|&limit| bytes > limit.into());
        if limit.is_none() && fits {
            return Ok(());
        }
        let megabytes = |limit: u64| format!("the memory limit is {} MB", count(limit / 1_000_000));
        let message = format!(
            "walking distance on a {} board needs tables of {} states for the rows and {} for the columns, \
             {} MB in all, but {}; take linear-conflict or a pattern database",
            goal.size(),
            count(rows.states()),
            count(columns.states()),
            count(bytes.div_ceil(1_000_000)),
            limit.map_or(
                "they can have fewer than 2^31 entries".to_owned(),
                megabytes
            )
        );
        Err(WalkingDistanceError {
            limit: limit.map(|_| LimitKind::Memory),
            message,
        })
    }

    /// Builds the tables, which serve all goals with the blank in the same cell as `goal`.
    ///
    /// Respects [`Limits::memory`], [`Limits::deadline`] and [`Limits::cancel`].
    ///
    /// # Errors
    /// Returns an error at once if the tables are too large, and later if a limit stops the work.
    pub fn new(goal: &Board, limits: &Limits) -> Result<Self, WalkingDistanceError> {
        Self::check_memory(goal, limits)?;
        let size = goal.size();
        let [rows, columns] = AxisStates::both(goal);
        let stopped = |kind| WalkingDistanceError {
            limit: Some(kind),
            message: "the tables of walking distance were not completed".to_owned(),
        };
        let mut entries = Vec::new();
        let mut tables = Vec::new();
        for axis in distinct_axes(goal) {
            let first = entries.len();
            tables.push((
                AxisTable::build(axis, &mut entries, limits).map_err(stopped)?,
                first,
            ));
        }
        let mut places = Box::new([[0; MOVES]; PADDED_CELLS]);
        for m in Move::all(size) {
            for tile in 0..size.cells() {
                let (row, column) = size.row_column(tile);
                let place = match m.direction() {
                    Direction::Up => row,
                    Direction::Down => size.height() + row,
                    Direction::Left => column,
                    Direction::Right => size.width() + column,
                };
                places[tile][m.index()] = place as u8;
            }
        }
        Ok(Self {
            size,
            tables,
            entries,
            places,
            strides: [rows.stride(), columns.stride()],
        })
    }

    /// Returns the total size of the tables, in bytes.
    pub fn bytes(&self) -> u64 {
        self.tables
            .iter()
            .map(|(table, _)| table.bytes())
            .sum::<u64>()
            + 4 * self.entries.len() as u64
    }

    /// Returns the total number of states in the tables that were built.
    pub fn table_states(&self) -> u64 {
        self.tables
            .iter()
            .map(|(table, _)| table.len() as u64)
            .sum()
    }
}

/// Returns the states of the rows and of the columns, or just one item if both have the same states
/// and share a table.
fn distinct_axes(goal: &Board) -> Vec<AxisStates> {
    let [rows, columns] = AxisStates::both(goal);
    if rows == columns {
        vec![rows]
    } else {
        vec![rows, columns]
    }
}

/// Returns 0 for a vertical move, which changes the state of the rows, and 1 for a horizontal move,
/// which changes the state of the columns.
#[inline]
fn axis_of(m: Move) -> usize {
    usize::from(matches!(m.direction(), Direction::Left | Direction::Right))
}

impl Heuristic<TileSpace> for WalkingDistance {
    type Node = SmallNode;
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<SmallNode, Infallible> {
        let mut node = SmallNode::default();
        let width = self.size.width();
        let lines: [&dyn Fn(usize) -> usize; 2] = [&|cell| cell / width, &|cell| cell % width];
        for (axis, line) in lines.into_iter().enumerate() {
            let (table, first) = &self.tables[axis.min(self.tables.len() - 1)];
            // The tables cover all boards of this size. A board of a different size has the value
            // 0.
            if let Some((number, distance)) = table.find(state, line) {
                node.offsets[axis] = (first + number as usize * self.strides[axis]) as u32;
                node.value += distance;
            }
        }
        Ok(node)
    }

    #[inline]
    fn value(&self, node: &SmallNode) -> u32 {
        node.value
    }

    #[inline]
    fn child(
        &self,
        state: &TileState,
        node: &SmallNode,
        m: Move,
        limit: u32,
    ) -> Result<SmallNode, u32> {
        let place = self.places[state.tile(m.to()) % PADDED_CELLS][m.index()];
        let entry = self.entries[node.offsets[axis_of(m)] as usize + usize::from(place)];
        let value = node.value.wrapping_add(1).wrapping_sub(2 * (entry & 1));
        if value > limit {
            return Err(value);
        }
        let mut offsets = node.offsets;
        offsets[axis_of(m)] = entry >> 1;
        Ok(SmallNode { value, offsets })
    }
}
