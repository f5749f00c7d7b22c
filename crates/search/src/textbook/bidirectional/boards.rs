//! Bidirectional search for boards of the tile puzzle.
//!
//! The backward search needs lower bounds on the distance to the start board instead of the goal.
//! The forward search's heuristic provides them after the tiles are renamed: if each tile is named
//! after its cell on the start board, the start board looks like the goal. If the blank is not on
//! the same cell of both boards, a reflection or rotation must also move it from its start cell to
//! its goal cell.

use fifteen_puzzle::Symmetry;

use super::{Bidirectional, DirectedHeuristics};
use crate::Heuristic;
use crate::tiles::heuristics::Builtin;
use crate::tiles::{
    AnyHeuristic, BLANK, HeuristicError, MOVES, Move, PADDED_CELLS, SearchResult, SearchTask,
    TileSpace, TileState,
};

/// Searches from the start board and from the goal. If both searches use the Manhattan distance,
/// they run in a version compiled for it, which is faster.
///
/// The backward search uses the same heuristic as the forward search if a symmetry of the board
/// maps the blank's start cell to its goal cell, or if the heuristic ignores the blank. Otherwise
/// it uses the Manhattan distance.
pub(crate) fn search(
    algorithm: Bidirectional,
    forward: &AnyHeuristic,
    task: SearchTask<'_>,
) -> SearchResult {
    let manhattan = AnyHeuristic::manhattan(task.space);
    // A symmetry that moves the blank from its start cell to its goal cell. Without one, the
    // backward search only renames the tiles, and the blank of the renamed board is on the wrong
    // cell. This works only with a heuristic that ignores the blank.
    let symmetry = Symmetry::carrying(
        task.space.size(),
        task.start.blank(),
        task.space.goal().blank(),
    );
    let serves_backward = symmetry.is_some() || forward.ignores_blank();
    let backward = if serves_backward { forward } else { &manhattan };
    if let (AnyHeuristic::Builtin(forward), AnyHeuristic::Builtin(backward)) = (forward, backward)
        && let (Builtin::Manhattan(forward), Builtin::Manhattan(backward)) =
            (&**forward, &**backward)
    {
        return from_both_ends(algorithm, symmetry, forward, backward, task);
    }
    from_both_ends(algorithm, symmetry, forward, backward, task)
}

fn from_both_ends<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
    algorithm: Bidirectional,
    symmetry: Option<Symmetry>,
    forward: &H,
    backward: &H,
    SearchTask {
        space,
        start,
        limits,
        progress,
    }: SearchTask<'_>,
) -> SearchResult {
    let backward = &Towards::new(backward, space, start, symmetry);
    let heuristics = DirectedHeuristics { forward, backward };
    super::search(
        algorithm,
        space,
        heuristics,
        start,
        space.solved(),
        limits,
        progress,
    )
}

/// Turns a heuristic for the distance to the goal into one for the distance to the start board,
/// which the backward search needs.
///
/// It renames the tiles and applies a symmetry of the board, so that the start board becomes the
/// goal. Every other board becomes a board that is as far from the goal as the original board is
/// from the start board. The heuristic evaluates this new board.
struct Towards<'a, H> {
    heuristic: &'a H,
    /// For each cell, the cell to which the symmetry moves its content.
    cells: [u8; PADDED_CELLS],
    /// The new name of each tile. A tile is usually named after its goal cell. Here the start board
    /// takes the place of the goal, so a tile is named after its start cell, moved by the symmetry.
    tiles: [u8; PADDED_CELLS],
    /// The image of each move under the symmetry, indexed by [`Move::index`]. Unused indices
    /// contain `None`.
    moves: [Option<Move>; MOVES],
}

impl<'a, H> Towards<'a, H> {
    /// Creates the heuristic for the distance to `start`. The symmetry must map the blank's start
    /// cell to its goal cell. If it is `None`, only the tiles are renamed.
    fn new(
        heuristic: &'a H,
        space: &TileSpace,
        start: &TileState,
        symmetry: Option<Symmetry>,
    ) -> Self {
        let size = space.size();
        let image = |cell: usize| symmetry.map_or(cell, |symmetry| symmetry.apply(size, cell));
        let mut towards = Self {
            heuristic,
            cells: [0; PADDED_CELLS],
            tiles: [BLANK; PADDED_CELLS],
            moves: [None; MOVES],
        };
        for cell in 0..size.cells() {
            towards.cells[cell] = image(cell) as u8;
            if cell != start.blank() {
                towards.tiles[start.tile(cell)] = image(cell) as u8;
            }
        }
        for m in Move::all(size) {
            let direction =
                symmetry.map_or(m.direction(), |symmetry| symmetry.direction(m.direction()));
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

    fn child(
        &self,
        state: &TileState,
        node: &H::Node,
        m: Move,
        limit: u32,
    ) -> Result<H::Node, u32> {
        // A symmetry maps every move of the board to another move, so this entry is never `None`.
        let image = self.moves[m.index()].ok_or(u32::MAX)?;
        self.heuristic.child(&self.image(state), node, image, limit)
    }
}
