//! Integration tests of the whole workspace: they run the command `fifteen`, or use several crates
//! together. All of them are compiled into one program.

#![allow(
    clippy::unwrap_used,
    reason = "a test that panics has failed, which is what it is for"
)]

mod command;
mod documents;
mod examples;
mod readers;
mod search;
mod support;
mod tables;
#[cfg(unix)]
mod terminal;
mod transcripts;
