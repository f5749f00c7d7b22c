//! One search over many machines: an iteration of IDA* is [split](split()) into units, machines [work](work()) on the
//! units in any order, and their results are [merged](merge()) into the solution and the counts of one machine, to the
//! node.
//!
//! - A [`Job`] is the search for a board: the iterations that are done, and the [`SearchSpec`] of the next one. It is
//!   made by [`split()`] and [`begin`], and goes on with [`resume`].
//! - A [`Unit`] is a part of that iteration: one run of the subtrees into which every machine cuts it alike. What one
//!   machine would expand above them is in the job's [`PrefixCounts`].
//! - A [`UnitResult`] has the counts of a unit and perhaps a [`UnitSolution`]. [`merge()`] makes [`Merged`] of all
//!   results: the solution, or the job with its next iteration.
//! - A [`Line`] is a job, a unit or a result as a line of JSON. [`Line::parse`] is the only door for lines from
//!   elsewhere: there the digest of each line is checked. A forger can compute digests, so every step also checks what
//!   a line says against the board, the heuristic and the other lines.
//! - A unit names its tables by [`TableDigest`] and is worked on with no others. On another machine [`locate_tables`]
//!   finds them, each a [`LocatedTable`], and [`build_table`] builds those that are missing.
//!
//! Work can be stopped and repeated: the same unit has the same result every time.
//!
//! ```
//! use fifteen_solver::distributed::{self, Merged, SplitOptions};
//! use fifteen_solver::{HeuristicKind, Setup, notation};
//!
//! let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
//! let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(board.size())?;
//! let options = SplitOptions { first: 100, units: Some(4), ..SplitOptions::default() };
//! let mut split = distributed::split(&solver, &board, &options)?;
//! let solution = loop {
//!     let work_on = |unit| distributed::work(&solver, unit, None);
//!     let results = split.units.iter().map(work_on).collect::<Result<Vec<_>, _>>()?;
//!     match distributed::merge(&split.job, &results)? {
//!         Merged::Solved(solution) => break solution,
//!         Merged::Next(job) => split = distributed::resume(&solver, &job, &options)?,
//!     }
//! };
//! let alone = solver.solve(&board, &options.search)?;
//! assert_eq!((solution.moves, solution.generated), (alone.moves, alone.generated));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod error;
mod line;
mod merge;
mod schema;
mod spec;
mod split;
mod tables;
mod work;

pub use error::DistributedError;
pub use merge::{Merged, merge};
pub use schema::{Job, Line, PrefixCounts, SCHEMA, SearchSpec, TableDigest, Unit, UnitResult, UnitSolution};
pub use split::{Split, SplitOptions, begin, resume, split, split_begun};
pub use tables::{LocatedTable, build_table, locate_tables, table_fault, table_path};
pub use work::work;
