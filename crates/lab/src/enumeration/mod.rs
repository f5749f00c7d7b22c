//! Counts and lists the boards at each distance from a goal, in both metrics.
//!
//! [`BoardLayers`] goes from depth to depth by breadth-first search and has all boards of one depth
//! at a time. It keeps one or two bits for each state of the board, and so needs the same memory
//! from the first depth to the last: 30 MB for 4x3 and 5.5 GB for 7x2 in the single-tile metric,
//! twice as much in the multi-tile metric. [`count`] only counts the boards. [`count_near`] counts
//! the boards near the goal of a board that is too large for a bit per state.
//!
//! The numbers depend only on the size, the metric and the cell of the goal's blank. The tiles of
//! the goal don't matter, because renaming the tiles changes no distance.
//!
//! ```
//! use std::ops::ControlFlow;
//! use fifteen_lab::enumeration::count;
//! use fifteen_puzzle::{Goal, Metric, Size};
//! use fifteen_search::Limits;
//!
//! let goal = Goal::Last.board(Size::new(3, 3)?)?;
//! let go_on = &mut |_, _| ControlFlow::Continue(());
//! let counted = count(&goal, Metric::MultiTile, 1, &Limits::default(), go_on)?;
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

/// Counts all states at each depth from `goal` with a bit or two for each state, on `threads`
/// threads (0: one for each core).
///
/// `on_depth` receives each depth with its number of states. [`Limits::nodes`] limits the number of
/// states, [`Limits::depth`] the depths. [`Limits::memory`] is ignored, because the memory is known
/// before: see [`BoardLayers::bytes`].
///
/// # Errors
/// Returns an error if the system refuses memory or threads. A limit is not an error: the result
/// has the complete depths, and [`StateCounts::status`] names the limit.
pub fn count(
    goal: &Board,
    metric: Metric,
    threads: usize,
    limits: &Limits,
    on_depth: OnDepth<'_>,
) -> Result<StateCounts, LabError> {
    let mut layers = BoardLayers::new(goal, metric, threads)?;
    let mut counts = Vec::new();
    let status = count_layers(&mut layers, limits, on_depth, &mut counts);
    let status = status.unwrap_or_else(Status::Limit);
    Ok(StateCounts { counts, status })
}

/// Appends the number of states of each depth to `counts`.
fn count_layers(
    layers: &mut BoardLayers,
    limits: &Limits,
    on_depth: OnDepth<'_>,
    counts: &mut Vec<u64>,
) -> Result<Status, LimitKind> {
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
}

/// Counts the states near the goal with an ordinary breadth-first search, for boards that are too
/// large for [`count`].
///
/// [`Limits::memory`] limits the number of bytes that the last layers take.
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
