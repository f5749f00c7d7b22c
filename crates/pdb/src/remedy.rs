//! What a user can do about an error.

/// What a user can do about an error, as data.
///
/// The messages of this library say what was expected and what was found. They name no command and
/// no function that would help, because a command line, a Python program and a server offer
/// different ones. Errors have a method `remedy` instead, and each front end puts the remedy into
/// its own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remedy {
    /// The table is damaged: build it again, with the options that built it.
    BuildAgain,
    /// The table may be damaged: verify it, and build it again if it is.
    Verify,
    /// There is no such table: build it.
    Build,
    /// The tables exist only in memory: build them in files.
    BuildInFiles,
    /// The compressed file was not made by this library: build it in the compressed form.
    BuildCompressed,
}
