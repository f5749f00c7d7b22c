//! Extracts the board and the pieces from a map, whose cells are characters.
//!
//! All cells with the same character form one piece. For example, a map with the rows `AAB` and
//! `A.B` has two pieces: `A` consists of the cells 0, 1 and 3, and `B` of the cells 2 and 5.

use std::collections::HashMap;

use fifteen_puzzle::words::count;

use super::FormatError;
use crate::puzzle::shape::PieceShape;
use crate::puzzle::{BlockPiece, CellKind, MAX_CELLS, Position, Puzzle, floor_box};

/// Creates a puzzle from a start map. The puzzle has an empty name and no goal.
///
/// If `locked` is set, each piece can move only along its long axis. `locate` converts the index of
/// a cell to its line and column in the input, for error messages.
pub(super) fn start_puzzle(
    grid: &[char],
    width: usize,
    locked: bool,
    locate: &dyn Fn(usize) -> (usize, usize),
) -> Result<Puzzle, FormatError> {
    let cell = |&c: &char| match c {
        ' ' => CellKind::Outside,
        '#' => CellKind::Wall,
        _ => CellKind::Floor,
    };
    let cells: Vec<CellKind> = grid.iter().map(cell).collect();
    let found: usize = floor_box(&cells, width)
        .map(|span| span.len())
        .iter()
        .product();
    if found > MAX_CELLS {
        let [found, most] = [found, MAX_CELLS].map(|cells| count(cells as u64));
        let large =
            format!("the box around the board has {found} cells: at most {most} are possible");
        return Err(FormatError::new(locate(0), large));
    }
    let (mut pieces, mut anchors) = (Vec::new(), Vec::new());
    for (label, anchor, shape) in shapes(grid, width) {
        let axis = if locked { shape.long_axis() } else { None };
        if locked && axis.is_none() {
            let square = format!(
                "piece '{label}' is as wide as it is high, so it has no long axis to be locked to"
            );
            return Err(FormatError::new(locate(anchor), square));
        }
        pieces.push(BlockPiece {
            label,
            shape,
            axis,
            group: None,
        });
        anchors.push(anchor as u16); // maps have at most MAX_SIDE * MAX_SIDE cells
    }
    if pieces.is_empty() {
        return Err(FormatError::new(locate(0), "the start map shows no piece"));
    }
    let start = Position { anchors };
    let (name, properties, gates) = (String::new(), Vec::new(), Vec::new());
    Ok(Puzzle {
        name,
        properties,
        width,
        cells,
        pieces,
        start,
        goal: None,
        locked,
        gates,
    })
}

/// Returns the pieces of a map: the label, the anchor (first cell in reading order) and the shape
/// of each. The pieces are sorted by anchor.
pub(super) fn shapes(grid: &[char], width: usize) -> Vec<(char, usize, PieceShape)> {
    let mut cells: HashMap<char, Vec<usize>> = HashMap::new();
    for (cell, &label) in grid
        .iter()
        .enumerate()
        .filter(|(_, c)| !matches!(c, ' ' | '#' | '.'))
    {
        cells.entry(label).or_default().push(cell);
    }
    let shape = |(label, cells): (char, Vec<usize>)| {
        let xy: Vec<(i32, i32)> = cells
            .iter()
            .map(|c| ((c % width) as i32, (c / width) as i32))
            .collect();
        Some((label, *cells.first()?, PieceShape::of(&xy)?))
    };
    let mut shapes: Vec<(char, usize, PieceShape)> = cells.into_iter().filter_map(shape).collect();
    shapes.sort_unstable_by_key(|&(_, anchor, _)| anchor);
    shapes
}
