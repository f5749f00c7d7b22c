//! The heuristic itself: the hot path of every search with tables.

use fifteen_pdb::{DamagedError, Header, Kind, Rows, Table, entries, rank};
use fifteen_puzzle::Size;

use super::PdbTables;
use super::frame::{Frame, FrameMove, FrameMoves};
use super::looks::{self, Look};
use crate::prefetch::prefetch;
use crate::space::Heuristic;
use crate::tiles::manhattan::Manhattan;
use crate::tiles::moves::Move;
use crate::tiles::space::{BLANK, CELLS, TileSpace, TileState};

/// The largest sum of the tables of several partitions, the reflected board's sums among them (Korf & Felner 2002;
/// Holte et al. 2006).
///
/// Compiled for up to `L` look-ups and up to `S` sums, exactly `S` if that is 1 or 2. A move changes one look-up of each
/// sum: its rank by a few additions, its map by two bits, its distance by one entry read.
///
/// With one or two sums, all entries are asked for as soon as the parent is expanded. With more, only those that may
/// prune the child are; the others are read if it is kept.
#[derive(Debug, Clone)]
pub struct PdbHeuristic<'t, const L: usize, const S: usize, const Z: bool> {
    size: Size,
    looks: Vec<(Reader<'t>, Look)>,
    frames: &'t [Frame],
    moves: &'t FrameMoves,
    /// By sum: its look-ups.
    sums: &'t [Vec<usize>],
    /// By tile: the look-ups that its moves change.
    touches: [Touches<'t, S>; CELLS],
    /// Additive entries are relative to it.
    manhattan: &'t Manhattan,
}

/// The look-ups that a tile's moves change: exactly `S` of them if that is 1 or 2, else up to `S`, and the others only
/// fill the array.
#[derive(Debug, Clone)]
struct Touches<'t, const S: usize> {
    touches: [Touch<'t, S>; S],
    count: usize,
}

impl<'t, const S: usize> Touches<'t, S> {
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (usize, &Touch<'t, S>)> {
        let count = if S <= 2 { S } else { self.count };
        self.touches.iter().enumerate().take(count)
    }
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

/// A tile's part in a look-up.
#[derive(Debug, Clone, Copy)]
struct Touch<'t, const S: usize> {
    reader: Reader<'t>,
    look: usize,
    frame: usize,
    /// All ones for each sum that the look-up is part of.
    lanes: [i16; S],
    /// By tile: what passing it adds to the rank.
    gains: &'t [i32; CELLS],
}

/// What is known of a board: the arrangement of each look-up, and the sums.
#[derive(Debug, Clone, Copy)]
pub struct Node<const L: usize, const S: usize> {
    ranks: [u32; L],
    maps: [u32; L],
    distances: [u8; L],
    /// The Manhattan distances of each look-up's tiles; 0 for zero-aware tables.
    manhattans: [u8; L],
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
    #[inline(always)]
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
    #[inline(always)]
    fn index<const Z: bool>(&self, rank: u32, map: u32, blank: usize) -> u64 {
        let row = if Z { self.rows.row(map, blank) } else { self.rows.map(map) };
        entries::index(rank, self.stride, row)
    }

    #[inline(always)]
    fn prefetch<const Z: bool>(&self, index: u64) {
        let bits = if Z { 1 } else { u64::from(self.entry_bits) };
        prefetch(self.payload, (index * bits / 8) as usize);
    }

    /// The distance of an entry, from that of its parent and its own Manhattan distance.
    #[inline(always)]
    fn distance<const Z: bool>(&self, index: u64, parent: u8, manhattan: u8) -> u8 {
        if Z {
            entries::step(parent.into(), entries::bit(self.payload, index)) as u8
        } else {
            // Only a damaged entry does not fit.
            (u32::from(manhattan) + entries::excess(self.payload, self.entry_bits, index)).min(u8::MAX.into()) as u8
        }
    }
}

impl<'t, const L: usize, const S: usize, const Z: bool> PdbHeuristic<'t, L, S, Z> {
    /// The heuristic of tables with at most `L` look-ups and `S` sums.
    pub(in crate::tiles) fn new<D: AsRef<[u8]>>(tables: &'t PdbTables<D>) -> Self {
        let all = &tables.looks;
        let reader = |look: &Look| {
            let (table, rows) = &tables.tables[look.table];
            Reader::new(table, rows)
        };
        let touch = |touch: &'t looks::Touch| Touch {
            reader: reader(&all.looks[touch.look]),
            look: touch.look,
            frame: touch.frame,
            lanes: std::array::from_fn(|s| -i16::from(all.sums.get(s).is_some_and(|l| l.contains(&touch.look)))),
            gains: &touch.gains,
        };
        // The goal's blank cell has no tile; any tile's look-ups fill its place.
        let any = all.touches.iter().find(|touches| !touches.is_empty()).map_or(&[][..], Vec::as_slice);
        let touches = |tile: usize| {
            let own = all.touches.get(tile).filter(|own| !own.is_empty()).map_or(any, Vec::as_slice);
            Touches { touches: std::array::from_fn(|k| touch(&own[k.min(own.len() - 1)])), count: own.len() }
        };
        Self {
            size: tables.size,
            looks: all.looks.iter().map(|look| (reader(look), *look)).collect(),
            frames: &tables.frames,
            moves: &tables.moves,
            sums: &all.sums,
            touches: std::array::from_fn(touches),
            manhattan: &tables.manhattan,
        }
    }

    /// The look-ups that a move changes.
    #[inline(always)]
    fn touched(&self, state: &TileState, m: Move) -> &Touches<'t, S> {
        &self.touches[state.tile(m.to()) % CELLS]
    }

    /// A look-up of a child, its entry not read yet.
    #[inline(always)]
    fn look_up(&self, touch: &Touch<S>, moves: &[FrameMove; 2], state: &TileState, node: &Node<L, S>) -> Pending {
        let moved = &moves[touch.frame % 2];
        let look = touch.look % L;
        let rank = node.ranks[look].wrapping_add_signed(moved.gain(touch.gains, state.cells()));
        let map = node.maps[look] ^ moved.cells;
        Pending { index: touch.reader.index::<Z>(rank, map, moved.blank.into()), rank, map }
    }

    /// Whether a child whose parent is that node may be above the limit in one of the sums of a look-up.
    #[inline(always)]
    fn may_prune(&self, touch: &Touch<S>, node: &Node<L, S>, limit: u32) -> bool {
        // No move raises a sum of zero-aware tables by more than 1.
        let step = if Z { 1 } else { u8::MAX.into() };
        let near = limit.saturating_sub(step).min(i16::MAX as u32) as i16;
        (0..S).fold(false, |any, s| any | (node.sums[s] & touch.lanes[s] > near))
    }

    /// The new distance of a look-up, and the Manhattan distance of its tiles.
    #[inline(always)]
    fn read(&self, touch: &Touch<S>, index: u64, change: i8, node: &Node<L, S>) -> (u8, u8) {
        let look = touch.look % L;
        let manhattan = if Z { 0 } else { node.manhattans[look].wrapping_add_signed(change) };
        (touch.reader.distance::<Z>(index, node.distances[look], manhattan), manhattan)
    }

    /// With one or two sums: look-up number k of a tile is part of sum k alone.
    #[inline(always)]
    fn child_of_all(
        &self,
        touches: &Touches<S>,
        node: &Node<L, S>,
        pending: [Pending; S],
        change: i8,
        limit: u32,
    ) -> Result<Node<L, S>, u32> {
        let (mut read, mut sums) = ([(0, 0); S], node.sums);
        for k in 0..S {
            let touch = &touches.touches[k];
            read[k] = self.read(touch, pending[k].index, change, node);
            sums[k] += i16::from(read[k].0) - i16::from(node.distances[touch.look % L]);
            // Each sum alone is a lower bound: the next one need not be read.
            if sums[k] as u32 > limit {
                return Err(sums[k] as u32);
            }
        }
        let mut child = Node { sums, ..*node };
        for k in 0..S {
            let look = touches.touches[k].look % L;
            child.ranks[look] = pending[k].rank;
            child.maps[look] = pending[k].map;
            (child.distances[look], child.manhattans[look]) = read[k];
        }
        Ok(child)
    }

    /// With more sums: reads an entry and puts the look-up into the child; the largest of the sums that it is part of.
    #[inline(always)]
    fn put(&self, touch: &Touch<S>, pending: Pending, change: i8, child: &mut Node<L, S>) -> u32 {
        let look = touch.look % L;
        let (distance, manhattan) = self.read(touch, pending.index, change, child);
        let gain = i16::from(distance) - i16::from(child.distances[look]);
        child.ranks[look] = pending.rank;
        child.maps[look] = pending.map;
        child.distances[look] = distance;
        child.manhattans[look] = manhattan;
        let mut most = 0;
        for s in 0..S {
            child.sums[s] += gain & touch.lanes[s];
            most = most.max(child.sums[s] & touch.lanes[s]);
        }
        most as u32
    }

    /// With more than two sums: reads the entries that may prune the child, before anything is copied. They are all
    /// read once more if none does.
    #[inline(always)]
    fn pruned(
        &self,
        touches: &Touches<S>,
        pending: &[Pending; S],
        change: i8,
        node: &Node<L, S>,
        limit: u32,
    ) -> Option<u32> {
        touches.iter().filter(|&(k, _)| pending[k].ready()).find_map(|(k, touch)| {
            let (distance, _) = self.read(touch, pending[k].index, change, node);
            let gain = i16::from(distance) - i16::from(node.distances[touch.look % L]);
            let most = (0..S).fold(0, |most, s| most.max((node.sums[s] + gain) & touch.lanes[s])) as u32;
            (most > limit).then_some(most)
        })
    }

    /// A board in one look-up, from scratch.
    fn root_look_up(&self, look: usize, state: &TileState, node: &mut Node<L, S>) -> Result<(), DamagedError> {
        let (reader, Look { frame, .. }) = self.looks[look];
        let frame = &self.frames[frame];
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
        node.ranks[look] = rank::rank(&order);
        node.maps[look] = cells.iter().fold(0, |map, &c| map | 1 << c);
        node.distances[look] = distance as u8;
        node.manhattans[look] = if Z { 0 } else { manhattan as u8 };
        Ok(())
    }
}

impl<const L: usize, const S: usize, const Z: bool> Heuristic<TileSpace> for PdbHeuristic<'_, L, S, Z> {
    type Node = Node<L, S>;
    type Pending = [Pending; S];
    type Error = DamagedError;

    fn root(&self, state: &TileState) -> Result<Node<L, S>, DamagedError> {
        let mut node = Node { ranks: [0; L], maps: [0; L], distances: [0; L], manhattans: [0; L], sums: [0; S] };
        for look in 0..self.looks.len() {
            self.root_look_up(look, state, &mut node)?;
        }
        for (s, sum) in self.sums.iter().enumerate() {
            node.sums[s] = sum.iter().map(|&look| i16::from(node.distances[look])).sum();
        }
        Ok(node)
    }

    #[inline(always)]
    fn value(&self, node: &Node<L, S>) -> u32 {
        node.sums.iter().copied().fold(0, i16::max) as u32
    }

    #[inline(always)]
    fn prepare(&self, state: &TileState, node: &Node<L, S>, m: Move, limit: u32) -> [Pending; S] {
        let touches = self.touched(state, m);
        let moves = self.moves.of(m);
        let mut pending = [Pending::default(); S];
        if S <= 2 {
            for (place, touch) in pending.iter_mut().zip(&touches.touches) {
                *place = self.look_up(touch, moves, state, node);
                touch.reader.prefetch::<Z>(place.index);
            }
            return pending;
        }
        for (k, touch) in touches.iter() {
            if self.may_prune(touch, node, limit) {
                pending[k] = self.look_up(touch, moves, state, node);
                touch.reader.prefetch::<Z>(pending[k].index);
            }
        }
        pending
    }

    #[inline(always)]
    fn child(
        &self,
        state: &TileState,
        node: &Node<L, S>,
        m: Move,
        pending: [Pending; S],
        limit: u32,
    ) -> Result<Node<L, S>, u32> {
        let touches = self.touched(state, m);
        let change = if Z { 0 } else { self.manhattan.change(state.tile(m.to()), m) };
        if S <= 2 {
            return self.child_of_all(touches, node, pending, change, limit);
        }
        if let Some(value) = self.pruned(touches, &pending, change, node, limit) {
            return Err(value);
        }
        let mut child = *node;
        for (k, touch) in touches.iter() {
            let ready = pending[k].ready();
            let pending = if ready { pending[k] } else { self.look_up(touch, self.moves.of(m), state, node) };
            let most = self.put(touch, pending, change, &mut child);
            if !ready && most > limit {
                return Err(most);
            }
        }
        Ok(child)
    }
}
