//! Pictures as SVG: plots that compare searches, and solutions of tile and block puzzles. Solutions are animated as GIF
//! too.
//!
//! All input is plain data. This crate knows boards and block puzzles, and neither searches nor files.
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

/// An error that prevents a picture.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// There is nothing to draw.
    #[error("nothing to draw: no board was solved")]
    Empty,
    /// The animation cannot be encoded.
    #[error("cannot draw: {0}")]
    Gif(#[from] gif::EncodingError),
}
