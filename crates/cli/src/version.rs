//! The version of the command.

/// The version and the commit.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("FIFTEEN_COMMIT"), ")");

/// The version, the commit, and the system.
pub(crate) const LONG_VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), "\ncommit:   ", env!("FIFTEEN_COMMIT"), "\ntarget:   ", env!("FIFTEEN_TARGET"));
