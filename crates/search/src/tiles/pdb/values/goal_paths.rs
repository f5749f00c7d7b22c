//! Distances in zero-aware tables, found by following paths down to the goal.
//!
//! An entry is the second bit of a distance. The first bit is the parity of the Manhattan distance, so
//! the two together are the distance modulo 4. A move changes the distance by 1 up or down, which shows
//! in this number. So a path takes any move that lowers the distance, until it reaches the goal, and
//! the number of its moves is the distance.
//!
//! For example, an entry has the distance 14, which is 2 modulo 4. Its neighbours have the distances 13
//! and 15, or 1 and 3 modulo 4. The path goes on to any neighbour with 1.
//!
//! Nearly every step waits for an entry somewhere in a large table. So several paths are followed side
//! by side: while one waits for its entry, the others go on.

use fifteen_pdb::DamagedError;
use fifteen_pdb::index::entries;
use fifteen_resources::prefetch;

use super::TableLookup;
use crate::tiles::pdb::root_lookup::{MOVES_FROM, MoveSet, NUMBERS, PatternBoard, move_set};
use crate::tiles::{CELLS, MOVES, TileState};

/// Number of paths that are followed side by side. A processor has fewer reads under way at a time, and
/// the paths still fit in its first cache.
const PATHS: usize = 12;

/// A path that is being followed.
struct GoalPath<'t> {
    lookup: TableLookup<'t>,
    /// The index of the path among all paths.
    number: usize,
    /// The pattern where the path stands now.
    board: PatternBoard,
    /// The index of the goal's entry.
    goal: u64,
    /// Number of moves made.
    steps: u32,
    /// The parity of the distance from here.
    parity: u32,
    /// The distance modulo 4 that the next entry must have; `None` until the first entry was read.
    wanted: Option<u32>,
    /// The moves of tiles into the blank's region.
    possible: MoveSet,
    /// The possible moves that were not tried yet. Moves that bring a tile nearer to its goal are
    /// tried first.
    untried: MoveSet,
    /// True once the other moves are being tried.
    tries_all: bool,
    /// The index of the entry that was prefetched.
    index: u64,
    /// The move that leads to this entry, and the rank of the pattern after it.
    tried: usize,
    rank_after: u32,
}

/// How far a path has come.
enum PathProgress {
    /// It waits for the entry that it prefetched.
    Waits,
    /// It has reached the goal.
    Arrived,
    /// It has no move that lowers the distance: the table is damaged.
    Lost,
}

/// Finds distances in zero-aware tables. `path` gives the lookup and the board from which each path
/// starts, and its distance is stored at the same index of `distances`.
///
/// # Errors
/// Returns the index of a path that does not lead to the goal, and the error.
pub(super) fn follow_paths<'t, 's>(
    path: &dyn Fn(usize) -> (TableLookup<'t>, &'s TileState),
    distances: &mut [u32],
) -> Result<(), (usize, DamagedError)> {
    let mut waiting = (0..distances.len()).map(|number| {
        let (lookup, state) = path(number);
        GoalPath::start(lookup, number, state)
    });
    let mut paths: Vec<GoalPath<'t>> = waiting.by_ref().take(PATHS).collect();
    while !paths.is_empty() {
        let mut number = 0;
        while number < paths.len() {
            let path = &mut paths[number];
            match path.advance() {
                PathProgress::Waits => number += 1,
                PathProgress::Lost => return Err((path.number, path.lookup.damaged())),
                PathProgress::Arrived => {
                    distances[path.number] = path.steps;
                    // Another path takes its turn next time, if one is left.
                    if let Some(next) = waiting.next() {
                        *path = next;
                        number += 1;
                    } else {
                        paths.swap_remove(number);
                    }
                }
            }
        }
    }
    Ok(())
}

impl<'t> GoalPath<'t> {
    /// A path from a board, whose entry is prefetched.
    fn start(lookup: TableLookup<'t>, number: usize, state: &TileState) -> Self {
        let (board, manhattan) = lookup.root.pattern_board(state);
        let goal = &lookup.root.goal;
        let path = Self {
            lookup,
            number,
            goal: lookup.index(goal.map, goal.blank, goal.rank),
            board,
            steps: 0,
            parity: manhattan % 2,
            wanted: None,
            possible: 0,
            untried: 0,
            tries_all: false,
            index: lookup.index(board.map, board.blank, board.rank),
            tried: 0,
            rank_after: board.rank,
        };
        path.prefetch_entry();
        path
    }

    /// Prefetches the entry that is read next.
    #[inline(always)]
    fn prefetch_entry(&self) {
        prefetch(self.lookup.payload, (self.index / 8) as usize);
    }

    /// Reads the entry that was prefetched, makes the move if it lowers the distance, and prefetches the
    /// entry of the next move to try.
    #[inline]
    fn advance(&mut self) -> PathProgress {
        let bit = entries::bit(self.lookup.payload, self.index);
        match self.wanted {
            None => {}
            Some(wanted) if bit << 1 | self.parity ^ 1 != wanted => return self.try_next(),
            Some(_) => self.make_move(),
        }
        if self.index == self.goal {
            return PathProgress::Arrived;
        }
        if self.steps >= self.lookup.header.largest() {
            return PathProgress::Lost;
        }
        let distance_modulo_4 = bit << 1 | self.parity;
        self.wanted = Some(distance_modulo_4.wrapping_sub(1) & 3);
        let regions = &self.lookup.root.regions;
        let region = regions.at(self.board.map, self.board.blank.into());
        self.possible = move_set(regions.beside(region));
        self.untried = self.possible & self.board.nearer;
        self.tries_all = false;
        self.try_next()
    }

    /// Makes the move that was tried.
    #[inline]
    fn make_move(&mut self) {
        let tried = &self.lookup.moves[self.tried % MOVES];
        let board = &mut self.board;
        board.map ^= tried.cells;
        board.blank = tried.tile_from;
        board.rank = self.rank_after;
        let from = usize::from(tried.tile_from) % CELLS;
        let to = usize::from(tried.tile_to) % CELLS;
        board.at.swap(from, to);
        let number = usize::from(board.at[to]) % NUMBERS;
        let nearer = self.lookup.root.nearer[number][to];
        board.nearer = board.nearer & !MOVES_FROM[from] | nearer;
        self.steps += 1;
        self.parity ^= 1;
    }

    /// Prefetches the entry to which the next untried move leads.
    #[inline]
    fn try_next(&mut self) -> PathProgress {
        if self.untried == 0 {
            // Most entries have a move that lowers the distance and brings a tile nearer to its goal, so
            // the path seldom comes here.
            if self.tries_all {
                return PathProgress::Lost;
            }
            self.tries_all = true;
            self.untried = self.possible & move_set([self.board.map; 4]) & !self.board.nearer;
            if self.untried == 0 {
                return PathProgress::Lost;
            }
        }
        self.tried = self.untried.trailing_zeros() as usize;
        self.untried &= self.untried - 1;
        let board = &self.board;
        let tried = &self.lookup.moves[self.tried % MOVES];
        let number = usize::from(board.at[usize::from(tried.tile_from) % CELLS]) % NUMBERS;
        let delta = tried.rank_delta(&self.lookup.root.rank_deltas[number], &board.at);
        self.rank_after = board.rank.wrapping_add_signed(delta);
        let map = board.map ^ tried.cells;
        self.index = self.lookup.index(map, tried.tile_from, self.rank_after);
        self.prefetch_entry();
        PathProgress::Waits
    }
}
