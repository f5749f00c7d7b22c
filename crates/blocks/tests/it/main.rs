//! The solver against published numbers, slow twins and an independent checker; the format and its errors.

// Helpers outside test functions are not covered by the exception in clippy.toml.
#![allow(clippy::unwrap_used)]

mod checker;
mod data;
mod format;
mod limits;
mod naive;
mod random;
mod small;
mod wide;

use fifteen_blocks::{Metric, Options, Outcome, Puzzle, States, format as text, solve, states};

fn puzzle(text: &str) -> Puzzle {
    text::parse(text).unwrap().remove(0).puzzle.unwrap()
}

fn solved(puzzle: &Puzzle, options: &Options) -> Outcome {
    solve(puzzle, options, &mut |_| ()).unwrap()
}

fn counted(puzzle: &Puzzle, options: &Options) -> States {
    states(puzzle, options, &mut |_| ()).unwrap()
}

/// One thread, in a metric.
fn serial(metric: Metric) -> Options {
    Options { threads: 1, ..Options::new(metric) }
}
