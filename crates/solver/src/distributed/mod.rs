//! One search over many machines: an iteration of IDA* is cut into units, machines [work](work()) on the units in any
//! order, and their results give the solution and the counts of one machine, to the node.
//!
//! - A [`Job`] is the search for a board: the iterations that are done, and the [`SearchSpec`] of the next one. A job that
//!   [`begin`] makes is followed by that of the next iteration ([`Job::next`]), and so on, until one has the solution.
//! - A unit of a job is a number: one run of the subtrees into which every machine cuts the iteration alike. What one
//!   machine would expand above them is in the job's [`PrefixCounts`].
//! - A [`UnitResult`] has the counts of a unit and perhaps a [`UnitSolution`]; [`Results`] are those of a job.
//! - A [`Folder`] keeps jobs and results in files, and is all that the processes of a search share.
//! - Jobs and results are [`Line`]s of JSON. [`Line::parse`] is the only door for lines from elsewhere: there the digest
//!   of each line is checked. A forger can compute digests, so every step also checks what a line says against
//!   the board, the heuristic and the other lines.
//! - A job names its tables by [`TableDigest`] and is worked on with no others. On another machine [`provide_tables`]
//!   finds them, or builds those that are missing.
//!
//! Work can be stopped and repeated: the same unit has the same result every time, and the same results the same job.
//!
//! ```
//! use fifteen_solver::distributed::{self, Folder, JobOptions};
//! use fifteen_solver::{HeuristicKind, Setup, notation};
//!
//! let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
//! let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(board.size())?;
//! let options = JobOptions { first: 100, units: Some(4), ..JobOptions::default() };
//! let files = tempfile::tempdir()?;
//! let mut folder = Folder::start(files.path(), &solver, &board, &options, &mut |_| ())?;
//! let solution = loop {
//!     if let Some(solution) = folder.job().solution()? {
//!         break solution;
//!     }
//!     // Any process may do this, for any of the units.
//!     for unit in folder.missing().collect::<Vec<_>>() {
//!         folder.add(distributed::work(&solver, folder.job(), unit, None)?)?;
//!     }
//!     folder.advance(&solver)?;
//! };
//! let alone = solver.solve(&board, &options.search)?;
//! assert_eq!((solution.moves, solution.generated), (alone.moves, alone.generated));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod begin;
mod check;
mod error;
mod folder;
mod results;
mod schema;
mod spec;
mod tables;

pub use begin::{JobOptions, begin};
pub use error::DistributedError;
pub use folder::Folder;
pub use results::{Results, work};
pub use schema::{Job, Line, PrefixCounts, SCHEMA, SearchSpec, TableDigest, UnitResult, UnitSolution};
pub use tables::provide_tables;
