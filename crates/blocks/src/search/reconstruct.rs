//! Reconstructs the moves of a solution by working backwards through the layers of a breadth-first
//! search.
//!
//! The search does not store links from states to their parents. To reconstruct a solution of 5
//! moves, this module takes the goal state in layer 5, and looks for one of its neighbours in layer
//! 4, then for a neighbour of that state in layer 3, and so on until it reaches the start state. It
//! then follows this chain of states forwards, and determines the move from each state to the next.
//!
//! The last two layers are kept completely, but older layers are kept as Bloom filters, which can
//! wrongly report that a state is in a layer. Such a false positive has no neighbour in the layer
//! before it, unless another filter errs as well. The module soon reaches a dead end, backtracks,
//! and tries another neighbour.

use std::collections::HashSet;

use crate::engine::{BlockLayout, SearchEngine, StateLayers, Words};
use crate::puzzle::rules;
use crate::puzzle::shape::UDLR;
use crate::{BlockMetric, BlockOptions, BlockSolution, Move, Position, Puzzle};

/// Reconstructs a shortest solution that ends in the state `goal` of the last layer. The search
/// must have kept its older layers.
///
/// To make the result unique, the search backwards from `goal` tries the neighbours of a state in
/// ascending order of their keys. If several moves lead from one state to the next, the first one
/// in [`MoveRank`] order is chosen.
pub(crate) fn solution<const K: usize>(
    puzzle: &Puzzle,
    options: &BlockOptions,
    engine: &dyn SearchEngine<K>,
    layers: &StateLayers<K>,
    goal: Words<K>,
) -> Option<BlockSolution> {
    let layout = engine.layout();
    let mut solution = BlockSolution {
        moves: Vec::new(),
        positions: Vec::new(),
    };
    let mut position = puzzle.start().clone();
    for &next in chain_from(engine, layers, goal)?.iter().rev().skip(1) {
        let step = ranked_moves(puzzle, layout, &position, options.metric)
            .into_iter()
            .find(|step| engine.canonical(engine.encode(&layout.anchors(&step.after))) == next)?;
        position = step.after.clone();
        solution.moves.push(step.made);
        solution.positions.push(step.after);
    }
    Some(solution)
}

/// A move that is possible in a position, with its rank among all such moves and the position after
/// it.
struct RankedMove {
    rank: MoveRank,
    made: Move,
    after: Position,
}

/// The sort key of a move. The fields are compared in the order in which they are declared.
///
/// Moves by one cell come before longer moves, because they are easier to follow.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct MoveRank {
    is_long: bool,
    class: usize,
    /// The index of the direction in [`UDLR`], or 0 if the metric allows any path, because a
    /// move then has no single direction.
    direction: usize,
    /// Number of cells that the piece moves, or 0 if the metric allows any path.
    distance: usize,
    from: usize,
    to: usize,
}

/// Returns all moves in a position, sorted by [`MoveRank`].
fn ranked_moves(
    puzzle: &Puzzle,
    layout: &BlockLayout,
    position: &Position,
    metric: BlockMetric,
) -> Vec<RankedMove> {
    let mut moves = Vec::new();
    for (class, members) in layout.classes.iter().enumerate() {
        for &piece in &members.pieces {
            for destination in rules::destinations(puzzle, position, piece, metric) {
                let mut rank = MoveRank {
                    is_long: false,
                    class,
                    direction: 0,
                    distance: 0,
                    from: position.anchor_of(piece),
                    to: destination.anchor,
                };
                if metric != BlockMetric::AnyPath {
                    let first = destination.path[0];
                    rank.distance = destination.path.len();
                    rank.direction = UDLR.iter().take_while(|d| **d != first).count();
                    rank.is_long = rank.distance > 1;
                }
                let mut after = position.clone();
                after.anchors[piece] = destination.anchor as u16; // maps have at most 255 x 255 cells
                let path = destination.path;
                moves.push(RankedMove {
                    rank,
                    made: Move { piece, path },
                    after,
                });
            }
        }
    }
    moves.sort_unstable_by(|a, b| a.rank.cmp(&b.rank));
    moves
}

/// Returns a chain of neighbouring states that leads backwards from the state `goal` in the last
/// layer to the start state, with one state in each layer.
fn chain_from<const K: usize>(
    engine: &dyn SearchEngine<K>,
    layers: &StateLayers<K>,
    goal: Words<K>,
) -> Option<Vec<Words<K>>> {
    let mut chain = vec![goal];
    // For each state of the chain, its possible predecessors: the neighbours in the previous layer
    // that have not been tried yet.
    let mut untried = vec![neighbours_in(engine, layers, 1, goal)];
    // States from which no chain leads back to the start state. Each state is stored with the index
    // of its layer, where the last layer has index 0 and the layer before it has index 1.
    let mut dead_ends: HashSet<(usize, Words<K>)> = HashSet::new();
    while chain.len() < layers.layers as usize {
        let back = chain.len();
        match untried.last_mut()?.pop() {
            Some(key) if dead_ends.contains(&(back, key)) => {}
            Some(key) => {
                chain.push(key);
                untried.push(neighbours_in(engine, layers, back + 1, key));
            }
            None => {
                untried.pop();
                dead_ends.insert((back - 1, chain.pop()?));
            }
        }
    }
    Some(chain)
}

/// Returns the neighbours of a state that may be in the layer with index `back`. The last layer has
/// index 0, the layer before it has index 1, and so on. Older layers are kept as Bloom filters, so
/// some of the returned neighbours may not be in the layer.
///
/// The neighbours are in descending order of their keys, so that `pop` returns the smallest key
/// first.
fn neighbours_in<const K: usize>(
    engine: &dyn SearchEngine<K>,
    layers: &StateLayers<K>,
    back: usize,
    key: Words<K>,
) -> Vec<Words<K>> {
    let mut found = engine.neighbours(key);
    found.sort_unstable_by(|a, b| b.cmp(a));
    found.dedup();
    found.retain(|&key| layers.may_have(back, key));
    found
}
