//! The configuration of the server, and the limits of what a client may ask.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use fifteen_solver::Policy;
use fifteen_solver::puzzle::MAX_CELLS;
use serde::Serialize;

/// The configuration of the server. The default listens on a free port of this machine alone.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address to listen on; port 0 for any that is free.
    pub address: SocketAddr,
    /// Folders and files of tables to use instead of those found by default.
    pub tables: Vec<PathBuf>,
    /// Searches at a time; 0 for one for each core.
    pub threads: usize,
    /// The longest time of a search.
    pub time: Duration,
    /// The most bytes of nodes and states of all searches together.
    pub memory: u64,
    /// The most requests that may wait; further ones are refused as busy.
    pub queue: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            tables: Vec::new(),
            threads: 0,
            time: Duration::from_secs(30),
            memory: 1 << 30,
            queue: 64,
        }
    }
}

/// The most bytes of a body.
pub(crate) const BODY_BYTES: usize = 64 << 10;
/// Bytes of an oversized body that are drained before the error response is sent.
pub(crate) const DRAINED_BYTES: usize = 1 << 20;
/// The time within which a body must arrive.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// The most bytes of the head of a request.
pub(crate) const HEAD_BYTES: usize = 16 << 10;
/// The time within which the head of a request must arrive; a connection without one is closed then.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(15);
/// Connections at a time; more wait to be accepted.
pub(crate) const CONNECTIONS: usize = 512;
/// The time that a connection may last after the longest answer, for a client that does not read.
pub(crate) const CONNECTION_SLACK: Duration = Duration::from_secs(600);
/// Boards of one comparison.
pub(crate) const BOARDS: usize = 20;
/// Heuristics of one comparison.
pub(crate) const HEURISTICS: usize = 8;
/// Boards of one request for random ones.
pub(crate) const RANDOM: usize = 1000;
/// Solutions given where all are asked for.
const SOLUTIONS: usize = 1000;
/// Bounds of a search that no default of the library sets; the second is the depth of a depth-first search without deepening.
pub(crate) const POLICY: Policy = Policy { most_solutions: Some(SOLUTIONS), deepest_dfs: Some(1000) };
/// Cells of a block puzzle's box.
pub(crate) const BLOCK_CELLS: usize = 400;
/// Heuristics that are kept open; the least recently used one makes room.
pub(crate) const SOLVERS: usize = 16;
/// The most bytes of a heuristic that is built without tables, such as the walking distance.
pub(crate) const BUILT_BYTES: u64 = 64 << 20;

/// Levels of the queue in which the time of a search is bounded.
pub(crate) const SHORT_LEVELS: usize = 2;

/// The limits, as clients see them.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Limits {
    /// Seconds of a search.
    pub seconds: f64,
    /// Bytes of nodes and states of one search.
    pub memory_bytes: u64,
    /// Cells of a board.
    pub cells: usize,
    /// Searches at a time.
    pub searches: usize,
    /// Requests that may wait.
    pub queue: usize,
    pub boards: usize,
    pub heuristics: usize,
    pub solutions: usize,
    pub random: usize,
    pub block_cells: usize,
    pub body_bytes: usize,
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Self {
        let searches = fifteen_solver::batch::threads_or_all(config.threads);
        Self {
            seconds: config.time.as_secs_f64(),
            // The short levels have a thread each.
            memory_bytes: config.memory / (searches + SHORT_LEVELS) as u64,
            cells: MAX_CELLS,
            searches,
            queue: config.queue,
            boards: BOARDS,
            heuristics: HEURISTICS,
            solutions: SOLUTIONS,
            random: RANDOM,
            block_cells: BLOCK_CELLS,
            body_bytes: BODY_BYTES,
        }
    }
}
