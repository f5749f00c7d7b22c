//! The multi-tile metric: several tiles of a row or column, pushed together, are one move.

use fifteen_puzzle::{Board, MoveOrder};

use super::moves::Move;
use super::space::{TileSpace, TileState};
use crate::space::StateSpace;

/// A slide: the blank goes straight from one cell to another, and the tiles between them move up one cell each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    from: u8,
    to: u8,
}

impl Slide {
    /// The cell that the blank leaves.
    pub fn from(self) -> usize {
        self.from.into()
    }

    /// The cell to which the blank goes.
    pub fn to(self) -> usize {
        self.to.into()
    }
}

/// The sliding-tile puzzle in the multi-tile metric: simple, for counts and comparisons on small boards.
///
/// Slides are tried in the order of their directions, short ones first.
#[derive(Debug, Clone)]
pub struct SlideSpace {
    tiles: TileSpace,
}

impl SlideSpace {
    /// The space of the boards that can reach `goal`.
    pub fn new(goal: &Board, order: MoveOrder) -> Self {
        Self { tiles: TileSpace::new(goal, order) }
    }

    /// The same boards in the single-tile metric: states and boards correspond as there.
    pub fn tiles(&self) -> &TileSpace {
        &self.tiles
    }

    /// The single moves of a slide.
    fn steps(&self, Slide { from, to }: Slide) -> impl Iterator<Item = Move> {
        let size = self.tiles.size();
        let ahead = move |m: &Move| size.manhattan(m.to(), to.into()) < size.manhattan(m.from(), to.into());
        let next = move |cell: usize| Move::all(size).filter(|m| m.from() == cell).find(ahead);
        std::iter::successors(next(from.into()), move |m| next(m.to()))
    }
}

impl StateSpace for SlideSpace {
    type State = TileState;
    type Move = Slide;

    fn moves(&self, state: &TileState, last: Option<Slide>) -> impl Iterator<Item = Slide> {
        let (size, from) = (self.tiles.size(), state.blank());
        let ray = move |direction| std::iter::successors(size.step(from, direction), move |&c| size.step(c, direction));
        let slides = self.tiles.order().directions().into_iter().flat_map(ray);
        let slides = slides.map(move |to| Slide { from: from as u8, to: to as u8 });
        slides.filter(move |slide| last.is_none_or(|last| last.from != slide.to))
    }

    fn apply(&self, state: &mut TileState, slide: Slide) {
        self.steps(slide).for_each(|step| self.tiles.apply(state, step));
    }

    fn undo(&self, state: &mut TileState, Slide { from, to }: Slide) {
        self.apply(state, Slide { from: to, to: from });
    }

    fn is_goal(&self, state: &TileState) -> bool {
        self.tiles.is_goal(state)
    }

    fn key_bytes(&self) -> usize {
        self.tiles.key_bytes()
    }

    fn write_key(&self, state: &TileState, key: &mut [u8]) {
        self.tiles.write_key(state, key);
    }

    fn read_key(&self, key: &[u8]) -> TileState {
        self.tiles.read_key(key)
    }

    /// A slide may move any number of tiles, so lengths have no parity.
    fn parity(&self, _: &TileState) -> Option<u32> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::{Direction, Goal, RandomBoards, Size};

    #[test]
    fn a_slide_is_single_moves_in_one_direction() {
        for size in [(4, 4), (2, 5), (5, 3), (2, 2)] {
            let goal = Goal::Last.board(Size::new(size.0, size.1).unwrap()).unwrap();
            let space = SlideSpace::new(&goal, MoveOrder::ULRD);
            for board in RandomBoards::new(goal, 5).take(30) {
                let start = space.tiles().state(&board).unwrap();
                let mut expected = Vec::new();
                for direction in [Direction::Up, Direction::Left, Direction::Right, Direction::Down] {
                    expected.extend(std::iter::successors(board.moved(direction), |b| b.moved(direction)));
                }
                let mut found = Vec::new();
                for slide in space.moves(&start, None) {
                    let mut state = start;
                    space.apply(&mut state, slide);
                    found.push(space.tiles().board(&state));
                    assert_eq!((slide.from(), slide.to()), (start.blank(), state.blank()));
                    let rest: Vec<_> = space.moves(&state, Some(slide)).collect();
                    assert!(rest.iter().all(|back| back.to() != slide.from()));
                    assert_eq!(rest.len() + 1, space.moves(&state, None).count());
                    space.undo(&mut state, slide);
                    assert_eq!(state, start);
                }
                assert_eq!(found, expected, "{board}");
                assert_eq!(found.len(), size.0 + size.1 - 2);
            }
        }
    }
}
