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
    /// There is nothing to show: no board was solved, or the scene has no cells or no positions.
    #[error("nothing to draw: no board was solved")]
    Empty,
    /// The animation could not be encoded as a GIF.
    #[error("cannot draw: {0}")]
    Gif(#[from] gif::EncodingError),
}
