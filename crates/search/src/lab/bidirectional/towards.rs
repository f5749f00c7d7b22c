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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::space::StateSpace;
    use crate::tiles::{LinearConflict, Manhattan, WalkingDistance};
    use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards, Size};

    /// Every node on a random walk has the value of the space whose goal is the start.
    fn check<H, O>(space: &TileSpace, seed: u64, make: impl Fn(&TileSpace) -> O, heuristic: &H, any_blank: bool)
    where
        H: Heuristic<TileSpace>,
        O: Heuristic<TileSpace>,
    {
        let boards: Vec<_> = RandomBoards::new(*space.goal(), seed).take(12).collect();
        for (start, other) in boards.iter().zip(&boards[1..]) {
            let [start, mut state] = [start, other].map(|board| space.state(board).unwrap());
            let symmetry = symmetry_of(space, &start);
            if symmetry.is_none() && !any_blank {
                continue;
            }
            let towards = Towards::new(heuristic, space, &start, symmetry);
            let turned = TileSpace::new(&space.board(&start), MoveOrder::ULRD);
            let slow = make(&turned);
            let root = |board| slow.root(&turned.state(&board).unwrap()).ok().unwrap();
            assert_eq!(towards.value(&towards.root(&start).ok().unwrap()), 0);
            let mut node = towards.root(&state).ok().unwrap();
            for step in 0..40 {
                assert_eq!(towards.value(&node), slow.value(&root(space.board(&state))), "{state:?}");
                let moves: Vec<_> = space.moves(&state, None).collect();
                let m = moves[step * step % moves.len()];
                node = towards.child(&state, &node, m, 1000).ok().unwrap();
                space.apply(&mut state, m);
            }
        }
    }

    #[test]
    fn values_are_those_of_the_space_whose_goal_is_the_start() {
        for (seed, (width, height)) in [(3, 3), (4, 4), (5, 3), (2, 4), (5, 5)].into_iter().enumerate() {
            let size = Size::new(width, height).unwrap();
            let goal = Goal::Last.board(size).unwrap();
            let space = TileSpace::new(&goal, MoveOrder::ULRD);
            let seed = seed as u64;
            check(&space, seed, |space| Manhattan::new(space.size()), &Manhattan::new(size), true);
            check(&space, seed, |space| LinearConflict::new(space.size()), &LinearConflict::new(size), true);
            if size.cells() <= 16 {
                let walking = |goal: &Board| WalkingDistance::new(goal, &Limits::default()).unwrap();
                check(&space, seed, |space| walking(space.goal()), &walking(&goal), false);
            }
        }
    }
}
