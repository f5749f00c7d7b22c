//! Work that needs more memory than there is, refused or limited before it begins.

use fifteen_solver::pdb::system_memory::available;

use crate::exit::Failure;
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// Refuses work for which the machine clearly has too little memory.
pub(crate) fn require(bytes: u64, what: &str) -> Result<(), Failure> {
    match available() {
        Some(available) if available < bytes => Err(Failure::new(format!(
            "{what} needs {} of memory, but only {} are available; close other programs, or choose a partition of smaller \
             patterns",
            human::bytes(bytes),
            human::bytes(available)
        ))),
        _ => Ok(()),
    }
}

/// How much a search may take where nobody says: half of what is available, 2 GB where the system does not tell.
pub(crate) fn sensible_limit() -> u64 {
    available().map_or(2_000_000_000, |available| available / 2)
}

/// What work may take that was asked to take so much, or a sensible part: no more than what is available.
pub(crate) fn granted(asked: Option<u64>, ui: &Ui) -> u64 {
    match (asked, available()) {
        (None, _) => sensible_limit(),
        (Some(asked), Some(available)) if asked > available => {
            let available_text = human::bytes(available);
            ui.note(format_args!("{} of memory are not available; the limit is {available_text}", human::bytes(asked)));
            available
        }
        (Some(asked), _) => asked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_any_machine_has_is_refused_with_the_figure() {
        if available().is_some() {
            let Err(Failure::Message(message)) = require(u64::MAX, "this") else { panic!("accepted") };
            assert!(message.contains("GB of memory"), "{message}");
        }
        assert!(require(1, "this").is_ok());
    }
}
