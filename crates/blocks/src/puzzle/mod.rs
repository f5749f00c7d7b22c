//! The data model of a puzzle: the board, the pieces, their start position, and the goal.
//!
//! A puzzle is drawn as a rectangular map, whose cells have 0-based indices in row-major order. The
//! location of a piece is its *anchor*, which is the first cell that the piece covers in reading
//! order. For example, this map has three columns, and the anchors of its pieces are 0 (`A`) and 2
//! (`B`):
//!
//! ```text
//! AAB      0 1 2
//! A.B      3 4 5
//! ```
//!
//! The [`PieceShape`] of `A` lists its cells as columns and rows relative to the anchor: (0, 0),
//! (1, 0), (0, 1).

pub(crate) mod leaving_car;
pub(crate) mod optima;
mod remarks;
pub(crate) mod rules;
pub(crate) mod shape;

use std::iter;
use std::ops::Range;

use fifteen_puzzle::Axis;
use shape::PieceShape;

/// Maximum width and height of a map, in cells. The limit ensures that every cell index fits into
/// 16 bits.
pub const MAX_SIDE: usize = 255;
/// Maximum number of cells in the bounding rectangle of the floor, which is the largest set of
/// cells that the search engine supports.
pub const MAX_CELLS: usize = 1024;

/// The kind of a map cell, regardless of any piece on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// A cell outside the board, which pieces cannot enter.
    Outside,
    /// A wall, which pieces cannot enter.
    Wall,
    /// A cell of the board that pieces can cover.
    Floor,
}

/// Returns the range of columns and the range of rows in the bounding rectangle of the floor. Both
/// ranges are empty if there is no floor.
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

/// A piece of a sliding-block puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockPiece {
    /// The character that represents the piece in maps.
    pub label: char,
    /// The cells of the piece, relative to its anchor. The anchor is the piece's first cell in
    /// reading order.
    pub shape: PieceShape,
    /// The only axis along which the piece can move, or `None` if it can move in all directions.
    pub axis: Option<Axis>,
    /// The piece's group in the `equal:` line of the text format, as a 0-based index, or `None` if
    /// the piece is not in a group. If the goal names one piece of a group, any other piece of the
    /// group is accepted in its place.
    pub group: Option<usize>,
}

/// The location of every piece. A position is meaningful only for the puzzle that it came from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The anchor of each piece, which is its first cell in reading order. 16 bits are enough
    /// because maps have at most 255 x 255 cells.
    pub(crate) anchors: Vec<u16>,
}

impl Position {
    /// Returns the anchor of each piece, in the order of [`Puzzle::pieces`]. The anchor is the
    /// first cell in reading order that the piece covers.
    pub fn anchors(&self) -> impl Iterator<Item = usize> + '_ {
        self.anchors.iter().map(|&anchor| usize::from(anchor))
    }

    /// Returns the anchor of the piece with the given index, or `None` if there is no such piece.
    /// The anchor is the first cell in reading order that the piece covers.
    pub fn anchor(&self, piece: usize) -> Option<usize> {
        self.anchors.get(piece).map(|&anchor| usize::from(anchor))
    }

    /// Returns the anchor of the piece with the given index, which is the first cell in reading
    /// order that the piece covers. Panics if there is no such piece. This cannot happen if the
    /// position comes from the caller's puzzle.
    pub(crate) fn anchor_of(&self, piece: usize) -> usize {
        usize::from(self.anchors[piece])
    }
}

/// A piece of the goal map. It shows where a matching piece must be at the end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GoalPiece {
    /// Character that represents this piece in the goal map.
    pub label: char,
    /// Index of the piece that must be in this place at the end. `None` if the goal accepts any
    /// piece of the right shape, or any piece of [`Self::group`].
    pub piece: Option<usize>,
    /// Index of the group in the `equal:` line. If it is set, the goal accepts any piece of this
    /// group in this place.
    pub group: Option<usize>,
    /// The shape that a matching piece must have.
    pub shape: PieceShape,
    /// The cell where the anchor of a matching piece must be. The anchor is the first cell of a
    /// piece in reading order.
    pub cell: usize,
}

/// The goal of a puzzle. For each piece in the goal map, a matching piece must be in the same
/// location at the end. All other pieces may be anywhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockGoal {
    /// Whether each piece in the goal map stands for any piece of the same shape.
    pub by_shape: bool,
    /// The pieces of the goal map, in reading order. This list is never empty.
    pub pieces: Vec<GoalPiece>,
}

/// A gate: a set of floor cells that only certain pieces may enter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Gate {
    /// The character that represents the gate in maps.
    pub label: char,
    /// The cells of the gate, in reading order.
    pub cells: Vec<usize>,
    /// The indices of the pieces that may enter the gate.
    pub pieces: Vec<usize>,
}

/// A sliding-block puzzle that is known to be valid: all pieces are on the floor and no pieces
/// overlap, both in the start position and in the goal.
///
/// Puzzles are created by [`crate::format::parse`] and
/// [`PuzzleNotation::parse`](crate::format::PuzzleNotation::parse).
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
    /// Returns the name of the puzzle, which may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the keys and values that do not affect the rules of the puzzle, such as `source` and
    /// `optimum`, in the order in which they were written.
    pub fn properties(&self) -> &[(String, String)] {
        &self.properties
    }

    /// Returns the value of a key in [`Puzzle::properties`], or `None` if the key is missing. If
    /// the key occurs several times, its first value is returned.
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties
            .iter()
            .find(|(other, _)| other == key)
            .map(|(_, value)| value.as_str())
    }

    /// Returns a copy of this puzzle with a different start position, or `None` if that position is
    /// invalid for this puzzle.
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

    /// Returns a copy of this puzzle with a different start position. The caller must ensure that
    /// the position is valid.
    pub(crate) fn with_start(&self, start: Position) -> Self {
        Puzzle {
            start,
            ..self.clone()
        }
    }

    /// Returns the width of the map, in cells.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the height of the map, in cells.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Returns the kind of each cell of the map, in row-major order: floor, a wall, or outside the
    /// board.
    pub fn cells(&self) -> &[CellKind] {
        &self.cells
    }

    /// Returns the pieces, in the order of their first cells in the start position.
    pub fn pieces(&self) -> &[BlockPiece] {
        &self.pieces
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the goal, or `None` if the puzzle has no goal. The states of a puzzle without a goal
    /// can still be counted.
    pub fn goal(&self) -> Option<&BlockGoal> {
        self.goal.as_ref()
    }

    /// Returns whether every piece can move only along its long axis, as in Rush Hour.
    pub fn is_locked(&self) -> bool {
        self.locked
    }

    /// Returns the gates, which are cells that only certain pieces may enter.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Returns the gate that contains a cell, or `None` if the cell is not part of a gate.
    pub fn gate_at(&self, cell: usize) -> Option<&Gate> {
        self.gates.iter().find(|gate| gate.cells.contains(&cell))
    }

    /// Returns whether the gates allow a piece to enter a cell. Walls and other pieces are ignored.
    pub fn admits(&self, piece: usize, cell: usize) -> bool {
        self.gate_at(cell)
            .is_none_or(|gate| gate.pieces.contains(&piece))
    }

    /// Returns the cells that a piece covers in a position, in reading order.
    ///
    /// The iterator is empty if the puzzle has no such piece. Cells outside the map are skipped,
    /// because the position may come from a different puzzle.
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

    /// Returns the index of the piece on each cell of the map, in row-major order, or `None` for a
    /// cell without a piece.
    pub fn occupants(&self, position: &Position) -> Vec<Option<usize>> {
        let mut occupants = vec![None; self.cells.len()];
        for piece in 0..self.pieces.len() {
            for cell in self.covered(piece, position) {
                occupants[cell] = Some(piece);
            }
        }
        occupants
    }

    /// Draws a position as a map in the text format, with one string per row.
    pub fn map(&self, position: &Position) -> Vec<String> {
        let labels = self
            .occupants(position)
            .into_iter()
            .map(|occupant| occupant.map(|piece| self.pieces[piece].label));
        self.draw(labels)
    }

    /// Returns the goal map, with one string per row, or `None` if the puzzle has no goal. The map
    /// shows only the pieces whose final location matters.
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

    /// Returns the map without pieces, with one string per row. It shows only walls, floor and
    /// gates.
    pub fn floor_map(&self) -> Vec<String> {
        self.draw(iter::repeat_n(None, self.cells.len()))
    }

    /// Draws a map, with one string per row. `labels` contains the label of the piece on each cell,
    /// or `None` for a cell without a piece, which is drawn as a wall, floor or gate.
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

    /// Returns whether a position meets the goal. Always returns `false` for a puzzle without a
    /// goal.
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

    /// Returns the index of the cell in a given column and row, or `None` if the cell is not floor.
    pub(crate) fn floor(&self, x: i32, y: i32) -> Option<usize> {
        if x < 0 || y < 0 || x as usize >= self.width || y as usize >= self.height() {
            return None;
        }
        let cell = y as usize * self.width + x as usize;
        (self.cells[cell] == CellKind::Floor).then_some(cell)
    }

    /// Returns the cells that a shape covers if its first cell is `anchor`, or `None` if any of
    /// them is not floor.
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
