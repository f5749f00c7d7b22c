//! Builds two tables of the 8-puzzle in memory, and compares the sum of their values for a board with
//! the length of a shortest solution.
//!
//! `cargo run --release -p fifteen --example pattern_database`

use std::error::Error;

use fifteen_pdb::{Partition, TableBuilder};
use fifteen_solver::{Goal, HeuristicKind, Limits, Setup, notation};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
    let goal = Goal::Last.board(board.size())?;
    let partition = Partition::parse("1-4/5-8", &goal)?;

    let mut sum = 0;
    for table in TableBuilder::new().build_partition(&partition)? {
        let value = table.value(&board)?;
        println!(
            "tiles {}: {value} moves of their own",
            table.header().pattern()
        );
        sum += value;
    }

    let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(board.size())?;
    let distance = solver
        .solve(&board, &Limits::default())?
        .length
        .ok_or("not solved")?;
    println!("their sum is {sum}; the board needs {distance} moves");
    assert!(sum <= distance, "the tables are not admissible");
    Ok(())
}
