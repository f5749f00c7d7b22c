//! Pattern databases for sliding-tile puzzles: built in parallel, kept in one bit an entry, mapped and verified.
//!
//! Two kinds are built: *zero-aware* ones with one entry for each placement of a pattern's tiles and region of the
//! blank (Clausecker & Reinefeld 2019), and classic *additive* ones with one entry for each placement (Korf & Felner
//! 2002). This crate knows patterns, partitions, ranks, building, the file format and verifying. It knows
//! nothing of search, progress bars or the command line. The library takes bytes; only the module `file` (feature
//! `mmap`) touches files.
//!
//! ```
//! use std::ops::ControlFlow;
//! use fifteen_pdb::{TableKind, Partition, Rows, build};
//! use fifteen_puzzle::{Goal, Size};
//!
//! let goal = Goal::Last.board(Size::new(3, 3)?)?;
//! let partition = Partition::parse("1-4/5-8", &goal)?;
//! let built = build(&partition.patterns()[0], TableKind::ZeroAware, 2, &mut |_| ControlFlow::Continue(()))?;
//! let table = built.into_table();
//! assert_eq!(table.header().histogram()[0], 1);
//! let rows = Rows::new(goal.size(), 4);
//! assert_eq!(table.distance(&rows, &[0, 1, 2, 3], 8)?, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(feature = "mmap"), forbid(unsafe_code))]

mod additive;
mod build;
mod collection;
mod deep;
pub mod entries;
mod error;
#[cfg(feature = "mmap")]
pub mod file;
mod format;
mod graph;
#[cfg(feature = "mmap")]
pub mod memory;
mod named;
mod partition;
mod pattern;
pub mod rank;
pub mod rows;
mod sharing;
mod shifts;
mod sweep;
mod table;
mod walk;
pub mod zst;

pub use build::{Built, OnProgress, Progress, build};
pub use collection::{Collection, CollectionError, LineError};
pub use deep::deep_verification_memory;
pub use error::{BuildError, DamagedError, OpenError, VerifyError};
pub use format::{Digest, Header, VERSION};
pub use partition::{Partition, PartitionError};
pub use pattern::{Pattern, PatternError, Requirements, TableKind, requirements};
pub use rows::Rows;
pub use sharing::distinct_patterns;
pub use table::Table;
pub use walk::distance;
