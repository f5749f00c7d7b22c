//! The graph of a table's entries, class by class: the moves that lead into each zero class.

use fifteen_puzzle::Size;

use crate::index::occupied::{cells_of, occupied_sets};
use crate::index::{BlankRegions, ZeroClasses};
use crate::pattern::Pattern;

/// One occupied set and one region of the blank.
#[derive(Debug, Clone, Copy)]
struct ZeroClass {
    /// The cells that the pattern's tiles occupy.
    occupied: u32,
    /// The cells in which the blank may be.
    region: u32,
}

/// A move into a class: a tile of the source class moved from slot `from` to slot `to`.
#[derive(Debug, Clone, Copy)]
pub(super) struct IncomingMove {
    pub(super) source: u32,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// All zero classes of a pattern, split by the parity of the distance of their entries.
///
/// A move takes a tile to a cell of the other colour. So the parity of an entry's distance follows from the colours of
/// its occupied set and of the goal's, and every move leads from one half to the other.
pub(super) struct Graph {
    size: Size,
    classes: Vec<ZeroClass>,
    /// For each class, its position within the classes of its parity, shifted left by one, and the parity.
    positions: Vec<u32>,
    /// The classes of each parity, in order.
    pub(super) halves: [Vec<u32>; 2],
    pub(super) numbering: ZeroClasses,
}

impl Graph {
    pub(super) fn new(pattern: &Pattern) -> Self {
        let size = pattern.size();
        let colours = |occupied: u32| cells_of(occupied).map(|c| size.colour(c)).sum::<usize>() % 2;
        let goal = colours(pattern.mask());
        let numbering = ZeroClasses::new(size, pattern.len());
        let regions = BlankRegions::new(size);
        let mut classes = Vec::with_capacity(numbering.len() as usize);
        let mut positions = Vec::with_capacity(numbering.len() as usize);
        let mut halves = [Vec::new(), Vec::new()];
        for occupied in occupied_sets(size, pattern.len()) {
            let parity = colours(occupied) ^ goal;
            for region in regions.of(occupied) {
                let half: &mut Vec<u32> = &mut halves[parity];
                positions.push((half.len() as u32) << 1 | parity as u32);
                half.push(classes.len() as u32);
                classes.push(ZeroClass { occupied, region });
            }
        }
        Self {
            size,
            classes,
            positions,
            halves,
            numbering,
        }
    }

    /// Number of classes.
    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// A class's parity, and its position among the classes of that parity.
    pub(super) fn position(&self, class: u32) -> (usize, usize) {
        let position = self.positions[class as usize];
        ((position & 1) as usize, (position >> 1) as usize)
    }

    /// The moves into a class. Every move can be undone, so they are also the moves out of it.
    pub(super) fn incoming_moves(&self, class: u32) -> impl Iterator<Item = IncomingMove> {
        let ZeroClass { occupied, region } = self.classes[class as usize];
        let slot = |occupied: u32, cell: usize| (occupied & ((1 << cell) - 1)).count_ones() as u8;
        let from_cell = move |to: usize| {
            self.size
                .neighbours(to)
                .filter(move |from| region >> from & 1 == 1)
                .map(move |from| {
                    // The tile came from `from`, where the blank is now; the blank was on `to`.
                    let before = occupied & !(1 << to) | 1 << from;
                    let source = self.numbering.class(before, to);
                    IncomingMove {
                        source,
                        from: slot(before, from),
                        to: slot(occupied, to),
                    }
                })
        };
        cells_of(occupied).flat_map(from_cell)
    }
}
