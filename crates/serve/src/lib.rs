//! The solver over HTTP, with a page for the browser: `fifteen serve`.
//!
//! What a client may ask is described in `docs/HTTP.md`. This crate knows nothing of how an algorithm works: it turns requests
//! into calls of the crate `fifteen` and sends its [records](fifteen_solver::record) back.
//!
//! A request passes `guard` (who may ask at all), the extractor in `body` (how much, how fast), and one of the
//! handlers in `api`, which checks it against `limits` and makes a piece of `work` of it. `solvers`
//! opens what it needs. `queue` decides when it is searched, and `stream` carries its events to the client; when the
//! client goes away, that is dropped, and the search ends.

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
