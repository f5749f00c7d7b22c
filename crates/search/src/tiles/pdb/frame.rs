//! Frames: how the board is carried to the tables, as it is or reflected, and what a move does there.

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
pub(super) struct FrameMove {
    /// The two cells, in the tables' frame, as bits: added to the map's mask by exclusive or.
    pub(super) cells: u32,
    /// The cell, in the tables' frame, to which the blank goes.
    pub(super) blank: u8,
    /// 1: the tile goes to a later row of the tables' frame; -1: to an earlier one; 0: its rank stays.
    sign: i8,
    /// The cells, in the board's frame, that the tile passes in the row order of the tables' frame.
    passed: [[u8; GROUP]; GROUPS],
}

/// A symmetry that carries the board to the tables, worked out for every move.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    symmetry: Symmetry,
    size: Size,
    groups: usize,
    moves: Box<[FrameMove; MOVES]>,
}

impl Frame {
    pub(super) fn new(size: Size, symmetry: Symmetry) -> Self {
        let nothing = FrameMove { cells: 0, blank: 0, sign: 0, passed: [[NOWHERE; GROUP]; GROUPS] };
        let mut moves = Box::new([nothing; MOVES]);
        for m in Move::all(size) {
            moves[m.index()] = frame_move(size, symmetry, m);
        }
        Self { symmetry, size, groups: (size.width() - 1).div_ceil(GROUP), moves }
    }

    /// Where a cell lies in the tables' frame.
    pub(super) fn cell(&self, cell: usize) -> usize {
        self.symmetry.apply(self.size, cell)
    }

    /// What a move does here.
    #[inline]
    pub(super) fn of(&self, m: Move) -> &FrameMove {
        &self.moves[m.index()]
    }

    /// What a move adds to the rank of the moving tile's arrangement; `gains` says what passing each tile adds.
    ///
    /// A tile that passes none adds up the zeros of [`NOWHERE`]: cheaper than a branch that is hard to foresee.
    #[inline(always)]
    pub(super) fn gain(&self, moved: &FrameMove, gains: &[i32; CELLS], cells: &[u8; CELLS]) -> i32 {
        let gain = |cell: u8| gains[usize::from(cells[usize::from(cell) % CELLS]) % CELLS];
        let [a, b, c, d] = moved.passed[0];
        let mut sum = gain(a) + gain(b) + gain(c) + gain(d);
        if self.groups > 1 {
            sum += moved.passed[1..].iter().flatten().map(|&cell| gain(cell)).sum::<i32>();
        }
        i32::from(moved.sign) * sum
    }
}

fn frame_move(size: Size, symmetry: Symmetry, m: Move) -> FrameMove {
    let (from, to) = (symmetry.apply(size, m.to()), symmetry.apply(size, m.from()));
    let mut passed = [[NOWHERE; GROUP]; GROUPS];
    let between = from.min(to) + 1..from.max(to);
    let in_board = |cell: usize| (0..size.cells()).find(|&c| symmetry.apply(size, c) == cell).unwrap_or(0) as u8;
    let sign = match between.len() {
        0 => 0,
        _ if to > from => 1,
        _ => -1,
    };
    passed.iter_mut().flatten().zip(between.map(in_board)).for_each(|(place, cell)| *place = cell);
    FrameMove { cells: 1 << from | 1 << to, blank: from as u8, sign, passed }
}
