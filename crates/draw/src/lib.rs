#![doc = include_str!("../README.md")]

mod chart;
mod comparison;
mod pieces;
mod raster;
mod svg;

pub use comparison::{BoardNodes, Series, comparison};
pub use pieces::{Scene, block_title};

/// An error that occurs while drawing a picture.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// There is nothing to compare, because no board was solved.
    #[error("nothing to draw: no board was solved")]
    NoSolvedBoard,
    /// The scene has no cells or no positions.
    #[error("nothing to draw: the board has no cells, or the solution has no positions")]
    EmptyScene,
    /// The animation could not be encoded as a GIF.
    #[error("cannot draw: {0}")]
    Gif(#[from] gif::EncodingError),
}
