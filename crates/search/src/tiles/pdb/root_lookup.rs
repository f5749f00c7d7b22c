//! [`RootLookup`]: one lookup, prepared for boards from scratch, and the [`PatternBoard`] that it sees of a board.

use fifteen_pdb::Pattern;
use fifteen_pdb::index::BlankRegions;
use fifteen_pdb::index::rank::{self, MAX_TILES};
use fifteen_puzzle::Size;

use super::orientation::Orientation;
use crate::tiles::cells::CELLS;
use crate::tiles::space::TileState;

/// Numbers of tiles, and [`OTHER`].
pub(super) const NUMBERS: usize = 16;
/// No tile of the pattern.
const OTHER: u8 = 15;
const _: () = assert!(MAX_TILES <= OTHER as usize);

/// One lookup, a table and an orientation, with what it needs for any board.
#[derive(Debug)]
pub(super) struct RootLookup {
    pub(super) regions: BlankRegions,
    /// Tiles of the pattern.
    tiles: usize,
    /// By cell of the table: the cell of the board.
    board_cells: Vec<usize>,
    /// By tile of the board: its number in the pattern, or [`OTHER`].
    numbers: [u8; CELLS],
    /// By number and cell: the Manhattan distance to the goal.
    far: [[u8; CELLS]; NUMBERS],
    /// By number and cell: the cells next to it that are nearer to the goal.
    pub(super) nearer: [[u32; CELLS]; NUMBERS],
    /// By cell: the cells next to it.
    pub(super) next_to: [u32; CELLS],
    /// By two numbers: the change of the rank when the first tile passes the second; 0 for [`OTHER`].
    passes: [[i32; NUMBERS]; NUMBERS],
    pub(super) goal: PatternBoard,
}

/// The tiles of the pattern and the blank on a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct PatternBoard {
    pub(super) map: u32,
    pub(super) blank: u8,
    pub(super) rank: u32,
    /// By cell: the number of the tile, or [`OTHER`].
    pub(super) at: [u8; CELLS],
}

impl RootLookup {
    pub(super) fn new(size: Size, orientation: &Orientation, pattern: &Pattern) -> Self {
        let (goals, cells) = (pattern.cells(), size.cells());
        let in_order: Vec<u8> = (0..goals.len() as u8).collect();
        let (map, blank) = (pattern.mask(), pattern.blank() as u8);
        let mut lookup = Self {
            regions: BlankRegions::new(size),
            tiles: goals.len(),
            board_cells: vec![0; cells],
            numbers: [OTHER; CELLS],
            far: [[0; CELLS]; NUMBERS],
            nearer: [[0; CELLS]; NUMBERS],
            next_to: [0; CELLS],
            passes: [[0; NUMBERS]; NUMBERS],
            goal: PatternBoard { map, blank, rank: rank::rank(&in_order), at: [OTHER; CELLS] },
        };
        for cell in 0..cells {
            lookup.board_cells[orientation.cell(cell)] = cell;
            // The board's tiles are named by their goal cells.
            if let Ok(number) = goals.binary_search(&(orientation.cell(cell) as u8)) {
                lookup.numbers[cell] = number as u8;
            }
            lookup.next_to[cell] = size.neighbours(cell).fold(0, |mask, next| mask | 1 << next);
        }
        for (number, &goal) in goals.iter().enumerate() {
            let far = |cell: usize| size.manhattan(cell, goal.into()) as u8;
            for cell in 0..cells {
                lookup.far[number][cell] = far(cell);
                let nearer = size.neighbours(cell).filter(|&next| far(next) < far(cell));
                lookup.nearer[number][cell] = nearer.fold(0, |mask, next| mask | 1 << next);
            }
            for other in (0..goals.len()).filter(|&other| other != number) {
                lookup.passes[number][other] = rank::pass_delta(number as u8, other as u8);
            }
        }
        lookup
    }

    /// The pattern on a board, and the Manhattan distance of its tiles.
    #[inline]
    pub(super) fn pattern_board(&self, state: &TileState) -> (PatternBoard, u32) {
        let (mut board, mut manhattan) = (PatternBoard { map: 0, blank: 0, rank: 0, at: [OTHER; CELLS] }, 0);
        let (mut order, mut tiles) = ([0; NUMBERS], 0);
        for (cell, &on_board) in self.board_cells.iter().enumerate() {
            let number = self.numbers[state.tile(on_board) % CELLS];
            board.at[cell % CELLS] = number;
            if number != OTHER {
                board.map |= 1 << cell;
                order[tiles % NUMBERS] = number;
                tiles += 1;
                manhattan += u32::from(self.far[usize::from(number) % NUMBERS][cell % CELLS]);
            } else if on_board == state.blank() {
                board.blank = cell as u8;
            }
        }
        board.rank = rank::rank(&order[..self.tiles]);
        (board, manhattan)
    }

    /// The change of the rank by a move: the sum over the tiles that are passed in the order of the cells.
    #[inline(always)]
    pub(super) fn rank_delta(&self, board: &PatternBoard, from: usize, to: usize) -> i32 {
        let passes = &self.passes[usize::from(board.at[from % CELLS]) % NUMBERS];
        let delta = |cell: usize| passes[usize::from(board.at[cell % CELLS]) % NUMBERS];
        if from < to { (from + 1..to).map(delta).sum() } else { -(to + 1..from).map(delta).sum::<i32>() }
    }
}
