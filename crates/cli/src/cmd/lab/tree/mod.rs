//! `fifteen lab tree`: the state-space tree to a depth, and the nodes of it that an algorithm expands.

mod dot;
mod text;

use std::io::Write;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use fifteen_solver::search::lab::tree::{Node, Tree};
use fifteen_solver::search::tiles::{Move, TileSpace, TileState};
use fifteen_solver::search::{LimitKind, Limits};
use fifteen_solver::{Algorithm, Board, Direction, HeuristicKind, MoveOrder, notation};

use crate::args::{self, GoalArgs};
use crate::exit::{Exit, Interrupted};
use crate::input;
use crate::output::unwritten;
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
    #[command(flatten)]
    goal: GoalArgs,
    /// The heuristic of branch-and-bound [default: misplaced]
    #[arg(long, value_name = "H", value_parser = args::builtin_heuristic())]
    heuristic: Option<HeuristicKind>,
    /// Print the tree for Graphviz
    #[arg(long)]
    dot: bool,
}

const EXAMPLES: &str = "\
Examples:
  fifteen lab tree
  fifteen lab tree --algorithm branch-and-bound --depth 3
  fifteen lab tree --depth 2 --goal spiral \"1 3 4 / 8 6 2 / 7 0 5\"
  fifteen lab tree --algorithm dfs --depth 3 --dot | dot -Tpdf > tree.pdf";

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

/// The most nodes of a tree.
const MOST_NODES: u64 = 200_000;

type TileTree = Tree<TileState, Move>;

/// A tree, with its space, algorithm and heuristic.
struct Subject {
    tree: TileTree,
    space: TileSpace,
    algorithm: Algorithm,
    heuristic: Option<HeuristicKind>,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = args.goal.goal()?;
    let board = match args.board.as_slice() {
        [] => notation::parse(EXAMPLE, args.goal.size.or(goal.own_size()))?,
        words => input::one_board(words, &args.goal, ui)?,
    };
    let goal = goal.board(board.size())?;
    if let Err(reason) = fifteen_solver::puzzle::parity::check(&board, &goal) {
        ui.error(format_args!("{reason}{}", args::solvable_with(&board)));
        return Ok(Exit::Partial);
    }
    let subject = grow(args, &board, &goal, ui)?;
    let mut out = std::io::BufWriter::new(anstream::stdout());
    let write = if args.dot { dot::write } else { text::write };
    write(&mut out, &subject).and_then(|()| out.flush()).map_err(unwritten)?;
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
    let limits = Limits { nodes: Some(MOST_NODES), cancel: Some(interrupt::flag()), ..Limits::default() };
    let too_large = |kind: LimitKind| {
        if kind == LimitKind::Interrupted {
            return Interrupted.into();
        }
        let depth = args.depth;
        anyhow!("the tree of depth {depth} has more than {MOST_NODES} nodes; ask for a smaller --depth")
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
