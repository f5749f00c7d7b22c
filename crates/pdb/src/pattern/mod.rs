//! Patterns, partitions and collections.
//!
//! | type | answers |
//! | --- | --- |
//! | [`Pattern`] | Which tiles does one table cover? |
//! | [`Partition`] | Which disjoint patterns cover the board, so that their distances add up? |
//! | [`Collection`] | Which partitions of one board are used together, the largest sum counting? |
//!
//! Tiles are named by their goal cells, so a pattern serves every goal that differs in labels only. A symmetry of the
//! board carries a pattern to goals with the blank elsewhere, and a reflection that keeps the blank lets one table
//! serve two patterns: [`distinct_patterns`] are those that need tables.

mod collection;
mod manhattan;
mod partition;

pub use collection::Collection;
pub(crate) use manhattan::ManhattanDistances;
pub use partition::{Partition, distinct_patterns};

use std::fmt::{self, Display};

use fifteen_puzzle::{Board, Goal, Size, Symmetry};

use crate::index::rank::MAX_TILES;

/// A text or tiles that make no pattern, partition or collection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct PatternError {
    /// The line, from 1, in a text of several lines.
    pub line: Option<usize>,
    /// The mistake, in words.
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

/// A set of tiles on boards of one size and with one goal cell for the blank.
///
/// Tiles are named by their goal cells, so that one pattern stands for all goals that differ in labels only.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: Size,
    blank: u8,
    cells: Vec<u8>,
}

impl Pattern {
    /// The pattern of the tiles with these goal cells, ascending.
    ///
    /// # Errors
    /// [`PatternError`]: no cell, too many, or cells that do not ascend, are not on the board or include the blank's.
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

    /// The pattern of these tiles, in any order, in the labels of `goal`.
    ///
    /// # Errors
    /// [`PatternError`]: no tile, too many, one that the board does not have, or one given twice.
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

    /// The set of cells that the tiles occupy in the goal, as a mask.
    pub fn mask(&self) -> u32 {
        self.cells.iter().fold(0, |mask, &c| mask | 1 << c)
    }

    /// Returns whether at most one tile is not in the pattern.
    ///
    /// Only then does parity decide whether a placement can reach the goal: two tiles outside the pattern can be swapped
    /// without changing the placement.
    pub(crate) fn leaves_out_at_most_one_tile(&self) -> bool {
        self.len() + 2 >= self.size.cells()
    }

    /// The tiles in the labels of the standard goal with the same blank: numbered row by row, the blank's cell left
    /// out.
    ///
    /// A label is the goal cell plus one for the blank last, and the goal cell for the blank first.
    pub fn labels(&self) -> Vec<u8> {
        self.cells
            .iter()
            .map(|&c| if c < self.blank { c + 1 } else { c })
            .collect()
    }

    /// The pattern that a symmetry of the board makes of this one: of its goal cells and of the blank's.
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

    /// The pattern whose table serves this one, and the symmetry that carries this one to it.
    ///
    /// The canonical pattern has its blank on [`Symmetry::representative`], the last cell for all four corners.
    pub fn canonical(&self) -> (Self, Symmetry) {
        let to = Symmetry::representative(self.size, self.blank());
        let symmetry =
            Symmetry::carrying(self.size, self.blank(), to).unwrap_or(Symmetry::IDENTITY);
        (self.image(symmetry), symmetry)
    }

    /// The pattern reflected so that the blank stays ([`Symmetry::keeping`]), if a reflection does that.
    ///
    /// The table of a pattern serves its reflection too, by a lookup of the reflected board.
    pub fn reflection(&self) -> Option<Self> {
        Symmetry::keeping(self.size, self.blank()).map(|symmetry| self.image(symmetry))
    }

    /// True if the table of this pattern serves another one; both are canonical (see [`Pattern::canonical`]).
    pub fn serves(&self, canonical: &Self) -> bool {
        self == canonical || self.reflection().as_ref() == Some(canonical)
    }

    /// The pattern for goals with the blank on another cell: its image under the symmetry of the board that carries the
    /// blank there, else the tiles with the same [`Pattern::labels`]. `None` if the board has no such cell.
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
    tiles
        .chunk_by(|a, b| a + 1 == *b)
        .map(run)
        .collect::<Vec<_>>()
        .join(",")
}

/// The patterns of the named partitions, the defaults, the in-memory fallback and the shipped collections for boards of
/// that size, with the blank last. Each is a table that a build of one of them makes.
///
/// A pattern and its reflection are both listed if different builds make them.
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
