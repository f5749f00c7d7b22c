//! The questions that the page of the solver asks, without a transport: requests in, events and results out.
//!
//! `docs/SERVER.md` describes requests, events and results. This crate does not know how any algorithm works, nor who
//! carries a question: it turns questions into calls of the crate [`fifteen_solver`], and answers with its
//! [records](fifteen_solver::record).
//!
//! [`Engine`] knows the questions by their addresses. Most are answered at once; one that takes time becomes a
//! [`Search`], which sends [`Event`]s. Requests are validated within a [`Policy`], and [`Solvers`] opens and keeps what
//! searches need. Compiled to WebAssembly, the crate is the engine of the static site: `worker` is what a Worker needs
//! beside the questions, `bindings` makes it a class of JavaScript, and the folder `page` has the other half.

mod bench;
#[cfg(target_arch = "wasm32")]
mod bindings;
mod blocks;
mod board;
mod engine;
mod parse;
mod policy;
mod solve;
mod solvers;
#[cfg(test)]
mod tests;
#[cfg(any(target_arch = "wasm32", test))]
mod worker;

pub use engine::{Engine, Event, Search};
pub use parse::{Failure, FailureKind};
pub use policy::Policy;
pub use solvers::Solvers;
