//! Two additive tables of the 8-puzzle, built in memory, and their sum compared with a search's distance.
//!
//! `cargo run --release -p fifteen --example pattern_database`

use std::error::Error;
use std::ops::ControlFlow;

use fifteen_pdb::index::ZeroClasses;
use fifteen_pdb::{Partition, TableKind, build};
use fifteen_solver::{Goal, HeuristicKind, Options, Setup, notation};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
    let goal = Goal::Last.board(board.size())?;
    let cell_of = |tile: u8| {
        board
            .tiles()
            .iter()
            .position(|t| *t == tile)
            .ok_or("a tile is missing")
    };

    let mut sum = 0;
    for pattern in Partition::parse("1-4/5-8", &goal)?.patterns() {
        let table = build(pattern, TableKind::ZeroAware, 2, &mut |_| {
            ControlFlow::Continue(())
        })?;
        let mut cells = Vec::new();
        for tile in pattern.labels() {
            cells.push(cell_of(tile)? as u8);
        }
        let classes = ZeroClasses::new(goal.size(), cells.len());
        let value = table.distance(&classes, &cells, cell_of(0)?)?;
        println!("tiles {:?}: {value} moves of their own", pattern.labels());
        sum += value;
    }

    let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(board.size())?;
    let distance = solver
        .solve(&board, &Options::default())?
        .length
        .ok_or("not solved")?;
    println!("their sum is {sum}; the board needs {distance} moves");
    assert!(sum <= distance, "the tables are not admissible");
    Ok(())
}
