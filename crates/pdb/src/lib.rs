#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | contents |
//! | --- | --- |
//! | `pattern` | [`Pattern`], [`Partition`] and [`Collection`], which choose the tiles of each table |
//! | [`index`] | the index of each entry, computed from the occupied cells, the blank's region and the order of the tiles |
//! | `build` | [`TableBuilder`], a breadth-first search from the goal, and [`requirements`], which estimates its cost |
//! | `table`, `lookup` | [`Table`], in memory or mapped from a file, and [`Table::value`] |
//! | [`format`](mod@format) | [`Header`] and the compressed form (specified in `FORMAT.md`) |
//! | `verify` | [`Table::verify`] and [`Table::verify_deep`] |
//! | `file` | opening and saving files (feature `mmap`) |
//!
//! This crate works on bytes and reports progress through callbacks. It contains no search
//! algorithms, progress bars or command-line code. Only the `file` module accesses the file system.

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
