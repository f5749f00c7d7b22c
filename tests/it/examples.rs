//! Runs the programs in the folder `examples`, which return an error or panic if something is
//! wrong.

use std::error::Error;

#[path = "../../examples/blocks.rs"]
mod blocks;
#[path = "../../examples/heuristics.rs"]
mod heuristics;
#[path = "../../examples/own_heuristic.rs"]
mod own_heuristic;
#[path = "../../examples/pattern_database.rs"]
mod pattern_database;
#[path = "../../examples/solve.rs"]
mod solve;

#[test]
fn all_examples_run_without_error() -> Result<(), Box<dyn Error>> {
    blocks::main()?;
    heuristics::main()?;
    own_heuristic::main()?;
    pattern_database::main()?;
    solve::main()
}
