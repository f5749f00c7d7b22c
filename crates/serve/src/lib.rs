//! The solver over HTTP, with a page for the browser: `fifteen serve`.
//!
//! `docs/SERVER.md` describes the requests. This crate knows how they travel, and [`fifteen_questions`] what they ask.
//!
//! A request passes `guard` (access control), and is a file of the page (`assets`) or a question. `app` has the engine
//! answer it, or begins its search, which waits for its turn in a `lane`, runs on a thread of its own, and sends events
//! to the client. When the client goes away or the server ends, the search ends.

mod app;
mod assets;
mod config;
mod error;
mod guard;
mod lane;
mod server;

pub use config::Config;
pub use server::Server;
