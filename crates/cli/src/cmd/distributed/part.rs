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

/// As a part of a file's name: `3of8`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}of{}", self.index, self.of)
    }
}

impl Part {
    pub(super) fn has(self, unit: usize) -> bool {
        unit % self.of == self.index - 1
    }

    /// The number of units of this part among the first `units`.
    pub(super) fn count(self, units: usize) -> usize {
        (units + self.of - self.index) / self.of
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_have_every_unit_once() {
        for units in 0..20 {
            let parts = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Part>().unwrap());
            for part in parts {
                assert_eq!(part.count(units), (0..units).filter(|&unit| part.has(unit)).count());
            }
            assert_eq!(parts.iter().map(|part| part.count(units)).sum::<usize>(), units);
        }
        for bad in ["0/3", "4/3", "1", "a/b", "-1/2", "1/0"] {
            assert!(bad.parse::<Part>().is_err(), "{bad}");
        }
    }
}
