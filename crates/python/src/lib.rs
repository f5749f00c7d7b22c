//! The Python package `fifteen`: classes and functions for the crate [`fifteen_solver`], with the
//! same names as in the command.
//!
//! Long computations release the interpreter lock, so that other threads can run, and Ctrl-C stops
//! them (`wait`). The Python code in `python/fifteen` adds result classes, pictures for notebooks,
//! and conversions of boards. The script `tests/python/stub` generates the type stubs of this
//! module, `_fifteen.pyi`, from the signatures in this crate.

#![allow(clippy::too_many_arguments)] // In Python, most arguments are keywords.

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

/// The part of the package that is written in Rust.
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
    #[allow(non_upper_case_globals)] // Python requires this name.
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// Default limit on the number of generated nodes for each search of a benchmark. It applies if
    /// the caller sets no limit on nodes, time or depth.
    #[pymodule_export]
    const DEFAULT_NODE_LIMIT: u64 = fifteen_lab::DEFAULT_NODE_LIMIT;

    /// Help text for the keyword arguments of a search. Python code appends this text to
    /// docstrings.
    #[pymodule_export]
    const SEARCH_KEYWORDS: &str = include_str!("search_keywords.txt");
}

/// Converts a record to an instance of a Python result class, such as `Solution`.
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
