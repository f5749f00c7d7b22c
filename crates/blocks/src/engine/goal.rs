//! Tests whether a state meets the goal, usually by comparing some bits of its key with constants.
//!
//! For example, suppose that all pieces are single cells on a 3x3 board, and that bit *i* of the
//! key says whether a piece covers cell *i*. A goal with pieces in two corners requires bits 0 and
//! 8 to be set. The test is `key & mask == value`, where both `mask` and `value` have exactly these
//! two bits. Conditions that cannot be expressed in this way are tested on the decoded state.

use super::Words;
use super::key::KeyCodec;
use super::key::plan::{KeyField, KeyPlan};
use super::layout::{BlockLayout, GoalTerm};

/// A fast test of whether a state meets the goal of the puzzle. It usually just compares some bits
/// of the state's key with constants.
pub(crate) struct GoalTest<const M: usize, const K: usize> {
    /// The key bits whose values the goal determines.
    mask: Words<K>,
    /// The required values of the bits in `mask`.
    value: Words<K>,
    /// Goal conditions that cannot be tested by comparing key bits with constants. The key must be
    /// decoded to test them, which is slower. Each condition consists of classes of pieces and a
    /// set of locations: every location must hold a piece of one of these classes.
    rest: Vec<(Vec<usize>, Words<M>)>,
    /// Whether the goal can be met at all. `false` if the puzzle has no goal, or if some goal
    /// location is out of reach, even on an otherwise empty board, for all pieces that the goal
    /// accepts there.
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

    /// Adds a goal condition that can be tested by comparing key bits with constants. `field` is
    /// the part of the key that stores the pieces in the condition.
    fn add_bits(&mut self, field: &KeyField, term: &GoalTerm, code: &KeyCodec<M, K>) {
        let weights = term
            .anchors
            .iter()
            .fold(Words::ZERO, |key, &a| key ^ code.weights[field.class][a]);
        let bits = field
            .chunks
            .iter()
            .fold(Words::ZERO, |bits, chunk| bits | chunk.mask());
        // A field with one bit per location is compared only at the goal locations, because the
        // goal says nothing about the other locations. In a shorter code, every bit depends on the
        // locations of all pieces, so all bits are compared.
        self.mask |= if field.columns.is_none() {
            weights & bits
        } else {
            bits
        };
        self.value |= weights & bits;
    }

    /// Returns whether the state with the given key meets the goal.
    #[inline]
    pub(crate) fn is_met(&self, code: &KeyCodec<M, K>, key: Words<K>) -> bool {
        self.possible
            && key & self.mask == self.value
            && (self.rest.is_empty() || self.rest_is_met(code, key))
    }

    /// Tests the goal conditions in `rest`, for which the key must be decoded.
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

/// Returns whether a goal condition can be tested by comparing bits of this key field with
/// constants.
///
/// In a field with one bit per possible location of a piece, the goal condition requires certain
/// bits to be 1, so the test is possible. In a shorter code, every bit depends on the locations of
/// all pieces in the class, so the test is possible only if the condition says where all of these
/// pieces must be. A field that stores the empty cells instead of the pieces cannot be tested in
/// this way.
fn decided_by_bits(field: &KeyField, term: &GoalTerm) -> bool {
    !field.complement && (field.columns.is_none() || field.size == term.anchors.len())
}
