//! [`TileSpace`]: the sliding-tile puzzle in the single-tile metric, as a state space.
//!
//! A state names each tile by its goal cell, so the solved state is the same for all goals with the
//! blank on the same cell. For example, if the goal is 1 2 3 / 4 5 6 / 7 8 _, tile 1 is named 0 and
//! tile 8 is named 7. A table lists the moves that a search tries after each move: all moves from
//! the blank's new cell, except the move back.

use std::fmt;

use fifteen_puzzle::parity::{self, Unsolvable};
use fifteen_puzzle::{Board, MAX_CELLS, MoveOrder, Size};

use super::moves::{MOVES, Move, MoveList};
use crate::space::{KeyedSpace, StateSpace};

/// Length of arrays that are indexed by cell or tile. It is a power of two that no board reaches,
/// so that an index can be masked instead of bounds-checked.
pub const PADDED_CELLS: usize = 32;
/// The value of the blank in a [`TileState`]. It also fills the entries beyond the last cell of the
/// board. No tile has this value.
pub const BLANK: u8 = 31;

/// A board on which each tile is named by its goal cell. Heuristics therefore need not know the
/// goal's numbering of the tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileState {
    cells: [u8; PADDED_CELLS],
    blank: u8,
}

impl TileState {
    /// Returns the goal cells of the tiles, indexed by the cells that the tiles are on. The blank's
    /// cell and all entries beyond the board contain [`BLANK`].
    pub fn cells(&self) -> &[u8; PADDED_CELLS] {
        &self.cells
    }

    /// Returns the goal cell of the tile on `cell`, or [`BLANK`] if no tile is there. `cell` is
    /// taken modulo [`PADDED_CELLS`].
    #[inline]
    pub fn tile(&self, cell: usize) -> usize {
        usize::from(self.cells[cell % PADDED_CELLS])
    }

    /// Applies a symmetry of the board: moves the content of each cell `c` to the cell `cells[c]`,
    /// and renames each tile `t` to `tiles[t]`.
    pub(crate) fn renamed(&self, cells: &[u8; PADDED_CELLS], tiles: &[u8; PADDED_CELLS]) -> Self {
        let mut renamed = Self {
            cells: [BLANK; PADDED_CELLS],
            blank: cells[self.blank() % PADDED_CELLS],
        };
        for (&tile, &cell) in self
            .cells
            .iter()
            .zip(cells)
            .filter(|&(&tile, _)| tile != BLANK)
        {
            renamed.cells[usize::from(cell) % PADDED_CELLS] =
                tiles[usize::from(tile) % PADDED_CELLS];
        }
        renamed
    }

    /// Moves the blank to an adjacent cell, and the tile there to the cell that the blank leaves.
    #[inline]
    pub(super) fn make(&mut self, m: Move) {
        self.cells[m.from()] = self.cells[m.to()];
        self.cells[m.to()] = BLANK;
        self.blank = m.to() as u8;
    }

    /// Returns the cell of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }
}

impl fmt::Debug for TileState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "blank on {}, goal cells {:?}",
            self.blank,
            &self.cells[..MAX_CELLS]
        )
    }
}

/// A state packed into an integer. A cell takes 4 bits on boards of up to 16 cells, and 5 bits on
/// larger boards.
pub(super) type Key = u128;
const _: () = assert!(MAX_CELLS * 5 <= 128);

/// Returns a state's [key](KeyedSpace::write_key) as an integer.
#[inline]
pub(super) fn key_of(space: &TileSpace, state: &TileState) -> Key {
    let mut key = [0; size_of::<Key>()];
    space.write_key(state, &mut key[..space.key_bytes()]);
    Key::from_le_bytes(key)
}

/// The sliding-tile puzzle for one goal, with the order in which the blank's moves are tried.
#[derive(Debug, Clone)]
pub struct TileSpace {
    goal: Board,
    order: MoveOrder,
    solved: TileState,
    goal_cells: [u8; MAX_CELLS],
    /// The moves at the start of a search, indexed by the blank's cell.
    first: [MoveList; PADDED_CELLS],
    /// For each move, the moves to try after it: all possible moves except the move that undoes it.
    /// Indexed by [`Move::index`].
    after: [MoveList; MOVES],
}

impl TileSpace {
    /// Creates the space of all boards that can reach `goal`. Searches try the blank's moves in the
    /// given order.
    pub fn new(goal: &Board, order: MoveOrder) -> Self {
        let size = goal.size();
        let goal_cells = goal.cells_of_tiles();
        let mut first = [MoveList::EMPTY; PADDED_CELLS];
        for (cell, list) in first.iter_mut().enumerate().take(size.cells()) {
            *list = MoveList::new(size, cell, order, None);
        }
        let mut after = [MoveList::EMPTY; MOVES];
        for m in Move::all(size) {
            after[m.index()] = MoveList::new(size, m.to(), order, Some(m.direction().opposite()));
        }
        Self {
            goal: *goal,
            order,
            solved: relabelled(goal, &goal_cells),
            goal_cells,
            first,
            after,
        }
    }

    /// Returns the size of the boards.
    pub fn size(&self) -> Size {
        self.goal.size()
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Returns the order in which searches try the blank's moves.
    pub fn order(&self) -> MoveOrder {
        self.order
    }

    /// Returns the goal as a state.
    pub fn solved(&self) -> &TileState {
        &self.solved
    }

    /// Converts a board to a state, after checking that the board can reach the goal. Searches rely
    /// on this check and do not repeat it.
    ///
    /// # Errors
    /// Returns an error if the board and the goal differ in size, or if the board cannot reach the
    /// goal.
    pub fn state(&self, board: &Board) -> Result<TileState, Unsolvable> {
        parity::check(board, &self.goal)?;
        Ok(relabelled(board, &self.goal_cells))
    }

    /// Returns the number of bits per cell in a key.
    #[inline]
    fn cell_bits(&self) -> usize {
        if self.size().cells() <= 16 { 4 } else { 5 }
    }

    /// Converts a state of this space to a board.
    pub fn board(&self, state: &TileState) -> Board {
        // Look up the number of each tile on its goal cell. For the blank, the state contains
        // `BLANK`, which is beyond the last cell. There, `get` finds no tile, and the result is 0,
        // which is the number of the blank.
        let tiles = state.cells.map(|goal_cell| {
            self.goal
                .tiles()
                .get(usize::from(goal_cell))
                .copied()
                .unwrap_or(0)
        });
        // States of this space always represent valid boards. If a state of another space is
        // invalid, return the goal instead of panicking.
        Board::new(self.size(), &tiles[..self.size().cells()]).unwrap_or(self.goal)
    }
}

/// Converts a board to a state, in which each tile is named by its goal cell.
fn relabelled(board: &Board, goal_cells: &[u8; MAX_CELLS]) -> TileState {
    let mut cells = [BLANK; PADDED_CELLS];
    for (cell, &tile) in board
        .tiles()
        .iter()
        .enumerate()
        .filter(|&(_, &tile)| tile != 0)
    {
        cells[cell] = goal_cells.get(usize::from(tile)).copied().unwrap_or(BLANK);
    }
    TileState {
        cells,
        blank: board.blank() as u8,
    }
}

impl StateSpace for TileSpace {
    type State = TileState;
    type Move = Move;

    #[inline]
    fn moves(&self, state: &TileState, last: Option<Move>) -> impl Iterator<Item = Move> {
        let list = match last {
            Some(last) => &self.after[last.index()],
            None => &self.first[state.blank() % PADDED_CELLS],
        };
        list.as_slice().iter().copied()
    }

    #[inline]
    fn apply(&self, state: &mut TileState, m: Move) {
        state.make(m);
    }

    #[inline]
    fn undo(&self, state: &mut TileState, m: Move) {
        state.cells[m.to()] = state.cells[m.from()];
        state.cells[m.from()] = BLANK;
        state.blank = m.from() as u8;
    }

    #[inline]
    fn is_goal(&self, state: &TileState) -> bool {
        *state == self.solved
    }

    /// Returns the parity of the blank's distance from its goal cell. All solutions have this
    /// parity: if the board is coloured like a chessboard, each move takes the blank to a cell of
    /// the other colour.
    fn parity(&self, state: &TileState) -> Option<u32> {
        Some((self.size().manhattan(state.blank(), self.goal.blank()) % 2) as u32)
    }
}

impl KeyedSpace for TileSpace {
    fn key_bytes(&self) -> usize {
        (self.size().cells() * self.cell_bits()).div_ceil(8)
    }

    #[inline]
    fn write_key(&self, state: &TileState, key: &mut [u8]) {
        let (cells, bits) = (self.size().cells(), self.cell_bits());
        // Store the blank's goal cell in place of `BLANK`, which does not fit in 4 bits. No tile
        // has this value, because each tile is stored as its own goal cell.
        let empty = self.goal.blank() as u8;
        let cells = state.cells[..cells]
            .iter()
            .rev()
            .map(|&tile| if tile == BLANK { empty } else { tile });
        let packed = cells.fold(0, |packed: Key, tile| packed << bits | Key::from(tile));
        key.copy_from_slice(&packed.to_le_bytes()[..key.len()]);
    }

    #[inline]
    fn read_key(&self, key: &[u8]) -> TileState {
        let mut bytes = [0; size_of::<Key>()];
        bytes[..key.len()].copy_from_slice(key);
        let mut rest = Key::from_le_bytes(bytes);
        let (bits, empty) = (self.cell_bits(), self.goal.blank() as u8);
        let mut state = TileState {
            cells: [BLANK; PADDED_CELLS],
            blank: 0,
        };
        for cell in 0..self.size().cells() {
            let tile = (rest & ((1 << bits) - 1)) as u8;
            rest >>= bits;
            if tile == empty {
                state.blank = cell as u8;
            } else {
                state.cells[cell] = tile;
            }
        }
        state
    }
}

#[cfg(test)]
mod tests;
