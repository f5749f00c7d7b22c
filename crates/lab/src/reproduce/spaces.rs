//! State spaces: the trees of the textbooks, and the states at each depth.

use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_data::{DepthCounts, largest_depths};
use fifteen_puzzle::{Goal, Metric, MoveOrder, Size, notation};
use fifteen_search::lab::counts::StateCounts;
use fifteen_search::lab::tree;
use fifteen_search::tiles::{Algorithm, Misplaced, TileSpace, TileState, WalkingDistance};
use fifteen_search::{Heuristic, LimitKind, Limits, Status};
use fifteen_solver::{Options, Setup};

use super::check::{Check, Group};
use super::{ReproduceError, Result, Session};
use crate::enumeration;

const BFS_TREE: Group = Group {
    name: "breadth first over the tree of moves",
    source: "textbook counts: goal 1 2 3 / 8 _ 4 / 7 6 5, blank up, down, left, right; moves, expanded, generated",
};
const BRANCH_AND_BOUND: Group = Group {
    name: "least-cost branch and bound",
    source: "Horowitz & Sahni 1978, ch. 8: misplaced tiles, blank up, right, down, left; E-nodes, and the answer",
};
const WALKING: Group = Group {
    name: "walking distance",
    source: "Takahashi, How to write a 15-puzzle solver: states of the table",
};
const DEPTHS: Group = Group {
    name: "states at each depth",
    source: "Korf & Schultze 2005 (4x4), lightln2/SlidingTilesSolver: data/dist_*.txt; goal's blank in a corner",
};
const LARGEST: Group = Group {
    name: "largest depths",
    source: "OEIS A151944, Korf 2008, lightln2/SlidingTilesSolver: data/gods_numbers.txt; depth, and how many boards have it",
};

/// States of the largest boards that are counted whole: without `--full`, and with it.
const WHOLE: [u128; 2] = [2_000_000, 240_000_000];
/// States that are counted of a larger board, from the goal on.
const NEAR: [u64; 2] = [300_000, 10_000_000];

/// Counts of textbooks and lecture notes, and the size of walking distance's table.
pub(super) fn trees(session: &mut Session) -> Result {
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
        let found = solver.solve(&notation::parse(board, None)?, &Options::default())?;
        let ours = format!(
            "{} {} {}",
            found.length.unwrap_or(0),
            found.expanded,
            found.generated
        );
        session.add(Check::new(BFS_TREE, board, &published.to_owned(), &ours))?;
    }
    let last = Goal::Last.board(Size::new(4, 4)?)?;
    let board = "1 2 3 4 / 5 6 0 8 / 9 10 7 11 / 13 14 15 12";
    let space = TileSpace::new(&last, MoveOrder::URDL);
    let start = space.state(&notation::parse(board, None)?)?;
    let value = |state: &TileState| Misplaced.root(state).unwrap_or_else(|never| match never {});
    let tree = tree::least_cost(&space, value, &start, 3, &Limits::default())
        .map_err(|_| ReproduceError::Interrupted)?;
    let numbers = tree
        .e_nodes()
        .into_iter()
        .chain(tree.answer())
        .map(|node| node.number.to_string());
    let ours = numbers.collect::<Vec<_>>().join(" ");
    session.add(Check::new(
        BRANCH_AND_BOUND,
        board,
        &"1 4 10 23".to_owned(),
        &ours,
    ))?;
    let walking = WalkingDistance::new(&last, &Limits::default())?;
    session.add(Check::new(
        WALKING,
        "4x4, goal's blank in a corner",
        &24_964,
        &walking.table_states(),
    ))
}

/// States at each depth in both metrics: all states of small boards, those near the goal of large ones.
pub(super) fn depths(session: &mut Session) -> Result {
    let mut checks = Vec::new();
    for board in largest_depths() {
        let ours = count(session, board.size, board.metric)?;
        let complete = ours.status == Status::Exhausted;
        let (what, counts) = (format!("{}, {}", board.size, board.metric), ours.counts);
        if let Some(published) = DepthCounts::for_goal(&Goal::Last.board(board.size)?, board.metric)
        {
            let all = &published.counts;
            session.add(if complete {
                Check::of_lists(DEPTHS, &what, all, &counts)
            } else {
                let what = format!("{what}, up to depth {}", counts.len().saturating_sub(1));
                Check::of_lists(DEPTHS, what, &all[..counts.len().min(all.len())], &counts)
            })?;
        }
        let largest = format!("{} {}", board.depth, board.states);
        checks.push(match counts.last() {
            Some(states) if complete => Check::new(
                LARGEST,
                what,
                &largest,
                &format!("{} {states}", counts.len() - 1),
            ),
            _ => Check::left_out(LARGEST, what, largest),
        });
    }
    checks.into_iter().try_for_each(|check| session.add(check))
}

/// The states at each depth of a board, up to the depth that the scope allows.
fn count(session: &mut Session, size: Size, metric: Metric) -> Result<StateCounts> {
    let (goal, full) = (Goal::Last.board(size)?, session.scope.full);
    let (task, mut found) = (format!("{size}, {metric}"), 0);
    let limits = Limits::cancelled_by(Arc::clone(&session.scope.cancel));
    let near = Limits {
        nodes: Some(NEAR[usize::from(full)]),
        ..limits.clone()
    };
    let threads = session.scope.threads;
    let on_depth = &mut |_, states| {
        found += states;
        let reported = session.working(&task, "states", found, None);
        if reported.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let counted = if enumeration::states(size) > WHOLE[usize::from(full)] {
        enumeration::count_near(&goal, metric, &near, on_depth)
    } else {
        enumeration::count(&goal, metric, threads, &limits, on_depth)?
    };
    if counted.status == Status::Limit(LimitKind::Interrupted) {
        return Err(ReproduceError::Interrupted.into());
    }
    Ok(counted)
}
