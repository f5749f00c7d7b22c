//! The search against slow twins on small boards, and against published counts.

// Helpers outside test functions are not covered by the exception in clippy.toml.
#![allow(clippy::unwrap_used)]

mod algorithms;
mod anytime;
mod beam;
mod bidirectional;
mod data;
mod estimate;
mod expanded;
mod fast;
mod function;
mod graph;
mod heuristics;
mod limits;
mod shared;
mod slow;
mod small;
mod subtrees;
mod tables;
mod tree;
mod twin;

use fifteen_puzzle::{Board, Goal, MoveOrder, Path, Size};
use fifteen_search::Outcome;
use fifteen_search::ida::{self, IdaOptions};
use fifteen_search::tiles::{Manhattan, Move, TileSpace};

fn goal_of(size: (usize, usize), goal: Goal) -> Board {
    goal.board(Size::new(size.0, size.1).unwrap()).unwrap()
}

fn space_of(goal: &Board) -> TileSpace {
    TileSpace::new(goal, MoveOrder::ULRD)
}

/// IDA* with Manhattan.
fn solve(space: &TileSpace, board: &Board, options: &IdaOptions) -> Outcome<Vec<Move>> {
    let start = space.state(board).unwrap();
    let Ok(outcome) = ida::search(space, &Manhattan::new(space.size()), &start, options, &mut |_| ());
    outcome
}

fn path(moves: &[Move]) -> Path {
    moves.iter().copied().collect()
}
