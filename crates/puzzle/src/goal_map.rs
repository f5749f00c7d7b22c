//! The map between the boards of two goals under which their solutions correspond, move by move.

use crate::board::Board;
use crate::path::Path;
use crate::size::{Direction, MAX_CELLS, Size};
use crate::symmetry::Symmetry;

/// A symmetry of the cells with new labels of the tiles, which carries one goal to another.
///
/// A board and its image need the same number of moves, and the image of a solution solves the image of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalMap {
    size: Size,
    symmetry: Symmetry,
    /// The new label of each tile.
    labels: [u8; MAX_CELLS],
}

impl GoalMap {
    /// The map from one goal to another of the same size. Where both have the blank on the same cell it only relabels
    /// tiles, and moves stay as they are; otherwise a symmetry, a rotation if possible, carries the blank's cell.
    ///
    /// `None` if the goals differ in size, or no symmetry carries one blank to the other.
    pub fn between(from: &Board, to: &Board) -> Option<Self> {
        if from.size() != to.size() {
            return None;
        }
        let symmetry = Symmetry::carrying(from.size(), from.blank(), to.blank())?;
        Some(Self::new(from, to, symmetry))
    }

    /// The reflection that keeps the goal's blank on its cell. `None` if no reflection does.
    pub fn reflection(goal: &Board) -> Option<Self> {
        Symmetry::keeping(goal.size(), goal.blank()).map(|symmetry| Self::new(goal, goal, symmetry))
    }

    fn new(from: &Board, to: &Board, symmetry: Symmetry) -> Self {
        let size = from.size();
        let mut labels = [0; MAX_CELLS];
        for (cell, &tile) in from.tiles().iter().enumerate() {
            labels[usize::from(tile)] = to.tiles()[symmetry.apply(size, cell)];
        }
        Self { size, symmetry, labels }
    }

    /// The image of a board; `None` if it has another size.
    pub fn board(&self, board: &Board) -> Option<Board> {
        if board.size() != self.size {
            return None;
        }
        let mut tiles = vec![0; self.size.cells()];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            tiles[self.symmetry.apply(self.size, cell)] = self.labels[usize::from(tile)];
        }
        Board::new(self.size, &tiles).ok()
    }

    /// The image of a direction.
    pub fn direction(&self, direction: Direction) -> Direction {
        self.symmetry.direction(direction)
    }

    /// The image of a path.
    #[must_use]
    pub fn path(&self, path: &Path) -> Path {
        Path::new(path.directions().iter().map(|&direction| self.direction(direction)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, RandomBoards};
    use proptest::prelude::*;

    const GOALS: [Goal; 3] = [Goal::Last, Goal::First, Goal::Spiral];

    proptest! {
        #[test]
        fn images_of_solutions_are_solutions(seed: u64, w in 2usize..=5, h in 2usize..=5, from in 0usize..3, to in 0usize..3) {
            let size = Size::new(w, h).unwrap();
            let [from, to] = [from, to].map(|goal| GOALS[goal].board(size).unwrap());
            let board = RandomBoards::new(from, seed).next().unwrap();
            // Any path from the goal, walked back, is a solution.
            let directions = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];
            let (mut end, mut back) = (from, Vec::new());
            for step in 0..40 {
                let direction = directions[(seed >> (step % 62)) as usize % 4];
                if let Some(next) = end.moved(direction) {
                    end = next;
                    back.insert(0, direction.opposite());
                }
            }
            let solution = Path::new(back);
            prop_assert!(solution.solves(&end, &from));
            for (map, goal) in [(GoalMap::between(&from, &to), to), (GoalMap::reflection(&from), from)] {
                let Some(map) = map else { continue };
                prop_assert!(map.path(&solution).solves(&map.board(&end).unwrap(), &goal));
            }
            if let Some(there) = GoalMap::between(&from, &to) {
                let image = there.board(&board).unwrap();
                prop_assert_eq!(crate::parity::check(&image, &to).is_ok(), crate::parity::check(&board, &from).is_ok());
            }
        }
    }
}
