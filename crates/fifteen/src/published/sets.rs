//! Sets of boards by name: Korf's 100, the 17 hardest, and random ones.

use fifteen_puzzle::{Board, Goal, RandomBoards, Size};

use super::{hardest17, korf100};

/// A board of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instance {
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
    #[error("{name} has a size and a goal of its own: 4x4, blank first")]
    Fixed {
        /// The set.
        name: &'static str,
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
    /// `korf100`, `hardest17` or `random:N:SEED`; none if the text is the name of no set.
    ///
    /// Size and goal are for random boards: 4x4 and blank last where they are not given.
    ///
    /// # Errors
    /// If the text begins as a name and does not go on as one, or a published set is to get another goal.
    pub fn named(text: &str, size: Option<Size>, goal: Option<Goal>) -> Result<Option<Self>, SetError> {
        let published = |name, boards: Vec<Instance>| match (size, goal, Size::square(16)) {
            (None, None, Some(size)) => {
                Ok(Some(Self { name: String::from(name), goal: Goal::First, size, instances: boards }))
            }
            _ => Err(SetError::Fixed { name }),
        };
        match text {
            "korf100" => {
                let instance = |korf: super::KorfBoard| Instance { board: korf.board, length: Some(korf.length) };
                published("korf100", korf100().into_iter().map(instance).collect())
            }
            "hardest17" => {
                let instance = |board| Instance { board, length: Some(80) };
                published("hardest17", hardest17().into_iter().map(instance).collect())
            }
            _ => match text.strip_prefix("random:") {
                Some(rest) => Self::random(text, rest, size, goal.unwrap_or_default()).map(Some),
                None => Ok(None),
            },
        }
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
        let instances = boards.into_iter().map(|board| Instance { board, length: None }).collect();
        Ok(Self { name: name.to_owned(), goal, size, instances })
    }
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
        let random = named("random:3:1").unwrap().unwrap();
        assert_eq!(random.instances[0].board.to_string(), "3 5 6 7 / 12 9 4 13 / 11 14 0 2 / 1 10 8 15");
        assert_eq!((random.instances.len(), random.goal, random.instances[0].length), (3, Goal::Last, None));
        assert_eq!(named("boards.txt"), Ok(None));
        for wrong in ["random:", "random:3", "random:x:1", "random:0:1"] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
        let other = InstanceSet::named("korf100", None, Some(Goal::Last));
        assert_eq!(other, Err(SetError::Fixed { name: "korf100" }));
        let small = InstanceSet::named("random:3:1", Size::new(3, 2).ok(), Some(Goal::Spiral)).unwrap().unwrap();
        assert_eq!((small.size.to_string(), small.goal), ("3x2".to_owned(), Goal::Spiral));
    }
}
