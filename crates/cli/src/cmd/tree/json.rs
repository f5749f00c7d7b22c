//! A tree as JSON: one object for each node, in the order of their numbers.

use std::io::{self, Write};

use fifteen_solver::record::SCHEMA;
use fifteen_solver::search::lab::tree::Node;
use fifteen_solver::search::tiles::{Move, TileState};
use serde::Serialize;

use super::{Subject, direction, is_answer};

/// A node. The fields are in the order of the output.
#[derive(Serialize)]
struct NodeRecord {
    schema: u32,
    node: usize,
    parent: Option<usize>,
    /// The direction in which the blank moves to this node.
    blank_move: Option<&'static str>,
    depth: u32,
    /// The tiles row by row.
    board: Vec<u8>,
    /// Depth + value.
    cost: Option<u32>,
    /// Its number in the order of generation.
    generated: Option<u64>,
    /// Its number in the order of expansion.
    expanded: Option<u64>,
    on_answer_path: bool,
    answer: bool,
}

pub(super) fn write(out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
    let record = |node: &Node<TileState, Move>| NodeRecord {
        schema: SCHEMA,
        node: node.number,
        parent: node.parent,
        blank_move: node.by.map(|_| direction(node)),
        depth: node.depth,
        board: subject.space.board(&node.state).tiles().to_vec(),
        cost: node.cost,
        generated: node.generated,
        expanded: node.expanded,
        on_answer_path: node.on_answer_path,
        answer: is_answer(&subject.tree, node),
    };
    subject.tree.nodes.iter().try_for_each(|node| {
        serde_json::to_writer(&mut *out, &record(node))?;
        writeln!(out)
    })
}
