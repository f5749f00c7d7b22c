//! The stack of the depth-first search with pattern databases. Each node on the current path has a
//! [`Frame`], which holds the [`Node`] and a [`Slot`] for each of its children.
//!
//! Nodes and slots are aligned to 64 bytes, so that they span as few cache lines as possible.

use super::reader::PatternWord;
use super::slack::Slack;
use super::words::Word;
#[cfg(doc)]
use crate::tiles::PADDED_CELLS;
use crate::tiles::pruning::AutomatonState;

/// A search node: a board, and what the pattern databases say about its distance from the goal.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node<W, const LOOKUPS: usize, const SUM_WORDS: usize> {
    /// The cells, order and distance of each pattern's tiles, on the board and on its reflection.
    pub(super) patterns: [PatternWord; LOOKUPS],
    /// The packed board, and the packed reflection of the board.
    pub(super) boards: [W; 2],
    pub(super) slack: Slack<SUM_WORDS>,
    /// State of the finite-state machine that prunes duplicate move sequences.
    pub(super) state: AutomatonState,
    /// The blank's cell on the board itself, not on the reflected board.
    pub(super) blank: u8,
}

/// The data of a child that the search has not visited yet. A [`Frame`] holds a node and one slot
/// for each child of the node.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Slot<const AFFECTED: usize, const SUM_WORDS: usize> {
    /// The patterns that contain the moving tile, after the move, either on the board itself or on
    /// its reflection. The board is the one on which the tile moves within its row. Until their
    /// table entries are read, the patterns contain the parent's distances.
    pub(super) near: [PatternWord; AFFECTED],
    /// The patterns that contain the moving tile, after the move, on the board that `near` does not
    /// describe. There, the tile moves to another row and can pass other tiles. Until their table
    /// entries are read, the patterns contain the parent's distances.
    pub(super) far: [PatternWord; AFFECTED],
    /// Indices of the table entries for `near`, which have been prefetched. Unused if the search
    /// reads these entries as soon as it has computed their indices.
    pub(super) near_entries: [u64; AFFECTED],
    /// Indices of the prefetched table entries for `far`.
    pub(super) far_entries: [u64; AFFECTED],
    /// How much each sum of distances can still grow after the move without exceeding the bound.
    /// Table entries that have not been read yet are not included.
    pub(super) slack: Slack<SUM_WORDS>,
    /// Index of the move: 4 times the cell that the blank leaves, plus the direction.
    pub(super) id: u8,
    /// The moving tile's number in the packed board, plus [`PADDED_CELLS`] if `near` describes the
    /// reflected board.
    pub(super) oriented_digit: u8,
    /// Index of this child among all children of the node, including pruned ones.
    pub(super) child: u8,
}

/// One level of the search stack: a node on the current path, and its children that still have to
/// be visited.
pub(super) struct Frame<W, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize> {
    pub(super) node: Node<W, LOOKUPS, SUM_WORDS>,
    pub(super) slots: [Slot<AFFECTED, SUM_WORDS>; 4],
    /// Number of children that have a [`Slot`] in this frame. It is less than `children` if some
    /// children were pruned before their slots were complete.
    pub(super) filled: u8,
    /// Number of all children of the node, including pruned children.
    pub(super) children: u8,
    /// The children that are within the bound and have not been visited yet, as a bit set of
    /// indices into `slots`.
    pub(super) kept: u8,
    /// Index of the slot that contains the next node on the path.
    pub(super) taken: u8,
    /// Number of children counted as generated so far.
    pub(super) counted: u8,
}

impl<W: Word, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize>
    Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>
{
    /// Creates an empty frame, to be filled with a node and its children during the search.
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
        // If no child was pruned, every child has a slot whose bit is set, so `kept` consists of
        // `children` ones. Otherwise, fewer slots are filled or a bit is 0, so `kept` is smaller.
        self.kept + 1 < 1 << self.children
    }

    /// Selects the next child within the bound. Returns whether such a child exists, and by how
    /// many the number of generated children grows. The newly counted children are the selected
    /// child and the pruned children before it. If no child is selected, they are all children not
    /// counted yet.
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
