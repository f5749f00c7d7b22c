//! The native half of the Python package `fifteen`: the crate [`fifteen_solver`], with the names of the command.
//!
//! Long work runs with the interpreter free for other threads, and Ctrl-C stops it (`wait`). Defaults and documentation
//! are in Python, in `python/fifteen`; the types of this half are in `_fifteen.pyi`.

mod analysis;
mod arguments;
mod blocks;
mod boards;
mod build;
mod error;
mod function;
mod input;
mod laboratory;
mod picture;
mod record;
mod solution;
mod solver;
mod wait;
mod work;

use pyo3::prelude::*;

/// Everything that Python sees of this crate.
#[pymodule(name = "_fifteen")]
mod module {
    #[pymodule_export]
    use crate::analysis::Analysis;
    #[pymodule_export]
    use crate::blocks::{BlockSolution, block_gif, block_puzzles, block_svg, solve_blocks};
    #[pymodule_export]
    use crate::boards::{board_size, board_tiles, goal_tiles, random_boards, scrambles, unsolvable_reason};
    #[pymodule_export]
    use crate::build::build_tables;
    #[pymodule_export]
    use crate::error::{FifteenError, TableError, UnsolvableError};
    #[pymodule_export]
    use crate::input::Boards;
    #[pymodule_export]
    use crate::laboratory::{check_heuristic, heuristic_quality};
    #[pymodule_export]
    use crate::picture::{comparison, gif, legal_moves, positions, svg};
    #[pymodule_export]
    use crate::solution::{Iteration, Solution};
    #[pymodule_export]
    use crate::solver::{Pool, Solver, Tables, opening_notice};
    #[pymodule_export]
    use crate::work::{
        begin, build_table, default_folder, line_fault, locate, merge, resume, split, table_fault, table_path,
        work_unit,
    };

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
