//! Symmetries of a board, as maps of its cells; and the map between the boards of two goals under which their solutions
//! correspond, move by move.

use crate::{Board, Direction, MAX_CELLS, Path, Size};

/// One of the eight symmetries of a square. Other rectangles have the four that do not transpose.
///
/// It transposes first, then mirrors left-right, then upside down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    mirror: bool,
    flip: bool,
}

impl Symmetry {
    /// Leaves every cell where it is.
    pub const IDENTITY: Self = Self {
        transpose: false,
        mirror: false,
        flip: false,
    };

    /// The symmetries of a board, in the order in which the functions below prefer them: the identity, the
    /// rotations, the reflections about the main and the other diagonal, then left-right and upside down.
    pub fn all(size: Size) -> impl Iterator<Item = Self> {
        const ORDER: [(bool, bool, bool); 8] = [
            (false, false, false),
            (false, true, true),
            (true, true, false),
            (true, false, true),
            (true, false, false),
            (true, true, true),
            (false, true, false),
            (false, false, true),
        ];
        let square = size.width() == size.height();
        ORDER
            .into_iter()
            .map(|(transpose, mirror, flip)| Self {
                transpose,
                mirror,
                flip,
            })
            .filter(move |s| square || !s.transpose)
    }

    /// The image of a cell.
    pub fn apply(self, size: Size, cell: usize) -> usize {
        let (mut row, mut column) = size.row_column(cell);
        if self.transpose {
            (row, column) = (column, row);
        }
        if self.mirror {
            column = size.width() - 1 - column;
        }
        if self.flip {
            row = size.height() - 1 - row;
        }
        row * size.width() + column
    }

    /// The image of a direction.
    #[must_use]
    pub fn direction(self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};

        let turned = match (self.transpose, direction) {
            (false, direction) => direction,
            (true, Up) => Left,
            (true, Left) => Up,
            (true, Down) => Right,
            (true, Right) => Down,
        };
        let reversed = if matches!(turned, Left | Right) {
            self.mirror
        } else {
            self.flip
        };
        if reversed { turned.opposite() } else { turned }
    }

    /// The composition of this symmetry and then another one, on boards of that size.
    #[must_use]
    pub fn then(self, size: Size, next: Self) -> Self {
        let both = |cell| next.apply(size, self.apply(size, cell));
        let same = |s: &Self| (0..size.cells()).all(|cell| s.apply(size, cell) == both(cell));
        // The symmetries of a board are a group, so the composition is one of them.
        Self::all(size).find(same).unwrap_or(Self::IDENTITY)
    }

    /// The symmetry that carries cell `from` to cell `to`, a rotation where there is a choice.
    pub fn carrying(size: Size, from: usize, to: usize) -> Option<Self> {
        Self::all(size).find(|s| s.apply(size, from) == to)
    }

    /// The reflection that keeps a cell in place: about the main diagonal if possible, else about the other diagonal,
    /// else left-right, else upside down.
    ///
    /// `None` where no reflection keeps the cell, as for a corner of a rectangle that is not a square.
    pub fn keeping(size: Size, cell: usize) -> Option<Self> {
        // Each of the three steps reverses the orientation.
        let reflects = |s: &Self| s.transpose ^ s.mirror ^ s.flip;
        Self::all(size)
            .filter(reflects)
            .find(|s| s.apply(size, cell) == cell)
    }

    /// The representative of a cell among its images under all symmetries: the largest of them.
    ///
    /// The representative of a corner is the last cell of the board.
    pub fn representative(size: Size, cell: usize) -> usize {
        Self::all(size)
            .map(|s| s.apply(size, cell))
            .max()
            .unwrap_or(cell)
    }
}

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
        Self {
            size,
            symmetry,
            labels,
        }
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
        Path::new(
            path.directions()
                .iter()
                .map(|&direction| self.direction(direction))
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_bijections_that_keep_neighbours() {
        for size in Size::all() {
            let expected = if size.width() == size.height() { 8 } else { 4 };
            assert_eq!(Symmetry::all(size).count(), expected);
            for s in Symmetry::all(size) {
                let mut images: Vec<_> = (0..size.cells()).map(|c| s.apply(size, c)).collect();
                for cell in 0..size.cells() {
                    for direction in [
                        Direction::Up,
                        Direction::Left,
                        Direction::Right,
                        Direction::Down,
                    ] {
                        let next = size.step(cell, direction).map(|next| images[next]);
                        assert_eq!(size.step(images[cell], s.direction(direction)), next);
                    }
                    for next in size.neighbours(cell) {
                        assert_eq!(size.manhattan(images[cell], images[next]), 1);
                    }
                }
                images.sort_unstable();
                assert!(images.into_iter().eq(0..size.cells()));
            }
        }
    }
}
