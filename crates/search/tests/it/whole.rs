//! A check of any heuristic on every state of a small puzzle.

use std::collections::HashMap;

use fifteen_search::tiles::{HeuristicError, Move, TileSpace, TileState, WithHeuristic};
use fifteen_search::{Heuristic, StateSpace};

use super::support::distances;

/// A heuristic on a whole space.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Quality {
    /// The sum of all values.
    pub(crate) sum: u64,
    /// The largest change of the value by a move.
    pub(crate) step: u32,
    /// The value always has the parity of the distance.
    pub(crate) parity: bool,
    /// A pruned child always reports its value.
    pub(crate) exact: bool,
}

/// Every state with its distance, in the order of distances, and what each of its moves leads to.
///
/// With a heuristic, it compares every state's value with its distance, and every child's with its value from scratch.
pub(crate) struct Whole {
    pub(crate) states: Vec<(TileState, u32)>,
    moves: Vec<Vec<(Move, usize)>>,
}

impl Whole {
    pub(crate) fn new(space: &TileSpace) -> Self {
        let states = distances(space);
        let indices: HashMap<TileState, usize> = states.iter().enumerate().map(|(i, (state, _))| (*state, i)).collect();
        let to = |state: &TileState, m| {
            let mut next = *state;
            space.apply(&mut next, m);
            (m, indices[&next])
        };
        let moves = states.iter().map(|(state, _)| space.moves(state, None).map(|m| to(state, m)).collect()).collect();
        Self { states, moves }
    }
}

impl WithHeuristic for &Whole {
    type Output = Quality;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Quality {
        let mut quality = Quality { sum: 0, step: 0, parity: true, exact: true };
        let root = |(state, _): &_| heuristic.root(state).map_err(Into::into).unwrap();
        let nodes: Vec<H::Node> = self.states.iter().map(root).collect();
        for (i, (state, distance)) in self.states.iter().enumerate() {
            let node = &nodes[i];
            let value = heuristic.value(node);
            assert!(value <= *distance, "{value} for {distance} of {state:?}");
            quality.sum += u64::from(value);
            quality.parity &= value % 2 == distance % 2;
            for &(m, next) in &self.moves[i] {
                let expected = heuristic.value(&nodes[next]);
                let child = heuristic.child(state, node, m, u32::MAX - 1).unwrap_or_else(|_| unreachable!());
                assert_eq!(heuristic.value(&child), expected);
                assert!(heuristic.child(state, node, m, expected).is_ok());
                if expected > 0 {
                    let above = heuristic.child(state, node, m, expected - 1).err();
                    assert!(above.is_some_and(|v| v >= expected && v <= distance + 1), "{above:?}, {expected}");
                    quality.exact &= above == Some(expected);
                }
                quality.step = quality.step.max(expected.abs_diff(value));
            }
        }
        quality
    }
}
