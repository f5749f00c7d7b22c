//! Sets of boards by name: Korf's 100 and 50, the 17 hardest, boards of depth 78 to 80, and random ones.
//!
//! An [`InstanceSet`] has boards of one size with one goal, each an [`Instance`]: the board, its number, and its
//! shortest length where that is known.

use fifteen_data::{hardest17, korf24, korf100};
use fifteen_puzzle::{Board, Goal, ParseError, RandomBoards, Size};

/// A board of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instance {
    /// The board's number in the set, from 1. A board of a published set keeps its number when only some are selected.
    pub number: u32,
    /// The board.
    pub board: Board,
    /// The length of the shortest solutions, where it is known.
    pub length: Option<u32>,
}

/// Boards of one size with one goal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InstanceSet {
    /// The name, as a person writes it.
    pub name: String,
    /// The goal of all its boards.
    pub goal: Goal,
    /// The size of all its boards.
    pub size: Size,
    /// The boards.
    pub instances: Vec<Instance>,
}

impl InstanceSet {
    /// The names of the published sets.
    pub const NAMES: [&'static str; 3] = ["korf100", "hardest17", "korf24"];

    /// The sets in words, for a reader who named another one.
    pub fn offered() -> String {
        let set = |name| {
            format!(
                "{name}:1-{}",
                published(name).map_or(0, |(_, _, boards)| boards.len())
            )
        };
        format!("{}, random:N:SEED", Self::NAMES.map(set).join(", "))
    }

    /// The published set of that name, or `random:N:SEED`; none for any other name.
    ///
    /// Boards of a published set may be selected by number, in any order: `korf24:38,40`, `korf100:1-10`. Size and
    /// goal are for random boards; by default these are 4x4 boards with the goal's blank last.
    ///
    /// # Errors
    /// If the text begins with the name of a set and goes on wrongly, or if a published set is given a size or a goal.
    pub fn named(
        text: &str,
        size: Option<Size>,
        goal: Option<Goal>,
    ) -> Result<Option<Self>, ParseError> {
        if let Some(random) = RandomSet::of_name(text) {
            return random?
                .boards(text, size, goal.unwrap_or_default())
                .map(Some);
        }
        let lower = text.to_ascii_lowercase();
        let (name, selection) = lower
            .split_once(':')
            .map_or((lower.as_str(), None), |(name, rest)| (name, Some(rest)));
        let Some((name, own, mut instances)) = published(name) else {
            return Ok(None);
        };
        if size.is_some() || goal.is_some() {
            return Err(ParseError(format!(
                "{name} has a size and a goal of its own: {own}, blank first"
            )));
        }
        if let Some(selection) = selection {
            let last = instances.len() as u32;
            let numbers = numbers(selection, last).ok_or_else(|| {
                let found: String = selection.chars().take(40).collect();
                ParseError(format!(
                    "'{found}' selects no boards of {name}; write numbers from 1 to {last}, each once, as in {name}:2,5-8"
                ))
            })?;
            instances = numbers
                .into_iter()
                .map(|number| instances[number as usize - 1])
                .collect();
        }
        Ok(Some(Self {
            name: text.to_owned(),
            goal: Goal::First,
            size: own,
            instances,
        }))
    }

    /// A set of boards whose shortest lengths are unknown.
    ///
    /// # Errors
    /// Without boards.
    pub fn of_boards(
        name: &str,
        size: Size,
        goal: Goal,
        boards: Vec<Board>,
    ) -> Result<Self, ParseError> {
        if boards.is_empty() {
            return Err(ParseError(format!("there is no board in {name}")));
        }
        let instances = numbered(boards.into_iter().map(|board| (board, None)));
        Ok(Self {
            name: name.to_owned(),
            goal,
            size,
            instances,
        })
    }
}

/// The random boards that the name of a set asks for; they are not drawn yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomSet {
    /// The number of boards.
    pub count: usize,
    /// The seed.
    pub seed: u64,
}

impl RandomSet {
    /// The largest number of boards: they are drawn before the first is searched.
    const MOST: usize = 1_000_000;

    /// Reads `random:N:SEED`; none for the name of another set.
    ///
    /// # Errors
    /// If two numbers do not follow, or the first is above a million.
    pub fn of_name(text: &str) -> Option<Result<Self, ParseError>> {
        let rest = text
            .to_ascii_lowercase()
            .strip_prefix("random:")?
            .to_owned();
        let numbers = rest
            .split_once(':')
            .and_then(|(count, seed)| Some((count.parse().ok()?, seed.parse().ok()?)));
        let refused = |why: &str| {
            let found: String = text.chars().take(40).collect();
            Err(ParseError(format!("'{found}' {why}")))
        };
        Some(match numbers {
            None => {
                refused("is not a set of random boards; write random:N:SEED, as in random:100:1")
            }
            Some((count, _)) if count > Self::MOST => {
                refused("has too many boards; a set has at most 1,000,000")
            }
            Some((count, seed)) => Ok(Self { count, seed }),
        })
    }

    /// The set with its boards drawn.
    fn boards(self, name: &str, size: Option<Size>, goal: Goal) -> Result<InstanceSet, ParseError> {
        let size = goal.size(size);
        let board = goal.board(size)?;
        let boards = RandomBoards::new(board, self.seed).take(self.count);
        InstanceSet::of_boards(name, size, goal, boards.collect())
    }
}

/// The published set of a name: its static name, its size and its boards. The goal of all is blank first.
fn published(name: &str) -> Option<(&'static str, Size, Vec<Instance>)> {
    let (name, boards) = match name {
        "korf100" => (
            "korf100",
            numbered(
                korf100()
                    .into_iter()
                    .map(|korf| (korf.board, Some(korf.length))),
            ),
        ),
        "hardest17" => (
            "hardest17",
            numbered(
                hardest17(Goal::First)
                    .into_iter()
                    .map(|board| (board, Some(80))),
            ),
        ),
        "korf24" => (
            "korf24",
            numbered(
                korf24()
                    .into_iter()
                    .map(|korf| (korf.board, Some(korf.length))),
            ),
        ),
        _ => return None,
    };
    let size = boards.first()?.board.size();
    Some((name, size, boards))
}

/// Boards and their lengths, numbered from 1.
fn numbered(boards: impl Iterator<Item = (Board, Option<u32>)>) -> Vec<Instance> {
    (1..)
        .zip(boards)
        .map(|(number, (board, length))| Instance {
            number,
            board,
            length,
        })
        .collect()
}

/// The numbers of a selection such as `38,40` or `1-10`, in its order: each from 1 to `last`, and none twice.
fn numbers(selection: &str, last: u32) -> Option<Vec<u32>> {
    let number = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|number| (1..=last).contains(number))
    };
    let mut numbers = Vec::new();
    for part in selection.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first)?, number(last)?);
        if first > last || numbers.iter().any(|number| (first..=last).contains(number)) {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
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
        // The last two would take minutes and terabytes.
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
    fn boards_of_a_published_set_by_number() {
        let numbers = |selection| super::numbers(selection, 9);
        assert_eq!(numbers("7 - 8, 2"), Some(vec![7, 8, 2]));
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
            assert_eq!(numbers(wrong), None, "{wrong}");
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
