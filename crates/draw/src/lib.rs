//! Pictures: state-space trees, plots that compare searches, and solutions of tile and block puzzles, as SVG; these as GIF too.
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
mod board;
mod plot;
mod tree;

pub use board::{Ground, MapCell, Piece, PieceBoard, Step, Tint, film, sheet, tile_steps};
pub use plot::{DrawError, Series, comparison};
pub use tree::{TreeNode, tree};
