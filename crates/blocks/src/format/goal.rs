//! The goal map, checked against the board and the pieces of the start map.

use super::grid::shapes;
use super::{FormatError, Problem};
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
            return Err(Problem::EmptyGoal.at(self.word.0, self.word.1));
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
        let problem = match (start, found) {
            (Cell::Floor, ' ') => Problem::Ragged { map: "goal" },
            (Cell::Outside, c) if c != ' ' && c != '#' => Problem::GoalOutside { found },
            (Cell::Wall, '.') => Problem::GoalLacksWall,
            (Cell::Wall, label) if !matches!(label, ' ' | '#') => Problem::GoalOverWall { label },
            (Cell::Floor, '#') => Problem::GoalWall,
            // A goal map may leave out the walls, and draw a frame around the board.
            _ => return Ok(()),
        };
        let (line, column) = (self.place)(x, y);
        Err(problem.at(line, column))
    }

    /// The piece of the start map that a goal piece names.
    fn piece(&self, label: char, cell: usize, shape: &Shape) -> Result<usize, FormatError> {
        let pieces = &self.puzzle.pieces;
        let problem = match pieces.iter().position(|p| p.label == label) {
            None => Problem::GoalPieceMissing { label },
            Some(piece) if pieces[piece].shape == *shape => return Ok(piece),
            Some(piece) => Problem::ShapeDiffers { label, start: pieces[piece].shape.len(), goal: shape.len() },
        };
        Err(self.at_cell(problem, cell))
    }

    /// Checks that the start map has enough pieces of each shape.
    fn check_numbers(&self, targets: &[GoalPiece]) -> Result<(), FormatError> {
        for (i, target) in targets.iter().enumerate() {
            let start = self.puzzle.pieces.iter().filter(|p| p.shape == target.shape).count();
            let goal = targets[..=i].iter().filter(|p| p.shape == target.shape).count();
            if goal > start {
                let problem = Problem::TooFewOfShape { label: target.label, start, goal };
                return Err(self.at_cell(problem, target.cell));
            }
        }
        Ok(())
    }

    fn at_cell(&self, problem: Problem, cell: usize) -> FormatError {
        let (line, column) = (self.place)(cell % self.puzzle.width, cell / self.puzzle.width);
        problem.at(line, column)
    }
}
