//! Heuristics as a person writes them: `manhattan`, `7-8`, `7-8:additive`, `7-8:no-reflection`.

use std::fmt;
use std::str::FromStr;

use fifteen_pdb::Kind;

/// Which heuristic to search with.
///
/// Read from text by [`str::parse`] and printed back by [`fmt::Display`]; the partition is understood only once the
/// goal is known, so a partition that does not exist is reported when a solver is opened.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeuristicSpec {
    /// The sum of the tiles' distances to their goal cells. Needs no tables.
    Manhattan,
    /// The tables of one partition.
    Partition {
        /// `7-8`, `6-6-3`, ..., or the tiles in the labels of the goal: `1,2,3/4,5`, `1-8/9-15`.
        partition: String,
        /// The kind of the tables.
        kind: Kind,
        /// Whether each table is looked up a second time for the reflected board, where the goal allows it.
        reflection: bool,
    },
}

/// Why a text names no heuristic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no heuristic of that name.
    #[error(
        "there is no heuristic '{found}'; there are: manhattan, and partitions (7-8, 6-6-3, or tiles as in 1-8/9-15), \
         which may be followed by :additive and :no-reflection"
    )]
    Unknown {
        /// The text, shortened.
        found: String,
    },
    /// A partition is followed by something unknown.
    #[error(
        "'{partition}' is followed by ':{found}'; after a partition there may be :zero-aware, :additive and :no-reflection"
    )]
    Suffix {
        /// The partition.
        partition: String,
        /// What stands after its colon, shortened.
        found: String,
    },
}

impl HeuristicSpec {
    /// The zero-aware tables of a partition, with reflection.
    pub fn partition(partition: impl Into<String>) -> Self {
        Self::Partition { partition: partition.into(), kind: Kind::ZeroAware, reflection: true }
    }

    /// Whether it needs tables from disk.
    pub fn needs_tables(&self) -> bool {
        match self {
            Self::Manhattan => false,
            Self::Partition { .. } => true,
        }
    }
}

impl FromStr for HeuristicSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        if text == "manhattan" {
            return Ok(Self::Manhattan);
        }
        let of_digits = |c: char| c.is_ascii_digit() || "-,/ ".contains(c);
        if !name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(of_digits) {
            return Err(SpecError::Unknown { found: shorten(text) });
        }
        let (mut kind, mut reflection) = (Kind::ZeroAware, true);
        for word in words {
            match word {
                "zero-aware" => kind = Kind::ZeroAware,
                "additive" => kind = Kind::Additive,
                "no-reflection" => reflection = false,
                _ => return Err(SpecError::Suffix { partition: shorten(name), found: shorten(word) }),
            }
        }
        Ok(Self::Partition { partition: name.to_owned(), kind, reflection })
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Manhattan => f.write_str("manhattan"),
            Self::Partition { partition, kind, reflection } => {
                f.write_str(partition)?;
                if *kind == Kind::Additive {
                    f.write_str(":additive")?;
                }
                f.write_str(if *reflection { "" } else { ":no-reflection" })
            }
        }
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        for text in [
            "manhattan",
            "7-8",
            "7-8:additive",
            "6-6-3:no-reflection",
            "7-8:additive:no-reflection",
            "1,2,3/4-8:additive",
        ] {
            assert_eq!(text.parse::<HeuristicSpec>().unwrap().to_string(), text);
        }
        assert_eq!("7-8:no-reflection:additive".parse(), "7-8:additive:no-reflection".parse::<HeuristicSpec>());
        assert_eq!("7-8:zero-aware".parse(), Ok(HeuristicSpec::partition("7-8")));
    }

    #[test]
    fn what_does_not_exist_is_named_with_what_does() {
        for bad in ["", "walking", "zero", "manhattan:additive", "7-8+manhattan", "-7", ":additive", "7-8x"] {
            let error = bad.parse::<HeuristicSpec>().unwrap_err();
            assert!(error.to_string().contains("manhattan"), "{bad}: {error}");
        }
        let error = "7-8:fast".parse::<HeuristicSpec>().unwrap_err().to_string();
        assert!(error.contains(":fast") && error.contains(":no-reflection"), "{error}");
    }
}
