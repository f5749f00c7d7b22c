//! Looking up a distance from scratch: walking from an entry down to the goal's.

use fifteen_puzzle::Size;

use crate::entries;
use crate::error::DamagedError;
use crate::format::Header;
use crate::pattern::{Pattern, TableKind};
use crate::rank::{Arrangement, MAX_TILES, rank, shift, shift_gain};
use crate::rows::{Regions, Rows, cells_of};
use crate::table::Table;

impl<D: AsRef<[u8]>> Table<D> {
    /// The distance of a placement: `cells[i]` is the cell on which the pattern's i-th tile stands, `blank` the
    /// blank's. In the table's own frame (see [`Pattern::canonical`](crate::Pattern::canonical)).
    ///
    /// This is the slow look-up from scratch: a zero-aware value is found by walking down to the goal. A search does it
    /// once and goes on by single entries.
    ///
    /// # Errors
    /// [`DamagedError`] where the walk does not arrive.
    pub fn distance(&self, rows: &Rows, cells: &[u8], blank: usize) -> Result<u32, DamagedError> {
        distance(self.header(), self.payload(), rows, cells, blank)
    }
}

/// [`Table::distance`], for who holds a table's parts.
pub fn distance(header: &Header, payload: &[u8], rows: &Rows, cells: &[u8], blank: usize) -> Result<u32, DamagedError> {
    let expected = if header.kind() == TableKind::ZeroAware { rows.len() } else { rows.maps() };
    if header.rows() != u64::from(expected) {
        return Err(damaged(header));
    }
    let place = Place::new(cells, blank);
    let manhattan = manhattan(header.pattern(), cells);
    match header.kind() {
        TableKind::ZeroAware => walk_down(header, payload, rows, place, manhattan % 2),
        TableKind::Additive => {
            let index = entries::index(place.rank, rows.maps(), rows.map(place.map));
            let distance = manhattan + entries::excess(payload, header.entry_bits(), index);
            if distance <= header.largest() { Ok(distance) } else { Err(damaged(header)) }
        }
    }
}

/// Takes any move that lowers the distance until the goal's entry is reached, and counts them.
fn walk_down(
    header: &Header,
    payload: &[u8],
    rows: &Rows,
    mut place: Place,
    mut parity: u32,
) -> Result<u32, DamagedError> {
    let pattern = header.pattern();
    let entry = |place: &Place| entries::index(place.rank, rows.len(), rows.row(place.map, place.blank));
    let goal = entry(&Place::new(pattern.cells(), pattern.blank()));
    let mut here = entry(&place);
    for steps in 0..=header.largest() {
        if here == goal {
            return Ok(steps);
        }
        // The distance modulo 4 from its second bit and its parity; the way down has one less.
        let lower = (entries::bit(payload, here) << 1 | parity).wrapping_sub(1) & 3;
        parity ^= 1;
        let is_lower = |next: &Place| entries::bit(payload, entry(next)) << 1 | parity == lower;
        let Some(next) = place.moves(pattern.size()).find(is_lower) else { break };
        place = next;
        here = entry(&place);
    }
    Err(damaged(header))
}

fn damaged(header: &Header) -> DamagedError {
    DamagedError { pattern: header.pattern().to_string(), largest: header.largest() }
}

fn manhattan(pattern: &Pattern, cells: &[u8]) -> u32 {
    let distance = |(&cell, &goal): (&u8, &u8)| pattern.size().manhattan(cell.into(), goal.into()) as u32;
    cells.iter().zip(pattern.cells()).map(distance).sum()
}

/// Where the tiles of a pattern and the blank stand.
#[derive(Debug, Clone, Copy)]
struct Place {
    map: u32,
    blank: usize,
    tiles: usize,
    arrangement: Arrangement,
    rank: u32,
}

impl Place {
    fn new(cells: &[u8], blank: usize) -> Self {
        let mut arrangement = [0; MAX_TILES];
        let order = &mut arrangement[..cells.len()];
        order.iter_mut().zip(0..).for_each(|(slot, tile)| *slot = tile);
        order.sort_unstable_by_key(|&tile| cells[usize::from(tile)]);
        let rank = rank(order);
        Self { map: cells.iter().fold(0, |map, &c| map | 1 << c), blank, tiles: cells.len(), arrangement, rank }
    }

    /// The places that one move of a tile leads to.
    fn moves(&self, size: Size) -> impl Iterator<Item = Self> {
        let region = Regions::new(size).at(self.map, self.blank);
        let tile_moves = cells_of(region).flat_map(move |to| size.neighbours(to).map(move |from| (from, to)));
        tile_moves.filter(|&(from, _)| self.map >> from & 1 == 1).map(|(from, to)| self.moved(from, to))
    }

    fn moved(&self, from: usize, to: usize) -> Self {
        let slot = |map: u32, cell: usize| (map & ((1 << cell) - 1)).count_ones() as usize;
        let map = self.map ^ (1 << from) ^ (1 << to);
        let (old, new) = (slot(self.map, from), slot(map, to));
        let gain = shift_gain(&self.arrangement[..self.tiles], old, new);
        let mut arrangement = self.arrangement;
        shift(&mut arrangement, old, new);
        Self { map, blank: from, rank: self.rank.wrapping_add_signed(gain), arrangement, ..*self }
    }
}
