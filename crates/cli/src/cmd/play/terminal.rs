//! The terminal as a whole screen, from [`take`] to [`ratatui::restore`].

use anyhow::{Result, anyhow};
use ratatui::DefaultTerminal;

/// Takes the whole screen; a panic restores it too.
pub(crate) fn take() -> Result<DefaultTerminal> {
    ratatui::try_init().map_err(|error| {
        ratatui::restore();
        anyhow!("cannot take the terminal: {error}")
    })
}

/// Restores the terminal and suspends the program, as Ctrl-Z does elsewhere, until the shell continues it.
#[cfg(unix)]
pub(crate) fn suspend(terminal: &mut DefaultTerminal) -> Result<()> {
    terminal.show_cursor()?;
    ratatui::restore();
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    // The screen taken anew is empty, and so is ratatui's record of it: the next frame is drawn whole.
    *terminal = take()?;
    Ok(())
}

/// Does nothing: other systems do not suspend programs.
#[cfg(not(unix))]
pub(crate) fn suspend(_: &mut DefaultTerminal) -> Result<()> {
    Ok(())
}
