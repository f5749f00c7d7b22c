//! Tests of the public interface: entries are compared with slow searches, files with published
//! ones, and damaged tables must be detected.

#![allow(
    clippy::unwrap_used,
    reason = "a test that panics has failed, which is what it is for"
)]

mod damage;
mod forge;
mod golden;
mod truth;

use std::ops::ControlFlow;

use fifteen_pdb::{BuildProgress, Pattern, Table, TableBuilder, TableKind};
use fifteen_puzzle::Size;
use fifteen_resources::Threads;

fn go_on(_: BuildProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn built(pattern: &Pattern, kind: TableKind, threads: usize) -> Table {
    TableBuilder::new()
        .kind(kind)
        .threads(Threads::all_if_zero(threads))
        .build(pattern)
        .unwrap()
}

fn pattern(width: usize, height: usize, blank: usize, cells: &[u8]) -> Pattern {
    Pattern::new(Size::new(width, height).unwrap(), blank, cells).unwrap()
}
