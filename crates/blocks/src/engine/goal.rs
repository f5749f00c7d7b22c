//! The test whether a key meets the goal, which mostly compares some bits of the key with
//! constants.
//!
//! For example, if the key has one bit for each place that a class of single cells may take, a goal
//! with two such cells in the corners of a 3x3 board demands that the bits of the cells 0 and 8 are
//! set: `key & mask == value`, with these two bits in `mask` and in `value`. Conditions that bits
//! of the key do not decide are tested on the decoded state.

use super::Words;
use super::key::KeyCodec;
use super::key::plan::{KeyField, KeyPlan};
use super::layout::{BlockLayout, GoalTerm};

/// The goal of a puzzle in terms of its keys.
pub(crate) struct GoalTest<const M: usize, const K: usize> {
    /// The bits of the key that the goal determines.
    mask: Words<K>,
    /// The values of these bits.
    value: Words<K>,
    /// The other conditions: classes, and the anchors that their pieces have to take together.
    rest: Vec<(Vec<usize>, Words<M>)>,
    /// Whether there is a goal that can be met.
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

    /// Adds a condition that the bits of a field decide.
    fn add_bits(&mut self, field: &KeyField, term: &GoalTerm, code: &KeyCodec<M, K>) {
        let weights = term
            .anchors
            .iter()
            .fold(Words::ZERO, |key, &a| key ^ code.weights[field.class][a]);
        let bits = field
            .chunks
            .iter()
            .fold(Words::ZERO, |bits, chunk| bits | chunk.mask());
        // In a plane, only the bits of the goal's anchors count, since other pieces of the class
        // may be anywhere.
        self.mask |= if field.columns.is_none() {
            weights & bits
        } else {
            bits
        };
        self.value |= weights & bits;
    }

    /// Returns whether a state meets the goal.
    #[inline]
    pub(crate) fn is_met(&self, code: &KeyCodec<M, K>, key: Words<K>) -> bool {
        self.possible
            && key & self.mask == self.value
            && (self.rest.is_empty() || self.rest_is_met(code, key))
    }

    /// Returns whether a state meets the conditions that need the decoded state.
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

/// Returns whether the bits of a field decide a condition: in a plane always, and in a code if the
/// condition gives the place of every piece of the class.
fn decided_by_bits(field: &KeyField, term: &GoalTerm) -> bool {
    !field.complement && (field.columns.is_none() || field.size == term.anchors.len())
}
