//! State-space trees: boards level by level, with the E-nodes and the path to the answer marked.

use std::fmt::Write;

use fifteen_puzzle::Board;

/// Pixels of a cell of a board.
const CELL: f64 = 17.0;
/// Between neighbouring boards.
const GAP: f64 = 16.0;
/// The height of a board's number, above it.
const HEAD: f64 = 18.0;
/// The height of the edges below a board.
const EDGE: f64 = 46.0;
const MARGIN: f64 = 20.0;
const LEGEND: f64 = 30.0;

/// A node of the tree. Nodes are listed in the order of their numbers, parents before children.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeNode {
    /// The index of the parent; none for the root.
    pub parent: Option<usize>,
    /// The text above the board: the node's number and cost.
    pub label: String,
    /// The text beside the edge from the parent: the direction.
    pub edge: String,
    /// The board.
    pub board: Board,
    /// The algorithm generated this node; others are drawn faintly.
    pub generated: bool,
    /// The algorithm expanded it.
    pub e_node: bool,
    /// It lies on the path to the answer.
    pub on_answer_path: bool,
    /// It is the answer.
    pub answer: bool,
}

/// Draws a tree, with a legend below it.
pub fn tree(nodes: &[TreeNode]) -> String {
    let places = layout(nodes);
    let size = nodes.first().map(|node| node.board.size());
    let (width, height) = size.map_or((0.0, 0.0), |s| (s.width() as f64 * CELL, s.height() as f64 * CELL));
    let level = HEAD + height + EDGE;
    let columns = places.iter().map(|p| p.0).fold(0.0, f64::max);
    let depth = places.iter().map(|p| p.1).max().unwrap_or(0);
    let at = |i: usize| (MARGIN + places[i].0 * (width + GAP), MARGIN + places[i].1 as f64 * level);
    let total_width = (2.0 * MARGIN + columns * (width + GAP) + width).max(620.0);
    let total_height = 2.0 * MARGIN + (depth + 1) as f64 * level - EDGE + LEGEND;
    let mut svg = String::new();
    // Writing into a string cannot fail.
    let _ = write_tree(&mut svg, nodes, &at, (width, height), (total_width, total_height));
    svg
}

/// The column and the level of each node. Leaves take the next column of the tree, parents stand over the middle of
/// their children, so nothing overlaps.
fn layout(nodes: &[TreeNode]) -> Vec<(f64, usize)> {
    let mut children = vec![Vec::new(); nodes.len()];
    let mut places = vec![(0.0, 0); nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(i);
            places[i].1 = places[parent].1 + 1;
        }
    }
    let mut next = 0.0;
    // Depth first without recursion: a node is placed when all its children are.
    let mut stack: Vec<(usize, bool)> = nodes.first().map(|_| (0, false)).into_iter().collect();
    while let Some((i, children_are_placed)) = stack.pop() {
        match (children[i].first(), children[i].last()) {
            (Some(&first), Some(&last)) if children_are_placed => {
                places[i].0 = (places[first].0 + places[last].0) / 2.0
            }
            (Some(_), _) => {
                stack.push((i, true));
                stack.extend(children[i].iter().rev().map(|&child| (child, false)));
            }
            _ => {
                places[i].0 = next;
                next += 1.0;
            }
        }
    }
    places
}

const STYLE: &str = "\
text{font-family:sans-serif;font-size:12px;fill:#282c34}\
text.d{paint-order:stroke;stroke:#fff;stroke-width:4px}\
.c{text-anchor:middle}.t{text-anchor:middle;font-size:11px}.f{opacity:.4}\
.b{fill:#fff;stroke:#9aa0a6}.e{fill:#fff3d6;stroke:#b26a00}.a{fill:#dff3e4;stroke:#1e7d3c;stroke-width:2.5}\
.l{stroke:#9aa0a6}.p{stroke:#1e7d3c;stroke-width:3}.n{fill:#e8eaed}";

fn write_tree(
    svg: &mut String,
    nodes: &[TreeNode],
    at: &dyn Fn(usize) -> (f64, f64),
    (width, height): (f64, f64),
    (total_width, total_height): (f64, f64),
) -> std::fmt::Result {
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{total_width}\" height=\"{total_height}\" \
         viewBox=\"0 0 {total_width} {total_height}\">\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
    )?;
    for (i, node) in nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let ((x, y), (from_x, from_y)) = (at(i), at(parent));
        let (x, from_x) = (x + width / 2.0, from_x + width / 2.0);
        let from_y = from_y + HEAD + height;
        let (class, faint) = (if node.on_answer_path { "p" } else { "l" }, faint(node));
        writeln!(svg, "<line class=\"{class}{faint}\" x1=\"{from_x}\" y1=\"{from_y}\" x2=\"{x}\" y2=\"{y}\"/>")?;
        let (x, y) = (x + (from_x - x) * 0.4, y + (from_y - y) * 0.4 + 4.0);
        writeln!(svg, "<text class=\"c d{}\" x=\"{x}\" y=\"{y}\">{}</text>", faint, escaped(&node.edge))?;
    }
    for (i, node) in nodes.iter().enumerate() {
        write_node(svg, node, at(i), (width, height))?;
    }
    let y = total_height - MARGIN + 4.0;
    let entries = [("e", "E-node"), ("a", "answer"), ("b", "generated"), ("b f", "not generated")];
    for (n, (class, text)) in entries.into_iter().enumerate() {
        let x = MARGIN + n as f64 * 150.0;
        writeln!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"16\" height=\"12\"/>", y - 11.0)?;
        writeln!(svg, "<text x=\"{}\" y=\"{y}\">{text}</text>", x + 22.0)?;
    }
    writeln!(svg, "</svg>")
}

fn write_node(svg: &mut String, node: &TreeNode, (x, y): (f64, f64), (width, height): (f64, f64)) -> std::fmt::Result {
    let class = match (node.answer, node.e_node) {
        (true, _) => "a",
        (_, true) => "e",
        _ => "b",
    };
    let faint = faint(node);
    let middle = x + width / 2.0;
    writeln!(svg, "<g class=\"{}\">", faint.trim())?;
    // White behind the number, where an edge may end.
    writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEAD}\" fill=\"#fff\"/>")?;
    writeln!(svg, "<text class=\"c\" x=\"{middle}\" y=\"{}\">{}</text>", y + HEAD - 5.0, escaped(&node.label))?;
    let top = y + HEAD;
    writeln!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>")?;
    let columns = node.board.size().width();
    for (cell, &tile) in node.board.tiles().iter().enumerate() {
        let (left, above) = (x + (cell % columns) as f64 * CELL, top + (cell / columns) as f64 * CELL);
        if tile == 0 {
            let (left, above, side) = (left + 1.5, above + 1.5, CELL - 3.0);
            writeln!(svg, "<rect class=\"n\" x=\"{left}\" y=\"{above}\" width=\"{side}\" height=\"{side}\"/>")?;
        } else {
            let (left, above) = (left + CELL / 2.0, above + CELL / 2.0 + 4.0);
            writeln!(svg, "<text class=\"t\" x=\"{left}\" y=\"{above}\">{tile}</text>")?;
        }
    }
    writeln!(svg, "</g>")
}

fn faint(node: &TreeNode) -> &'static str {
    if node.generated { "" } else { " f" }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::notation;

    fn node(parent: Option<usize>, label: &str) -> TreeNode {
        TreeNode {
            parent,
            label: label.to_owned(),
            edge: "up".to_owned(),
            board: notation::parse("1 2 / 3 0", None).unwrap(),
            generated: true,
            e_node: parent.is_none(),
            on_answer_path: false,
            answer: false,
        }
    }

    #[test]
    fn parents_stand_over_their_children_and_nothing_overlaps() {
        let nodes = [None, Some(0), Some(0), Some(1), Some(1), Some(2), Some(2)].map(|parent| node(parent, ""));
        let places = layout(&nodes);
        assert_eq!(places, [(1.5, 0), (0.5, 1), (2.5, 1), (0.0, 2), (1.0, 2), (2.0, 2), (3.0, 2)]);
    }

    #[test]
    fn a_picture_has_every_label() {
        let svg = tree(&[node(None, "1"), node(Some(0), "2 <c=3>")]);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains(">1</text>") && svg.contains("2 &lt;c=3&gt;") && svg.contains(">up</text>"));
        assert!(tree(&[]).contains("</svg>"));
    }
}
