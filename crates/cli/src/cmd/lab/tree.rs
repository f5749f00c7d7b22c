//! `fifteen lab tree`: draws the state-space tree to a given depth, and the nodes that an algorithm
//! expands.

use std::ffi::OsString;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use anyhow::{Result, anyhow};
use fifteen_solver::search::textbook::drawn_tree::{Node, Tree};
use fifteen_solver::search::tiles::{Move, TileSpace, TileState};
use fifteen_solver::search::{LimitKind, Limits};
use fifteen_solver::{Algorithm, Board, HeuristicKind, MoveOrder, notation};

use crate::args::{self, GoalArgs};
use crate::exit::{Exit, Interrupted};
use crate::input;
use crate::output::unwritten;
use crate::terminal::{FAINT, STRONG, Ui, human, interrupt};

const ANSWER: Style = AnsiColor::Green.on_default().bold();

/// A common textbook example, three moves from its goal.
const EXAMPLE: &str = "1 2 3 4 / 5 6 0 8 / 9 10 7 11 / 13 14 15 12";

/// Draw the tree of states, and what an algorithm expands
///
/// Nodes are numbered level by level, and each has the direction in which the blank moved. Nodes that the algorithm
/// expands are marked as E-nodes, and the path to the answer is marked too. The tree has all moves except those that undo
/// the move before.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |arg| arg.help(args::SIZE_OF_BOARDS)), after_help = "\
Examples:
  fifteen lab tree
  fifteen lab tree --algorithm branch-and-bound --depth-limit 3
  fifteen lab tree --depth-limit 2 --goal spiral \"1 3 4 / 8 6 2 / 7 0 5\"
  fifteen lab tree --algorithm dfs --depth-limit 3 --dot | dot -Tpdf > tree.pdf")]
pub(crate) struct Args {
    /// The board [default: 1 2 3 4 / 5 6 0 8 / 9 10 7 11 / 13 14 15 12, three moves from its goal]
    #[arg(value_name = "BOARD", allow_negative_numbers = true)]
    board: Vec<OsString>,
    /// The search algorithm
    #[arg(long, value_name = "A", default_value = "branch-and-bound",
        value_parser = args::listed::<Algorithm>(|| ALGORITHMS.into()))]
    algorithm: Algorithm,
    /// Depth of the tree
    #[arg(long, value_name = "D", default_value = "3", value_parser = args::number::<u32>)]
    depth_limit: u32,
    /// The order in which the moves of the blank are tried
    #[arg(long, value_name = "URDL", default_value_t = MoveOrder::URDL)]
    order: MoveOrder,
    #[command(flatten)]
    goal: GoalArgs,
    /// The heuristic of branch-and-bound [default: misplaced]
    #[arg(long, value_name = "H", value_parser = args::heuristic_kind())]
    heuristic: Option<HeuristicKind>,
    /// Print the tree in the language of Graphviz
    #[arg(long)]
    dot: bool,
}

/// The algorithms whose tree can be drawn, each with its help text.
const ALGORITHMS: [(&str, &str); 3] = [
    ("bfs-tree", "Level by level"),
    ("dfs", "Branch by branch, down to the depth limit"),
    (
        "branch-and-bound",
        "The node with the least depth + value first",
    ),
];

/// Maximum number of nodes of a tree.
const MOST_NODES: u64 = 200_000;

type TileTree = Tree<TileState, Move>;

/// A tree together with its state space, algorithm and heuristic.
struct Subject {
    tree: TileTree,
    space: TileSpace,
    algorithm: Algorithm,
    heuristic: Option<HeuristicKind>,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = args.goal.goal()?;
    let (board, goal) = match args.board.as_slice() {
        [] => (
            notation::parse(EXAMPLE, args.goal.size.or(goal.own_size()))?,
            goal,
        ),
        words => input::one_board(words, &args.goal, ui)?,
    };
    let goal = args::single_board(goal, board.size())?;
    if let Err(reason) = fifteen_solver::puzzle::parity::check(&board, &goal) {
        ui.error(format_args!("{reason}{}", args::solvable_with(&board)));
        return Ok(Exit::Partial);
    }
    let subject = grow(args, &board, &goal, ui)?;
    let mut out = std::io::BufWriter::new(anstream::stdout());
    let write = if args.dot { write_dot } else { write_text };
    write(&mut out, &subject)
        .and_then(|()| out.flush())
        .map_err(unwritten)?;
    Ok(Exit::Done)
}

fn grow(args: &Args, board: &Board, goal: &Board, ui: &Ui) -> Result<Subject> {
    use fifteen_solver::search::textbook::drawn_tree;

    let algorithm = args.algorithm;
    if let (false, Some(heuristic)) = (algorithm.takes_heuristic(), args.heuristic) {
        ui.note(format_args!(
            "{algorithm} takes no heuristic; {heuristic} is not used"
        ));
    }
    let heuristic = algorithm
        .takes_heuristic()
        .then_some(args.heuristic.unwrap_or(HeuristicKind::Misplaced));
    let limits = Limits {
        nodes: Some(MOST_NODES),
        cancel: Some(interrupt::flag()),
        ..Limits::default()
    };
    let too_large = |kind: LimitKind| {
        if kind == LimitKind::Interrupted {
            return Interrupted.into();
        }
        let depth = args.depth_limit;
        anyhow!(
            "the tree of depth {depth} has more than {MOST_NODES} nodes; ask for a smaller --depth-limit"
        )
    };
    let space = TileSpace::new(goal, args.order);
    let start = space.state(board)?;
    let tree = match algorithm {
        Algorithm::BfsTree | Algorithm::Dfs => {
            let is_breadth_first = algorithm == Algorithm::BfsTree;
            drawn_tree::uninformed(&space, &start, args.depth_limit, is_breadth_first, &limits)
                .map_err(too_large)?
        }
        _ => {
            let heuristic = heuristic
                .unwrap_or(HeuristicKind::Misplaced)
                .build(goal, &limits)?;
            // A heuristic without pattern databases has a value for every board, so the fallback 0
            // is never used.
            let value = |state: &TileState| heuristic.value(state).unwrap_or(0);
            drawn_tree::least_cost(&space, value, &start, args.depth_limit, &limits)
                .map_err(too_large)?
        }
    };
    Ok(Subject {
        tree,
        space,
        algorithm,
        heuristic,
    })
}

/// Returns the direction of the blank's move that leads to the node, or `start` for the root.
fn direction(node: &Node<TileState, Move>) -> &'static str {
    node.by.map_or("start", |by| by.direction().word())
}

/// Returns whether the node is the goal that the algorithm found.
fn is_answer(tree: &TileTree, node: &Node<TileState, Move>) -> bool {
    tree.answer()
        .is_some_and(|answer| answer.number == node.number)
}

/// Writes the tree in the Graphviz language DOT.
fn write_dot(out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
    let Subject {
        tree,
        space,
        algorithm,
        ..
    } = subject;
    writeln!(out, "digraph tree {{")?;
    writeln!(
        out,
        "  label=\"{algorithm}, order {}; yellow: E-nodes, green: the answer\";",
        space.order()
    )?;
    writeln!(
        out,
        "  node [shape=box, fontname=monospace, style=filled, fillcolor=white];"
    )?;
    writeln!(out, "  edge [fontname=\"sans-serif\"];")?;
    for node in &tree.nodes {
        let cost = node
            .cost
            .map_or_else(String::new, |cost| format!("  c={cost}"));
        let rank = node
            .expanded
            .map_or_else(String::new, |rank| format!("  E{rank}"));
        let grid = space.board(&node.state).grid().replace('\n', "\\n");
        let look = match (is_answer(tree, node), node.expanded, node.generated) {
            (true, ..) => ", fillcolor=palegreen, penwidth=3",
            (_, Some(_), _) => ", fillcolor=lightyellow",
            (_, _, None) => ", color=gray, fontcolor=gray",
            _ => "",
        };
        writeln!(
            out,
            "  n{} [label=\"{}{cost}{rank}\\n{grid}\"{look}];",
            node.number, node.number
        )?;
        if let Some(parent) = node.parent {
            let look = if node.on_answer_path {
                ", penwidth=3, color=forestgreen"
            } else {
                ""
            };
            writeln!(
                out,
                "  n{parent} -> n{} [label=\"{}\"{look}];",
                node.number,
                direction(node)
            )?;
        }
    }
    writeln!(out, "}}")
}

/// Writes the tree as text, one line per node, with children below their parent.
fn write_text(out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
    let Subject {
        tree,
        space,
        algorithm,
        heuristic,
    } = subject;
    let with = heuristic.map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
    writeln!(
        out,
        "{algorithm}{with}, blank moved in the order {}, goal {}\n",
        space.order(),
        space.goal()
    )?;
    let width = tree.nodes.len().to_string().len();
    // Each entry contains the index of a node, its indentation, and whether it is the last child of
    // its parent.
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
            (_, Some(_), _) => STRONG,
            (_, None, None) => FAINT,
            _ => Style::new(),
        };
        write!(
            out,
            "{indent}{branch}{style}{:<width$} {:<5}{style:#}",
            node.number,
            direction(node)
        )?;
        write!(
            out,
            "  {}",
            space
                .board(&node.state)
                .to_string()
                .replace(" / ", "/")
                .replace(' ', ",")
        )?;
        if let Some(cost) = node.cost {
            write!(out, "  c={cost}")?;
        }
        if let Some(rank) = node.expanded {
            write!(out, "  {STRONG}E-node {rank}{STRONG:#}")?;
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
    let e_nodes: Vec<String> = tree
        .e_nodes()
        .iter()
        .map(|node| node.number.to_string())
        .collect();
    writeln!(
        out,
        "\nnodes in the tree  {}",
        human::count(tree.nodes.len() as u64)
    )?;
    writeln!(out, "E-nodes            {}", e_nodes.join(", "))?;
    match tree.answer() {
        Some(answer) => {
            let moves: Vec<&str> = tree.answer_path().skip(1).map(direction).collect();
            writeln!(
                out,
                "answer             node {}: {}",
                answer.number,
                moves.join(", ")
            )?;
        }
        None => writeln!(out, "answer             none in this tree")?,
    }
    writeln!(out, "generated          {}", human::count(tree.generated))?;
    writeln!(out, "expanded           {}", human::count(tree.expanded))
}
