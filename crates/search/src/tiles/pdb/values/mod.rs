//! Evaluates boards from scratch: the root of a search, or many boards at once.
//!
//! During a search, a node's value is derived from its parent's value, but here no neighbour's
//! value is known. A single entry of an additive table is enough to compute the distance. An entry
//! of a zero-aware table is only one bit of the distance. The other bits can be found in two ways:
//!
//! * `goal_paths` follows a path from the board to the goal and counts its moves. It needs no
//!   preparation, and is used for a single board or a few boards.
//! * [`PdbTables::prepare`] builds the upper bits of all distances in a table ([`UpperBits`]), with
//!   which `direct` looks up each distance without following a path. Building the upper bits takes
//!   one and a half times as long as building the table, and they need four times the memory of the
//!   table. They are therefore built only for a very large number of boards, such as a million
//!   boards with the tables of the 7-8 partition.

mod direct;
mod goal_paths;

use std::ops::ControlFlow;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_pdb::index::{ZeroClasses, entries};
use fifteen_pdb::{DamagedError, Header, TableKind, UpperBits};
use fifteen_resources::Threads;

use super::reader::PatternWord;
use super::root_lookup::{PatternBoard, RootLookup};
use super::table_moves::TableMove;
use super::{MAX_LOOKUPS, NumberedTable, PdbTables};
use crate::tiles::MOVES;
use crate::tiles::space::TileState;
use direct::cells_of_tiles;
use fifteen_resources::prefetch;
use goal_paths::follow_paths;

/// Number of table entries whose [`UpperBits`] can be built in the time that following one path to
/// the goal takes. [`PdbTables::prepare`] uses this ratio to decide whether to build them.
const ENTRIES_PER_PATH: u64 = 500;

/// Fixed cost of each zero class when [`UpperBits`] are built, given as a number of entries with
/// the same cost. A *zero class* is a set of occupied cells together with a region in which the
/// blank can move.
const ENTRIES_PER_CLASS: u64 = 2000;

impl PdbTables {
    /// Returns the heuristic value of each board. The values are the same as at the root of a
    /// search ([`Heuristic::root`](crate::Heuristic::root)), but for many boards, this method is
    /// ten times as fast.
    ///
    /// # Errors
    /// Returns an error if a table is damaged, and the index of the board for which this was found.
    pub fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let has_upper_bits = |table: &NumberedTable| table.upper_bits.get().is_some();
        let cells = if self.tables.iter().any(has_upper_bits) {
            cells_of_tiles(states)
        } else {
            Vec::new()
        };
        let mut distances = Vec::with_capacity(self.plan.lookups.len());
        for (number, lookup) in self.plan.lookups.iter().enumerate() {
            let numbered = &self.tables[lookup.table];
            let lookup = self.lookup(number);
            distances.push(if let Some(upper) = numbered.upper_bits.get() {
                lookup.read_directly(upper, &cells)?
            } else if numbered.table.header().kind() == TableKind::ZeroAware {
                let mut along_paths = vec![0; states.len()];
                follow_paths(states.iter().map(|state| (lookup, state)), &mut along_paths)?;
                along_paths
            } else {
                lookup.read_additive(states)?
            });
        }
        let sum = |board: usize, lookups: &Vec<usize>| {
            lookups.iter().map(|&l| distances[l][board]).sum::<u32>()
        };
        let value = |board| {
            let sums = self.plan.sums.iter().map(|lookups| sum(board, lookups));
            sums.max().unwrap_or(0)
        };
        Ok((0..states.len()).map(value).collect())
    }

    /// Prepares the tables for calls of [`values`](Self::values) with `boards` boards in total, so
    /// that these calls take less time.
    ///
    /// Builds the [`UpperBits`] of zero-aware tables on `threads` threads if this saves more time
    /// than it takes. The boards of earlier calls of this method also count. Upper bits are not
    /// built if they need more than `memory` bytes or if `cancel` is set. The values are then still
    /// correct, but take longer.
    ///
    /// Returns how many of the `memory` bytes remain.
    pub fn prepare(
        &self,
        boards: u64,
        threads: Threads,
        mut memory: u64,
        cancel: &AtomicBool,
    ) -> u64 {
        let boards = boards + self.boards_asked.fetch_add(boards, Ordering::Relaxed);
        // If another thread is already building upper bits, wait for that thread.
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, numbered) in self.tables.iter().enumerate() {
            let pattern = numbered.table.header().pattern();
            let upper_bits = &numbered.upper_bits;
            if upper_bits.get().is_none()
                && self.is_worth_upper_bits(number, boards)
                && UpperBits::memory(pattern, threads) <= memory
                && !cancel.load(Ordering::Relaxed)
            {
                let mut progress = |_| match cancel.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
                // If the build fails, `values` follows paths to the goal instead.
                if let Ok(upper) = UpperBits::build(pattern, threads, &mut progress) {
                    let _ = upper_bits.set(upper);
                }
            }
            if let Some(upper) = upper_bits.get() {
                memory = memory.saturating_sub(upper.bytes().len() as u64);
            }
        }
        memory
    }

    /// Returns whether building a table's [`UpperBits`] is faster than following paths to the goal,
    /// for the given number of boards.
    fn is_worth_upper_bits(&self, table: usize, boards: u64) -> bool {
        let header = self.tables[table].table.header();
        let lookups = self
            .plan
            .lookups
            .iter()
            .filter(|lookup| lookup.table == table)
            .count() as u64;
        let entries = header.entries() + ENTRIES_PER_CLASS * header.rows();
        header.kind() == TableKind::ZeroAware
            && header.largest() <= UpperBits::LARGEST
            && boards.saturating_mul(lookups) >= entries / ENTRIES_PER_PATH
    }

    /// Returns a table with all data needed to read it. `number` is the index of the lookup that
    /// reads the table.
    fn lookup(&self, number: usize) -> TableLookup<'_> {
        let NumberedTable { table, classes, .. } = &self.tables[self.plan.lookups[number].table];
        TableLookup {
            root: &self.roots[number],
            header: table.header(),
            payload: table.payload(),
            classes,
            moves: &self.moves_of_tiles,
        }
    }

    /// Performs all lookups for a board, and returns the distances in the order of the lookups.
    /// Also stores in `patterns`, in the same order, where the tiles of each pattern are.
    ///
    /// # Errors
    /// Returns an error if a table is damaged.
    pub(super) fn root_states(
        &self,
        state: &TileState,
        patterns: &mut [PatternWord],
    ) -> Result<[u32; MAX_LOOKUPS], DamagedError> {
        let lookups = self.lookup_count();
        let mut distances = [0; MAX_LOOKUPS];
        let zero_aware = self.is_zero_aware();
        if zero_aware {
            let starts = (0..lookups).map(|lookup| (self.lookup(lookup), state));
            follow_paths(starts, &mut distances[..lookups]).map_err(|(_, error)| error)?;
        }
        for (number, pattern) in patterns[..lookups].iter_mut().enumerate() {
            let lookup = self.lookup(number);
            // With zero-aware tables, `follow_paths` has already computed this board, but has then
            // moved it to the goal. Computing it again takes little time compared with the path.
            let (board, manhattan) = lookup.root.pattern_board(state);
            let distance = &mut distances[number];
            let kept = if zero_aware {
                *distance
            } else {
                *distance = lookup.distance_at(lookup.additive_index(&board), manhattan)?;
                (*distance - manhattan) / 2
            };
            *pattern = PatternWord::new(board.rank, board.map, kept);
        }
        Ok(distances)
    }
}

/// A table, and all data needed to look up the board itself or the reflected board in it.
#[derive(Clone, Copy)]
struct TableLookup<'t> {
    /// The data for computing where the table stores a board's entry.
    root: &'t RootLookup,
    header: &'t Header,
    /// The table's entries, packed into bytes.
    payload: &'t [u8],
    /// The numbering that locates an entry by the cells of the pattern's tiles and of the blank.
    classes: &'t ZeroClasses,
    /// All moves, with cells numbered as in the table, for following paths to the goal.
    moves: &'t [TableMove; MOVES],
}

impl TableLookup<'_> {
    /// Returns the index of an entry in a zero-aware table. `map` is the bit mask of the occupied
    /// cells, `blank` is the blank's cell, and `rank` is the rank of the tiles' order on these
    /// cells.
    #[inline(always)]
    fn index(&self, map: u32, blank: u8, rank: u32) -> u64 {
        entries::index(
            rank,
            self.classes.len(),
            self.classes.class(map, blank.into()),
        )
    }

    /// Returns the index of a board's entry in an additive table.
    fn additive_index(&self, board: &PatternBoard) -> u64 {
        entries::index(
            board.rank,
            self.classes.occupied_sets(),
            self.classes.occupied_rank(board.map),
        )
    }

    /// Returns the distance that an entry of an additive table represents. `manhattan` is the sum
    /// of the tiles' Manhattan distances. The entry stores by how much the distance exceeds this
    /// sum.
    ///
    /// # Errors
    /// Returns an error if the distance is larger than any distance in the table, which means that
    /// the table is damaged.
    fn distance_at(&self, index: u64, manhattan: u32) -> Result<u32, DamagedError> {
        let distance = manhattan + entries::excess(self.payload, self.header.entry_bits(), index);
        if distance <= self.header.largest() {
            Ok(distance)
        } else {
            Err(self.damaged())
        }
    }

    /// Reads the distances of boards from an additive table, with one table entry per board.
    ///
    /// # Errors
    /// Returns an error if a table is damaged, and the index of the board for which this was found.
    fn read_additive(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        // Prefetch all entries before reading the first one, so that the memory accesses overlap.
        let entry_bits = u64::from(self.header.entry_bits());
        let mut indices = Vec::with_capacity(states.len());
        let mut distances = Vec::with_capacity(states.len());
        for state in states {
            let (board, manhattan) = self.root.pattern_board(state);
            let index = self.additive_index(&board);
            prefetch(self.payload, (index * entry_bits / 8) as usize);
            indices.push(index);
            distances.push(manhattan);
        }
        for (board, (&index, distance)) in indices.iter().zip(&mut distances).enumerate() {
            let found = self.distance_at(index, *distance);
            *distance = found.map_err(|error| (board, error))?;
        }
        Ok(distances)
    }

    /// Creates the error that reports a damaged table.
    fn damaged(&self) -> DamagedError {
        let header = self.header;
        DamagedError {
            pattern: header.pattern().to_string(),
            largest: header.largest(),
        }
    }
}
