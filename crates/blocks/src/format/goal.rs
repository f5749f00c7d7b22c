//! Reads the goal map, and checks that it is consistent with the start map.

use super::FormatError;
use super::grid::shapes;
use super::maps::{Map, ragged};
use crate::{BlockGoal, CellKind, GoalPiece, PieceShape, Puzzle};

/// Reads the goal from the goal map, in which all gates have been replaced with floor. `puzzle`
/// already contains the start position.
///
/// If `by_shape` is set, any piece of the right shape is accepted in place of each piece on the
/// map.
pub(super) fn read(puzzle: &Puzzle, map: &Map, by_shape: bool) -> Result<BlockGoal, FormatError> {
    let width = puzzle.width();
    map.check(width, |x, y, found| {
        let start = if x < width {
            puzzle.cells[y * width + x]
        } else {
            CellKind::Outside
        };
        of_cell(start, found)
    })?;
    let at = |cell: usize| map.place(cell % width, cell / width);
    let mut pieces: Vec<GoalPiece> = Vec::new();
    for (label, cell, shape) in shapes(&map.cells(width), width) {
        let (mut piece, mut group) = (None, None);
        if !by_shape {
            let named = named(puzzle, label, &shape)
                .map_err(|message| FormatError::new(at(cell), message))?;
            group = puzzle.pieces[named].group;
            piece = Some(named).filter(|_| group.is_none());
        }
        pieces.push(GoalPiece {
            label,
            piece,
            group,
            shape,
            cell,
        });
        let target = &pieces[pieces.len() - 1];
        let start = puzzle
            .pieces
            .iter()
            .filter(|p| p.shape == target.shape)
            .count();
        let goal = pieces.iter().filter(|p| p.shape == target.shape).count();
        if by_shape && goal > start {
            let few = format!(
                "pieces of the shape of '{label}': the goal has {goal}, but the start map has {start}"
            );
            return Err(FormatError::new(at(cell), few));
        }
    }
    if pieces.is_empty() {
        let empty =
            "no goal: the goal map shows no piece; draw at least one, or leave out the word 'goal'";
        return Err(FormatError::new(map.word, empty));
    }
    Ok(BlockGoal { by_shape, pieces })
}

/// Checks one character of the goal map. Returns an error message if it conflicts with the same
/// cell of the start map.
fn of_cell(start: CellKind, found: char) -> Option<String> {
    match (start, found) {
        (CellKind::Floor, ' ') => Some(ragged("goal")),
        (CellKind::Outside, c) if c != ' ' && c != '#' => {
            Some(format!("ragged line: the goal map has '{c}' here, where the start map has no cell"))
        }
        (CellKind::Wall, '.') => {
            Some("the goal map has '.' here, where the start map has a wall; write '#' or a space".to_owned())
        }
        (CellKind::Wall, label) if !matches!(label, ' ' | '#') => Some(over_wall(label)),
        (CellKind::Floor, '#') => Some(
            "the goal map has a wall here, where the start map has none; write '.', or a wall in both maps".to_owned(),
        ),
        // Everything else is allowed. For example, the goal map may omit walls of the start map, or
        // draw a frame of walls around the board.
        _ => None,
    }
}

/// Returns the index of the piece with the given label. Returns an error message if the start map
/// has no such piece, or if the piece has a different shape there.
fn named(puzzle: &Puzzle, label: char, shape: &PieceShape) -> Result<usize, String> {
    let pieces = &puzzle.pieces;
    match pieces.iter().position(|p| p.label == label) {
        None => Err(format!(
            "piece '{label}' of the goal map is missing from the start map"
        )),
        Some(piece) if pieces[piece].shape == *shape => Ok(piece),
        Some(piece) => {
            let (goal, start) = (shape.len(), pieces[piece].shape.len());
            let counts = if goal == start {
                String::new()
            } else {
                format!(" ({goal} and {start} cells)")
            };
            Err(format!(
                "piece '{label}' has another shape in the goal map than in the start map{counts}; draw the same"
            ))
        }
    }
}

/// Returns the error message for a piece that the goal map shows on a wall of the start map.
pub(super) fn over_wall(label: char) -> String {
    format!("the goal of piece '{label}' is over a wall of the start map")
}
