//! A puzzle: the board, the pieces, their start and their goal.
//!
//! A [`Puzzle`] has the [`CellKind`]s of its map, its [`BlockPiece`]s, the [`Position`] of their anchors at the start, and a
//! [`BlockGoal`] made of [`GoalPiece`]s; [`Gate`]s let only some pieces in. `shape` has the shapes of pieces, `rules` the
//! moves of one piece.

pub(crate) mod optima;
mod remarks;
pub(crate) mod rules;
pub(crate) mod shape;

use std::iter;
use std::ops::Range;

use fifteen_puzzle::Axis;
use shape::PieceShape;

/// The most columns, and the most rows, of a map.
pub const MAX_SIDE: usize = 255;
/// The most cells of the box around a board's floor.
pub const MAX_CELLS: usize = 1024;

/// The content of one cell of the map, pieces aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// Not part of the board.
    Outside,
    /// A wall.
    Wall,
    /// A cell on which pieces may stand.
    Floor,
}

/// The columns and the rows of the box around the floor; empty without floor.
pub(crate) fn floor_box(cells: &[CellKind], width: usize) -> [Range<usize>; 2] {
    let nothing = Range {
        start: usize::MAX,
        end: 0,
    };
    let mut spans = [nothing.clone(), nothing];
    for (cell, _) in cells
        .iter()
        .enumerate()
        .filter(|(_, content)| **content == CellKind::Floor)
    {
        for (span, at) in spans.iter_mut().zip([cell % width, cell / width]) {
            *span = span.start.min(at)..span.end.max(at + 1);
        }
    }
    spans
}

/// One piece.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockPiece {
    /// The character that draws it.
    pub label: char,
    /// Its cells.
    pub shape: PieceShape,
    /// The axis to which it is locked, in Rush Hour puzzles.
    pub axis: Option<Axis>,
    /// The group of `equal:` to which it belongs, from 0: in a goal that names one of the group, any other will do.
    pub group: Option<usize>,
}

/// The cell of each piece's anchor (its first cell in reading order), by index.
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
pub struct GoalPiece {
    /// The character that draws it.
    pub label: char,
    /// The piece that has to stand there; `None` in a goal by shape, where any piece of this shape will do, and for a
    /// group.
    pub piece: Option<usize>,
    /// The group of which a piece has to stand there.
    pub group: Option<usize>,
    /// The shape that has to stand there.
    pub shape: PieceShape,
    /// The cell of the anchor.
    pub cell: usize,
}

/// The condition that solves a puzzle: pieces stand in all these places. Other pieces may stand anywhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockGoal {
    /// Shapes are compared instead of names.
    pub by_shape: bool,
    /// The pieces of the goal map, in reading order; at least one.
    pub pieces: Vec<GoalPiece>,
}

/// Cells that only some pieces may enter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Gate {
    /// The character that draws it.
    pub label: char,
    /// Its cells, row by row.
    pub cells: Vec<usize>,
    /// The pieces that may enter.
    pub pieces: Vec<usize>,
}

/// A valid sliding-block puzzle: the pieces of the start and those of the goal stand on the floor and do not overlap.
///
/// Made by [`crate::format::parse`] and [`PuzzleNotation::parse`](crate::format::PuzzleNotation::parse).
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
    /// The name; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The `key: value` lines that the format does not interpret, such as `source` or `optimum`, in their order.
    pub fn properties(&self) -> &[(String, String)] {
        &self.properties
    }

    /// The first value of a key among [`Puzzle::properties`].
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, value)| value.as_str())
    }

    /// The same puzzle with another start.
    pub fn starting_from(&self, position: &Position) -> Self {
        Puzzle {
            start: position.clone(),
            ..self.clone()
        }
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
    pub fn cells(&self) -> &[CellKind] {
        &self.cells
    }

    /// The pieces, in the order of their anchors in the start map.
    pub fn pieces(&self) -> &[BlockPiece] {
        &self.pieces
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The goal, if there is one.
    pub fn goal(&self) -> Option<&BlockGoal> {
        self.goal.as_ref()
    }

    /// Returns true if each piece is locked to its long axis, as in Rush Hour.
    pub fn is_locked(&self) -> bool {
        self.locked
    }

    /// The cells that only some pieces may enter.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// The gate of a cell, if it belongs to one.
    pub fn gate_at(&self, cell: usize) -> Option<&Gate> {
        self.gates.iter().find(|gate| gate.cells.contains(&cell))
    }

    /// Returns true if no gate keeps a piece out of a cell.
    pub fn admits(&self, piece: usize, cell: usize) -> bool {
        self.gate_at(cell)
            .is_none_or(|gate| gate.pieces.contains(&piece))
    }

    /// The cells that a piece covers, in reading order.
    ///
    /// # Panics
    /// If the position has no such piece; positions belong to the puzzle that they came from.
    pub fn covered(&self, piece: usize, position: &Position) -> impl Iterator<Item = usize> + '_ {
        let anchor = position.anchor(piece) as i32;
        let width = self.width as i32;
        self.pieces[piece]
            .shape
            .offsets()
            .iter()
            .map(move |&(x, y)| (anchor + y * width + x) as usize)
    }

    /// The piece on each cell of the map.
    pub fn occupants(&self, position: &Position) -> Vec<Option<usize>> {
        let mut occupants = vec![None; self.cells.len()];
        for piece in 0..self.pieces.len() {
            self.covered(piece, position)
                .for_each(|cell| occupants[cell] = Some(piece));
        }
        occupants
    }

    /// The rows of a position's map, in the characters of the text format.
    pub fn map(&self, position: &Position) -> Vec<String> {
        let labels = self
            .occupants(position)
            .into_iter()
            .map(|o| o.map(|piece| self.pieces[piece].label));
        self.draw(labels)
    }

    /// The map of the goal: its pieces alone.
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

    /// The map without pieces: walls, floor and gates.
    pub fn floor_map(&self) -> Vec<String> {
        self.draw(iter::repeat_n(None, self.cells.len()))
    }

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
            gate.cells.iter().for_each(|&cell| empty[cell] = gate.label);
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

    /// Returns true if a position meets the goal; `false` without a goal.
    pub fn is_solved(&self, position: &Position) -> bool {
        let Some(goal) = &self.goal else { return false };
        goal.pieces.iter().all(|target| match target.piece {
            Some(piece) => position.anchor(piece) == target.cell,
            None => self
                .pieces
                .iter()
                .zip(&position.anchors)
                .any(|(piece, &anchor)| {
                    let fits = piece.shape == target.shape
                        && (target.group.is_none() || piece.group == target.group);
                    fits && usize::from(anchor) == target.cell
                }),
        })
    }

    /// The cell at a column and a row, if it is floor.
    pub(crate) fn floor(&self, x: i32, y: i32) -> Option<usize> {
        if x < 0 || y < 0 || x as usize >= self.width || y as usize >= self.height() {
            return None;
        }
        let cell = y as usize * self.width + x as usize;
        (self.cells[cell] == CellKind::Floor).then_some(cell)
    }

    /// The cells of a shape with its anchor on a cell, if all are floor.
    pub(crate) fn fits(&self, shape: &PieceShape, anchor: usize) -> Option<Vec<usize>> {
        let (x0, y0) = ((anchor % self.width) as i32, (anchor / self.width) as i32);
        shape
            .offsets()
            .iter()
            .map(|&(x, y)| self.floor(x0 + x, y0 + y))
            .collect()
    }
}
