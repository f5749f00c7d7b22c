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
