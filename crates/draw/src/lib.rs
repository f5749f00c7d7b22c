//! Pictures as SVG: state-space trees, plots that compare searches, and solutions of tile and block puzzles. Solutions
//! are drawn as PNG and GIF too.
//!
//! All input is plain data. This crate knows boards and block puzzles, and neither searches nor files.
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
mod distances;
mod excess;
mod pieces;
mod plot;
mod plot_backend;
mod raster;
mod series;
mod tree;

pub use distances::{DistanceLine, distances_to_goal};
pub use excess::{ExcessLine, excess_over_time};
pub use pieces::{
    Ground, MapCell, Piece, PieceBoard, Step, Tint, animation, block_steps, block_title, sheet, sheet_png, tile_steps,
};
pub use plot::{DrawError, comparison, comparison_png};
pub use series::Series;
pub use tree::{TreeNode, tree};
