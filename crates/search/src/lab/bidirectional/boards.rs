//! The bidirectional algorithms on boards.
//!
//! The search from the goal needs lower bounds of the distance to the start. It gets them from the same heuristic, by
//! renaming: if the tiles are named by the cells on which they stand in the start, the start becomes the goal. If the
//! blank of the start stands elsewhere than that of the goal, a symmetry of the board must carry it there too.

use fifteen_puzzle::Symmetry;

use super::Bidirectional;
use crate::Heuristic;
use crate::tiles::heuristics::Builtin;
use crate::tiles::{
    AnyHeuristic, BLANK, CELLS, HeuristicError, MOVES, Move, SearchResult, SearchWith, TileSpace,
    TileState,
};

/// Searches from both ends: compiled for the Manhattan distance, and once for all other heuristics.
///
/// Backward, the same heuristic serves if a symmetry carries the blank of the start to its goal cell, or if the
/// heuristic ignores the blank; otherwise the Manhattan distance.
pub(crate) fn search(
    algorithm: Bidirectional,
    forward: &AnyHeuristic,
    task: SearchWith<'_>,
) -> SearchResult {
    let manhattan = AnyHeuristic::manhattan(task.space);
    // There is a symmetry only for some cells of the blank. Without one, boards are renamed but not turned, which is
    // correct for heuristics that ignore the blank.
    let symmetry = Symmetry::carrying(
        task.space.size(),
        task.start.blank(),
        task.space.goal().blank(),
    );
    let serves_backward = symmetry.is_some() || forward.ignores_blank();
    let backward = if serves_backward { forward } else { &manhattan };
    let direction = (algorithm, symmetry);
    if let (AnyHeuristic::Builtin(forward), AnyHeuristic::Builtin(backward)) = (forward, backward)
        && let (Builtin::Manhattan(forward), Builtin::Manhattan(backward)) =
            (&**forward, &**backward)
    {
        return from_both_ends(direction, (forward, backward), task);
    }
    from_both_ends(direction, (forward, backward), task)
}

fn from_both_ends<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
    (algorithm, symmetry): (Bidirectional, Option<Symmetry>),
    (forward, backward): (&H, &H),
    SearchWith {
        space,
        start,
        limits,
        progress,
    }: SearchWith<'_>,
) -> SearchResult {
    let backward = &Towards::new(backward, space, start, symmetry);
    super::search(
        algorithm,
        space,
        (forward, backward),
        (start, space.solved()),
        limits,
        progress,
    )
}

/// A lower bound of the distance to the start instead of the goal.
///
/// A symmetry of the cells and new names of the tiles map the start to the goal, and any board to one whose distance to
/// the goal equals the first board's distance to the start.
struct Towards<'a, H> {
    heuristic: &'a H,
    /// For each cell, the cell to which the symmetry maps it.
    cells: [u8; CELLS],
    /// For each tile, its new name: the cell to which the symmetry maps the tile's cell in the start.
    tiles: [u8; CELLS],
    /// For each move, its image, indexed by [`Move::index`].
    moves: [Option<Move>; MOVES],
}

impl<'a, H> Towards<'a, H> {
    /// The heuristic towards `start`. The symmetry, if any, maps the cell of its blank to the goal cell of the blank.
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
            cells: [0; CELLS],
            tiles: [BLANK; CELLS],
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
        // Every move of the board has an image.
        let image = self.moves[m.index()].ok_or(u32::MAX)?;
        self.heuristic.child(&self.image(state), node, image, limit)
    }
}
