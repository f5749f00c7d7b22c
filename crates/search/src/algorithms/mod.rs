//! Graph search by states and their keys, of which `reached` has those met so far; and `run`: the counts, limits and iterations of a search in progress, for
//! every algorithm but IDA*, which has a [module of its own](crate::ida).

pub mod astar;
pub mod bfs;
pub(crate) mod reached;
pub(crate) mod run;
