//! State spaces: the trees of the textbooks, and how many states lie at each depth.

use std::ops::ControlFlow;

use fifteen_data::{depth_counts, largest_depths};
use fifteen_enumeration::{Counts, Enumeration, Event, Method};
use fifteen_solver::puzzle::Metric;
use fifteen_solver::search::tiles::{Misplaced, TileSpace, WalkingDistance};
use fifteen_solver::search::{LimitKind, Limits, Status, tree};
use fifteen_solver::{Algorithm, Goal, MoveOrder, Options, Size, Solver, notation};

use super::Scope;
use super::check::{Checks, Group};
use crate::exit::Failure;
use crate::terminal::interrupt;

const BFS_TREE: Group = Group {
    name: "breadth first over the tree of moves",
    source: "textbook counts: goal 1 2 3 / 8 _ 4 / 7 6 5, blank up, down, left, right; moves, expanded, generated",
};
const BRANCH_AND_BOUND: Group = Group {
    name: "least-cost branch and bound",
    source: "Horowitz & Sahni 1978, ch. 8: misplaced tiles, blank up, right, down, left; E-nodes, and the answer",
};
const WALKING: Group =
    Group { name: "walking distance", source: "Takahashi, How to write a 15-puzzle solver: states of the table" };
const DEPTHS: Group = Group {
    name: "states at each depth",
    source: "Korf & Schultze 2005 (4x4), lightln2/SlidingTilesSolver: data/dist_*.txt; goal's blank in a corner",
};
const LARGEST: Group = Group {
    name: "largest depths",
    source: "OEIS A151944, Korf 2008, lightln2/SlidingTilesSolver: data/gods_numbers.txt; depth, and how many boards have it",
};

/// The most states of boards that are counted whole; with `--full` and without.
const WHOLE: [u128; 2] = [240_000_000, 2_000_000];
/// Of larger boards, so many states are counted from the goal on.
const NEAR: u64 = 1_000_000;
/// With `--full`, as many as there is room for in so many bytes.
const MEMORY: u64 = 1_000_000_000;

/// Counts that are found in textbooks and lecture notes, and walking distance's table.
pub(super) fn trees(_: &Scope, checks: &mut Checks) -> Result<(), Failure> {
    let solver = Solver::builder().goal(Goal::Spiral).algorithm(Algorithm::BfsTree).open(Size::new(3, 3)?)?;
    for (board, published) in [
        ("1 3 4 / 8 6 2 / 7 0 5", "5 41 77"),
        ("2 8 1 / 0 4 3 / 7 6 5", "9 385 663"),
        ("2 8 1 / 4 6 3 / 7 5 0", "12 2251 3783"),
    ] {
        checks.add(BFS_TREE, board, &published.to_owned(), &counted(&solver, board)?)?;
    }
    let last = Goal::Last.board(Size::new(4, 4)?)?;
    let board = "1 2 3 4 / 5 6 0 8 / 9 10 7 11 / 13 14 15 12";
    let space = TileSpace::new(&last, MoveOrder::URDL);
    let start = space.state(&notation::parse(board, None)?)?;
    let tree = tree::least_cost(&space, &Misplaced, &start, 3, &Limits::default())?;
    let numbers = tree.e_nodes().into_iter().chain(tree.answer()).map(|node| node.number.to_string());
    checks.add(BRANCH_AND_BOUND, board, &"1 4 10 23".to_owned(), &numbers.collect::<Vec<_>>().join(" "))?;
    let walking = WalkingDistance::new(&last, &Limits::default())?;
    checks.add(WALKING, "4x4, goal's blank in a corner", &24_964, &walking.table_states())
}

/// Length, expanded and generated.
fn counted(solver: &Solver, board: &str) -> Result<String, Failure> {
    let found = solver.solve(&notation::parse(board, None)?, &Options::default())?;
    Ok(format!("{} {} {}", found.length.unwrap_or(0), found.expanded, found.generated))
}

/// States at each depth in both metrics, of small boards all, of large ones those that are near the goal.
pub(super) fn depths(scope: &Scope, checks: &mut Checks) -> Result<(), Failure> {
    let published = depth_counts();
    let mut whole = Vec::new();
    for board in largest_depths() {
        let Some(ours) = count(board.size, board.metric, scope, checks)? else { return Ok(()) };
        let complete = ours.status == Status::Exhausted;
        let counts = ours.counts;
        if let Some(published) = published.iter().find(|p| (p.size, p.metric) == (board.size, board.metric)) {
            let (what, all) = (format!("{}, {}", board.size, board.metric), &published.counts);
            if complete {
                checks.add_list(DEPTHS, what, all, &counts)?;
            } else {
                let what = format!("{what}, up to depth {}", counts.len().saturating_sub(1));
                checks.add_list(DEPTHS, what, &all[..counts.len().min(all.len())], &counts)?;
            }
        }
        whole.push((board, complete.then_some(counts)));
    }
    for (board, counts) in whole {
        let (what, published) =
            (format!("{}, {}", board.size, board.metric), format!("{} {}", board.depth, board.states));
        match counts {
            Some(counts) => {
                let ours = format!("{} {}", counts.len() - 1, counts.last().copied().unwrap_or(0));
                checks.add(LARGEST, what, &published, &ours)?;
            }
            None => checks.leave_out(LARGEST, what, published)?,
        }
    }
    Ok(())
}

/// The states at each depth of a board, as far as the scope goes; none after Ctrl-C.
fn count(size: Size, metric: Metric, scope: &Scope, checks: &Checks) -> Result<Option<Counts>, Failure> {
    let enumeration = Enumeration::new(&Goal::Last.board(size)?, metric);
    let mut options = fifteen_enumeration::Options::default();
    options.threads = scope.threads;
    if enumeration.states() > WHOLE[usize::from(!scope.full)] {
        options.method = Some(Method::Layers);
        let nodes = Some(NEAR).filter(|_| !scope.full);
        options.limits = Limits { nodes, memory: Some(MEMORY), ..Limits::default() };
    }
    let bar = checks.ui.bar(format_args!("{size}, {metric}"), None).with_message("states");
    let counted = enumeration.count(&options, &mut |event| {
        if let Event::Working { states, .. } = event {
            bar.set_position(states);
        }
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let counted = counted?;
    Ok(Some(counted).filter(|counts| counts.status != Status::Limit(LimitKind::Interrupted)))
}
