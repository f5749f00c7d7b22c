//! The heuristic itself: the hot path of every search with tables.

use fifteen_pdb::{DamagedError, Header, Kind, Rows, Table, entries, rank};

use fifteen_puzzle::Size;

use super::PdbTables;
use super::view::View;
use crate::prefetch::prefetch;
use crate::space::Heuristic;
use crate::tiles::manhattan::Manhattan;
use crate::tiles::moves::Move;
use crate::tiles::space::{BLANK, TileSpace, TileState};

/// The sum of a partition's tables, and with a second view the larger of the sums for the board and the reflected
/// board (Korf & Felner 2002).
///
/// Compiled for up to `P` tables and exactly `V` views. A move changes one table's arrangement in each view: its
/// rank by a few additions, its map by two bits, its distance by one entry read.
#[derive(Debug, Clone)]
pub struct PdbHeuristic<'t, const P: usize, const V: usize> {
    size: Size,
    readers: [Reader<'t>; P],
    views: [&'t View; V],
    /// How many of the readers are tables of their own; the others only fill the array.
    tables: usize,
    /// Additive entries are relative to it.
    manhattan: &'t Manhattan,
}

/// One table, as the hot path needs it.
#[derive(Debug, Clone, Copy)]
struct Reader<'t> {
    header: &'t Header,
    payload: &'t [u8],
    rows: &'t Rows,
    /// Entries of one arrangement.
    stride: u32,
    /// 1 for the zero-aware kind, 4 or 8 for the additive.
    entry_bits: u32,
}

/// One table's arrangement in one view.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    rank: u32,
    map: u32,
    distance: u8,
    manhattan: u8,
}

/// What is known of a board in one view.
#[derive(Debug, Clone, Copy)]
struct ViewNode<const P: usize> {
    slots: [Slot; P],
    sum: u32,
}

/// What is known of a board.
#[derive(Debug, Clone, Copy)]
pub struct Node<const P: usize, const V: usize> {
    views: [ViewNode<P>; V],
    value: u32,
}

/// A child in one view, before its entry is read.
#[derive(Debug, Clone, Copy)]
pub struct Pending {
    index: u64,
    rank: u32,
    map: u32,
    table: u8,
}

impl<'t> Reader<'t> {
    fn new<D: AsRef<[u8]>>(table: &'t Table<D>, rows: &'t Rows) -> Self {
        let stride = if table.header().kind() == Kind::ZeroAware { rows.len() } else { rows.maps() };
        let header = table.header();
        Self { header, payload: table.payload(), rows, stride, entry_bits: header.entry_bits() }
    }

    /// The number of an entry.
    #[inline]
    fn index(&self, rank: u32, map: u32, blank: usize) -> u64 {
        let row = if self.entry_bits == 1 { self.rows.row(map, blank) } else { self.rows.map(map) };
        entries::index(rank, self.stride, row)
    }

    #[inline]
    fn prefetch(&self, index: u64) {
        prefetch(self.payload, (index * u64::from(self.entry_bits) / 8) as usize);
    }

    /// The distance of an entry, from that of its parent and its own Manhattan distance.
    #[inline]
    fn distance(&self, index: u64, parent: u8, manhattan: u8) -> u8 {
        if self.entry_bits == 1 {
            entries::step(parent.into(), entries::bit(self.payload, index)) as u8
        } else {
            // Only a damaged entry does not fit.
            (u32::from(manhattan) + entries::excess(self.payload, self.entry_bits, index)).min(u8::MAX.into()) as u8
        }
    }
}

impl<'t, const P: usize, const V: usize> PdbHeuristic<'t, P, V> {
    /// The heuristic of these tables; they are at least one and at most `P`, seen in at least `V` views.
    pub(in crate::tiles) fn new<D: AsRef<[u8]>>(tables: &'t PdbTables<D>) -> Self {
        let used = |p: usize| &tables.tables[p.min(tables.tables.len() - 1)];
        let reader = |p: usize| Reader::new(&used(p).0, &used(p).1);
        Self {
            size: tables.size,
            readers: std::array::from_fn(reader),
            views: std::array::from_fn(|v| &tables.views[v]),
            tables: tables.tables.len(),
            manhattan: &tables.manhattan,
        }
    }
}

impl<const P: usize, const V: usize> PdbHeuristic<'_, P, V> {
    /// A board in one view, every table looked up from scratch.
    fn root_view(&self, state: &TileState, view: &View) -> Result<ViewNode<P>, DamagedError> {
        let mut node = ViewNode { slots: [Slot::default(); P], sum: 0 };
        for (number, reader) in self.readers.iter().enumerate().take(self.tables) {
            let goals = reader.header.pattern().cells();
            let mut cells = vec![0; goals.len()];
            let mut manhattan = 0;
            for cell in (0..self.size.cells()).filter(|&c| state.tile(c) != usize::from(BLANK)) {
                let tile = state.tile(cell);
                if view.table(tile) == number {
                    let place = goals.binary_search(&(view.cell(tile) as u8)).unwrap_or(0);
                    cells[place] = view.cell(cell) as u8;
                    manhattan += self.size.manhattan(cell, tile);
                }
            }
            let blank = view.cell(state.blank());
            let distance = fifteen_pdb::distance(reader.header, reader.payload, reader.rows, &cells, blank)?;
            let mut order: Vec<u8> = (0..cells.len() as u8).collect();
            order.sort_unstable_by_key(|&t| cells[usize::from(t)]);
            node.slots[number] = Slot {
                rank: rank::rank(&order),
                map: cells.iter().fold(0, |map, &c| map | 1 << c),
                distance: distance as u8,
                manhattan: manhattan as u8,
            };
            node.sum += distance;
        }
        Ok(node)
    }
}

impl<const P: usize, const V: usize> Heuristic<TileSpace> for PdbHeuristic<'_, P, V> {
    type Node = Node<P, V>;
    type Pending = [Pending; V];
    type Error = DamagedError;

    fn root(&self, state: &TileState) -> Result<Node<P, V>, DamagedError> {
        let mut views = [ViewNode { slots: [Slot::default(); P], sum: 0 }; V];
        for (node, view) in views.iter_mut().zip(self.views) {
            *node = self.root_view(state, view)?;
        }
        Ok(Node { views, value: views.iter().map(|v| v.sum).max().unwrap_or(0) })
    }

    #[inline]
    fn value(&self, node: &Node<P, V>) -> u32 {
        node.value
    }

    #[inline]
    fn prepare(&self, state: &TileState, node: &Node<P, V>, m: Move) -> [Pending; V] {
        let tile = state.tile(m.to());
        std::array::from_fn(|v| {
            let view = self.views[v];
            let moved = view.of(m);
            let table = view.table(tile);
            let slot = &node.views[v].slots[table % P];
            let reader = &self.readers[table % P];
            let rank = slot.rank.wrapping_add_signed(view.gain(moved, tile, state.cells()));
            let map = slot.map ^ moved.cells;
            let index = reader.index(rank, map, moved.blank.into());
            reader.prefetch(index);
            Pending { index, rank, map, table: table as u8 }
        })
    }

    #[inline]
    fn child(
        &self,
        state: &TileState,
        node: &Node<P, V>,
        m: Move,
        pending: [Pending; V],
        limit: u32,
    ) -> Result<Node<P, V>, u32> {
        let change = self.manhattan.change(state.tile(m.to()), m);
        let mut slots = [Slot::default(); V];
        let mut sums = [0; V];
        for v in 0..V {
            let Pending { index, rank, map, table } = pending[v];
            let table = usize::from(table) % P;
            let old = &node.views[v].slots[table];
            let manhattan = old.manhattan.wrapping_add_signed(change);
            let distance = self.readers[table].distance(index, old.distance, manhattan);
            sums[v] = node.views[v].sum + u32::from(distance) - u32::from(old.distance);
            // Each view alone is a lower bound: the next one need not be read.
            if sums[v] > limit {
                return Err(sums[v]);
            }
            slots[v] = Slot { rank, map, distance, manhattan };
        }
        let mut child = *node;
        for v in 0..V {
            child.views[v].slots[usize::from(pending[v].table) % P] = slots[v];
            child.views[v].sum = sums[v];
        }
        child.value = sums.into_iter().max().unwrap_or(0);
        Ok(child)
    }
}
