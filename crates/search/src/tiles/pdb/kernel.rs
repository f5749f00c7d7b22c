//! The work at every node: the lookups of its children, and which of them are within the bound.
//!
//! A [`Frame`] has a [`Node`] and a [`Slot`] for each child. [`Kernel::prepare`] computes the entries of the children and
//! prefetches them; [`Kernel::settle`] reads them, when they have arrived, and keeps the children within the bound;
//! [`Kernel::step`] makes a child the node of the next frame.
//!
//! A tile that moves sideways passes no other: its rank stays, and the new entry lies near the old one. The board can
//! be read as it is or reflected about a diagonal, and every move is sideways in one of these orientations (*near*) and
//! not in the other (*far*). On boards of up to 16 cells there is no branch but that for the number of children. On larger
//! ones, and with more lookups, the near ones are read at once: they prune most children, whose far ones are not computed.

use fifteen_puzzle::MoveOrder;

use super::frame::{Frame, Node, Slot};
use super::reader::{PatternWord, TableReader};
use super::slack::{Slack, SumMask};
use super::table_moves::{KernelMove, PackedMove};
use super::words::Word;
use crate::ida::subtree::SubtreeRoot;
use crate::tiles::heuristics::AnyNode;
use crate::tiles::pruning::{AutomatonState, PrunedSpace, TrackedMove};
use crate::tiles::{BLANK, CELLS, MOVES, Manhattan, Move, PdbTables, TileSpace, TileState};

/// The tables, for depth-first searches of boards with one goal.
///
/// `L`: lookups of a node, a power of two; `A`: lookups that a move changes in each orientation, exactly if it is 1 and at
/// most otherwise; `S`: words of a [`Slack`]; `Z`: the tables are zero-aware.
pub(in crate::tiles) struct Kernel<
    W: Word,
    const L: usize,
    const A: usize,
    const S: usize,
    const Z: bool,
> {
    /// By digit in the first orientation, then by digit in the other: the lookups that the tile's moves change.
    lookups: Box<[[TileLookup<W, S, Z>; A]; 2 * CELLS]>,
    /// The number of these lookups.
    counts: [u8; 2 * CELLS],
    /// The moves of the board, indexed by [`Move::index`].
    moves: Box<[KernelMove; MOVES]>,
    /// By the blank's cell: the directions that the board has, as bits.
    edges: [u8; CELLS],
    /// By orientation and cell of the board: the cell of the tables.
    table_cells: [[u8; CELLS]; 2],
    goal: W,
    manhattan: Box<Manhattan>,
    /// The same moves as the search reports them.
    board_moves: Box<[Move; MOVES]>,
    blank: usize,
    /// Number of sums.
    pub(super) sums: usize,
    /// Bytes of the tables.
    pub(super) bytes: usize,
    /// True if some moves [are wide](KernelMove::is_wide).
    wide_moves: bool,
}

/// A lookup that the moves of a tile change.
#[derive(Clone)]
#[repr(align(64))]
struct TileLookup<W: Word, const S: usize, const Z: bool> {
    /// By digit: the change of the rank on passing it.
    rank_deltas: W::ByDigit,
    reader: TableReader<W::Classes, Z>,
    sums: SumMask<S>,
    lookup: u8,
}

impl<W: Word, const L: usize, const A: usize, const S: usize, const Z: bool> Kernel<W, L, A, S, Z> {
    /// True if near lookups are read at once, and the far ones only of children that these do not prune: where there are
    /// many lookups, and where memory is not what a node waits for.
    const NEAR_FIRST: bool = A > 1 || W::BITS > 4;

    pub(in crate::tiles) fn new(tables: &PdbTables) -> Self {
        let space = TileSpace::new(&tables.goal, MoveOrder::ULRD);
        let size = space.size();
        let blank = space.goal().blank();
        let digit = |tile: usize| tile ^ blank;
        let all = &tables.lookups;
        let lookup = |tile: usize, k: usize| {
            let affected = &all.affected[tile][k];
            let in_sum = |s: usize| {
                all.sums
                    .get(s)
                    .is_some_and(|sum| sum.contains(&affected.lookup))
            };
            let mut rank_deltas = W::ByDigit::default();
            (0..size.cells())
                .for_each(|other| rank_deltas[digit(other)] = affected.rank_deltas[other]);
            TileLookup {
                rank_deltas,
                reader: TableReader::new(&tables.tables[all.lookups[affected.lookup].table]),
                sums: SumMask::new(in_sum),
                lookup: affected.lookup as u8,
            }
        };
        // Any tile's lookups fill the places that are not used.
        let any = lookup(
            all.affected
                .iter()
                .position(|affected| !affected.is_empty())
                .unwrap_or(0),
            0,
        );
        let mut lookups: Box<[[_; A]; 2 * CELLS]> = Box::new(std::array::from_fn(|_| {
            std::array::from_fn(|_| any.clone())
        }));
        let mut counts = [0; 2 * CELLS];
        for (tile, affected) in all.affected.iter().enumerate() {
            for (k, affected) in affected.iter().enumerate() {
                let place = CELLS * affected.orientation + digit(tile);
                lookups[place][usize::from(counts[place])] = lookup(tile, k);
                counts[place] += 1;
            }
        }
        let mut kernel = Self {
            lookups,
            counts,
            moves: Box::new([KernelMove::default(); MOVES]),
            edges: [0; CELLS],
            table_cells: tables.moves.table_cells,
            goal: W::default(),
            manhattan: Box::new(tables.manhattan.clone()),
            board_moves: Box::new([Move::all(size).next().expect("a board has moves"); MOVES]),
            blank,
            sums: all.sums.len(),
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

    /// The offset of the digit of a board's cell in an orientation.
    fn offset(&self, orientation: usize, cell: usize) -> u8 {
        W::offset(self.table_cells[orientation][cell % CELLS])
    }

    /// A board in both orientations.
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

    /// The lookups of a [`Slot`]'s tile, near and far.
    #[inline(always)]
    fn lookups_of(&self, tile: u8) -> [&[TileLookup<W, S, Z>]; 2] {
        let near = usize::from(tile) % (2 * CELLS);
        [near, near ^ CELLS].map(|place| {
            // A single lookup needs no loop.
            let count = if A == 1 {
                1
            } else {
                usize::from(self.counts[place]).min(A)
            };
            &self.lookups[place][..count]
        })
    }

    /// The first frame of a descent, with its children prepared.
    pub(super) fn root(
        &self,
        space: &PrunedSpace,
        frame: &mut Frame<W, L, A, S>,
        root: &SubtreeRoot<PrunedSpace, AnyNode>,
        left: u32,
    ) {
        let (patterns, sums) = root.node.patterns_and_sums();
        let node = &mut frame.node;
        for (own, pattern) in node.patterns.iter_mut().zip(patterns) {
            *own = *pattern;
        }
        node.boards = self.boards(&root.state);
        node.slack = Slack::new(left, &sums[..self.sums]);
        node.state = root
            .path
            .last()
            .map_or(AutomatonState::ROOT, |last| last.state);
        node.blank = root.state.blank() as u8;
        self.prepare(space, frame);
    }

    /// True if the node of a frame is the goal.
    pub(super) fn is_goal(&self, frame: &Frame<W, L, A, S>) -> bool {
        frame.node.boards[0] == self.goal
    }

    /// The move that a path follows from one frame to the next.
    pub(super) fn step_between(&self, [frame, next]: [&Frame<W, L, A, S>; 2]) -> TrackedMove {
        let id = frame.slots[usize::from(frame.taken) % 4].id;
        TrackedMove {
            m: self.board_moves[usize::from(id) % MOVES],
            state: next.node.state,
        }
    }

    /// Computes and prefetches the entries of the children.
    #[inline(always)]
    pub(super) fn prepare(&self, space: &PrunedSpace, frame: &mut Frame<W, L, A, S>) {
        let node = &frame.node;
        let blank = usize::from(node.blank) % CELLS;
        let list = &space.directions[usize::from(node.state.legal() & self.edges[blank]) % 16];
        let mut filled = 0;
        for child in 0..list.count {
            let id = 4 * blank + usize::from(list.directions[usize::from(child) % 4]) % 4;
            let slot = &mut frame.slots[usize::from(filled) % 4];
            (slot.id, slot.child) = (id as u8, child);
            filled += u8::from(self.prepare_child(node, slot));
            if W::BITS > 4 {
                // The machine for these boards is larger than a processor's first cache.
                let automaton = space.automaton;
                automaton.prefetch(automaton.after(node.state, id as u8));
            }
        }
        (frame.filled, frame.children, frame.counted) = (filled, list.count, 0);
    }

    /// Fills a slot; false if the near lookups prune the child.
    #[inline(always)]
    fn prepare_child(&self, node: &Node<W, L, S>, slot: &mut Slot<A, S>) -> bool {
        let both = &self.moves[usize::from(slot.id) % MOVES];
        let orientation = usize::from(both.near_orientation) % 2;
        let digit = node.boards[0].digit(both.tile_offset) % CELLS;
        slot.tile = (CELLS * orientation + digit) as u8;
        let [near, far] = self.lookups_of(slot.tile);
        let mut slack = node.slack;
        for (k, lookup) in near.iter().enumerate() {
            // Without a diagonal the tile passes others in both orientations.
            let board = if A == 1 {
                None
            } else {
                Some(&node.boards[orientation])
            };
            let (mut pattern, entry) = self.moved(lookup, node, &both.near, board);
            if !Self::NEAR_FIRST {
                lookup.reader.prefetch(entry);
                slot.near_entries[k] = entry;
            } else if !self.read(lookup, &mut pattern, entry, slot.tile, slot.id, &mut slack) {
                return false;
            }
            slot.near[k] = pattern;
        }
        slot.slack = slack;
        let other = 1 - orientation;
        for (k, lookup) in far.iter().enumerate() {
            let (pattern, entry) = self.moved(lookup, node, &both.far, Some(&node.boards[other]));
            lookup.reader.prefetch(entry);
            (slot.far[k], slot.far_entries[k]) = (pattern, entry);
        }
        true
    }

    /// The state of a lookup's pattern after a move, and its entry; without a board the tile passes no other.
    #[inline(always)]
    fn moved(
        &self,
        lookup: &TileLookup<W, S, Z>,
        node: &Node<W, L, S>,
        packed: &PackedMove,
        board: Option<&W>,
    ) -> (PatternWord, u64) {
        let mut pattern = node.patterns[usize::from(lookup.lookup) % L].exchanged(packed.cells);
        if let Some(board) = board {
            let delta = packed.rank_delta(&lookup.rank_deltas, board, self.wide_moves);
            pattern = pattern.with_rank(delta);
        }
        (pattern, lookup.reader.index(pattern, packed.tile_from))
    }

    /// Reads an entry; false if one of the sums is then above the bound.
    #[inline(always)]
    fn read(
        &self,
        lookup: &TileLookup<W, S, Z>,
        pattern: &mut PatternWord,
        entry: u64,
        tile: u8,
        id: u8,
        slack: &mut Slack<S>,
    ) -> bool {
        let change = if Z {
            0
        } else {
            self.manhattan.change(
                (usize::from(tile) % CELLS) ^ self.blank,
                self.board_moves[usize::from(id) % MOVES],
            )
        };
        let drop = lookup.reader.read(entry, change, pattern);
        *slack = slack.minus(&lookup.sums, drop);
        !slack.is_above()
    }

    /// Reads the entries of the children, and keeps those within the bound.
    #[inline(always)]
    pub(super) fn settle(&self, frame: &mut Frame<W, L, A, S>) {
        let mut kept = 0;
        for number in 0..frame.filled {
            kept |= self.settle_child(&mut frame.slots[usize::from(number) % 4]) << number;
        }
        frame.kept = kept;
    }

    /// Reads the entries of a child: 1 if it is within the bound, otherwise 0.
    #[inline(always)]
    fn settle_child(&self, slot: &mut Slot<A, S>) -> u8 {
        let [near, far] = self.lookups_of(slot.tile);
        if !Self::NEAR_FIRST {
            for (k, lookup) in near.iter().enumerate() {
                let entry = slot.near_entries[k];
                self.read(
                    lookup,
                    &mut slot.near[k],
                    entry,
                    slot.tile,
                    slot.id,
                    &mut slot.slack,
                );
            }
        }
        for (k, lookup) in far.iter().enumerate() {
            let entry = slot.far_entries[k];
            let within = self.read(
                lookup,
                &mut slot.far[k],
                entry,
                slot.tile,
                slot.id,
                &mut slot.slack,
            );
            if Self::NEAR_FIRST && !within {
                return 0;
            }
        }
        u8::from(!slot.slack.is_above())
    }

    /// Makes the next child that was kept the node of the frame after.
    #[inline(always)]
    pub(super) fn step(
        &self,
        space: &PrunedSpace,
        frame: &mut Frame<W, L, A, S>,
        next: &mut Frame<W, L, A, S>,
    ) {
        let slot = &frame.slots[usize::from(frame.taken) % 4];
        let both = &self.moves[usize::from(slot.id) % MOVES];
        let (orientation, digit) = (
            usize::from(both.near_orientation) % 2,
            usize::from(slot.tile) % CELLS,
        );
        let [near, far] = self.lookups_of(slot.tile);
        let node = &mut next.node;
        // Field by field: a copy of the whole would be a call.
        node.patterns = frame.node.patterns;
        node.boards = frame.node.boards;
        for (k, lookup) in near.iter().enumerate() {
            node.patterns[usize::from(lookup.lookup) % L] = slot.near[k];
        }
        for (k, lookup) in far.iter().enumerate() {
            node.patterns[usize::from(lookup.lookup) % L] = slot.far[k];
        }
        for offset in both.near.offsets {
            node.boards[orientation].change(digit, offset);
        }
        for offset in both.far.offsets {
            node.boards[1 - orientation].change(digit, offset);
        }
        node.slack = slot.slack;
        node.state = space.automaton.after(frame.node.state, slot.id % 4);
        node.blank = both.blank_to;
    }
}
