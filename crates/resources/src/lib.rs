#![doc = include_str!("../README.md")]
//!
//! The crate knows nothing about puzzles. The solvers of tile puzzles, the builders of tables and
//! the solvers of block puzzles share it, so that each limit means the same everywhere:
//!
//! | module | contents |
//! | --- | --- |
//! | `limits` | [`Limits`], which stop a computation, and [`Status`], which says how it ended |
//! | `monitor` | [`Monitor`], which shows the progress of a search to another thread |
//! | `threads` | [`Threads`], the number of threads to use, and functions that run work on them or lock data |
//! | `allocation` | [`zeroed`] and [`filled`], which return an error if an allocation fails |
//! | [`system_memory`] | the memory that this process can still use |
//! | `prefetch` | [`prefetch`], which loads a value into the cache before it is read |
//! | [`record`] | the status and the times of a result, as every command prints them |

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
pub use threads::{Threads, ThreadsError, lock, map_in_parallel, run_in_pool, run_on_threads};
/// A point in time on a monotonic clock, which in a browser is the clock of the page.
pub use web_time::Instant;
