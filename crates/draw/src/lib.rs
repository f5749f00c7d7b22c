//! Pictures of sliding puzzles: solutions as SVG sheets or animated GIFs, and plots that compare
//! searches.
//!
//! A [`Scene`] is a solution of a tile puzzle or a block puzzle, ready to be drawn:
//!
//! ```
//! use fifteen_draw::Scene;
//! use fifteen_puzzle::{Convention, Goal, Path, notation};
//!
//! let board = notation::parse("1 2 3 / 4 5 6 / 0 7 8", None)?;
//! let goal = Goal::Last.board(board.size())?;
//! let path = Path::parse("LL", Convention::Tile)?;
//! let scene = Scene::of_tiles(&board, &goal, &path, Convention::Tile).ok_or("no path to draw")?;
//! let svg = scene.sheet("Two moves");
//! assert!(svg.starts_with("<svg") && svg.contains("2. 8 L"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`comparison`] plots the nodes that several heuristics need. All input is plain data: this crate
//! searches nothing and writes no files.
//!
//! ```
//! use fifteen_draw::{BoardNodes, Series, comparison};
//!
//! let boards = [400.0, 90.0].map(|nodes| BoardNodes { nodes, is_solved: true }).to_vec();
//! let series = Series { label: "manhattan".into(), bytes: 2e3, boards };
//! let svg = comparison("Two boards", &[series])?;
//! assert!(svg.starts_with("<svg") && svg.contains("manhattan"));
//! # Ok::<(), fifteen_draw::DrawError>(())
//! ```

mod chart;
mod comparison;
mod pieces;
mod raster;
mod svg;

pub use comparison::{BoardNodes, Series, comparison};
pub use pieces::{Scene, block_title};

/// The error for a picture that cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// No board was solved, or the scene has no cells or positions.
    #[error("nothing to draw: no board was solved")]
    Empty,
    /// The animation cannot be encoded.
    #[error("cannot draw: {0}")]
    Gif(#[from] gif::EncodingError),
}

/// Compiles and runs the program in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
