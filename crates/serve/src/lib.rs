//! HTTP server with a web page and a JSON API for the solver: `fifteen serve`.
//!
//! `docs/HTTP.md` documents the API. This crate handles the transport, and the crate
//! [`fifteen_questions`] interprets the requests.
//!
//! Every request first passes the access control in `guard`. It is then answered with one of the
//! page's files (`assets`), or by the API (`app`). A request that needs a search waits in a queue
//! (`search_queue`). The search runs on its own thread and sends events to the client. It stops
//! when the client disconnects or the server shuts down.

mod app;
mod assets;
mod body;
mod error;
mod guard;
mod search_queue;
mod server;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use fifteen_questions::Policy;
use fifteen_solver::Threads;
use fifteen_solver::resources::system_memory;

pub use server::Server;

/// Configuration of the server. By default, the server listens on a free port of the loopback
/// interface, and has the same memory limit as the command `fifteen`.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on. Port 0 selects any free port.
    pub address: SocketAddr,
    /// Folders and files to search for pattern databases. If empty, the default folders are
    /// searched.
    pub tables: Vec<PathBuf>,
    /// Maximum number of searches that run at the same time, not counting short ones. A search is
    /// short if its time limit is at most one second.
    pub threads: Threads,
    /// Maximum duration of a search.
    pub time: Duration,
    /// Time limit for receiving the head of a request. Receiving the body has the same limit. A
    /// connection on which no request arrives is closed after this time too.
    pub request_time: Duration,
    /// Maximum memory for the nodes and states of all running searches together, in bytes.
    pub memory: u64,
    /// Host names that clients can use to address the server, in addition to `localhost` and IP
    /// addresses.
    pub hosts: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            tables: Vec::new(),
            threads: Threads::All,
            time: Duration::from_secs(30),
            request_time: Duration::from_secs(10),
            memory: system_memory::default_limit(),
            hosts: Vec::new(),
        }
    }
}

/// Maximum size of a request body, in bytes.
pub(crate) const BODY_BYTES: usize = 64 << 10;
/// Maximum duration of a short search. Short searches have their own queue, so that they do not
/// wait for long ones.
pub(crate) const SHORT: Duration = Duration::from_secs(1);
/// Maximum number of short searches that run at the same time.
pub(crate) const SHORT_SEARCHES: usize = 2;
/// Maximum number of searches that wait in each of the two queues.
pub(crate) const MAX_QUEUED: usize = 64;

/// Returns the limits on each request for a server with this configuration. The memory is divided
/// equally among all searches that can run at the same time.
pub(crate) fn policy(config: &Config) -> Policy {
    let searches = config.threads.count();
    let memory_bytes = config.memory / (searches + SHORT_SEARCHES) as u64;
    let time_limit = config.time.as_secs_f64();
    Policy {
        time_limit,
        memory_bytes,
        searches,
        queue: MAX_QUEUED,
        body_bytes: BODY_BYTES,
    }
}
