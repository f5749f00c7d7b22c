//! [`HeuristicSpec`]: a heuristic that is specified by name. Examples are:
//!
//! * `manhattan`, a built-in heuristic
//! * `7-8`, a partition (tables of 7 and of 8 tiles), and its variants `7-8:additive` and
//!   `7-8:no-reflection`
//! * `7-8x2`, a collection (the maximum over two such partitions)
//! * `manhattan+6-6-3`, the maximum of two heuristics

use std::fmt;
use std::str::FromStr;

use fifteen_pdb::{Collection, TableKind};
use fifteen_puzzle::ParseError;
use fifteen_puzzle::words::shorten;
use fifteen_search::tiles::{HeuristicKind, MAX_PARTS};

/// The specification of a heuristic, as a user writes it.
///
/// It is parsed with [`str::parse`] and printed with [`fmt::Display`]. Which partitions and
/// collections exist depends on the goal, so an unknown name is an error only when a solver is
/// opened.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeuristicSpec {
    /// A heuristic that needs no files.
    Builtin(HeuristicKind),
    /// Pattern databases. The heuristic value of a partition is the sum of the values in its
    /// tables. The value of a collection is the maximum over its partitions.
    Tables {
        /// A partition or a collection.
        ///
        /// A partition is specified by its name, such as `7-8`, or by its tiles, such as
        /// `1-8/9-15`, which are numbered as in the goal. A collection is specified by its name
        /// (see [`fifteen_pdb::Collection::shipped`]) or by the path of a file.
        sets: String,
        /// Kind of the tables, or `None` for the default. The default for a partition is
        /// zero-aware. A collection specifies its own default.
        kind: Option<TableKind>,
        /// Whether to look up the reflected board too, which can yield a larger value. This has no
        /// effect if the goal has no reflection.
        reflection: bool,
    },
    /// The maximum of several heuristics. They are evaluated in order until a value is large
    /// enough, so fast heuristics should come first.
    Max(Vec<HeuristicSpec>),
}

impl HeuristicSpec {
    /// Creates the specification of a partition, or of a collection (several partitions). The
    /// reflected board is also looked up.
    pub fn tables(sets: impl Into<String>) -> Self {
        Self::Tables {
            sets: sets.into(),
            kind: None,
            reflection: true,
        }
    }

    /// Sets whether the reflected board is also looked up in the tables.
    pub(crate) fn with_reflection(mut self, reflect: bool) -> Self {
        if let Self::Tables { reflection, .. } = &mut self {
            *reflection = reflect;
        }
        self
    }

    /// Returns the path of the collection file that the heuristic reads, or `None` if it reads no
    /// file. Callers reject such paths in requests from other machines.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Builtin(_) => None,
            Self::Tables { sets, .. } => (!is_partition(sets) && !is_shipped(sets)).then_some(sets),
            Self::Max(parts) => parts.iter().find_map(Self::file),
        }
    }

    /// Returns a one-line description of this kind of heuristic.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Builtin(kind) => kind.about(),
            Self::Tables { sets, .. } if is_partition(sets) => {
                "Pattern databases: tables of the fewest moves of each group of tiles, added up"
            }
            Self::Tables { .. } => {
                "Several partitions of pattern databases: the largest of their sums"
            }
            Self::Max(_) => "The largest of several heuristics",
        }
    }

    /// Returns whether the heuristic needs no tables at all, whether from files or built in memory.
    pub(crate) fn is_without_tables(&self) -> bool {
        match self {
            Self::Builtin(kind) => *kind != HeuristicKind::WalkingDistance,
            Self::Tables { .. } => false,
            Self::Max(parts) => parts.iter().all(Self::is_without_tables),
        }
    }

    /// Returns whether the heuristic reads tables from files.
    pub fn needs_tables(&self) -> bool {
        match self {
            Self::Builtin(_) => false,
            Self::Tables { .. } => true,
            Self::Max(parts) => parts.iter().any(Self::needs_tables),
        }
    }
}

impl From<HeuristicKind> for HeuristicSpec {
    fn from(kind: HeuristicKind) -> Self {
        Self::Builtin(kind)
    }
}

impl FromStr for HeuristicSpec {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut parts = text.split('+').map(one).collect::<Result<Vec<_>, _>>()?;
        match parts.len() {
            1 => Ok(parts.remove(0)),
            2..=MAX_PARTS => Ok(Self::Max(parts)),
            found => Err(ParseError(format!(
                "{found} heuristics are joined by '+'; at most {MAX_PARTS} may be"
            ))),
        }
    }
}

/// Parses a single heuristic, without `+`.
fn one(text: &str) -> Result<HeuristicSpec, ParseError> {
    let text = text.trim();
    if let Ok(kind) = text.parse::<HeuristicKind>() {
        return Ok(kind.into());
    }
    let (name, suffixes) = without_suffixes(text);
    if !is_partition(name) && !names_collection(name) {
        return Err(unknown(text));
    }
    let (mut kind, mut reflection) = (None, true);
    for word in suffixes {
        match word.to_ascii_lowercase().as_str() {
            "zero-aware" => kind = Some(TableKind::ZeroAware),
            "additive" => kind = Some(TableKind::Additive),
            "no-reflection" => reflection = false,
            _ => {
                return Err(ParseError(format!(
                    "'{}' is followed by ':{}'; a partition or collection may be followed by :zero-aware, :additive \
                     and :no-reflection",
                    shorten(name),
                    shorten(word)
                )));
            }
        }
    }
    // Replace the default kind with `None`, so that equal partitions compare equal.
    let kind = kind.filter(|kind| !is_partition(name) || *kind != TableKind::default());
    Ok(HeuristicSpec::Tables {
        sets: name.to_owned(),
        kind,
        reflection,
    })
}

/// Returns whether this is the name of a partition, which starts with a digit and contains only
/// digits and separators.
pub(crate) fn is_partition(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_digit())
        && name
            .chars()
            .all(|c| c.is_ascii_digit() || "-,/ ".contains(c))
}

/// Splits a heuristic such as `7-8:additive` into its name and the words after colons. A colon does
/// not count if it is part of a path, that is, if a slash, backslash or dot follows it.
fn without_suffixes(text: &str) -> (&str, Vec<&str>) {
    let mut name = text;
    let mut suffixes = Vec::new();
    while let Some((before, word)) = name
        .rsplit_once(':')
        .filter(|(_, word)| !word.contains(['/', '\\', '.']))
    {
        name = before;
        suffixes.push(word);
    }
    suffixes.reverse();
    (name, suffixes)
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(kind) => kind.fmt(f),
            Self::Tables {
                sets,
                kind,
                reflection,
            } => {
                f.write_str(sets)?;
                kind.iter().try_for_each(|kind| write!(f, ":{kind}"))?;
                f.write_str(if *reflection { "" } else { ":no-reflection" })
            }
            Self::Max(parts) => f.write_str(
                &parts
                    .iter()
                    .map(Self::to_string)
                    .collect::<Vec<_>>()
                    .join("+"),
            ),
        }
    }
}

/// Returns a list of the built-in collections and their board sizes for messages, such as
/// `7-8x2 for 4x4, ...`.
pub fn shipped() -> String {
    Collection::shipped()
        .map(|(name, size)| format!("{name} for {size}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns whether a word is the name of a built-in collection or a path, which contains a slash,
/// backslash or dot.
fn names_collection(word: &str) -> bool {
    is_shipped(word) || word.contains(['/', '\\', '.'])
}

fn is_shipped(collection: &str) -> bool {
    Collection::shipped().any(|(name, _)| name.eq_ignore_ascii_case(collection))
}

fn unknown(text: &str) -> ParseError {
    ParseError(format!(
        "there is no heuristic '{}'; there are: {}, partitions (7-8, 6-6-3, or tiles as in 1-8/9-15) and collections ({}, \
         or a file, as in ./mine.txt), which may be followed by :additive and :no-reflection; '+' joins several into their \
         maximum",
        shorten(text),
        HeuristicKind::ALL.map(HeuristicKind::name).join(", "),
        shipped()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_heuristic_is_parsed_unchanged() {
        let texts = "zero|linear-conflict+walking-distance|7-8|7-8:additive|6-6-3:no-reflection|1,2,3/4-8:additive|\
            manhattan+7-8:additive:no-reflection+6-6-3|7-8x2|6-6-6-6x5:additive:no-reflection|\
            walking-distance+7-8x2:zero-aware|./mine|tables of 2026/mine.txt:no-reflection|C:\\mine.txt:additive";
        for text in texts.split('|') {
            assert_eq!(text.parse::<HeuristicSpec>().unwrap().to_string(), text);
        }
        assert_eq!(
            "7-8:no-reflection:additive".parse(),
            "7-8:additive:no-reflection".parse::<HeuristicSpec>()
        );
        let file = |text: &str| {
            text.parse::<HeuristicSpec>()
                .unwrap()
                .file()
                .map(str::to_owned)
        };
        assert_eq!(
            file("manhattan+./mine.txt:additive").as_deref(),
            Some("./mine.txt")
        );
        assert_eq!(file("7-8X2+7-8:additive+1,2,3/4-8").as_deref(), None);
        assert_eq!("7-8:zero-aware".parse(), Ok(HeuristicSpec::tables("7-8")));
        assert!("zero+7-8".parse::<HeuristicSpec>().unwrap().needs_tables());
        assert_eq!("7-8x2".parse(), Ok(HeuristicSpec::tables("7-8x2")));
        assert!("./mine".parse::<HeuristicSpec>().unwrap().needs_tables());
        assert!(
            !"zero+manhattan"
                .parse::<HeuristicSpec>()
                .unwrap()
                .needs_tables()
        );
    }
}
