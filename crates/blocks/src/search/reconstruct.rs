//! The reconstruction of a solution from the layers of a search, without links from states to their parents.

use std::collections::HashSet;

use super::solution::{Move, Solution};
use crate::engine::Engine;
use crate::engine::layers::Layers;
use crate::engine::moves::Successor;
use crate::engine::words::{Key, Mask};
use crate::puzzle::Puzzle;
use crate::puzzle::rules;

/// The solution that ends in a state of the last layer. The layers must have been kept.
///
/// Backward it takes the least neighbouring key of the previous layer, forward the first move to the next key.
pub(crate) fn solution<M: Mask, K: Key>(
    puzzle: &Puzzle,
    engine: &Engine<M, K>,
    layers: &Layers<M, K>,
    goal: K,
) -> Option<Solution> {
    let mut scratch = engine.mover.scratch();
    let chain = chain(engine, layers, goal)?;
    let mut solution = Solution { moves: Vec::new(), positions: Vec::new() };
    let mut position = puzzle.start().clone();
    let mut key = engine.start();
    for &next in chain.iter().rev().skip(1) {
        let successors = engine.mover.successors(&engine.code, key, &mut scratch);
        let Successor { slide, key: new, .. } = successors.into_iter().find(|successor| successor.canonical == next)?;
        let (from, to) = (engine.layout.to_map(slide.from), engine.layout.to_map(slide.to));
        let piece = *engine.layout.classes[slide.class].pieces.iter().find(|&&p| position.anchor(p) == from)?;
        let path = rules::path_to(puzzle, &position, piece, to)?;
        position.anchors[piece] = to as u16; // maps have at most 255 x 255 cells
        solution.moves.push(Move { piece, path });
        solution.positions.push(position.clone());
        key = new;
    }
    Some(solution)
}

/// Neighbouring states from a goal back to the start, one of each layer.
///
/// Old layers are filters, which may name a state too many. Such a state has no neighbour in the layer before but by
/// another error of the filter, so the search soon returns from it.
fn chain<M: Mask, K: Key>(engine: &Engine<M, K>, layers: &Layers<M, K>, goal: K) -> Option<Vec<K>> {
    let mut scratch = engine.mover.scratch();
    let (mut chain, mut untried) = (vec![goal], vec![layers.before(1, [goal], &mut scratch)]);
    let mut dead: HashSet<(usize, K)> = HashSet::new();
    while chain.len() < layers.layers as usize {
        match untried.last_mut()?.pop() {
            Some(key) if dead.contains(&(chain.len(), key)) => {}
            Some(key) => {
                chain.push(key);
                untried.push(layers.before(chain.len(), [key], &mut scratch));
            }
            None => {
                untried.pop();
                dead.insert((chain.len() - 1, chain.pop()?));
            }
        }
    }
    Some(chain)
}
