//! The data model of a puzzle: the board, the pieces, their start position, and the goal.
//!
//! A puzzle is drawn as a rectangular map whose cells are numbered row by row, from 0. The location
//! of a piece is given by its *anchor*, the first cell that it covers in reading order. For
//! example, this map has three columns, and its pieces have the anchors 0 (`A`) and 2 (`B`):
//!
//! ```text
//! AAB      0 1 2
//! A.B      3 4 5
//! ```
//!
//! The [`PieceShape`] of `A` lists its cells as columns and rows relative to the anchor: (0, 0),
//! (1, 0), (0, 1).

pub(crate) mod optima;
mod remarks;
pub(crate) mod rules;
pub(crate) mod shape;

use std::iter;
use std::ops::Range;

use fifteen_puzzle::Axis;
use shape::PieceShape;

/// Maximum width and height of a map, in cells, so that every cell number fits into 16 bits.
pub const MAX_SIDE: usize = 255;
/// Maximum number of cells of the bounding rectangle of the floor. The search engine is compiled
/// for sets of at most this many cells.
pub const MAX_CELLS: usize = 1024;

/// The kind of a cell of the map, apart from the pieces on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// Outside of the board, so that pieces cannot enter it.
    Outside,
    /// A wall, which pieces cannot enter.
    Wall,
    /// Part of the board, where pieces may stand.
    Floor,
}

/// Returns the columns and the rows of the bounding rectangle of the floor. Both ranges are empty
/// if there is no floor.
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

/// A piece of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockPiece {
    /// The character that represents the piece in maps.
    pub label: char,
    /// The cells of the piece, relative to its anchor.
    pub shape: PieceShape,
    /// The only axis along which the piece can move, or `None` if it can move in all directions.
    pub axis: Option<Axis>,
    /// The number of the piece's group in the line `equal:` of the text format, from 0. If the goal
    /// names a piece of a group, any other piece of that group satisfies the goal as well.
    pub group: Option<usize>,
}

/// A position: the location of every piece. It is only meaningful for the puzzle that it came from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The anchor of each piece. 16 bits suffice because maps have at most 255 x 255 cells.
    pub(crate) anchors: Vec<u16>,
}

impl Position {
    /// Returns the anchor of each piece, the first cell that it covers in reading order, in the
    /// order of [`Puzzle::pieces`].
    pub fn anchors(&self) -> impl Iterator<Item = usize> + '_ {
        self.anchors.iter().map(|&anchor| usize::from(anchor))
    }

    /// Returns the anchor of a piece, given by its index, or `None` if there is no such piece.
    pub fn anchor(&self, piece: usize) -> Option<usize> {
        self.anchors.get(piece).map(|&anchor| usize::from(anchor))
    }

    /// Returns the anchor of a piece, given by its index. Panics if there is no such piece, which
    /// cannot happen for a piece of the puzzle that this position belongs to.
    pub(crate) fn anchor_of(&self, piece: usize) -> usize {
        usize::from(self.anchors[piece])
    }
}

/// A target of the goal: a piece drawn in the goal map, which shows what has to stand there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GoalPiece {
    /// The character that represents the piece in the goal map.
    pub label: char,
    /// The index of the piece that has to stand here, or `None` if any piece of the right shape, or
    /// any piece of [`Self::group`], is accepted.
    pub piece: Option<usize>,
    /// The number of the group from which a piece has to stand here, if the goal names a piece of a
    /// group.
    pub group: Option<usize>,
    /// The shape that the piece has to have.
    pub shape: PieceShape,
    /// The cell where the anchor of the piece has to be.
    pub cell: usize,
}

/// The goal of a puzzle, which is met when every target is occupied by a suitable piece. Pieces
/// without a target may stand anywhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockGoal {
    /// Whether each target accepts any piece of its shape, rather than only the piece drawn there.
    pub by_shape: bool,
    /// The targets, in reading order of the goal map. There is at least one.
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

/// A valid sliding-block puzzle: at the start and in the goal, all pieces are on the floor and none
/// overlap.
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

    /// Returns the `key: value` lines that do not affect the rules of the puzzle, such as `source`
    /// and `optimum`, in the order of the text.
    pub fn properties(&self) -> &[(String, String)] {
        &self.properties
    }

    /// Returns the value of a property, or of the first one if a key occurs several times in
    /// [`Puzzle::properties`].
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties
            .iter()
            .find(|(other, _)| other == key)
            .map(|(_, value)| value.as_str())
    }

    /// Returns this puzzle with a different start position, or `None` if the position is not valid
    /// in this puzzle.
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

    /// Returns this puzzle with a different start position, which the caller guarantees to be
    /// valid.
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

    /// Returns the kind of each cell of the map, row by row.
    pub fn cells(&self) -> &[CellKind] {
        &self.cells
    }

    /// Returns the pieces, sorted by their anchors at the start.
    pub fn pieces(&self) -> &[BlockPiece] {
        &self.pieces
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the goal, or `None` if the puzzle has no goal. Its reachable states can still be
    /// counted then.
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

    /// Returns the gate that a cell belongs to, if any.
    pub fn gate_at(&self, cell: usize) -> Option<&Gate> {
        self.gates.iter().find(|gate| gate.cells.contains(&cell))
    }

    /// Returns whether a piece may enter a cell. This is false only for a gate that is closed to
    /// the piece.
    pub fn admits(&self, piece: usize, cell: usize) -> bool {
        self.gate_at(cell)
            .is_none_or(|gate| gate.pieces.contains(&piece))
    }

    /// Returns the cells that a piece covers in a position, in reading order.
    ///
    /// The iterator is empty if the puzzle has no such piece. If the position belongs to a
    /// different puzzle, cells outside of the map are skipped.
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

    /// Returns the index of the piece on each cell of the map, or `None` for a cell without a
    /// piece.
    pub fn occupants(&self, position: &Position) -> Vec<Option<usize>> {
        let mut occupants = vec![None; self.cells.len()];
        for piece in 0..self.pieces.len() {
            for cell in self.covered(piece, position) {
                occupants[cell] = Some(piece);
            }
        }
        occupants
    }

    /// Returns the map of a position, as rows of characters of the text format.
    pub fn map(&self, position: &Position) -> Vec<String> {
        let labels = self
            .occupants(position)
            .into_iter()
            .map(|occupant| occupant.map(|piece| self.pieces[piece].label));
        self.draw(labels)
    }

    /// Returns the goal map, as rows of characters. It shows only the pieces that have a target.
    /// The result is `None` if the puzzle has no goal.
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

    /// Returns the map without pieces, as rows of characters that show only walls, floor and gates.
    pub fn floor_map(&self) -> Vec<String> {
        self.draw(iter::repeat_n(None, self.cells.len()))
    }

    /// Returns a map as rows of characters. Each cell shows its label if one is given, and
    /// otherwise its wall, floor or gate.
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

    /// Returns whether a position meets the goal. The result is always false for a puzzle without a
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

    /// Returns the number of the cell in a given column and row, or `None` if that is not floor.
    pub(crate) fn floor(&self, x: i32, y: i32) -> Option<usize> {
        if x < 0 || y < 0 || x as usize >= self.width || y as usize >= self.height() {
            return None;
        }
        let cell = y as usize * self.width + x as usize;
        (self.cells[cell] == CellKind::Floor).then_some(cell)
    }

    /// Returns the cells that a shape covers with a given anchor, or `None` if any of them is not
    /// floor.
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
