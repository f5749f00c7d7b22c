//! The graph that a table's entries live in, row by row: which rows a row is entered from, and by which shift.

use fifteen_puzzle::Size;

use crate::pattern::Pattern;
use crate::rows::{Regions, Rows, cells_of, masks};

/// One map and one region of the blank.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    /// The cells that the pattern's tiles occupy.
    pub(crate) map: u32,
    /// The cells in which the blank may be.
    pub(crate) region: u32,
}

/// A way into a row: a tile of the source row went from slot `from` to slot `to`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entrance {
    pub(crate) source: u32,
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// All rows of a pattern, split by the parity of the distance of their entries.
///
/// A move takes a tile to a cell of the other colour, so the parity of an entry's distance is the parity of its
/// map's colours against the goal map's, and every move leads from one half to the other.
pub(crate) struct Graph {
    size: Size,
    rows: Vec<Row>,
    /// For each row, its place within the rows of its parity, shifted left by one, and the parity.
    places: Vec<u32>,
    /// The rows of each parity.
    halves: [Vec<u32>; 2],
    numbering: Rows,
}

impl Graph {
    pub(crate) fn new(pattern: &Pattern) -> Self {
        let size = pattern.size();
        let colours = |map: u32| cells_of(map).map(|c| size.colour(c)).sum::<usize>() % 2;
        let goal = colours(pattern.mask());
        let numbering = Rows::new(size, pattern.len());
        let regions = Regions::new(size);
        let mut rows = Vec::with_capacity(numbering.len() as usize);
        let mut places = Vec::with_capacity(numbering.len() as usize);
        let mut halves = [Vec::new(), Vec::new()];
        for map in masks(size, pattern.len()) {
            let parity = colours(map) ^ goal;
            for region in regions.of(map) {
                let half: &mut Vec<u32> = &mut halves[parity];
                places.push((half.len() as u32) << 1 | parity as u32);
                half.push(rows.len() as u32);
                rows.push(Row { map, region });
            }
        }
        Self { size, rows, places, halves, numbering }
    }

    pub(crate) fn numbering(&self) -> &Rows {
        &self.numbering
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows of one parity, in order.
    pub(crate) fn half(&self, parity: usize) -> &[u32] {
        &self.halves[parity]
    }

    pub(crate) fn row(&self, number: u32) -> Row {
        self.rows[number as usize]
    }

    /// A row's parity, and its place among the rows of that parity.
    pub(crate) fn place(&self, row: u32) -> (usize, usize) {
        let place = self.places[row as usize];
        ((place & 1) as usize, (place >> 1) as usize)
    }

    /// The ways into a row. Every move can be undone, so they are also the ways out of it.
    pub(crate) fn entrances(&self, row: u32) -> impl Iterator<Item = Entrance> {
        let Row { map, region } = self.row(row);
        let slot = |map: u32, cell: usize| (map & ((1 << cell) - 1)).count_ones() as u8;
        let from_cell = move |to: usize| {
            self.size.neighbours(to).filter(move |from| region >> from & 1 == 1).map(move |from| {
                // The tile came from `from`, where the blank is now; the blank was on `to`.
                let before = map & !(1 << to) | 1 << from;
                let source = self.numbering.row(before, to);
                Entrance { source, from: slot(before, from), to: slot(map, to) }
            })
        };
        cells_of(map).flat_map(from_cell)
    }
}
