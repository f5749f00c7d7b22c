//! A puzzle: the board, the pieces, where they start, and the goal.
//!
//! A puzzle is drawn in a rectangular map, whose cells are numbered row by row from 0. The place of
//! a piece is its *anchor*: the first cell that it covers, in reading order. For example, this map
//! has three columns, and its pieces have the anchors 0 (`A`) and 2 (`B`):
//!
//! ```text
//! AAB      0 1 2
//! A.B      3 4 5
//! ```
//!
//! The [`PieceShape`] of `A` lists its cells as columns and rows from the anchor: (0, 0), (1, 0),
//! (0, 1).

pub(crate) mod optima;
mod remarks;
pub(crate) mod rules;
pub(crate) mod shape;

use std::iter;
use std::ops::Range;

use fifteen_puzzle::Axis;
use shape::PieceShape;

/// Maximum number of columns, and of rows, of a map.
pub const MAX_SIDE: usize = 255;
/// Maximum number of cells of the smallest rectangle around the floor.
pub const MAX_CELLS: usize = 1024;

/// What a cell of the map is, apart from pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// Not part of the board.
    Outside,
    /// A wall.
    Wall,
    /// A cell on which pieces may stand.
    Floor,
}

/// Returns the columns and the rows of the smallest rectangle around the floor. Both are empty
/// without floor.
pub(crate) fn floor_box(cells: &[CellKind], width: usize) -> [Range<usize>; 2] {
    let nothing = Range {
        start: usize::MAX,
        end: 0,
    };
    let mut spans = [nothing.clone(), nothing];
    for (cell, kind) in cells.iter().enumerate() {
        if *kind == CellKind::Floor {
            for (span, at) in spans.iter_mut().zip([cell % width, cell / width]) {
                *span = span.start.min(at)..span.end.max(at + 1);
            }
        }
    }
    spans
}

/// A piece.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockPiece {
    /// The character that stands for it in maps.
    pub label: char,
    /// Its cells.
    pub shape: PieceShape,
    /// The axis along which it moves, if it is locked to one.
    pub axis: Option<Axis>,
    /// The number of its group in the line `equal:`, from 0. If a goal names a piece of a group,
    /// any other piece of the group meets it as well.
    pub group: Option<usize>,
}

/// The place of every piece. A position belongs to the puzzle that it came from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The anchor of each piece. Maps have at most 255 x 255 cells.
    pub(crate) anchors: Vec<u16>,
}

impl Position {
    /// Returns the anchor of each piece, which is the first cell that it covers in reading order.
    pub fn anchors(&self) -> impl Iterator<Item = usize> + '_ {
        self.anchors.iter().map(|&anchor| usize::from(anchor))
    }

    /// Returns the anchor of a piece, or `None` if there is no such piece.
    pub fn anchor(&self, piece: usize) -> Option<usize> {
        self.anchors.get(piece).map(|&anchor| usize::from(anchor))
    }

    /// Returns the anchor of a piece of the puzzle from which the position came, and panics for any
    /// other number.
    pub(crate) fn anchor_of(&self, piece: usize) -> usize {
        usize::from(self.anchors[piece])
    }
}

/// A piece of the goal map.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GoalPiece {
    /// The character that stands for it in the goal map.
    pub label: char,
    /// The piece that has to stand here. `None` if any piece of the shape will do, or any piece of
    /// a group.
    pub piece: Option<usize>,
    /// The group of which a piece has to stand here.
    pub group: Option<usize>,
    /// The shape that has to stand here.
    pub shape: PieceShape,
    /// The cell of the anchor.
    pub cell: usize,
}

/// The goal of a puzzle: pieces stand in all of these places. Other pieces may stand anywhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockGoal {
    /// Whether any piece of the right shape will do, whatever its character.
    pub by_shape: bool,
    /// The pieces of the goal map in reading order. There is at least one.
    pub pieces: Vec<GoalPiece>,
}

/// Cells that only some pieces may enter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Gate {
    /// The character that stands for it in maps.
    pub label: char,
    /// Its cells in reading order.
    pub cells: Vec<usize>,
    /// The pieces that may enter.
    pub pieces: Vec<usize>,
}

/// A valid sliding-block puzzle: the pieces of the start and of the goal stand on the floor, and no
/// two pieces overlap.
///
/// [`crate::format::parse`] and [`PuzzleNotation::parse`](crate::format::PuzzleNotation::parse)
/// make puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    pub(crate) name: String,
    pub(crate) properties: Vec<(String, String)>,
    pub(crate) width: usize,
    pub(crate) cells: Vec<CellKind>,
    pub(crate) pieces: Vec<BlockPiece>,
    pub(crate) start: Position,
    pub(crate) goal: Option<BlockGoal>,
    pub(crate) locked: bool,
    pub(crate) gates: Vec<Gate>,
}

impl Puzzle {
    /// Returns the name, which may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the `key: value` lines that do not change the puzzle, such as `source` and
    /// `optimum`, in their order.
    pub fn properties(&self) -> &[(String, String)] {
        &self.properties
    }

    /// Returns the first value of a key in [`Puzzle::properties`].
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties
            .iter()
            .find(|(other, _)| other == key)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the same puzzle with another start, or `None` if the position is not one of this
    /// puzzle.
    pub fn starting_from(&self, position: &Position) -> Option<Self> {
        if position.anchors.len() != self.pieces.len() {
            return None;
        }
        let mut is_taken = vec![false; self.cells.len()];
        for (piece, anchor) in position.anchors().enumerate() {
            for cell in self.fits(&self.pieces[piece].shape, anchor)? {
                if is_taken[cell] || !self.admits(piece, cell) {
                    return None;
                }
                is_taken[cell] = true;
            }
        }
        Some(self.with_start(position.clone()))
    }

    /// Returns the same puzzle with another start, which must be a position of this puzzle.
    pub(crate) fn with_start(&self, start: Position) -> Self {
        Puzzle {
            start,
            ..self.clone()
        }
    }

    /// Returns the number of columns of the map.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows of the map.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Returns what each cell of the map is, row by row.
    pub fn cells(&self) -> &[CellKind] {
        &self.cells
    }

    /// Returns the pieces in the order of their anchors at the start.
    pub fn pieces(&self) -> &[BlockPiece] {
        &self.pieces
    }

    /// Returns the position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the goal. A puzzle without a goal can still be searched for its states.
    pub fn goal(&self) -> Option<&BlockGoal> {
        self.goal.as_ref()
    }

    /// Returns whether every piece is locked to its long axis, as in Rush Hour.
    pub fn is_locked(&self) -> bool {
        self.locked
    }

    /// Returns the gates.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Returns the gate to which a cell belongs.
    pub fn gate_at(&self, cell: usize) -> Option<&Gate> {
        self.gates.iter().find(|gate| gate.cells.contains(&cell))
    }

    /// Returns whether a piece may enter a cell, which is false only for the gates of other pieces.
    pub fn admits(&self, piece: usize, cell: usize) -> bool {
        self.gate_at(cell)
            .is_none_or(|gate| gate.pieces.contains(&piece))
    }

    /// Returns the cells that a piece covers, in reading order.
    ///
    /// The iterator is empty if the puzzle has no such piece. In a position of another puzzle,
    /// cells outside of the map are left out.
    pub fn covered(&self, piece: usize, position: &Position) -> impl Iterator<Item = usize> + '_ {
        let found = self.pieces.get(piece).zip(position.anchor(piece));
        let cells = found.into_iter().flat_map(move |(piece, anchor)| {
            let offsets = piece.shape.offsets().iter();
            offsets
                .map(move |&(x, y)| anchor as i64 + i64::from(y) * self.width as i64 + i64::from(x))
        });
        cells
            .filter_map(|cell| usize::try_from(cell).ok())
            .filter(|&cell| cell < self.cells.len())
    }

    /// Returns the piece on each cell of the map.
    pub fn occupants(&self, position: &Position) -> Vec<Option<usize>> {
        let mut occupants = vec![None; self.cells.len()];
        for piece in 0..self.pieces.len() {
            for cell in self.covered(piece, position) {
                occupants[cell] = Some(piece);
            }
        }
        occupants
    }

    /// Returns the rows of the map of a position, in the characters of the text format.
    pub fn map(&self, position: &Position) -> Vec<String> {
        let labels = self
            .occupants(position)
            .into_iter()
            .map(|occupant| occupant.map(|piece| self.pieces[piece].label));
        self.draw(labels)
    }

    /// Returns the rows of the map of the goal, which shows only the pieces of the goal.
    pub fn goal_map(&self) -> Option<Vec<String>> {
        let goal = self.goal.as_ref()?;
        let mut labels = vec![None; self.cells.len()];
        for piece in &goal.pieces {
            for &(x, y) in piece.shape.offsets() {
                labels[(piece.cell as i32 + y * self.width as i32 + x) as usize] =
                    Some(piece.label);
            }
        }
        Some(self.draw(labels.into_iter()))
    }

    /// Returns the rows of the map without pieces: walls, floor and gates.
    pub fn floor_map(&self) -> Vec<String> {
        self.draw(iter::repeat_n(None, self.cells.len()))
    }

    /// Returns the rows of a map that shows, for each cell, the given label or else the floor map.
    fn draw(&self, labels: impl Iterator<Item = Option<char>>) -> Vec<String> {
        let mut empty: Vec<char> = self
            .cells
            .iter()
            .map(|cell| match cell {
                CellKind::Outside => ' ',
                CellKind::Wall => '#',
                CellKind::Floor => '.',
            })
            .collect();
        for gate in &self.gates {
            for &cell in &gate.cells {
                empty[cell] = gate.label;
            }
        }
        let characters: Vec<char> = empty
            .into_iter()
            .zip(labels)
            .map(|(cell, label)| label.unwrap_or(cell))
            .collect();
        characters
            .chunks(self.width)
            .map(|row| row.iter().collect())
            .collect()
    }

    /// Returns whether a position meets the goal, which is never the case without a goal.
    pub fn is_solved(&self, position: &Position) -> bool {
        let Some(goal) = &self.goal else { return false };
        let is_met = |target: &GoalPiece| match target.piece {
            Some(piece) => position.anchor(piece) == Some(target.cell),
            None => self
                .pieces
                .iter()
                .zip(position.anchors())
                .any(|(piece, anchor)| {
                    piece.shape == target.shape
                        && (target.group.is_none() || piece.group == target.group)
                        && anchor == target.cell
                }),
        };
        goal.pieces.iter().all(is_met)
    }

    /// Returns the cell at a column and a row, if it is floor.
    pub(crate) fn floor(&self, x: i32, y: i32) -> Option<usize> {
        if x < 0 || y < 0 || x as usize >= self.width || y as usize >= self.height() {
            return None;
        }
        let cell = y as usize * self.width + x as usize;
        (self.cells[cell] == CellKind::Floor).then_some(cell)
    }

    /// Returns the cells of a shape whose anchor is on a cell, if all of them are floor.
    pub(crate) fn fits(&self, shape: &PieceShape, anchor: usize) -> Option<Vec<usize>> {
        let x0 = (anchor % self.width) as i32;
        let y0 = (anchor / self.width) as i32;
        shape
            .offsets()
            .iter()
            .map(|&(x, y)| self.floor(x0 + x, y0 + y))
            .collect()
    }
}
