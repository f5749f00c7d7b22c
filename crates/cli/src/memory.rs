//! Memory limits of commands, which depend on the available memory of the system.

pub(crate) use fifteen_solver::resources::system_memory::{
    available, default_limit, most_of_available,
};

use crate::terminal::{Ui, human};

/// Returns the memory limit of a command, in bytes: the requested limit, but at most the available
/// memory. If no limit is requested, it is a part of the available memory.
pub(crate) fn limit_for(requested: Option<u64>, ui: &Ui) -> u64 {
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
