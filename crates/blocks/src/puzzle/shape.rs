//! Directions, axes, and the shape of a piece: its cells relative to the first one in reading order.

/// The direction in which a piece moves by one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
}

impl Direction {
    /// All directions, in the order in which moves are tried.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// `U`, `D`, `L` or `R`.
    pub fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }

    /// The columns and rows of a step.
    pub fn delta(self) -> (i32, i32) {
        match self {
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
        }
    }

    /// The axis of the direction.
    pub fn axis(self) -> Axis {
        match self {
            Direction::Up | Direction::Down => Axis::Vertical,
            Direction::Left | Direction::Right => Axis::Horizontal,
        }
    }
}

/// The line to which a Rush Hour piece is locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// Left and right.
    Horizontal,
    /// Up and down.
    Vertical,
}

/// The cells of a piece, connected or not, as columns and rows from its anchor: the first cell in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    offsets: Vec<(i32, i32)>,
}

impl Shape {
    /// The shape of a set of cells, given as (column, row) in any order. `None` for an empty set.
    pub fn of(cells: &[(i32, i32)]) -> Option<Self> {
        let &(x0, y0) = cells.iter().min_by_key(|&&(x, y)| (y, x))?;
        let mut offsets: Vec<_> = cells.iter().map(|&(x, y)| (x - x0, y - y0)).collect();
        offsets.sort_unstable_by_key(|&(x, y)| (y, x));
        offsets.dedup();
        Some(Self { offsets })
    }

    /// The cells in reading order, as (columns, rows) from the anchor; the first is (0, 0). Columns may be negative.
    pub fn offsets(&self) -> &[(i32, i32)] {
        &self.offsets
    }

    /// Number of cells.
    #[allow(clippy::len_without_is_empty)] // a shape has at least one cell
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// The width and the height of the box around it.
    pub fn extent(&self) -> (usize, usize) {
        let spread = |values: &mut dyn Iterator<Item = i32>| {
            let (low, high) = values.fold((0, 0), |(low, high), v| (low.min(v), high.max(v)));
            (high - low) as usize + 1
        };
        (spread(&mut self.offsets.iter().map(|o| o.0)), spread(&mut self.offsets.iter().map(|o| o.1)))
    }

    /// The axis of the longer side of the box around it; `None` if both sides are equal.
    pub fn long_axis(&self) -> Option<Axis> {
        let (width, height) = self.extent();
        (width != height).then_some(if width > height { Axis::Horizontal } else { Axis::Vertical })
    }
}
