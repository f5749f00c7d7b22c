//! [`Partition`]: disjoint patterns that cover all tiles, specified by a name (see `named`) or as
//! lists of tiles.

mod named;

use fifteen_puzzle::{Board, Size};

use super::{Pattern, PatternError, named_twice, runs};

/// Returns the part of an error message that explains how to specify a partition for a board size.
fn advice(size: Size) -> String {
    let names: Vec<_> = Partition::names(size).collect();
    let names = if names.is_empty() {
        format!("there is none for {size}")
    } else {
        names.join(", ")
    };
    format!(
        "write a name ({names}) or the tiles, patterns separated by '/', as in {}",
        example(size)
    )
}

/// Returns an example of a partition for a board size, such as `1-8/9-15` for 4x4.
fn example(size: Size) -> String {
    let tiles: Vec<usize> = (1..size.cells()).collect();
    let patterns = tiles
        .len()
        .div_ceil(if size.cells() <= 16 { 8 } else { 6 })
        .max(2);
    let pattern = |tiles: &[usize]| match tiles {
        [first, .., last] => format!("{first}-{last}"),
        tiles => tiles.iter().map(usize::to_string).collect(),
    };
    tiles
        .chunks(tiles.len().div_ceil(patterns))
        .map(pattern)
        .collect::<Vec<_>>()
        .join("/")
}

/// A partition of a board's tiles into disjoint patterns. Every tile is in exactly one pattern, so
/// no move is counted twice when the distances of the patterns are added.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Partition(Vec<Pattern>);

impl Pattern {
    /// Parses a pattern, given as a list of tiles such as `1-4,7`. Tiles are numbered as in `goal`.
    ///
    /// # Errors
    /// Returns [`PatternError`] if the text is not a list of tiles, or if the list is not a valid
    /// pattern.
    pub fn parse(text: &str, goal: &Board) -> Result<Self, PatternError> {
        let tiles = tiles_of(text).ok_or_else(|| syntax(text, goal.size()))?;
        Self::of_tiles(goal, &tiles)
    }
}

impl Partition {
    /// Parses a partition, specified by its name (`7-8`) or as lists of tiles (`1-8/9-15`,
    /// `1,3/2,4-8`). Tiles are numbered as in `goal`.
    ///
    /// A named partition is defined for goals with the blank on the last cell. If the blank of
    /// `goal` is in another corner, a symmetry of the board is applied to the partition. If the
    /// blank is elsewhere, the tiles keep their numbers in the standard goal.
    ///
    /// # Errors
    /// Returns [`PatternError`] if the text is neither a name nor lists of tiles, if a list is not
    /// a valid pattern, or if a tile is missing.
    pub fn parse(text: &str, goal: &Board) -> Result<Self, PatternError> {
        let text = text.trim();
        if let Some(named) = Self::named(text, goal) {
            return Ok(named);
        }
        let size = goal.size();
        Self::spelled_out(text, goal).map_err(|error| match named::size_of(text) {
            Some(is_of) => PatternError::new(format!(
                "{text} is a partition of {is_of} boards, but the board is {size}; {}",
                advice(size)
            )),
            None => of_range(text, size).unwrap_or(error),
        })
    }

    /// Converts the partition for goals with the blank on cell `blank`, by
    /// [converting](Pattern::for_blank) each pattern. Returns `None` if a pattern cannot be
    /// converted.
    pub(crate) fn for_blank(&self, blank: usize) -> Option<Self> {
        self.0
            .iter()
            .map(|pattern| pattern.for_blank(blank))
            .collect::<Option<_>>()
            .map(Self)
    }

    fn spelled_out(text: &str, goal: &Board) -> Result<Self, PatternError> {
        let pattern = |group: &str| {
            let tiles = tiles_of(group).ok_or_else(|| syntax(text, goal.size()))?;
            Pattern::of_tiles(goal, &tiles)
        };
        Self::of_patterns(
            text.split('/').map(pattern).collect::<Result<_, _>>()?,
            goal,
        )
    }

    /// Creates a partition from its patterns, which must have the same size and blank as `goal`.
    ///
    /// # Errors
    /// Returns [`PatternError`] if a tile is missing or is in more than one pattern.
    pub fn of_patterns(patterns: Vec<Pattern>, goal: &Board) -> Result<Self, PatternError> {
        let cells = patterns.iter().flat_map(Pattern::cells);
        let mut tiles: Vec<u8> = cells
            .filter_map(|&cell| goal.tiles().get(usize::from(cell)).copied())
            .collect();
        tiles.sort_unstable();
        if let Some(twice) = tiles.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(named_twice(twice[0]));
        }
        let missing: Vec<u8> = (1..goal.size().cells() as u8)
            .filter(|tile| !tiles.contains(tile))
            .collect();
        if missing.is_empty() {
            return Ok(Self(patterns));
        }
        let (tiles, list) = (
            if missing.len() == 1 { "tile" } else { "tiles" },
            missing.iter().map(u8::to_string),
        );
        let list = list.collect::<Vec<_>>().join(", ");
        Err(PatternError::new(format!(
            "the partition leaves out {tiles} {list}; every tile must be in one pattern"
        )))
    }

    /// Returns the patterns in the order in which they were given.
    pub fn patterns(&self) -> &[Pattern] {
        &self.0
    }

    /// Returns whether both partitions have the same patterns, in any order.
    pub(super) fn has_patterns_of(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && other.0.iter().all(|pattern| self.0.contains(pattern))
    }

    /// Returns the name of the partition. The name of an unnamed partition is its lists of tiles,
    /// such as `1,5,9/2-4,6-8`, with tiles numbered as in the standard goal. The lists are sorted
    /// by their smallest tiles, so that the name does not depend on the order of the patterns.
    pub fn name(&self) -> String {
        let lists = || listed(self.0.iter().map(Pattern::labels).collect());
        self.known_name().map_or_else(lists, str::to_owned)
    }

    /// Returns a text from which [`Partition::parse`] restores the partition. The text is the
    /// partition's name or its lists of tiles. Tiles are numbered as in `goal`, which must have the
    /// same size and blank as the partition.
    pub fn text(&self, goal: &Board) -> String {
        let name = self
            .known_name()
            .filter(|name| Self::parse(name, goal).as_ref() == Ok(self));
        let tiles = |pattern: &Pattern| {
            let cells = pattern.cells().iter();
            let mut tiles: Vec<u8> = cells.map(|&cell| goal.tiles()[usize::from(cell)]).collect();
            tiles.sort_unstable();
            tiles
        };
        let lists = || listed(self.0.iter().map(tiles).collect());
        name.map_or_else(lists, str::to_owned)
    }
}

/// Formats a partition from the ascending tile numbers of its patterns, for example as
/// `1,5,9/2-4,6-8`.
fn listed(mut patterns: Vec<Vec<u8>>) -> String {
    patterns.sort_unstable();
    let lists: Vec<_> = patterns.iter().map(|tiles| runs(tiles)).collect();
    lists.join("/")
}

fn syntax(text: &str, size: Size) -> PatternError {
    let found: String = text.chars().take(80).collect();
    PatternError::new(format!(
        "'{found}' is not a partition of a {size} board; {}",
        advice(size)
    ))
}

/// Creates the error for a single range of tiles such as `12-12`, which is not a partition. Returns
/// `None` for any other text.
///
/// The user probably meant the sizes of two patterns, like those in the name `7-8`. An error that
/// only lists the missing tiles would not explain this mistake.
fn of_range(text: &str, size: Size) -> Option<PatternError> {
    if text.contains([',', '/']) {
        return None;
    }
    let (first, last) = text.split_once('-')?;
    tiles_of(text)?;
    Some(PatternError::new(format!(
        "'{text}' was read as the tiles {} to {}, since no partition of {size} boards has that name; {}",
        first.trim(),
        last.trim(),
        advice(size)
    )))
}

/// Parses a comma-separated list of tile numbers and ranges, such as `1-4,7`.
fn tiles_of(group: &str) -> Option<Vec<u8>> {
    let number = |word: &str| word.trim().parse::<u8>().ok();
    let mut tiles: Vec<u8> = Vec::new();
    for word in group.split(',') {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return None;
        }
        tiles.extend(first..=last);
    }
    Some(tiles)
}

/// Returns the patterns that need their own tables, in the order of the partitions. All partitions
/// must have the same size and blank.
///
/// Identical patterns and reflections share a table, so only the first of them is returned.
/// Patterns are returned in their [canonical](Pattern::canonical) form.
pub fn distinct_patterns<'a>(partitions: impl IntoIterator<Item = &'a Partition>) -> Vec<Pattern> {
    let mut distinct: Vec<Pattern> = Vec::new();
    for pattern in partitions.into_iter().flat_map(Partition::patterns) {
        let (canonical, _) = pattern.canonical();
        if !distinct.iter().any(|known| known.serves(&canonical)) {
            distinct.push(canonical);
        }
    }
    distinct
}
