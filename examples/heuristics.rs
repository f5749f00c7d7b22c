//! Compares four heuristics on the same random boards, by the mean number of generated nodes.
//!
//! `cargo run --release -p fifteen --example heuristics`

use std::error::Error;

use fifteen_solver::{Goal, HeuristicSpec, Limits, MissingTables, RandomBoards, Setup, Size};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let size = Size::new(3, 3)?;
    let boards: Vec<_> = RandomBoards::new(Goal::Last.board(size)?, 1)
        .take(20)
        .collect();
    let mut means = Vec::new();
    for name in ["misplaced", "manhattan", "linear-conflict", "1-4/5-8"] {
        let heuristic: HeuristicSpec = name.parse()?;
        let solver = Setup {
            missing_tables: MissingTables::BuildSmall,
            ..Setup::with_heuristic(heuristic)
        }
        .open(size)?;
        let mut generated = 0;
        for board in &boards {
            generated += solver.solve(board, &Limits::default())?.generated;
        }
        means.push(generated as f64 / boards.len() as f64);
        println!(
            "{name:16} {:10.1} nodes generated on average",
            means[means.len() - 1]
        );
    }
    assert!(means.is_sorted_by(|weaker, stronger| weaker >= stronger));
    Ok(())
}
