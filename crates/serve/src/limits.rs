//! How the server is set up, and how much a client may ask of it.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use fifteen_solver::puzzle::MAX_CELLS;
use serde::Serialize;

/// How the server is set up. The default listens on a free port of this machine alone.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen; port 0 for any that is free.
    pub address: SocketAddr,
    /// Folders and files of tables, instead of those found by themselves.
    pub tables: Vec<PathBuf>,
    /// Searches at a time; 0 for one for each core.
    pub threads: usize,
    /// A search may take so long.
    pub time: Duration,
    /// All searches together may keep so many bytes of nodes and states.
    pub memory: u64,
    /// So many requests may wait; more are told that the server is busy.
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

/// A body may have so many bytes.
pub(crate) const BODY_BYTES: usize = 64 << 10;
/// Of one that has more, so many are read before the answer.
pub(crate) const READ_BYTES: usize = 1 << 20;
/// A body must have come so soon.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// The head of a request may have so many bytes.
pub(crate) const HEAD_BYTES: usize = 16 << 10;
/// The head of a request must be there so soon; a connection without a request is closed then.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(15);
/// Connections at a time; more wait to be accepted.
pub(crate) const CONNECTIONS: usize = 512;
/// What is left of a connection's life after the longest answer: for a client that does not read.
pub(crate) const CONNECTION_SLACK: Duration = Duration::from_secs(600);
/// Boards of one comparison.
pub(crate) const BOARDS: usize = 20;
/// Heuristics of one comparison.
pub(crate) const HEURISTICS: usize = 8;
/// Boards of one request for random ones.
pub(crate) const RANDOM: usize = 1000;
/// Solutions given where all are asked for.
pub(crate) const SOLUTIONS: usize = 1000;
/// Moves to which a depth-first search without deepening may go.
pub(crate) const DEPTH: u32 = 1000;
/// Cells of a block puzzle's box.
pub(crate) const BLOCK_CELLS: usize = 400;
/// Heuristics that are kept open; the one not used for longest makes room.
pub(crate) const SOLVERS: usize = 16;
/// Bytes that a heuristic may take which is built without tables, as the walking distance is.
pub(crate) const BUILT_BYTES: u64 = 64 << 20;

/// Lanes of the queue in which a search may take a moment only.
pub(crate) const SHORT_LANES: usize = 2;

/// What a client may know of the limits.
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
            // The short lanes have a thread each.
            memory_bytes: config.memory / (searches + SHORT_LANES) as u64,
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
