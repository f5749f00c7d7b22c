//! Checks a heuristic on all or many states of a small puzzle.

use crate::support::*;

/// Properties of a heuristic, measured on a set of states.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Quality {
    /// The sum of all values.
    pub(crate) sum: u64,
    /// The largest change of the value that one move causes.
    pub(crate) step: u32,
    /// Whether the value always has the parity of the distance.
    pub(crate) parity: bool,
    /// Whether the value that is reported for a pruned child is always exact.
    pub(crate) exact: bool,
}

/// A set of states with their exact distances from the goal.
///
/// As a [`WithHeuristic`], it evaluates a heuristic on all of these states. It compares each value
/// with the state's distance, and the updated value of each child with a fresh evaluation.
pub(crate) struct Whole {
    space: TileSpace,
    pub(crate) states: Vec<(TileState, u32)>,
}

impl Whole {
    /// Collects all states of puzzles with up to eight cells. For 3x3, collects one in 61 of the
    /// 181,440 states.
    pub(crate) fn new(space: &TileSpace) -> Self {
        let every = if space.size().cells() > 8 { 61 } else { 1 };
        Self {
            space: space.clone(),
            states: distances(space).into_iter().step_by(every).collect(),
        }
    }
}

impl WithHeuristic for &Whole {
    type Output = Quality;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Quality {
        let mut quality = Quality {
            sum: 0,
            step: 0,
            parity: true,
            exact: true,
        };
        let root = |state: &TileState| heuristic.root(state).map_err(Into::into).unwrap();
        for (state, distance) in &self.states {
            let node = &root(state);
            let value = heuristic.value(node);
            assert!(value <= *distance, "{value} for {distance} of {state:?}");
            quality.sum += u64::from(value);
            quality.parity &= value % 2 == distance % 2;
            for m in self.space.moves(state, None) {
                let next = self.space.after(state, m);
                let expected = heuristic.value(&root(&next));
                let child = heuristic
                    .child(state, node, m, u32::MAX - 1)
                    .unwrap_or_else(|_| unreachable!());
                assert_eq!(heuristic.value(&child), expected);
                assert!(heuristic.child(state, node, m, expected).is_ok());
                if expected > 0 {
                    let above = heuristic.child(state, node, m, expected - 1).err();
                    assert!(
                        above.is_some_and(|v| v >= expected && v <= distance + 1),
                        "{above:?}, {expected}"
                    );
                    quality.exact &= above == Some(expected);
                }
                quality.step = quality.step.max(expected.abs_diff(value));
            }
        }
        quality
    }
}
