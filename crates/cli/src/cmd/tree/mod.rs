//! `fifteen tree`: the state-space tree to a depth, and the nodes of it that an algorithm expands.

mod dot;
mod json;
mod svg;
mod text;

use std::io::Write;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use fifteen_solver::search::lab::tree::{Node, Tree};
use fifteen_solver::search::tiles::{Move, TileSpace, TileState};
use fifteen_solver::search::{LimitKind, Limits};
use fifteen_solver::{Algorithm, Board, Direction, Goal, HeuristicKind, MoveOrder, Size, notation};

use crate::args;
use crate::exit::{Exit, Interrupted};
use crate::input;
use crate::output::{JsonArg, unwritten};
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// The example of the textbooks, three moves from its goal.
const EXAMPLE: &str = "1 2 3 4 / 5 6 0 8 / 9 10 7 11 / 13 14 15 12";

/// Draw the tree of states, and what an algorithm expands
///
/// Nodes are numbered level by level; edges are labelled with the direction in which the blank moves. E-nodes, which
/// the algorithm expands, are marked, and so is the path to the answer. Only the move that undoes the last one is left
/// out.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The board [default: 1 2 3 4 / 5 6 0 8 / 9 10 7 11 / 13 14 15 12, three moves from its goal]
    #[arg(value_name = "BOARD", allow_negative_numbers = true)]
    board: Vec<String>,
    /// The algorithm
    #[arg(long, value_enum, value_name = "A", default_value = "branch-and-bound")]
    algorithm: TreeAlgorithm,
    /// The depth of the tree
    #[arg(long, value_name = "D", default_value = "3", value_parser = args::number::<u32>)]
    depth: u32,
    /// The order in which the blank's moves are tried
    #[arg(long, value_name = "URDL", default_value_t = MoveOrder::URDL)]
    order: MoveOrder,
    /// Width x height, where neither rows nor a square count of numbers give it
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// The goal: last (1, 2, 3 ... blank), first (blank, 1, 2 ...), spiral, or a board
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// For branch-and-bound: zero, misplaced, manhattan, linear-conflict or walking-distance [default: misplaced]
    #[arg(long, value_name = "H", value_parser = args::builtin_heuristic(), hide_possible_values = true)]
    heuristic: Option<HeuristicKind>,
    /// The form of the tree; --json for short
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    format: Format,
    #[command(flatten)]
    json: JsonArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen tree
  fifteen tree --algorithm branch-and-bound --depth 3
  fifteen tree --algorithm bfs-tree --depth 4 --format svg > tree.svg
  fifteen tree --algorithm dfs --depth 2 --goal spiral \"1 3 4 / 8 6 2 / 7 0 5\"
  fifteen tree --algorithm dfs --depth 3 --format dot | dot -Tpdf > tree.pdf";

/// The algorithms that search a tree level by level, or branch by branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TreeAlgorithm {
    /// Level by level
    BfsTree,
    /// Branch by branch, to the depth of the tree
    Dfs,
    /// The least depth + value first
    BranchAndBound,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line a node
    Text,
    /// For Graphviz
    Dot,
    /// A picture
    Svg,
    /// One object a line, for each node
    Json,
}

impl Format {
    /// The most nodes of a tree.
    fn most_nodes(self) -> u64 {
        match self {
            Self::Svg => 4000,
            _ => 200_000,
        }
    }
}

type TileTree = Tree<TileState, Move>;

/// A tree, with its space, algorithm and heuristic.
struct Subject {
    tree: TileTree,
    space: TileSpace,
    algorithm: Algorithm,
    heuristic: Option<HeuristicKind>,
}

impl Args {
    /// The form asked for; the last option counts.
    fn format(&self) -> Format {
        if self.json.is_given() { Format::Json } else { self.format }
    }
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let size = args.size.or(if let Goal::Board(board) = goal { Some(board.size()) } else { None });
    let board =
        if args.board.is_empty() { notation::parse(EXAMPLE, size)? } else { input::one_board(&args.board, size, ui)? };
    let goal = goal.board(board.size())?;
    if let Err(reason) = fifteen_solver::puzzle::parity::check(&board, &goal) {
        ui.error(format_args!("{reason}{}", args::solvable_with(&board)));
        return Ok(Exit::Partial);
    }
    let subject = grow(args, &board, &goal, ui)?;
    let mut out = std::io::BufWriter::new(anstream::stdout());
    match args.format() {
        Format::Text => text::write(&mut out, &subject),
        Format::Dot => dot::write(&mut out, &subject),
        Format::Json => json::write(&mut out, &subject),
        Format::Svg => svg::write(&mut out, &subject),
    }
    .and_then(|()| out.flush())
    .map_err(unwritten)?;
    Ok(Exit::Done)
}

fn grow(args: &Args, board: &Board, goal: &Board, ui: &Ui) -> Result<Subject> {
    use fifteen_solver::search::lab::tree;

    let algorithm = match args.algorithm {
        TreeAlgorithm::BfsTree => Algorithm::BfsTree,
        TreeAlgorithm::Dfs => Algorithm::Dfs,
        TreeAlgorithm::BranchAndBound => Algorithm::BranchAndBound,
    };
    if let (false, Some(heuristic)) = (algorithm.takes_heuristic(), args.heuristic) {
        ui.note(format_args!("{algorithm} takes no heuristic; {heuristic} is not used"));
    }
    let heuristic = algorithm.takes_heuristic().then_some(args.heuristic.unwrap_or(HeuristicKind::Misplaced));
    let most = args.format().most_nodes();
    let limits = Limits { nodes: Some(most), cancel: Some(interrupt::flag()), ..Limits::default() };
    let too_large = |kind: LimitKind| match kind {
        LimitKind::Interrupted | LimitKind::Gap => Interrupted.into(),
        _ => anyhow!("the tree of depth {} has more than {most} nodes; ask for a smaller --depth", args.depth),
    };
    let space = TileSpace::new(goal, args.order);
    let start = space.state(board)?;
    let tree = match algorithm {
        Algorithm::BfsTree => tree::breadth_first(&space, &start, args.depth, &limits).map_err(too_large)?,
        Algorithm::Dfs => tree::depth_first(&space, &start, args.depth, &limits).map_err(too_large)?,
        _ => {
            let heuristic = heuristic.unwrap_or(HeuristicKind::Misplaced).build(goal, &limits)?;
            match tree::least_cost(&space, |state| heuristic.value(state), &start, args.depth, &limits) {
                Ok(tree) => tree,
                Err(tree::TreeError::Limit(kind)) => return Err(too_large(kind)),
                Err(tree::TreeError::Heuristic(error)) => return Err(error.into()),
            }
        }
    };
    Ok(Subject { tree, space, algorithm, heuristic })
}

/// The blank's move to a node.
fn direction(node: &Node<TileState, Move>) -> &'static str {
    match node.by.map(Move::direction) {
        Some(Direction::Up) => "up",
        Some(Direction::Left) => "left",
        Some(Direction::Right) => "right",
        Some(Direction::Down) => "down",
        None => "start",
    }
}

/// Tells whether a node is the answer that was found.
fn is_answer(tree: &TileTree, node: &Node<TileState, Move>) -> bool {
    tree.answer().is_some_and(|answer| answer.number == node.number)
}
