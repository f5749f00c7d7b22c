//! Algorithms to compare and study: bidirectional search, beam search, the searches over trees that textbooks teach, and
//! IDA* as a search for wrong moves; also trees to draw, and numbers of states at each depth.
//!
//! Solving a board with [`ida`](crate::ida), [`astar`](crate::astar), [`bfs`](crate::bfs) or
//! [`anytime`](crate::tiles::anytime) needs nothing from this module.

pub(crate) mod beam;
pub mod bidirectional;
pub mod counts;
pub mod tree;
pub mod trees;
pub mod wrong_way;
