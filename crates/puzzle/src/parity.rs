//! Parity: the test that tells solvable boards from unsolvable ones.
//!
//! A move swaps the blank with a tile, so it flips both the parity of the permutation and the colour of the blank's
//! cell. Their sum never changes (Johnson & Story 1879), so half of all boards can reach a given goal.

use crate::{Board, Goal, MAX_CELLS};

/// A board that cannot reach a goal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// The parities of the permutation and of the blank's distance differ.
    #[error("wrong parity: two tiles seem swapped")]
    Parity {
        /// True if the permutation from board to goal is odd.
        odd: bool,
        /// Steps from the blank to its goal cell.
        steps: usize,
    },
    /// The two boards differ in size.
    #[error("a {board} board cannot become a {goal} goal")]
    OtherSize {
        /// The board's size.
        board: crate::Size,
        /// The goal's size.
        goal: crate::Size,
    },
    /// The goal has a tile, or the blank (0), more often than the board.
    #[error("the goal has {} {}, the board {}", crate::board::name(*tile), times(*asked), times(*there))]
    Lacking {
        /// The tile.
        tile: u8,
        /// Copies of it in the goal.
        asked: usize,
        /// Copies of it on the board.
        there: usize,
    },
    /// The goal leaves a choice, or a tile is there twice.
    #[error("each tile must be there once: only solve and analyse take goals that leave a choice")]
    Choice,
}

/// `once`, `twice`, `3 times`.
fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

impl Unsolvable {
    /// The reason at length.
    pub fn explanation(&self) -> String {
        let &Self::Parity { odd, steps } = self else {
            return self.to_string();
        };
        let (kind, s) = (
            if odd { "odd" } else { "even" },
            if steps == 1 { "" } else { "s" },
        );
        format!(
            "this board cannot be solved: bringing its tiles to the goal takes an {kind} number of swaps, but the blank is \
             {steps} step{s} from its goal cell and every move is one swap and one step; boards with two tiles swapped are \
             of this kind"
        )
    }
}

/// Checks that `goal` can be reached from `board`.
///
/// # Errors
/// [`Unsolvable`], with the parities or the sizes that differ.
pub fn check(board: &Board, goal: &Board) -> Result<(), Unsolvable> {
    if board.size() != goal.size() {
        return Err(Unsolvable::OtherSize {
            board: board.size(),
            goal: goal.size(),
        });
    }
    let odd = is_odd(board, goal).ok_or(Unsolvable::Choice)?;
    let steps = board.size().manhattan(board.blank(), goal.blank());
    if odd == (steps % 2 == 1) {
        Ok(())
    } else {
        Err(Unsolvable::Parity { odd, steps })
    }
}

/// The goals with a name that can be reached from a board; there may be none.
pub fn solvable_goals(board: &Board) -> Vec<Goal> {
    let reaches = |goal: &Goal| {
        goal.board(board.size())
            .is_ok_and(|goal| check(board, &goal).is_ok())
    };
    Goal::NAMED.into_iter().filter(reaches).collect()
}

/// True if the permutation from one board to the other is odd: if its pairs in descending order are odd in number.
/// `None` if it is no permutation.
fn is_odd(board: &Board, goal: &Board) -> Option<bool> {
    let goal_cells = goal.cells_of_tiles();
    // Larger cells that came before, for each cell: of the sets only the parity of their sizes matters, so they are
    // kept as one exclusive or.
    let (mut seen, mut larger) = (0u32, 0u32);
    for &tile in board.tiles() {
        let cell = goal_cells[usize::from(tile) % MAX_CELLS];
        larger ^= seen >> cell;
        seen |= 1 << cell;
    }
    (seen.count_ones() as usize == board.size().cells()).then_some(larger.count_ones() % 2 == 1)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{MoveOrder, Size};
    use std::collections::HashSet;

    /// All boards that can be reached from a board.
    pub(crate) fn reachable(from: Board) -> HashSet<Board> {
        let (mut seen, mut stack) = (HashSet::from([from]), vec![from]);
        while let Some(board) = stack.pop() {
            let children = MoveOrder::ULRD
                .directions()
                .into_iter()
                .filter_map(|direction| board.moved(direction));
            stack.extend(children.filter(|child| seen.insert(*child)));
        }
        seen
    }

    #[test]
    fn exactly_the_reachable_boards_pass() {
        for (w, h) in [(2, 2), (3, 2), (2, 3)] {
            let size = Size::new(w, h).unwrap();
            for goal in Goal::NAMED.map(|g| g.board(size).unwrap()) {
                let reached = reachable(goal);
                // Two tiles that change places make every other board.
                assert_eq!(2 * reached.len(), (1..=size.cells()).product::<usize>());
                for board in reached {
                    let swap = |tile: &u8| {
                        [0, 2, 1]
                            .get(usize::from(*tile))
                            .map_or(*tile, |&other| other)
                    };
                    let swapped: Vec<u8> = board.tiles().iter().map(swap).collect();
                    let swapped = Board::new(size, &swapped).unwrap();
                    assert!(
                        check(&board, &goal).is_ok() && check(&swapped, &goal).is_err(),
                        "{board} to {goal}"
                    );
                }
            }
        }
    }
}
