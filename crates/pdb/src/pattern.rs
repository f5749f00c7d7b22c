//! Patterns: the tiles of one table, each named by its goal cell; and what a table of them will need.

use std::fmt;

use fifteen_puzzle::{Board, Size, Symmetry};

use crate::rank::{FACTORIAL, MAX_TILES};
use crate::{rows, sweep};

/// Which of the two kinds of pattern database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum TableKind {
    /// One entry for each placement and region of the blank: exact distances in a graph of unit costs (Clausecker &
    /// Reinefeld 2019), kept in one bit each.
    #[default]
    ZeroAware,
    /// One entry for each placement, the minimum over where the blank is (Korf & Felner 2002), kept as half of what
    /// it exceeds the Manhattan distance by, in 4 or 8 bits.
    Additive,
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::ZeroAware => "zero-aware",
            Self::Additive => "additive",
        })
    }
}

impl std::str::FromStr for TableKind {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        match text {
            "zero-aware" => Ok(Self::ZeroAware),
            "additive" => Ok(Self::Additive),
            _ => Err(PatternError::Kind { found: text.chars().take(20).collect() }),
        }
    }
}

/// Why tiles make no pattern, or a pattern no table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// No tile at all.
    #[error("a pattern needs at least one tile")]
    Empty,
    /// A tile that the board does not have.
    #[error("there is no tile {tile} on a {size} board; its tiles are 1 to {}", size.cells() - 1)]
    NoSuchTile {
        /// The board's size.
        size: Size,
        /// The number given.
        tile: u32,
    },
    /// A tile named twice.
    #[error("tile {tile} is named twice; every tile belongs to one pattern")]
    Twice {
        /// The tile.
        tile: u32,
    },
    /// A cell that is not on the board, or the blank's, or out of order.
    #[error(
        "goal cells {cells:?} are no pattern on a {size} board with the blank on cell {blank}; they must ascend and leave out the blank's"
    )]
    Cells {
        /// The board's size.
        size: Size,
        /// The blank's goal cell.
        blank: usize,
        /// The cells given.
        cells: Vec<u8>,
    },
    /// More tiles than a table can hold.
    #[error("a pattern of {found} tiles is too large; tables go up to {MAX_TILES} tiles, so split it")]
    TooManyTiles {
        /// Tiles given.
        found: usize,
    },
    /// Not the name of a kind.
    #[error("'{found}' is no kind of table; write 'zero-aware' or 'additive'")]
    Kind {
        /// The text.
        found: String,
    },
}

/// A set of tiles on boards of one size and with one goal cell for the blank.
///
/// Tiles are named by their goal cells, so that one pattern stands for all goals that differ in labels only.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: Size,
    blank: u8,
    cells: Vec<u8>,
}

impl Pattern {
    /// The pattern of the tiles with these goal cells, ascending.
    pub fn new(size: Size, blank: usize, cells: &[u8]) -> Result<Self, PatternError> {
        let error = || PatternError::Cells { size, blank, cells: cells.iter().take(30).copied().collect() };
        if cells.is_empty() {
            return Err(PatternError::Empty);
        }
        let on_board = |&c: &u8| usize::from(c) < size.cells() && usize::from(c) != blank;
        if blank >= size.cells() || !cells.iter().all(on_board) || !cells.is_sorted_by(|a, b| a < b) {
            return Err(error());
        }
        if cells.len() > MAX_TILES {
            return Err(PatternError::TooManyTiles { found: cells.len() });
        }
        Ok(Self { size, blank: blank as u8, cells: cells.to_vec() })
    }

    /// The pattern of these tiles, in any order, in the labels of `goal`.
    pub fn of_tiles(goal: &Board, tiles: &[u8]) -> Result<Self, PatternError> {
        let size = goal.size();
        let goal_cells = goal.cells_of_tiles();
        let mut cells = Vec::with_capacity(tiles.len());
        for &tile in tiles {
            if tile == 0 || usize::from(tile) >= size.cells() {
                return Err(PatternError::NoSuchTile { size, tile: tile.into() });
            }
            let cell = goal_cells[usize::from(tile)];
            if cells.contains(&cell) {
                return Err(PatternError::Twice { tile: tile.into() });
            }
            cells.push(cell);
        }
        cells.sort_unstable();
        Self::new(size, goal.blank(), &cells)
    }

    /// Board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The blank's goal cell.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The tiles' goal cells, ascending.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Number of tiles, at least 1.
    #[allow(clippy::len_without_is_empty, reason = "a pattern is never empty")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The goal map.
    pub fn mask(&self) -> u32 {
        self.cells.iter().fold(0, |mask, &c| mask | 1 << c)
    }

    /// The tiles in the labels of the standard goal with the blank where it is here: numbered row by row, the
    /// blank's cell left out. For the blank last it is the cell plus one, for the blank first the cell.
    pub fn labels(&self) -> Vec<u8> {
        self.cells.iter().map(|&c| if c < self.blank { c + 1 } else { c }).collect()
    }

    /// Where a symmetry carries the pattern: its tiles with their goals, and the blank.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let image = |c: u8| symmetry.apply(self.size, c.into()) as u8;
        let mut cells: Vec<u8> = self.cells.iter().map(|&c| image(c)).collect();
        cells.sort_unstable();
        Self { size: self.size, blank: image(self.blank), cells }
    }

    /// The pattern whose table serves this one, and the symmetry that carries this one to it: the blank comes to
    /// stand on [`Symmetry::representative`], the last cell for all four corners.
    pub fn canonical(&self) -> (Self, Symmetry) {
        let to = Symmetry::representative(self.size, self.blank());
        let symmetry = Symmetry::carrying(self.size, self.blank(), to).unwrap_or(Symmetry::IDENTITY);
        (self.image(symmetry), symmetry)
    }
}

/// The tiles as [`Pattern::labels`], runs shortened: `1-8`, `2-4,7`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&runs(&self.labels()))
    }
}

/// Ascending tiles as text, runs shortened: `2-4,7`.
pub(crate) fn runs(tiles: &[u8]) -> String {
    let run = |run: &[u8]| match run {
        [one] => one.to_string(),
        [a, b] => format!("{a},{b}"),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    tiles.chunk_by(|a, b| a + 1 == *b).map(run).collect::<Vec<_>>().join(",")
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} blank on {} {{{self}}}", self.size, self.blank)
    }
}

/// What a table will take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    /// Entries, reachable or not.
    pub entries: u64,
    /// Rows (zero-aware: a map and a region) or maps (additive).
    pub rows: u64,
    /// Bytes of the file, but for the header's 4 KiB; for an additive table with 4-bit entries, its usual form.
    pub file_bytes: u64,
    /// Bytes of memory at the peak of a build on all cores.
    pub memory_bytes: u64,
    /// Bytes of the classic form: one for each placement, the blank ignored.
    pub classic_bytes: u64,
}

/// What building and keeping the table of a pattern will take.
pub fn requirements(pattern: &Pattern, kind: TableKind) -> Requirements {
    let (maps, rows) = rows::count(pattern.size(), pattern.len());
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    let (rows_kept, bits) = match kind {
        TableKind::ZeroAware => (rows, 1),
        TableKind::Additive => (maps, 4),
    };
    let entries = rows_kept * arrangements;
    Requirements {
        entries,
        rows: rows_kept,
        file_bytes: (entries * bits).div_ceil(8),
        memory_bytes: sweep::memory(pattern, maps, rows, kind),
        classic_bytes: maps * arrangements,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::Goal;

    fn goal(goal: Goal) -> Board {
        goal.board(Size::new(4, 4).unwrap()).unwrap()
    }

    #[test]
    fn one_table_serves_all_corners() {
        let last = Pattern::of_tiles(&goal(Goal::Last), &[8, 7, 6, 5, 4, 3, 2, 1]).unwrap();
        assert_eq!(last.to_string(), "1-8");
        assert_eq!(last.canonical(), (last.clone(), Symmetry::IDENTITY));
        let first = Pattern::of_tiles(&goal(Goal::First), &[8, 9, 10, 11, 12, 13, 14, 15]).unwrap();
        assert_eq!(first.canonical().0, last);
    }

    #[test]
    fn labels_skip_the_blank() {
        let spiral = goal(Goal::Spiral);
        let pattern = Pattern::of_tiles(&spiral, &[1, 2, 3, 4, 15, 10]).unwrap();
        assert_eq!(pattern.blank(), 9);
        assert_eq!(pattern.cells(), [0, 1, 2, 3, 10, 12]);
        assert_eq!(pattern.to_string(), "1-4,10,12");
        assert_eq!(format!("{pattern:?}"), "4x4 blank on 9 {1-4,10,12}");
    }

    #[test]
    fn what_is_no_pattern() {
        let g = goal(Goal::Last);
        let size = g.size();
        assert_eq!(Pattern::of_tiles(&g, &[]), Err(PatternError::Empty));
        assert_eq!(Pattern::of_tiles(&g, &[0]), Err(PatternError::NoSuchTile { size, tile: 0 }));
        assert_eq!(Pattern::of_tiles(&g, &[16]), Err(PatternError::NoSuchTile { size, tile: 16 }));
        assert_eq!(Pattern::of_tiles(&g, &[3, 3]), Err(PatternError::Twice { tile: 3 }));
        let many: Vec<u8> = (1..=13).collect();
        assert_eq!(Pattern::of_tiles(&g, &many), Err(PatternError::TooManyTiles { found: 13 }));
        assert!(matches!(Pattern::new(size, 15, &[2, 1]), Err(PatternError::Cells { .. })));
        assert!(matches!(Pattern::new(size, 15, &[15]), Err(PatternError::Cells { .. })));
        assert!(matches!(Pattern::new(size, 16, &[1]), Err(PatternError::Cells { .. })));
    }

    #[test]
    fn sizes_of_the_7_8() {
        let pattern = |tiles: &[u8]| Pattern::of_tiles(&goal(Goal::Last), tiles).unwrap();
        let eight = requirements(&pattern(&[1, 2, 3, 4, 5, 6, 7, 8]), TableKind::ZeroAware);
        let seven = requirements(&pattern(&[9, 10, 11, 12, 13, 14, 15]), TableKind::ZeroAware);
        assert_eq!((eight.entries, seven.entries), (1_425_191_040, 139_849_920));
        assert_eq!(eight.classic_bytes + seven.classic_bytes, 576_576_000);
        assert_eq!((eight.file_bytes + seven.file_bytes).div_ceil(100_000), 1957);
        assert_eq!(requirements(&pattern(&[1, 2, 3, 4, 5, 6, 7, 8]), TableKind::Additive).file_bytes, 259_459_200);
    }
}
