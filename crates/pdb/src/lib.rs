#![doc = include_str!("../README.md")]
//!
//! # The way of a table through the modules
//!
//! | module | holds |
//! | --- | --- |
//! | `pattern` | [`Pattern`], [`Partition`] and [`Collection`], which say which tiles a table covers |
//! | [`index`] | the number of each entry, from the occupied cells, the blank's region and the order of the tiles |
//! | `build` | [`TableBuilder`], which searches breadth-first, and [`requirements`], which announces the cost |
//! | `table`, `lookup` | [`Table`], in memory or mapped from a file, and [`Table::value`] |
//! | [`format`](mod@format) | [`Header`] and the compressed form; `FORMAT.md` is the authority on the bytes |
//! | `verify` | [`Table::verify`] and [`Table::verify_deep`] |
//! | `file` | opening and saving files (feature `mmap`) |
//!
//! The crate knows nothing about searches, progress bars or the command line. It takes bytes and
//! reports progress through callbacks; only the module `file` touches files.

#![cfg_attr(not(feature = "mmap"), forbid(unsafe_code))]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod build;
#[cfg(feature = "mmap")]
pub mod file;
pub mod format;
pub mod index;
mod lookup;
mod pattern;
mod remedy;
mod table;
mod verify;

pub use build::{
    BuildError, BuildProgress, OnProgress, Requirements, TableBuilder, UpperBits, build_memory,
    requirements,
};
pub use format::{Digest, Header, OpenTableError, zst};
pub use lookup::{DamagedError, ValueError};
pub use pattern::{
    Collection, Partition, Pattern, PatternError, distinct_patterns, shipped_patterns,
};
pub use remedy::Remedy;
pub use table::{Payload, Table, TableKind};
pub use verify::{VerifyError, deep_verification_memory};
