//! The symmetries of a board, and maps that turn solutions for one goal into solutions for another.
//!
//! A [`Symmetry`] moves cells: a rotation or a reflection of the rectangle. It alone does not keep
//! the goal, but with new labels on the tiles it does, and a [`GoalMap`] is both together.
//! Reflection about the main diagonal takes the goal `1 2 3 / 4 5 6 / 7 8 _` to `1 4 7 / 2 5 8 / 3
//! 6 _`, and relabelling 4 as 2, 7 as 3 and so on takes that back to the goal. The same map turns
//! any other board into one that is solved by the reflected moves:
//!
//! ```text
//! 1 2 3               1 4 7                 1 2 3
//! 4 5 _   reflect ->  2 5 8   relabel ->    4 5 6    blank: Down  ->  Right
//! 7 8 6               3 _ 6                 7 _ 8
//! ```
//!
//! So both boards have the same distance to the goal. Pattern databases use this twice: the
//! reflected board is a second lookup in the same table, and tables for one corner serve all four.

use crate::{Board, Direction, MAX_CELLS, Path, Size};

/// One of the eight symmetries of a square, or of the four of another rectangle.
///
/// Any of them is made of three optional steps: swap rows and columns (only on a square), then
/// mirror left and right, then mirror top and bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    mirror: bool,
    flip: bool,
}

impl Symmetry {
    /// The symmetry that leaves every cell where it is.
    pub const IDENTITY: Self = Self {
        transpose: false,
        mirror: false,
        flip: false,
    };

    /// All symmetries of a board, in the order in which the functions below prefer them: the
    /// identity, the rotations, the reflections about the main and the other diagonal, and those
    /// that mirror left and right or top and bottom.
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

    /// The cell to which this symmetry takes a cell.
    ///
    /// A cell that is not on the board stays where it is, and so do all cells if this is no
    /// symmetry of a board of that size.
    pub fn apply(self, size: Size, cell: usize) -> usize {
        if cell >= size.cells() || self.transpose && size.width() != size.height() {
            return cell;
        }
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

    /// The direction to which this symmetry takes a direction.
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

    /// The symmetry that has the effect of this one followed by `next`, on boards of that size.
    #[must_use]
    pub fn then(self, size: Size, next: Self) -> Self {
        let both = |cell| next.apply(size, self.apply(size, cell));
        let same = |s: &Self| (0..size.cells()).all(|cell| s.apply(size, cell) == both(cell));
        // The symmetries of a board are a group, so one of them is always the composition.
        Self::all(size).find(same).unwrap_or(Self::IDENTITY)
    }

    /// A symmetry that takes cell `from` to cell `to`, preferably a rotation, or `None` if no
    /// symmetry does.
    pub fn carrying(size: Size, from: usize, to: usize) -> Option<Self> {
        Self::all(size).find(|s| s.apply(size, from) == to)
    }

    /// The reflection that keeps a cell in place, or `None` if none does.
    ///
    /// It is the reflection about the main diagonal if possible, otherwise about the other
    /// diagonal, otherwise left and right, otherwise top and bottom. No reflection keeps the corner
    /// of a rectangle that is not a square.
    pub fn keeping(size: Size, cell: usize) -> Option<Self> {
        // Each of the three steps reverses the orientation, so an odd number of them is a
        // reflection.
        let reflects = |s: &Self| s.transpose ^ s.mirror ^ s.flip;
        Self::all(size)
            .filter(reflects)
            .find(|s| s.apply(size, cell) == cell)
    }

    /// The largest of the cells to which the symmetries take a cell.
    ///
    /// It represents all of them, so that one set of tables serves goals with the blank on any of
    /// them. For a corner it is the last cell of the board.
    pub fn representative(size: Size, cell: usize) -> usize {
        Self::all(size)
            .map(|s| s.apply(size, cell))
            .max()
            .unwrap_or(cell)
    }
}

/// A symmetry of the cells with new labels for the tiles, which together turn one goal into
/// another.
///
/// A board and its image need the same number of moves, and the image of a solution solves the
/// image of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalMap {
    size: Size,
    symmetry: Symmetry,
    /// The new label of tile t is `labels[t]`.
    labels: [u8; MAX_CELLS],
}

impl GoalMap {
    /// The map from one goal to another, or `None` if the goals differ in size or no symmetry takes
    /// one blank to the other.
    ///
    /// If both have the blank on the same cell, the map only relabels tiles and moves stay as they
    /// are. Otherwise it has a symmetry, preferably a rotation.
    pub fn between(from: &Board, to: &Board) -> Option<Self> {
        if from.size() != to.size() {
            return None;
        }
        let symmetry = Symmetry::carrying(from.size(), from.blank(), to.blank())?;
        Some(Self::new(from, to, symmetry))
    }

    /// The map from a goal to itself by the reflection that keeps its blank in place, or `None` if
    /// no reflection does.
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

    /// The board to which this map takes a board, or `None` if the board has another size.
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
