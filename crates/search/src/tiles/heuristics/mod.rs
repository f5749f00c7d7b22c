//! Heuristics of the tile puzzle that need no files, the maximum of several heuristics, and any of them chosen at run
//! time.
//!
//! [`Manhattan`], [`Misplaced`], [`LinearConflict`] and [`WalkingDistance`] implement [`Heuristic`](crate::Heuristic).
//! [`TileHeuristic`] is any heuristic chosen at run time, pattern databases included, and owns its data;
//! [`HeuristicKind`] names those without files, and [`FunctionHeuristic`] is a function of the caller's.
//! `light` has one type for all heuristics without tables, `part` one for all that are not a maximum, and the maximum
//! of several; `guide` is what a beam asks of them.

mod any;
mod error;
pub(super) mod function;
pub(super) mod guide;
pub(crate) mod light;
mod linear_conflict;
mod manhattan;
mod misplaced;
pub(crate) mod part;
mod walking_distance;

pub(super) use any::OwnedPart;
pub use any::{HeuristicKind, TileHeuristic};
pub use error::{FunctionError, HeuristicError, MAX_PARTS};
pub use function::{FunctionHeuristic, HeuristicFunction};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use walking_distance::{WalkingDistance, WalkingDistanceError};
