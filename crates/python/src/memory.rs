//! Checks the available memory. A computation that would need more fails before it starts.

use fifteen_solver::Limits;
pub(crate) use fifteen_solver::resources::system_memory::most_of_available;
use fifteen_solver::resources::system_memory::{available, default_limit};
use fifteen_solver::tables::MemoryShortage;
use pyo3::prelude::*;

use crate::error::failed;

/// Returns an error if a task needs more memory than is available. `what` names the task in the
/// error message.
pub(crate) fn require(bytes: u64, what: &str) -> PyResult<()> {
    MemoryShortage::check(bytes, available())
        .map_err(|shortage| failed(format!("{what} {shortage}; close other programs")))
}

/// Adds a default memory limit to the limits of a search, unless a memory limit is already set.
/// `at_a_time` is the number of searches that run at the same time. The default limits of all these
/// searches add up to half of the available memory.
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
