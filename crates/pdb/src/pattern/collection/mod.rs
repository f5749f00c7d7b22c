//! Collections: several partitions of one board, of whose sums the largest counts; the shipped ones.

mod error;
mod read;

use std::fmt;

use fifteen_puzzle::{Board, Goal, Size};

use super::{Partition, Pattern, distinct_patterns};
use crate::TableKind;

pub use error::{CollectionError, LineError};

/// A shipped collection: its name, the board's width and height, and its text.
type Shipped = (&'static str, (usize, usize), &'static str);

const SHIPPED: &[Shipped] = &[
    ("7-8x2", (4, 4), include_str!("../../../data/collections/7-8x2.txt")),
    ("6-6-6-6x5", (5, 5), include_str!("../../../data/collections/6-6-6-6x5.txt")),
];

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
        let (.., text) = SHIPPED.iter().find(|s| s.0 == name && size_of(s) == Some(size))?;
        Self::parse(text).ok()
    }

    /// The names and sizes of all shipped collections.
    pub fn shipped() -> impl Iterator<Item = (&'static str, Size)> {
        SHIPPED.iter().filter_map(|s| Some((s.0, size_of(s)?)))
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
    /// They are carried by the symmetry that carries the blank there, so that they use the same tables. Where there is no
    /// such symmetry they are the tiles with the same numbers in the standard goal of that blank.
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

fn size_of(shipped: &Shipped) -> Option<Size> {
    Size::new(shipped.1.0, shipped.1.1).ok()
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
        assert!(!SHIPPED.is_empty());
        for (name, size) in Collection::shipped() {
            let collection = Collection::named(name, size).unwrap_or_else(|| panic!("{name} of {size}"));
            assert_eq!(
                (collection.name(), collection.size(), collection.kind()),
                (Some(name), size, TableKind::ZeroAware)
            );
            assert!(Collection::names(size).any(|n| n == name));
            assert_eq!(Collection::parse(&collection.to_string()), Ok(collection));
        }
        let text = |name: &str| SHIPPED.iter().find(|s| s.0 == name).unwrap().2;
        assert!(Collection::parse(text("7-8x2")).is_ok_and(|c| c.partitions().len() == 2 && c.patterns().len() == 4));
        let five = Collection::parse(text("6-6-6-6x5")).unwrap();
        assert_eq!((five.partitions().len(), five.patterns().len()), (5, 16), "as its comments say");
        let size = |text: &str| text.parse().unwrap();
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
