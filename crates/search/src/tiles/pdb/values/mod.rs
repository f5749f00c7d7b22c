//! Values from scratch: of the board at the root of a search, and of many boards at once.
//!
//! A [`RootLookup`] is one lookup, prepared for any board. Of an additive table it reads one entry for each board. In a
//! zero-aware table it follows a path from each board down to the goal (`goal_paths`), several paths side by side. For
//! many boards a [`DistanceCache`] keeps the distances on the way. For very many, `prepare` builds the upper bits of
//! the distances, with which they are read without a path (`direct`).

mod cache;
mod direct;
mod goal_paths;

use std::ops::ControlFlow;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use fifteen_pdb::index::{ZeroClasses, entries};
use fifteen_pdb::{DamagedError, Header, TableKind, UpperBits};
use fifteen_resources::Threads;

use super::lookups::Lookup;
use super::reader::PatternWord;
use super::root_lookup::{PatternBoard, RootLookup};
use super::table_moves::TableMove;
use super::{MAX_LOOKUPS, NumberedTable, PdbTables};
use crate::tiles::MOVES;
use crate::tiles::space::TileState;
pub(super) use cache::DistanceCache;
use direct::cells_of_tiles;
use fifteen_resources::prefetch;
use goal_paths::follow_paths;

/// Entries whose upper bits are built in the time of one path to the goal.
const ENTRIES_PER_PATH: u64 = 500;

/// Entries that take the time of the work which each class costs a build, however few entries it has.
const ENTRIES_PER_CLASS: u64 = 2000;

impl PdbTables {
    /// The value of each board, as [`Heuristic::value`](crate::Heuristic::value) of its root, in a tenth of the time.
    ///
    /// # Errors
    /// The index of a board for which a table is damaged, and the error.
    pub fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let prepared = self
            .tables
            .iter()
            .any(|table| table.upper_bits.get().is_some());
        let cells = if prepared {
            cells_of_tiles(states)
        } else {
            Vec::new()
        };
        let distances = |(number, lookup): (usize, &Lookup)| {
            let NumberedTable {
                table,
                cache,
                upper_bits,
                ..
            } = &self.tables[lookup.table];
            let header = table.header();
            if let Some(upper) = upper_bits.get() {
                self.lookup(number, &[]).read_directly(upper, &cells)
            } else if header.kind() == TableKind::ZeroAware {
                let lookup = self.lookup(number, cache.slots(header.entries(), header.largest()));
                let mut distances = vec![0; states.len()];
                follow_paths(&|board| (lookup, &states[board]), &mut distances)?;
                Ok(distances)
            } else {
                self.lookup(number, &[]).read(states)
            }
        };
        let distances = self
            .lookups
            .lookups
            .iter()
            .enumerate()
            .map(distances)
            .collect::<Result<Vec<_>, _>>()?;
        let sum = |board: usize, lookups: &Vec<usize>| {
            lookups.iter().map(|&l| distances[l][board]).sum::<u32>()
        };
        let value = |board| {
            self.lookups
                .sums
                .iter()
                .map(|lookups| sum(board, lookups))
                .max()
                .unwrap_or(0)
        };
        Ok((0..states.len()).map(value).collect())
    }

    /// Prepares for the values of `boards` boards: builds the [`UpperBits`] of the zero-aware tables for which that
    /// takes less time than paths to the goal, on `threads` threads, in up to `memory` bytes. Boards of earlier calls
    /// count too. Where there is too little memory, or `cancel` is set, [`values`](Self::values) follow paths. Returns
    /// the bytes that are left.
    pub fn prepare(
        &self,
        boards: u64,
        threads: usize,
        mut memory: u64,
        cancel: &AtomicBool,
    ) -> u64 {
        let boards = boards + self.boards_asked.fetch_add(boards, Ordering::Relaxed);
        // Another thread may be at it: it is waited for.
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        for (
            number,
            NumberedTable {
                table, upper_bits, ..
            },
        ) in self.tables.iter().enumerate()
        {
            let pattern = table.header().pattern();
            if upper_bits.get().is_none()
                && self.is_worth_upper_bits(number, boards)
                && UpperBits::memory(pattern, Threads::all_if_zero(threads)) <= memory
                && !cancel.load(Ordering::Relaxed)
            {
                let mut progress = |_| match cancel.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
                if let Ok(upper) =
                    UpperBits::build(pattern, Threads::all_if_zero(threads), &mut progress)
                {
                    let _ = upper_bits.set(upper);
                }
            }
            if let Some(upper) = upper_bits.get() {
                memory = memory.saturating_sub(upper.bytes().len() as u64);
            }
        }
        memory
    }

    /// True if the upper bits of a table are built sooner than paths for that number of boards are followed.
    fn is_worth_upper_bits(&self, table: usize, boards: u64) -> bool {
        let header = self.tables[table].table.header();
        let lookups = self
            .lookups
            .lookups
            .iter()
            .filter(|lookup| lookup.table == table)
            .count() as u64;
        let entries = header.entries() + ENTRIES_PER_CLASS * header.classes();
        header.kind() == TableKind::ZeroAware
            && header.largest() <= UpperBits::LARGEST
            && boards.saturating_mul(lookups) >= entries / ENTRIES_PER_PATH
    }

    /// A lookup, with a cache of distances that may be empty.
    fn lookup<'t>(&'t self, number: usize, slots: &'t [AtomicU16]) -> TableLookup<'t> {
        let NumberedTable { table, classes, .. } = &self.tables[self.lookups.lookups[number].table];
        let (header, payload, root) = (table.header(), table.payload(), &self.roots[number]);
        TableLookup {
            root,
            header,
            payload,
            classes,
            moves: &self.moves_of_tiles,
            slots,
        }
    }

    /// The state and the distance of each lookup's pattern on a board.
    ///
    /// # Errors
    /// If a table is damaged.
    pub(super) fn root_states(
        &self,
        state: &TileState,
        patterns: &mut [PatternWord],
    ) -> Result<[u32; MAX_LOOKUPS], DamagedError> {
        let lookups = self.lookups();
        let mut distances = [0; MAX_LOOKUPS];
        let zero_aware = self.is_zero_aware();
        if zero_aware {
            let paths = follow_paths(
                &|lookup| (self.lookup(lookup, &[]), state),
                &mut distances[..lookups],
            );
            paths.map_err(|(_, error)| error)?;
        }
        for (number, place) in patterns[..lookups].iter_mut().enumerate() {
            let lookup = self.lookup(number, &[]);
            let (board, manhattan) = lookup.root.pattern_board(state);
            let distance = &mut distances[number];
            let kept = if zero_aware {
                *distance
            } else {
                *distance = lookup.distance_at(lookup.additive_index(&board), manhattan)?;
                (*distance - manhattan) / 2
            };
            *place = PatternWord::new(board.rank, board.map, kept);
        }
        Ok(distances)
    }
}

/// A lookup, its table, and distances that are known already.
#[derive(Clone, Copy)]
struct TableLookup<'t> {
    root: &'t RootLookup,
    header: &'t Header,
    payload: &'t [u8],
    classes: &'t ZeroClasses,
    moves: &'t [TableMove; MOVES],
    slots: &'t [AtomicU16],
}

impl TableLookup<'_> {
    #[inline(always)]
    fn index(&self, map: u32, blank: u8, rank: u32) -> u64 {
        entries::index(
            rank,
            self.classes.len(),
            self.classes.class(map, blank.into()),
        )
    }

    /// The index of an additive table's entry.
    fn additive_index(&self, board: &PatternBoard) -> u64 {
        entries::index(
            board.rank,
            self.classes.occupied_sets(),
            self.classes.occupied_rank(board.map),
        )
    }

    fn distance_at(&self, index: u64, manhattan: u32) -> Result<u32, DamagedError> {
        let distance = manhattan + entries::excess(self.payload, self.header.entry_bits(), index);
        if distance <= self.header.largest() {
            Ok(distance)
        } else {
            Err(self.damaged())
        }
    }

    /// The distances of boards in an additive table: one entry each.
    fn read(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let entry = |state| {
            let (board, manhattan) = self.root.pattern_board(state);
            let index = self.additive_index(&board);
            prefetch(
                self.payload,
                (index * u64::from(self.header.entry_bits()) / 8) as usize,
            );
            (index, manhattan)
        };
        let found: Vec<(u64, u32)> = states.iter().map(entry).collect();
        let distance = |(board, (index, manhattan)): (usize, (u64, u32))| {
            self.distance_at(index, manhattan)
                .map_err(|error| (board, error))
        };
        found.into_iter().enumerate().map(distance).collect()
    }

    fn damaged(&self) -> DamagedError {
        let header = self.header;
        DamagedError {
            pattern: header.pattern().to_string(),
            largest: header.largest(),
        }
    }
}
