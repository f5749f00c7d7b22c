//! The file format of tables: the header and the compressed form. `FORMAT.md` specifies every byte.
//!
//! A [`Header`] consists of fixed fields ([`layout`]) and a metadata block. The entries follow the
//! header and are read by [`index::entries`](crate::index::entries). [`zst`] compresses a whole
//! file.

mod error;
mod header;
pub mod layout;
mod metadata;
pub mod zst;

pub use error::OpenTableError;
pub use header::{Header, MAX_DISTANCE};

/// A 32-byte BLAKE3 digest (O'Connor, Aumasson, Neves & Wilcox-O'Hearn 2020).
pub type Digest = [u8; 32];
