//! The bidirectional algorithms on boards. The heuristic of the search from the goal back to the start is the same one,
//! on boards that are renamed.

use fifteen_puzzle::Symmetry;

use super::Bidirectional;
use crate::Heuristic;
use crate::tiles::heuristics::part::{MaxOf, Part};
use crate::tiles::{
    BLANK, Builtin, CELLS, HeuristicError, HeuristicParts, MAX_PARTS, MOVES, Manhattan, Move,
    SearchResult, SearchWith, TileSpace, TileState,
};

/// Searches from both ends: compiled for the Manhattan distance, and for two other types of heuristics in all.
///
/// Backward, the same heuristic serves if a symmetry carries the blank of the start to its goal cell, or if the
/// heuristic ignores the blank; otherwise the Manhattan distance.
pub(crate) fn search(
    algorithm: Bidirectional,
    forward: &HeuristicParts<'_>,
    task: SearchWith<'_>,
) -> SearchResult {
    let manhattan = Builtin::Manhattan(Manhattan::new(task.space.size()));
    // Only some cells of the blank have a symmetry. Without it, boards are not turned, which is right for heuristics that
    // ignore the blank.
    let symmetry = Symmetry::carrying(
        task.space.size(),
        task.start.blank(),
        task.space.goal().blank(),
    );
    let other = HeuristicParts::builtin(&manhattan);
    let ignores_blank =
        |part: &Part<'_>| matches!(part, Part::Builtin(heuristic) if heuristic.ignores_blank());
    let serves_backward = symmetry.is_some() || forward.0.iter().all(ignores_blank);
    let backward = if serves_backward { forward } else { &other };
    let direction = (algorithm, symmetry);
    match (&forward.0[..], &backward.0[..]) {
        (
            [Part::Builtin(Builtin::Manhattan(forward))],
            [Part::Builtin(Builtin::Manhattan(backward))],
        ) => from_both_ends(direction, (forward, backward), task),
        ([forward], [backward]) => from_both_ends(direction, (forward, backward), task),
        (forward, backward) => {
            let [forward, backward] =
                [forward, backward].map(|parts| MaxOf::<_, MAX_PARTS>::new(parts.to_vec()));
            from_both_ends(direction, (&forward, &backward), task)
        }
    }
}

fn from_both_ends<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
    (algorithm, symmetry): (Bidirectional, Option<Symmetry>),
    (forward, backward): (&H, &H),
    SearchWith {
        space,
        start,
        options,
        progress,
    }: SearchWith<'_>,
) -> SearchResult {
    let backward = &Towards::new(backward, space, start, symmetry);
    super::search(
        algorithm,
        space,
        (forward, backward),
        (start, space.solved()),
        &options.limits,
        progress,
    )
}

/// A lower bound of the distance to a start instead of to the goal.
///
/// A symmetry of the cells and new names of the tiles carry the start to the goal, and every board to another one that
/// is as far from the goal as the first is from the start.
struct Towards<'a, H> {
    heuristic: &'a H,
    /// By cell: the cell to which the symmetry carries it.
    cells: [u8; CELLS],
    /// By tile: its new name, the cell to which the symmetry carries its cell in the start.
    tiles: [u8; CELLS],
    /// By index.
    moves: [Option<Move>; MOVES],
}

impl<'a, H> Towards<'a, H> {
    /// The heuristic towards `start`, with a symmetry that carries its blank to the goal cell, if there is one.
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
