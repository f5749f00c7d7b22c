//! Frames: how the board is carried to the tables, as it is or reflected, and what moves do there.

use fifteen_puzzle::{Size, Symmetry};

use crate::tiles::moves::{MOVES, Move};
use crate::tiles::space::CELLS;

/// Cells whose tiles are added up at a time; a board of up to five columns needs one such group.
const GROUP: usize = 4;
/// The widest board has 12 columns, so a tile passes at most 11 cells.
const GROUPS: usize = 3;

/// A cell of [`TileState`](crate::tiles::TileState) that no board has: nothing ever stands there.
const NOWHERE: u8 = (CELLS - 1) as u8;

/// What a move does in the tables' frame.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct FrameMove {
    /// The two cells, in the tables' frame, as bits: added to the map's mask by exclusive or.
    pub(super) cells: u32,
    /// 1: the tile goes to a later row of the tables' frame; -1: to an earlier one; 0: its rank stays.
    sign: i32,
    /// The cells, in the board's frame, that the tile passes in the row order of the tables' frame.
    passed: [[u8; GROUP]; GROUPS],
    /// The cell, in the tables' frame, to which the blank goes.
    pub(super) blank: u8,
    /// Whether more than one group is passed.
    wide: bool,
    /// The frame in which the move passes no tile, or the first one.
    pub(super) near: u8,
}

impl FrameMove {
    /// Whether the tile passes others on its way, so that the rank may change.
    #[inline(always)]
    pub(super) fn passes(&self) -> bool {
        self.sign != 0
    }

    /// What the move adds to the rank of the moving tile's arrangement; `gains` says what passing each tile adds.
    ///
    /// A tile that passes none adds up the zeros of [`NOWHERE`]: cheaper than a branch that is hard to foresee.
    #[inline(always)]
    pub(super) fn gain(&self, gains: &[i32; CELLS], cells: &[u8; CELLS]) -> i32 {
        let gain = |cell: u8| gains[usize::from(cells[usize::from(cell) % CELLS]) % CELLS];
        let [a, b, c, d] = self.passed[0];
        let mut sum = gain(a) + gain(b) + gain(c) + gain(d);
        if self.wide {
            sum += self.passed[1..].iter().flatten().map(|&cell| gain(cell)).sum::<i32>();
        }
        self.sign * sum
    }
}

/// A symmetry that carries the board to the tables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    symmetry: Symmetry,
    size: Size,
}

impl Frame {
    pub(super) fn new(size: Size, symmetry: Symmetry) -> Self {
        Self { symmetry, size }
    }

    /// Where a cell lies in the tables' frame.
    pub(super) fn cell(&self, cell: usize) -> usize {
        self.symmetry.apply(self.size, cell)
    }

    /// What a move does.
    fn of(&self, m: Move) -> FrameMove {
        let (from, to) = (self.cell(m.to()), self.cell(m.from()));
        let mut passed = [[NOWHERE; GROUP]; GROUPS];
        let between = from.min(to) + 1..from.max(to);
        let in_board = |cell: usize| (0..self.size.cells()).find(|&c| self.cell(c) == cell).unwrap_or(0) as u8;
        let sign = match between.len() {
            0 => 0,
            _ if to > from => 1,
            _ => -1,
        };
        let wide = between.len() > GROUP;
        passed.iter_mut().flatten().zip(between.map(in_board)).for_each(|(place, cell)| *place = cell);
        FrameMove { cells: 1 << from | 1 << to, sign, passed, blank: from as u8, wide, near: 0 }
    }
}

/// What every move does in each of up to two frames.
#[derive(Debug, Clone)]
pub(super) struct FrameMoves(Box<[[FrameMove; 2]; MOVES]>);

impl FrameMoves {
    pub(super) fn new(size: Size, frames: &[Frame]) -> Self {
        let nothing =
            FrameMove { cells: 0, sign: 0, passed: [[NOWHERE; GROUP]; GROUPS], blank: 0, wide: false, near: 0 };
        let mut moves = Box::new([[nothing; 2]; MOVES]);
        for m in Move::all(size) {
            let both = &mut moves[m.index()];
            frames.iter().zip(both.iter_mut()).for_each(|(frame, place)| *place = frame.of(m));
            let near = u8::from(both[0].passes() && !both[1].passes());
            both.iter_mut().for_each(|place| place.near = near);
        }
        Self(moves)
    }

    /// What a move does in both frames.
    #[inline(always)]
    pub(super) fn of(&self, m: Move) -> &[FrameMove; 2] {
        &self.0[m.index()]
    }
}
