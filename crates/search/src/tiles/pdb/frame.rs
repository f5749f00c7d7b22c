//! The stack of the depth-first search with pattern databases. Each node on the current path has a
//! [`Frame`], which holds the [`Node`] and a [`Slot`] for each of its children.
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
    /// The cells, order and distance of each pattern's tiles, on the board and on its reflection.
    pub(super) patterns: [PatternWord; LOOKUPS],
    /// The packed board, as it is and reflected.
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
    /// The patterns that the move changes in the *near* orientation: on the board as it is or
    /// reflected, whichever makes the tile move within a row. Until their table entries are read,
    /// `near` and `far` contain the parent's distances.
    pub(super) near: [PatternWord; AFFECTED],
    /// The patterns that the move changes in the opposite, *far* orientation, where the tile can
    /// pass other tiles.
    pub(super) far: [PatternWord; AFFECTED],
    /// Indices of the prefetched table entries for `near`. Unused if the kernel reads these entries
    /// at once.
    pub(super) near_entries: [u64; AFFECTED],
    /// Indices of the prefetched table entries for `far`.
    pub(super) far_entries: [u64; AFFECTED],
    /// How much each sum of distances can still grow within the bound after the move. Table entries
    /// that have yet to be read are not taken into account.
    pub(super) slack: Slack<SUM_WORDS>,
    /// Index of the move: 4 times the cell that the blank leaves, plus the direction.
    pub(super) id: u8,
    /// The moving tile's digit (its number in the packed board), plus [`CELLS`] if the near
    /// orientation is the reflected board.
    pub(super) oriented_digit: u8,
    /// Index of this child among all children of the node, including pruned ones.
    pub(super) child: u8,
}

/// A node on the current path, with the children that have not been pruned.
pub(super) struct Frame<W, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize> {
    pub(super) node: Node<W, LOOKUPS, SUM_WORDS>,
    pub(super) slots: [Slot<AFFECTED, SUM_WORDS>; 4],
    /// Number of slots in use. It is less than `children` if some children were pruned while their
    /// slots were being filled.
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

    /// Returns whether any child was pruned. Call this method before the first call of
    /// [`take`](Self::take), which removes children too.
    #[inline(always)]
    pub(super) fn is_pruned(&self) -> bool {
        self.kept + 1 < 1 << self.children
    }

    /// Selects the next child within the bound. Returns whether one remains, and the number of
    /// children newly counted as generated. These are the selected child and the pruned children
    /// before it, or all remaining children if none is selected.
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
