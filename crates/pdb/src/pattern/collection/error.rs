//! Errors in the text of a collection.

use fifteen_puzzle::{GoalError, Size, SizeError};

use super::super::PartitionError;
use super::Collection;
use crate::kind::TableKindError;

/// The most characters of a name.
pub(super) const MOST_NAME: usize = 60;

/// The words that may stand before a colon.
pub(super) const KEYS: [&str; 4] = ["name", "size", "goal", "kind"];

/// A text that makes no collection, or a collection that does not fit a goal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CollectionError {
    /// Longer than any collection.
    #[error("this is not a collection: it is longer than {} bytes", Collection::MOST_BYTES)]
    TooLong,
    /// A line with a mistake.
    #[error("line {line}, column {column}: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The column in it, in characters, from 1.
        column: usize,
        /// The mistake.
        what: Box<LineError>,
    },
    /// No partition in the whole text.
    #[error(
        "this is not a collection: there is no partition in it; write one a line after 'size: WxH', as in 1-8/9-15"
    )]
    Empty,
    /// A goal of another size.
    #[error("the collection is for {found} boards, but the board is {expected}; take one for its size")]
    OtherSize {
        /// The collection's size.
        found: Size,
        /// The board's.
        expected: Size,
    },
}

/// A mistake in a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// An unknown word before a colon.
    #[error("there is no '{found}:'; a collection has the lines {}", KEYS.map(|key| format!("'{key}:'")).join(", "))]
    Key {
        /// The word, shortened.
        found: String,
    },
    /// A second line of the same kind.
    #[error("a second '{key}:'; there was one in line {first}")]
    Repeated {
        /// The word before the colon.
        key: &'static str,
        /// The line of the first, from 1.
        first: usize,
    },
    /// A line with a colon after the first partition.
    #[error("'{key}:' stands after the first partition; move it above the partitions")]
    Late {
        /// The word before the colon.
        key: &'static str,
    },
    /// A partition before the line with the size.
    #[error("expected 'size: WxH' before the first partition, as in size: 5x5")]
    NoSize,
    /// Not a size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Not a goal.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// Not a kind of table.
    #[error(transparent)]
    Kind(#[from] TableKindError),
    /// Not a name.
    #[error("a name has 1 to {MOST_NAME} characters, none of them hidden, such as control characters")]
    Name,
    /// Not a partition.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// A repeated partition.
    #[error("this is the partition of line {first} again; each counts once, so leave one out")]
    Again {
        /// The line of the first, from 1.
        first: usize,
    },
    /// Too many partitions.
    #[error("more than {} partitions; leave out the weakest", Collection::MOST_PARTITIONS)]
    TooMany,
}
