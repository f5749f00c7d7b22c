//! [`Mode`]: with the counts of the literature, or as fast as possible; and the settings of a search in a mode.

use std::str::FromStr;

use super::space::{TileSpace, TileState};
use crate::options::Options;
use crate::outcome::Iteration;

/// The two modes of IDA*: they find the same lengths with different counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// As in the literature: one thread, every move but the one that takes back the last. Counts are those of other
    /// programs.
    #[default]
    Plain,
    /// As fast as possible: duplicates are pruned, and several threads search large iterations. Counts and solution are
    /// the same for any number of threads. A search for all solutions is plain.
    Fast {
        /// The most threads.
        threads: usize,
    },
}

/// No mode has that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is no mode; there are 'plain' and 'fast'")]
pub struct ModeError {
    found: String,
}

impl Mode {
    /// The name: `plain` or `fast`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Fast { .. } => "fast",
        }
    }

    /// The most threads of a search in this mode.
    pub fn threads(self) -> usize {
        match self {
            Self::Plain => 1,
            Self::Fast { threads } => threads,
        }
    }

    /// The same mode on `threads` threads, if it can use more than one.
    #[must_use]
    pub fn on(self, threads: usize) -> Self {
        match self {
            Self::Plain => Self::Plain,
            Self::Fast { .. } => Self::Fast { threads },
        }
    }
}

/// Reads [`Mode::name`]; `fast` is on one thread.
impl FromStr for Mode {
    type Err = ModeError;

    fn from_str(text: &str) -> Result<Self, ModeError> {
        match text.to_ascii_lowercase().as_str() {
            "plain" => Ok(Self::Plain),
            "fast" => Ok(Self::Fast { threads: 1 }),
            _ => Err(ModeError { found: text.chars().take(40).collect() }),
        }
    }
}

/// A search that takes a heuristic.
pub(crate) struct SearchWith<'a> {
    pub(crate) space: &'a TileSpace,
    pub(crate) start: &'a TileState,
    pub(crate) options: &'a Options,
    pub(crate) progress: &'a mut dyn FnMut(&Iteration),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_have_names_and_threads() {
        assert_eq!("plain".parse(), Ok(Mode::Plain));
        assert_eq!("Fast".parse(), Ok(Mode::Fast { threads: 1 }));
        let error = "quick".parse::<Mode>().unwrap_err().to_string();
        assert_eq!(error, "'quick' is no mode; there are 'plain' and 'fast'");
        for (mode, name, threads) in [(Mode::Plain, "plain", 1), (Mode::Fast { threads: 3 }, "fast", 5)] {
            assert_eq!((mode.name(), mode.on(5).name(), mode.on(5).threads()), (name, name, threads));
        }
    }
}
