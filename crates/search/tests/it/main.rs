//! The search against slow twins on small boards, and against published counts.

// Helpers outside test functions are not covered by the exception in clippy.toml.
#![allow(clippy::unwrap_used)]

mod algorithms;
mod anytime;
mod choice;
mod each;
mod estimate;
mod fast;
mod function;
mod graph;
mod heuristics;
mod large;
mod limits;
mod slides;
mod small;
mod subtrees;
mod support;
mod tables;
mod threads;
mod tree;
mod twin;
mod whole;
