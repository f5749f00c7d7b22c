//! A puzzle: the board, the pieces, where they stand, and where some of them shall stand.

use crate::shape::{Axis, Shape};

/// Columns and rows of a map are at most this.
pub const MAX_SIDE: usize = 255;
/// The box around a board's floor has at most this many cells.
pub const MAX_CELLS: usize = 1024;

/// What is in one place of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Not part of the board.
    Outside,
    /// A wall.
    Wall,
    /// A cell on which pieces may stand.
    Floor,
}

/// One piece.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The character that draws it.
    pub label: char,
    /// Its cells.
    pub shape: Shape,
    /// The axis to which it is locked, in Rush Hour puzzles.
    pub axis: Option<Axis>,
}

/// Where each piece stands: by index, the cell of its anchor (the piece's first cell in reading order).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    pub(crate) anchors: Vec<u16>,
}

impl Position {
    /// The cell of a piece's anchor; cells of the map are numbered row by row from 0.
    ///
    /// # Panics
    /// If there is no such piece.
    pub fn anchor(&self, piece: usize) -> usize {
        usize::from(self.anchors[piece])
    }
}

/// One piece of the goal map.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The character that draws it.
    pub label: char,
    /// The piece that shall stand there; `None` in a goal by shape, where any piece of this shape will do.
    pub piece: Option<usize>,
    /// The shape that shall stand there.
    pub shape: Shape,
    /// The cell of the anchor.
    pub cell: usize,
}

/// When a puzzle is solved: all these places are taken. Other pieces may stand anywhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Goal {
    /// Whether shapes are compared instead of names.
    pub by_shape: bool,
    /// The pieces of the goal map, in reading order; at least one.
    pub places: Vec<Place>,
}

/// A sliding-block puzzle, checked: pieces stand on the floor and do not overlap, and so do the goal's.
///
/// Made by [`crate::format::parse`] and [`crate::format::rush_hour`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    pub(crate) name: String,
    pub(crate) properties: Vec<(String, String)>,
    pub(crate) width: usize,
    pub(crate) cells: Vec<Cell>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) start: Position,
    pub(crate) goal: Option<Goal>,
    pub(crate) locked: bool,
}

impl Puzzle {
    /// Its name; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The `key: value` lines without a meaning here, such as `source` or `optimum`, in their order.
    pub fn properties(&self) -> &[(String, String)] {
        &self.properties
    }

    /// The first value of such a key.
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// Columns of the map.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the map.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The map without pieces, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The pieces in the order in which the start map shows them.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Where the pieces stand at first.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What is to be reached, if anything is.
    pub fn goal(&self) -> Option<&Goal> {
        self.goal.as_ref()
    }

    /// Whether it is a Rush Hour puzzle: each piece is locked to its long axis.
    pub fn is_locked(&self) -> bool {
        self.locked
    }

    /// The cells that a piece covers, in reading order.
    ///
    /// # Panics
    /// If the position has no such piece; positions belong to the puzzle that they came from.
    pub fn covered(&self, piece: usize, position: &Position) -> impl Iterator<Item = usize> + '_ {
        let anchor = position.anchor(piece) as i32;
        let width = self.width as i32;
        self.pieces[piece].shape.offsets().iter().map(move |&(x, y)| (anchor + y * width + x) as usize)
    }

    /// The piece on each cell of the map.
    pub fn occupants(&self, position: &Position) -> Vec<Option<usize>> {
        let mut occupants = vec![None; self.cells.len()];
        for piece in 0..self.pieces.len() {
            self.covered(piece, position).for_each(|cell| occupants[cell] = Some(piece));
        }
        occupants
    }

    /// The map of a position, one line a row, in the characters of the text format.
    pub fn map(&self, position: &Position) -> Vec<String> {
        let labels = self.occupants(position).into_iter().map(|o| o.map(|piece| self.pieces[piece].label));
        self.draw(labels)
    }

    /// The map of the goal: its pieces, and everything else empty.
    pub fn goal_map(&self) -> Option<Vec<String>> {
        let goal = self.goal.as_ref()?;
        let mut labels = vec![None; self.cells.len()];
        for place in &goal.places {
            for &(x, y) in place.shape.offsets() {
                labels[(place.cell as i32 + y * self.width as i32 + x) as usize] = Some(place.label);
            }
        }
        Some(self.draw(labels.into_iter()))
    }

    fn draw(&self, labels: impl Iterator<Item = Option<char>>) -> Vec<String> {
        let characters: Vec<char> = self
            .cells
            .iter()
            .zip(labels)
            .map(|(cell, label)| match cell {
                Cell::Outside => ' ',
                Cell::Wall => '#',
                Cell::Floor => label.unwrap_or('.'),
            })
            .collect();
        characters.chunks(self.width).map(|row| row.iter().collect()).collect()
    }

    /// Whether all of the goal's places are taken; `false` without a goal.
    pub fn is_solved(&self, position: &Position) -> bool {
        let Some(goal) = &self.goal else { return false };
        goal.places.iter().all(|place| match place.piece {
            Some(piece) => position.anchor(piece) == place.cell,
            None => self
                .pieces
                .iter()
                .zip(&position.anchors)
                .any(|(piece, &anchor)| usize::from(anchor) == place.cell && piece.shape == place.shape),
        })
    }

    /// The map's cell at a column and a row, if there is floor.
    pub(crate) fn floor(&self, x: i32, y: i32) -> Option<usize> {
        if x < 0 || y < 0 || x as usize >= self.width || y as usize >= self.height() {
            return None;
        }
        let cell = y as usize * self.width + x as usize;
        (self.cells[cell] == Cell::Floor).then_some(cell)
    }

    /// The cells of a shape with its anchor on a cell, if all are floor.
    pub(crate) fn fits(&self, shape: &Shape, anchor: usize) -> Option<Vec<usize>> {
        let (x0, y0) = ((anchor % self.width) as i32, (anchor / self.width) as i32);
        shape.offsets().iter().map(|&(x, y)| self.floor(x0 + x, y0 + y)).collect()
    }
}
