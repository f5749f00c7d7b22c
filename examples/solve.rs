//! Solves a board in the fewest moves.
//!
//! `cargo run --release -p fifteen --example solve`

use std::error::Error;

use fifteen_solver::{Convention, Limits, Solver, notation};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
    // Opens the strongest tables on this machine. If no tables exist, opens a heuristic without them.
    let solver = Solver::open(board.size())?;
    let solution = solver.solve(&board, &Limits::default())?;
    let path = solution.moves.ok_or("this board cannot be solved")?;
    println!("{} moves: {}", path.len(), path.letters(Convention::Tile));
    println!(
        "{} nodes generated with {}",
        solution.generated,
        solver.heuristic().unwrap_or("no heuristic")
    );
    assert_eq!(path.len(), 31); // one of the two hardest boards of the 8-puzzle
    Ok(())
}
