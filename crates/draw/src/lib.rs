//! Pictures: state-space trees, plots that compare searches, and solutions of block puzzles, as SVG; these as GIF too.
//!
//! Everything drawn is given as plain data. This crate knows boards, and neither searches nor files.
//!
//! ```
//! use fifteen_draw::{Series, comparison};
//!
//! let series = Series { label: "manhattan".into(), bytes: 2e3, nodes: vec![400.0, 90.0], unsolved: 0 };
//! let svg = comparison("Two boards", &[series])?;
//! assert!(svg.starts_with("<svg") && svg.contains("manhattan"));
//! # Ok::<(), fifteen_draw::DrawError>(())
//! ```

mod axis;
mod blocks;
mod plot;
mod tree;

pub use blocks::{BlockBoard, BlockPiece, BlockStep, Ground, MapCell, blocks_film, blocks_sheet};
pub use plot::{DrawError, Series, comparison};
pub use tree::{TreeNode, tree};
