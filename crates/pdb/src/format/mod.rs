//! The file format: what `FORMAT.md` maps byte by byte. Reading and writing the header; the payload is `entries.rs`'s.

mod header;
mod layout;
mod metadata;

pub use header::Header;
pub use layout::VERSION;
#[cfg(feature = "mmap")]
pub(crate) use layout::{MAX_HEADER, PAGE};

/// A BLAKE3 digest (O'Connor, Aumasson, Neves & Wilcox-O'Hearn 2020).
pub type Digest = [u8; 32];
