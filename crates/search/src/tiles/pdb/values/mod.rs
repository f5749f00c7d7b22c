//! The values of many boards at once.

mod memory;
mod walks;

use std::sync::atomic::AtomicU16;

use fifteen_pdb::rank::{self, MAX_TILES};
use fifteen_pdb::rows::Regions;
use fifteen_pdb::{DamagedError, TableKind, entries};

use super::PdbTables;
use super::view::{Shape, TableView};
use crate::prefetch::prefetch;
use crate::tiles::space::{CELLS, TileState};
pub(super) use memory::Memory;

/// Numbers of tiles, and [`OTHER`].
const NUMBERS: usize = 16;
/// No tile of the pattern.
const OTHER: u8 = 15;
const _: () = assert!(MAX_TILES <= OTHER as usize);

impl<D: AsRef<[u8]>> PdbTables<D> {
    /// The value of each board, as [`Heuristic::value`](crate::Heuristic::value) of its root. Takes ten times less time than asking for
    /// one after the other.
    ///
    /// # Errors
    /// The number of a board for which a table is damaged, and the error.
    pub fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let view = self.view();
        let look = |look: &super::looks::Look| {
            let look = LookUp::new(view.shape, look.frame, view.tables[look.table], &self.memories[look.table]);
            if look.table.header.kind() == TableKind::ZeroAware { look.walks(states) } else { look.reads(states) }
        };
        let looks = view.shape.looks.looks.iter().map(look).collect::<Result<Vec<_>, _>>()?;
        let sum = |board: usize, looks_of: &Vec<usize>| looks_of.iter().map(|&l| looks[l][board]).sum::<u32>();
        let value = |board| view.shape.looks.sums.iter().map(|sum_of| sum(board, sum_of)).max().unwrap_or(0);
        Ok((0..states.len()).map(value).collect())
    }
}

/// One look-up: a table and a frame, and what is worked out once for all boards.
struct LookUp<'t> {
    table: TableView<'t>,
    slots: &'t [AtomicU16],
    regions: Regions,
    /// Tiles of the pattern.
    tiles: usize,
    /// By cell of the table's frame: the cell of the board.
    board_cells: Vec<usize>,
    /// By tile of the board: its number in the pattern, or [`OTHER`].
    numbers: [u8; CELLS],
    /// By number and cell: the Manhattan distance to the goal.
    far: [[u8; CELLS]; NUMBERS],
    /// By number and cell: the cells next to it that are nearer to the goal.
    nearer: [[u32; CELLS]; NUMBERS],
    /// By cell: the cells next to it.
    next_to: [u32; CELLS],
    /// By two numbers: what the first one's passing the second adds to the rank; 0 for [`OTHER`].
    passes: [[i32; NUMBERS]; NUMBERS],
    goal: u64,
}

/// Where the tiles of the pattern and the blank stand.
#[derive(Clone, Copy)]
struct Place {
    map: u32,
    blank: u8,
    rank: u32,
    /// By cell: the number of the tile, or [`OTHER`].
    at: [u8; CELLS],
}

impl<'t> LookUp<'t> {
    fn new(shape: &Shape, frame: usize, table: TableView<'t>, memory: &'t Memory) -> Self {
        let (size, frame, pattern) = (shape.size, &shape.frames[frame], table.header.pattern());
        let (goals, cells) = (pattern.cells(), size.cells());
        let walks = table.header.kind() == TableKind::ZeroAware;
        let slots = if walks { memory.slots(table.header.entries(), table.header.largest()) } else { &[] };
        let mut look = Self {
            table,
            slots,
            regions: Regions::new(size),
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
            look.board_cells[frame.cell(cell)] = cell;
            // The board's tiles are named by their goal cells.
            if let Ok(number) = goals.binary_search(&(frame.cell(cell) as u8)) {
                look.numbers[cell] = number as u8;
            }
            look.next_to[cell] = size.neighbours(cell).fold(0, |mask, next| mask | 1 << next);
        }
        for (number, &goal) in goals.iter().enumerate() {
            let far = |cell: usize| size.manhattan(cell, goal.into()) as u8;
            for cell in 0..cells {
                look.far[number][cell] = far(cell);
                let nearer = size.neighbours(cell).filter(|&next| far(next) < far(cell));
                look.nearer[number][cell] = nearer.fold(0, |mask, next| mask | 1 << next);
            }
            for other in (0..goals.len()).filter(|&other| other != number) {
                look.passes[number][other] = rank::pass(number as u8, other as u8);
            }
        }
        let in_order: Vec<u8> = (0..goals.len() as u8).collect();
        look.goal = look.index(pattern.mask(), pattern.blank() as u8, rank::rank(&in_order));
        look
    }

    #[inline(always)]
    fn index(&self, map: u32, blank: u8, rank: u32) -> u64 {
        entries::index(rank, self.table.rows.len(), self.table.rows.row(map, blank.into()))
    }

    /// Where a board's tiles stand, and their Manhattan distance.
    #[inline]
    fn place(&self, state: &TileState) -> (Place, u32) {
        let (mut place, mut manhattan) = (Place { map: 0, blank: 0, rank: 0, at: [OTHER; CELLS] }, 0);
        let (mut order, mut tiles) = ([0; NUMBERS], 0);
        for (cell, &on_board) in self.board_cells.iter().enumerate() {
            let number = self.numbers[state.tile(on_board) % CELLS];
            place.at[cell % CELLS] = number;
            if number != OTHER {
                place.map |= 1 << cell;
                order[tiles % NUMBERS] = number;
                tiles += 1;
                manhattan += u32::from(self.far[usize::from(number) % NUMBERS][cell % CELLS]);
            } else if on_board == state.blank() {
                place.blank = cell as u8;
            }
        }
        place.rank = rank::rank(&order[..self.tiles]);
        (place, manhattan)
    }

    /// The distances of additive tables: one entry each.
    fn reads(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let TableView { header, payload, rows } = self.table;
        let bits = header.entry_bits();
        let entry = |state| {
            let (place, manhattan) = self.place(state);
            let index = entries::index(place.rank, rows.maps(), rows.map(place.map));
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

    /// What a move adds to the rank: something for each tile that is passed in the order of the cells.
    #[inline(always)]
    fn gain(&self, place: &Place, from: usize, to: usize) -> i32 {
        let passes = &self.passes[usize::from(place.at[from % CELLS]) % NUMBERS];
        let gain = |cell: usize| passes[usize::from(place.at[cell % CELLS]) % NUMBERS];
        if from < to { (from + 1..to).map(gain).sum() } else { -(to + 1..from).map(gain).sum::<i32>() }
    }

    fn damaged(&self) -> DamagedError {
        let header = self.table.header;
        DamagedError { pattern: header.pattern().to_string(), largest: header.largest() }
    }
}
