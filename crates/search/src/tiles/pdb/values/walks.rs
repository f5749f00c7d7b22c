//! Walks down to the goal, several side by side, so that each waits for memory while others go on; a walk ends where an earlier one has been.

use fifteen_pdb::{DamagedError, entries};

use super::memory::{SLOTS, keep, recall};
use super::{CELLS, LookUp, NUMBERS, Place};
use crate::prefetch::prefetch;
use crate::tiles::space::TileState;

/// Walks side by side: more than a processor has reads under way, few enough to stay in the first cache.
const LANES: usize = 16;
/// At least the moves that the tiles of a pattern ever have.
const MOST_MOVES: usize = 64;
const _: () = assert!(4 * fifteen_pdb::rank::MAX_TILES <= MOST_MOVES);

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

impl LookUp<'_> {
    /// The distances of zero-aware tables: takes any move that lowers the distance, until the goal's entry.
    pub(super) fn walks(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
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
}

/// The map after a move.
#[inline(always)]
fn moved(map: u32, from: u8, to: u8) -> u32 {
    map ^ 1 << from ^ 1 << to
}
