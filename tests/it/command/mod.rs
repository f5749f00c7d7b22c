//! Tests of the command that need signals, terminals, unusual paths or connections to a server.
//! [Transcripts](crate::transcripts) test what the command prints.

mod boards;
mod paths;
mod play;
mod progress;
mod serve;
mod sessions;
