//! Solves a sliding-block puzzle in the fewest moves, where each move slides a piece any distance in
//! a straight line.
//!
//! `cargo run --release -p fifteen --example blocks`

use std::error::Error;

use fifteen_blocks::{BlockMetric, BlockOptions, format, solve};

const PUZZLE: &str = "\
## Three pieces
start   goal
AAB     ...
.C.     ...
...     .AA
";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    for entry in format::parse(PUZZLE)? {
        let puzzle = entry.puzzle?;
        let outcome = solve(
            &puzzle,
            &BlockOptions::new(BlockMetric::Straight),
            &mut |_| (),
        )?;
        let solution = outcome.solution.ok_or("there is no solution")?;
        for step in &solution.moves {
            println!("{} {}", puzzle.pieces()[step.piece].label, step.letters());
        }
        assert_eq!(outcome.length, Some(3));
    }
    Ok(())
}
