//! The rules: the moves of one piece while all others stand still, cell by cell.

use super::shape::DIRECTIONS;
use crate::{BlockMetric, Direction, Position, Puzzle};

/// The destinations of a piece in one move: the cell of its anchor and the path, short paths first.
pub(crate) fn destinations(
    puzzle: &Puzzle,
    position: &Position,
    piece: usize,
    metric: BlockMetric,
) -> Vec<(usize, Vec<Direction>)> {
    let occupants = puzzle.occupants(position);
    let empty = |cell: &usize| occupants[*cell].is_none_or(|p| p == piece);
    let step = |from: usize, direction: Direction| {
        let (dx, dy) = direction.delta();
        let (x, y) = (
            (from % puzzle.width()) as i32 + dx,
            (from / puzzle.width()) as i32 + dy,
        );
        let anchor = puzzle.floor(x, y)?;
        let p = &puzzle.pieces()[piece];
        let allowed = p.axis.is_none_or(|axis| axis == direction.axis());
        let enters = |cell: &usize| empty(cell) && puzzle.admits(piece, *cell);
        (allowed && puzzle.fits(&p.shape, anchor)?.iter().all(enters)).then_some(anchor)
    };
    let mut found: Vec<(usize, Vec<Direction>)> = vec![(position.anchor(piece), Vec::new())];
    let mut next = 0;
    while let Some((from, path)) = found.get(next).cloned() {
        next += 1;
        let goes_on = |direction: &Direction| match metric {
            BlockMetric::Unit => path.is_empty(),
            BlockMetric::Straight => path.iter().all(|d| d == direction),
            BlockMetric::AnyPath => true,
        };
        for direction in DIRECTIONS.into_iter().filter(goes_on) {
            if let Some(to) =
                step(from, direction).filter(|to| found.iter().all(|(cell, _)| cell != to))
            {
                found.push((to, path.iter().copied().chain([direction]).collect()));
            }
        }
    }
    found.remove(0);
    found
}
