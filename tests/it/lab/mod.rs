//! Searches as an object of study: comparison runs, every algorithm and heuristic, published figures, trees.

mod bench;
mod quality;
mod reproduce;
mod session;
mod tree;
