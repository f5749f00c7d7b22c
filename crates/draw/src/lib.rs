#![doc = include_str!("../README.md")]

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
