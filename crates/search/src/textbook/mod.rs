//! Algorithms for comparison and study: bidirectional search, beam search, textbook tree searches,
//! and a variant of IDA* that minimises the number of *wrong* moves, which take a tile away from
//! its goal cell. The module also builds search trees for drawing, and counts the states at each
//! distance from a start state.
//!
//! Nothing here is needed to solve a board with [`ida`](crate::ida), [`astar`](crate::astar),
//! [`bfs`](crate::bfs) or [`anytime`](crate::tiles::anytime).

pub(crate) mod beam;
pub mod bidirectional;
pub mod counts;
pub mod drawn_tree;
pub mod tree_search;
pub mod wrong_way;
