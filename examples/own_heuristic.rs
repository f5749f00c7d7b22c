//! Defines a heuristic of your own. It adds the number of tiles outside their goal row to the number
//! of tiles outside their goal column, and is compared with two built-in heuristics.
//!
//! `cargo run --release -p fifteen --example own_heuristic`

use std::error::Error;
use std::sync::Arc;

use fifteen_search::tiles::{FunctionError, FunctionValues, HeuristicFunction};
use fifteen_solver::{Board, HeuristicKind, Limits, NamedFunction, Setup, notation};

/// A tile outside its goal row needs at least one vertical move, and a tile outside its goal column
/// needs at least one horizontal move. Each move moves one tile in one direction, so the total never
/// exceeds the number of moves that a board needs.
struct RowsAndColumns;

impl HeuristicFunction for RowsAndColumns {
    fn values(&self, boards: &[Board]) -> Result<FunctionValues, FunctionError> {
        Ok(FunctionValues::Bounds(boards.iter().map(value).collect()))
    }
}

fn value(board: &Board) -> u32 {
    let width = board.size().width();
    let tiles = board
        .tiles()
        .iter()
        .enumerate()
        .filter(|(_, tile)| **tile != 0);
    tiles
        .map(|(cell, tile)| {
            let home = usize::from(*tile) - 1;
            u32::from(cell / width != home / width) + u32::from(cell % width != home % width)
        })
        .sum()
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
    let function = NamedFunction {
        name: "rows_and_columns".to_owned(),
        function: Arc::new(RowsAndColumns),
    };
    let own = Setup {
        function: Some(function),
        ..Setup::default()
    };
    let mut lengths = Vec::new();
    for setup in [
        Setup::with_heuristic(HeuristicKind::Misplaced),
        own,
        Setup::with_heuristic(HeuristicKind::Manhattan),
    ] {
        let solver = setup.open(board.size())?;
        let solution = solver.solve(&board, &Limits::default())?;
        println!(
            "{}: {} nodes generated",
            solver.heuristic().unwrap_or_default(),
            solution.generated
        );
        lengths.push(solution.length);
    }
    // The function never overestimates, so all three heuristics find shortest solutions.
    assert_eq!(lengths, [Some(31); 3]);
    Ok(())
}
