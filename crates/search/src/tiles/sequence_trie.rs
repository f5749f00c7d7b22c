//! Builds finite-state machines that recognise forbidden sequences of moves (Aho & Corasick 1975).
//!
//! The forbidden sequences are first put into a trie, whose states are their prefixes. Then
//! [`SequenceTrie::link`] adds the missing transitions. If a state has no transition for a symbol,
//! it takes the transition of its longest proper suffix that is also a state.
//!
//! For example, let the only forbidden sequence be LURDLU. The states are its proper prefixes: the
//! empty sequence, L, LU, LUR, LURD and LURDL. In the state LURDL, an up move completes the
//! forbidden sequence. A left move leads to LURDLL, which is not a prefix. Its longest suffix that
//! is a prefix is L, so L is the next state.
//!
//! `pruning` builds the machine for the moves of single tiles, and `slides::duplicates` the one for
//! slides, which move several tiles at once.

use std::collections::VecDeque;

/// Marks the transition for a symbol that completes a forbidden sequence.
pub(super) const FORBIDDEN: u32 = u32::MAX;

/// Marks a transition that is not known yet.
const UNSET: u32 = u32::MAX - 1;

/// A trie of forbidden sequences, whose symbols are directions or slides.
///
/// Several sets of sequences can share a trie. Each set has a root of its own, which is its empty
/// sequence. The roots are the states 0, 1 and so on.
#[derive(Debug)]
pub(super) struct SequenceTrie {
    /// The next state for each state and symbol, or [`FORBIDDEN`]. All symbols of a state are
    /// stored together.
    next: Vec<u32>,
    roots: u32,
    symbols: usize,
}

impl SequenceTrie {
    /// Returns a trie with this many roots and no sequences. Symbols are numbers below `symbols`.
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

    /// Returns the state that a symbol leads to, and adds it to the trie if it is new. The symbol
    /// must not complete a forbidden sequence.
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

    /// Forbids the sequence that consists of a state's prefix followed by a symbol.
    pub(super) fn forbid(&mut self, state: u32, symbol: usize) {
        *self.transition(state, symbol) = FORBIDDEN;
    }

    /// Adds the missing transitions. Returns the next state for each state and symbol, all symbols
    /// of a state together.
    ///
    /// `root_after` returns the root that a symbol leads to from a root, or `None` if the symbol is
    /// impossible there. The transitions of impossible symbols remain undefined.
    pub(super) fn link(mut self, root_after: impl Fn(u32, usize) -> Option<u32>) -> Vec<u32> {
        // States are visited in the order of their lengths, so the transitions of shorter suffixes
        // are always complete.
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
                    // A suffix of the sequence is forbidden, so the sequence is too.
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
    /// The longest proper suffix of this state that is also a state, or `None` for a root, which
    /// has no proper suffix.
    suffix: Option<u32>,
    /// The root that stands for the empty suffix of this state.
    empty_suffix: u32,
}
