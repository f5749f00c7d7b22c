//! The values of many boards at once: walks down to the goal, several side by side, so that each waits for memory while others go on.

use fifteen_pdb::rank::{self, Arrangement, MAX_TILES};
use fifteen_pdb::rows::{Regions, cells_of};
use fifteen_pdb::{DamagedError, Kind, entries};

use super::PdbTables;
use super::view::{Shape, TableView};
use crate::prefetch::prefetch;
use crate::tiles::space::{CELLS, TileState};

/// Walks side by side: more than a processor has reads under way, few enough to stay in the first cache.
const LANES: usize = 16;
/// More moves than the tiles of a pattern ever have.
const MOST_MOVES: usize = 4 * MAX_TILES;
/// No tile of the pattern.
const OTHER: u8 = u8::MAX;

impl<D: AsRef<[u8]>> PdbTables<D> {
    /// The value of each board, as [`Heuristic::value`](crate::Heuristic::value) of its root. Takes ten times less time than asking for
    /// one after the other.
    ///
    /// # Errors
    /// The number of a board for which a table is damaged, and the error.
    pub fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let view = self.view();
        let look = |look: &super::looks::Look| {
            let look = LookUp::new(view.shape, look.frame, view.tables[look.table]);
            if look.table.header.kind() == Kind::ZeroAware { look.walks(states) } else { look.reads(states) }
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
    regions: Regions,
    /// By cell of the table's frame: the cell of the board.
    board_cells: Vec<usize>,
    /// By tile: its number in the pattern, or [`OTHER`].
    numbers: [u8; CELLS],
    /// By number and cell: the Manhattan distance to the goal.
    far: Vec<[u8; CELLS]>,
    /// By cell: the cells next to it.
    next_to: [u32; CELLS],
    goal: u64,
}

/// Where the tiles of the pattern and the blank stand.
#[derive(Clone, Copy)]
struct Place {
    map: u32,
    blank: u8,
    rank: u32,
    arrangement: Arrangement,
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
    /// Moves of tiles not tried yet, from and to, the last first.
    moves: [(u8, u8); MOST_MOVES],
    left: usize,
    /// The entry that is on its way.
    index: u64,
    tried: (u8, u8),
}

impl<'t> LookUp<'t> {
    fn new(shape: &Shape, frame: usize, table: TableView<'t>) -> Self {
        let (size, frame, goals) = (shape.size, &shape.frames[frame], table.header.pattern().cells());
        let mut board_cells = vec![0; size.cells()];
        let (mut numbers, mut next_to) = ([OTHER; CELLS], [0; CELLS]);
        for cell in 0..size.cells() {
            board_cells[frame.cell(cell)] = cell;
            // The board's tiles are named by their goal cells.
            if let Ok(number) = goals.binary_search(&(frame.cell(cell) as u8)) {
                numbers[cell] = number as u8;
            }
            next_to[cell] = size.neighbours(cell).fold(0, |mask, next| mask | 1 << next);
        }
        let distances = |&goal: &u8| {
            let mut far = [0; CELLS];
            (0..size.cells()).for_each(|cell| far[cell] = size.manhattan(cell, goal.into()) as u8);
            far
        };
        let far = goals.iter().map(distances).collect();
        let mut look = Self { table, regions: Regions::new(size), board_cells, numbers, far, next_to, goal: 0 };
        let mut arrangement = [0; MAX_TILES];
        (0..goals.len()).for_each(|number| arrangement[number] = number as u8);
        let map = table.header.pattern().mask();
        look.goal = look.index(map, table.header.pattern().blank() as u8, rank::rank(&arrangement[..goals.len()]));
        look
    }

    #[inline]
    fn index(&self, map: u32, blank: u8, rank: u32) -> u64 {
        entries::index(rank, self.table.rows.len(), self.table.rows.row(map, blank.into()))
    }

    /// Where a board's tiles stand, and their Manhattan distance.
    #[inline]
    fn place(&self, state: &TileState) -> (Place, u32) {
        let (mut place, mut manhattan) = (Place { map: 0, blank: 0, rank: 0, arrangement: [0; MAX_TILES] }, 0);
        let mut tiles = 0;
        for (cell, &on_board) in self.board_cells.iter().enumerate() {
            let number = self.numbers[state.tile(on_board) % CELLS];
            if number != OTHER {
                place.map |= 1 << cell;
                place.arrangement[tiles % MAX_TILES] = number;
                tiles += 1;
                manhattan += u32::from(self.far[usize::from(number)][cell]);
            } else if on_board == state.blank() {
                place.blank = cell as u8;
            }
        }
        place.rank = rank::rank(&place.arrangement[..self.far.len()]);
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
        while !lanes.is_empty() {
            let mut i = 0;
            while let Some(lane) = lanes.get_mut(i) {
                let arrived = self.advance(lane).ok_or_else(|| (lane.board, self.damaged()))?;
                if arrived {
                    distances[lane.board] = lane.steps;
                    match waiting.next() {
                        Some((board, state)) => *lane = self.begin(board, state),
                        None => {
                            lanes.swap_remove(i);
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
        prefetch(self.table.payload, (index / 8) as usize);
        let (moves, tried) = ([(0, 0); MOST_MOVES], (0, 0));
        Lane { board, place, steps: 0, parity: manhattan % 2, lower: None, moves, left: 0, index, tried }
    }

    /// Reads the entry that was awaited, and asks for the next one; whether the goal is reached. `None` if the walk does not go on.
    #[inline]
    fn advance(&self, lane: &mut Lane) -> Option<bool> {
        let bit = entries::bit(self.table.payload, lane.index);
        match lane.lower {
            Some(lower) if bit << 1 | lane.parity ^ 1 != lower => return self.try_next(lane).then_some(false),
            Some(_) => {
                self.make(lane);
                lane.steps += 1;
                lane.parity ^= 1;
            }
            None => (),
        }
        if lane.index == self.goal {
            return Some(true);
        }
        if lane.steps >= self.table.header.largest() {
            return None;
        }
        // The distance modulo 4 from its second bit and its parity; the way down has one less.
        lane.lower = Some((bit << 1 | lane.parity).wrapping_sub(1) & 3);
        self.list_moves(lane);
        self.try_next(lane).then_some(false)
    }

    /// Lists the moves: those last, to be tried first, that bring the tile nearer to its goal.
    #[inline]
    fn list_moves(&self, lane: &mut Lane) {
        let place = &lane.place;
        let region = self.regions.at(place.map, place.blank.into());
        let (mut nearer, mut near) = ([(0, 0); MOST_MOVES], 0);
        lane.left = 0;
        for to in cells_of(region) {
            for from in cells_of(self.next_to[to % CELLS] & place.map) {
                let far = &self.far[usize::from(place.arrangement[slot(place.map, from) % MAX_TILES]) % self.far.len()];
                let m = (from as u8, to as u8);
                if far[to % CELLS] < far[from % CELLS] {
                    nearer[near % MOST_MOVES] = m;
                    near += 1;
                } else {
                    lane.moves[lane.left % MOST_MOVES] = m;
                    lane.left += 1;
                }
            }
        }
        for m in &nearer[..near.min(MOST_MOVES)] {
            lane.moves[lane.left % MOST_MOVES] = *m;
            lane.left += 1;
        }
    }

    /// Asks for the entry to which the next move leads; false if there is none left.
    #[inline]
    fn try_next(&self, lane: &mut Lane) -> bool {
        let Some(left) = lane.left.checked_sub(1) else { return false };
        let (from, to) = lane.moves[left % MOST_MOVES];
        let place = &lane.place;
        let map = place.map ^ 1 << from ^ 1 << to;
        let (old, new) = (slot(place.map, from.into()), slot(map, to.into()));
        let gain = rank::shift_gain(&place.arrangement, old, new);
        lane.index = self.index(map, from, place.rank.wrapping_add_signed(gain));
        prefetch(self.table.payload, (lane.index / 8) as usize);
        (lane.left, lane.tried) = (left, (from, to));
        true
    }

    /// Makes the move that was tried.
    #[inline]
    fn make(&self, lane: &mut Lane) {
        let ((from, to), place) = (lane.tried, &mut lane.place);
        let map = place.map ^ 1 << from ^ 1 << to;
        let (old, new) = (slot(place.map, from.into()), slot(map, to.into()));
        place.rank = place.rank.wrapping_add_signed(rank::shift_gain(&place.arrangement, old, new));
        rank::shift(&mut place.arrangement, old, new);
        (place.map, place.blank) = (map, from);
    }

    fn damaged(&self) -> DamagedError {
        let header = self.table.header;
        DamagedError { pattern: header.pattern().to_string(), largest: header.largest() }
    }
}

/// How many tiles stand on earlier cells.
#[inline]
fn slot(map: u32, cell: usize) -> usize {
    (map & ((1 << cell) - 1)).count_ones() as usize
}
