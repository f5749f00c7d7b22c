//! What can be wrong with the text of a collection.

use fifteen_puzzle::{GoalError, Size, SizeError};

use super::Collection;
use super::read::{KEYS, MOST_NAME};
use crate::partition::PartitionError;
use crate::pattern::PatternError;

/// Why a text is no collection, or a collection of no use for a goal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CollectionError {
    /// Longer than any collection.
    #[error("this is no collection: it is longer than {} bytes", Collection::MOST_BYTES)]
    TooLong,
    /// A line that is not as it should be.
    #[error("line {line}, column {column}: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The column in it, in characters, from 1.
        column: usize,
        /// What is wrong there.
        what: Box<LineError>,
    },
    /// It ends without a partition.
    #[error("this is no collection: there is no partition in it; write one a line after 'size: WxH', as in 1-8/9-15")]
    Empty,
    /// It is for boards of another size.
    #[error("the collection is for {found} boards, but the board is {expected}; take one for its size")]
    OtherSize {
        /// The collection's size.
        found: Size,
        /// The board's.
        expected: Size,
    },
}

/// What is wrong in a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A word with a colon that means nothing here.
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
    /// Something else after the first partition.
    #[error("'{key}:' stands after the first partition; move it above the partitions")]
    Late {
        /// The word before the colon.
        key: &'static str,
    },
    /// A partition before the size.
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
    Kind(PatternError),
    /// Not a name.
    #[error("a name has 1 to {MOST_NAME} characters, none of them a control character")]
    Name,
    /// Not a partition.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// A partition that was there before.
    #[error("this is the partition of line {first} again; each counts once, so leave one out")]
    Again {
        /// The line of the first, from 1.
        first: usize,
    },
    /// Too many.
    #[error("more than {} partitions; leave out the weakest", Collection::MOST_PARTITIONS)]
    TooMany,
}
