//! The values of many boards at once: walks down to the goal, several side by side, so that each waits for memory while others go on;
//! a walk ends where an earlier one has been.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

use fifteen_pdb::rank::{self, MAX_TILES};
use fifteen_pdb::rows::Regions;
use fifteen_pdb::{DamagedError, Kind, entries};

use super::PdbTables;
use super::view::{Shape, TableView};
use crate::prefetch::prefetch;
use crate::tiles::space::{CELLS, TileState};

/// Slots of a [`Memory`], at most: 32 MiB.
const SLOTS: u64 = 1 << 24;
/// Walks side by side: more than a processor has reads under way, few enough to stay in the first cache.
const LANES: usize = 16;
/// At least the moves that the tiles of a pattern ever have.
const MOST_MOVES: usize = 64;
/// Numbers of tiles, and [`OTHER`].
const NUMBERS: usize = 16;
/// No tile of the pattern.
const OTHER: u8 = 15;
const _: () = assert!(MAX_TILES <= OTHER as usize && 4 * MAX_TILES <= MOST_MOVES);

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
            if look.table.header.kind() == Kind::ZeroAware { look.walks(states) } else { look.reads(states) }
        };
        let looks = view.shape.looks.looks.iter().map(look).collect::<Result<Vec<_>, _>>()?;
        let sum = |board: usize, looks_of: &Vec<usize>| looks_of.iter().map(|&l| looks[l][board]).sum::<u32>();
        let value = |board| view.shape.looks.sums.iter().map(|sum_of| sum(board, sum_of)).max().unwrap_or(0);
        Ok((0..states.len()).map(value).collect())
    }
}

/// Distances that walks have found, for the walks after them: those nearest to the goal, where most walks come by.
///
/// A slot has a distance plus one in its lower byte and in its upper one which of the entries that share it; 0 is empty. Threads write
/// side by side: whatever is read is one thread's, whole, and right.
#[derive(Debug, Default)]
pub(super) struct Memory(OnceLock<Vec<AtomicU16>>);

impl Memory {
    /// The slots for a table of so many entries; none where its numbers are too large.
    fn slots(&self, entries: u64, largest: u32) -> &[AtomicU16] {
        if entries > SLOTS << 8 || largest >= u8::MAX.into() {
            return &[];
        }
        self.0.get_or_init(|| {
            let (slots, mut list) = (entries.min(SLOTS) as usize, Vec::new());
            // Without memory to spare it goes without.
            if list.try_reserve_exact(slots).is_ok() {
                list.resize_with(slots, AtomicU16::default);
            }
            list
        })
    }
}

/// The distance of an entry, if it is there.
#[inline]
fn recall(slots: &[AtomicU16], index: u64) -> Option<u32> {
    let slot = slots.get((index % SLOTS) as usize)?.load(Ordering::Relaxed);
    (slot & 0xff != 0 && u64::from(slot >> 8) == index / SLOTS).then(|| u32::from(slot & 0xff) - 1)
}

/// Keeps the distance of an entry, unless the slot has a smaller one.
#[inline]
fn keep(slots: &[AtomicU16], index: u64, distance: u32) {
    let Some(slot) = slots.get((index % SLOTS) as usize) else { return };
    let held = u32::from(slot.load(Ordering::Relaxed) & 0xff);
    if held == 0 || distance < held {
        slot.store(((index / SLOTS) << 8) as u16 | (distance + 1) as u16, Ordering::Relaxed);
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

/// One walk.
#[derive(Clone, Copy)]
struct Lane {
    board: usize,
    place: Place,
    steps: u32,
    /// Of the distance from here.
    parity: u32,
    /// What the next entry must say; `None` while the walk's own first entry is awaited.
    lower: Option<u32>,
    /// The cells that the blank can reach.
    region: u32,
    /// Moves of tiles not tried yet, from and to, the last first.
    moves: [(u8, u8); MOST_MOVES],
    left: usize,
    /// Whether those that bring no tile nearer are among them.
    all: bool,
    /// The entry that is on its way, and the move and rank that lead there.
    index: u64,
    tried: (u8, u8),
    rank: u32,
}

impl<'t> LookUp<'t> {
    fn new(shape: &Shape, frame: usize, table: TableView<'t>, memory: &'t Memory) -> Self {
        let (size, frame, pattern) = (shape.size, &shape.frames[frame], table.header.pattern());
        let (goals, cells) = (pattern.cells(), size.cells());
        let walks = table.header.kind() == Kind::ZeroAware;
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

    /// The distances of zero-aware tables: takes any move that lowers the distance, until the goal's entry.
    fn walks(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let mut distances = vec![0; states.len()];
        let mut waiting = states.iter().enumerate();
        let mut lanes: Vec<Lane> = Vec::with_capacity(LANES);
        lanes.extend(waiting.by_ref().take(LANES).map(|(board, state)| self.begin(board, state)));
        // By lane: the entries passed.
        let mut paths: Vec<Vec<u64>> = vec![Vec::new(); lanes.len()];
        while !lanes.is_empty() {
            let mut i = 0;
            while let Some(lane) = lanes.get_mut(i) {
                let left = self.advance(lane, &mut paths[i]).ok_or_else(|| (lane.board, self.damaged()))?;
                if let Some(left) = left {
                    let distance = lane.steps + left;
                    distances[lane.board] = distance;
                    for (index, steps) in paths[i].drain(..).zip(0..) {
                        keep(self.slots, index, distance - steps);
                    }
                    match waiting.next() {
                        Some((board, state)) => *lane = self.begin(board, state),
                        None => {
                            lanes.swap_remove(i);
                            paths.swap_remove(i);
                            continue;
                        }
                    }
                }
                i += 1;
            }
        }
        Ok(distances)
    }

    fn begin(&self, board: usize, state: &TileState) -> Lane {
        let (place, manhattan) = self.place(state);
        let index = self.index(place.map, place.blank, place.rank);
        self.ask_for(index);
        let (moves, tried, parity) = ([(0, 0); MOST_MOVES], (0, 0), manhattan % 2);
        let rank = place.rank;
        Lane { board, place, steps: 0, parity, lower: None, region: 0, moves, left: 0, all: false, index, tried, rank }
    }

    /// An entry will be read soon, and its distance, should it be known.
    #[inline(always)]
    fn ask_for(&self, index: u64) {
        prefetch(self.table.payload, (index / 8) as usize);
        prefetch(self.slots, (index % SLOTS) as usize);
    }

    /// Reads the entry that was awaited, and asks for the next one. Where the way is known from there, the steps that are left;
    /// `None` if the walk does not go on.
    #[inline]
    fn advance(&self, lane: &mut Lane, path: &mut Vec<u64>) -> Option<Option<u32>> {
        let bit = entries::bit(self.table.payload, lane.index);
        match lane.lower {
            Some(lower) if bit << 1 | lane.parity ^ 1 != lower => return self.try_next(lane),
            Some(_) => {
                let ((from, to), place) = (lane.tried, &mut lane.place);
                (place.map, place.blank, place.rank) = (moved(place.map, from, to), from, lane.rank);
                place.at.swap(usize::from(from) % CELLS, usize::from(to) % CELLS);
                lane.steps += 1;
                lane.parity ^= 1;
            }
            None => (),
        }
        if lane.index == self.goal {
            return Some(Some(0));
        }
        if let Some(left) = recall(self.slots, lane.index) {
            return Some(Some(left));
        }
        path.push(lane.index);
        if lane.steps >= self.table.header.largest() {
            return None;
        }
        // The distance modulo 4 from its second bit and its parity; the way down has one less.
        lane.lower = Some((bit << 1 | lane.parity).wrapping_sub(1) & 3);
        lane.region = self.regions.at(lane.place.map, lane.place.blank.into());
        (lane.left, lane.all) = (0, false);
        self.list_moves(lane);
        self.try_next(lane)
    }

    /// Lists moves: first those that bring a tile nearer to its goal, which mostly suffice; then, if `all` is set, the others.
    #[inline]
    fn list_moves(&self, lane: &mut Lane) {
        let place = &lane.place;
        let mut tiles = self.regions.around(lane.region) & place.map;
        while tiles != 0 {
            let from = tiles.trailing_zeros() as usize % CELLS;
            tiles &= tiles - 1;
            let nearer = self.nearer[usize::from(place.at[from]) % NUMBERS][from];
            let mut targets = self.next_to[from] & lane.region & if lane.all { !nearer } else { nearer };
            while targets != 0 {
                lane.moves[lane.left % MOST_MOVES] = (from as u8, targets.trailing_zeros() as u8);
                lane.left += 1;
                targets &= targets - 1;
            }
        }
    }

    /// Asks for the entry to which the next move leads; `None` if there is none left.
    #[inline]
    fn try_next(&self, lane: &mut Lane) -> Option<Option<u32>> {
        if lane.left == 0 && !lane.all {
            lane.all = true;
            self.list_moves(lane);
        }
        lane.left = lane.left.checked_sub(1)?;
        let (from, to) = lane.moves[lane.left % MOST_MOVES];
        let place = &lane.place;
        lane.rank = place.rank.wrapping_add_signed(self.gain(place, from.into(), to.into()));
        lane.index = self.index(moved(place.map, from, to), from, lane.rank);
        self.ask_for(lane.index);
        lane.tried = (from, to);
        Some(None)
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

/// The map after a move.
#[inline(always)]
fn moved(map: u32, from: u8, to: u8) -> u32 {
    map ^ 1 << from ^ 1 << to
}
