//! [`InstanceSet`]: a named set of boards that share a size and a goal.
//!
//! A name can stand for a published set (`korf100`, `hardest17` or `korf24`), for a selection from
//! a published set such as `korf24:38,40`, or for random boards: `random:100:1` stands for 100
//! random boards from seed 1. Each board is an [`Instance`] with an index and, if known, the length
//! of a shortest solution.

use fifteen_data::{hardest17, korf24, korf100};
use fifteen_puzzle::{Board, Goal, ParseError, RandomBoards, Size};

/// A board in an [`InstanceSet`], with its index and, if known, the length of a shortest solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instance {
    /// 1-based index of the board in the set. In a selection from a published set, boards keep the
    /// indices that they have in the whole set.
    pub number: u32,
    /// The board to solve.
    pub board: Board,
    /// Length of a shortest solution, or `None` if it is unknown.
    pub length: Option<u32>,
}

/// A named set of boards that share a size and a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InstanceSet {
    /// Name of the set, as the user wrote it.
    pub name: String,
    /// The goal for all boards in the set.
    pub goal: Goal,
    /// The size of all boards in the set.
    pub size: Size,
    /// The boards, with their numbers and known lengths.
    pub instances: Vec<Instance>,
}

impl InstanceSet {
    /// Names of the published sets, without selections.
    pub const NAMES: [&'static str; 3] = ["korf100", "hardest17", "korf24"];

    /// Returns a list of the available sets for error messages, such as `korf100:1-100,
    /// hardest17:1-17, ...`.
    pub fn offered() -> String {
        let whole_set = |name| {
            let boards = PublishedSet::named(name).map_or(0, |set| set.instances.len());
            format!("{name}:1-{boards}")
        };
        format!("{}, random:N:SEED", Self::NAMES.map(whole_set).join(", "))
    }

    /// Returns the set with the name `text`: a published set, a selection from a published set, or
    /// random boards. Returns `None` if `text` is not the name of a set.
    ///
    /// A selection lists board numbers in any order, for example `korf24:38,40` or `korf100:1-10`.
    /// `size` and `goal` apply only to random boards. Their defaults are 4x4 and the goal with the
    /// blank last.
    ///
    /// # Errors
    /// Returns an error if `text` starts with the name of a set but continues with an invalid
    /// selection. Also returns an error if `size` or `goal` is given for a published set, which
    /// determines both.
    pub fn named(
        text: &str,
        size: Option<Size>,
        goal: Option<Goal>,
    ) -> Result<Option<Self>, ParseError> {
        if let Some(random) = RandomSet::of_name(text) {
            let goal = goal.unwrap_or_default();
            return random?.draw(text, size, goal).map(Some);
        }
        let lower = text.to_ascii_lowercase();
        let (name, selection) = match lower.split_once(':') {
            Some((name, selection)) => (name, Some(selection)),
            None => (lower.as_str(), None),
        };
        let Some(published) = PublishedSet::named(name) else {
            return Ok(None);
        };
        if size.is_some() || goal.is_some() {
            return Err(ParseError(format!(
                "{} has a size and a goal of its own: {}, blank first",
                published.name, published.size
            )));
        }
        let size = published.size;
        let instances = match selection {
            Some(selection) => published.select(selection)?,
            None => published.instances,
        };
        Ok(Some(Self {
            name: text.to_owned(),
            goal: Goal::First,
            size,
            instances,
        }))
    }

    /// Creates a set from boards whose shortest solutions are unknown. The boards get the indices
    /// 1, 2 and so on.
    ///
    /// # Errors
    /// Returns an error if `boards` is empty.
    pub fn of_boards(
        name: &str,
        size: Size,
        goal: Goal,
        boards: Vec<Board>,
    ) -> Result<Self, ParseError> {
        if boards.is_empty() {
            return Err(ParseError(format!("there is no board in {name}")));
        }
        Ok(Self {
            name: name.to_owned(),
            goal,
            size,
            instances: numbered(boards, None),
        })
    }
}

/// The parameters of a set of random boards, parsed from a name such as `random:100:1`. The boards
/// are drawn later, so that the caller can first reject a set that is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomSet {
    /// Number of boards.
    pub count: usize,
    /// Seed of the random boards. The same seed always yields the same boards.
    pub seed: u64,
}

impl RandomSet {
    /// Maximum number of random boards. All boards are drawn at once and held in memory.
    const MAX_BOARDS: usize = 1_000_000;

    /// Parses `random:N:SEED`. Returns `None` if `text` does not start with `random:`.
    ///
    /// # Errors
    /// Returns an error if `random:` is not followed by two numbers, as in `random:100:1`, or if
    /// the number of boards is greater than 1,000,000.
    pub fn of_name(text: &str) -> Option<Result<Self, ParseError>> {
        let lower = text.to_ascii_lowercase();
        let numbers = lower.strip_prefix("random:")?;
        Some(Self::of_numbers(numbers).map_err(|fault| {
            let shown: String = text.chars().take(40).collect();
            ParseError(format!("'{shown}' {fault}"))
        }))
    }

    /// Parses `N:SEED`. The error describes what is wrong with the string.
    fn of_numbers(text: &str) -> Result<Self, &'static str> {
        let numbers = text
            .split_once(':')
            .and_then(|(count, seed)| count.parse().ok().zip(seed.parse().ok()));
        let Some((count, seed)) = numbers else {
            return Err("is not a set of random boards; write random:N:SEED, as in random:100:1");
        };
        if count > Self::MAX_BOARDS {
            return Err("has too many boards; a set has at most 1,000,000");
        }
        Ok(Self { count, seed })
    }

    /// Draws the random boards and creates a set named `name`. If `size` is `None`, the goal
    /// determines the size.
    fn draw(self, name: &str, size: Option<Size>, goal: Goal) -> Result<InstanceSet, ParseError> {
        let size = goal.size(size);
        let board = goal.board(size)?;
        let boards = RandomBoards::new(board, self.seed).take(self.count);
        InstanceSet::of_boards(name, size, goal, boards.collect())
    }
}

/// A published set with all its boards. The blank of its goal is on the first cell.
struct PublishedSet {
    name: &'static str,
    size: Size,
    instances: Vec<Instance>,
}

impl PublishedSet {
    fn named(name: &str) -> Option<Self> {
        let name = InstanceSet::NAMES
            .into_iter()
            .find(|&known| known == name)?;
        let instances = match name {
            "korf100" => korf100()
                .into_iter()
                .map(|korf| Instance {
                    number: korf.number,
                    board: korf.board,
                    length: Some(korf.length),
                })
                .collect(),
            "korf24" => korf24()
                .into_iter()
                .map(|korf| Instance {
                    number: korf.number,
                    board: korf.board,
                    length: Some(korf.length),
                })
                .collect(),
            _ => numbered(hardest17(Goal::First), Some(80)),
        };
        let size = instances.first()?.board.size();
        Some(Self {
            name,
            size,
            instances,
        })
    }

    /// Returns the boards of a selection such as `38,40`, in the order of the selection.
    fn select(&self, selection: &str) -> Result<Vec<Instance>, ParseError> {
        let last = self.instances.len() as u32;
        let numbers = selected_numbers(selection, last).map_err(|part| {
            let name = self.name;
            let shown: String = part.chars().take(40).collect();
            ParseError(format!(
                "'{shown}' selects no boards of {name}; write numbers from 1 to {last}, each once, as in {name}:2,5-8"
            ))
        })?;
        Ok(numbers
            .into_iter()
            .map(|number| self.instances[number as usize - 1])
            .collect())
    }
}

/// Assigns the indices 1, 2 and so on to boards. `length` is the length of their shortest
/// solutions, which is the same for all of them, or `None` if it is unknown.
fn numbered(boards: Vec<Board>, length: Option<u32>) -> Vec<Instance> {
    let instance = |(number, board)| Instance {
        number,
        board,
        length,
    };
    (1..).zip(boards).map(instance).collect()
}

/// Parses a selection such as `38,40` or `1-10` into board numbers, in the order of the selection.
///
/// # Errors
/// Returns the first invalid part of the selection. A part is invalid, for example, if a number is
/// 0 or greater than `last`, or if a board is selected twice.
fn selected_numbers(selection: &str, last: u32) -> Result<Vec<u32>, &str> {
    let number = |text: &str| {
        let number = text.trim().parse().ok()?;
        (1..=last).contains(&number).then_some(number)
    };
    let mut numbers = Vec::new();
    for part in selection.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (Some(from), Some(to)) = (number(from), number(to)) else {
            return Err(part);
        };
        let range = from..=to;
        if range.is_empty() || numbers.iter().any(|number| range.contains(number)) {
            return Err(part);
        }
        numbers.extend(range);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_boards_are_few_and_the_same_each_time() {
        let named = |text| InstanceSet::named(text, None, None);
        let random = named("random:3:1").unwrap().unwrap();
        assert_eq!(
            random.instances[0].board.to_string(),
            "3 5 6 7 / 12 9 4 13 / 11 14 0 2 / 1 10 8 15"
        );
        // The last two names must be rejected, because their sets would take minutes to draw and
        // terabytes to store.
        for wrong in [
            "random:",
            "random:3",
            "random:x:1",
            "random:0:1",
            "random:1000001:1",
            "random:1000000000000:1",
        ] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
        for file in ["boards.txt", "korf", "korf24.txt", "C:korf24"] {
            assert_eq!(named(file), Ok(None));
        }
    }

    #[test]
    fn boards_of_a_published_set_can_be_selected_by_number() {
        let numbers = |selection| selected_numbers(selection, 9);
        assert_eq!(numbers("7 - 8, 2"), Ok(vec![7, 8, 2]));
        for wrong in [
            "",
            "0",
            "10",
            "8-10",
            "3-2",
            "1,,2",
            "1-",
            "-3",
            "x",
            "1,1",
            "1-3,2",
            "99999999999",
        ] {
            assert!(numbers(wrong).is_err(), "{wrong}");
        }
        let set = InstanceSet::named("korf24:40,38", None, None)
            .unwrap()
            .unwrap();
        assert_eq!(
            set.instances
                .iter()
                .map(|i| (i.number, i.length.unwrap()))
                .collect::<Vec<_>>(),
            [(40, 82), (38, 96)]
        );
    }
}
