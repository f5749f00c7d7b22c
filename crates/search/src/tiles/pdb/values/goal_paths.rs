//! Finds distances in zero-aware tables by following paths from a board to the goal.
//!
//! A table entry is the second lowest bit of a distance. The lowest bit is the parity of the
//! Manhattan distance, so the two bits together determine the distance modulo 4. A move changes the
//! distance by 1, and the distance modulo 4 shows whether it grows or shrinks. A path makes moves
//! that reduce the distance until it reaches the goal, and its number of moves is the distance.
//!
//! For example, a board has the distance 14, which is 2 modulo 4. Its neighbours have the distances
//! 13 and 15, which are 1 and 3 modulo 4. The path continues to any neighbour whose entry and
//! parity indicate 1.
//!
//! Nearly every step waits for memory, because the entries are scattered over a large table.
//! Several paths therefore take turns: while one path waits for its entry, the others continue.

use fifteen_pdb::DamagedError;
use fifteen_pdb::index::entries;
use fifteen_resources::prefetch;

use super::TableLookup;
use crate::tiles::pdb::root_lookup::{MOVES_FROM, MoveSet, NUMBERS, PatternBoard, move_set};
use crate::tiles::{MOVES, PADDED_CELLS, TileState};

/// Number of paths that a thread follows alternately. It exceeds the number of memory reads that a
/// processor core can have in flight, but the data of all these paths still fits in the first-level
/// cache.
const PATHS: usize = 12;

/// An unfinished path from a board to the goal.
struct GoalPath<'t> {
    /// The table for the boards on the path, with all data needed to find their entries.
    lookup: TableLookup<'t>,
    /// Index of this path among all paths that [`follow_paths`] follows. The length of the path is
    /// stored at the same index.
    number: usize,
    /// The current cells of the pattern's tiles and of the blank.
    board: PatternBoard,
    /// Index of the goal's table entry. The path ends when it reaches this entry.
    goal: u64,
    /// Number of moves made so far.
    steps: u32,
    /// 0 if the current board's distance from the goal is even, and 1 if it is odd.
    parity: u32,
    /// The distance, modulo 4, that the next board on the path must have. It is `None` before the
    /// first entry is read.
    wanted: Option<u32>,
    /// Moves into cells that the blank can reach without moving a tile of the pattern. The set also
    /// contains moves from cells without a tile of the pattern, which are removed before they are
    /// tried.
    possible: MoveSet,
    /// Possible moves that have not been tried yet. While `tries_all` is false, the set contains
    /// only moves that bring a tile nearer to its goal.
    untried: MoveSet,
    /// Whether the path also tries moves that bring no tile nearer to its goal.
    tries_all: bool,
    /// Index of the prefetched table entry, which is read next.
    index: u64,
    /// The move being tried, as an index into [`TableLookup::moves`]. The prefetched entry is for
    /// the board after this move.
    tried: usize,
    /// Rank of the order of the pattern's tiles after the move being tried.
    rank_after: u32,
}

/// The state of a path after a call of [`GoalPath::advance`].
enum PathProgress {
    /// The path has prefetched an entry and waits for it.
    Waits,
    /// The path has reached the goal.
    Arrived,
    /// No move reduces the distance, or the path is longer than any distance in the table. Either
    /// way, the table is damaged.
    Lost,
}

/// Finds distances in zero-aware tables by following paths to the goal. `starts` yields a table and
/// a board for each path. The length of path `i` is stored in `distances[i]`.
///
/// # Errors
/// If a path does not lead to the goal, its table is damaged. Returns the index of the path and the
/// error in this case.
pub(super) fn follow_paths<'t, 's>(
    starts: impl Iterator<Item = (TableLookup<'t>, &'s TileState)>,
    distances: &mut [u32],
) -> Result<(), (usize, DamagedError)> {
    let mut waiting = starts
        .enumerate()
        .map(|(number, (lookup, state))| GoalPath::start(lookup, number, state));
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
                    // Replace the finished path with the next waiting path.
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
    /// Starts a path at a board, and prefetches the board's entry.
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

    /// Prefetches the entry that the next call of [`advance`](Self::advance) reads.
    #[inline(always)]
    fn prefetch_entry(&self) {
        prefetch(self.lookup.payload, (self.index / 8) as usize);
    }

    /// Reads the prefetched entry. If it shows that the move being tried reduces the distance,
    /// makes this move. Then prefetches the entry of the next move to try.
    #[inline]
    fn advance(&mut self) -> PathProgress {
        let bit = entries::bit(self.lookup.payload, self.index);
        if let Some(wanted) = self.wanted {
            // Every move changes the parity of the distance.
            let modulo_4_after_move = (bit << 1) | (self.parity ^ 1);
            if modulo_4_after_move != wanted {
                return self.try_next();
            }
            self.make_move();
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

    /// Makes the move being tried.
    #[inline]
    fn make_move(&mut self) {
        let tried = &self.lookup.moves[self.tried % MOVES];
        let board = &mut self.board;
        board.map ^= tried.cells;
        board.blank = tried.tile_from;
        board.rank = self.rank_after;
        let from = usize::from(tried.tile_from) % PADDED_CELLS;
        let to = usize::from(tried.tile_to) % PADDED_CELLS;
        board.at.swap(from, to);
        let number = usize::from(board.at[to]) % NUMBERS;
        let nearer = self.lookup.root.nearer[number][to];
        board.nearer = board.nearer & !MOVES_FROM[from] | nearer;
        self.steps += 1;
        self.parity ^= 1;
    }

    /// Selects the next untried move, and prefetches the table entry of the board after this move.
    #[inline]
    fn try_next(&mut self) -> PathProgress {
        if self.untried == 0 {
            // The remaining moves bring no tile nearer to its goal. They are rarely needed, because
            // on most boards a move that reduces the distance also brings a tile nearer to its
            // goal.
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
        let number = usize::from(board.at[usize::from(tried.tile_from) % PADDED_CELLS]) % NUMBERS;
        let delta = tried.rank_delta(&self.lookup.root.rank_deltas[number], &board.at);
        self.rank_after = board.rank.wrapping_add_signed(delta);
        let map = board.map ^ tried.cells;
        self.index = self.lookup.index(map, tried.tile_from, self.rank_after);
        self.prefetch_entry();
        PathProgress::Waits
    }
}
