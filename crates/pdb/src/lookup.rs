//! Lookup of a distance from scratch: moves from an entry down to the goal's.

use fifteen_puzzle::Size;

use crate::TableKind;
use crate::format::Header;
use crate::index::occupied::cells_of;
use crate::index::rank::{Arrangement, MAX_TILES, move_slot, rank, rank_delta};
use crate::index::{BlankRegions, ZeroClasses, entries};
use crate::pattern::Pattern;
use crate::table::Table;

/// A damaged table: an entry without a possible distance, or a header that does not fit the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the table of {pattern} is damaged: it gives no distance of at most {largest}, its largest value; \
     verify it and build it again (--force)"
)]
pub struct DamagedError {
    /// The table's tiles.
    pub pattern: String,
    /// The largest value, from the header.
    pub largest: u32,
}

impl Table {
    /// The distance of a placement: `cells[i]` is the cell of the pattern's i-th tile, `blank` the blank's. The cells
    /// are those of the table's canonical pattern (see [`Pattern::canonical`](crate::Pattern::canonical)).
    ///
    /// A zero-aware distance is the number of moves down to the goal, each found by reading the neighbours' entries.
    /// This is the slow, obvious way; searches look up their roots faster, by the same moves.
    ///
    /// # Errors
    /// [`DamagedError`] where the moves do not arrive at the goal, or the value exceeds the header's largest.
    pub fn distance(&self, classes: &ZeroClasses, cells: &[u8], blank: usize) -> Result<u32, DamagedError> {
        distance(self.header(), self.payload(), classes, cells, blank)
    }
}

fn distance(
    header: &Header,
    payload: &[u8],
    classes: &ZeroClasses,
    cells: &[u8],
    blank: usize,
) -> Result<u32, DamagedError> {
    let expected = if header.kind() == TableKind::ZeroAware { classes.len() } else { classes.occupied_sets() };
    if header.classes() != u64::from(expected) {
        return Err(damaged(header));
    }
    let placement = Placement::new(cells, blank);
    let manhattan = manhattan(header.pattern(), cells);
    match header.kind() {
        TableKind::ZeroAware => descend(header, payload, classes, placement, manhattan % 2),
        TableKind::Additive => {
            let index =
                entries::index(placement.rank, classes.occupied_sets(), classes.occupied_rank(placement.occupied));
            let distance = manhattan + entries::excess(payload, header.entry_bits(), index);
            if distance <= header.largest() { Ok(distance) } else { Err(damaged(header)) }
        }
    }
}

/// Takes any move that lowers the distance until the goal's entry is reached, and counts them.
fn descend(
    header: &Header,
    payload: &[u8],
    classes: &ZeroClasses,
    mut placement: Placement,
    mut parity: u32,
) -> Result<u32, DamagedError> {
    let pattern = header.pattern();
    let entry = |p: &Placement| entries::index(p.rank, classes.len(), classes.class(p.occupied, p.blank));
    let goal = entry(&Placement::new(pattern.cells(), pattern.blank()));
    let mut here = entry(&placement);
    for steps in 0..=header.largest() {
        if here == goal {
            return Ok(steps);
        }
        // The second bit and the parity give the distance modulo 4; a neighbour nearer to the goal has one less.
        let lower = (entries::bit(payload, here) << 1 | parity).wrapping_sub(1) & 3;
        parity ^= 1;
        let is_lower = |next: &Placement| entries::bit(payload, entry(next)) << 1 | parity == lower;
        let Some(next) = placement.moves(pattern.size()).find(is_lower) else { break };
        placement = next;
        here = entry(&placement);
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

/// The positions of a pattern's tiles and of the blank.
#[derive(Debug, Clone, Copy)]
struct Placement {
    occupied: u32,
    blank: usize,
    tiles: usize,
    arrangement: Arrangement,
    rank: u32,
}

impl Placement {
    fn new(cells: &[u8], blank: usize) -> Self {
        let mut arrangement = [0; MAX_TILES];
        let order = &mut arrangement[..cells.len()];
        order.iter_mut().zip(0..).for_each(|(slot, tile)| *slot = tile);
        order.sort_unstable_by_key(|&tile| cells[usize::from(tile)]);
        let rank = rank(order);
        Self { occupied: cells.iter().fold(0, |mask, &c| mask | 1 << c), blank, tiles: cells.len(), arrangement, rank }
    }

    /// The placements after one move of a tile.
    fn moves(&self, size: Size) -> impl Iterator<Item = Self> {
        let region = BlankRegions::new(size).at(self.occupied, self.blank);
        let tile_moves = cells_of(region).flat_map(move |to| size.neighbours(to).map(move |from| (from, to)));
        tile_moves.filter(|&(from, _)| self.occupied >> from & 1 == 1).map(|(from, to)| self.moved(from, to))
    }

    fn moved(&self, from: usize, to: usize) -> Self {
        let slot = |occupied: u32, cell: usize| (occupied & ((1 << cell) - 1)).count_ones() as usize;
        let occupied = self.occupied ^ (1 << from) ^ (1 << to);
        let (old, new) = (slot(self.occupied, from), slot(occupied, to));
        let delta = rank_delta(&self.arrangement[..self.tiles], old, new);
        let mut arrangement = self.arrangement;
        move_slot(&mut arrangement, old, new);
        Self { occupied, blank: from, rank: self.rank.wrapping_add_signed(delta), arrangement, ..*self }
    }
}
