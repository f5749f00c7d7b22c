//! `cargo xtask stub`: the types of the Python package's native half, from the library that Cargo has built.

use std::fs;
use std::path::PathBuf;

use crate::Result;

/// Names that the signatures in `crates/python/src` mention.
const IMPORTS: &str = "\
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Unpack

from ._records import Analysis, BlockSolution, HeuristicCheck, Quality, Solution
from ._types import (
    Algorithm, Board, Boards, Convention, Goal, Heuristic, Limits, Metric, Mode, Paths, Seed, Size
)

";
/// Exceptions, which are not among the types in the library.
const EXCEPTIONS: &str = "\
class FifteenError(ValueError): ...
class UnsolvableError(FifteenError): ...
class TableError(FifteenError): ...
";
/// Where they are missing.
const INCOMPLETE: &str = "def __getattr__(name: str) -> Incomplete: ...\n";

/// Write the types of the Python package's native half into `_fifteen.pyi`
///
/// They are read from the library that `cargo build --package fifteen-python` has built.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The library
    #[arg(long, value_name = "FILE", default_value = "target/debug/libfifteen_python.so")]
    library: PathBuf,
    /// Write nothing; fail if the file is not what would be written
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let path = crate::programs::root().join("crates/python/python/fifteen/_fifteen.pyi");
    let module = pyo3_introspection::introspect_cdylib(&args.library, "_fifteen").map_err(|e| e.to_string())?;
    let stubs = pyo3_introspection::module_stub_files(&module);
    let [stub] = &stubs.into_values().collect::<Vec<_>>()[..] else { return Err("expected one module".into()) };
    let stub = stub.replace(INCOMPLETE, EXCEPTIONS).replace("from _typeshed import Incomplete\n", "");
    let stub = format!("# Written by `cargo xtask stub`.\n{IMPORTS}{stub}\n__all__ = [{}]\n", names(&stub).join(", "));
    if !args.check {
        return Ok(fs::write(path, stub)?);
    }
    match fs::read_to_string(&path)? == stub {
        true => Ok(()),
        false => Err(format!("{} is stale: run cargo xtask stub", path.display()).into()),
    }
}

/// The quoted names of a stub's classes and functions, and the version.
fn names(stub: &str) -> Vec<String> {
    let of = |line: &str| {
        let rest = line.strip_prefix("class ").or_else(|| line.strip_prefix("def "))?;
        Some(format!("{:?}", rest.split(['(', ':']).next()?))
    };
    stub.lines().filter_map(of).chain(["\"__version__\"".to_owned()]).collect()
}
