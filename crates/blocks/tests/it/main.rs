//! Tests of the solver, which compare it with published numbers and with a naive search. Every
//! solution is replayed.
//!
//! What the text format accepts is tested by transcripts of the command, in `tests/it/transcripts`.

// clippy.toml allows `unwrap` in test functions, but not in the helper functions around them.
#![allow(clippy::unwrap_used)]

mod count;
mod data;
mod hardest;
mod limits;
mod naive;
mod notations;
mod packs;
mod positions;
mod random;
mod record;
mod small;
mod wide;

use fifteen_blocks::{
    BlockMetric, BlockOptions, BlockOutcome, Puzzle, ReachableStates, Threads, format as text,
    reachable_states, solve,
};

fn puzzle(text: &str) -> Puzzle {
    text::parse(text).unwrap().remove(0).puzzle.unwrap()
}

fn solved(puzzle: &Puzzle, options: &BlockOptions) -> BlockOutcome {
    solve(puzzle, options, &mut |_| ()).unwrap()
}

fn counted(puzzle: &Puzzle, options: &BlockOptions) -> ReachableStates {
    reachable_states(puzzle, options, &mut |_| ()).unwrap()
}

/// Returns the default options for a metric, with one thread.
fn serial(metric: BlockMetric) -> BlockOptions {
    BlockOptions {
        threads: Threads::ONE,
        ..BlockOptions::new(metric)
    }
}
