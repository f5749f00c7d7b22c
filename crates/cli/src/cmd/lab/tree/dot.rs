//! A tree in the language of Graphviz.

use std::io::{self, Write};

use super::{Subject, direction, is_answer};

pub(super) fn write(out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
    let Subject { tree, space, algorithm, .. } = subject;
    writeln!(out, "digraph tree {{")?;
    writeln!(out, "  label=\"{algorithm}, order {}; yellow: E-nodes, green: the answer\";", space.order())?;
    writeln!(out, "  node [shape=box, fontname=monospace, style=filled, fillcolor=white];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\"];")?;
    for node in &tree.nodes {
        let cost = node.cost.map_or_else(String::new, |cost| format!("  c={cost}"));
        let rank = node.expanded.map_or_else(String::new, |rank| format!("  E{rank}"));
        let grid = space.board(&node.state).grid().replace('\n', "\\n");
        let look = match (is_answer(tree, node), node.expanded, node.generated) {
            (true, ..) => ", fillcolor=palegreen, penwidth=3",
            (_, Some(_), _) => ", fillcolor=lightyellow",
            (_, _, None) => ", color=gray, fontcolor=gray",
            _ => "",
        };
        writeln!(out, "  n{} [label=\"{}{cost}{rank}\\n{grid}\"{look}];", node.number, node.number)?;
        if let Some(parent) = node.parent {
            let look = if node.on_answer_path { ", penwidth=3, color=forestgreen" } else { "" };
            writeln!(out, "  n{parent} -> n{} [label=\"{}\"{look}];", node.number, direction(node))?;
        }
    }
    writeln!(out, "}}")
}
