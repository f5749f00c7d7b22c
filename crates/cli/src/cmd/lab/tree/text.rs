//! A tree as text: one line a node, children below their parent.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{Subject, direction, is_answer};
use crate::terminal::human;

const E_NODE: Style = Style::new().bold();
const ANSWER: Style = AnsiColor::Green.on_default().bold();
const FAINT: Style = Style::new().dimmed();

pub(super) fn write(out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
    let Subject { tree, space, algorithm, heuristic } = subject;
    let with = heuristic.map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
    writeln!(out, "{algorithm}{with}, blank moved in the order {}, goal {}\n", space.order(), space.goal())?;
    let width = tree.nodes.len().to_string().len();
    // Below: whether a later child follows at each level of the way to the node.
    let mut stack: Vec<(usize, String, bool)> = vec![(0, String::new(), true)];
    while let Some((index, indent, last)) = stack.pop() {
        let node = &tree.nodes[index];
        let (branch, below) = match (node.parent, last) {
            (None, _) => ("", String::new()),
            (_, true) => ("└─ ", format!("{indent}   ")),
            (_, false) => ("├─ ", format!("{indent}│  ")),
        };
        let style = match (node.on_answer_path, node.expanded, node.generated) {
            (true, ..) => ANSWER,
            (_, Some(_), _) => E_NODE,
            (_, None, None) => FAINT,
            _ => Style::new(),
        };
        write!(out, "{indent}{branch}{style}{:<width$} {:<5}{style:#}", node.number, direction(node))?;
        write!(out, "  {}", space.board(&node.state).to_string().replace(" / ", "/").replace(' ', ","))?;
        if let Some(cost) = node.cost {
            write!(out, "  c={cost}")?;
        }
        if let Some(rank) = node.expanded {
            write!(out, "  {E_NODE}E-node {rank}{E_NODE:#}")?;
        }
        match (is_answer(tree, node), node.on_answer_path, node.generated) {
            (true, ..) => write!(out, "  {ANSWER}answer{ANSWER:#}")?,
            (_, true, _) => write!(out, "  {ANSWER}on the way{ANSWER:#}")?,
            (_, _, None) => write!(out, "  {FAINT}not generated{FAINT:#}")?,
            _ => (),
        }
        writeln!(out)?;
        let children = node.children.clone();
        for child in children.clone().rev() {
            stack.push((child - 1, below.clone(), child + 1 == children.end));
        }
    }
    write_summary(out, subject)
}

fn write_summary(out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
    let tree = &subject.tree;
    let e_nodes: Vec<String> = tree.e_nodes().iter().map(|node| node.number.to_string()).collect();
    writeln!(out, "\nnodes in the tree  {}", human::count(tree.nodes.len() as u64))?;
    writeln!(out, "E-nodes            {}", e_nodes.join(", "))?;
    match tree.answer() {
        Some(answer) => {
            let moves: Vec<&str> = tree.answer_path().skip(1).map(direction).collect();
            writeln!(out, "answer             node {}: {}", answer.number, moves.join(", "))?;
        }
        None => writeln!(out, "answer             none in this tree")?,
    }
    writeln!(out, "generated          {}", human::count(tree.generated))?;
    writeln!(out, "expanded           {}", human::count(tree.expanded))
}
