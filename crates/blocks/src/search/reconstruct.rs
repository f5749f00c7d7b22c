//! The reconstruction of a solution from the layers of a search, without links from states to their parents.

use std::collections::HashSet;

use crate::engine::{BlockLayout, SearchEngine, StateLayers, Words};
use crate::puzzle::rules;
use crate::puzzle::shape::DIRECTIONS;
use crate::{BlockMetric, BlockOptions, BlockSolution, Move, Position, Puzzle};

/// The solution that ends in a state of the last layer. The layers must have been kept.
///
/// Backward it takes the least neighbouring key of the previous layer, forward the first move to the next key.
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
    for &next in chain(layers, goal)?.iter().rev().skip(1) {
        let leads_on = |(_, position): &(Move, Position)| {
            engine.canonical(engine.encode(&layout.anchors(position))) == next
        };
        let (step, after) = moves(puzzle, layout, &position, options.metric)
            .into_iter()
            .find(leads_on)?;
        solution.moves.push(step);
        solution.positions.push(after.clone());
        position = after;
    }
    Some(solution)
}

/// All moves of a position with the positions after them: by class, direction, distance, and cell; of straight moves those by one cell come first.
fn moves(
    puzzle: &Puzzle,
    layout: &BlockLayout,
    position: &Position,
    metric: BlockMetric,
) -> Vec<(Move, Position)> {
    let mut moves = Vec::new();
    for (c, class) in layout.classes.iter().enumerate() {
        for &piece in &class.pieces {
            for (to, path) in rules::destinations(puzzle, position, piece, metric) {
                let direction = DIRECTIONS
                    .iter()
                    .position(|direction| *direction == path[0]);
                let run = (path.len(), direction);
                let run = Some(run).filter(|_| metric != BlockMetric::AnyPath);
                let far = run.is_some_and(|(length, _)| length > 1);
                let place = (
                    far,
                    c,
                    run.map(|run| run.1),
                    run,
                    position.anchor(piece),
                    to,
                );
                let mut after = position.clone();
                after.anchors[piece] = to as u16; // maps have at most 255 x 255 cells
                moves.push((place, Move { piece, path }, after));
            }
        }
    }
    moves.sort_unstable_by_key(|(place, ..)| *place);
    moves
        .into_iter()
        .map(|(_, step, after)| (step, after))
        .collect()
}

/// Neighbouring states from a goal back to the start, one of each layer.
///
/// Old layers are filters, which may name a state too many. Such a state has no neighbour in the layer before but by
/// another error of the filter, so the search soon returns from it.
fn chain<const K: usize>(layers: &StateLayers<K>, goal: Words<K>) -> Option<Vec<Words<K>>> {
    let (mut chain, mut untried) = (
        vec![goal],
        vec![layers.before(1, &mut [goal].into_iter()).ok()?],
    );
    let mut dead: HashSet<(usize, Words<K>)> = HashSet::new();
    while chain.len() < layers.layers as usize {
        match untried.last_mut()?.pop() {
            Some(key) if dead.contains(&(chain.len(), key)) => {}
            Some(key) => {
                chain.push(key);
                untried.push(layers.before(chain.len(), &mut [key].into_iter()).ok()?);
            }
            None => {
                untried.pop();
                dead.insert((chain.len() - 1, chain.pop()?));
            }
        }
    }
    Some(chain)
}
