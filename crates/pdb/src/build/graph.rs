//! The graph of a pattern's zero classes and the moves between them.
//!
//! A zero class specifies which cells the tiles occupy and which region of free cells contains the
//! blank. It does not specify the order of the tiles. A move changes the occupied cells and the
//! region in the same way for every order of the tiles. So the small graph of classes describes the
//! moves between all entries of a table.
//!
//! For example, take the zero class in which tile 1 is alone on the middle cell of a 3x3 board, and
//! the blank is on any of the other eight cells. Four moves lead into this class: the tile moves
//! from cell 1, 3, 5 or 7 to the middle cell, where the blank was.

use fifteen_puzzle::Size;
use fifteen_resources::zeroed;

use crate::BuildError;
use crate::index::occupied::{cells_of, occupied_sets};
use crate::index::{BlankRegions, ZeroClasses};
use crate::pattern::Pattern;

/// A move from the zero class `source` into another class. A zero class specifies which cells the
/// tiles occupy and which region of free cells contains the blank.
///
/// A *slot* is the position of a tile among all tiles in cell order, counted from 0. The move takes
/// a tile from slot `from` to slot `to`. If the slots differ, the order of the tiles changes.
#[derive(Debug, Clone, Copy)]
pub(super) struct IncomingMove {
    pub(super) source: u32,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// All zero classes of a pattern, divided into those with even and those with odd distances. A zero
/// class specifies which cells the tiles occupy and which region of free cells contains the blank.
///
/// All distances in a class have the same parity. To see this, colour the cells like a chessboard.
/// Every move takes a tile to a cell of the other colour, so it changes the number of tiles on dark
/// cells by one.
pub(super) struct ClassGraph {
    size: Size,
    regions: BlankRegions,
    /// Two bit masks for each zero class: the cells that the tiles occupy, and the free cells that
    /// can contain the blank.
    masks: Vec<[u32; 2]>,
    /// For each zero class, its parity and its position, packed into one number. The lowest bit is
    /// the parity of the distances in the class. The upper bits are the index of the class among
    /// all classes with this parity. A zero class specifies which cells the tiles occupy and which
    /// region of free cells contains the blank.
    positions: Vec<u32>,
    /// The indices of all zero classes, in ascending order. Item 0 lists the classes with even
    /// distances, and item 1 lists those with odd distances. A zero class specifies which cells the
    /// tiles occupy and which region of free cells contains the blank.
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
            regions,
            masks,
            positions,
            halves,
            numbering,
        })
    }

    /// Returns the memory that a graph takes, in bytes. `sets` is the number of sets of occupied
    /// cells, and `classes` is the number of zero classes.
    pub(super) fn bytes(sets: u64, classes: u64) -> u64 {
        // Each class takes 8 bytes in `masks`, 4 in `positions` and 4 in `halves`.
        ZeroClasses::bytes(sets) + classes * 16
    }

    /// Returns the number of zero classes. A zero class specifies which cells the tiles occupy and
    /// which region of free cells contains the blank.
    pub(super) fn len(&self) -> usize {
        self.masks.len()
    }

    /// Returns the parity (0 or 1) of the distances in a zero class, and the index of the class
    /// among all classes with this parity. A zero class specifies which cells the tiles occupy and
    /// which region of free cells contains the blank.
    pub(super) fn position(&self, class: u32) -> (usize, usize) {
        let position = self.positions[class as usize];
        ((position & 1) as usize, (position >> 1) as usize)
    }

    /// Returns the moves that lead into a zero class. In reverse, these moves lead out of the
    /// class. A zero class specifies which cells the tiles occupy and which region of free cells
    /// contains the blank.
    pub(super) fn incoming_moves(&self, class: u32) -> impl Iterator<Item = IncomingMove> {
        let [occupied, region] = self.masks[class as usize];
        let width = self.size.width() as isize;
        // For each direction, the cells from which one step leads into the blank's region. The last
        // move may have taken a tile from the region to such a cell, by a step in the opposite
        // direction.
        let beside_region = self.regions.beside(region).into_iter();
        beside_region
            .zip([-1, 1, -width, width])
            .flat_map(move |(beside, step)| {
                cells_of(occupied & beside)
                    .map(move |to| self.incoming_move(occupied, to.wrapping_add_signed(step), to))
            })
    }

    /// Describes the move of a tile from cell `from` to cell `to`. `occupied` is the set of
    /// occupied cells after the move, so it contains `to` but not `from`.
    fn incoming_move(&self, occupied: u32, from: usize, to: usize) -> IncomingMove {
        let slot = |occupied: u32, cell: usize| (occupied & ((1 << cell) - 1)).count_ones() as u8;
        // Before the move, the tile was on `from` and the blank on `to`.
        let before = occupied & !(1 << to) | 1 << from;
        IncomingMove {
            source: self.numbering.class(before, to),
            from: slot(before, from),
            to: slot(occupied, to),
        }
    }
}
