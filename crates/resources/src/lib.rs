#![doc = include_str!("../README.md")]
//!
//! The crate knows nothing about puzzles. Solvers of tile puzzles, builders of tables and solvers
//! of block puzzles share it, so that each limit means the same everywhere:
//!
//! | module | holds |
//! | --- | --- |
//! | `limits` | [`Limits`], which stop a computation, and its [`Status`] at the end |
//! | `monitor` | [`Monitor`], through which another thread follows a search |
//! | `threads` | [`Threads`], the number of threads to use, and functions that run work on them |
//! | `allocation` | [`zeroed`] and [`filled`], which return an error if the system refuses memory |
//! | [`system_memory`] | the memory that this process may still use |
//! | `prefetch` | [`prefetch`], which hides the latency of a read from memory |
//! | [`record`] | the status of a result as all commands print it |

#![deny(unsafe_code)]

mod allocation;
mod limits;
mod monitor;
mod prefetch;
pub mod record;
pub mod system_memory;
mod threads;

pub use allocation::{AllocationError, Zeroable, filled, zeroed};
pub use limits::{LimitKind, Limits, Status};
pub use monitor::Monitor;
pub use prefetch::prefetch;
pub use threads::{Threads, ThreadsError, map_in_parallel, run_in_pool, run_on_threads};
/// A point in time on a monotonic clock: the system's clock or, in a browser, the clock of the
/// page.
pub use web_time::Instant;
