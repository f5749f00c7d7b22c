//! Pattern databases for sliding-tile puzzles: built in parallel, kept in one bit an entry, mapped and verified.
//!
//! Two kinds are built: *zero-aware* tables with one entry for each placement of a pattern's tiles and region of the
//! blank (Clausecker & Reinefeld 2019), and classic *additive* tables with one entry for each placement (Korf & Felner
//! 2002). The modules follow the way of a table:
//!
//! | module | holds |
//! | --- | --- |
//! | `pattern` | [`Pattern`], [`Partition`], [`Collection`]: the tiles of tables |
//! | [`index`] | the numbers of entries: occupied sets, blank regions, ranks |
//! | `build` | [`build()`]: the breadth-first search, and [`requirements`] |
//! | [`format`](mod@format) | [`Header`] and the compressed form; `FORMAT.md` is the authority on the bytes |
//! | `table`, `lookup` | [`Table`] in memory or mapped, and the distance of a placement from scratch |
//! | `verify` | [`Table::verify`] and [`Table::verify_deep`] |
//! | `file` | opening and saving files (feature `mmap`) |
//!
//! The crate knows nothing of search, progress bars or the command line. The library takes bytes; only the module
//! `file` touches files.
//!
//! ```
//! use std::ops::ControlFlow;
//! use fifteen_pdb::{Partition, TableKind, build, index::ZeroClasses};
//! use fifteen_puzzle::{Goal, Size};
//!
//! let goal = Goal::Last.board(Size::new(3, 3)?)?;
//! let partition = Partition::parse("1-4/5-8", &goal)?;
//! let table = build(&partition.patterns()[0], TableKind::ZeroAware, 2, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!(table.header().histogram()[0], 1);
//! let classes = ZeroClasses::new(goal.size(), 4);
//! assert_eq!(table.distance(&classes, &[0, 1, 2, 3], 8)?, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(feature = "mmap"), forbid(unsafe_code))]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod build;
#[cfg(feature = "mmap")]
pub mod file;
pub mod format;
pub mod index;
mod lookup;
mod pattern;
mod table;
mod verify;

pub use build::{
    BuildError, OnProgress, Progress, Requirements, UpperBits, build, build_small, requirements,
};
pub use format::{Digest, Header, OpenError, zst};
pub use lookup::DamagedError;
pub use pattern::{
    Collection, Partition, Pattern, PatternError, distinct_patterns, shipped_patterns,
};
pub use table::{Payload, Table, TableKind};
pub use verify::{VerifyError, deep_verification_memory};
