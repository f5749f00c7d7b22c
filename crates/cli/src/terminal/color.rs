//! Decides whether output is coloured (`--color`), and how wide it is (the environment variable
//! `COLUMNS`, or else the width of the terminal).

use std::env;
use std::ffi::OsString;
use std::io::{IsTerminal, stdout};

use anstream::ColorChoice;
use clap::ValueEnum;

/// Default text width, in columns.
const WIDTH: usize = 100;

/// The value of `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set; elsewhere if CLICOLOR_FORCE is
    Auto,
    /// In files and pipes too
    Always,
    /// Nowhere
    Never,
}

impl When {
    /// Applies the choice to everything printed from now on.
    pub(crate) fn apply(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Finds `--color` among the unparsed arguments, because errors from the parser are coloured too.
/// The parser reports an invalid value later.
pub(crate) fn requested(arguments: impl Iterator<Item = OsString>) -> Option<When> {
    let mut arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let mut found = None;
    while let Some(argument) = arguments.next().filter(|argument| argument != "--") {
        let value = match argument.strip_prefix("--color") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        found = value
            .and_then(|value| When::from_str(&value, false).ok())
            .or(found);
    }
    found
}

/// Returns whether output on a stream is coloured, which depends on `--color`, on the environment
/// and on the kind of stream.
#[cfg(feature = "play")]
pub(crate) fn seen_on(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != ColorChoice::Never
}

/// Returns the width of results in columns: the value of `COLUMNS`, or else the width of the
/// terminal, or else 100.
pub(crate) fn columns() -> usize {
    let terminal = || terminal_size::terminal_size_of(stdout()).filter(|_| stdout().is_terminal());
    columns_set()
        .or_else(|| terminal().map(|(width, _)| width.0.into()))
        .unwrap_or(WIDTH)
}

/// Returns the value of the environment variable `COLUMNS`, or `None` if it is unset or not a
/// positive number.
pub(crate) fn columns_set() -> Option<usize> {
    env::var("COLUMNS")
        .ok()?
        .trim()
        .parse()
        .ok()
        .filter(|&columns| columns > 0)
}
