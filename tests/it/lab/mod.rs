//! Searches as an object of study: comparison runs, heuristics, published figures. What the commands print is in
//! `laboratory.transcript` and `algorithms.transcript`.

mod bench_lines;
mod reproduce;
