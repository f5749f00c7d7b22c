//! The solver over HTTP, with a page for the browser: `fifteen serve`.
//!
//! `docs/SERVER.md` describes the requests. This crate knows how they travel, and [`fifteen_questions`] what they ask.
//!
//! A request passes `guard` (access control), and is a file of the page (`assets`) or a question. `app` has the engine
//! answer it, or begins its search, which waits for its turn in a `lane`, runs on a thread of its own, and sends events
//! to the client. When the client goes away or the server ends, the search ends.

mod app;
mod assets;
mod body;
mod error;
mod guard;
mod lane;
mod server;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use fifteen_questions::Policy;
use fifteen_solver::resources::system_memory;

pub use server::Server;

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
            hosts: Vec::new(),
        }
    }
}

/// The most bytes of a body.
pub(crate) const BODY_BYTES: usize = 64 << 10;
/// The time within which a body must arrive.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// The longest time of a short search.
pub(crate) const SHORT: Duration = Duration::from_secs(1);
/// Short searches at a time.
pub(crate) const SHORT_SEARCHES: usize = 2;
/// The most searches that wait, of the short and of the long ones.
pub(crate) const QUEUE: usize = 64;

/// The limits that clients are granted.
pub(crate) fn policy(config: &Config) -> Policy {
    let searches = fifteen_solver::batch::threads_or_all(config.threads);
    let memory_bytes = config.memory / (searches + SHORT_SEARCHES) as u64;
    let seconds = config.time.as_secs_f64();
    Policy {
        seconds,
        memory_bytes,
        searches,
        queue: QUEUE,
        body_bytes: BODY_BYTES,
    }
}
