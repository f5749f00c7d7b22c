//! Patterns, partitions and collections, which determine the tiles of each table and how tables are
//! combined.
//!
//! | type | example | meaning |
//! | --- | --- | --- |
//! | [`Pattern`] | `1-4` | the tiles of one table |
//! | [`Partition`] | `1-4/5-8` | disjoint patterns of all tiles, whose distances are added |
//! | [`Collection`] | `1-4/5-8` and `1-3/4-8` | several partitions, of which the one with the largest sum is used |
//!
//! **Additive values.** The distance of a pattern only counts moves of the pattern's own tiles.
//! Each move of a solution moves one tile, and this tile belongs to exactly one pattern of a
//! partition. So the sum of the distances counts no move twice, and cannot exceed the length of a
//! shortest solution.
//!
//! **One table for several patterns.** A pattern identifies its tiles by their goal cells, so it
//! does not depend on the tile numbers of the goal. Symmetries of the board map a pattern to goals
//! with the blank on another cell. A reflection that preserves the blank's goal cell allows two
//! patterns to share a table. For example, take a 3x3 board with the blank on the last cell. The
//! reflection about the main diagonal swaps cells 1 and 3. So the table of tiles 1 and 2 (goal
//! cells 0 and 1) also serves tiles 1 and 4 (goal cells 0 and 3). [`distinct_patterns`] returns the
//! patterns that need tables of their own.

mod collection;
mod manhattan;
mod partition;

pub use collection::Collection;
pub(crate) use manhattan::ManhattanDistances;
pub use partition::{Partition, distinct_patterns};

use std::fmt::{self, Display};

use fifteen_puzzle::{Board, Goal, Size, Symmetry};

use crate::index::rank::MAX_TILES;

/// Error for an invalid pattern, partition or collection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct PatternError {
    /// Number of the invalid line, counted from 1. It is `None` if the input is a single line, or
    /// if the error concerns the whole text.
    pub line: Option<usize>,
    /// Description of the problem.
    pub message: String,
}

impl PatternError {
    fn new(message: impl Into<String>) -> Self {
        Self {
            line: None,
            message: message.into(),
        }
    }

    fn on_line(line: usize, message: impl Display) -> Self {
        Self {
            line: Some(line),
            message: message.to_string(),
        }
    }
}

/// A set of tiles for boards of one size, together with the blank's goal cell.
///
/// Tiles are identified by their goal cells, so a pattern does not depend on how the goal numbers
/// its tiles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: Size,
    blank: u8,
    cells: Vec<u8>,
}

impl Pattern {
    /// Creates a pattern from the goal cells of its tiles, which must be in ascending order.
    /// `blank` is the blank's goal cell.
    ///
    /// # Errors
    /// Returns [`PatternError`] if `cells` is empty, too long or not ascending, if it contains the
    /// blank's cell, or if any cell is outside the board.
    pub fn new(size: Size, blank: usize, cells: &[u8]) -> Result<Self, PatternError> {
        if cells.is_empty() {
            return Err(PatternError::new("a pattern needs at least one tile"));
        }
        let on_board = |&c: &u8| usize::from(c) < size.cells() && usize::from(c) != blank;
        if blank >= size.cells() || !cells.iter().all(on_board) || !cells.is_sorted_by(|a, b| a < b)
        {
            let cells = &cells[..cells.len().min(30)];
            return Err(PatternError::new(format!(
                "goal cells {cells:?} make no pattern on a {size} board with the blank on cell {blank}; they must ascend \
                 and leave out the blank's"
            )));
        }
        if cells.len() > MAX_TILES {
            let found = cells.len();
            return Err(PatternError::new(format!(
                "a pattern of {found} tiles is too large; tables go up to {MAX_TILES} tiles, so split it"
            )));
        }
        Ok(Self {
            size,
            blank: blank as u8,
            cells: cells.to_vec(),
        })
    }

    /// Creates a pattern from tile numbers, which can be in any order. `goal` determines the goal
    /// cell of each tile.
    ///
    /// # Errors
    /// Returns [`PatternError`] if `tiles` is empty or too long, or contains a duplicate or a tile
    /// that the board does not have.
    pub fn of_tiles(goal: &Board, tiles: &[u8]) -> Result<Self, PatternError> {
        let size = goal.size();
        let goal_cells = goal.cells_of_tiles();
        let mut cells = Vec::with_capacity(tiles.len());
        for &tile in tiles {
            if tile == 0 || usize::from(tile) >= size.cells() {
                let most = size.cells() - 1;
                let message =
                    format!("there is no tile {tile} on a {size} board; its tiles are 1 to {most}");
                return Err(PatternError::new(message));
            }
            let cell = goal_cells[usize::from(tile)];
            if cells.contains(&cell) {
                return Err(named_twice(tile));
            }
            cells.push(cell);
        }
        cells.sort_unstable();
        Self::new(size, goal.blank(), &cells)
    }

    /// Returns the size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the goal cell of the blank.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// Returns the goal cells of the tiles, in ascending order.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the number of tiles, which is at least 1.
    #[allow(clippy::len_without_is_empty, reason = "a pattern is never empty")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the bit mask of the tiles' goal cells.
    pub fn mask(&self) -> u32 {
        self.cells.iter().fold(0, |mask, &c| mask | 1 << c)
    }

    /// Returns whether some placements of the pattern's tiles are unreachable because of their
    /// parity. This happens only if at most one tile is outside the pattern.
    ///
    /// If two tiles are outside the pattern, swapping them changes the parity of the board but not
    /// the placement. So one of the two boards is reachable.
    pub(crate) fn has_unreachable_placements(&self) -> bool {
        self.len() + 2 >= self.size.cells()
    }

    /// Returns the numbers of the pattern's tiles in the standard goal. This goal has the same
    /// blank cell, and its tiles are numbered in row-major order.
    ///
    /// If the blank is on the last cell, a tile's number is its goal cell plus one. If the blank is
    /// on the first cell, a tile's number is its goal cell.
    pub fn labels(&self) -> Vec<u8> {
        self.cells
            .iter()
            .map(|&c| if c < self.blank { c + 1 } else { c })
            .collect()
    }

    /// Returns the pattern after a symmetry of the board has been applied to its goal cells,
    /// including the blank's.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let image = |c: u8| symmetry.apply(self.size, c.into()) as u8;
        let mut cells: Vec<u8> = self.cells.iter().map(|&c| image(c)).collect();
        cells.sort_unstable();
        Self {
            size: self.size,
            blank: image(self.blank),
            cells,
        }
    }

    /// Returns the canonical form of the pattern, and the symmetry that maps the pattern to it. One
    /// table serves both patterns.
    ///
    /// The canonical form has the blank on the [representative](Symmetry::representative) of its
    /// goal cell. For example, the representative of every corner is the last cell.
    pub fn canonical(&self) -> (Self, Symmetry) {
        let to = Symmetry::representative(self.size, self.blank());
        let symmetry =
            Symmetry::carrying(self.size, self.blank(), to).unwrap_or(Symmetry::IDENTITY);
        (self.image(symmetry), symmetry)
    }

    /// Returns the reflection of the pattern that preserves the blank's goal cell
    /// ([`Symmetry::keeping`]), or `None` if no reflection of the board preserves it.
    ///
    /// The table of a pattern also serves its reflection. To find the distance of a board for the
    /// reflected pattern, look up the reflected board in the table.
    pub fn reflection(&self) -> Option<Self> {
        Symmetry::keeping(self.size, self.blank()).map(|symmetry| self.image(symmetry))
    }

    /// Returns whether the table of this pattern also contains the values of the pattern
    /// `canonical`. Both patterns must be [canonical](Pattern::canonical).
    pub fn serves(&self, canonical: &Self) -> bool {
        self == canonical || self.reflection().as_ref() == Some(canonical)
    }

    /// Converts the pattern for goals with the blank on cell `blank`. Returns `None` if the result
    /// would not be a valid pattern.
    ///
    /// If a symmetry of the board maps the pattern's blank to `blank`, the result is the image of
    /// the pattern under that symmetry. Otherwise, it is the pattern with the same
    /// [`labels`](Self::labels).
    pub(crate) fn for_blank(&self, blank: usize) -> Option<Self> {
        if let Some(symmetry) = Symmetry::carrying(self.size, self.blank(), blank) {
            return Some(self.image(symmetry));
        }
        let cell = |label: u8| {
            if usize::from(label) <= blank {
                label - 1
            } else {
                label
            }
        };
        Self::new(
            self.size,
            blank,
            &self.labels().into_iter().map(cell).collect::<Vec<_>>(),
        )
        .ok()
    }
}

fn named_twice(tile: u8) -> PatternError {
    PatternError::new(format!(
        "tile {tile} is named twice; every tile belongs to one pattern"
    ))
}

/// Formats the pattern as its [`labels`](Pattern::labels), with ranges shortened, such as `1-8` or
/// `2-4,7`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&runs(&self.labels()))
    }
}

/// Formats ascending tile numbers. Three or more consecutive numbers are written as a range, as in
/// `2-4,7`.
pub(crate) fn runs(tiles: &[u8]) -> String {
    let run = |run: &[u8]| match run {
        [one] => one.to_string(),
        [a, b] => format!("{a},{b}"),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    tiles
        .chunk_by(|a, b| a + 1 == *b)
        .map(run)
        .collect::<Vec<_>>()
        .join(",")
}

/// Returns the patterns of all built-in partitions and collections for a board size, with the blank
/// on the last cell. The partitions are the named ones, the defaults and the in-memory fallback.
///
/// If one partition contains a pattern and another partition contains its reflection, the list
/// contains both.
pub fn shipped_patterns(size: Size) -> Vec<Pattern> {
    let Ok(goal) = Goal::Last.board(size) else {
        return Vec::new();
    };
    let named = Partition::names(size).filter_map(|name| Partition::parse(name, &goal).ok());
    let partitions = named
        .chain(Partition::defaults(&goal))
        .chain(Partition::in_memory_fallback(&goal));
    let collections = Collection::names(size)
        .filter_map(|name| Collection::named(name, size)?.for_goal(&goal).ok());
    let mut patterns: Vec<Pattern> = Vec::new();
    for build in partitions
        .map(|partition| vec![partition])
        .chain(collections)
    {
        for pattern in distinct_patterns(&build) {
            if !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
    }
    patterns
}
