//! How one piece moves while all others stand still: the rules themselves, cell by cell.

use crate::metric::Metric;
use crate::puzzle::{Position, Puzzle};
use crate::shape::Direction;

/// Where a piece can go in one move: the cell of its anchor, and the way. Short ways first.
pub(crate) fn reach(
    puzzle: &Puzzle,
    position: &Position,
    piece: usize,
    metric: Metric,
) -> Vec<(usize, Vec<Direction>)> {
    let occupants = puzzle.occupants(position);
    let empty = |cell: &usize| occupants[*cell].is_none_or(|p| p == piece);
    let step = |from: usize, direction: Direction| {
        let (dx, dy) = direction.delta();
        let to = (from as i32 + dy * puzzle.width() as i32 + dx) as usize;
        let (x, y) = ((from % puzzle.width()) as i32 + dx, (from / puzzle.width()) as i32 + dy);
        let anchor = puzzle.floor(x, y).filter(|&a| a == to)?;
        let p = &puzzle.pieces()[piece];
        let allowed = p.axis.is_none_or(|axis| axis == direction.axis());
        (allowed && puzzle.fits(&p.shape, anchor)?.iter().all(empty)).then_some(anchor)
    };
    let mut found: Vec<(usize, Vec<Direction>)> = vec![(position.anchor(piece), Vec::new())];
    let mut next = 0;
    while let Some((from, way)) = found.get(next).cloned() {
        next += 1;
        let goes_on = |direction: &Direction| match metric {
            Metric::Unit => way.is_empty(),
            Metric::Straight => way.iter().all(|d| d == direction),
            Metric::AnyPath => true,
        };
        for direction in Direction::ALL.into_iter().filter(goes_on) {
            if let Some(to) = step(from, direction).filter(|to| found.iter().all(|(cell, _)| cell != to)) {
                found.push((to, way.iter().copied().chain([direction]).collect()));
            }
        }
    }
    found.remove(0);
    found
}

/// A shortest way of a piece to a place; `None` if there is none.
pub(crate) fn way(puzzle: &Puzzle, position: &Position, piece: usize, to: usize) -> Option<Vec<Direction>> {
    reach(puzzle, position, piece, Metric::AnyPath).into_iter().find(|(cell, _)| *cell == to).map(|(_, way)| way)
}
