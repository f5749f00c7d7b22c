//! The moves of a solution, found by going back through the layers of a search.
//!
//! A search stores no links from states to their parents. To trace a solution of 5 moves back, it
//! takes the goal in layer 5, looks for a neighbour of the goal in layer 4, for a neighbour of that
//! in layer 3, and so on, until it reaches the start. Then it walks the same chain of states
//! forwards, and notes which move leads from one to the next.
//!
//! Filters stand for all layers but the last two, and may name a state that is not in its layer.
//! Such a state has no neighbour in the layer before, unless a filter is wrong again, so the search
//! soon returns from it and tries another neighbour.

use std::collections::HashSet;

use crate::engine::{BlockLayout, SearchEngine, StateLayers, Words};
use crate::puzzle::rules;
use crate::puzzle::shape::DIRECTIONS;
use crate::{BlockMetric, BlockOptions, BlockSolution, Move, Position, Puzzle};

/// Returns a solution that ends in a goal of the last layer of a search that kept its layers.
///
/// So that it is always the same one, it goes back to the neighbour with the smallest key, and
/// forwards by the first move in the order of [`MoveRank`].
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

/// A move, the position after it, and its place among all moves of the position before.
struct RankedMove {
    rank: MoveRank,
    made: Move,
    after: Position,
}

/// The order of the moves of a position, field by field.
///
/// Straight moves by one cell come before longer ones, because people find them easier to follow.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct MoveRank {
    is_long: bool,
    class: usize,
    /// The place of the direction in [`DIRECTIONS`], or 0 in the metric of any path.
    direction: usize,
    /// Number of cells, or 0 in the metric of any path.
    distance: usize,
    from: usize,
    to: usize,
}

/// Returns all moves of a position in order.
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
                    rank.direction = DIRECTIONS.iter().take_while(|d| **d != first).count();
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

/// Returns neighbouring states from a goal in the last layer back to the start, one of each layer.
fn chain_from<const K: usize>(
    engine: &dyn SearchEngine<K>,
    layers: &StateLayers<K>,
    goal: Words<K>,
) -> Option<Vec<Words<K>>> {
    let mut chain = vec![goal];
    // For each state of the chain, its neighbours in the layer before that were not tried yet.
    let mut untried = vec![neighbours_in(engine, layers, 1, goal)];
    // States from which no chain leads to the start, each with the number of its layer, counted
    // back from the goal.
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

/// Returns the neighbours of a state that a layer may have, the smallest key last. `back` counts
/// back from the last layer.
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
