//! The test of a key against the goal: mostly one comparison with some of its bits.

use super::Words;
use super::key::KeyCodec;
use super::key::plan::{KeyField, KeyPlan};
use super::layout::{BlockLayout, GoalTerm};

/// The goal in terms of keys.
pub(crate) struct GoalTest<const M: usize, const K: usize> {
    /// The bits of the key that the goal determines.
    mask: Words<K>,
    /// The values of these bits.
    value: Words<K>,
    /// The terms that bits do not decide by themselves: classes, and the anchors that they have to take together.
    rest: Vec<(Vec<usize>, Words<M>)>,
    /// There is a goal, and it can be met.
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

    fn add_bits(&mut self, field: &KeyField, term: &GoalTerm, code: &KeyCodec<M, K>) {
        let weights = term
            .anchors
            .iter()
            .fold(Words::ZERO, |key, &a| key ^ code.weights[field.class][a]);
        let bits = field
            .chunks
            .iter()
            .fold(Words::ZERO, |bits, chunk| bits | chunk.mask());
        // In a plane only the bits of the target anchors count: others may be taken too.
        self.mask |= if field.columns.is_none() {
            weights & bits
        } else {
            bits
        };
        self.value |= weights & bits;
    }

    #[inline]
    pub(crate) fn is_met(&self, code: &KeyCodec<M, K>, key: Words<K>) -> bool {
        self.possible
            && key & self.mask == self.value
            && (self.rest.is_empty() || self.rest_is_met(code, key))
    }

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

/// Returns true if the field's bits decide the term: in a plane always, in a code if the term has all its
/// members.
fn decided_by_bits(field: &KeyField, term: &GoalTerm) -> bool {
    !field.complement && (field.columns.is_none() || field.size == term.anchors.len())
}
