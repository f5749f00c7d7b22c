//! Graph search: algorithms that store every state that they reach. They expand a state again only
//! if they find a shorter path to it.
//!
//! [`bfs`] and [`astar`] share two modules. `reached` stores the states, each with the last move
//! that led to it. `run` counts nodes, checks limits and records iterations. The algorithms in
//! [`textbook`](crate::textbook) also use `run`, but [IDA*](crate::ida) does not.

pub mod astar;
pub mod bfs;
pub(crate) mod reached;
pub(crate) mod run;
