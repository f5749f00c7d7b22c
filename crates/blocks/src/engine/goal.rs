//! Tests whether a key meets the goal, usually by comparing some of its bits with constants.
//!
//! For example, suppose that the key has one bit for each cell of a 3x3 board where a piece of a
//! class of single cells may be. A goal with two such pieces, in two corners, demands that the bits
//! of cells 0 and 8 are set. The test is `key & mask == value`, with these two bits set in `mask`
//! and in `value`. Only conditions that cannot be expressed in this way are tested on the decoded
//! state.

use super::Words;
use super::key::KeyCodec;
use super::key::plan::{KeyField, KeyPlan};
use super::layout::{BlockLayout, GoalTerm};

/// The goal of a puzzle, compiled to a test of keys.
pub(crate) struct GoalTest<const M: usize, const K: usize> {
    /// A mask of the key's bits that the goal determines.
    mask: Words<K>,
    /// The values that the bits under `mask` must have.
    value: Words<K>,
    /// The conditions that `mask` and `value` do not cover. Each has some classes, and the anchors
    /// that pieces of these classes have to occupy together.
    rest: Vec<(Vec<usize>, Words<M>)>,
    /// Whether the puzzle has a goal, and each target can be reached by a suitable piece if it is
    /// alone on the board.
    possible: bool,
    classes: usize,
}

impl<const M: usize, const K: usize> GoalTest<M, K> {
    pub(crate) fn new(layout: &BlockLayout, plan: &KeyPlan, code: &KeyCodec<M, K>) -> Self {
        let (possible, classes) = (layout.goal.is_some(), layout.classes.len());
        let mut test = GoalTest {
            mask: Words::ZERO,
            value: Words::ZERO,
            rest: Vec::new(),
            possible,
            classes,
        };
        for term in layout.goal.iter().flatten() {
            match term.classes[..] {
                [class] if decided_by_bits(&plan.fields[class], term) => {
                    test.add_bits(&plan.fields[class], term, code)
                }
                _ => test.rest.push((
                    term.classes.clone(),
                    Words::of(&mut term.anchors.iter().copied()),
                )),
            }
        }
        test
    }

    /// Adds a condition of the goal that can be tested by comparing the bits of one key field with
    /// constants.
    fn add_bits(&mut self, field: &KeyField, term: &GoalTerm, code: &KeyCodec<M, K>) {
        let weights = term
            .anchors
            .iter()
            .fold(Words::ZERO, |key, &a| key ^ code.weights[field.class][a]);
        let bits = field
            .chunks
            .iter()
            .fold(Words::ZERO, |bits, chunk| bits | chunk.mask());
        // In a plane, which has one bit for each anchor, only the bits of the targets matter, since
        // the other pieces of the class may be anywhere. In a code, all bits matter.
        self.mask |= if field.columns.is_none() {
            weights & bits
        } else {
            bits
        };
        self.value |= weights & bits;
    }

    /// Returns whether the state with a given key meets the goal.
    #[inline]
    pub(crate) fn is_met(&self, code: &KeyCodec<M, K>, key: Words<K>) -> bool {
        self.possible
            && key & self.mask == self.value
            && (self.rest.is_empty() || self.rest_is_met(code, key))
    }

    /// Returns whether a state meets the conditions in `rest`, for which its key has to be decoded.
    fn rest_is_met(&self, code: &KeyCodec<M, K>, key: Words<K>) -> bool {
        let mut anchors = vec![Words::ZERO; self.classes];
        code.decode(key, &mut [], &mut anchors);
        self.rest.iter().all(|(classes, targets)| {
            let taken = classes
                .iter()
                .fold(Words::ZERO, |taken, &c| taken | anchors[c]);
            *targets & !taken == Words::ZERO
        })
    }
}

/// Returns whether the bits of a key field decide a condition of the goal. A plane, which has one
/// bit for each anchor, always does. A code does if the condition determines the place of every
/// piece of the class.
fn decided_by_bits(field: &KeyField, term: &GoalTerm) -> bool {
    !field.complement && (field.columns.is_none() || field.size == term.anchors.len())
}
