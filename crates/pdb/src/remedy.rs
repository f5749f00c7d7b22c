//! [`Remedy`]: how a user can resolve an error.

/// Action that resolves an error.
///
/// Error messages from this library do not mention commands or functions, because these differ
/// between the command line, the Python package and the server. Instead, errors have a `remedy`
/// method, and each front end describes the remedy in its own terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remedy {
    /// Build the table again with the same options, because it is damaged.
    BuildAgain,
    /// Verify the table, because it may be damaged, and build it again if it is.
    Verify,
    /// Build the table because it does not exist.
    Build,
    /// Build the table again, in compressed form. The existing file was compressed by another
    /// program, in a way that this library cannot read.
    BuildCompressed,
}
