//! The distance of a placement from scratch: the slow, obvious way, which says what the entries mean.

use crate::format::BUILD_AGAIN;
use crate::index::rank::rank;
use crate::index::{BlankRegions, ZeroClasses, entries};
use crate::{Table, TableKind};

/// A damaged table: an entry without a possible distance, or a header that does not fit the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the table of {pattern} is damaged: it gives no distance of at most {largest}, its largest value; \
     verify it and {BUILD_AGAIN}"
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
    /// Searches look up their roots faster, by the same moves.
    ///
    /// # Errors
    /// [`DamagedError`] where the moves do not arrive at the goal, or the value exceeds the header's largest.
    ///
    /// # Panics
    /// If these are not different cells of the board, one for each tile and one for the blank, or the classes are those
    /// of other boards or numbers of tiles.
    pub fn distance(
        &self,
        classes: &ZeroClasses,
        cells: &[u8],
        blank: usize,
    ) -> Result<u32, DamagedError> {
        let (header, payload) = (self.header(), self.payload());
        let (pattern, kind, largest) = (header.pattern(), header.kind(), header.largest());
        let damaged = || DamagedError {
            pattern: pattern.to_string(),
            largest,
        };
        if header.classes() != classes.rows(kind).into() {
            return Err(damaged());
        }
        let entry = |cells: &[u8], blank: usize| {
            let mut order: Vec<u8> = (0..cells.len() as u8).collect();
            order.sort_unstable_by_key(|&tile| cells[usize::from(tile)]);
            entries::index(
                rank(&order),
                classes.rows(kind),
                classes.row(kind, mask(cells), blank),
            )
        };
        let far =
            |(&cell, &goal): (&u8, &u8)| pattern.size().manhattan(cell.into(), goal.into()) as u32;
        let manhattan: u32 = cells.iter().zip(pattern.cells()).map(far).sum();
        if kind == TableKind::Additive {
            let distance =
                manhattan + entries::excess(payload, header.entry_bits(), entry(cells, blank));
            return if distance <= largest {
                Ok(distance)
            } else {
                Err(damaged())
            };
        }
        // The second bit and the parity give the distance modulo 4; a neighbour nearer to the goal has one less.
        let modulo_4 = |entry, parity| entries::bit(payload, entry) << 1 | parity;
        let goal = entry(pattern.cells(), pattern.blank());
        let (mut cells, mut here, mut parity) =
            (cells.to_vec(), entry(cells, blank), manhattan % 2);
        let mut region = BlankRegions::new(pattern.size()).at(mask(&cells), blank);
        for steps in 0..=largest {
            if here == goal {
                return Ok(steps);
            }
            let lower = modulo_4(here, parity).wrapping_sub(1) & 3;
            parity ^= 1;
            let moves = (0..cells.len()).flat_map(|tile| {
                let from = usize::from(cells[tile]);
                pattern
                    .size()
                    .neighbours(from)
                    .filter(move |to| region >> to & 1 == 1)
                    .map(move |to| (tile, from, to))
            });
            let mut after = moves.map(|(tile, from, to)| {
                let mut cells = cells.clone();
                cells[tile] = to as u8;
                (entry(&cells, from), cells, from)
            });
            let Some((next, moved, blank)) =
                after.find(|&(next, ..)| modulo_4(next, parity) == lower)
            else {
                break;
            };
            region = BlankRegions::new(pattern.size()).at(mask(&moved), blank);
            (cells, here) = (moved, next);
        }
        Err(damaged())
    }
}

/// The cells as bits.
fn mask(cells: &[u8]) -> u32 {
    cells.iter().fold(0, |mask, &cell| mask | 1 << cell)
}
