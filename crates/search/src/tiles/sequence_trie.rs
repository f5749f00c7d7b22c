//! Builds finite-state machines that recognise forbidden sequences of moves (Aho & Corasick 1975).
//!
//! Forbidden sequences are first put into a trie, in which every state is a beginning of some of
//! them. Then [`SequenceTrie::link`] adds the transitions that are missing. A state without a
//! transition for a symbol takes the transition of its longest proper suffix that is a state too.
//!
//! For example, let the only forbidden sequence be LURDLU. The states are its beginnings: nothing,
//! L, LU, LUR, LURD and LURDL. In the state LURDL an up move completes the sequence. A left move
//! leads to LURDLL, which begins no forbidden sequence. Its longest suffix that does is L, so that
//! is the next state.
//!
//! `pruning` builds the machine of single moves, `slides::duplicates` that of slides.

use std::collections::VecDeque;

/// The transition of a symbol that completes a forbidden sequence.
pub(super) const FORBIDDEN: u32 = u32::MAX;

/// A transition that is not known yet.
const UNSET: u32 = u32::MAX - 1;

/// A trie of forbidden sequences.
///
/// Several sets of sequences may share a trie, each below a root of its own. The states 0, 1, ...
/// are the roots.
#[derive(Debug)]
pub(super) struct SequenceTrie {
    /// The transitions of each state: the next state for each symbol.
    next: Vec<u32>,
    roots: u32,
    symbols: usize,
}

impl SequenceTrie {
    /// An empty trie with a number of roots, for symbols below `symbols`.
    pub(super) fn new(roots: usize, symbols: usize) -> Self {
        Self {
            next: vec![UNSET; roots * symbols],
            roots: roots as u32,
            symbols,
        }
    }

    fn transition(&mut self, state: u32, symbol: usize) -> &mut u32 {
        &mut self.next[state as usize * self.symbols + symbol]
    }

    /// The state after a symbol that completes no forbidden sequence. Adds the state if it is new.
    pub(super) fn child(&mut self, state: u32, symbol: usize) -> u32 {
        let new_state = (self.next.len() / self.symbols) as u32;
        let transition = self.transition(state, symbol);
        if *transition == UNSET {
            *transition = new_state;
            self.next.resize(self.next.len() + self.symbols, UNSET);
            return new_state;
        }
        *transition
    }

    /// Forbids the sequence that leads to a state, followed by a symbol.
    pub(super) fn forbid(&mut self, state: u32, symbol: usize) {
        *self.transition(state, symbol) = FORBIDDEN;
    }

    /// Adds the missing transitions, and returns the transitions of all states, one state after the
    /// other.
    ///
    /// `root_after` gives the root that a symbol leads to from a root, or `None` if the symbol is
    /// impossible there. Transitions of impossible symbols stay undefined.
    pub(super) fn link(mut self, root_after: impl Fn(u32, usize) -> Option<u32>) -> Vec<u32> {
        // Shorter sequences come first, so the transitions of every suffix are complete.
        let mut unlinked: VecDeque<UnlinkedState> = (0..self.roots)
            .map(|root| UnlinkedState {
                state: root,
                suffix: None,
                empty_suffix: root,
            })
            .collect();
        while let Some(unlinked_state) = unlinked.pop_front() {
            let UnlinkedState {
                state,
                suffix,
                empty_suffix,
            } = unlinked_state;
            for symbol in 0..self.symbols {
                let Some(root) = root_after(empty_suffix, symbol) else {
                    continue;
                };
                let after_suffix = suffix.map_or(root, |suffix| *self.transition(suffix, symbol));
                let transition = self.transition(state, symbol);
                match *transition {
                    FORBIDDEN => {}
                    UNSET => *transition = after_suffix,
                    // The sequence ends in a shorter one that is forbidden.
                    _ if after_suffix == FORBIDDEN => *transition = FORBIDDEN,
                    child => unlinked.push_back(UnlinkedState {
                        state: child,
                        suffix: Some(after_suffix),
                        empty_suffix: root,
                    }),
                }
            }
        }
        self.next
    }
}

/// A state whose transitions are not complete yet.
struct UnlinkedState {
    state: u32,
    /// Its longest proper suffix that is a state; `None` for a root, which has no proper suffix.
    suffix: Option<u32>,
    /// The root that stands for the empty suffix.
    empty_suffix: u32,
}
