//! The work of IDA* at each node: finding, reading and comparing the table entries of its children.
//!
//! A [`Frame`] holds a [`Node`] and a [`Slot`] for each of its children. A table entry takes a long
//! time to arrive from memory, so the work is split into three steps:
//!
//! 1. [`Kernel::prepare`] computes the indices of the children's table entries and prefetches them.
//! 2. [`Kernel::settle`] reads the entries once they have arrived, and keeps the children whose
//!    sums are within the bound.
//! 3. [`Kernel::step`] turns a kept child into the node of the next frame.
//!
//! For example, take the tables of the tiles 1-4 and 5-8 on a 3x3 board, where the bound allows one
//! more move:
//!
//! ```text
//! board    reflected    goal
//! 1 2 3    1 2 3        1 2 3
//! 4 5 6    4 5 0        4 5 6
//! 7 0 8    7 8 6        7 8 0
//! ```
//!
//! A *lookup* reads one table, either for the board as it is or for the reflected board. Moving
//! tile 8 changes two lookups, both in the table of 5-8:
//!
//! * On the board as it is, tile 8 moves within its row, from cell 8 to cell 7, and passes no other
//!   tile. The occupied set {4, 5, 6, 8} becomes {4, 5, 6, 7}, and the order of the tiles stays the
//!   same. This is the *near* lookup. Its rank stays the same, so the new entry is close to the old
//!   one in memory.
//! * On the reflected board, where tile 8 is called tile 6, it moves from cell 8 to cell 5. It
//!   passes the cells 6 and 7 with tiles 7 and 8 of the same pattern, so the rank changes too. This
//!   is the *far* lookup.
//!
//! Both entries show that the distance falls from 1 to 0, so both sums stay within the bound, and
//! `settle` keeps this child. For each of the other two moves, an entry shows that the distance
//! grows to 2. This distance exceeds the number of moves left, so `settle` drops the child.
//!
//! With a reflection about a diagonal, every move is near in one orientation and far in the other.
//! On boards of up to 16 cells, the code then has a single branch, on the number of children. On
//! larger boards, and with more lookups, the kernel reads the near entries at once. They prune most
//! children before their far entries are computed.

use super::frame::{Frame, Node, Slot};
use super::reader::{PatternWord, TableReader};
use super::slack::{Slack, SumMask};
use super::table_moves::{KernelMove, PackedMove};
use super::words::Word;
use crate::ida::subtree::Subtree;
use crate::tiles::heuristics::AnyNode;
use crate::tiles::pruning::{AutomatonState, PrunedSpace, TrackedMove};
use crate::tiles::{BLANK, MOVES, Manhattan, Move, PADDED_CELLS, PdbTables, TileState};

/// The engine of IDA* for pattern databases. It holds the tables and moves for one goal in a form
/// that suits a fast depth-first search.
///
/// The type parameters fix the size of a node and remove branches:
///
/// * `W`: the packed board, which takes one or several machine words.
/// * `LOOKUPS`: the maximum number of table entries read for a board, a power of two.
/// * `AFFECTED`: how many of these entries a move can change for the board as it is, and likewise
///   for its reflection. If it is 1, every move changes exactly one entry for each.
/// * `SUM_WORDS`: the number of words in a [`Slack`]. Each word has room for four sums.
/// * `ZERO_AWARE`: whether the tables are zero-aware, which means that they take the blank's
///   position into account.
pub(in crate::tiles) struct Kernel<
    W: Word,
    const LOOKUPS: usize,
    const AFFECTED: usize,
    const SUM_WORDS: usize,
    const ZERO_AWARE: bool,
> {
    /// For each tile, the patterns to update when it moves. The index is the tile's number in the
    /// packed board, plus [`PADDED_CELLS`] for the patterns of the reflected board.
    updates: Box<[PatternUpdates<W, AFFECTED, SUM_WORDS, ZERO_AWARE>; 2 * PADDED_CELLS]>,
    /// The moves of the board, indexed by [`Move::index`].
    moves: Box<[KernelMove; MOVES]>,
    /// The directions in which the blank can move from each cell, as a bit set.
    edges: [u8; PADDED_CELLS],
    /// For each cell of the board, the corresponding cell of the tables. The first array is for the
    /// board itself, and the second one for the reflected board.
    table_cells: [[u8; PADDED_CELLS]; 2],
    goal: W,
    manhattan: Box<Manhattan>,
    /// The moves in the form in which solutions report them, indexed by [`Move::index`].
    board_moves: Box<[Move; MOVES]>,
    blank: usize,
    /// Number of sums of distances. The largest sum is the heuristic value of a board.
    pub(super) sums: usize,
    /// Total size of the tables in bytes, which decides whether memory latency matters.
    pub(super) bytes: usize,
    /// Whether some moves take a tile past so many cells that updating the rank needs a loop.
    wide_moves: bool,
}

/// The patterns that contain a given tile and must be updated when it moves. Their lookups are
/// either all for the board itself or all for the reflected board.
#[repr(align(64))]
struct PatternUpdates<
    W: Word,
    const AFFECTED: usize,
    const SUM_WORDS: usize,
    const ZERO_AWARE: bool,
> {
    /// Only the first `count` items are used.
    updates: [PatternUpdate<W, SUM_WORDS, ZERO_AWARE>; AFFECTED],
    count: usize,
}

impl<W: Word, const AFFECTED: usize, const SUM_WORDS: usize, const ZERO_AWARE: bool>
    PatternUpdates<W, AFFECTED, SUM_WORDS, ZERO_AWARE>
{
    /// Iterates over the updates of the patterns that contain the moving tile.
    ///
    /// For `AFFECTED` = 1, the count is a constant, which removes the loops. For larger `AFFECTED`,
    /// `min` shows the compiler that no index reaches `AFFECTED`, which removes the bounds checks.
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &PatternUpdate<W, SUM_WORDS, ZERO_AWARE>> {
        let count = if AFFECTED == 1 {
            1
        } else {
            self.count.min(AFFECTED)
        };
        self.updates[..count].iter()
    }
}

/// The data for updating a pattern when one particular tile of the pattern moves.
#[derive(Clone)]
struct PatternUpdate<W: Word, const SUM_WORDS: usize, const ZERO_AWARE: bool> {
    /// How much the rank changes when the moving tile passes another tile, indexed by the number of
    /// the passed tile. The rank is the index of the tiles' order among all permutations of the
    /// pattern's tiles.
    rank_deltas: W::ByDigit,
    reader: TableReader<W::Classes, ZERO_AWARE>,
    sums: SumMask<SUM_WORDS>,
    /// Index of the lookup that reads the pattern's distance.
    lookup: u8,
}

impl<
    W: Word,
    const LOOKUPS: usize,
    const AFFECTED: usize,
    const SUM_WORDS: usize,
    const ZERO_AWARE: bool,
> Kernel<W, LOOKUPS, AFFECTED, SUM_WORDS, ZERO_AWARE>
{
    /// Whether `prepare` reads the near entries at once, and computes far entries only for children
    /// that the near entries do not prune. A near entry is one for which the tile passes no other
    /// tile. This order is faster with many lookups, and on large boards, where most near entries
    /// are already in the cache.
    const NEAR_FIRST: bool = AFFECTED > 1 || W::BITS > 4;

    pub(in crate::tiles) fn new(tables: &PdbTables) -> Self {
        let space = &tables.space;
        let size = space.size();
        let blank = space.goal().blank();
        let digit = |tile: usize| tile ^ blank;
        let plan = &tables.plan;
        let update = |tile: usize, k: usize| {
            let affected = &plan.affected[tile][k];
            let in_sum = |s: usize| {
                plan.sums
                    .get(s)
                    .is_some_and(|sum| sum.contains(&affected.lookup))
            };
            let mut rank_deltas = W::ByDigit::default();
            (0..size.cells())
                .for_each(|other| rank_deltas[digit(other)] = affected.rank_deltas[other]);
            PatternUpdate {
                rank_deltas,
                reader: TableReader::new(&tables.tables[plan.lookups[affected.lookup].table]),
                sums: SumMask::new(in_sum),
                lookup: affected.lookup as u8,
            }
        };
        // Unused array entries are never read, but need some value.
        let any = update(
            plan.affected
                .iter()
                .position(|affected| !affected.is_empty())
                .unwrap_or(0),
            0,
        );
        let mut updates: Box<[_; 2 * PADDED_CELLS]> =
            Box::new(std::array::from_fn(|_| PatternUpdates {
                updates: std::array::from_fn(|_| any.clone()),
                count: 0,
            }));
        for (tile, affected) in plan.affected.iter().enumerate() {
            for (k, affected) in affected.iter().enumerate() {
                let own = &mut updates[PADDED_CELLS * affected.orientation + digit(tile)];
                own.updates[own.count] = update(tile, k);
                own.count += 1;
            }
        }
        let mut kernel = Self {
            updates,
            moves: Box::new([KernelMove::default(); MOVES]),
            edges: [0; PADDED_CELLS],
            table_cells: tables.moves.table_cells,
            goal: W::default(),
            manhattan: Box::new(tables.manhattan.clone()),
            board_moves: Box::new([Move::all(size).next().expect("a board has moves"); MOVES]),
            blank,
            sums: plan.sums.len(),
            bytes: tables.tables().map(|table| table.payload().len()).sum(),
            wide_moves: false,
        };
        for m in Move::all(size) {
            let kernel_move = KernelMove::new::<W>(&tables.moves, m);
            kernel.edges[m.from()] |= 1 << m.direction() as u8;
            kernel.wide_moves |= kernel_move.is_wide::<W>();
            kernel.board_moves[m.index()] = m;
            kernel.moves[m.index()] = kernel_move;
        }
        kernel.goal = kernel.boards(space.solved())[0];
        kernel
    }

    /// Returns the bit offset of a cell in the packed board. `orientation` is 0 for the board
    /// itself and 1 for the reflected board.
    fn offset(&self, orientation: usize, cell: usize) -> u8 {
        W::offset(self.table_cells[orientation][cell % PADDED_CELLS])
    }

    /// Returns the packed board and the packed reflection of the board.
    fn boards(&self, state: &TileState) -> [W; 2] {
        let mut boards = [W::default(); 2];
        for (cell, &tile) in state
            .cells()
            .iter()
            .enumerate()
            .filter(|&(_, &tile)| tile != BLANK)
        {
            let digit = usize::from(tile) ^ self.blank;
            for (orientation, board) in boards.iter_mut().enumerate() {
                board.change(digit, self.offset(orientation, cell));
            }
        }
        boards
    }

    /// Returns the patterns to update after a move: first the near ones, for which the tile passes
    /// no other tile, then the far ones.
    #[inline(always)]
    fn updates_of(
        &self,
        oriented_digit: u8,
    ) -> [&PatternUpdates<W, AFFECTED, SUM_WORDS, ZERO_AWARE>; 2] {
        let near = usize::from(oriented_digit) % (2 * PADDED_CELLS);
        [&self.updates[near], &self.updates[near ^ PADDED_CELLS]]
    }

    /// Fills the first frame of the search stack with the root of a subtree, and prefetches the
    /// table entries of the root's children.
    pub(super) fn begin_at_root(
        &self,
        space: &PrunedSpace,
        frame: &mut Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>,
        subtree: &Subtree<PrunedSpace, AnyNode>,
    ) {
        let (patterns, sums) = subtree.node.patterns_and_sums();
        let node = &mut frame.node;
        for (own, pattern) in node.patterns.iter_mut().zip(patterns) {
            *own = *pattern;
        }
        node.boards = self.boards(&subtree.state);
        node.slack = Slack::new(subtree.bound - subtree.depth, &sums[..self.sums]);
        node.state = subtree.last.map_or(AutomatonState::ROOT, |last| last.state);
        node.blank = subtree.state.blank() as u8;
        self.prepare(space, frame);
    }

    /// Returns whether the node of a frame is the goal.
    pub(super) fn is_goal(&self, frame: &Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>) -> bool {
        frame.node.boards[0] == self.goal
    }

    /// Returns the move from the node in `frame` to its child in `next`, the next frame of the
    /// search stack.
    pub(super) fn step_between(
        &self,
        [frame, next]: [&Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>; 2],
    ) -> TrackedMove {
        let id = frame.slots[usize::from(frame.taken) % 4].id;
        TrackedMove {
            m: self.board_moves[usize::from(id) % MOVES],
            state: next.node.state,
        }
    }

    /// Computes which table entries the children will read, and prefetches these entries.
    #[inline(always)]
    pub(super) fn prepare(
        &self,
        space: &PrunedSpace,
        frame: &mut Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>,
    ) {
        let node = &frame.node;
        let blank = usize::from(node.blank) % PADDED_CELLS;
        let list = &space.directions[usize::from(node.state.legal() & self.edges[blank]) % 16];
        let mut filled = 0;
        for child in 0..list.count {
            let id = 4 * blank + usize::from(list.directions[usize::from(child) % 4]) % 4;
            let slot = &mut frame.slots[usize::from(filled) % 4];
            (slot.id, slot.child) = (id as u8, child);
            filled += u8::from(self.prepare_child(node, slot));
            if W::BITS > 4 {
                // On boards of more than 16 cells, the automaton exceeds the first-level cache, so
                // its next state is prefetched too.
                let automaton = space.automaton;
                let direction = id as u8 % 4;
                automaton.prefetch(automaton.after(node.state, direction));
            }
        }
        (frame.filled, frame.children, frame.counted) = (filled, list.count, 0);
    }

    /// Stores a child in its slot of the parent's frame, and prefetches the child's table entries.
    /// Some entries may also be read at once. Returns false if they show that the child exceeds the
    /// bound.
    #[inline(always)]
    fn prepare_child(
        &self,
        node: &Node<W, LOOKUPS, SUM_WORDS>,
        slot: &mut Slot<AFFECTED, SUM_WORDS>,
    ) -> bool {
        let kernel_move = &self.moves[usize::from(slot.id) % MOVES];
        let orientation = usize::from(kernel_move.near_orientation) % 2;
        let digit = node.boards[0].digit(kernel_move.tile_offset) % PADDED_CELLS;
        slot.oriented_digit = (PADDED_CELLS * orientation + digit) as u8;
        let [near, far] = self.updates_of(slot.oriented_digit);
        let mut slack = node.slack;
        // A rank changes only if the tile passes other tiles. If `AFFECTED` is 1, the tile moves
        // within its row in the near lookups and passes none.
        let passed =
            (AFFECTED > 1).then(|| kernel_move.near.passed_digits(&node.boards[orientation]));
        for (k, update) in near.iter().enumerate() {
            let (mut pattern, entry) = self.moved(update, node, &kernel_move.near, passed);
            if !Self::NEAR_FIRST {
                update.reader.prefetch(entry);
                slot.near_entries[k] = entry;
            } else if !self.read(
                update,
                &mut pattern,
                entry,
                slot.oriented_digit,
                slot.id,
                &mut slack,
            ) {
                return false;
            }
            slot.near[k] = pattern;
        }
        slot.slack = slack;
        let passed = Some(kernel_move.far.passed_digits(&node.boards[1 - orientation]));
        for (k, update) in far.iter().enumerate() {
            let (pattern, entry) = self.moved(update, node, &kernel_move.far, passed);
            update.reader.prefetch(entry);
            (slot.far[k], slot.far_entries[k]) = (pattern, entry);
        }
        true
    }

    /// Returns a pattern after a move, and the index of its new table entry. `passed` holds the
    /// digits of the tiles that the moving tile passes, or is `None` if the tile never passes any.
    #[inline(always)]
    fn moved(
        &self,
        update: &PatternUpdate<W, SUM_WORDS, ZERO_AWARE>,
        node: &Node<W, LOOKUPS, SUM_WORDS>,
        packed: &PackedMove,
        passed: Option<u64>,
    ) -> (PatternWord, u64) {
        let mut pattern =
            node.patterns[usize::from(update.lookup) % LOOKUPS].exchanged(packed.cells);
        if let Some(passed) = passed {
            let delta = packed.rank_delta::<W>(&update.rank_deltas, passed, self.wide_moves);
            pattern = pattern.with_rank(delta);
        }
        (pattern, update.reader.index(pattern, packed.tile_from))
    }

    /// Reads the new table entry of a pattern, and updates the pattern's distance and the slack.
    /// The slack is how much each sum can still grow within the bound. Returns whether all sums are
    /// within the bound.
    #[inline(always)]
    fn read(
        &self,
        update: &PatternUpdate<W, SUM_WORDS, ZERO_AWARE>,
        pattern: &mut PatternWord,
        entry: u64,
        oriented_digit: u8,
        id: u8,
        slack: &mut Slack<SUM_WORDS>,
    ) -> bool {
        let change = if ZERO_AWARE {
            0
        } else {
            self.manhattan.change(
                (usize::from(oriented_digit) % PADDED_CELLS) ^ self.blank,
                self.board_moves[usize::from(id) % MOVES],
            )
        };
        let drop = update.reader.read(entry, change, pattern);
        *slack = slack.minus(&update.sums, drop);
        !slack.is_above()
    }

    /// Reads the prefetched table entries of a frame's children, and marks the children within the
    /// bound as kept.
    #[inline(always)]
    pub(super) fn settle(&self, frame: &mut Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>) {
        let mut kept = 0;
        for number in 0..frame.filled {
            kept |= self.settle_child(&mut frame.slots[usize::from(number) % 4]) << number;
        }
        frame.kept = kept;
    }

    /// Reads the table entries of one child. Returns 1 if the child is within the bound, and 0
    /// otherwise.
    #[inline(always)]
    fn settle_child(&self, slot: &mut Slot<AFFECTED, SUM_WORDS>) -> u8 {
        let [near, far] = self.updates_of(slot.oriented_digit);
        if !Self::NEAR_FIRST {
            for (k, update) in near.iter().enumerate() {
                let entry = slot.near_entries[k];
                self.read(
                    update,
                    &mut slot.near[k],
                    entry,
                    slot.oriented_digit,
                    slot.id,
                    &mut slot.slack,
                );
            }
        }
        for (k, update) in far.iter().enumerate() {
            let entry = slot.far_entries[k];
            let within = self.read(
                update,
                &mut slot.far[k],
                entry,
                slot.oriented_digit,
                slot.id,
                &mut slot.slack,
            );
            if Self::NEAR_FIRST && !within {
                return 0;
            }
        }
        u8::from(!slot.slack.is_above())
    }

    /// Fills the next frame of the search stack with the child selected by [`Frame::take`].
    #[inline(always)]
    pub(super) fn step(
        &self,
        space: &PrunedSpace,
        frame: &mut Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>,
        next: &mut Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>,
    ) {
        let slot = &frame.slots[usize::from(frame.taken) % 4];
        let kernel_move = &self.moves[usize::from(slot.id) % MOVES];
        let (orientation, digit) = (
            usize::from(kernel_move.near_orientation) % 2,
            usize::from(slot.oriented_digit) % PADDED_CELLS,
        );
        let [near, far] = self.updates_of(slot.oriented_digit);
        let node = &mut next.node;
        // Copy the fields separately. For the whole node, the compiler would emit a function call.
        node.patterns = frame.node.patterns;
        node.boards = frame.node.boards;
        for (k, update) in near.iter().enumerate() {
            node.patterns[usize::from(update.lookup) % LOOKUPS] = slot.near[k];
        }
        for (k, update) in far.iter().enumerate() {
            node.patterns[usize::from(update.lookup) % LOOKUPS] = slot.far[k];
        }
        for offset in kernel_move.near.offsets {
            node.boards[orientation].change(digit, offset);
        }
        for offset in kernel_move.far.offsets {
            node.boards[1 - orientation].change(digit, offset);
        }
        node.slack = slot.slack;
        let direction = slot.id % 4;
        node.state = space.automaton.after(frame.node.state, direction);
        node.blank = kernel_move.blank_to;
    }
}
