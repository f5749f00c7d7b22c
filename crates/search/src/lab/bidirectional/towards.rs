//! The heuristic of a search from the goal back to the start: the same heuristic, on boards that are renamed.

use fifteen_puzzle::Symmetry;

use crate::space::Heuristic;
use crate::tiles::{BLANK, CELLS, MOVES, Move, TileSpace, TileState};

/// A lower bound of the distance to a start instead of to the goal.
///
/// A symmetry of the cells and new names of the tiles carry the start to the goal, and every board to another one that
/// is as far from the goal as the first is from the start.
pub(super) struct Towards<'a, H> {
    heuristic: &'a H,
    /// By cell: the cell to which the symmetry carries it.
    cells: [u8; CELLS],
    /// By tile: its new name, the cell to which the symmetry carries its cell in the start.
    tiles: [u8; CELLS],
    /// By index.
    moves: [Option<Move>; MOVES],
}

/// The symmetry that carries the blank of a start to its goal cell. Only some cells have one; without it, boards are
/// not turned, which is right for heuristics that ignore the blank.
pub(super) fn symmetry_of(space: &TileSpace, start: &TileState) -> Option<Symmetry> {
    Symmetry::carrying(space.size(), start.blank(), space.goal().blank())
}

impl<'a, H> Towards<'a, H> {
    /// The heuristic towards `start`, with its [`symmetry_of`].
    pub(super) fn new(heuristic: &'a H, space: &TileSpace, start: &TileState, symmetry: Option<Symmetry>) -> Self {
        let size = space.size();
        let image = |cell: usize| symmetry.map_or(cell, |symmetry| symmetry.apply(size, cell));
        let mut towards = Self { heuristic, cells: [0; CELLS], tiles: [BLANK; CELLS], moves: [None; MOVES] };
        for cell in 0..size.cells() {
            towards.cells[cell] = image(cell) as u8;
            if cell != start.blank() {
                towards.tiles[start.tile(cell)] = image(cell) as u8;
            }
        }
        for m in Move::all(size) {
            let direction = symmetry.map_or(m.direction(), |symmetry| symmetry.direction(m.direction()));
            towards.moves[m.index()] = Move::of(size, image(m.from()), direction);
        }
        towards
    }

    fn image(&self, state: &TileState) -> TileState {
        state.renamed(&self.cells, &self.tiles)
    }
}

impl<H: Heuristic<TileSpace>> Heuristic<TileSpace> for Towards<'_, H> {
    type Node = H::Node;
    type Error = H::Error;

    fn root(&self, state: &TileState) -> Result<H::Node, H::Error> {
        self.heuristic.root(&self.image(state))
    }

    fn value(&self, node: &H::Node) -> u32 {
        self.heuristic.value(node)
    }

    fn child(&self, state: &TileState, node: &H::Node, m: Move, limit: u32) -> Result<H::Node, u32> {
        // Every move of the board has an image.
        let image = self.moves[m.index()].ok_or(u32::MAX)?;
        self.heuristic.child(&self.image(state), node, image, limit)
    }
}
