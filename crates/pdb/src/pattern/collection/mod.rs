//! Collections: several partitions of one board, of whose sums the largest counts; the shipped ones.

mod error;
mod read;

use std::fmt;
use std::sync::LazyLock;

use fifteen_puzzle::{Board, Goal, Size};

use super::{Partition, Pattern, distinct_patterns};
use crate::TableKind;

pub use error::{CollectionError, LineError};

/// The texts of the shipped collections, for each board size the strongest first.
const TEXTS: [&str; 2] =
    [include_str!("../../../data/collections/7-8x2.txt"), include_str!("../../../data/collections/6-6-6-6x5.txt")];

/// The shipped collections; a test makes sure that all can be read.
static SHIPPED: LazyLock<Vec<Collection>> =
    LazyLock::new(|| TEXTS.iter().filter_map(|text| Collection::parse(text).ok()).collect());

/// Several different partitions of one board.
///
/// A collection is written for one goal, in its labels, and serves every goal of the board ([`Collection::for_goal`]).
/// [`Collection::parse`] reads the text that [`fmt::Display`] writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    name: Option<String>,
    goal: Board,
    kind: TableKind,
    partitions: Vec<Partition>,
}

impl Collection {
    /// The most bytes of a text.
    pub const MOST_BYTES: usize = 64 * 1024;
    /// The most partitions.
    pub const MOST_PARTITIONS: usize = 100;

    /// The shipped collection of that name for boards of that size.
    pub fn named(name: &str, size: Size) -> Option<Self> {
        SHIPPED.iter().find(|c| c.size() == size && c.name() == Some(name)).cloned()
    }

    /// The names and sizes of all shipped collections.
    pub fn shipped() -> impl Iterator<Item = (&'static str, Size)> {
        SHIPPED.iter().filter_map(|c| Some((c.name()?, c.size())))
    }

    /// The names of the shipped collections for boards of that size, the strongest first.
    pub fn names(size: Size) -> impl Iterator<Item = &'static str> {
        Self::shipped().filter(move |s| s.1 == size).map(|s| s.0)
    }

    /// The name in the text, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.goal.size()
    }

    /// The goal that the collection is written for.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The kind of tables that the collection is meant for.
    pub fn kind(&self) -> TableKind {
        self.kind
    }

    /// The partitions for [`Collection::goal`], at least one, in the order of the text.
    pub fn partitions(&self) -> &[Partition] {
        &self.partitions
    }

    /// The partitions for another goal of the board.
    ///
    /// They are carried by the symmetry that carries the blank there, so that they use the same tables. Where there is
    /// no such symmetry they are the tiles with the same numbers in the standard goal of that blank.
    ///
    /// # Errors
    /// [`CollectionError::OtherSize`] for a goal of another size.
    pub fn for_goal(&self, goal: &Board) -> Result<Vec<Partition>, CollectionError> {
        let other = || CollectionError::OtherSize { found: self.size(), expected: goal.size() };
        if goal.size() != self.size() {
            return Err(other());
        }
        self.partitions
            .iter()
            .map(|partition| partition.for_blank(goal.blank()))
            .collect::<Option<_>>()
            .ok_or_else(other)
    }

    /// The patterns that need tables for [`Collection::goal`]: see [`distinct_patterns`].
    pub fn patterns(&self) -> Vec<Pattern> {
        distinct_patterns(&self.partitions)
    }
}

/// The text of a file, which [`Collection::parse`] reads back.
impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            writeln!(f, "name: {name}")?;
        }
        writeln!(f, "size: {}", self.size())?;
        let is = |named: &Goal| named.board(self.size()).as_ref() == Ok(&self.goal);
        match [Goal::Last, Goal::First, Goal::Spiral].into_iter().find(is) {
            Some(Goal::Last) => (),
            Some(named) => writeln!(f, "goal: {named}")?,
            None => writeln!(f, "goal: {}", self.goal)?,
        }
        if self.kind != TableKind::default() {
            writeln!(f, "kind: {}", self.kind)?;
        }
        self.partitions.iter().try_for_each(|partition| writeln!(f, "{}", partition.text(&self.goal)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_collections_are_as_their_names_say() {
        assert_eq!(Collection::shipped().count(), TEXTS.len());
        let size = |text: &str| text.parse().unwrap();
        for (name, board, partitions, patterns) in [("7-8x2", "4x4", 2, 4), ("6-6-6-6x5", "5x5", 5, 16)] {
            let collection = Collection::named(name, size(board)).unwrap();
            assert_eq!((collection.name(), collection.kind()), (Some(name), TableKind::ZeroAware));
            assert_eq!((collection.partitions().len(), collection.patterns().len()), (partitions, patterns));
            assert!(Collection::names(size(board)).eq([name]));
            assert_eq!(Collection::parse(&collection.to_string()), Ok(collection));
        }
        assert_eq!(Collection::named("7-8x2", size("5x5")), None);
        assert_eq!(Collection::named("nothing", size("4x4")), None);
        assert_eq!(Collection::names(size("3x3")).count(), 0);
    }

    #[test]
    fn other_goals_of_the_board_are_served() {
        let collection = Collection::parse("size: 3x3\ngoal: first\n1-3/4-8\n1,4,7/2,3,5,6,8").unwrap();
        let expected: Vec<_> = collection.patterns();
        for goal in [Goal::First, Goal::Last].map(|goal| goal.board(collection.size()).unwrap()) {
            let partitions = collection.for_goal(&goal).unwrap();
            assert!(partitions.iter().flat_map(Partition::patterns).all(|p| p.blank() == goal.blank()));
            assert_eq!(distinct_patterns(&partitions), expected);
        }
        assert_eq!(collection.for_goal(collection.goal()).as_deref(), Ok(collection.partitions()));
        // The middle cell is no corner: tables of its own, of the tiles of the same numbers.
        let spiral = Goal::Spiral.board(collection.size()).unwrap();
        let partitions = collection.for_goal(&spiral).unwrap();
        assert_eq!(partitions[0].patterns()[0].labels(), [1, 2, 3]);
        let wide = Goal::Last.board("4x3".parse().unwrap()).unwrap();
        let error = collection.for_goal(&wide).unwrap_err().to_string();
        assert!(error.contains("for 3x3 boards") && error.contains("4x3"), "{error}");
    }
}
