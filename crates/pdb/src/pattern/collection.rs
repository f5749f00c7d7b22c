//! [`Collection`]: several partitions of the same board. For each partition, the distances of its
//! patterns are added. The heuristic value is the largest of these sums.
//!
//! The text format of collections is described in `docs/TABLES.md`. Some collections are included
//! in this crate.

use std::sync::LazyLock;

use fifteen_puzzle::visible::is_hidden;
use fifteen_puzzle::words::shorten;
use fifteen_puzzle::{Board, Goal, ParseError, Size};

use crate::{Partition, PatternError, TableKind};

/// The built-in collections in text form. Collections for the same board size are ordered from the
/// strongest to the weakest.
const TEXTS: [&str; 2] = [
    include_str!("../../data/collections/7-8x2.txt"),
    include_str!("../../data/collections/6-6-6-6x5.txt"),
];

/// The built-in collections. A test checks that all of them can be parsed.
static SHIPPED: LazyLock<Vec<Collection>> = LazyLock::new(|| {
    TEXTS
        .iter()
        .filter_map(|text| Collection::parse(text).ok())
        .collect()
});

/// Valid keys in the text of a collection. A key is followed by a colon and its value.
const KEYS: [&str; 4] = ["name", "size", "goal", "kind"];

/// Maximum length of a collection's name, in characters. Longer names are rejected.
const MOST_NAME: usize = 60;

/// Several distinct partitions of the same board. For each partition, the distances of its patterns
/// are added. The heuristic value is the largest of these sums.
///
/// The tiles are numbered as in one goal, but [`Collection::for_goal`] adapts the collection to
/// other goals of the same size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    name: Option<String>,
    goal: Board,
    kind: TableKind,
    partitions: Vec<Partition>,
}

impl Collection {
    /// Maximum length of the text of a collection, in bytes.
    pub const MOST_BYTES: usize = 64 * 1024;
    /// Maximum number of partitions in a collection.
    pub const MOST_PARTITIONS: usize = 100;

    /// Returns the built-in collection with the given name and board size.
    pub fn named(name: &str, size: Size) -> Option<Self> {
        SHIPPED
            .iter()
            .find(|c| c.size() == size && c.name() == Some(name))
            .cloned()
    }

    /// Returns the names and board sizes of all built-in collections.
    pub fn shipped() -> impl Iterator<Item = (&'static str, Size)> {
        SHIPPED.iter().filter_map(|c| Some((c.name()?, c.size())))
    }

    /// Returns the names of the built-in collections for a board size, strongest first.
    pub fn names(size: Size) -> impl Iterator<Item = &'static str> {
        Self::shipped().filter(move |s| s.1 == size).map(|s| s.0)
    }

    /// Returns the collection's name, or `None` if it is unnamed.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the size of the boards.
    pub fn size(&self) -> Size {
        self.goal.size()
    }

    /// Returns the goal for which the collection is written. The partitions use the tile numbers of
    /// this goal. [`Collection::for_goal`] adapts the partitions to other goals.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Returns the kind of table that the collection is intended for.
    pub fn kind(&self) -> TableKind {
        self.kind
    }

    /// Returns the partitions for [`Collection::goal`], in the order of the text. The result is
    /// never empty.
    pub fn partitions(&self) -> &[Partition] {
        &self.partitions
    }

    /// Returns the partitions for a different goal of the same size.
    ///
    /// If a symmetry of the board maps the blank to its new goal cell, the symmetry is applied to
    /// the partitions. Then the same tables serve both goals. Otherwise, each tile keeps the number
    /// that it has in the standard goal.
    ///
    /// # Errors
    /// Returns [`PatternError`] if the goal's size differs from the collection's size.
    pub fn for_goal(&self, goal: &Board) -> Result<Vec<Partition>, PatternError> {
        self.require_size(goal.size())?;
        Ok(self
            .partitions
            .iter()
            .filter_map(|partition| partition.for_blank(goal.blank()))
            .collect())
    }

    /// Checks that the collection is for boards of the given size.
    ///
    /// # Errors
    /// Returns [`PatternError`] if the collection is for a different size.
    pub fn require_size(&self, size: Size) -> Result<(), PatternError> {
        if size == self.size() {
            return Ok(());
        }
        let own = self.size();
        Err(PatternError::new(format!(
            "the collection is for {own} boards, but the board is {size}; take one for its size"
        )))
    }

    /// Parses a collection in the format of `docs/TABLES.md`. The lines `name:`, `size:`, `goal:`
    /// and `kind:` come first, followed by one partition per line. Comments start with `#`.
    ///
    /// # Errors
    /// Returns [`PatternError`] for the first error. It contains the line number, unless the error
    /// concerns the whole text.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        if text.len() > Self::MOST_BYTES {
            let message = format!(
                "this is not a collection: it is longer than {} bytes",
                Self::MOST_BYTES
            );
            return Err(PatternError::new(message));
        }
        let mut parser = CollectionParser::default();
        for (line, text) in (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            match text.split_once(':') {
                Some((key, value)) => parser.value(line, key.trim_end(), value.trim_start())?,
                None if text.is_empty() => (),
                None => parser.partition(line, text)?,
            }
        }
        parser.finish()
    }
}

/// Parser for the lines of a collection. It also stores the line number of each value, for error
/// messages.
#[derive(Default)]
struct CollectionParser<'a> {
    values: [Option<(usize, &'a str)>; KEYS.len()],
    board: Option<(Board, TableKind)>,
    partitions: Vec<(Partition, usize)>,
}

impl<'a> CollectionParser<'a> {
    /// Parses a line with a key and a value, such as `size: 4x4`.
    fn value(&mut self, line: usize, key: &str, value: &'a str) -> Result<(), PatternError> {
        let Some(number) = KEYS.iter().position(|known| *known == key) else {
            let (found, known) = (shorten(key), KEYS.map(|key| format!("'{key}:'")).join(", "));
            let message = format!("there is no '{found}:'; a collection has the lines {known}");
            return Err(PatternError::on_line(line, message));
        };
        if let Some((first, _)) = self.values[number] {
            return Err(PatternError::on_line(
                line,
                format!("a second '{key}:'; there was one in line {first}"),
            ));
        }
        if self.board.is_some() {
            let message =
                format!("'{key}:' stands after the first partition; move it above the partitions");
            return Err(PatternError::on_line(line, message));
        }
        if key == "name"
            && (!(1..=MOST_NAME).contains(&value.chars().count()) || value.contains(is_hidden))
        {
            let message = format!(
                "a name has 1 to {MOST_NAME} characters, none of them hidden, such as control characters"
            );
            return Err(PatternError::on_line(line, message));
        }
        self.values[number] = Some((line, value));
        Ok(())
    }

    /// Parses a line that contains a partition.
    fn partition(&mut self, line: usize, text: &str) -> Result<(), PatternError> {
        let (board, kind) = self.board.map_or_else(|| self.board_and_kind(line), Ok)?;
        self.board = Some((board, kind));
        let partition =
            Partition::parse(text, &board).map_err(|error| PatternError::on_line(line, error))?;
        if let Some((_, first)) = self
            .partitions
            .iter()
            .find(|(known, _)| known.has_patterns_of(&partition))
        {
            let message = format!(
                "this is the partition of line {first} again; each counts once, so leave one out"
            );
            return Err(PatternError::on_line(line, message));
        }
        if self.partitions.len() == Collection::MOST_PARTITIONS {
            let most = Collection::MOST_PARTITIONS;
            return Err(PatternError::on_line(
                line,
                format!("more than {most} partitions; leave out the weakest"),
            ));
        }
        self.partitions.push((partition, line));
        Ok(())
    }

    /// Returns the goal and the kind of table. They must be defined before the first partition,
    /// which is on line `here`.
    fn board_and_kind(&self, here: usize) -> Result<(Board, TableKind), PatternError> {
        let [_, size, goal, kind] = self.values;
        let no_size = || {
            PatternError::on_line(
                here,
                "expected 'size: WxH' before the first partition, as in size: 5x5",
            )
        };
        let error = |line| move |error: ParseError| PatternError::on_line(line, error);
        let (line, size) = size.ok_or_else(no_size)?;
        let size: Size = size.parse().map_err(error(line))?;
        let (line, goal) = goal.unwrap_or((here, "last"));
        let board = Goal::parse(goal, Some(size))
            .and_then(|goal| goal.board(size))
            .map_err(error(line))?;
        let kind = kind.map_or(Ok(TableKind::default()), |(line, kind)| {
            kind.parse().map_err(error(line))
        })?;
        Ok((board, kind))
    }

    fn finish(self) -> Result<Collection, PatternError> {
        let nothing = "this is not a collection: there is no partition in it; write one a line after 'size: WxH', as in \
                       1-8/9-15";
        let (goal, kind) = self.board.ok_or_else(|| PatternError::new(nothing))?;
        let name = self.values[0].map(|(_, name)| name.to_owned());
        let partitions = self
            .partitions
            .into_iter()
            .map(|(partition, _)| partition)
            .collect();
        Ok(Collection {
            name,
            goal,
            kind,
            partitions,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distinct_patterns;

    #[test]
    fn built_in_collections_match_their_names() {
        assert_eq!(Collection::shipped().count(), TEXTS.len());
        for (name, size, partitions, patterns) in
            [("7-8x2", "4x4", 2, 4), ("6-6-6-6x5", "5x5", 5, 16)]
        {
            let collection = Collection::named(name, size.parse().unwrap()).unwrap();
            let tables = distinct_patterns(collection.partitions()).len();
            assert_eq!(
                (collection.partitions().len(), tables),
                (partitions, patterns)
            );
        }
    }
}
