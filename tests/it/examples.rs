//! The programs of `examples`, run.

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
fn examples_run() -> Result<(), Box<dyn Error>> {
    blocks::main()?;
    heuristics::main()?;
    own_heuristic::main()?;
    pattern_database::main()?;
    solve::main()
}
