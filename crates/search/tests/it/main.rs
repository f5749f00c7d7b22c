//! Integration tests of the searches. They compare searches with slow reference implementations on
//! small boards, and with published counts.

// The exception for tests in clippy.toml does not cover helper functions.
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
