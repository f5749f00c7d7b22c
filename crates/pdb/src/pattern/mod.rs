//! Patterns, partitions and collections: which tiles a table covers, and which tables are used
//! together.
//!
//! | type | example | is |
//! | --- | --- | --- |
//! | [`Pattern`] | `1-4` | the tiles of one table |
//! | [`Partition`] | `1-4/5-8` | disjoint patterns of all tiles, so that their distances can be added |
//! | [`Collection`] | `1-4/5-8` and `1-3/4-8` | several partitions of one board, of which the largest sum is used |
//!
//! **Additive values.** The distance of a pattern counts moves of the pattern's own tiles only.
//! Each move of a solution moves one tile, which belongs to one pattern of a partition. So the sum
//! of the distances counts no move twice, and is at most the length of a shortest solution.
//!
//! **One table for several patterns.** A pattern names its tiles by their goal cells, so that it
//! does not depend on how the goal numbers them. A symmetry of the board carries a pattern to goals
//! with the blank on another cell. And a reflection that keeps the blank's goal cell lets one table
//! serve two patterns: on a 3x3 board with the blank last, the reflection about the main diagonal
//! swaps the cells 1 and 3, so the table of the tiles 1 and 2, with goal cells 0 and 1, also serves
//! the tiles 1 and 4, with goal cells 0 and 3. [`distinct_patterns`] lists the patterns that need
//! tables.

mod collection;
mod manhattan;
mod partition;

pub use collection::Collection;
pub(crate) use manhattan::ManhattanDistances;
pub use partition::{Partition, distinct_patterns};

use std::fmt::{self, Display};

use fifteen_puzzle::{Board, Goal, Size, Symmetry};

use crate::index::rank::MAX_TILES;

/// The reason why a text or a list of tiles is not a valid pattern, partition or collection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct PatternError {
    /// The number of the line, from 1, if the text has several lines.
    pub line: Option<usize>,
    /// What is wrong, in words.
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

/// A set of tiles on boards of one size, with one goal cell of the blank.
///
/// Tiles are named by their goal cells, so that a pattern does not depend on how the goal numbers
/// the tiles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: Size,
    blank: u8,
    cells: Vec<u8>,
}

impl Pattern {
    /// Returns the pattern of the tiles with the given goal cells, which must be in ascending
    /// order.
    ///
    /// # Errors
    /// Returns [`PatternError`] if there are no cells or too many, if they do not ascend, if one is
    /// not on the board, or if one is the blank's.
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

    /// Returns the pattern of the tiles with the given numbers in `goal`, in any order.
    ///
    /// # Errors
    /// Returns [`PatternError`] if there are no tiles or too many, if the board does not have one
    /// of them, or if one is given twice.
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

    /// Size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The blank's goal cell.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The goal cells of the tiles, in ascending order.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Number of tiles, at least 1.
    #[allow(clippy::len_without_is_empty, reason = "a pattern is never empty")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the set of cells that the tiles occupy in the goal, as a mask.
    pub fn mask(&self) -> u32 {
        self.cells.iter().fold(0, |mask, &c| mask | 1 << c)
    }

    /// Returns whether the pattern has all tiles, or all but one.
    ///
    /// Only then does parity decide whether a placement can reach the goal: two tiles outside the
    /// pattern can be swapped without changing the placement.
    pub(crate) fn leaves_out_at_most_one_tile(&self) -> bool {
        self.len() + 2 >= self.size.cells()
    }

    /// Returns the numbers of the tiles in the standard goal with the same blank, which numbers
    /// tiles row by row.
    ///
    /// If the blank is last, a number is the goal cell plus one. If the blank is first, it is the
    /// goal cell.
    pub fn labels(&self) -> Vec<u8> {
        self.cells
            .iter()
            .map(|&c| if c < self.blank { c + 1 } else { c })
            .collect()
    }

    /// Applies a symmetry of the board to the goal cells of the tiles and of the blank, and returns
    /// the resulting pattern.
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

    /// Returns the pattern whose table serves this one, and the symmetry that carries this pattern
    /// to it.
    ///
    /// The canonical pattern has its blank on [`Symmetry::representative`], which is the last cell
    /// for all four corners.
    pub fn canonical(&self) -> (Self, Symmetry) {
        let to = Symmetry::representative(self.size, self.blank());
        let symmetry =
            Symmetry::carrying(self.size, self.blank(), to).unwrap_or(Symmetry::IDENTITY);
        (self.image(symmetry), symmetry)
    }

    /// Returns the pattern reflected so that the blank's goal cell stays ([`Symmetry::keeping`]),
    /// or `None` if the board has no such reflection.
    ///
    /// The table of a pattern also serves the reflected pattern: the reflected board is looked up
    /// in it.
    pub fn reflection(&self) -> Option<Self> {
        Symmetry::keeping(self.size, self.blank()).map(|symmetry| self.image(symmetry))
    }

    /// Returns whether the table of this pattern also gives the values of another one. Both must be
    /// [canonical](Pattern::canonical).
    pub fn serves(&self, canonical: &Self) -> bool {
        self == canonical || self.reflection().as_ref() == Some(canonical)
    }

    /// Returns the corresponding pattern for goals with the blank on another cell, or `None` if the
    /// board has no such cell.
    ///
    /// This is the image under the symmetry that carries the blank there. If no symmetry does, it
    /// is the pattern with the same [`labels`](Self::labels).
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

/// Writes the [`labels`](Pattern::labels) with runs shortened: `1-8`, `2-4,7`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&runs(&self.labels()))
    }
}

/// Formats ascending tile numbers, with runs of consecutive numbers shortened: `2-4,7`.
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

/// Lists the patterns that the shipped partitions and collections for boards of a size need, with
/// the blank last: the named partitions, the defaults, the in-memory fallback and the collections.
///
/// A pattern and its reflection are both listed if different partitions need them.
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
