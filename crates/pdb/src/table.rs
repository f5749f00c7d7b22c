//! An opened table: header and payload over any bytes, and what can be asked of them.

use std::ops::Range;

use fifteen_puzzle::Size;

use crate::entries;
use crate::error::{DamagedError, OpenError, VerifyError};
use crate::format::{Digest, Header};
use crate::pattern::Kind;
use crate::rank;
use crate::rows::{Rows, cells_of, regions_of};

/// A table over its bytes: mapped, in memory, or borrowed.
#[derive(Debug, Clone)]
pub struct Table<D> {
    header: Header,
    bytes: D,
    payload: Range<usize>,
}

impl Table<Vec<u8>> {
    pub(crate) fn from_parts(header: Header, payload: Vec<u8>) -> Self {
        let all = 0..payload.len();
        Self { header, bytes: payload, payload: all }
    }
}

impl<D: AsRef<[u8]>> Table<D> {
    /// Opens a table in constant time: checks the header, its digest and the length, not the entries
    /// (see [`Table::verify`]).
    ///
    /// # Errors
    /// [`OpenError`]: empty, foreign, of another version, cut short, added to, or with a damaged header.
    pub fn open(bytes: D) -> Result<Self, OpenError> {
        let header = Header::read(bytes.as_ref())?;
        let found = bytes.as_ref().len() as u64;
        if found != header.file_len() {
            return Err(OpenError::Length { found, expected: header.file_len() });
        }
        let payload = header.payload_offset() as usize..bytes.as_ref().len();
        Ok(Self { header, bytes, payload })
    }

    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The entries' bytes.
    pub fn payload(&self) -> &[u8] {
        &self.bytes.as_ref()[self.payload.clone()]
    }

    /// Checks the payload against its digest and against the histogram.
    ///
    /// Finds every accidental damage, in the time of reading the file once. That the entries were right when they
    /// were written is what [`Table::verify_deep`] shows.
    pub fn verify(&self) -> Result<(), VerifyError> {
        let found: Digest = *blake3::hash(self.payload()).as_bytes();
        if found != self.header.digest() {
            let found = blake3::Hash::from(found).to_hex().to_string();
            return Err(VerifyError::PayloadDigest { found, expected: self.header.digest_hex() });
        }
        if self.header.kind() == Kind::ZeroAware { self.verify_ones() } else { Ok(()) }
    }

    /// A zero-aware entry is 1 where the distance's second bit is: their number follows from the histogram.
    fn verify_ones(&self) -> Result<(), VerifyError> {
        let expected = self.header.histogram().iter().enumerate().filter(|(h, _)| h & 2 != 0).map(|(_, &n)| n).sum();
        let found = self.payload().iter().map(|b| u64::from(b.count_ones())).sum();
        if found == expected {
            return Ok(());
        }
        Err(VerifyError::Histogram { what: "the number of entries whose bit is 1".into(), found, expected })
    }

    /// The distance of a placement: `cells[i]` is the cell on which the pattern's i-th tile stands, `blank` the
    /// blank's. In the table's own frame (see [`Pattern::canonical`](crate::Pattern::canonical)).
    ///
    /// This is the slow look-up from scratch: a zero-aware value is found by walking down to the goal. A search does it
    /// once and goes on by single entries.
    ///
    /// # Errors
    /// [`DamagedError`] where the walk does not arrive.
    pub fn distance(&self, rows: &Rows, cells: &[u8], blank: usize) -> Result<u32, DamagedError> {
        match self.header.kind() {
            Kind::ZeroAware => self.walk_down(rows, cells, blank),
            Kind::Additive => {
                let size = self.header.pattern().size();
                let goals = self.header.pattern().cells();
                let manhattan = |(&c, &g): (&u8, &u8)| size.manhattan(c.into(), g.into()) as u32;
                let placement = Placement::new(cells);
                let index = entries::index(placement.rank(), rows.maps(), rows.map(placement.map()));
                let excess = entries::excess(self.payload(), self.header.entry_bits(), index);
                Ok(cells.iter().zip(goals).map(manhattan).sum::<u32>() + excess)
            }
        }
    }

    /// Takes any move that lowers the distance until the goal's entry is reached, and counts them.
    fn walk_down(&self, rows: &Rows, cells: &[u8], blank: usize) -> Result<u32, DamagedError> {
        let pattern = self.header.pattern();
        let size = pattern.size();
        let mut here = Placement::new(cells);
        let mut blank = blank;
        let mut parity =
            cells.iter().zip(pattern.cells()).map(|(&c, &g)| size.manhattan(c.into(), g.into())).sum::<usize>() % 2;
        let goal = Placement::new(pattern.cells());
        let goal_row = rows.row(goal.map(), pattern.blank());
        let bit = |placement: &Placement, blank: usize| {
            let row = rows.row(placement.map(), blank);
            entries::bit(self.payload(), entries::index(placement.rank(), rows.len(), row))
        };
        for steps in 0..=self.header.largest() {
            if here.cells == goal.cells && rows.row(here.map(), blank) == goal_row {
                return Ok(steps);
            }
            // Distance mod 4 from its second bit and its parity: one less is the way down.
            let lower = (bit(&here, blank) << 1 | parity as u32).wrapping_sub(1) & 3;
            let next =
                here.moves(size, blank).find(|(next, blank)| bit(next, *blank) << 1 | (parity as u32 ^ 1) == lower);
            let Some(next) = next else { break };
            (here, blank) = next;
            parity ^= 1;
        }
        Err(DamagedError { pattern: pattern.to_string(), largest: self.header.largest() })
    }
}

/// Where the tiles of a pattern stand.
#[derive(Debug, Clone)]
struct Placement {
    cells: Vec<u8>,
}

impl Placement {
    fn new(cells: &[u8]) -> Self {
        Self { cells: cells.to_vec() }
    }

    fn map(&self) -> u32 {
        self.cells.iter().fold(0, |map, &c| map | 1 << c)
    }

    fn rank(&self) -> u32 {
        let mut tiles: Vec<u8> = (0..self.cells.len() as u8).collect();
        tiles.sort_by_key(|&t| self.cells[usize::from(t)]);
        rank::rank(&tiles)
    }

    /// Every placement that one move of a tile leads to, and a cell where the blank then is.
    fn moves(&self, size: Size, blank: usize) -> impl Iterator<Item = (Self, usize)> {
        let region = regions_of(size, self.map()).find(|region| region >> blank & 1 == 1).unwrap_or(0);
        cells_of(region).flat_map(move |to| size.neighbours(to).map(move |from| (from, to))).filter_map(|(from, to)| {
            let tile = self.cells.iter().position(|&c| usize::from(c) == from)?;
            let mut next = self.clone();
            next.cells[tile] = to as u8;
            Some((next, from))
        })
    }
}
