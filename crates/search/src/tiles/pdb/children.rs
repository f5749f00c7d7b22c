//! The lookups of the children of the current node: the work that [`descent`](super::descent) does at every node.

use super::orientation::OrientedMoves;
use super::reader::{PatternState, TableReader};
use super::slack::{Lanes, Slack};
use super::{MAX_LOOKUPS, PdbTables};
use crate::tiles::cells::CELLS;
use crate::tiles::heuristics::Manhattan;
use crate::tiles::moves::Move;
use crate::tiles::space::TileState;

/// The tables, for depth-first searches of boards with one goal: see [`descent`](super::descent).
///
/// `A`: the largest number of lookups that a move changes in each orientation; `W`: words of a [`Slack`]; `Z`: the
/// tables are zero-aware.
pub(in crate::tiles) struct TableDescent<'t, const A: usize, const W: usize, const Z: bool> {
    /// By the orientation that is near, and by tile.
    affected: Box<[[NearFar<TileLookups<'t, A, W, Z>>; CELLS]; 2]>,
    moves: &'t OrientedMoves,
    manhattan: &'t Manhattan,
    /// Number of sums.
    pub(super) sums: usize,
}

/// The orientation in which a move is near, and the other one.
#[derive(Clone, Copy)]
struct NearFar<T> {
    near: T,
    far: T,
}

/// The lookups that a tile's moves change in one orientation.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct TileLookups<'t, const A: usize, const W: usize, const Z: bool> {
    lookups: [TileLookup<'t, W, Z>; A],
    count: usize,
}

impl<'t, const A: usize, const W: usize, const Z: bool> TileLookups<'t, A, W, Z> {
    /// The lookup with an index below `A`: for a single lookup the compiler leaves no loop.
    #[inline(always)]
    fn get(&self, k: usize) -> Option<&TileLookup<'t, W, Z>> {
        (k < self.count).then(|| &self.lookups[k])
    }
}

/// A lookup that the moves of a tile change.
#[derive(Clone, Copy)]
struct TileLookup<'t, const W: usize, const Z: bool> {
    reader: TableReader<'t, Z>,
    /// By tile: the change of the rank on passing it.
    rank_deltas: &'t [i32; CELLS],
    lanes: Lanes<W>,
    lookup: u8,
}

/// A child that the near lookups do not prune.
#[derive(Clone, Copy)]
pub(super) struct ChildSlot<'t, M, const A: usize, const W: usize, const Z: bool> {
    pub(super) m: M,
    /// Number of children since the last one that was kept, this one included.
    pub(super) tried: u8,
    lookups: &'t NearFar<TileLookups<'t, A, W, Z>>,
    patterns: NearFar<[PatternState; A]>,
    /// The entries of the far lookups.
    entries: [u64; A],
    /// The slack after the near lookups.
    pub(super) slack: Slack<W>,
}

/// The current node.
pub(super) struct CurrentNode {
    pub(super) state: TileState,
    pub(super) patterns: [PatternState; MAX_LOOKUPS],
}

impl<'t, const A: usize, const W: usize, const Z: bool> TableDescent<'t, A, W, Z> {
    /// The descent with tables whose lookups fit into `A` and `W`.
    pub(in crate::tiles) fn new(tables: &'t PdbTables) -> Self {
        let all = &tables.lookups;
        let lookup = |tile: usize, k: usize| {
            let affected = &all.affected[tile][k];
            let in_sum = |s: usize| all.sums.get(s).is_some_and(|sum| sum.contains(&affected.lookup));
            TileLookup {
                reader: TableReader::new(&tables.tables[all.lookups[affected.lookup].table]),
                rank_deltas: &affected.rank_deltas,
                lanes: Lanes::new(in_sum),
                lookup: affected.lookup as u8,
            }
        };
        // The goal's blank cell has no tile: any tile's lookups fill its slot, and all slots that are not used.
        let any = all.affected.iter().position(|affected| !affected.is_empty()).unwrap_or(0);
        let affected = |orientation: usize, tile: usize| {
            let mut affected = TileLookups { lookups: [lookup(any, 0); A], count: 0 };
            let own = all.affected.get(tile).into_iter().flatten().enumerate();
            for (k, _) in own.filter(|(_, affected)| affected.orientation == orientation) {
                affected.lookups[affected.count] = lookup(tile, k);
                affected.count += 1;
            }
            affected
        };
        let both = |near, tile| NearFar { near: affected(near, tile), far: affected(1 - near, tile) };
        let affected = Box::new(std::array::from_fn(|near| std::array::from_fn(|tile| both(near, tile))));
        Self { affected, moves: &tables.moves, manhattan: &tables.manhattan, sums: all.sums.len() }
    }

    /// The lookups that a move of a tile changes if it is near in an orientation.
    #[inline(always)]
    fn affected(&self, near: u8, tile: u8) -> &NearFar<TileLookups<'t, A, W, Z>> {
        &self.affected[usize::from(near) % 2][usize::from(tile) % CELLS]
    }

    /// The change of the Manhattan distance of the tile by a move; 0 for zero-aware tables, which do not need it.
    #[inline(always)]
    fn change(&self, tile: u8, m: Move) -> i8 {
        if Z { 0 } else { self.manhattan.change(tile.into(), m) }
    }

    /// Reads the near lookups of a child, and prefetches the entries of the far ones; false if the child is pruned.
    #[inline(always)]
    pub(super) fn prepare<'s, M: Copy + Into<Move>>(
        &'s self,
        slot: &mut ChildSlot<'s, M, A, W, Z>,
        node: &CurrentNode,
        slack: Slack<W>,
    ) -> bool {
        let m: Move = slot.m.into();
        let moves = self.moves.of(m);
        let tile = node.state.tile(m.to()) as u8;
        let near = moves[0].near;
        let moved = &moves[usize::from(near) % 2];
        let mut slack = slack;
        let lookups = self.affected(near, tile);
        slot.lookups = lookups;
        for k in 0..A {
            let Some(lookup) = lookups.near.get(k) else { break };
            let mut pattern = node.patterns[usize::from(lookup.lookup) % MAX_LOOKUPS];
            // The reflection is about no diagonal: the tile passes others in both orientations.
            if moved.passes() {
                pattern.add_rank(moved.rank_delta(lookup.rank_deltas, node.state.cells()));
            }
            pattern.exchange_cells(moved.cells);
            let entry = lookup.reader.index(&pattern, moved.blank);
            let drop = lookup.reader.read(entry, self.change(tile, m), &mut pattern);
            match slack.after(&lookup.lanes, drop) {
                Some(after) => slack = after,
                None => return false,
            }
            slot.patterns.near[k] = pattern;
        }
        slot.slack = slack;
        let moved = &moves[usize::from(1 - near) % 2];
        for k in 0..A {
            let Some(lookup) = lookups.far.get(k) else { break };
            let mut pattern = node.patterns[usize::from(lookup.lookup) % MAX_LOOKUPS];
            pattern.add_rank(moved.rank_delta(lookup.rank_deltas, node.state.cells()));
            pattern.exchange_cells(moved.cells);
            let entry = lookup.reader.index(&pattern, moved.blank);
            lookup.reader.prefetch(entry);
            slot.patterns.far[k] = pattern;
            slot.entries[k] = entry;
        }
        true
    }

    /// Reads the far lookups of a child; its slack, or `None` if it is pruned.
    #[inline(always)]
    pub(super) fn settle<M: Copy + Into<Move>>(
        &self,
        slot: &mut ChildSlot<'_, M, A, W, Z>,
        state: &TileState,
    ) -> Option<Slack<W>> {
        let mut slack = slot.slack;
        for k in 0..A {
            let Some(lookup) = slot.lookups.far.get(k) else { break };
            let m: Move = slot.m.into();
            let change = self.change(state.tile(m.to()) as u8, m);
            let drop = lookup.reader.read(slot.entries[k], change, &mut slot.patterns.far[k]);
            slack = slack.after(&lookup.lanes, drop)?;
        }
        Some(slack)
    }

    /// Exchanges the pattern states of a child for those of the current node: makes its move, or takes it back.
    #[inline(always)]
    pub(super) fn swap<M>(&self, slot: &mut ChildSlot<'_, M, A, W, Z>, patterns: &mut [PatternState; MAX_LOOKUPS]) {
        let NearFar { near, far } = &mut slot.patterns;
        for (lookups, own) in [(&slot.lookups.near, near), (&slot.lookups.far, far)] {
            for (k, own) in own.iter_mut().enumerate() {
                let Some(lookup) = lookups.get(k) else { break };
                own.swap(&mut patterns[usize::from(lookup.lookup) % MAX_LOOKUPS]);
            }
        }
    }
}

impl<'t, M: Copy, const A: usize, const W: usize, const Z: bool> ChildSlot<'t, M, A, W, Z> {
    /// A slot without a child; any move fills it.
    pub(super) fn new(m: M, tables: &'t TableDescent<'t, A, W, Z>) -> Self {
        let states = [PatternState::default(); A];
        let patterns = NearFar { near: states, far: states };
        let (lookups, slack) = (tables.affected(0, 0), Slack::new(0, &[]));
        Self { m, tried: 0, lookups, patterns, entries: [0; A], slack }
    }
}
