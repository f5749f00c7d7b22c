//! Numbers of states at each depth of a whole board, breadth-first from the goal, in both metrics.
//!
//! [`BoardLayers`] has the boards of one depth after the other, on *planes*: one or two bits for each state of the
//! board. They need the same memory from the first depth to the last: 30 MB for 4x3 and 5.5 GB for 7x2 in the
//! single-tile metric, twice as much in the multi-tile metric. [`count`] counts all states of a board on planes, and
//! [`count_near`] the states near the goal of a board that is too large for them. Only the size, the blank's cell in
//! the goal and the metric matter: other goals rename the tiles.
//!
//! ```
//! use std::ops::ControlFlow;
//! use fifteen_lab::enumeration::count;
//! use fifteen_puzzle::{Goal, Metric, Size};
//! use fifteen_search::Limits;
//!
//! let goal = Goal::Last.board(Size::new(3, 3)?)?;
//! let counted = count(&goal, Metric::MultiTile, 1, &Limits::default(), &mut |_, _| ControlFlow::Continue(()))?;
//! assert_eq!(counted.counts[..4], [1, 4, 8, 16]);
//! assert_eq!(counted.counts.len() - 1, 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board_layers;
mod planes;
#[cfg(test)]
mod tests;

use fifteen_puzzle::{Board, Metric, MoveOrder, Size};
use fifteen_search::lab::counts::{OnDepth, StateCounts, depths};
use fifteen_search::tiles::SlideSpace;
use fifteen_search::{LimitKind, Limits, Status};

pub use self::board_layers::BoardLayers;
use crate::LabError;

/// Number of states of a board: half of the orders of all tiles and the blank.
pub fn states(size: Size) -> u128 {
    (3..=size.cells() as u128).product()
}

/// Counts the states at each depth from `goal` on planes, on `threads` threads.
///
/// [`Limits::nodes`] limits the number of states found, [`Limits::depth`] the depths counted; [`Limits::memory`] is
/// ignored: see [`BoardLayers::bytes`].
///
/// # Errors
/// If the system refuses memory or threads. Limits are no errors: see [`StateCounts::status`].
pub fn count(
    goal: &Board,
    metric: Metric,
    threads: usize,
    limits: &Limits,
    on_depth: OnDepth<'_>,
) -> Result<StateCounts, LabError> {
    let mut layers = BoardLayers::new(goal, metric, threads)?;
    let mut counts = Vec::new();
    let mut count_layers = || {
        limits.check(0)?;
        loop {
            counts.push(layers.count());
            if on_depth(layers.depth(), layers.count()).is_break() {
                return Err(LimitKind::Interrupted);
            }
            if layers.is_last() {
                return Ok(Status::Exhausted);
            }
            if limits.forbids(layers.depth() + 1) {
                return Err(LimitKind::Depth);
            }
            layers.deepen(limits)?;
        }
    };
    let status = count_layers().unwrap_or_else(Status::Limit);
    Ok(StateCounts { counts, status })
}

/// Counts the states near the goal with the obvious breadth-first search, for boards that are too large for planes.
///
/// [`Limits::memory`] limits the bytes of the last layers, by the number of states found.
pub fn count_near(
    goal: &Board,
    metric: Metric,
    limits: &Limits,
    on_depth: OnDepth<'_>,
) -> StateCounts {
    let space = SlideSpace::new(goal, MoveOrder::ULRD);
    let start = space.tiles().solved();
    match metric {
        Metric::SingleTile => depths(space.tiles(), start, limits, on_depth),
        Metric::MultiTile => depths(&space, start, limits, on_depth),
    }
}
