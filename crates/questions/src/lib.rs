//! The questions that the page of the solver asks, without a transport: requests in, events and results out.
//!
//! `docs/HTTP.md` describes requests, events and results; a server carries them over HTTP. This crate does not know how
//! any algorithm works, nor who carries a question: it turns questions into calls of the crate [`fifteen_solver`], and
//! answers with its [records](fifteen_solver::record).
//!
//! A [`Question`] that takes time is read within [`Limits`] and becomes [`Work`]: it needs solvers, which [`Solvers`]
//! opens and keeps, and sends [`Event`]s. The others
//! ([`board::Check`], [`board::Random`], [`read::Read`], [`blocks::Check`], [`facts`]) are answered at once.

pub mod bench;
pub mod blocks;
pub mod board;
mod body;
mod events;
pub mod facts;
mod failure;
mod limits;
mod parse;
pub mod read;
pub mod solve;
mod solvers;
#[cfg(test)]
mod tests;
mod work;

pub use body::{json_body, parameters};
pub use events::{Event, Events, HeldEvents};
pub use failure::{Failure, FailureKind};
pub use limits::Limits;
pub use solvers::{Opened, Solvers};
pub use work::{Prepared, Question, Work};
