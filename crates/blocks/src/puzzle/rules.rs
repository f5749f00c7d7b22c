//! Finds the moves of a single piece while all other pieces stay in place.
//!
//! This implementation of the rules goes cell by cell, so it is simple but slow. It finds the paths
//! of the moves in a solution. Searches use the much faster [`MoveGenerator`](crate::engine).

use super::shape::UDLR;
use crate::{BlockMetric, Direction, Position, Puzzle};

/// A location that a piece can reach in one move, with the path to it.
pub(crate) struct PieceDestination {
    /// The location of the piece after the move. The location of a piece is its first cell in
    /// reading order.
    pub(crate) anchor: usize,
    /// A shortest path to this location, as the directions of steps by one cell.
    pub(crate) path: Vec<Direction>,
}

/// Returns all locations that a piece can reach in one move, sorted by the length of the path.
pub(crate) fn destinations(
    puzzle: &Puzzle,
    position: &Position,
    piece: usize,
    metric: BlockMetric,
) -> Vec<PieceDestination> {
    let occupants = puzzle.occupants(position);
    // Start the breadth-first search at the piece's current location, which is removed from the
    // results at the end.
    let mut found = vec![PieceDestination {
        anchor: position.anchor_of(piece),
        path: Vec::new(),
    }];
    let mut next = 0;
    while let Some(from) = found.get(next) {
        next += 1;
        let (anchor, path) = (from.anchor, from.path.clone());
        for direction in UDLR {
            let is_one_move = match metric {
                BlockMetric::Unit => path.is_empty(),
                BlockMetric::Straight => path.iter().all(|step| *step == direction),
                BlockMetric::AnyPath => true,
            };
            if is_one_move
                && let Some(to) = step(puzzle, &occupants, piece, anchor, direction)
                && found.iter().all(|other| other.anchor != to)
            {
                let mut path = path.clone();
                path.push(direction);
                found.push(PieceDestination { anchor: to, path });
            }
        }
    }
    found.remove(0);
    found
}

/// Returns the location of a piece after a step to an adjacent cell, or `None` if the piece cannot
/// move along this axis or is blocked.
fn step(
    puzzle: &Puzzle,
    occupants: &[Option<usize>],
    piece: usize,
    from: usize,
    direction: Direction,
) -> Option<usize> {
    let moved = &puzzle.pieces()[piece];
    if moved.axis.is_some_and(|axis| axis != direction.axis()) {
        return None;
    }
    let (dx, dy) = direction.delta();
    let x = (from % puzzle.width()) as i32 + dx;
    let y = (from / puzzle.width()) as i32 + dy;
    let anchor = puzzle.floor(x, y)?;
    let is_free = |cell: &usize| {
        let is_empty = occupants[*cell].is_none_or(|other| other == piece);
        is_empty && puzzle.admits(piece, *cell)
    };
    let cells = puzzle.fits(&moved.shape, anchor)?;
    cells.iter().all(is_free).then_some(anchor)
}
