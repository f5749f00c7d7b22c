//! The parts that the results of all puzzles share as data: the number of the schema, the status, and seconds.

use serde::{Serialize, Serializer};

use crate::limits::LimitKind;

/// The version of the fields; it grows when one changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// The status of a result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordStatus {
    /// A solution was found, and all that was asked for beyond that.
    Solved,
    /// It is proven that no solution exists.
    Unsolvable,
    /// The search stopped at a limit.
    Limit,
    /// Nothing was searched: bad input, or no solver for it.
    #[default]
    Invalid,
}

fifteen_puzzle::named!(
    RecordStatus, "status": Solved = "solved", Unsolvable = "unsolvable", Limit = "limit", Invalid = "invalid"
);

/// The limit that stopped a search, as the beginning of a sentence.
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

/// Serialises seconds to the microsecond: what is finer is noise, and sums of it have many digits.
///
/// # Errors
/// Those of the serialiser.
pub fn microseconds<S: Serializer>(
    seconds: &(impl Into<Option<f64>> + Copy),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let seconds: Option<f64> = (*seconds).into();
    seconds
        .map(|seconds| (seconds * 1e6).round() / 1e6)
        .serialize(serializer)
}
