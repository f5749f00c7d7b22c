//! Values from scratch: of the board at the root of a search, and of many boards at once.
//!
//! A [`RootLookup`] is one lookup, prepared for any board. Of an additive table it reads one entry for each board. In a
//! zero-aware table it follows a path from each board down to the goal (`goal_paths`), several paths side by side. For
//! many boards a [`DistanceCache`] keeps the distances on the way.

mod cache;
mod goal_paths;

use std::sync::atomic::AtomicU16;

use fifteen_pdb::index::rank::{self, MAX_TILES};
use fifteen_pdb::index::{BlankRegions, entries};
use fifteen_pdb::{DamagedError, Pattern, TableKind};
use fifteen_puzzle::Size;

use super::lookups::{Lookup, Lookups};
use super::orientation::Orientation;
use super::reader::PatternState;
use super::view::{PdbView, TableView};
use super::{MAX_LOOKUPS, PdbTables};
use crate::prefetch::prefetch;
use crate::tiles::cells::CELLS;
use crate::tiles::space::TileState;
pub(super) use cache::DistanceCache;
use goal_paths::follow_paths;

/// Numbers of tiles, and [`OTHER`].
const NUMBERS: usize = 16;
/// No tile of the pattern.
const OTHER: u8 = 15;
const _: () = assert!(MAX_TILES <= OTHER as usize);

impl<D: AsRef<[u8]>> PdbTables<D> {
    /// The value of each board, as [`Heuristic::value`](crate::Heuristic::value) of its root, in a tenth of the time.
    ///
    /// # Errors
    /// The index of a board for which a table is damaged, and the error.
    pub fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let view = self.view();
        let Lookups { lookups, sums, .. } = &view.plan.lookups;
        let distances = |(number, lookup): (usize, &Lookup)| {
            let header = view.tables[lookup.table].header;
            if header.kind() == TableKind::ZeroAware {
                let slots = self.caches[lookup.table].slots(header.entries(), header.largest());
                let lookup = view.lookup(number, slots);
                let mut distances = vec![0; states.len()];
                follow_paths(&|board| (lookup, &states[board]), &mut distances)?;
                Ok(distances)
            } else {
                view.lookup(number, &[]).read(states)
            }
        };
        let distances = lookups.iter().enumerate().map(distances).collect::<Result<Vec<_>, _>>()?;
        let sum = |board: usize, lookups: &Vec<usize>| lookups.iter().map(|&l| distances[l][board]).sum::<u32>();
        let value = |board| sums.iter().map(|lookups| sum(board, lookups)).max().unwrap_or(0);
        Ok((0..states.len()).map(value).collect())
    }
}

impl<'t> PdbView<'t> {
    /// A lookup, with a cache of distances that may be empty.
    fn lookup(&self, number: usize, slots: &'t [AtomicU16]) -> TableLookup<'t> {
        let table = self.tables[self.plan.lookups.lookups[number].table];
        TableLookup { root: &self.roots[number], table, slots }
    }

    /// The state of each lookup's pattern on a board.
    ///
    /// # Errors
    /// If a table is damaged.
    pub(super) fn root_states(&self, state: &TileState, states: &mut [PatternState]) -> Result<(), DamagedError> {
        let lookups = self.lookups();
        let mut distances = [0; MAX_LOOKUPS];
        let distances = &mut distances[..lookups];
        let zero_aware = self.is_zero_aware();
        if zero_aware {
            follow_paths(&|lookup| (self.lookup(lookup, &[]), state), distances).map_err(|(_, error)| error)?;
        }
        for (number, place) in states[..lookups].iter_mut().enumerate() {
            let lookup = self.lookup(number, &[]);
            let (board, manhattan) = lookup.root.pattern_board(state);
            let distance = if zero_aware { distances[number] } else { lookup.entry(&board, manhattan)? };
            let manhattan = if zero_aware { 0 } else { manhattan as u16 };
            *place = PatternState { rank: board.rank, map: board.map, distance: distance as u16, manhattan };
        }
        Ok(())
    }
}

/// One lookup, a table and an orientation, with what it needs for any board.
#[derive(Debug)]
pub(super) struct RootLookup {
    regions: BlankRegions,
    /// Tiles of the pattern.
    tiles: usize,
    /// By cell of the table: the cell of the board.
    board_cells: Vec<usize>,
    /// By tile of the board: its number in the pattern, or [`OTHER`].
    numbers: [u8; CELLS],
    /// By number and cell: the Manhattan distance to the goal.
    far: [[u8; CELLS]; NUMBERS],
    /// By number and cell: the cells next to it that are nearer to the goal.
    nearer: [[u32; CELLS]; NUMBERS],
    /// By cell: the cells next to it.
    next_to: [u32; CELLS],
    /// By two numbers: the change of the rank when the first tile passes the second; 0 for [`OTHER`].
    passes: [[i32; NUMBERS]; NUMBERS],
    goal: PatternBoard,
}

/// A lookup, its table, and distances that are known already.
#[derive(Clone, Copy)]
struct TableLookup<'t> {
    root: &'t RootLookup,
    table: TableView<'t>,
    slots: &'t [AtomicU16],
}

/// The tiles of the pattern and the blank on a board.
#[derive(Debug, Clone, Copy)]
struct PatternBoard {
    map: u32,
    blank: u8,
    rank: u32,
    /// By cell: the number of the tile, or [`OTHER`].
    at: [u8; CELLS],
}

impl RootLookup {
    pub(super) fn new(size: Size, orientation: &Orientation, pattern: &Pattern) -> Self {
        let (goals, cells) = (pattern.cells(), size.cells());
        let in_order: Vec<u8> = (0..goals.len() as u8).collect();
        let (map, blank) = (pattern.mask(), pattern.blank() as u8);
        let mut lookup = Self {
            regions: BlankRegions::new(size),
            tiles: goals.len(),
            board_cells: vec![0; cells],
            numbers: [OTHER; CELLS],
            far: [[0; CELLS]; NUMBERS],
            nearer: [[0; CELLS]; NUMBERS],
            next_to: [0; CELLS],
            passes: [[0; NUMBERS]; NUMBERS],
            goal: PatternBoard { map, blank, rank: rank::rank(&in_order), at: [OTHER; CELLS] },
        };
        for cell in 0..cells {
            lookup.board_cells[orientation.cell(cell)] = cell;
            // The board's tiles are named by their goal cells.
            if let Ok(number) = goals.binary_search(&(orientation.cell(cell) as u8)) {
                lookup.numbers[cell] = number as u8;
            }
            lookup.next_to[cell] = size.neighbours(cell).fold(0, |mask, next| mask | 1 << next);
        }
        for (number, &goal) in goals.iter().enumerate() {
            let far = |cell: usize| size.manhattan(cell, goal.into()) as u8;
            for cell in 0..cells {
                lookup.far[number][cell] = far(cell);
                let nearer = size.neighbours(cell).filter(|&next| far(next) < far(cell));
                lookup.nearer[number][cell] = nearer.fold(0, |mask, next| mask | 1 << next);
            }
            for other in (0..goals.len()).filter(|&other| other != number) {
                lookup.passes[number][other] = rank::pass_delta(number as u8, other as u8);
            }
        }
        lookup
    }

    /// The pattern on a board, and the Manhattan distance of its tiles.
    #[inline]
    fn pattern_board(&self, state: &TileState) -> (PatternBoard, u32) {
        let (mut board, mut manhattan) = (PatternBoard { map: 0, blank: 0, rank: 0, at: [OTHER; CELLS] }, 0);
        let (mut order, mut tiles) = ([0; NUMBERS], 0);
        for (cell, &on_board) in self.board_cells.iter().enumerate() {
            let number = self.numbers[state.tile(on_board) % CELLS];
            board.at[cell % CELLS] = number;
            if number != OTHER {
                board.map |= 1 << cell;
                order[tiles % NUMBERS] = number;
                tiles += 1;
                manhattan += u32::from(self.far[usize::from(number) % NUMBERS][cell % CELLS]);
            } else if on_board == state.blank() {
                board.blank = cell as u8;
            }
        }
        board.rank = rank::rank(&order[..self.tiles]);
        (board, manhattan)
    }

    /// The change of the rank by a move: the sum over the tiles that are passed in the order of the cells.
    #[inline(always)]
    fn rank_delta(&self, board: &PatternBoard, from: usize, to: usize) -> i32 {
        let passes = &self.passes[usize::from(board.at[from % CELLS]) % NUMBERS];
        let delta = |cell: usize| passes[usize::from(board.at[cell % CELLS]) % NUMBERS];
        if from < to { (from + 1..to).map(delta).sum() } else { -(to + 1..from).map(delta).sum::<i32>() }
    }
}

impl TableLookup<'_> {
    #[inline(always)]
    fn index(&self, map: u32, blank: u8, rank: u32) -> u64 {
        entries::index(rank, self.table.classes.len(), self.table.classes.class(map, blank.into()))
    }

    /// The index of an additive table's entry.
    fn additive_index(&self, board: &PatternBoard) -> u64 {
        let classes = self.table.classes;
        entries::index(board.rank, classes.occupied_sets(), classes.occupied_rank(board.map))
    }

    /// The distance of a board in an additive table.
    fn entry(&self, board: &PatternBoard, manhattan: u32) -> Result<u32, DamagedError> {
        self.distance_at(self.additive_index(board), manhattan)
    }

    fn distance_at(&self, index: u64, manhattan: u32) -> Result<u32, DamagedError> {
        let TableView { header, payload, .. } = self.table;
        let distance = manhattan + entries::excess(payload, header.entry_bits(), index);
        if distance <= header.largest() { Ok(distance) } else { Err(self.damaged()) }
    }

    /// The distances of boards in an additive table: one entry each.
    fn read(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let TableView { header, payload, .. } = self.table;
        let entry = |state| {
            let (board, manhattan) = self.root.pattern_board(state);
            let index = self.additive_index(&board);
            prefetch(payload, (index * u64::from(header.entry_bits()) / 8) as usize);
            (index, manhattan)
        };
        let found: Vec<(u64, u32)> = states.iter().map(entry).collect();
        let distance = |(board, (index, manhattan)): (usize, (u64, u32))| {
            self.distance_at(index, manhattan).map_err(|error| (board, error))
        };
        found.into_iter().enumerate().map(distance).collect()
    }

    fn damaged(&self) -> DamagedError {
        let header = self.table.header;
        DamagedError { pattern: header.pattern().to_string(), largest: header.largest() }
    }
}
