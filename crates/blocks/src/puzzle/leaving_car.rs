//! Finds the car that must leave the board in a Rush Hour puzzle. Some output formats show this
//! car.

use super::Puzzle;
use crate::Direction;

/// The car that must leave a Rush Hour board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeavingCar {
    /// Character that represents the car in maps.
    pub label: char,
    /// The side of the board where the car leaves.
    pub side: Direction,
}

impl LeavingCar {
    /// Returns the name of the side: `top`, `left`, `right` or `bottom`.
    pub fn exit(self) -> &'static str {
        match self.side {
            Direction::Up => "top",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "bottom",
        }
    }
}

impl Puzzle {
    /// Returns the car that must leave, or `None` if this is not a Rush Hour puzzle. In a Rush Hour
    /// puzzle, each piece stays in its row or column, and the goal is that one piece reaches the
    /// edge of the board.
    pub fn leaving_car(&self) -> Option<LeavingCar> {
        let [target] = &self.goal.as_ref()?.pieces[..] else {
            return None;
        };
        let piece = &self.pieces[target.piece.filter(|_| self.locked)?];
        let (column, row) = (target.cell % self.width, target.cell / self.width);
        let (width, height) = piece.shape.extent();
        let is_at_end = |side: &Direction| match side {
            Direction::Up => row == 0,
            Direction::Left => column == 0,
            Direction::Right => column + width == self.width,
            Direction::Down => row + height == self.height(),
        };
        let mut ends = [
            Direction::Right,
            Direction::Down,
            Direction::Left,
            Direction::Up,
        ]
        .into_iter();
        let side = ends.find(|side| piece.axis == Some(side.axis()) && is_at_end(side))?;
        Some(LeavingCar {
            label: piece.label,
            side,
        })
    }
}
