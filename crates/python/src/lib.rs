//! The Python package `fifteen`: the crate [`fifteen_solver`] as classes and functions, with the names of the command.
//!
//! Long work runs with the interpreter free for other threads, and Ctrl-C stops it (`wait`). What is simpler in Python
//! is in `python/fifteen`: results, pictures of notebooks, and boards of any form. The types of this module, in
//! `_fifteen.pyi`, are written by `tests/python/stub` from the signatures here.

#![allow(clippy::too_many_arguments)] // They are keywords in Python.

mod arguments;
mod bench;
mod blocks;
mod boards;
mod build;
mod cluster;
mod distances;
mod error;
mod function;
mod input;
mod kept;
mod memory;
mod picture;
mod solver;
mod wait;
mod whole;

use pyo3::intern;
use pyo3::prelude::*;
use serde::Serialize;

/// The native half of the package.
#[pymodule(name = "_fifteen")]
mod module {
    #[pymodule_export]
    use crate::{
        bench::benchmark,
        blocks::{block_puzzles, block_title, solve_blocks},
        boards::{
            board_size, board_tiles, goal_tiles, random_boards, scrambles, sides, unsolvable_reason,
        },
        build::build_tables,
        cluster::{ClusterSearch, search_unit},
        distances::distances,
        error::{FifteenError, TableError, UnsolvableError},
        input::FileBoards,
        memory::available_memory,
        picture::{apply, comparison, gif, legal_moves, positions, svg},
        solver::{Feed, OpenedHeuristic, Solutions, Solver, Tables},
    };

    #[pymodule_export]
    #[allow(non_upper_case_globals)] // Its name in Python.
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// The explanation of the keywords of a search, for the help of functions in Python.
    #[pymodule_export]
    const SEARCH_KEYWORDS: &str = include_str!("search_keywords.txt");
}

/// The object of a class of results that a record makes.
fn record_object<'py>(
    py: Python<'py>,
    class: &str,
    record: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(record).map_err(error::failed)?;
    let found = py
        .import(intern!(py, "json"))?
        .call_method1(intern!(py, "loads"), (text,))?;
    py.import(intern!(py, "fifteen._records"))?
        .getattr(class)?
        .call_method1(intern!(py, "_of"), (found,))
}
