//! State spaces: the trees of the textbooks, and how many states lie at each depth.

use std::ops::ControlFlow;

use fifteen::pdb::{self, BuildError};
use fifteen::published::{depth_counts, largest_depths};
use fifteen::search::tiles::{Misplaced, TileSpace, WalkingDistance};
use fifteen::search::{Limits, counts, tree};
use fifteen::{Algorithm, Goal, MoveOrder, Options, Size, Solver, notation};

use super::Scope;
use super::check::{Checks, Group};
use crate::exit::Failure;
use crate::interrupt;

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
    source: "Korf & Schultze 2005 (4x4), lightln2/SlidingTilesSolver: data/dist_*_stm.txt; goal's blank in a corner",
};
const LARGEST: Group = Group {
    name: "largest depths",
    source: "OEIS A151944, Korf 2008: data/gods_numbers.txt; depth, and how many boards have it",
};

/// The largest board that is swept whole; with `--full` and without.
const WHOLE: [u64; 2] = [240_000_000, 2_000_000];
/// Of larger boards: the states that are counted, from the goal on.
const PART: [u64; 2] = [20_000_000, 300_000];

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

/// States at each depth, of small boards all, of large ones those that are near the goal.
pub(super) fn depths(scope: &Scope, checks: &mut Checks) -> Result<(), Failure> {
    let choose = |limits: [u64; 2]| limits[usize::from(!scope.full)];
    let largest = largest_depths();
    for board in depth_counts() {
        if interrupt::requested() {
            return Ok(());
        }
        let states: u64 = board.counts.iter().sum();
        let size = board.size;
        if states > choose(WHOLE) {
            let ours = near_goal(size, choose(PART))?;
            let what = format!("{size}, up to depth {}", ours.len().saturating_sub(1));
            checks.add_list(DEPTHS, what, &board.counts[..ours.len()], &ours)?;
            continue;
        }
        let Some(ours) = all_states(size, scope, checks)? else { return Ok(()) };
        checks.add_list(DEPTHS, size.to_string(), &board.counts, &ours)?;
    }
    for board in largest {
        let (size, published) = (board.size, format!("{} {}", board.depth, board.states));
        if (1..=size.cells() as u64).product::<u64>() / 2 > choose(WHOLE) {
            checks.leave_out(LARGEST, size.to_string(), published)?;
            continue;
        }
        let Some(ours) = all_states(size, scope, checks)? else { return Ok(()) };
        let ours = format!("{} {}", ours.len() - 1, ours.last().copied().unwrap_or(0));
        checks.add(LARGEST, size.to_string(), &published, &ours)?;
    }
    Ok(())
}

/// All states at each depth, from a table of the whole board; none after Ctrl-C.
fn all_states(size: Size, scope: &Scope, checks: &Checks) -> Result<Option<Vec<u64>>, Failure> {
    let blank = size.cells() - 1;
    let bar = checks.ui.bar(format_args!("states of {size}"), None).with_message("states");
    let counted = pdb::count_depths(size, blank, scope.threads, &mut |progress: pdb::Progress| {
        bar.set_position(progress.entries);
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    match counted {
        Ok(counts) => Ok(Some(counts)),
        Err(BuildError::Interrupted) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The complete depths among so many states.
fn near_goal(size: Size, states: u64) -> Result<Vec<u64>, Failure> {
    let space = TileSpace::new(&Goal::Last.board(size)?, MoveOrder::ULRD);
    let limits = Limits { nodes: Some(states), cancel: Some(interrupt::flag()), ..Limits::default() };
    let depths = counts::depths(&space, space.solved(), &limits);
    Ok(depths.counts)
}
