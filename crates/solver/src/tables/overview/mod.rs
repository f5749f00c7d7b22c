//! An overview of tables: what each location has, what a search would use and why, and what could be built.
//!
//! [`location_overviews`] answers the first question, [`GoalOverview`] the others for one goal. The types are plain
//! data that serialise themselves; only [`GoalOverview::new`] opens tables. Both know the sets of tables of `known_sets`.

mod goal;
mod location;

pub use self::goal::{BuildCandidate, GoalOverview};
pub use self::location::{LocationOverview, TableOverview, location_overviews};

#[cfg(test)]
mod tests;
