//! The configuration of the server, and the limits of what a client may ask.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use fifteen_questions::Limits;
use fifteen_solver::pdb::system_memory;

/// The configuration of the server. The default listens on a free port of this machine alone, with the memory limit of
/// the command.
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
    /// The most searches that may wait for a long turn; further ones are refused as busy. As many may wait for a short
    /// one.
    pub queue: usize,
    /// Names by which clients may address the server, besides `localhost` and numbers.
    pub hosts: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            tables: Vec::new(),
            threads: 0,
            time: Duration::from_secs(30),
            memory: system_memory::default_limit(),
            queue: 64,
            hosts: Vec::new(),
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
/// Connections at a time; for a new one, the one that has waited longest for its client is closed.
pub(crate) const CONNECTIONS: usize = 512;
/// The time that a client has to ask before its connection may be closed for another.
pub(crate) const PATIENCE: Duration = Duration::from_millis(200);
/// Connections that the system keeps until they are accepted.
pub(crate) const BACKLOG: u32 = 4096;
/// The time that a write may wait for a client to read.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(15);
/// The time for a client to read the answer to a request that was refused before it came to its end.
pub(crate) const LINGER_TIME: Duration = Duration::from_secs(1);
/// Answers computed at a time outside the queue of searches.
pub(crate) const COMPUTED: usize = 2;
/// Levels of the queue in which the time of a search is bounded.
pub(crate) const SHORT_LEVELS: usize = 2;

/// The limits of questions.
pub(crate) fn limits(config: &Config) -> Limits {
    let searches = fifteen_solver::batch::threads_or_all(config.threads);
    // The short levels have a thread each.
    let memory = config.memory / (searches + SHORT_LEVELS) as u64;
    Limits::new(config.time.as_secs_f64(), memory, searches, config.queue, BODY_BYTES)
}
