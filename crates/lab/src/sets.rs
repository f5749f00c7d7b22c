//! Sets of boards by name: Korf's 100 and 50, the 17 hardest, and random ones.

use fifteen_data::{hardest17, korf24, korf100};
use fifteen_puzzle::{Board, Goal, RandomBoards, Size};

use crate::choice::choose;

/// A board of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instance {
    /// Its number in the set, from 1: a board of a published set keeps it when only some are chosen.
    pub number: u32,
    /// The board.
    pub board: Board,
    /// The length of its shortest solutions, where it is known.
    pub length: Option<u32>,
}

/// Boards of one size with one goal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InstanceSet {
    /// Its name.
    pub name: String,
    /// The goal of all its boards.
    pub goal: Goal,
    /// The size of all its boards.
    pub size: Size,
    /// The boards.
    pub instances: Vec<Instance>,
}

/// Why there is no such set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// `random:` is not followed by two numbers.
    #[error("'{found}' is no set of random boards; write random:N:SEED, as in random:100:1")]
    Random {
        /// The text, shortened.
        found: String,
    },
    /// The goal or the size of a published set cannot be chosen.
    #[error("{name} has a size and a goal of its own: {size}, blank first")]
    Fixed {
        /// The set.
        name: &'static str,
        /// The size of its boards.
        size: Size,
    },
    /// What follows the name of a published set chooses none of its boards.
    #[error(
        "'{found}' chooses no boards of {name}; after the colon write their numbers, 1 to {last}, each once, as in {name}:2,5-8"
    )]
    Numbers {
        /// The set.
        name: &'static str,
        /// How many boards it has.
        last: u32,
        /// The text, shortened.
        found: String,
    },
    /// The goal is a board of another size.
    #[error(transparent)]
    Goal(#[from] fifteen_puzzle::GoalError),
    /// Sets of boards have at least one.
    #[error("there is no board in {name}")]
    Empty {
        /// The set.
        name: String,
    },
}

impl InstanceSet {
    /// `korf100`, `hardest17`, `korf24` or `random:N:SEED`; none if the text is the name of no set.
    ///
    /// Of a published set some boards may be chosen by number, in any order: `korf24:38,40`, `korf100:1-10`. Size and
    /// goal are for random boards: 4x4 and blank last where they are not given.
    ///
    /// # Errors
    /// If the text begins as a name and does not go on as one, or a published set is to get another goal.
    pub fn named(text: &str, size: Option<Size>, goal: Option<Goal>) -> Result<Option<Self>, SetError> {
        if let Some(rest) = text.strip_prefix("random:") {
            return Self::random(text, rest, size, goal.unwrap_or_default()).map(Some);
        }
        let (name, numbers) = text.split_once(':').map_or((text, None), |(name, numbers)| (name, Some(numbers)));
        let Some((name, own, boards)) = published(name) else { return Ok(None) };
        if size.is_some() || goal.is_some() {
            return Err(SetError::Fixed { name, size: own });
        }
        let instances = match numbers {
            Some(numbers) => choose(name, &boards, numbers)?,
            None => boards,
        };
        Ok(Some(Self { name: text.to_owned(), goal: Goal::First, size: own, instances }))
    }

    fn random(name: &str, rest: &str, size: Option<Size>, goal: Goal) -> Result<Self, SetError> {
        let wrong = || SetError::Random { found: name.chars().take(40).collect() };
        let (count, seed) = rest.split_once(':').ok_or_else(wrong)?;
        let (count, seed): (usize, u64) = (count.parse().map_err(|_| wrong())?, seed.parse().map_err(|_| wrong())?);
        let of_goal = if let Goal::Board(board) = goal { Some(board.size()) } else { None };
        let size = size.or(of_goal).or(Size::square(16)).ok_or_else(wrong)?;
        let boards = RandomBoards::new(goal.board(size)?, seed).take(count);
        Self::of_boards(name, size, goal, boards.collect())
    }

    /// A set of boards whose shortest solutions nobody has told.
    ///
    /// # Errors
    /// If there is none.
    pub fn of_boards(name: &str, size: Size, goal: Goal, boards: Vec<Board>) -> Result<Self, SetError> {
        if boards.is_empty() {
            return Err(SetError::Empty { name: name.to_owned() });
        }
        let instances = numbered(boards.into_iter().map(|board| (board, None)));
        Ok(Self { name: name.to_owned(), goal, size, instances })
    }
}

/// The published set of that name, and its size; the goal is blank first.
fn published(name: &str) -> Option<(&'static str, Size, Vec<Instance>)> {
    let (name, boards) = match name {
        "korf100" => ("korf100", numbered(korf100().into_iter().map(|korf| (korf.board, Some(korf.length))))),
        "hardest17" => ("hardest17", numbered(hardest17(Goal::First).into_iter().map(|board| (board, Some(80))))),
        "korf24" => ("korf24", numbered(korf24().into_iter().map(|korf| (korf.board, Some(korf.length))))),
        _ => return None,
    };
    let size = boards.first()?.board.size();
    Some((name, size, boards))
}

/// Boards and their lengths, numbered from 1 as they come.
fn numbered(boards: impl Iterator<Item = (Board, Option<u32>)>) -> Vec<Instance> {
    (1..).zip(boards).map(|(number, (board, length))| Instance { number, board, length }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_by_name() {
        let named = |text| InstanceSet::named(text, None, None);
        let korf = named("korf100").unwrap().unwrap();
        assert_eq!((korf.instances.len(), korf.goal), (100, Goal::First));
        assert_eq!(named("hardest17").unwrap().unwrap().instances.len(), 17);
        let large = named("korf24").unwrap().unwrap();
        assert_eq!((large.instances.len(), large.size.to_string(), large.goal), (50, "5x5".to_owned(), Goal::First));
        let random = named("random:3:1").unwrap().unwrap();
        assert_eq!(random.instances[0].board.to_string(), "3 5 6 7 / 12 9 4 13 / 11 14 0 2 / 1 10 8 15");
        assert_eq!((random.instances.len(), random.goal, random.instances[0].length), (3, Goal::Last, None));
        for file in ["boards.txt", "korf", "korf24.txt", "C:korf24"] {
            assert_eq!(named(file), Ok(None));
        }
        for wrong in ["random:", "random:3", "random:x:1", "random:0:1"] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
        let other = InstanceSet::named("korf100", None, Some(Goal::Last));
        assert_eq!(other, Err(SetError::Fixed { name: "korf100", size: korf.size }));
        let error = InstanceSet::named("korf24:3", Size::new(4, 4).ok(), None).unwrap_err().to_string();
        assert_eq!(error, "korf24 has a size and a goal of its own: 5x5, blank first");
        let small = InstanceSet::named("random:3:1", Size::new(3, 2).ok(), Some(Goal::Spiral)).unwrap().unwrap();
        assert_eq!((small.size.to_string(), small.goal), ("3x2".to_owned(), Goal::Spiral));
    }
    #[test]
    fn boards_of_a_published_set_by_number() {
        let numbers = |text: &str| {
            let set = InstanceSet::named(text, None, None).unwrap().unwrap();
            assert_eq!(set.name, text);
            set.instances.into_iter().map(|i| (i.number, i.length.unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(numbers("korf24:38,40"), [(38, 96), (40, 82)]);
        assert_eq!(numbers("korf24:40,38"), [(40, 82), (38, 96)]);
        assert_eq!(numbers("korf100:1-3"), [(1, 57), (2, 55), (3, 59)]);
        assert_eq!(numbers("hardest17:17"), [(17, 80)]);
    }
}
