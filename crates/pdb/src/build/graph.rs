//! The graph of a table's zero classes: which moves lead into each of them.
//!
//! A move of a pattern's tile changes the occupied set, and usually the blank's region, in the same
//! way for all arrangements of a class. So the graph of classes, which is small, stands for the
//! graph of all entries.
//!
//! For example, let tile 1 of a 3x3 board be alone on the middle cell. The class of this occupied
//! set has the other eight cells as the blank's region. The moves into it bring the tile from one
//! of the cells 1, 3, 5 and 7, which the blank takes, while the blank was on the middle cell.

use fifteen_puzzle::Size;
use fifteen_resources::zeroed;

use crate::BuildError;
use crate::index::occupied::{cells_of, occupied_sets};
use crate::index::{BlankRegions, ZeroClasses};
use crate::pattern::Pattern;

/// A move into a class: the tile in slot `from` of the class `source` goes to slot `to` of this
/// class.
///
/// Slots number the cells of an occupied set in ascending order.
#[derive(Debug, Clone, Copy)]
pub(super) struct IncomingMove {
    pub(super) source: u32,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// All zero classes of a pattern, divided by the parity of the distance of their entries.
///
/// Colour the cells like a chessboard. A move takes one tile to a cell of the other colour, so the
/// number of occupied dark cells, compared with that of the goal, gives the parity of the distance.
/// Every move leads from a class of one parity to a class of the other.
pub(super) struct ClassGraph {
    size: Size,
    /// For each class, the masks of the occupied cells and of the blank's region.
    masks: Vec<[u32; 2]>,
    /// For each class, its position among the classes of its parity, shifted left by one, plus the
    /// parity.
    positions: Vec<u32>,
    /// The classes with even distances, then those with odd distances, each in ascending order.
    pub(super) halves: [Vec<u32>; 2],
    pub(super) numbering: ZeroClasses,
}

impl ClassGraph {
    pub(super) fn new(pattern: &Pattern) -> Result<Self, BuildError> {
        let size = pattern.size();
        let dark_cells = |occupied: u32| cells_of(occupied).map(|c| size.colour(c)).sum::<usize>();
        let goal = dark_cells(pattern.mask());
        let numbering = ZeroClasses::allocate(size, pattern.len())?;
        let regions = BlankRegions::new(size);
        let mut masks = zeroed::<[u32; 2]>(numbering.len() as usize)?;
        let mut positions = zeroed::<u32>(numbering.len() as usize)?;
        let mut half_sizes = [0, 0];
        let mut class = 0;
        for occupied in occupied_sets(size, pattern.len()) {
            let parity = (dark_cells(occupied) + goal) % 2;
            for region in regions.of(occupied) {
                masks[class] = [occupied, region];
                positions[class] = half_sizes[parity] << 1 | parity as u32;
                half_sizes[parity] += 1;
                class += 1;
            }
        }
        let [even, odd] = half_sizes;
        let mut halves = [zeroed(even as usize)?, zeroed(odd as usize)?];
        for (class, position) in (0..).zip(&positions) {
            halves[(position & 1) as usize][(position >> 1) as usize] = class;
        }
        Ok(Self {
            size,
            masks,
            positions,
            halves,
            numbering,
        })
    }

    /// Memory that a graph takes, in bytes.
    pub(super) fn bytes(sets: u64, classes: u64) -> u64 {
        // Each class takes 8 bytes in `masks`, 4 in `positions` and 4 in `halves`.
        ZeroClasses::bytes(sets) + classes * 16
    }

    /// Number of zero classes.
    pub(super) fn len(&self) -> usize {
        self.masks.len()
    }

    /// Returns the parity of a class, and its position among the classes of that parity.
    pub(super) fn position(&self, class: u32) -> (usize, usize) {
        let position = self.positions[class as usize];
        ((position & 1) as usize, (position >> 1) as usize)
    }

    /// Lists the moves into a class. Because every move can be undone, these are also the moves out
    /// of it, reversed.
    pub(super) fn incoming_moves(&self, class: u32) -> impl Iterator<Item = IncomingMove> {
        let [occupied, region] = self.masks[class as usize];
        let slot = |occupied: u32, cell: usize| (occupied & ((1 << cell) - 1)).count_ones() as u8;
        let moves_to = move |to: usize| {
            self.size
                .neighbours(to)
                .filter(move |from| region >> from & 1 == 1)
                .map(move |from| {
                    // The tile came from `from`, where the blank is now; the blank was on `to`.
                    let before = occupied & !(1 << to) | 1 << from;
                    IncomingMove {
                        source: self.numbering.class(before, to),
                        from: slot(before, from),
                        to: slot(occupied, to),
                    }
                })
        };
        cells_of(occupied).flat_map(moves_to)
    }
}
