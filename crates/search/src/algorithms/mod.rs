//! The textbook algorithms, and what they share: each sees a puzzle only through [`StateSpace`](crate::StateSpace) and
//! [`Heuristic`](crate::Heuristic).
//!
//! One file for each algorithm; `run` keeps the counts, limits and iterations of a search in progress, `observer`
//! reports every node of a search over a tree. IDA* has a [module of its own](crate::ida).

pub mod astar;
pub mod bfs;
pub mod bfs_tree;
pub mod bidirectional;
pub mod branch_and_bound;
pub mod dfs;
pub(crate) mod observer;
pub(crate) mod run;
