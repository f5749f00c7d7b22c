//! [`PdbHeuristic`]: pattern databases as an ordinary heuristic, which evaluates one child at a
//! time.
//!
//! A* and most other algorithms use this heuristic for every node. IDA* uses it only for the start
//! board and for the nodes above the subtrees into which an iteration is split. Inside the
//! subtrees, [`Kernel`](super::Kernel) computes the same values much faster. Tests compare the two
//! implementations.

use std::sync::Arc;

use fifteen_pdb::DamagedError;
use fifteen_pdb::index::ZeroClasses;

use super::lookups::AffectedLookup;
use super::reader::{PatternWord, TableReader};
use crate::Heuristic;
use crate::tiles::heuristics::Guide;
use crate::tiles::{MAX_SUMS, Move, PdbTables, TileSpace, TileState};

/// Pattern databases as a heuristic: the largest sum of distances, over several partitions and the
/// reflected board (Korf & Felner 2002; Holte et al. 2006).
///
/// `L` is the maximum number of table entries that are read for a board. A move changes only the
/// entries of patterns that contain the moving tile.
#[derive(Debug, Clone)]
pub(crate) struct PdbHeuristic<const L: usize> {
    tables: Arc<PdbTables>,
    readers: LookupReaders,
}

type LookupReader<const Z: bool> = TableReader<Arc<ZeroClasses>, Z>;

/// One reader for each lookup. The tables are either all zero-aware or all additive. A zero-aware
/// table takes the position of the blank into account, and an additive table does not.
#[derive(Debug, Clone)]
enum LookupReaders {
    ZeroAware(Vec<LookupReader<true>>),
    Additive(Vec<LookupReader<false>>),
}

/// The heuristic's data for a board: the cells, the order and the distance of each pattern's tiles,
/// and the sums of the distances. Both arrays can end with unused items.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PdbNode<const L: usize> {
    states: [PatternWord; L],
    sums: [i16; MAX_SUMS],
}

#[cfg(test)]
impl<const L: usize> PdbNode<L> {
    /// Returns a node as damaged tables could produce it: all sums are 0, but the board is not the
    /// goal.
    pub(super) fn with_sums_of_zero(self) -> Self {
        Self {
            sums: [0; MAX_SUMS],
            ..self
        }
    }
}

impl<const L: usize> PdbNode<L> {
    /// Returns a [`PatternWord`] for each table lookup, and the sums of distances. A `PatternWord`
    /// holds the cells, the order and the distance of a pattern's tiles. Both slices have a fixed
    /// length, so items at their ends can be unused.
    pub(in crate::tiles) fn patterns_and_sums(&self) -> (&[PatternWord], &[i16]) {
        (&self.states, &self.sums)
    }
}

fn readers<const Z: bool>(tables: &PdbTables) -> Vec<LookupReader<Z>> {
    tables
        .plan
        .lookups
        .iter()
        .map(|lookup| TableReader::new(&tables.tables[lookup.table]))
        .collect()
}

impl<const L: usize> PdbHeuristic<L> {
    /// Creates a heuristic that reads at most `L` table entries for each board.
    pub(in crate::tiles) fn new(tables: Arc<PdbTables>) -> Self {
        let readers = if tables.is_zero_aware() {
            LookupReaders::ZeroAware(readers(&tables))
        } else {
            LookupReaders::Additive(readers(&tables))
        };
        Self { tables, readers }
    }

    /// Returns the tables that the heuristic reads.
    pub(in crate::tiles) fn tables(&self) -> &Arc<PdbTables> {
        &self.tables
    }

    /// Returns the sums of a node, excluding unused items.
    fn sums<'n>(&self, node: &'n PdbNode<L>) -> &'n [i16] {
        &node.sums[..self.tables.plan.sums.len()]
    }

    /// Returns a pattern after a move, and the cell that the blank enters, numbered as in the
    /// table. The pattern still contains the distance from before the move.
    #[inline(always)]
    fn moved(
        &self,
        state: &TileState,
        node: &PdbNode<L>,
        m: Move,
        affected: &AffectedLookup,
    ) -> (PatternWord, u8) {
        let moved = &self.tables.moves.of(m)[affected.orientation];
        let delta = moved.rank_delta(&affected.rank_deltas, state.cells());
        (
            node.states[affected.lookup]
                .with_rank(delta)
                .exchanged(moved.cells),
            moved.tile_from,
        )
    }

    /// Looks up the new distance of each pattern that contains the moving tile, and updates the
    /// sums of distances. Other patterns keep their distances. If `states` is not `None`, stores
    /// each pattern's new cells, order and distance there, at the index of the lookup.
    #[inline(always)]
    fn read_affected(
        &self,
        state: &TileState,
        node: &PdbNode<L>,
        m: Move,
        sums: &mut [i16; MAX_SUMS],
        states: Option<&mut [PatternWord; L]>,
    ) {
        match &self.readers {
            LookupReaders::ZeroAware(readers) => {
                self.read_with(readers, state, node, m, sums, states)
            }
            LookupReaders::Additive(readers) => {
                self.read_with(readers, state, node, m, sums, states)
            }
        }
    }

    #[inline(always)]
    fn read_with<const Z: bool>(
        &self,
        readers: &[LookupReader<Z>],
        state: &TileState,
        node: &PdbNode<L>,
        m: Move,
        sums: &mut [i16; MAX_SUMS],
        mut states: Option<&mut [PatternWord; L]>,
    ) {
        let tile = state.tile(m.to());
        let change = if Z {
            0
        } else {
            self.tables.manhattan.change(tile, m)
        };
        for affected in &self.tables.plan.affected[tile] {
            let (mut pattern, blank) = self.moved(state, node, m, affected);
            let reader = &readers[affected.lookup];
            let drop = reader.read(reader.index(pattern, blank), change, &mut pattern);
            // `drop` is in units of slack. The slack of a sum is (left - sum) / 2, and a move
            // lowers `left` by 1. The sum therefore changes by 1 if `drop` is 1, and by -1 if it
            // is 0.
            let change_of_sum = 2 * drop as i16 - 1;
            for &sum in &affected.sums {
                sums[sum] += change_of_sum;
            }
            if let Some(states) = &mut states {
                states[affected.lookup] = pattern;
            }
        }
    }

    fn prefetch_with<const Z: bool>(
        &self,
        readers: &[LookupReader<Z>],
        state: &TileState,
        node: &PdbNode<L>,
        m: Move,
    ) {
        for affected in &self.tables.plan.affected[state.tile(m.to())] {
            let (pattern, blank) = self.moved(state, node, m, affected);
            let reader = &readers[affected.lookup];
            reader.prefetch(reader.index(pattern, blank));
        }
    }
}

fn largest(sums: &[i16]) -> u32 {
    sums.iter().copied().fold(0, i16::max) as u32
}

impl<const L: usize> Heuristic<TileSpace> for PdbHeuristic<L> {
    type Node = PdbNode<L>;
    type Error = DamagedError;

    fn root(&self, state: &TileState) -> Result<PdbNode<L>, DamagedError> {
        let mut node = PdbNode {
            states: [PatternWord::default(); L],
            sums: [0; MAX_SUMS],
        };
        let distances = self.tables.root_states(state, &mut node.states)?;
        for (sum, lookups) in node.sums.iter_mut().zip(&self.tables.plan.sums) {
            *sum = lookups.iter().map(|&lookup| distances[lookup] as i16).sum();
        }
        Ok(node)
    }

    fn value(&self, node: &PdbNode<L>) -> u32 {
        largest(self.sums(node))
    }

    fn child(
        &self,
        state: &TileState,
        node: &PdbNode<L>,
        m: Move,
        limit: u32,
    ) -> Result<PdbNode<L>, u32> {
        let mut child = *node;
        self.read_affected(state, node, m, &mut child.sums, Some(&mut child.states));
        let value = self.value(&child);
        if value > limit { Err(value) } else { Ok(child) }
    }
}

impl<const L: usize> Guide for PdbHeuristic<L> {
    fn sums(&self) -> u32 {
        self.tables.plan.sums.len() as u32
    }

    fn prefetch(&self, state: &TileState, node: &PdbNode<L>, m: Move) {
        match &self.readers {
            LookupReaders::ZeroAware(readers) => self.prefetch_with(readers, state, node, m),
            LookupReaders::Additive(readers) => self.prefetch_with(readers, state, node, m),
        }
    }

    fn child_sums(
        &self,
        state: &TileState,
        node: &PdbNode<L>,
        m: Move,
        limit: u32,
    ) -> Result<(u32, u32), u32> {
        let mut sums = node.sums;
        self.read_affected(state, node, m, &mut sums, None);
        let sums = &sums[..self.tables.plan.sums.len()];
        let value = largest(sums);
        // Damaged tables can make a sum negative.
        let total = sums.iter().map(|&sum| sum.max(0) as u32).sum();
        if value > limit {
            Err(value)
        } else {
            Ok((value, total))
        }
    }
}
