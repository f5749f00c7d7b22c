//! The stack of the depth-first search with pattern databases. It has a [`Frame`] for each node on
//! the current path. A frame holds the [`Node`] and one [`Slot`] per child.
//!
//! Nodes and slots are aligned to 64 bytes, so that they span as few cache lines as possible.

use super::reader::PatternWord;
use super::slack::Slack;
use super::words::Word;
#[cfg(doc)]
use crate::tiles::CELLS;
use crate::tiles::pruning::AutomatonState;

/// A search node: a board, and what the pattern databases say about its distance from the goal.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node<W, const LOOKUPS: usize, const SUM_WORDS: usize> {
    /// For each lookup (a table read for the board as it is, or reflected), the cells of the
    /// pattern's tiles and the distance from the goal.
    pub(super) patterns: [PatternWord; LOOKUPS],
    /// The packed board in each [`Orientation`](super::orientation::Orientation): as it is, and
    /// reflected.
    pub(super) boards: [W; 2],
    pub(super) slack: Slack<SUM_WORDS>,
    /// State of the finite-state machine that prunes duplicate move sequences.
    pub(super) state: AutomatonState,
    /// Cell of the blank.
    pub(super) blank: u8,
}

/// A child of a node that the search has not visited yet.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Slot<const AFFECTED: usize, const SUM_WORDS: usize> {
    /// Patterns after the move, for the near lookups. These are the lookups in the orientation (as
    /// it is, or reflected) where the moving tile passes no other tile. Each pattern in `near` and
    /// `far` keeps the parent's distance until its table entry is read.
    pub(super) near: [PatternWord; AFFECTED],
    /// Patterns after the move, for the far lookups. These are the lookups in the opposite
    /// orientation, where the moving tile can pass other tiles.
    pub(super) far: [PatternWord; AFFECTED],
    /// Indices of the prefetched table entries for `near`. Unused if the kernel reads these entries
    /// without prefetching them.
    pub(super) near_entries: [u64; AFFECTED],
    /// Indices of the prefetched table entries for `far`.
    pub(super) far_entries: [u64; AFFECTED],
    /// Slack after the move: how much each sum of distances can still grow within the bound. Table
    /// entries that have not been read yet are not taken into account.
    pub(super) slack: Slack<SUM_WORDS>,
    /// Index of the move: 4 times the cell that the blank leaves, plus the direction.
    pub(super) id: u8,
    /// Index of the near lookups (where the moving tile passes no other tile) in the kernel. It is
    /// the tile's digit in the packed board, plus [`CELLS`] if these lookups are for the reflected
    /// board.
    pub(super) oriented_digit: u8,
    /// Index of this child among all children of the node, including pruned ones.
    pub(super) child: u8,
}

/// A node on the current path, with the children that have not been pruned.
pub(super) struct Frame<W, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize> {
    pub(super) node: Node<W, LOOKUPS, SUM_WORDS>,
    pub(super) slots: [Slot<AFFECTED, SUM_WORDS>; 4],
    /// Number of slots in use. It is less than `children` if some children were pruned before their
    /// slots were complete.
    pub(super) filled: u8,
    /// Number of children, including pruned ones.
    pub(super) children: u8,
    /// Bit set of the slots whose children are within the bound and have not been visited.
    pub(super) kept: u8,
    /// Index of the slot that contains the next node on the path.
    pub(super) taken: u8,
    /// Number of children counted as generated so far.
    pub(super) counted: u8,
}

impl<W: Word, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize>
    Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>
{
    /// Returns an unused frame.
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

    /// Returns whether any child was pruned. Only valid before the first call to
    /// [`take`](Self::take).
    #[inline(always)]
    pub(super) fn is_pruned(&self) -> bool {
        self.kept + 1 < 1 << self.children
    }

    /// Selects the next child within the bound. Returns whether one remains, and the number of
    /// children newly counted as generated. The count covers the selected child and the pruned
    /// children before it, or all remaining children if none is selected.
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
