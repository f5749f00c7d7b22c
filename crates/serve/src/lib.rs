//! The solver over HTTP, with a page for the browser: `fifteen serve`.
//!
//! `docs/HTTP.md` describes the requests. This crate knows how they travel, and [`fifteen_questions`] what they ask.
//!
//! `server` accepts `connections`, each with a `socket` that bounds the time of writes. A request passes `guard`
//! (access control), an extractor of `body` (size and time), and a handler in `questions`, which has it read within
//! `limits` and made into work. `solvers` opens the heuristic. `queue` decides when the work is done, and `stream`
//! carries its events to the client. When the client goes away, the stream is dropped and the search ends.

mod assets;
mod body;
mod compress;
mod connections;
mod error;
mod guard;
mod headers;
mod limits;
mod questions;
mod queue;
mod routes;
mod server;
mod socket;
mod solvers;
mod stream;

pub use limits::Config;
pub use server::Server;
