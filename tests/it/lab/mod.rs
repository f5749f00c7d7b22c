//! Searches as an object of study: comparison runs, every algorithm and heuristic, published figures, trees.

mod beam;
mod bench;
mod bench_lines;
mod heuristic_check;
mod quality;
mod reproduce;
mod session;
