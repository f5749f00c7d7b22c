//! Rush Hour's strings of 36 characters: a 6x6 board, row by row.
//!
//! `.` and `o` are empty, `x` is a wall, every letter is a car locked to its long axis. The car called `X`, or `A` if
//! there is none (as in Michael Fogleman's database), shall reach the right end of its row.

use super::maps::of_grid;
use super::{FormatError, Problem};
use crate::puzzle::{Goal, Place, Puzzle};
use crate::shape::Axis;

const SIDE: usize = 6;

/// The puzzle of a Rush Hour string; its name is empty.
///
/// # Errors
/// A wrong length or character, a piece that is no car, or no car to bring out; columns count from the first
/// character.
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
            _ => return Err(Problem::RushCharacter { found }.at(line, column + i)),
        });
    }
    if grid.len() != SIDE * SIDE {
        return Err(Problem::RushLength { found: grid.len() }.at(line, column + grid.len().min(SIDE * SIDE)));
    }
    // Shapes are checked before the lock, so that a single cell gets the message of this format.
    for (label, anchor, shape) in super::maps::shapes(&grid, SIDE) {
        let (width, height) = shape.extent();
        if shape.len() < 2 || width.min(height) != 1 || width.max(height) != shape.len() {
            return Err(Problem::RushPiece { label }.at(line, column + anchor));
        }
    }
    let mut puzzle = of_grid(&grid, SIDE, true, &|cell| (line, column + cell))?;
    let car = ['X', 'A'].into_iter().find_map(|name| puzzle.pieces.iter().position(|p| p.label == name));
    let Some(car) = car.filter(|&car| puzzle.pieces[car].axis == Some(Axis::Horizontal)) else {
        return Err(Problem::RushNoCar.at(line, column));
    };
    let piece = &puzzle.pieces[car];
    let row = puzzle.start.anchor(car) / SIDE;
    let cell = row * SIDE + SIDE - piece.shape.len();
    if let Some(wall) = (cell..(row + 1) * SIDE).find(|&c| grid[c] == '#') {
        return Err(Problem::GoalOverWall { label: piece.label }.at(line, column + wall));
    }
    let place = Place { label: piece.label, piece: Some(car), shape: piece.shape.clone(), cell };
    puzzle.goal = Some(Goal { by_shape: false, places: vec![place] });
    Ok(puzzle)
}
