//! Paths down to the goal, followed side by side, so that one waits for memory while others go on. A path ends where
//! the cache knows the distance.

use fifteen_pdb::DamagedError;
use fifteen_pdb::index::entries;

use super::cache::{SLOTS, cached, store};
use super::{BatchLookup, CELLS, NUMBERS, PatternBoard};
use crate::prefetch::prefetch;
use crate::tiles::space::TileState;

/// Paths followed side by side: more than a processor has reads under way, few enough to stay in the first cache.
const PATHS: usize = 16;
/// An upper bound of the number of moves of a pattern's tiles.
const MAX_MOVES: usize = 64;
const _: () = assert!(4 * fifteen_pdb::index::rank::MAX_TILES <= MAX_MOVES);

/// A path that is being followed.
#[derive(Clone, Copy)]
struct GoalPath {
    /// The index of the board where the path begins.
    start: usize,
    board: PatternBoard,
    steps: u32,
    /// The parity of the distance from here.
    parity: u32,
    /// The distance modulo 4, in entry and parity, that the next entry must have; `None` while the first entry is
    /// awaited.
    lower: Option<u32>,
    /// The cells that the blank can reach.
    region: u32,
    /// Moves of tiles not tried yet, from and to, the last first.
    moves: [(u8, u8); MAX_MOVES],
    left: usize,
    /// True if the moves that bring no tile nearer are among them.
    all: bool,
    /// The entry that was prefetched, and the move and rank that lead there.
    index: u64,
    tried: (u8, u8),
    rank: u32,
}

impl BatchLookup<'_> {
    /// The distances of zero-aware tables: follows any move that lowers the distance, until the goal's entry.
    ///
    /// # Errors
    /// The index of a board from which no path leads to the goal, and the error.
    pub(super) fn follow_paths(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let mut distances = vec![0; states.len()];
        let mut waiting = states.iter().enumerate();
        let mut following: Vec<GoalPath> = Vec::with_capacity(PATHS);
        following.extend(waiting.by_ref().take(PATHS).map(|(start, state)| self.begin(start, state)));
        // By path: the entries passed.
        let mut passed: Vec<Vec<u64>> = vec![Vec::new(); following.len()];
        while !following.is_empty() {
            let mut i = 0;
            while let Some(path) = following.get_mut(i) {
                let left = self.advance(path, &mut passed[i]).ok_or_else(|| (path.start, self.damaged()))?;
                if let Some(left) = left {
                    let distance = path.steps + left;
                    distances[path.start] = distance;
                    for (index, steps) in passed[i].drain(..).zip(0..) {
                        store(self.slots, index, distance - steps);
                    }
                    match waiting.next() {
                        Some((start, state)) => *path = self.begin(start, state),
                        None => {
                            following.swap_remove(i);
                            passed.swap_remove(i);
                            continue;
                        }
                    }
                }
                i += 1;
            }
        }
        Ok(distances)
    }

    fn begin(&self, start: usize, state: &TileState) -> GoalPath {
        let (board, manhattan) = self.pattern_board(state);
        let index = self.index(board.map, board.blank, board.rank);
        self.prefetch_entry(index);
        let (moves, tried, parity) = ([(0, 0); MAX_MOVES], (0, 0), manhattan % 2);
        let rank = board.rank;
        GoalPath {
            start,
            board,
            steps: 0,
            parity,
            lower: None,
            region: 0,
            moves,
            left: 0,
            all: false,
            index,
            tried,
            rank,
        }
    }

    /// Prefetches an entry, and its slot in the cache.
    #[inline(always)]
    fn prefetch_entry(&self, index: u64) {
        prefetch(self.table.payload, (index / 8) as usize);
        prefetch(self.slots, (index % SLOTS) as usize);
    }

    /// Reads the entry that was prefetched, and prefetches the next one. Where the distance is known from there, it is
    /// the result; `None` if the path ends elsewhere, so the table is damaged.
    #[inline]
    fn advance(&self, path: &mut GoalPath, passed: &mut Vec<u64>) -> Option<Option<u32>> {
        let bit = entries::bit(self.table.payload, path.index);
        match path.lower {
            Some(lower) if bit << 1 | path.parity ^ 1 != lower => return self.try_next(path),
            Some(_) => {
                let ((from, to), board) = (path.tried, &mut path.board);
                (board.map, board.blank, board.rank) = (moved(board.map, from, to), from, path.rank);
                board.at.swap(usize::from(from) % CELLS, usize::from(to) % CELLS);
                path.steps += 1;
                path.parity ^= 1;
            }
            None => (),
        }
        if path.index == self.goal {
            return Some(Some(0));
        }
        if let Some(left) = cached(self.slots, path.index) {
            return Some(Some(left));
        }
        passed.push(path.index);
        if path.steps >= self.table.header.largest() {
            return None;
        }
        // The distance modulo 4 from its second bit and its parity; the next one is less by 1.
        path.lower = Some((bit << 1 | path.parity).wrapping_sub(1) & 3);
        path.region = self.regions.at(path.board.map, path.board.blank.into());
        (path.left, path.all) = (0, false);
        self.list_moves(path);
        self.try_next(path)
    }

    /// Lists moves: first those that bring a tile nearer to its goal, which mostly suffice; then, if `all` is set, the
    /// others.
    #[inline]
    fn list_moves(&self, path: &mut GoalPath) {
        let board = &path.board;
        let mut tiles = self.regions.around(path.region) & board.map;
        while tiles != 0 {
            let from = tiles.trailing_zeros() as usize % CELLS;
            tiles &= tiles - 1;
            let nearer = self.nearer[usize::from(board.at[from]) % NUMBERS][from];
            let mut targets = self.next_to[from] & path.region & if path.all { !nearer } else { nearer };
            while targets != 0 {
                path.moves[path.left % MAX_MOVES] = (from as u8, targets.trailing_zeros() as u8);
                path.left += 1;
                targets &= targets - 1;
            }
        }
    }

    /// Prefetches the entry to which the next move leads; `None` if no move is left.
    #[inline]
    fn try_next(&self, path: &mut GoalPath) -> Option<Option<u32>> {
        if path.left == 0 && !path.all {
            path.all = true;
            self.list_moves(path);
        }
        path.left = path.left.checked_sub(1)?;
        let (from, to) = path.moves[path.left % MAX_MOVES];
        let board = &path.board;
        path.rank = board.rank.wrapping_add_signed(self.rank_delta(board, from.into(), to.into()));
        path.index = self.index(moved(board.map, from, to), from, path.rank);
        self.prefetch_entry(path.index);
        path.tried = (from, to);
        Some(None)
    }
}

/// The map after a move.
#[inline(always)]
fn moved(map: u32, from: u8, to: u8) -> u32 {
    map ^ 1 << from ^ 1 << to
}
