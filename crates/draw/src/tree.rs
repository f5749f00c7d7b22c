//! State-space trees: boards level by level, with the E-nodes and the path to the answer marked.

use fifteen_puzzle::Board;

use crate::svg::Svg;

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
    let mut svg = Svg::new(total_width, total_height, "sans-serif");
    svg.push(format_args!("<style>{STYLE}</style>"));
    for (i, node) in nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let ((x, y), (from_x, from_y)) = (at(i), at(parent));
        let (x, from_x, from_y) = (x + width / 2.0, from_x + width / 2.0, from_y + HEAD + height);
        let (class, faint) = (if node.on_answer_path { "p" } else { "l" }, faint(node));
        svg.push(format_args!(r#"<path class="{class}{faint}" d="M{from_x} {from_y}L{x} {y}"/>"#));
        let beside = (x + (from_x - x) * 0.4, y + (from_y - y) * 0.4 + 4.0);
        svg.text(beside, &format!(r#"class="c d{faint}""#), &node.edge);
    }
    for (i, node) in nodes.iter().enumerate() {
        draw_node(&mut svg, node, at(i), (width, height));
    }
    let y = total_height - MARGIN + 4.0;
    let entries = [("e", "E-node"), ("a", "answer"), ("b", "generated"), ("b f", "not generated")];
    for (n, (class, text)) in entries.into_iter().enumerate() {
        let x = MARGIN + n as f64 * 150.0;
        svg.push(format_args!(r#"<rect class="{class}" x="{x}" y="{}" width="16" height="12"/>"#, y - 11.0));
        svg.text((x + 22.0, y), "", text);
    }
    svg.end()
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
text{font-size:12px}text.d{paint-order:stroke;stroke:#fff;stroke-width:4px}\
.c{text-anchor:middle}.t{text-anchor:middle;font-size:11px}.f{opacity:.4}\
.b{fill:#fff;stroke:#9aa0a6}.e{fill:#fff3d6;stroke:#b26a00}.a{fill:#dff3e4;stroke:#1e7d3c;stroke-width:2.5}\
.l{stroke:#9aa0a6}.p{stroke:#1e7d3c;stroke-width:3}.n{fill:#e8eaed}";

fn draw_node(svg: &mut Svg, node: &TreeNode, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let class = match (node.answer, node.e_node) {
        (true, _) => "a",
        (_, true) => "e",
        _ => "b",
    };
    let top = y + HEAD;
    svg.push(format_args!(r#"<g class="{}">"#, faint(node).trim()));
    // White behind the number, where an edge may end.
    svg.push(format_args!(r##"<rect x="{x}" y="{y}" width="{width}" height="{HEAD}" fill="#fff"/>"##));
    svg.text((x + width / 2.0, top - 5.0), r#"class="c""#, &node.label);
    svg.push(format_args!(r#"<rect class="{class}" x="{x}" y="{top}" width="{width}" height="{height}"/>"#));
    let columns = node.board.size().width();
    for (cell, &tile) in node.board.tiles().iter().enumerate() {
        let (left, above) = (x + (cell % columns) as f64 * CELL, top + (cell / columns) as f64 * CELL);
        if tile == 0 {
            let (left, above, side) = (left + 1.5, above + 1.5, CELL - 3.0);
            svg.push(format_args!(r#"<rect class="n" x="{left}" y="{above}" width="{side}" height="{side}"/>"#));
        } else {
            svg.text((left + CELL / 2.0, above + CELL / 2.0 + 4.0), r#"class="t""#, &tile.to_string());
        }
    }
    svg.push(format_args!("</g>"));
}

fn faint(node: &TreeNode) -> &'static str {
    if node.generated { "" } else { " f" }
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
