//! [`Remedy`]: how a user can resolve an error.

/// Action that resolves an error.
///
/// Error messages from this library do not mention commands or functions, because these differ
/// between the command line, the Python package and the server. Instead, errors have a `remedy`
/// method, and each front end describes the remedy in its own terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remedy {
    /// Build the table again with the same options. The existing table is damaged.
    BuildAgain,
    /// Verify the table, which may be damaged. If it is, build it again.
    Verify,
    /// Build the table, which does not exist yet.
    Build,
    /// Build the table again in compressed form. Another program compressed the existing file in a
    /// way that this library cannot read.
    BuildCompressed,
}
