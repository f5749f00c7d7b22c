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

/// The goal of a puzzle, compiled to a fast test of the keys that represent states.
pub(crate) struct GoalTest<const M: usize, const K: usize> {
    /// A mask of the key bits that the goal determines.
    mask: Words<K>,
    /// The required values of the bits in `mask`.
    value: Words<K>,
    /// Goal conditions that cannot be tested by comparing key bits with constants. Each condition
    /// consists of classes of interchangeable pieces and a set of locations, all of which must hold
    /// pieces of these classes. The test is slower because it must decode the key.
    rest: Vec<(Vec<usize>, Words<M>)>,
    /// Whether the goal can be met at all. `false` if the puzzle has no goal. Also `false` if some
    /// goal location cannot be reached, even on an otherwise empty board, by any piece that the
    /// goal accepts there.
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

    /// Adds a goal condition that can be tested by comparing key bits with constants.
    fn add_bits(&mut self, field: &KeyField, term: &GoalTerm, code: &KeyCodec<M, K>) {
        let weights = term
            .anchors
            .iter()
            .fold(Words::ZERO, |key, &a| key ^ code.weights[field.class][a]);
        let bits = field
            .chunks
            .iter()
            .fold(Words::ZERO, |bits, chunk| bits | chunk.mask());
        // If the field has one bit per possible location of a piece, the goal determines only the
        // bits of its own locations, and the other bits can have any value. In a more compact
        // field, every bit depends on the locations of all pieces, so all bits must match.
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

    /// Decodes the key, and tests the goal conditions in `rest`, which a comparison of key bits
    /// cannot decide.
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
