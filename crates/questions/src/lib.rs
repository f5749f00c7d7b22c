//! The solver's JSON API, independent of the transport. It turns requests into answers and events.
//!
//! `docs/HTTP.md` documents the API. This crate does not implement any algorithm. It translates
//! requests into calls of the crate [`fifteen_solver`], and returns that crate's
//! [records](fifteen_solver::record).
//!
//! [`Engine`] maps each path to an answer. Most requests are answered immediately. A request that
//! takes time becomes a [`Search`], which sends [`Event`]s. A [`Policy`] limits what requests can
//! ask for, and [`Solvers`] caches the solvers that searches need.
//!
//! Compiled to WebAssembly, this crate is also the engine of the static web site. `worker` manages
//! the searches and tables of one Web Worker, `bindings` exports them to JavaScript, and the folder
//! `web/engine` contains the JavaScript side.

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

pub use engine::{Engine, Event, ROUTES, RouteKind, Search};
pub use parse::{Failure, FailureKind};
pub use policy::Policy;
pub use solvers::Solvers;
