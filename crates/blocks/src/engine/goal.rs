//! Whether a key solves the puzzle: mostly one comparison with some of its bits.

use super::code::Code;
use super::layout::{Layout, Term};
use super::plan::{Field, Plan};
use super::words::{Key, Mask};

/// The goal in terms of keys.
pub(crate) struct GoalTest<M, K> {
    /// These bits of the key...
    mask: K,
    /// ...have these values.
    value: K,
    /// What the bits do not tell: the classes, and the anchors that they have to take together.
    rest: Vec<(Vec<usize>, M)>,
    /// Whether there is a goal that can be met.
    possible: bool,
    classes: usize,
}

impl<M: Mask, K: Key> GoalTest<M, K> {
    pub(crate) fn new(layout: &Layout, plan: &Plan, code: &Code<M, K>) -> Self {
        let (possible, classes) = (layout.goal.is_some(), layout.classes.len());
        let mut test = GoalTest { mask: K::ZERO, value: K::ZERO, rest: Vec::new(), possible, classes };
        for term in layout.goal.iter().flatten() {
            match term.classes[..] {
                [class] if told_by_bits(&plan.fields[class], term) => test.add_bits(&plan.fields[class], term, code),
                _ => test.rest.push((term.classes.clone(), M::of(term.anchors.iter().copied()))),
            }
        }
        test
    }

    fn add_bits(&mut self, field: &Field, term: &Term, code: &Code<M, K>) {
        let weights = term.anchors.iter().fold(K::ZERO, |key, &a| key ^ code.weights[field.class][a]);
        let mut bits = K::ZERO;
        for chunk in &field.chunks {
            (0..chunk.bits).for_each(|i| bits |= K::bit(64 * chunk.word + chunk.shift + i));
        }
        // In a plane only the bits of the wanted anchors count: others may be taken too.
        self.mask |= if field.columns.is_none() { weights & bits } else { bits };
        self.value |= weights & bits;
    }

    #[inline]
    pub(crate) fn is_met(&self, code: &Code<M, K>, key: K) -> bool {
        self.possible && key & self.mask == self.value && (self.rest.is_empty() || self.rest_is_met(code, key))
    }

    fn rest_is_met(&self, code: &Code<M, K>, key: K) -> bool {
        let mut anchors = vec![M::ZERO; self.classes];
        code.decode(key, &mut anchors);
        self.rest.iter().all(|(classes, wanted)| {
            let taken = classes.iter().fold(M::ZERO, |taken, &c| taken | anchors[c]);
            *wanted & !taken == M::ZERO
        })
    }
}

/// Whether the field's bits alone tell if the term is met: in a plane always, in a code if it names all members.
fn told_by_bits(field: &Field, term: &Term) -> bool {
    !field.empties && (field.columns.is_none() || field.size == term.anchors.len())
}
