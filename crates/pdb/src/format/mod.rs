//! The file format: the header of a table, and the compressed form. `FORMAT.md` describes every
//! byte.
//!
//! A [`Header`] consists of fixed fields ([`layout`]) and a metadata block. [`zst`] is the
//! compressed form of a whole file. [`index::entries`](crate::index::entries) reads the entries
//! that follow the header.

mod error;
mod header;
pub mod layout;
mod metadata;
pub mod zst;

pub use error::OpenTableError;
pub use header::{Header, MAX_DISTANCE};

/// A BLAKE3 digest (O'Connor, Aumasson, Neves & Wilcox-O'Hearn 2020).
pub type Digest = [u8; 32];
