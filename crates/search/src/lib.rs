#![doc = include_str!("../README.md")]
//!
//! # The parts of the crate
//!
//! The algorithms ([`ida`], [`astar`], [`bfs`]) see a puzzle only through the traits [`StateSpace`]
//! and [`Heuristic`], so they know neither boards nor pattern databases. The module [`tiles`]
//! implements these traits for the sliding-tile puzzle and its heuristics. [`textbook`] holds
//! algorithms for comparison and study. The crate does not open files, print, or parse command
//! lines.
//!
//! This program calls IDA* directly, with the Manhattan distance as the heuristic:
//!
//! ```
//! use fifteen_puzzle::{Goal, MoveOrder, notation};
//! use fifteen_search::tiles::{Manhattan, TileSpace};
//! use fifteen_search::ida::{self, IdaOptions};
//!
//! let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
//! let space = TileSpace::new(&Goal::Last.board(board.size())?, MoveOrder::ULRD);
//! let start = space.state(&board)?;
//! let manhattan = Manhattan::new(board.size());
//! let Ok(outcome) = ida::search(&space, &manhattan, &start, &IdaOptions::default(), &mut |_| ());
//! assert_eq!(outcome.length, Some(31));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithms;
pub mod ida;
mod outcome;
mod queue;
mod space;
mod storage;
pub mod textbook;
pub mod tiles;

pub use algorithms::{astar, bfs};

pub use ida::{Find, IdaOptions};
pub use outcome::{Directions, Iteration, Outcome};
pub use queue::Queue;
pub use space::{Heuristic, KeyedSpace, StateSpace, Zero};
// Re-exported because these types occur in the signatures of this crate's functions.
pub use fifteen_resources::{Instant, LimitKind, Limits, Monitor, Status, Threads};
