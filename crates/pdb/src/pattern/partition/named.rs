//! The built-in partitions from `data/partitions.txt`. For each board size, the file contains named
//! partitions, the default partitions and the in-memory fallback.

use std::sync::LazyLock;

use fifteen_puzzle::{Board, Goal, Size};

use super::{Partition, Pattern};

/// Contents of `data/partitions.txt`, which has one partition per line. Its comments explain why
/// each partition was chosen.
const TEXT: &str = include_str!("../../../data/partitions.txt");

/// A line of `data/partitions.txt`, which assigns a role to a partition of one board size.
struct PartitionLine {
    size: Size,
    /// Role of the partition: `default`, `fallback`, or the name of a named partition.
    role: &'static str,
    /// The partition for goals with the blank on the last cell.
    partition: Partition,
}

/// The partitions in `data/partitions.txt`. A test checks that every line can be parsed.
static LINES: LazyLock<Vec<PartitionLine>> = LazyLock::new(|| {
    let mut known = Vec::new();
    for text in lines() {
        known.extend(read(text, &known));
    }
    known
});

/// Returns the lines of `data/partitions.txt` without comments and empty lines.
fn lines() -> impl Iterator<Item = &'static str> {
    TEXT.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Parses a line of the form `SIZE ROLE PARTITION`, and returns `None` if it is invalid. The
/// partition is given as lists of tiles, or as the name of a partition in `known`, which contains
/// the earlier lines.
fn read(line: &'static str, known: &[PartitionLine]) -> Option<PartitionLine> {
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
    words.next().is_none().then_some(PartitionLine {
        size,
        role,
        partition,
    })
}

impl PartitionLine {
    fn is_name(&self) -> bool {
        self.role != "default" && self.role != "fallback"
    }

    /// Returns this line's partition, adapted to the blank's cell in `goal`. If the goal's board
    /// has this line's width and height exchanged, such as 3x4 instead of 4x3, the partition is
    /// transposed. Returns `None` for all other sizes.
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

fn names_of(size: Size) -> impl Iterator<Item = &'static PartitionLine> {
    LINES
        .iter()
        .filter(move |line| line.size == size && line.is_name())
}

/// Returns the smallest board size that has a partition with the given name.
pub(super) fn size_of(name: &str) -> Option<Size> {
    LINES
        .iter()
        .filter(|line| line.is_name() && line.role == name)
        .map(|line| line.size)
        .min()
}

impl Partition {
    /// Returns the names of the partitions for a board size, from the strongest to the weakest.
    pub fn names(size: Size) -> impl Iterator<Item = &'static str> {
        names_of(size).map(|line| line.role)
    }

    /// Returns the recommended partitions for a goal, strongest first.
    ///
    /// Every goal has at least one recommended partition. The file `data/partitions.txt` in this
    /// crate lists the partitions for goals with the blank on the last cell, and explains each
    /// choice. For other goals, these partitions are adapted in the same way as named partitions
    /// (see [`Partition::parse`]). Boards that are taller than wide use the partitions of the
    /// transposed size.
    pub fn defaults(goal: &Board) -> Vec<Self> {
        with_role("default", goal).collect()
    }

    /// Returns the partition whose tables are built in memory if no tables exist on disk. Building
    /// them takes 0.05 to 0.4 seconds on two cores.
    ///
    /// Every board size has such a partition. It is defined in the same file as the
    /// [`defaults`](Self::defaults).
    pub fn in_memory_fallback(goal: &Board) -> Option<Self> {
        with_role("fallback", goal).next()
    }

    /// Returns the partition with the given name for the goal's board size.
    pub(crate) fn named(name: &str, goal: &Board) -> Option<Self> {
        names_of(goal.size())
            .find(|line| line.role == name)?
            .for_goal(goal)
    }

    /// Returns the name of the partition. Returns `None` if no named partition has the same
    /// patterns.
    pub(crate) fn known_name(&self) -> Option<&'static str> {
        let first = self.patterns().first()?;
        let standard = Board::ascending(first.size(), first.blank())?;
        let is_this = |line: &&PartitionLine| {
            line.for_goal(&standard)
                .is_some_and(|named| self.has_patterns_of(&named))
        };
        names_of(first.size()).find(is_this).map(|line| line.role)
    }

    /// Returns the partition with rows and columns exchanged. The blank's goal cell remains the
    /// last cell.
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

    /// Checks that every line can be parsed and selected. Without this check, an error in a line,
    /// such as a missing tile or a misspelt role, would go unnoticed, because the program skips
    /// invalid lines.
    #[test]
    fn every_line_is_a_partition_that_can_be_selected() {
        assert_eq!(LINES.len(), lines().count());
        for line in LINES.iter().filter(|line| line.is_name()) {
            let is_part_of_a_name = |c: char| c.is_ascii_digit() || c == '-';
            assert!(line.role.chars().all(is_part_of_a_name), "{}", line.role);
        }
    }

    /// Checks that each partition covers all tiles. `Partition::of_patterns` returns an error if a
    /// tile is missing or is in more than one pattern.
    #[test]
    fn every_size_has_defaults_and_a_fallback_wherever_the_blank_is() {
        for size in Size::all() {
            for blank in 0..size.cells() {
                let goal = Board::ascending(size, blank).unwrap();
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

    /// Checks that the name does not depend on the order of the patterns. Otherwise, the results of
    /// one heuristic could have two names and would not be compared.
    #[test]
    fn the_name_does_not_depend_on_the_order_of_the_patterns() {
        let goal = Goal::Last.board("4x3".parse().unwrap()).unwrap();
        let name = |text| Partition::parse(text, &goal).unwrap();
        let [one, other] = ["2-4,6-8,10,11/1,5,9", "9,5,1/2-4,6-8,10-11"].map(name);
        assert_eq!(one.name(), "1,5,9/2-4,6-8,10,11");
        assert_eq!(other.name(), one.name());
        assert_eq!(other.text(&goal), one.text(&goal));
    }
}
