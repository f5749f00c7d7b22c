//! Parts of printed and JSON results that are common to all kinds of puzzles: the schema version,
//! the status, and times in seconds.

use serde::{Serialize, Serializer};

use crate::limits::LimitKind;

/// Version of the JSON schema of results. It increases when a field is removed or changes its
/// meaning.
pub const SCHEMA: u32 = 1;

/// Outcome of solving one board or puzzle, as it appears in results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordStatus {
    /// The search found a solution and completed all other requested work.
    Solved,
    /// It is proven that no solution exists.
    Unsolvable,
    /// A limit, such as a time limit, stopped the search.
    Limit,
    /// No search was started, because the input is invalid or no solver exists for it.
    #[default]
    Invalid,
}

impl RecordStatus {
    /// Returns the name of this status in printed results, such as `solved`.
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

/// Describes the limit that stopped a search, as a phrase that can begin a sentence.
pub fn stopped_by(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Nodes => "stopped at the limit of nodes",
        LimitKind::Time => "stopped at the time limit",
        LimitKind::Depth => "stopped at the depth limit",
        LimitKind::Memory => "stopped at the memory limit",
        LimitKind::Interrupted => "interrupted",
        LimitKind::Gap => "as good as was asked for",
    }
}

/// Serialises seconds rounded to microseconds, because further digits are measurement noise.
///
/// # Errors
/// Returns an error if the serialiser fails.
pub fn microseconds<S: Serializer>(
    seconds: &(impl Into<Option<f64>> + Copy),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let seconds: Option<f64> = (*seconds).into();
    seconds
        .map(|seconds| (seconds * 1e6).round() / 1e6)
        .serialize(serializer)
}
