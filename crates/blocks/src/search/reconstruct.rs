//! The reconstruction of a solution from the layers of a search, without links from states to their parents.

use super::solution::{Move, Solution};
use crate::engine::Engine;
use crate::engine::layers::Layers;
use crate::engine::moves::Successor;
use crate::engine::words::{Key, Mask};
use crate::puzzle::Puzzle;
use crate::puzzle::rules;

/// The solution that ends in a state of the last layer. All layers must have been kept.
///
/// Backward it takes the least neighbouring key of the previous layer, forward the first move to the next key.
pub(crate) fn solution<M: Mask, K: Key>(
    puzzle: &Puzzle,
    engine: &Engine<M, K>,
    layers: &Layers<M, K>,
    goal: K,
) -> Option<Solution> {
    let mut scratch = engine.mover.scratch();
    let mut chain = vec![goal];
    for back in 1..layers.layers as usize {
        let successors = engine.mover.successors(&engine.code, *chain.last()?, &mut scratch);
        let mut neighbours: Vec<K> = successors.into_iter().map(|successor| successor.canonical).collect();
        neighbours.sort_unstable();
        chain.push(neighbours.into_iter().find(|&key| layers.has(back, key))?);
    }
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
