//! Counts and lists the boards at each distance from a goal, in the single-tile and the multi-tile
//! metric.
//!
//! [`BoardLayers`] is a breadth-first search that holds all boards at the current depth. It stores
//! one or two bits per board that can reach the goal, so its memory use doesn't grow with the
//! depth. In the single-tile metric it needs 30 MB for 4x3 and 5.5 GB for 7x2, and in the
//! multi-tile metric twice as much. [`count`] returns only the number of boards at each depth.
//! [`count_near`] counts the boards near the goal on larger sizes, where even one bit per board
//! would not fit in memory.
//!
//! The counts depend only on the board's size, the metric and the cell of the goal's blank.
//! Renumbering the goal's tiles doesn't change them.
//!
//! ```
//! use std::ops::ControlFlow;
//! use fifteen_lab::enumeration::count;
//! use fifteen_puzzle::{Goal, Metric, Size};
//! use fifteen_search::{Limits, Threads};
//!
//! let goal = Goal::Last.board(Size::new(3, 3)?)?;
//! let go_on = &mut |_, _| ControlFlow::Continue(());
//! let counted = count(&goal, Metric::MultiTile, Threads::All, &Limits::default(), go_on)?;
//! assert_eq!(counted.counts[..4], [1, 4, 8, 16]);
//! assert_eq!(counted.counts.len() - 1, 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board_layers;
mod planes;
#[cfg(test)]
mod tests;

use fifteen_puzzle::{Board, Metric, MoveOrder};
use fifteen_resources::Threads;
use fifteen_search::textbook::counts::{OnDepth, StateCounts, depths};
use fifteen_search::tiles::SlideSpace;
use fifteen_search::{LimitKind, Limits, Status};

pub use self::board_layers::BoardLayers;
use crate::LabError;

/// Counts all boards at each distance from `goal`. The breadth-first search stores one or two bits
/// per board, and runs on the given threads.
///
/// `on_depth` receives each depth and the number of boards there. [`Limits::nodes`] limits the
/// total number of boards, and [`Limits::depth`] limits the depth. [`Limits::memory`] is ignored:
/// call [`BoardLayers::bytes`] beforehand to find out how much memory the search needs.
///
/// # Errors
/// Returns an error if memory can't be allocated or if threads can't be started. Reaching a limit
/// is not an error: the result then contains the completed depths, and [`StateCounts::status`]
/// names the limit.
pub fn count(
    goal: &Board,
    metric: Metric,
    threads: Threads,
    limits: &Limits,
    on_depth: OnDepth<'_>,
) -> Result<StateCounts, LabError> {
    let mut layers = BoardLayers::new(goal, metric, threads)?;
    let mut counts = Vec::new();
    let status = count_layers(&mut layers, limits, on_depth, &mut counts);
    let status = status.unwrap_or_else(Status::Limit);
    Ok(StateCounts { counts, status })
}

/// Appends the number of boards at each depth to `counts`. Returns an error if a limit stops the
/// count.
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

/// Counts the boards near the goal with a breadth-first search that stores whole boards. Works on
/// sizes that have too many boards for [`count`].
///
/// [`Limits::memory`] limits the memory for the stored boards, in bytes. The search stores only its
/// last few layers, which is enough to recognise boards found before.
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
