//! Symmetries of a board, and maps that convert a solution for one goal into a solution for a
//! different goal.
//!
//! A [`Symmetry`] is a rotation or a reflection of the board. Alone, it usually changes the goal,
//! so a [`GoalMap`] combines it with a renumbering of the tiles. For example, reflection about the
//! main diagonal turns the goal `1 2 3 / 4 5 6 / 7 8 _` into `1 4 7 / 2 5 8 / 3 6 _`. Renumbering 4
//! as 2, 7 as 3 and so on restores the goal. The same map turns any board into a board that the
//! reflected moves solve:
//!
//! ```text
//! 1 2 3               1 4 7                 1 2 3
//! 4 5 _   reflect ->  2 5 8   relabel ->    4 5 6    blank: Down  ->  Right
//! 7 8 6               3 _ 6                 7 _ 8
//! ```
//!
//! Both boards therefore have the same distance to the goal. Pattern databases use symmetries in
//! two ways. They look up the reflected board in the same table as the board itself. They also use
//! the tables of a goal with the blank in one corner for every goal with the blank in another
//! corner.

use crate::{Board, Direction, MAX_CELLS, Path, Size};

/// One of the eight symmetries of a square board, or of the four symmetries of any other board.
///
/// Each symmetry consists of three optional steps, in this order: swap rows and columns, mirror
/// left and right, mirror top and bottom. Only a square board allows the first step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    mirror: bool,
    flip: bool,
}

impl Symmetry {
    /// The identity, which leaves every cell in place.
    pub const IDENTITY: Self = Self {
        transpose: false,
        mirror: false,
        flip: false,
    };

    /// Returns all symmetries of a board of the given size.
    ///
    /// The order is: the identity, the rotations, the reflections about the main diagonal and the
    /// other diagonal, and the left-right and top-bottom reflections. [`carrying`](Self::carrying)
    /// and [`keeping`](Self::keeping) prefer symmetries that come earlier in this order.
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

    /// Returns the cell to which this symmetry moves `cell`.
    ///
    /// Returns `cell` itself if it is off the board, or if this symmetry swaps rows and columns but
    /// the board is not square.
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

    /// Returns the direction into which this symmetry turns `direction`.
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

    /// Returns the symmetry that has the same effect as applying `self` first and `next` second.
    /// `size` is the size of the board.
    #[must_use]
    pub fn then(self, size: Size, next: Self) -> Self {
        let both = |cell| next.apply(size, self.apply(size, cell));
        let same = |s: &Self| (0..size.cells()).all(|cell| s.apply(size, cell) == both(cell));
        // The combination of two symmetries is always a symmetry too, so `find` succeeds.
        Self::all(size).find(same).unwrap_or(Self::IDENTITY)
    }

    /// Returns a symmetry that moves cell `from` to cell `to`, preferably a rotation. Returns
    /// `None` if no symmetry does this.
    pub fn carrying(size: Size, from: usize, to: usize) -> Option<Self> {
        Self::all(size).find(|s| s.apply(size, from) == to)
    }

    /// Returns a reflection that leaves `cell` in place. Returns `None` if no reflection does this.
    ///
    /// If several reflections are possible, the order of preference is: main diagonal, other
    /// diagonal, left-right, top-bottom. If the board is not square, no reflection leaves a corner
    /// in place.
    pub fn keeping(size: Size, cell: usize) -> Option<Self> {
        // Each of a symmetry's three optional steps is a reflection. The symmetry itself is a
        // reflection if the number of its steps is odd.
        let reflects = |s: &Self| s.transpose ^ s.mirror ^ s.flip;
        Self::all(size)
            .filter(reflects)
            .find(|s| s.apply(size, cell) == cell)
    }

    /// Returns the representative of a cell, which is the largest cell to which a symmetry can move
    /// it. The representative of a corner is the last cell of the board.
    ///
    /// Pattern databases are built only for goals whose blank is on a representative. They also
    /// serve goals whose blank is on another cell with the same representative.
    pub fn representative(size: Size, cell: usize) -> usize {
        Self::all(size)
            .map(|s| s.apply(size, cell))
            .max()
            .unwrap_or(cell)
    }
}

/// A symmetry of the board, combined with a renumbering of the tiles. Together they turn one goal
/// into another goal, or into the same goal.
///
/// The map preserves distances: a board is as far from the first goal as the mapped board is from
/// the second goal. The map also converts a solution of the board into a solution of the mapped
/// board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalMap {
    size: Size,
    symmetry: Symmetry,
    /// New number of each tile, indexed by its old number.
    labels: [u8; MAX_CELLS],
}

impl GoalMap {
    /// Creates a map from one goal to another. Returns `None` if their sizes differ, or if no
    /// symmetry moves the blank of the first goal to the blank of the second goal.
    ///
    /// If both goals have the blank on the same cell, the map only renumbers tiles and leaves
    /// directions unchanged. Otherwise, the map also contains a symmetry, preferably a rotation.
    pub fn between(from: &Board, to: &Board) -> Option<Self> {
        if from.size() != to.size() {
            return None;
        }
        let symmetry = Symmetry::carrying(from.size(), from.blank(), to.blank())?;
        Some(Self::new(from, to, symmetry))
    }

    /// Creates a map that reflects the board and renumbers the tiles so that the goal stays the
    /// same. Returns `None` if no reflection leaves the blank in place.
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

    /// Applies this map to `board`. Returns `None` if `board` has a different size.
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

    /// Returns the direction on the mapped board that corresponds to `direction` on the original
    /// board.
    pub fn direction(&self, direction: Direction) -> Direction {
        self.symmetry.direction(direction)
    }

    /// Returns the path on the mapped board that corresponds to `path` on the original board.
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
