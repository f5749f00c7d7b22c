//! Integration tests of the workspace, one program: the command `fifteen`, and what several crates do together.

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
