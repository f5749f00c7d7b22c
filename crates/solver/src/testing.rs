//! Helpers of the unit tests of this crate.

use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_pdb::{self as pdb, Partition, TableKind};
use fifteen_puzzle::{Board, notation};

use crate::tables::FoundTable;

pub(crate) fn board(text: &str) -> Board {
    notation::parse(text, None).unwrap()
}

/// Tables of a partition, as if they had been found.
pub(crate) fn found(goal: &Board, partition: &str, kind: TableKind) -> Vec<FoundTable> {
    let partition = Partition::parse(partition, goal).unwrap();
    let build = |pattern: &pdb::Pattern| pdb::build(pattern, kind, 1, &mut |_| ControlFlow::Continue(())).unwrap();
    partition.patterns().iter().map(|pattern| FoundTable::Stored(Arc::new(build(pattern)))).collect()
}
