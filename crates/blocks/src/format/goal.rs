//! The goal map, checked against the board and the pieces of the start map.

use super::FormatError;
use super::grid::shapes;
use crate::puzzle::shape::Shape;
use crate::puzzle::{Cell, Goal, GoalPiece, Puzzle};

/// Reads a goal map for the puzzle of its start map.
pub(super) struct GoalReader<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) by_shape: bool,
    /// The character at a column and row of the map, from 0.
    pub(super) at: &'a dyn Fn(usize, usize) -> char,
    /// Line and column in the text, from 1, of a column and row of the map.
    pub(super) place: &'a dyn Fn(usize, usize) -> (usize, usize),
    /// Line and column of the word `goal`.
    pub(super) word: (usize, usize),
    /// Columns of the goal map.
    pub(super) width: usize,
}

impl GoalReader<'_> {
    pub(super) fn read(&self) -> Result<Goal, FormatError> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        for (y, x) in (0..height).flat_map(|y| (0..width.max(self.width)).map(move |x| (y, x))) {
            self.check(x, y)?;
        }
        let grid: Vec<char> = (0..height).flat_map(|y| (0..width).map(move |x| (self.at)(x, y))).collect();
        let mut pieces = Vec::new();
        for (label, cell, shape) in shapes(&grid, width) {
            let piece = if self.by_shape { None } else { Some(self.piece(label, cell, &shape)?) };
            let group = piece.and_then(|piece| self.puzzle.pieces[piece].group);
            pieces.push(GoalPiece { label, piece: piece.filter(|_| group.is_none()), group, shape, cell });
        }
        if pieces.is_empty() {
            let empty = "no goal: the goal map shows no piece; draw at least one, or leave out the word 'goal'";
            return Err(FormatError::new(self.word, empty));
        }
        if self.by_shape {
            self.check_numbers(&pieces)?;
        }
        Ok(Goal { by_shape: self.by_shape, pieces })
    }

    /// Checks one cell of the goal map against that of the start map.
    fn check(&self, x: usize, y: usize) -> Result<(), FormatError> {
        let found = (self.at)(x, y);
        let start = if x < self.puzzle.width() { self.puzzle.cells[y * self.puzzle.width + x] } else { Cell::Outside };
        let message = match (start, found) {
            (Cell::Floor, ' ') => ragged("goal"),
            (Cell::Outside, c) if c != ' ' && c != '#' => {
                format!("ragged line: the goal map has '{c}' here, where the start map has no cell")
            }
            (Cell::Wall, '.') => {
                "the goal map has '.' here, where the start map has a wall; write '#' or a space".to_owned()
            }
            (Cell::Wall, label) if !matches!(label, ' ' | '#') => over_wall(label),
            (Cell::Floor, '#') => {
                "the goal map has a wall here, where the start map has none; write '.', or a wall in both maps"
                    .to_owned()
            }
            // A goal map may leave out the walls, and draw a frame around the board.
            _ => return Ok(()),
        };
        Err(FormatError::new((self.place)(x, y), message))
    }

    /// The piece of the start map that a goal piece names.
    fn piece(&self, label: char, cell: usize, shape: &Shape) -> Result<usize, FormatError> {
        let pieces = &self.puzzle.pieces;
        let message = match pieces.iter().position(|p| p.label == label) {
            None => format!("piece '{label}' of the goal map is missing from the start map"),
            Some(piece) if pieces[piece].shape == *shape => return Ok(piece),
            Some(piece) => format!(
                "piece '{label}' has another shape in the goal map than in the start map; these have {} and {} cells",
                shape.len(),
                pieces[piece].shape.len()
            ),
        };
        Err(self.at_cell(message, cell))
    }

    /// Checks that the start map has enough pieces of each shape.
    fn check_numbers(&self, targets: &[GoalPiece]) -> Result<(), FormatError> {
        for (i, target) in targets.iter().enumerate() {
            let start = self.puzzle.pieces.iter().filter(|p| p.shape == target.shape).count();
            let goal = targets[..=i].iter().filter(|p| p.shape == target.shape).count();
            if goal > start {
                let label = target.label;
                let few =
                    format!("pieces of the shape of '{label}': the goal has {goal}, but the start map has {start}");
                return Err(self.at_cell(few, target.cell));
            }
        }
        Ok(())
    }

    fn at_cell(&self, message: String, cell: usize) -> FormatError {
        FormatError::new((self.place)(cell % self.puzzle.width, cell / self.puzzle.width), message)
    }
}

/// The mistake of a row that ends before the others.
pub(super) fn ragged(map: &str) -> String {
    format!("ragged line: the {map} map ends here; write '#' for walls and spaces for cells outside the board")
}

/// The mistake of a goal piece over a wall.
pub(super) fn over_wall(label: char) -> String {
    format!("the goal of piece '{label}' is over a wall of the start map")
}
