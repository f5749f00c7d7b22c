//! Algorithms that are here to be compared and studied: bidirectional search, beam search, the textbooks' searches over
//! trees, IDA* by wrong moves; trees to draw, and states counted by depth.
//!
//! Solving a board with [`ida`](crate::ida), [`astar`](crate::astar), [`bfs`](crate::bfs) or
//! [`anytime`](crate::tiles::anytime) needs nothing from here.

pub(crate) mod beam;
pub mod bidirectional;
pub mod counts;
pub mod tree;
pub mod trees;
pub mod wrong_way;
