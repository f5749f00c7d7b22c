//! The heuristic that makes one child after the other: for every algorithm but IDA*, and the slow twin of
//! [`descent`](super::descent).

use fifteen_pdb::DamagedError;

use super::descent::PatternNode;
use super::lookups::{AffectedLookup, Lookup};
use super::reader::{PatternState, TableReader};
use super::{MAX_SUMS, PdbTables};
use crate::space::Heuristic;
use crate::tiles::moves::Move;
use crate::tiles::space::{TileSpace, TileState};

/// The largest sum of the tables of several partitions, the reflected board's sums among them (Korf & Felner 2002;
/// Holte et al. 2006).
///
/// Compiled for up to `L` lookups, and for the kind of the tables: zero-aware if `Z`. A move changes one lookup of each
/// sum: its rank by a few additions, its map by two bits, its distance by reading one entry.
#[derive(Debug, Clone)]
pub struct PdbHeuristic<'t, const L: usize, const Z: bool> {
    tables: &'t PdbTables,
    /// By lookup.
    readers: Vec<TableReader<'t, Z>>,
}

/// A board: the state of each lookup's pattern, and the sums.
#[derive(Debug, Clone, Copy)]
pub struct PdbNode<const L: usize> {
    states: [PatternState; L],
    sums: [i16; MAX_SUMS],
}

impl<const L: usize> PatternNode for PdbNode<L> {
    fn states(&self) -> &[PatternState] {
        &self.states
    }

    fn sums(&self) -> &[i16] {
        &self.sums
    }
}

impl<'t, const L: usize, const Z: bool> PdbHeuristic<'t, L, Z> {
    /// The heuristic of tables with at most `L` lookups.
    pub(in crate::tiles) fn new(tables: &'t PdbTables) -> Self {
        let reader = |lookup: &Lookup| TableReader::new(&tables.tables[lookup.table]);
        Self { tables, readers: tables.lookups.lookups.iter().map(reader).collect() }
    }

    /// The sums of a node.
    fn sums<'n>(&self, node: &'n PdbNode<L>) -> &'n [i16] {
        &node.sums[..self.tables.lookups.sums.len()]
    }

    /// The state of an affected lookup's pattern after a move, but for its distance, and the blank's cell in the
    /// tables.
    #[inline(always)]
    fn moved(&self, state: &TileState, node: &PdbNode<L>, m: Move, affected: &AffectedLookup) -> (PatternState, u8) {
        let moved = &self.tables.moves.of(m)[affected.orientation];
        let mut pattern = node.states[affected.lookup];
        pattern.add_rank(moved.rank_delta(&affected.rank_deltas, state.cells()));
        pattern.exchange_cells(moved.cells);
        (pattern, moved.blank)
    }

    /// Reads the lookups that a move changes, hands each with its new state to `keep`, and updates the sums.
    #[inline(always)]
    fn read_affected(
        &self,
        state: &TileState,
        node: &PdbNode<L>,
        m: Move,
        sums: &mut [i16; MAX_SUMS],
        mut keep: impl FnMut(usize, PatternState),
    ) {
        let tile = state.tile(m.to());
        let change = if Z { 0 } else { self.tables.manhattan.change(tile, m) };
        for affected in &self.tables.lookups.affected[tile] {
            let (mut pattern, blank) = self.moved(state, node, m, affected);
            let reader = &self.readers[affected.lookup];
            reader.read(reader.index(&pattern, blank), change, &mut pattern);
            for &sum in &affected.sums {
                sums[sum] += pattern.distance() - node.states[affected.lookup].distance();
            }
            keep(affected.lookup, pattern);
        }
    }
}

fn largest(sums: &[i16]) -> u32 {
    sums.iter().copied().fold(0, i16::max) as u32
}

/// All sums say something about the distance; the largest is the most reliable.
fn estimate(sums: &[i16], largest: u32) -> u32 {
    sums.iter().map(|&sum| sum as u32).sum::<u32>() + sums.len() as u32 * largest
}

impl<const L: usize, const Z: bool> Heuristic<TileSpace> for PdbHeuristic<'_, L, Z> {
    type Node = PdbNode<L>;
    type Pending = ();
    type Error = DamagedError;

    fn root(&self, state: &TileState) -> Result<PdbNode<L>, DamagedError> {
        let mut node = PdbNode { states: [PatternState::default(); L], sums: [0; MAX_SUMS] };
        self.tables.root_states(state, &mut node.states)?;
        for (sum, lookups) in node.sums.iter_mut().zip(&self.tables.lookups.sums) {
            *sum = lookups.iter().map(|&lookup| node.states[lookup].distance()).sum();
        }
        Ok(node)
    }

    fn value(&self, node: &PdbNode<L>) -> u32 {
        largest(self.sums(node))
    }

    fn estimate(&self, node: &PdbNode<L>) -> u32 {
        estimate(self.sums(node), self.value(node))
    }

    fn prefetch(&self, state: &TileState, node: &PdbNode<L>, m: Move) {
        for affected in &self.tables.lookups.affected[state.tile(m.to())] {
            let (pattern, blank) = self.moved(state, node, m, affected);
            let reader = &self.readers[affected.lookup];
            reader.prefetch(reader.index(&pattern, blank));
        }
    }

    fn child_estimate(&self, state: &TileState, node: &PdbNode<L>, m: Move, limit: u32) -> Result<(u32, u32), u32> {
        let mut sums = node.sums;
        self.read_affected(state, node, m, &mut sums, |_, _| ());
        let sums = &sums[..self.tables.lookups.sums.len()];
        let value = largest(sums);
        if value > limit { Err(value) } else { Ok((value, estimate(sums, value))) }
    }

    fn prepare(&self, _: &TileState, _: &PdbNode<L>, _: Move, _: u32) {}

    fn child(&self, state: &TileState, node: &PdbNode<L>, m: Move, (): (), limit: u32) -> Result<PdbNode<L>, u32> {
        let mut child = *node;
        self.read_affected(state, node, m, &mut child.sums, |lookup, pattern| child.states[lookup] = pattern);
        let value = self.value(&child);
        if value > limit { Err(value) } else { Ok(child) }
    }
}
