//! Published benchmark boards and figures of sliding puzzles, embedded in the program.
//!
//! The data are text files. Lines that start with `#` name the sources and explain the columns, and
//! every other line is one row of data. The tests check the files against each other: for example,
//! the numbers of 4x4 boards at all distances from the goal must add up to 16!/2.
//!
//! ```
//! use fifteen_data::korf100;
//!
//! let first = &korf100()[0];
//! assert_eq!(first.board.to_string(), "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3");
//! assert_eq!((first.length, first.generated), (57, 276_361_933));
//! ```
//!
//! Each kind of file has its own function:
//!
//! | files | read by |
//! | --- | --- |
//! | `korf100.txt`, `korf100_expected.txt` | [`korf100`], [`korf100_expected`] |
//! | `hardest16_mtm.txt` | [`hardest16_multi_tile`] |
//! | `hardest17_goal_blank_first.txt`, `hardest17_goal_blank_last.txt` | [`hardest17`] |
//! | `korf24_50.txt` | [`korf24`] |
//! | `pdb15_histograms.txt`, `pdb24_6tile_histograms.txt` | [`histograms`], [`histograms24`] |
//! | `dist_WxH_stm.txt`, `dist_WxH_mtm.txt` | [`depth_counts`] |
//! | `gods_numbers.txt` | [`largest_depths`] |
//! | `digests.txt` | [`table_digests`], [`table_digest`] |
//! | `blocks.txt` | [`BLOCKS`], which the crate `fifteen-blocks` parses |

mod digests;
mod puzzle15;
mod puzzle24;
mod spaces;

pub use digests::{PublishedTableDigest, table_digest, table_digests};
pub use puzzle15::{
    KorfBoard, KorfCounts, hardest16_multi_tile, hardest17, histograms, korf100, korf100_expected,
};
pub use puzzle24::{Korf24Board, histograms24, korf24};
pub use spaces::{DepthCounts, LargestDepth, depth_counts, enough_moves, largest_depths};

use fifteen_puzzle::Size;

/// 61 block puzzles and the published lengths of their shortest solutions, in the text format of
/// the crate `fifteen-blocks`.
pub const BLOCKS: &str = include_str!("blocks.txt");

/// A published histogram of one pattern database, which says how many of its entries have each
/// distance. In the goal, the blank is on the first cell.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Histogram {
    /// Size of the board for which the table is built.
    pub size: Size,
    /// Whether the table is zero-aware, which means that its distances take the position of the
    /// blank into account. False for an additive table.
    pub zero_aware: bool,
    /// The tiles whose moves the table counts.
    pub tiles: Vec<u8>,
    /// Number of entries of the table.
    pub entries: u64,
    /// Number of entries with distance 0, 1, 2 and so on.
    pub counts: Vec<u64>,
    /// Whether a second, independent source has published the same counts.
    pub confirmed: bool,
}

/// Parses a row of a histogram file, or returns `None` if it is malformed.
fn histogram(size: Size, line: &str) -> Option<Histogram> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[kind, tiles, entries, _, counts] = fields.as_slice() else {
        return None;
    };
    Some(Histogram {
        size,
        zero_aware: kind.starts_with('z'),
        tiles: numbers(tiles)?.into_iter().map(|t| t as u8).collect(),
        entries: entries.parse().ok()?,
        counts: numbers(counts)?,
        confirmed: !kind.ends_with('*'),
    })
}

/// Returns the lines of a file that are neither empty nor comments.
fn rows(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// Parses a line of numbers, or returns `None` if one of its words is not a number.
fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split_whitespace().map(|n| n.parse().ok()).collect()
}

/// Runs the example in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct DataReadme;
