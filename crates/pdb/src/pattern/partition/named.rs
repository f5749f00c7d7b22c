//! The partitions of `data/partitions.txt`: the named ones, and for each board size the defaults and the in-memory
//! fallback.

use std::sync::LazyLock;

use fifteen_puzzle::{Board, Goal, Size};

use super::{Partition, Pattern};

/// Partitions, one a line, and the reasons for them.
const TEXT: &str = include_str!("../../../data/partitions.txt");

/// A line of the file.
struct Line {
    size: Size,
    /// `default`, `fallback`, or else a name.
    role: &'static str,
    /// For the goal blank last.
    partition: Partition,
}

/// The lines of the file; a test makes sure that all can be read.
static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let mut known = Vec::new();
    for text in TEXT
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        known.extend(read(text, &known));
    }
    known
});

/// Reads `SIZE ROLE PARTITION`; the partition is a name of a line before, or tiles.
fn read(line: &'static str, known: &[Line]) -> Option<Line> {
    let mut words = line.split_whitespace();
    let size: Size = words.next()?.parse().ok()?;
    let (role, text) = (words.next()?, words.next()?);
    let last = Goal::Last.board(size).ok()?;
    let named = known
        .iter()
        .find(|line| line.size == size && line.role == text && line.is_name());
    let partition = match named {
        Some(line) => line.partition.clone(),
        None => Partition::spelled_out(text, &last).ok()?,
    };
    words.next().is_none().then_some(Line {
        size,
        role,
        partition,
    })
}

impl Line {
    fn is_name(&self) -> bool {
        self.role != "default" && self.role != "fallback"
    }

    /// The partition for a goal, if the line is for boards of its size, as it is or with rows and columns exchanged.
    fn for_goal(&self, goal: &Board) -> Option<Partition> {
        let size = goal.size();
        let exchanged = (self.size.height(), self.size.width()) == (size.width(), size.height());
        match self.size == size {
            true => self.partition.for_blank(goal.blank()),
            false if exchanged => self.partition.transposed(size)?.for_blank(goal.blank()),
            false => None,
        }
    }
}

fn names_of(size: Size) -> impl Iterator<Item = &'static Line> {
    LINES
        .iter()
        .filter(move |line| line.size == size && line.is_name())
}

/// The smallest size whose boards have a partition of that name.
pub(super) fn size_of(name: &str) -> Option<Size> {
    LINES
        .iter()
        .filter(|line| line.is_name() && line.role == name)
        .map(|line| line.size)
        .min()
}

impl Partition {
    /// The names of partitions for boards of that size, the strongest first.
    pub fn names(size: Size) -> impl Iterator<Item = &'static str> {
        names_of(size).map(|line| line.role)
    }

    /// The partitions whose tables are built for a goal where none is asked for, the strongest first.
    ///
    /// Every size has at least one. `data/partitions.txt` of this crate lists them for the blank last, with the
    /// reasons. For another blank they are carried there as named partitions are (see [`Partition::parse`]), and boards
    /// with width and height exchanged have them transposed.
    pub fn defaults(goal: &Board) -> Vec<Self> {
        with_role("default", goal).collect()
    }

    /// The partition whose tables are built in memory where there are none on disk, in 0.05 to 0.4 seconds on two
    /// cores.
    ///
    /// Every size has one. It comes from the same file as the [`defaults`](Self::defaults).
    pub fn in_memory_fallback(goal: &Board) -> Option<Self> {
        with_role("fallback", goal).next()
    }

    /// The partition of that name for boards of the goal's size.
    pub(crate) fn named(name: &str, goal: &Board) -> Option<Self> {
        names_of(goal.size())
            .find(|line| line.role == name)?
            .for_goal(goal)
    }

    /// The name of a partition with the same patterns, in any order.
    pub(crate) fn known_name(&self) -> Option<&'static str> {
        let first = self.patterns().first()?;
        let standard = Goal::with_blank(first.size(), first.blank())?;
        let is_this = |line: &&Line| {
            line.for_goal(&standard)
                .is_some_and(|named| self.has_patterns_of(&named))
        };
        names_of(first.size()).find(is_this).map(|line| line.role)
    }

    /// Rows and columns exchanged: the blank stays in the last cell.
    fn transposed(&self, size: Size) -> Option<Self> {
        let transposed = |pattern: &Pattern| {
            let cell = |&cell: &u8| {
                let (row, column) = pattern.size().row_column(cell.into());
                (column * size.width() + row) as u8
            };
            let mut cells: Vec<u8> = pattern.cells().iter().map(cell).collect();
            cells.sort_unstable();
            Pattern::new(size, size.cells() - 1, &cells).ok()
        };
        self.patterns()
            .iter()
            .map(transposed)
            .collect::<Option<Vec<_>>>()
            .map(Self)
    }
}

fn with_role(role: &'static str, goal: &Board) -> impl Iterator<Item = Partition> {
    LINES
        .iter()
        .filter(move |line| line.role == role)
        .filter_map(|line| line.for_goal(goal))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A partition covers all tiles once: `of_patterns` says so.
    #[test]
    fn every_size_has_defaults_and_a_fallback_wherever_the_blank_is() {
        for size in Size::all() {
            for blank in 0..size.cells() {
                let goal = Goal::with_blank(size, blank).unwrap();
                let mut all = Partition::defaults(&goal);
                assert!(!all.is_empty(), "{size}");
                all.push(Partition::in_memory_fallback(&goal).unwrap());
                for partition in all {
                    assert_eq!(
                        Partition::of_patterns(partition.patterns().to_vec(), &goal),
                        Ok(partition),
                        "{goal}"
                    );
                }
            }
        }
    }
}
