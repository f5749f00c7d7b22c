//! Builds finite-state machines that recognise forbidden sequences of moves (Aho & Corasick 1975).
//! A sequence is forbidden if a search can skip it and still find a shortest solution.
//!
//! The forbidden sequences are first inserted into a trie, whose states are prefixes of these
//! sequences. Then [`SequenceTrie::link`] adds the missing transitions: if a state has no
//! transition for a symbol, it takes the transition of its longest proper suffix that is also a
//! state.
//!
//! For example, let the only forbidden sequence be LURDLU. The states are its proper prefixes: the
//! empty sequence, L, LU, LUR, LURD and LURDL. In the state LURDL, an up move completes the
//! forbidden sequence. A left move leads to LURDLL, which is not a prefix. Its longest suffix that
//! is a prefix is L, so L is the next state.
//!
//! The module `pruning` builds such a machine for moves of single tiles. The module
//! `slides::duplicates` builds one for slides, which move several tiles at once.

use std::collections::VecDeque;

/// The value of a transition that completes a forbidden sequence. It is stored in place of the next
/// state.
pub(super) const FORBIDDEN: u32 = u32::MAX;

/// The value of a transition that has not been added to the trie yet.
const UNSET: u32 = u32::MAX - 1;

/// A trie of forbidden sequences of moves. A symbol of a sequence is a direction or a slide.
///
/// Several sets of sequences can share a trie. Each set has its own root, which represents the
/// empty sequence. The roots are the states 0, 1, and so on.
#[derive(Debug)]
pub(super) struct SequenceTrie {
    /// The transitions of all states. Each state has one item per symbol: the next state,
    /// [`FORBIDDEN`] or [`UNSET`].
    next: Vec<u32>,
    roots: u32,
    symbols: usize,
}

impl SequenceTrie {
    /// Creates a trie without sequences. It has `roots` roots. Its symbols, which represent moves,
    /// are the integers below `symbols`.
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

    /// Returns the state to which `symbol` leads from `state`, and adds it to the trie if it is
    /// new. The symbol must not complete a forbidden sequence.
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

    /// Forbids the sequence that consists of a prefix and the symbol after it. `state` is the state
    /// of the prefix.
    pub(super) fn forbid(&mut self, state: u32, symbol: usize) {
        *self.transition(state, symbol) = FORBIDDEN;
    }

    /// Adds the missing transitions, and returns all transitions in one array. The next state after
    /// symbol `k` in state `s` has the index `s * symbols + k`, where `symbols` is the number of
    /// symbols.
    ///
    /// A root is the state of an empty sequence. `root_after` receives a root and a symbol, and
    /// returns the root that represents the empty sequence after this symbol. It returns `None` if
    /// the symbol is impossible at this root. Transitions for impossible symbols remain undefined.
    pub(super) fn link(mut self, root_after: impl Fn(u32, usize) -> Option<u32>) -> Vec<u32> {
        // Complete the states of shorter sequences first. A state takes over missing transitions
        // from its suffix, which is a shorter sequence.
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
                    // A sequence that ends with a forbidden sequence is also forbidden.
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

/// A state of the trie whose transitions are still incomplete.
struct UnlinkedState {
    state: u32,
    /// The longest proper suffix of this state's sequence that is also a state, or `None` for a
    /// root, whose sequence is empty.
    suffix: Option<u32>,
    /// The root that represents the empty suffix of this state's sequence. It is used if no other
    /// suffix begins a forbidden sequence.
    empty_suffix: u32,
}
