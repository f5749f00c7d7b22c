//! The heuristic itself: the hot path of every search with tables.

use fifteen_pdb::{DamagedError, Header, Kind, Rows, Table, entries, rank};
use fifteen_puzzle::Size;

use super::PdbTables;
use super::frame::Frame;
use super::looks::{Look, Touch};
use crate::prefetch::prefetch;
use crate::space::Heuristic;
use crate::tiles::manhattan::Manhattan;
use crate::tiles::moves::Move;
use crate::tiles::space::{BLANK, CELLS, TileSpace, TileState};

/// The largest sum of the tables of several partitions, the reflected board's sums among them (Korf & Felner 2002;
/// Holte et al. 2006).
///
/// Compiled for up to `L` look-ups and `S` sums. A move changes one look-up of each sum: its rank by a few additions,
/// its map by two bits, its distance by one entry read.
///
/// With one or two sums, all entries are asked for as soon as the parent is expanded. With more, only those that may
/// prune the child are; the others are read if it is kept.
#[derive(Debug, Clone)]
pub struct PdbHeuristic<'t, const L: usize, const S: usize> {
    size: Size,
    looks: &'t [Look],
    /// By look; those beyond `looks` only fill the array.
    readers: [Reader<'t>; L],
    frames: [&'t Frame; 2],
    touches: [&'t [Touch]; CELLS],
    /// By look: all ones for each sum that it is part of.
    lanes: [[i16; S]; L],
    /// Additive entries are relative to it.
    manhattan: &'t Manhattan,
    /// No move raises a sum by more.
    step: u32,
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

/// One look-up's arrangement.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    rank: u32,
    map: u32,
    distance: u8,
    manhattan: u8,
}

/// What is known of a board.
#[derive(Debug, Clone, Copy)]
pub struct Node<const L: usize, const S: usize> {
    slots: [Slot; L],
    sums: [i16; S],
}

/// A look-up of a child, before its entry is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pending {
    index: u64,
    rank: u32,
    map: u32,
}

impl Pending {
    /// Whether it was filled in: a map is never empty.
    #[inline]
    fn ready(&self) -> bool {
        self.map != 0
    }
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

impl<'t, const L: usize, const S: usize> PdbHeuristic<'t, L, S> {
    /// The heuristic of tables with at most `L` look-ups and `S` sums.
    pub(in crate::tiles) fn new<D: AsRef<[u8]>>(tables: &'t PdbTables<D>) -> Self {
        let all = &tables.looks;
        let reader = |look: usize| {
            let (table, rows) = &tables.tables[all.looks[look.min(all.looks.len() - 1)].table];
            Reader::new(table, rows)
        };
        let lane =
            |look: usize| std::array::from_fn(|s| -i16::from(all.sums.get(s).is_some_and(|l| l.contains(&look))));
        let zero_aware = tables.tables().all(|t| t.header().kind() == Kind::ZeroAware);
        Self {
            size: tables.size,
            looks: &all.looks,
            readers: std::array::from_fn(reader),
            frames: [&tables.frames[0], tables.frames.last().unwrap_or(&tables.frames[0])],
            touches: std::array::from_fn(|tile| all.touches.get(tile).map_or(&[][..], Vec::as_slice)),
            lanes: std::array::from_fn(lane),
            manhattan: &tables.manhattan,
            step: if zero_aware { 1 } else { u8::MAX.into() },
        }
    }

    /// A look-up of a child, its entry not read yet.
    #[inline]
    fn look_up(&self, touch: &Touch, state: &TileState, node: &Node<L, S>, m: Move) -> Pending {
        let frame = self.frames[touch.frame % 2];
        let moved = frame.of(m);
        let old = &node.slots[touch.look % L];
        let rank = old.rank.wrapping_add_signed(frame.gain(moved, &touch.gains, state.cells()));
        let map = old.map ^ moved.cells;
        Pending { index: self.readers[touch.look % L].index(rank, map, moved.blank.into()), rank, map }
    }

    /// Whether a child whose parent is that node may be above the limit in one of the sums of a look.
    #[inline]
    fn may_prune(&self, touch: &Touch, node: &Node<L, S>, limit: u32) -> bool {
        S <= 2 || {
            let lanes = &self.lanes[touch.look % L];
            let near = limit.saturating_sub(self.step).min(i16::MAX as u32) as i16;
            (0..S).any(|s| node.sums[s] & lanes[s] > near)
        }
    }

    /// Reads an entry: the child's slot, and what it adds to the sums of its look.
    #[inline]
    fn read(&self, look: usize, pending: Pending, change: i8, node: &Node<L, S>) -> (Slot, i16) {
        let old = &node.slots[look];
        let manhattan = old.manhattan.wrapping_add_signed(change);
        let distance = self.readers[look].distance(pending.index, old.distance, manhattan);
        let gain = i16::from(distance) - i16::from(old.distance);
        (Slot { rank: pending.rank, map: pending.map, distance, manhattan }, gain)
    }

    /// The largest of the sums of a look after it gained so much.
    #[inline]
    fn most(&self, look: usize, gain: i16, node: &Node<L, S>) -> u32 {
        let lanes = &self.lanes[look];
        (0..S).fold(0, |most, s| most.max((node.sums[s] + gain) & lanes[s])) as u32
    }

    /// Puts a slot into the child.
    #[inline]
    fn put(&self, look: usize, slot: Slot, gain: i16, child: &mut Node<L, S>) {
        child.slots[look] = slot;
        for (sum, lane) in child.sums.iter_mut().zip(self.lanes[look]) {
            *sum += gain & lane;
        }
    }

    /// A board in one look-up, from scratch.
    fn root_slot(&self, state: &TileState, look: usize) -> Result<Slot, DamagedError> {
        let (reader, frame) = (&self.readers[look], self.frames[self.looks[look].frame % 2]);
        let goals = reader.header.pattern().cells();
        let mut cells = vec![0; goals.len()];
        let mut manhattan = 0;
        for cell in (0..self.size.cells()).filter(|&c| state.tile(c) != usize::from(BLANK)) {
            let tile = state.tile(cell);
            if let Ok(place) = goals.binary_search(&(frame.cell(tile) as u8)) {
                cells[place] = frame.cell(cell) as u8;
                manhattan += self.size.manhattan(cell, tile);
            }
        }
        let blank = frame.cell(state.blank());
        let distance = fifteen_pdb::distance(reader.header, reader.payload, reader.rows, &cells, blank)?;
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&t| cells[usize::from(t)]);
        Ok(Slot {
            rank: rank::rank(&order),
            map: cells.iter().fold(0, |map, &c| map | 1 << c),
            distance: distance as u8,
            manhattan: manhattan as u8,
        })
    }
}

impl<const L: usize, const S: usize> Heuristic<TileSpace> for PdbHeuristic<'_, L, S> {
    type Node = Node<L, S>;
    type Pending = [Pending; S];
    type Error = DamagedError;

    fn root(&self, state: &TileState) -> Result<Node<L, S>, DamagedError> {
        let mut node = Node { slots: [Slot::default(); L], sums: [0; S] };
        for look in 0..self.looks.len() {
            let slot = self.root_slot(state, look)?;
            node.slots[look] = slot;
            for (sum, lane) in node.sums.iter_mut().zip(self.lanes[look]) {
                *sum += i16::from(slot.distance) & lane;
            }
        }
        Ok(node)
    }

    #[inline]
    fn value(&self, node: &Node<L, S>) -> u32 {
        node.sums.iter().copied().fold(0, i16::max) as u32
    }

    #[inline]
    fn prepare(&self, state: &TileState, node: &Node<L, S>, m: Move, limit: u32) -> [Pending; S] {
        let mut pending = [Pending::default(); S];
        for (touch, place) in self.touches[state.tile(m.to())].iter().zip(&mut pending) {
            if self.may_prune(touch, node, limit) {
                *place = self.look_up(touch, state, node, m);
                self.readers[touch.look % L].prefetch(place.index);
            }
        }
        pending
    }

    #[inline]
    fn child(
        &self,
        state: &TileState,
        node: &Node<L, S>,
        m: Move,
        pending: [Pending; S],
        limit: u32,
    ) -> Result<Node<L, S>, u32> {
        let tile = state.tile(m.to());
        let change = self.manhattan.change(tile, m);
        let touches = self.touches[tile];
        // Each sum alone is a lower bound, and a move changes each of them once: once one is above the limit, no other
        // need be read.
        if S > 2 {
            for (touch, pending) in touches.iter().zip(pending).filter(|(_, pending)| pending.ready()) {
                let look = touch.look % L;
                let (_, gain) = self.read(look, pending, change, node);
                let most = self.most(look, gain, node);
                if most > limit {
                    return Err(most);
                }
            }
        }
        let mut child = *node;
        for (touch, mut pending) in touches.iter().zip(pending) {
            let look = touch.look % L;
            if S > 2 && !pending.ready() {
                pending = self.look_up(touch, state, node, m);
            }
            let (slot, gain) = self.read(look, pending, change, node);
            let most = self.most(look, gain, node);
            if most > limit {
                return Err(most);
            }
            self.put(look, slot, gain, &mut child);
        }
        Ok(child)
    }
}
