//! The file format, which `FORMAT.md` maps byte by byte: reading and writing the header, and the compressed form.
//!
//! [`Header`] is all that a table says about itself. It consists of the fixed fields ([`layout`]) and a metadata block.
//! [`zst`] is the compressed form of a whole file. The entries of the payload are in
//! [`index::entries`](crate::index::entries).

mod error;
mod header;
pub mod layout;
mod metadata;
pub mod zst;

pub use error::OpenTableError;
pub use header::{Header, MAX_DISTANCE};

/// A BLAKE3 digest (O'Connor, Aumasson, Neves & Wilcox-O'Hearn 2020).
pub type Digest = [u8; 32];
