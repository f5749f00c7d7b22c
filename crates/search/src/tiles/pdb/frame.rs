//! The stack of a depth-first search: a [`Frame`] for each node on the current path, with the
//! [`Node`] itself and a [`Slot`] for each of its children.
//!
//! Nodes and slots are aligned to 64 bytes, so that each occupies as few cache lines as possible.

use super::reader::PatternWord;
use super::slack::Slack;
use super::words::Word;
#[cfg(doc)]
use crate::tiles::CELLS;
use crate::tiles::pruning::AutomatonState;

/// A node of the search: a board, and what the tables say about its distance from the goal.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node<W, const LOOKUPS: usize, const SUM_WORDS: usize> {
    /// For each lookup of a table: where the tiles of its pattern are, and their distance.
    pub(super) patterns: [PatternWord; LOOKUPS],
    /// The packed board in each [`Orientation`](super::orientation::Orientation): as it is, and
    /// reflected.
    pub(super) boards: [W; 2],
    pub(super) slack: Slack<SUM_WORDS>,
    /// The state of the automaton that prunes duplicate sequences of moves.
    pub(super) state: AutomatonState,
    /// The cell of the blank.
    pub(super) blank: u8,
}

/// A child of a node, to which the search has not gone on yet.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Slot<const AFFECTED: usize, const SUM_WORDS: usize> {
    /// The patterns of the near lookups after the move. In a near lookup the moving tile passes no
    /// other tile. The distances in `near` and `far` are those before the move until the entries
    /// are read.
    pub(super) near: [PatternWord; AFFECTED],
    /// The patterns of the far lookups after the move, in which the tile may pass other tiles.
    pub(super) far: [PatternWord; AFFECTED],
    /// Indices of the table entries of `near`, which have been prefetched but not read yet. Unused
    /// if the kernel reads near entries at once.
    pub(super) near_entries: [u64; AFFECTED],
    /// Indices of the table entries of `far`, which have been prefetched but not read yet.
    pub(super) far_entries: [u64; AFFECTED],
    /// The slack after the move. It includes only the entries that have been read so far.
    pub(super) slack: Slack<SUM_WORDS>,
    /// The index of the move: 4 times the cell that the blank leaves, plus the direction.
    pub(super) id: u8,
    /// The digit that stands for the moving tile in the words of the board, plus [`CELLS`] if the
    /// second orientation is the one in which the tile passes no other tile. The sum is an index
    /// into the kernel's lookups.
    pub(super) oriented_digit: u8,
    /// The index of this child among all children of the node, in the order of moves. Pruned
    /// children count too.
    pub(super) child: u8,
}

/// A node on the path from the root to the current node, and those of its children that have not
/// been pruned.
pub(super) struct Frame<W, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize> {
    pub(super) node: Node<W, LOOKUPS, SUM_WORDS>,
    pub(super) slots: [Slot<AFFECTED, SUM_WORDS>; 4],
    /// Number of slots in use. It is smaller than `children` if near entries pruned some of them.
    pub(super) filled: u8,
    /// Number of children, including pruned ones.
    pub(super) children: u8,
    /// Bit set of the slots whose children are within the bound and have not been visited yet.
    pub(super) kept: u8,
    /// Index of the slot whose child is the next node on the path.
    pub(super) taken: u8,
    /// Number of children that have been counted as generated so far.
    pub(super) counted: u8,
}

impl<W: Word, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize>
    Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>
{
    /// Returns a frame that is not in use yet.
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

    /// Returns whether a child was pruned because it exceeded the bound. Only valid before the
    /// first call of [`take`](Self::take).
    #[inline(always)]
    pub(super) fn is_pruned(&self) -> bool {
        self.kept + 1 < 1 << self.children
    }

    /// Moves on to the next child within the bound. Returns whether there is one, and by how much
    /// the number of generated nodes grows. This includes the child and the pruned children before
    /// it. If there is none, it includes the remaining pruned children.
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
