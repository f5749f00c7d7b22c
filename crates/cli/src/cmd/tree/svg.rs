//! `--format svg`: the tree as a picture.

use std::io::{self, Write};

use fifteen_draw::TreeNode;
use fifteen_solver::search::lab::tree::Node;
use fifteen_solver::search::tiles::{Move, TileState};

use super::{Subject, direction, is_answer};

pub(super) fn write(out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
    out.write_all(fifteen_draw::tree(&nodes(subject)).as_bytes())
}

fn nodes(subject: &Subject) -> Vec<TreeNode> {
    let node = |node: &Node<TileState, Move>| TreeNode {
        parent: node.parent.map(|number| number - 1),
        label: node.cost.map_or_else(|| node.number.to_string(), |cost| format!("{}  c={cost}", node.number)),
        edge: direction(node).to_owned(),
        board: subject.space.board(&node.state),
        generated: node.generated.is_some(),
        e_node: node.expanded.is_some(),
        on_answer_path: node.on_answer_path,
        answer: is_answer(&subject.tree, node),
    };
    subject.tree.nodes.iter().map(node).collect()
}
