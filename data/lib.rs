//! Published boards and figures of sliding puzzles, embedded in the program.
//!
//! The data are text files. Lines that start with `#` name the sources and explain the columns, and
//! every other line is a row. The tests check figures against each other: for example, the boards
//! of all depths of 4x4 must add up to 16!/2.
//!
//! ```
//! use fifteen_data::korf100;
//!
//! let first = &korf100()[0];
//! assert_eq!(first.board.to_string(), "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3");
//! assert_eq!((first.length, first.generated), (57, 276_361_933));
//! ```
//!
//! One function reads each kind of file:
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

/// Sixty block puzzles with published shortest solutions, in the text format of the crate
/// `fifteen-blocks`.
pub const BLOCKS: &str = include_str!("blocks.txt");

/// How often each distance occurs in one pattern database. The goal is blank first.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Histogram {
    /// Size of the board.
    pub size: Size,
    /// True for a zero-aware table, false for an additive one.
    pub zero_aware: bool,
    /// The tiles of the pattern.
    pub tiles: Vec<u8>,
    /// Number of entries.
    pub entries: u64,
    /// Number of entries with distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// True if a second, independent source has the same counts.
    pub confirmed: bool,
}

/// Reads a row of a file of histograms.
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

/// The lines of a file that are neither empty nor comments.
fn rows(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// The numbers of a line, or `None` if one of its words is not a number.
fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split_whitespace().map(|n| n.parse().ok()).collect()
}

/// Compiles and runs the program in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct DataReadme;
