//! The system's memory: work that needs more is refused or limited before it begins.

use anyhow::{Result, anyhow};
use fifteen_solver::resources::system_memory::available;
pub(crate) use fifteen_solver::resources::system_memory::{default_limit, most_of_available};

use crate::terminal::{Ui, human};

/// Refuses work that needs more memory than is available.
pub(crate) fn require(bytes: u64, what: &str) -> Result<()> {
    match available() {
        Some(available) if available < bytes => Err(anyhow!(
            "{what} needs {} of memory, but only {} are available; close other programs, or choose a partition of \
             smaller patterns",
            human::bytes(bytes),
            human::bytes(available)
        )),
        _ => Ok(()),
    }
}

/// Returns the memory limit for a request: at most the available memory, and by default a part of
/// it.
pub(crate) fn granted(requested: Option<u64>, ui: &Ui) -> u64 {
    match (requested, available()) {
        (None, _) => default_limit(),
        (Some(requested), Some(available)) if requested > available => {
            let available_text = human::bytes(available);
            ui.note(format_args!(
                "{} of memory are not available; the limit is {available_text}",
                human::bytes(requested)
            ));
            available
        }
        (Some(requested), _) => requested,
    }
}
