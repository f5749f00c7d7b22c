//! The stack of a descent: a [`Frame`] for each node of its path, with the [`Node`] and a [`Slot`] for each child.

use super::reader::PatternWord;
use super::slack::Slack;
use super::words::Word;
#[cfg(doc)]
use crate::tiles::CELLS;
use crate::tiles::pruning::AutomatonState;

/// A node.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node<W, const LOOKUPS: usize, const SUM_WORDS: usize> {
    pub(super) patterns: [PatternWord; LOOKUPS],
    /// The board in each orientation.
    pub(super) boards: [W; 2],
    pub(super) slack: Slack<SUM_WORDS>,
    /// The state of the automaton.
    pub(super) state: AutomatonState,
    pub(super) blank: u8,
}

/// A child.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Slot<const AFFECTED: usize, const SUM_WORDS: usize> {
    pub(super) near: [PatternWord; AFFECTED],
    pub(super) far: [PatternWord; AFFECTED],
    /// The entries that are still to be read.
    pub(super) near_entries: [u64; AFFECTED],
    pub(super) far_entries: [u64; AFFECTED],
    pub(super) slack: Slack<SUM_WORDS>,
    /// The move: the blank's cell and the direction.
    pub(super) id: u8,
    /// The tile: its digit, and from [`CELLS`] on the orientation in which the move is near.
    pub(super) tile: u8,
    /// The number of the child among all children of the node.
    pub(super) child: u8,
}

/// A node on the path from the root to the current node, and its children.
pub(super) struct Frame<W, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize> {
    pub(super) node: Node<W, LOOKUPS, SUM_WORDS>,
    pub(super) slots: [Slot<AFFECTED, SUM_WORDS>; 4],
    /// The slots that were filled, and the number of children.
    pub(super) filled: u8,
    pub(super) children: u8,
    /// The slots that are kept and not yet taken, as bits.
    pub(super) kept: u8,
    /// The slot that the path follows, and the children counted.
    pub(super) taken: u8,
    pub(super) counted: u8,
}

impl<W: Word, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize>
    Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>
{
    /// A frame before it is used.
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
            tile: 0,
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

    /// True if a child is above the bound, before one is taken.
    #[inline(always)]
    pub(super) fn is_pruned(&self) -> bool {
        self.kept + 1 < 1 << self.children
    }

    /// Takes the next child that was kept, if there is one, and the number of children since the last.
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
