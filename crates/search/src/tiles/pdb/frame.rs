//! The stack of a descent: a [`Frame`] for each node of the path, with the [`Node`] and a [`Slot`]
//! for each of its children.
//!
//! Nodes and slots begin at multiples of 64 bytes, so that each takes as few cache lines as
//! possible.

use super::reader::PatternWord;
use super::slack::Slack;
use super::words::Word;
#[cfg(doc)]
use crate::tiles::CELLS;
use crate::tiles::pruning::AutomatonState;

/// A node of the search: a board, and what the tables say about it.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node<W, const LOOKUPS: usize, const SUM_WORDS: usize> {
    /// For each lookup: where the tiles of its pattern are, and their distance.
    pub(super) patterns: [PatternWord; LOOKUPS],
    /// The words of the board, in each orientation.
    pub(super) boards: [W; 2],
    pub(super) slack: Slack<SUM_WORDS>,
    /// The state of the automaton that forbids duplicate sequences of moves.
    pub(super) state: AutomatonState,
    /// The cell of the blank.
    pub(super) blank: u8,
}

/// A child of a node, before the search goes on to it.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Slot<const AFFECTED: usize, const SUM_WORDS: usize> {
    /// The patterns of the near lookups after the move. `near_entries` and `far_entries` tell their
    /// distances.
    pub(super) near: [PatternWord; AFFECTED],
    /// The patterns of the far lookups after the move.
    pub(super) far: [PatternWord; AFFECTED],
    /// Indices of the entries that are still to be read.
    pub(super) near_entries: [u64; AFFECTED],
    pub(super) far_entries: [u64; AFFECTED],
    /// The slack after the move, as far as entries were read.
    pub(super) slack: Slack<SUM_WORDS>,
    /// The index of the move: 4 times the cell that the blank leaves, plus the direction.
    pub(super) id: u8,
    /// The digit that stands for the moving tile in the words of the board, plus [`CELLS`] if the
    /// second orientation is the one in which the tile passes no other tile. The sum is an index
    /// into the kernel's lookups.
    pub(super) oriented_digit: u8,
    /// The number of this child among all children of the node, in the order of moves.
    pub(super) child: u8,
}

/// A node on the path from the root to the current node, and its children.
pub(super) struct Frame<W, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize> {
    pub(super) node: Node<W, LOOKUPS, SUM_WORDS>,
    pub(super) slots: [Slot<AFFECTED, SUM_WORDS>; 4],
    /// Number of slots in use. It is smaller than `children` if near entries pruned some of them.
    pub(super) filled: u8,
    /// Number of children.
    pub(super) children: u8,
    /// The slots of children within the bound that the search has not gone to yet, as bits.
    pub(super) kept: u8,
    /// The slot of the child on the path.
    pub(super) taken: u8,
    /// Number of children that were counted as generated.
    pub(super) counted: u8,
}

impl<W: Word, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize>
    Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>
{
    /// An unused frame.
    pub(super) fn new() -> Self {
        let node = Node {
            patterns: [PatternWord::default(); LOOKUPS],
            boards: [W::default(); 2],
            slack: Slack::NONE,
            state: AutomatonState::ROOT,
            blank: 0,
        };
        let (patterns, entries) = ([PatternWord::default(); AFFECTED], [0; AFFECTED]);
        let slot = Slot {
            near: patterns,
            far: patterns,
            near_entries: entries,
            far_entries: entries,
            slack: Slack::NONE,
            id: 0,
            oriented_digit: 0,
            child: 0,
        };
        Self {
            node,
            slots: [slot; 4],
            filled: 0,
            children: 0,
            kept: 0,
            taken: 0,
            counted: 0,
        }
    }

    /// True if a child exceeded the bound. Only valid before the first child is taken.
    #[inline(always)]
    pub(super) fn is_pruned(&self) -> bool {
        self.kept + 1 < 1 << self.children
    }

    /// Takes the next kept child. Returns whether there was one, and how many children that makes
    /// generated: this child and the pruned ones before it, or the pruned ones that were left.
    #[inline(always)]
    pub(super) fn take(&mut self) -> (bool, u8) {
        let counted = self.counted;
        let is_left = self.kept != 0;
        if is_left {
            self.taken = self.kept.trailing_zeros() as u8 % 4;
            self.kept &= self.kept - 1;
            self.counted = self.slots[usize::from(self.taken)].child + 1;
        } else {
            self.counted = self.children;
        }
        (is_left, self.counted - counted)
    }
}
