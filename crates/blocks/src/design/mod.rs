//! Designing puzzles: the number of arrangements of a set of pieces, the hardest of them, and random ones.

mod arrangements;
mod generate;
mod hardest;
mod layouts;
mod survey;

pub use arrangements::Arrangements;
pub use generate::{RandomLayouts, drawing};
pub use hardest::{LongestPath, hardest_arrangements, longest_path};
pub use layouts::{HardestLayouts, Layout, LayoutsError};
pub use survey::{Survey, survey};
