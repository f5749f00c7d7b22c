//! The command: signals, terminals, paths, servers. What it prints, and arithmetic over that, is in [transcripts](crate::transcripts).

mod boards;
mod paths;
mod play;
mod progress;
mod serve;
mod sessions;
