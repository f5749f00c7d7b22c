//! `--part I/N`: the units that one of several processes searches.

use std::fmt;
use std::str::FromStr;

/// A part of all units: every `of`-th unit, from the `index`-th on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    index: usize,
    of: usize,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Self { index, of }),
            _ => Err("write I/N, with I from 1 to N, as in 3/8".to_owned()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl Part {
    pub(super) fn has(self, unit: usize) -> bool {
        unit % self.of == self.index - 1
    }

    /// True for the part of all units.
    pub(super) fn is_whole(self) -> bool {
        self.of == 1
    }
}
