//! Rush Hour's strings of 36 characters: a 6x6 board, row by row. Boards of other sizes are written likewise.
//!
//! `.` and `o` are empty, `x` is a wall, every letter is a car locked to its long axis. The goal is that the car called
//! `X`, or `A` if there is no `X` (as in Michael Fogleman's database), reaches the right end of its row.

use super::FormatError;
use super::goal::over_wall;
use super::grid::{shapes, start_puzzle};
use crate::puzzle::shape::Axis;
use crate::puzzle::{Goal, GoalPiece, Puzzle};

/// The sides of boards.
pub(super) const SIDES: [usize; 7] = [4, 5, 6, 7, 8, 9, 10];

/// Returns true for a text that looks like a Rush Hour string of 36 characters.
pub fn is_rush_hour(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() == 36 && text.chars().all(|c| c.is_ascii_alphanumeric() || ".#".contains(c))
}

/// The puzzle of a Rush Hour string; its name is empty.
///
/// # Errors
/// [`FormatError`] for a wrong length or character, a piece that is not a car, or a missing car to drive out; columns
/// count from the first character.
pub fn rush_hour(text: &str) -> Result<Puzzle, FormatError> {
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    read(text.trim(), 1, 1 + indent)
}

/// The same for a string that begins at this line and column.
pub(super) fn read(text: &str, line: usize, column: usize) -> Result<Puzzle, FormatError> {
    let mut grid = Vec::new();
    for (i, found) in text.chars().enumerate() {
        grid.push(match found {
            '.' | 'o' => '.',
            'x' | '#' => '#',
            c if c.is_ascii_alphabetic() => c,
            _ => {
                let unknown = format!(
                    "'{found}' is not possible here: use letters for pieces, '.' or 'o' for empty cells, 'x' for walls"
                );
                return Err(FormatError::new((line, column + i), unknown));
            }
        });
    }
    let Some(side) = SIDES.into_iter().find(|side| side * side == grid.len()) else {
        let length = format!(
            "a Rush Hour string has 36 characters (or another square from 16 to 100), this one has {}",
            grid.len()
        );
        return Err(FormatError::new((line, column + grid.len().min(36)), length));
    };
    // Shapes are checked before the lock, so that a single cell gets the message of this format.
    for (label, anchor, shape) in shapes(&grid, side) {
        let (width, height) = shape.extent();
        if shape.len() < 2 || width.min(height) != 1 || width.max(height) != shape.len() {
            let bent = format!("piece '{label}' is not a straight line of at least two cells");
            return Err(FormatError::new((line, column + anchor), bent));
        }
    }
    let mut puzzle = start_puzzle(&grid, side, true, &|cell| (line, column + cell))?;
    let car = ['X', 'A'].into_iter().find_map(|name| puzzle.pieces.iter().position(|p| p.label == name));
    let Some(car) = car.filter(|&car| puzzle.pieces[car].axis == Some(Axis::Horizontal)) else {
        let none = "no car to drive out: it is called 'X', or 'A' if there is no 'X', and stands in a row";
        return Err(FormatError::new((line, column), none));
    };
    let piece = &puzzle.pieces[car];
    let row = puzzle.start.anchor(car) / side;
    let cell = row * side + side - piece.shape.len();
    if let Some(wall) = (cell..(row + 1) * side).find(|&c| grid[c] == '#') {
        return Err(FormatError::new((line, column + wall), over_wall(piece.label)));
    }
    let target = GoalPiece { label: piece.label, piece: Some(car), group: None, shape: piece.shape.clone(), cell };
    puzzle.goal = Some(Goal { by_shape: false, pieces: vec![target] });
    Ok(puzzle)
}
