//! The values of many boards at once.
//!
//! A [`BatchLookup`] is one lookup, prepared for many boards. Of an additive table it reads one entry for each board.
//! In a zero-aware table it follows a path from each board down to the goal (`goal_paths`), several paths side by side,
//! and keeps the distances on the way in a [`DistanceCache`].

mod cache;
mod goal_paths;

use std::sync::atomic::AtomicU16;

use fifteen_pdb::index::rank::{self, MAX_TILES};
use fifteen_pdb::index::{BlankRegions, entries};
use fifteen_pdb::{DamagedError, TableKind};

use super::PdbTables;
use super::lookups::{Lookup, Lookups};
use super::view::{LookupPlan, TableView};
use crate::prefetch::prefetch;
use crate::tiles::cells::CELLS;
use crate::tiles::space::TileState;
pub(super) use cache::DistanceCache;

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
        let distances = |lookup: &Lookup| {
            let cache = &self.caches[lookup.table];
            let lookup = BatchLookup::new(view.plan, lookup.orientation, view.tables[lookup.table], cache);
            if lookup.table.header.kind() == TableKind::ZeroAware {
                lookup.follow_paths(states)
            } else {
                lookup.read(states)
            }
        };
        let distances = lookups.iter().map(distances).collect::<Result<Vec<_>, _>>()?;
        let sum = |board: usize, lookups: &Vec<usize>| lookups.iter().map(|&l| distances[l][board]).sum::<u32>();
        let value = |board| sums.iter().map(|lookups| sum(board, lookups)).max().unwrap_or(0);
        Ok((0..states.len()).map(value).collect())
    }
}

/// One lookup, a table and an orientation, with the tables that it needs for any board.
struct BatchLookup<'t> {
    table: TableView<'t>,
    slots: &'t [AtomicU16],
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
    goal: u64,
}

/// The tiles of the pattern and the blank on a board.
#[derive(Clone, Copy)]
struct PatternBoard {
    map: u32,
    blank: u8,
    rank: u32,
    /// By cell: the number of the tile, or [`OTHER`].
    at: [u8; CELLS],
}

impl<'t> BatchLookup<'t> {
    fn new(plan: &LookupPlan, orientation: usize, table: TableView<'t>, cache: &'t DistanceCache) -> Self {
        let (size, orientation, pattern) = (plan.size, &plan.orientations[orientation], table.header.pattern());
        let (goals, cells) = (pattern.cells(), size.cells());
        let zero_aware = table.header.kind() == TableKind::ZeroAware;
        let slots = if zero_aware { cache.slots(table.header.entries(), table.header.largest()) } else { &[] };
        let mut lookup = Self {
            table,
            slots,
            regions: BlankRegions::new(size),
            tiles: goals.len(),
            board_cells: vec![0; cells],
            numbers: [OTHER; CELLS],
            far: [[0; CELLS]; NUMBERS],
            nearer: [[0; CELLS]; NUMBERS],
            next_to: [0; CELLS],
            passes: [[0; NUMBERS]; NUMBERS],
            goal: 0,
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
        let in_order: Vec<u8> = (0..goals.len() as u8).collect();
        lookup.goal = lookup.index(pattern.mask(), pattern.blank() as u8, rank::rank(&in_order));
        lookup
    }

    #[inline(always)]
    fn index(&self, map: u32, blank: u8, rank: u32) -> u64 {
        entries::index(rank, self.table.classes.len(), self.table.classes.class(map, blank.into()))
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

    /// The distances of additive tables: one entry each.
    fn read(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let TableView { header, payload, classes } = self.table;
        let bits = header.entry_bits();
        let entry = |state| {
            let (board, manhattan) = self.pattern_board(state);
            let index = entries::index(board.rank, classes.occupied_sets(), classes.occupied_rank(board.map));
            prefetch(payload, (index * u64::from(bits) / 8) as usize);
            (index, manhattan)
        };
        let found: Vec<(u64, u32)> = states.iter().map(entry).collect();
        let distance = |(board, (index, manhattan)): (usize, (u64, u32))| {
            let distance = manhattan + entries::excess(payload, bits, index);
            if distance <= header.largest() { Ok(distance) } else { Err((board, self.damaged())) }
        };
        found.into_iter().enumerate().map(distance).collect()
    }

    /// The change of the rank by a move: the sum over the tiles that are passed in the order of the cells.
    #[inline(always)]
    fn rank_delta(&self, board: &PatternBoard, from: usize, to: usize) -> i32 {
        let passes = &self.passes[usize::from(board.at[from % CELLS]) % NUMBERS];
        let delta = |cell: usize| passes[usize::from(board.at[cell % CELLS]) % NUMBERS];
        if from < to { (from + 1..to).map(delta).sum() } else { -(to + 1..from).map(delta).sum::<i32>() }
    }

    fn damaged(&self) -> DamagedError {
        let header = self.table.header;
        DamagedError { pattern: header.pattern().to_string(), largest: header.largest() }
    }
}
