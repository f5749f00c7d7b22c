//! The solver over HTTP, with a page for the browser: `fifteen serve`.
//!
//! `docs/HTTP.md` describes the requests. This crate does not know how any algorithm works: it turns requests into calls of
//! the crate [`fifteen_solver`] and sends its [records](fifteen_solver::record) back.
//!
//! A request passes `guard` (access control), an extractor of `body` (size and time), and a handler in `api`, which
//! validates it within the policy of `limits` and makes a search of it. `solvers` opens the heuristic. `queue` decides when the
//! search runs, and `stream` carries its events to the client. When the client goes away, the stream is dropped and the search
//! ends.

mod api;
mod assets;
mod body;
mod error;
mod guard;
mod limits;
mod queue;
mod routes;
mod server;
mod solvers;
mod stream;

pub use limits::Config;
pub use server::Server;
