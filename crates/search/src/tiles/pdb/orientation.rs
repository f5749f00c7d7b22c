//! Orientations of the board relative to the tables, as it is or reflected, and the effect of moves there.
//!
//! [`Orientation`] maps cells of the board to cells of the tables. [`OrientedMoves`] has for every move an
//! [`OrientedMove`] in each orientation: the cells that change, and the cells that the tile passes.

use fifteen_puzzle::{Size, Symmetry};

use crate::tiles::{CELLS, MOVES, Move};

/// Cells whose tiles are added up at a time; a board of up to five columns needs one such group.
const GROUP: usize = 4;
/// The widest board has 12 columns, so a tile passes at most 11 cells.
const GROUPS: usize = 3;

/// A cell of [`TileState`](crate::tiles::TileState) that no board has: nothing ever stands there.
const NOWHERE: u8 = (CELLS - 1) as u8;

/// The effect of a move in one orientation.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct OrientedMove {
    /// The two cells, in the tables, as bits: added to the map by exclusive or.
    pub(super) cells: u32,
    /// 1: the tile goes to a later row of the tables; -1: to an earlier one; 0: its rank stays.
    sign: i32,
    /// The cells of the board that the tile passes in the row order of the tables.
    passed: [[u8; GROUP]; GROUPS],
    /// The cell of the tables to which the blank goes.
    pub(super) blank: u8,
    /// True if more than one group is passed.
    wide: bool,
    /// The orientation in which the tile passes no other, or the first one.
    pub(super) near: u8,
}

impl OrientedMove {
    /// True if the tile passes others on its way, so that the rank may change.
    #[inline(always)]
    pub(super) fn passes(&self) -> bool {
        self.sign != 0
    }

    /// The change of the rank; `deltas` has for each tile the change that passing it makes.
    ///
    /// A tile that passes none adds up the zeros of [`NOWHERE`]: cheaper than a branch that is hard to predict.
    #[inline(always)]
    pub(super) fn rank_delta(&self, deltas: &[i32; CELLS], cells: &[u8; CELLS]) -> i32 {
        let delta = |cell: u8| deltas[usize::from(cells[usize::from(cell) % CELLS]) % CELLS];
        let [a, b, c, d] = self.passed[0];
        let mut sum = delta(a) + delta(b) + delta(c) + delta(d);
        if self.wide {
            sum += self.passed[1..]
                .iter()
                .flatten()
                .map(|&cell| delta(cell))
                .sum::<i32>();
        }
        self.sign * sum
    }
}

/// A symmetry that carries the board to the tables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Orientation {
    symmetry: Symmetry,
    size: Size,
}

impl Orientation {
    pub(super) fn new(size: Size, symmetry: Symmetry) -> Self {
        Self { symmetry, size }
    }

    /// The cell of the tables for a cell of the board.
    pub(super) fn cell(&self, cell: usize) -> usize {
        self.symmetry.apply(self.size, cell)
    }

    /// The effect of a move.
    fn of(&self, m: Move) -> OrientedMove {
        let (from, to) = (self.cell(m.to()), self.cell(m.from()));
        let mut passed = [[NOWHERE; GROUP]; GROUPS];
        let between = from.min(to) + 1..from.max(to);
        let in_board = |cell: usize| {
            (0..self.size.cells())
                .find(|&c| self.cell(c) == cell)
                .unwrap_or(0) as u8
        };
        let sign = match between.len() {
            0 => 0,
            _ if to > from => 1,
            _ => -1,
        };
        let wide = between.len() > GROUP;
        passed
            .iter_mut()
            .flatten()
            .zip(between.map(in_board))
            .for_each(|(place, cell)| *place = cell);
        OrientedMove {
            cells: 1 << from | 1 << to,
            sign,
            passed,
            blank: from as u8,
            wide,
            near: 0,
        }
    }
}

/// The effect of every move in each of up to two orientations.
#[derive(Debug, Clone)]
pub(super) struct OrientedMoves {
    moves: Box<[[OrientedMove; 2]; MOVES]>,
    /// By orientation and cell of the board: the cell of the tables.
    pub(super) table_cells: [[u8; CELLS]; 2],
    /// Every move is near in an orientation, and passes no tile in it.
    pub(super) have_near: bool,
}

impl OrientedMoves {
    pub(super) fn new(size: Size, orientations: &[Orientation]) -> Self {
        let nothing = OrientedMove {
            cells: 0,
            sign: 0,
            passed: [[NOWHERE; GROUP]; GROUPS],
            blank: 0,
            wide: false,
            near: 0,
        };
        let mut moves = Box::new([[nothing; 2]; MOVES]);
        for m in Move::all(size) {
            let both = &mut moves[m.index()];
            orientations
                .iter()
                .zip(both.iter_mut())
                .for_each(|(orientation, place)| *place = orientation.of(m));
            let near = u8::from(both[0].passes() && !both[1].passes());
            both.iter_mut().for_each(|place| place.near = near);
        }
        let mut table_cells = [[0; CELLS]; 2];
        for (orientation, cells) in orientations.iter().zip(&mut table_cells) {
            (0..size.cells()).for_each(|cell| cells[cell] = orientation.cell(cell) as u8);
        }
        let have_near = Move::all(size).all(|m| {
            moves[m.index()]
                .iter()
                .filter(|moved| moved.passes())
                .count()
                <= 1
        });
        Self {
            moves,
            table_cells,
            have_near: orientations.len() == 2 && have_near,
        }
    }

    /// The effect of a move in both orientations.
    #[inline(always)]
    pub(super) fn of(&self, m: Move) -> &[OrientedMove; 2] {
        &self.moves[m.index()]
    }
}
