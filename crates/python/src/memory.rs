//! The system's memory: work that needs more than there is is refused before it begins, as by the command.

use fifteen_solver::Limits;
pub(crate) use fifteen_solver::resources::system_memory::most_of_available;
use fifteen_solver::resources::system_memory::{available, default_limit};
use pyo3::prelude::*;

use crate::error::failed;

/// Refuses work that needs more memory than is available.
pub(crate) fn require(bytes: u64, what: &str) -> PyResult<()> {
    shortage(bytes, what).map_or(Ok(()), |text| Err(failed(text)))
}

/// Describes the lack of memory, if work needs more than is available.
pub(crate) fn shortage(bytes: u64, what: &str) -> Option<String> {
    let available = available().filter(|&available| available < bytes)?;
    Some(format!(
        "{what} needs {} of memory, but only {} are available",
        megabytes(bytes),
        megabytes(available)
    ))
}

/// The limits of one of `at_a_time` searches that run side by side. If they don't limit the memory, all of them together
/// get half of the available memory.
pub(crate) fn limited(limits: Limits, at_a_time: usize) -> Limits {
    Limits {
        memory: limits
            .memory
            .or_else(|| Some(default_limit() / at_a_time.max(1) as u64)),
        ..limits
    }
}

/// The bytes of memory that are available; None where the system does not tell.
#[pyfunction]
pub(crate) fn available_memory() -> Option<u64> {
    available()
}

/// Bytes in words: `22,200 MB`.
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
