//! Heuristics of the tile puzzle that need no files, the maximum of several heuristics, and any of them chosen at run
//! time.
//!
//! [`Manhattan`], [`Misplaced`], [`LinearConflict`] and [`WalkingDistance`] implement [`Heuristic`](crate::Heuristic).
//! [`TileHeuristic`] is any heuristic chosen at run time, pattern databases included, and owns its data;
//! [`HeuristicKind`] names those without files, and [`FunctionHeuristic`] is a function of the caller's. `single` has
//! one type for all heuristics that are not a maximum, `max` the maximum of several.

mod any;
mod error;
pub(super) mod function;
mod linear_conflict;
mod manhattan;
pub(super) mod max;
mod misplaced;
pub(crate) mod single;
mod walking_distance;

pub use any::{HeuristicKind, Maximum, TileHeuristic};
pub use error::{FunctionError, HeuristicError, MAX_PARTS};
pub use function::{FunctionHeuristic, HeuristicFunction};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use walking_distance::{WalkingDistance, WalkingDistanceError};
