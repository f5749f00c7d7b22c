//! Parts that the results of all puzzles share when they are printed or sent: schema, status and seconds.

use serde::{Serialize, Serializer};

use crate::limits::LimitKind;

/// Version of the fields of a result. It grows when a field disappears or changes its meaning.
pub const SCHEMA: u32 = 1;

/// The status of a result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordStatus {
    /// The search found a solution, and completed any other work that was requested.
    Solved,
    /// It is proven that no solution exists.
    Unsolvable,
    /// A limit stopped the search.
    Limit,
    /// Nothing was searched, because the input is invalid or no solver exists for it.
    #[default]
    Invalid,
}

impl RecordStatus {
    /// Returns the name that results are printed with, such as `solved`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Limit => "limit",
            Self::Invalid => "invalid",
        }
    }
}

impl std::fmt::Display for RecordStatus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Names the limit that stopped a search, in words that can begin a sentence.
pub fn stopped_by(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Nodes => "stopped at the limit of nodes",
        LimitKind::Time => "stopped at the time limit",
        LimitKind::Depth => "stopped at the limit of depth",
        LimitKind::Memory => "stopped at the memory limit",
        LimitKind::Interrupted => "interrupted",
        LimitKind::Gap => "as good as was asked for",
    }
}

/// Serialises seconds rounded to microseconds, because further digits are noise.
///
/// # Errors
/// Returns the serialiser's error.
pub fn microseconds<S: Serializer>(
    seconds: &(impl Into<Option<f64>> + Copy),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let seconds: Option<f64> = (*seconds).into();
    seconds
        .map(|seconds| (seconds * 1e6).round() / 1e6)
        .serialize(serializer)
}
