//! Graph search: algorithms that store every state they have reached. They expand a state once, or
//! again if they find a shorter path to it.
//!
//! [`bfs`] and [`astar`] share two modules. `reached` stores the states, each with the last move to
//! it. `run` counts nodes, checks limits and records iterations; the algorithms in
//! [`lab`](crate::lab) use it too, but [IDA*](crate::ida) does not.

pub mod astar;
pub mod bfs;
pub(crate) mod reached;
pub(crate) mod run;
