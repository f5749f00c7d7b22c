//! [`Remedy`]: how a user can resolve an error.

/// Action that resolves an error.
///
/// Error messages from this library do not mention commands or functions, because these differ
/// between the command line, the Python package and the server. Instead, errors have a `remedy`
/// method, and each front end describes the remedy in its own terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remedy {
    /// The existing table is damaged. Build it again with the same options.
    BuildAgain,
    /// The table may be damaged. Verify it, and build it again if it is.
    Verify,
    /// The table does not exist yet. Build it.
    Build,
    /// Another program compressed the table in a way that this library cannot read. Build the table
    /// again in compressed form.
    BuildCompressed,
}
