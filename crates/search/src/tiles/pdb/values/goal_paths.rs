//! Paths down to the goal, followed side by side, so that one waits for memory while others go on. A path ends where
//! the cache knows the distance.

use fifteen_pdb::DamagedError;
use fifteen_pdb::index::entries;

use super::TableLookup;
use super::cache::{SLOTS, cached, store};
use crate::tiles::pdb::root_lookup::{MOVES_FROM, MoveSet, NUMBERS, PatternBoard, move_set};
use crate::tiles::{CELLS, MOVES, TileState};
use fifteen_resources::prefetch;

/// Paths followed side by side: more than a processor has reads under way, few enough to stay in the first cache.
const PATHS: usize = 12;

/// A path that is being followed.
struct GoalPath<'t> {
    lookup: TableLookup<'t>,
    /// The path's number.
    number: usize,
    board: PatternBoard,
    /// The index of the goal's entry.
    goal: u64,
    steps: u32,
    /// The parity of the distance from here.
    parity: u32,
    /// The distance modulo 4, in entry and parity, that the next entry must have; `None` while the first entry is
    /// awaited.
    lower: Option<u32>,
    /// Moves into the blank's region.
    beside: MoveSet,
    /// Moves of tiles not tried yet.
    untried: MoveSet,
    /// True if the moves that bring no tile nearer are among them.
    all: bool,
    /// The entry that was prefetched, and the move and rank that lead there.
    index: u64,
    tried: usize,
    rank: u32,
    /// The index of the entry on which the path stands, and true while the cache was not asked for it.
    here: u64,
    unchecked: bool,
    /// The entries passed, for the cache; empty at the beginning.
    passed: Vec<u64>,
}

/// The distances in zero-aware tables. Each path is that of a lookup on a board, given by its number; it takes any move
/// that lowers the distance, until the goal's entry.
///
/// # Errors
/// The number of a path that does not lead to the goal, and the error.
pub(super) fn follow_paths<'t, 's>(
    path: &dyn Fn(usize) -> (TableLookup<'t>, &'s TileState),
    distances: &mut [u32],
) -> Result<(), (usize, DamagedError)> {
    let begin = |number, passed| {
        let (lookup, state) = path(number);
        GoalPath::begin(lookup, number, state, passed)
    };
    let mut waiting = 0..distances.len();
    let mut following: [Option<GoalPath<'t>>; PATHS] =
        std::array::from_fn(|_| waiting.next().map(|number| begin(number, Vec::new())));
    let mut open = distances.len().min(PATHS);
    while open > 0 {
        for place in &mut following[..PATHS.min(distances.len())] {
            let Some(path) = place else { continue };
            let Some(end) = path.advance() else {
                return Err((path.number, path.lookup.damaged()));
            };
            if let Some(left) = end {
                distances[path.number] = path.end(left);
                let passed = std::mem::take(&mut path.passed);
                *place = waiting.next().map(|number| begin(number, passed));
                open -= usize::from(place.is_none());
            }
        }
    }
    Ok(())
}

impl<'t> GoalPath<'t> {
    fn begin(lookup: TableLookup<'t>, number: usize, state: &TileState, passed: Vec<u64>) -> Self {
        let (board, manhattan) = lookup.root.pattern_board(state);
        let PatternBoard {
            map, blank, rank, ..
        } = lookup.root.goal;
        let path = Self {
            lookup,
            number,
            goal: lookup.index(map, blank, rank),
            board,
            steps: 0,
            parity: manhattan % 2,
            lower: None,
            beside: 0,
            untried: 0,
            all: false,
            index: lookup.index(board.map, board.blank, board.rank),
            tried: 0,
            rank: board.rank,
            here: 0,
            unchecked: false,
            passed,
        };
        path.prefetch_entry();
        path
    }

    /// The distance of the board where the path began, `left` moves from here to the goal.
    fn end(&mut self, left: u32) -> u32 {
        let distance = self.steps + left;
        for (index, steps) in self.passed.drain(..).zip(0..) {
            store(self.lookup.slots, index, distance - steps);
        }
        distance
    }

    /// Prefetches the entry that is read next.
    #[inline(always)]
    fn prefetch_entry(&self) {
        prefetch(self.lookup.payload, (self.index / 8) as usize);
    }

    /// Reads the entry that was prefetched, and prefetches the next one. Where the distance is known from there, it is
    /// the result; `None` if the path ends elsewhere, so the table is damaged.
    #[inline]
    fn advance(&mut self) -> Option<Option<u32>> {
        if self.unchecked {
            // The slot of the entry on which the path stands was prefetched with the first try from there.
            self.unchecked = false;
            if let Some(left) = cached(self.lookup.slots, self.here) {
                return Some(Some(left));
            }
            self.passed.push(self.here);
        }
        let bit = entries::bit(self.lookup.payload, self.index);
        match self.lower {
            Some(lower) if bit << 1 | self.parity ^ 1 != lower => return self.try_next(),
            Some(_) => {
                let (tried, board) = (&self.lookup.moves[self.tried % MOVES], &mut self.board);
                board.map ^= tried.cells;
                board.blank = tried.tile_from;
                board.rank = self.rank;
                let from = usize::from(tried.tile_from) % CELLS;
                let to = usize::from(tried.tile_to) % CELLS;
                board.at.swap(from, to);
                let number = usize::from(board.at[to]) % NUMBERS;
                let nearer = self.lookup.root.nearer[number][to];
                board.nearer = board.nearer & !MOVES_FROM[from] | nearer;
                self.steps += 1;
                self.parity ^= 1;
            }
            None => (),
        }
        if self.index == self.goal {
            return Some(Some(0));
        }
        if !self.lookup.slots.is_empty() {
            prefetch(self.lookup.slots, (self.index % SLOTS) as usize);
            (self.here, self.unchecked) = (self.index, true);
        }
        if self.steps >= self.lookup.header.largest() {
            return None;
        }
        // The distance modulo 4 from its second bit and its parity; the next one is less by 1.
        self.lower = Some((bit << 1 | self.parity).wrapping_sub(1) & 3);
        self.beside = move_set(
            self.lookup.root.regions.beside(
                self.lookup
                    .root
                    .regions
                    .at(self.board.map, self.board.blank.into()),
            ),
        );
        (self.untried, self.all) = (self.beside & self.board.nearer, false);
        self.try_next()
    }

    /// Prefetches the entry to which the next move leads; `None` if no move is left.
    #[inline]
    fn try_next(&mut self) -> Option<Option<u32>> {
        if self.untried == 0 {
            // Most entries have a move that brings a tile nearer.
            if self.all {
                return None;
            }
            self.all = true;
            self.untried = self.beside & move_set([self.board.map; 4]) & !self.board.nearer;
            if self.untried == 0 {
                return None;
            }
        }
        self.tried = self.untried.trailing_zeros() as usize;
        self.untried &= self.untried - 1;
        let (tried, board) = (&self.lookup.moves[self.tried % MOVES], &self.board);
        let number = usize::from(board.at[usize::from(tried.tile_from) % CELLS]) % NUMBERS;
        let delta = tried.rank_delta(&self.lookup.root.rank_deltas[number], &board.at);
        self.rank = board.rank.wrapping_add_signed(delta);
        let map = board.map ^ tried.cells;
        self.index = self.lookup.index(map, tried.tile_from, self.rank);
        self.prefetch_entry();
        Some(None)
    }
}
