//! Reproduces published counts: the sizes of search trees in textbooks, and the number of boards at
//! each depth.

use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_data::{DepthCounts, largest_depths};
use fifteen_puzzle::{Goal, Metric, MoveOrder, Size, notation};
use fifteen_search::textbook::counts::StateCounts;
use fifteen_search::textbook::drawn_tree;
use fifteen_search::tiles::{Algorithm, Misplaced, TileSpace, TileState, WalkingDistance};
use fifteen_search::{Heuristic, LimitKind, Limits, Status};
use fifteen_solver::Setup;

use super::figure::{FigureGroup, PublishedFigure, joined};
use super::{ReproduceError, Reproduction, Result};
use crate::enumeration;

const BFS_TREE: FigureGroup = FigureGroup {
    name: "breadth first over the tree of moves",
    source: "textbook counts: goal 1 2 3 / 8 _ 4 / 7 6 5, blank up, down, left, right; moves, expanded, generated",
};
const BRANCH_AND_BOUND: FigureGroup = FigureGroup {
    name: "least-cost branch and bound",
    source: "Horowitz & Sahni 1978, ch. 8: misplaced tiles, blank up, right, down, left; E-nodes, and the answer",
};
const WALKING: FigureGroup = FigureGroup {
    name: "walking distance",
    source: "Takahashi, How to write a 15-puzzle solver: states of the table",
};
const DEPTHS: FigureGroup = FigureGroup {
    name: "states at each depth",
    source: "Korf & Schultze 2005 (4x4), lightln2/SlidingTilesSolver: data/dist_*.txt; goal's blank in a corner",
};
const LARGEST: FigureGroup = FigureGroup {
    name: "largest depths",
    source: "OEIS A151944, Korf 2008, lightln2/SlidingTilesSolver: data/gods_numbers.txt; depth, and how many boards have it",
};

/// Limits that decide whether all boards of a size are counted, or only the boards near the goal.
struct CountLimits {
    /// If a size has at most this many boards, all of them are counted.
    complete: u128,
    /// If a size has more than `complete` boards, at most this many boards nearest the goal are
    /// counted.
    near: u64,
}

const QUICK: CountLimits = CountLimits {
    complete: 2_000_000,
    near: 300_000,
};
const FULL: CountLimits = CountLimits {
    complete: 240_000_000,
    near: 10_000_000,
};

/// Compares node counts with those in textbooks and lecture notes, and the size of the walking
/// distance table with its published size.
pub(super) fn trees(run: &mut Reproduction) -> Result {
    breadth_first_tree(run)?;
    branch_and_bound(run)?;
    let goal = Goal::Last.board(Size::FIFTEEN)?;
    let walking = WalkingDistance::new(&goal, &Limits::default())?;
    let what = "4x4, goal's blank in a corner";
    let ours = walking.table_states();
    run.report(PublishedFigure::compared(WALKING, what, &24_964, &ours))
}

fn breadth_first_tree(run: &mut Reproduction) -> Result {
    let solver = Setup {
        goal: Goal::Spiral,
        algorithm: Algorithm::BfsTree,
        ..Setup::default()
    }
    .open(Size::new(3, 3)?)?;
    for (board, published) in [
        ("1 3 4 / 8 6 2 / 7 0 5", "5 41 77"),
        ("2 8 1 / 0 4 3 / 7 6 5", "9 385 663"),
        ("2 8 1 / 4 6 3 / 7 5 0", "12 2251 3783"),
    ] {
        let found = solver.solve(&notation::parse(board, None)?, &Limits::default())?;
        let length = found.length.unwrap_or(0);
        let ours = format!("{length} {} {}", found.expanded, found.generated);
        let published = published.to_owned();
        run.report(PublishedFigure::compared(
            BFS_TREE, board, &published, &ours,
        ))?;
    }
    Ok(())
}

fn branch_and_bound(run: &mut Reproduction) -> Result {
    let board = "1 2 3 4 / 5 6 0 8 / 9 10 7 11 / 13 14 15 12";
    let goal = Goal::Last.board(Size::FIFTEEN)?;
    let space = TileSpace::new(&goal, MoveOrder::URDL);
    let start = space.state(&notation::parse(board, None)?)?;
    let value = |state: &TileState| Misplaced.root(state).unwrap_or_else(|never| match never {});
    let tree = drawn_tree::least_cost(&space, value, &start, 3, &Limits::default())
        .map_err(|_| ReproduceError::Interrupted)?;
    let nodes = tree.e_nodes().into_iter().chain(tree.answer());
    let ours = joined(&nodes.map(|node| node.number).collect::<Vec<_>>());
    let published = "1 4 10 23".to_owned();
    run.report(PublishedFigure::compared(
        BRANCH_AND_BOUND,
        board,
        &published,
        &ours,
    ))
}

/// Compares the number of boards at each depth with published numbers, in the single-tile and the
/// multi-tile metric. Counts all boards on small sizes, and only the boards near the goal on large
/// sizes.
pub(super) fn depths(run: &mut Reproduction) -> Result {
    let mut largest_figures = Vec::new();
    for board in largest_depths() {
        let ours = count(run, board.size, board.metric)?;
        let is_complete = ours.status == Status::Exhausted;
        let what = format!("{}, {}", board.size, board.metric);
        let counts = ours.counts;
        let goal = Goal::Last.board(board.size)?;
        if let Some(published) = DepthCounts::for_goal(&goal, board.metric) {
            let published = &published.counts;
            run.report(if is_complete {
                PublishedFigure::compared_lists(DEPTHS, &what, published, &counts)
            } else {
                let what = format!("{what}, up to depth {}", counts.len().saturating_sub(1));
                let published = &published[..counts.len().min(published.len())];
                PublishedFigure::compared_lists(DEPTHS, what, published, &counts)
            })?;
        }
        let published = format!("{} {}", board.depth, board.states);
        largest_figures.push(match counts.last() {
            Some(states) if is_complete => {
                let ours = format!("{} {states}", counts.len() - 1);
                PublishedFigure::compared(LARGEST, what, &published, &ours)
            }
            _ => PublishedFigure::left_out(LARGEST, what, published),
        });
    }
    // A report lists similar results together. So report the largest depths after the numbers of
    // boards for all sizes.
    largest_figures
        .into_iter()
        .try_for_each(|figure| run.report(figure))
}

/// Counts the boards at each depth. The scope determines whether all boards or only boards near the
/// goal are counted.
fn count(run: &mut Reproduction, size: Size, metric: Metric) -> Result<StateCounts> {
    let goal = Goal::Last.board(size)?;
    let scope = run.scope;
    let count_limits = if scope.full { FULL } else { QUICK };
    let limits = Limits::cancelled_by(Arc::clone(&scope.cancel));
    let task = format!("{size}, {metric}");
    let mut found = 0;
    let on_depth = &mut |_, states| {
        found += states;
        match run.report_progress(&task, "states", found, None) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    };
    let counted = if size.reachable_boards() > count_limits.complete {
        let limits = Limits {
            nodes: Some(count_limits.near),
            ..limits
        };
        enumeration::count_near(&goal, metric, &limits, on_depth)
    } else {
        enumeration::count(&goal, metric, scope.threads, &limits, on_depth)?
    };
    if counted.status == Status::Limit(LimitKind::Interrupted) {
        return Err(ReproduceError::Interrupted.into());
    }
    Ok(counted)
}
