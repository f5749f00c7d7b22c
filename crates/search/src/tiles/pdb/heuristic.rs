//! The heuristic itself, step by step: for every algorithm but IDA*, and the slow twin of [`descent`](super::descent).

use fifteen_pdb::{DamagedError, Header, rank};

use super::MOST_SUMS;
use super::descent::Places;
use super::looks::Look;
use super::reader::{Place, Reader};
use super::view::{Shape, View};
use crate::space::Heuristic;
use crate::tiles::moves::Move;
use crate::tiles::space::{BLANK, TileSpace, TileState};

/// The largest sum of the tables of several partitions, the reflected board's sums among them (Korf & Felner 2002;
/// Holte et al. 2006).
///
/// Compiled for up to `L` look-ups, and for the kind: `Z`, zero-aware. A move changes one look-up of each sum: its rank by a few
/// additions, its map by two bits, its distance by one entry read.
#[derive(Debug, Clone)]
pub struct PdbHeuristic<'t, const L: usize, const Z: bool> {
    shape: &'t Shape,
    /// By look.
    readers: Vec<(&'t Header, Reader<'t, Z>)>,
}

/// What is known of a board: the place of each look-up, and the sums.
#[derive(Debug, Clone, Copy)]
pub struct Node<const L: usize> {
    places: [Place; L],
    sums: [i16; MOST_SUMS],
}

impl<const L: usize> Places for Node<L> {
    fn places(&self) -> &[Place] {
        &self.places
    }

    fn sums(&self) -> &[i16] {
        &self.sums
    }
}

impl<'t, const L: usize, const Z: bool> PdbHeuristic<'t, L, Z> {
    /// The heuristic of tables with at most `L` look-ups.
    pub(in crate::tiles) fn new(View { shape, tables }: &View<'t>) -> Self {
        let reader = |look: &Look| (tables[look.table].header, Reader::new(tables[look.table]));
        Self { shape, readers: shape.looks.looks.iter().map(reader).collect() }
    }

    /// The sums of a node.
    fn sums<'n>(&self, node: &'n Node<L>) -> &'n [i16] {
        &node.sums[..self.shape.looks.sums.len()]
    }

    /// A board in one look-up, from scratch.
    fn root_place(&self, look: usize, state: &TileState) -> Result<Place, DamagedError> {
        let (header, reader) = &self.readers[look];
        let frame = &self.shape.frames[self.shape.looks.looks[look].frame];
        let goals = header.pattern().cells();
        let mut cells = vec![0; goals.len()];
        let mut manhattan = 0;
        for cell in (0..self.shape.size.cells()).filter(|&c| state.tile(c) != usize::from(BLANK)) {
            let tile = state.tile(cell);
            if let Ok(place) = goals.binary_search(&(frame.cell(tile) as u8)) {
                cells[place] = frame.cell(cell) as u8;
                manhattan += self.shape.size.manhattan(cell, tile);
            }
        }
        let distance = reader.distance(header, &cells, frame.cell(state.blank()))?;
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&t| cells[usize::from(t)]);
        Ok(Place {
            rank: rank::rank(&order),
            map: cells.iter().fold(0, |map, &c| map | 1 << c),
            distance: distance as u16,
            manhattan: if Z { 0 } else { manhattan as u16 },
        })
    }
}

impl<const L: usize, const Z: bool> Heuristic<TileSpace> for PdbHeuristic<'_, L, Z> {
    type Node = Node<L>;
    type Pending = ();
    type Error = DamagedError;

    fn root(&self, state: &TileState) -> Result<Node<L>, DamagedError> {
        let mut node = Node { places: [Place::default(); L], sums: [0; MOST_SUMS] };
        for look in 0..self.readers.len() {
            node.places[look] = self.root_place(look, state)?;
        }
        for (sum, looks) in node.sums.iter_mut().zip(&self.shape.looks.sums) {
            *sum = looks.iter().map(|&look| node.places[look].distance as i16).sum();
        }
        Ok(node)
    }

    fn value(&self, node: &Node<L>) -> u32 {
        self.sums(node).iter().copied().fold(0, i16::max) as u32
    }

    fn prepare(&self, _: &TileState, _: &Node<L>, _: Move, _: u32) {}

    fn child(&self, state: &TileState, node: &Node<L>, m: Move, (): (), limit: u32) -> Result<Node<L>, u32> {
        let tile = state.tile(m.to());
        let change = if Z { 0 } else { self.shape.manhattan.change(tile, m) };
        let mut child = *node;
        for touch in &self.shape.looks.touches[tile] {
            let moved = &self.shape.moves.of(m)[touch.frame];
            let mut place = node.places[touch.look];
            place.rank = place.rank.wrapping_add_signed(moved.gain(&touch.gains, state.cells()));
            place.map ^= moved.cells;
            let (_, reader) = &self.readers[touch.look];
            reader.read(reader.index(&place, moved.blank), change, &mut place);
            child.places[touch.look] = place;
            for &sum in &touch.sums {
                child.sums[sum] += place.distance as i16 - node.places[touch.look].distance as i16;
            }
        }
        let value = self.value(&child);
        if value > limit { Err(value) } else { Ok(child) }
    }
}
