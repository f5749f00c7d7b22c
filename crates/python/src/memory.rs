//! Checks the available memory, so that a computation that needs more fails before it starts.

use fifteen_solver::Limits;
pub(crate) use fifteen_solver::resources::system_memory::most_of_available;
use fifteen_solver::resources::system_memory::{available, default_limit};
use pyo3::prelude::*;

use crate::error::failed;

/// Returns an error if work needs more memory than is available.
pub(crate) fn require(bytes: u64, what: &str) -> PyResult<()> {
    match available() {
        Some(available) if available < bytes => Err(failed(format!(
            "{what} needs {} of memory, but only {} are available",
            megabytes(bytes),
            megabytes(available)
        ))),
        _ => Ok(()),
    }
}

/// Adds a default memory limit to a search, if it has none. Together, `at_a_time` searches that run
/// at the same time get half of the available memory.
pub(crate) fn limited(limits: Limits, at_a_time: usize) -> Limits {
    Limits {
        memory: limits
            .memory
            .or_else(|| Some(default_limit() / at_a_time.max(1) as u64)),
        ..limits
    }
}

/// Returns the available memory in bytes, or None if the system does not report it.
#[pyfunction]
pub(crate) fn available_memory() -> Option<u64> {
    available()
}

/// Formats a number of bytes in megabytes, such as `22,200 MB`.
fn megabytes(bytes: u64) -> String {
    let digits = bytes.div_ceil(1_000_000).to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    format!("{} MB", groups.join(","))
}
