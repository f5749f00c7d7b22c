//! Graph search: algorithms that store every state they have reached and visit it once, or again if a shorter path to it
//! is found.
//!
//! [`bfs`] and [`astar`] share two modules: `reached` stores the states with the last move to each of them, and `run`
//! counts nodes, checks limits and records iterations, for every algorithm except [IDA*](crate::ida).

pub mod astar;
pub mod bfs;
pub(crate) mod reached;
pub(crate) mod run;
