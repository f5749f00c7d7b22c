//! Parses Rush Hour boards written as one string, row by row, such as the 36 characters of a 6x6
//! board.
//!
//! `.`, `o`, `_`, `-` and `0` are empty cells, `x` and `#` are walls, and every other letter is a
//! car, which can move only along its long axis. The goal is to move the car `X` to the right end
//! of its row, or the car `A` if there is no `X` (as in Michael Fogleman's database). For example,
//! in `BBoo/oooC/AAoC/oooo` the car `A` can drive out after `C` has moved up.

use std::ops::RangeInclusive;

use super::FormatError;
use super::goal::over_wall;
use super::grid::{shapes, start_puzzle};
use crate::{Axis, BlockGoal, GoalPiece, Puzzle};

/// Range of supported board widths, in cells. Boards are always square.
pub(super) const SIDES: RangeInclusive<usize> = 4..=12;

/// A character of a board, with its line and column in the text for error messages.
pub(super) type Placed = (char, (usize, usize));

/// Returns the characters of a board, each with its position in the text. `line` and `column` say
/// where the board begins. Spaces and the slashes between rows are skipped.
pub(super) fn placed(text: &str, line: usize, column: usize) -> impl Iterator<Item = Placed> {
    let places = text
        .chars()
        .enumerate()
        .map(move |(i, c)| (c, (line, column + i)));
    places.filter(|(c, _)| !c.is_whitespace() && *c != '/')
}

/// Creates an unnamed puzzle from the characters of a board. `begin` is the line and column where
/// the board begins, for the error about an empty board.
pub(super) fn read(characters: &[Placed], begin: (usize, usize)) -> Result<Puzzle, FormatError> {
    let error = |cell: usize, message: String| {
        let place = characters
            .get(cell)
            .or(characters.last())
            .map_or(begin, |(_, place)| *place);
        Err(FormatError::new(place, message))
    };
    let mut grid = Vec::new();
    for (cell, &(found, _)) in characters.iter().enumerate() {
        grid.push(match found {
            '.' | 'o' | '_' | '-' | '0' => '.',
            'x' | '#' => '#',
            c if c.is_ascii_alphabetic() => c,
            _ => {
                let unknown = "is not possible here: use letters for pieces, '.' or 'o' for empty cells, 'x' for walls";
                return error(cell, format!("'{found}' {unknown}"));
            }
        });
    }
    let Some(side) = SIDES.into_iter().find(|side| side * side == grid.len()) else {
        let length =
            "a Rush Hour board has 36 characters (or another square from 16 to 144), this one has";
        return error(36, format!("{length} {}", grid.len()));
    };
    // Check the shapes here, because the error messages of `start_puzzle` are about maps, and the
    // user has written a string.
    for (label, anchor, shape) in shapes(&grid, side) {
        if shape.len() < 2 || !shape.is_straight() {
            return error(
                anchor,
                format!("piece '{label}' is not a straight line of at least two cells"),
            );
        }
    }
    let mut puzzle = start_puzzle(&grid, side, true, &|cell| characters[cell].1)?;
    let car = ['X', 'A']
        .into_iter()
        .find_map(|name| puzzle.pieces.iter().position(|p| p.label == name));
    let Some(car) = car.filter(|&car| puzzle.pieces[car].axis == Some(Axis::Horizontal)) else {
        let none =
            "no car to drive out: it is called 'X', or 'A' if there is no 'X', and stands in a row";
        return error(0, none.to_owned());
    };
    let piece = &puzzle.pieces[car];
    let row = puzzle.start.anchor_of(car) / side;
    let cell = row * side + side - piece.shape.len();
    if let Some(wall) = (cell..(row + 1) * side).find(|&c| grid[c] == '#') {
        return error(wall, over_wall(piece.label));
    }
    let target = GoalPiece {
        label: piece.label,
        piece: Some(car),
        group: None,
        shape: piece.shape.clone(),
        cell,
    };
    puzzle.goal = Some(BlockGoal {
        by_shape: false,
        pieces: vec![target],
    });
    Ok(puzzle)
}
