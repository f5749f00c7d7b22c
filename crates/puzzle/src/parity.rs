//! The parity test, which decides whether a board can reach a goal.
//!
//! Each move swaps the blank with a tile, which changes the parity of the permutation. Each move
//! also takes the blank one step, to a cell of the opposite colour on a chequerboard. A board can
//! therefore reach a goal only if two numbers have the same parity: the number of swaps that turn
//! the board into the goal, and the number of steps from the blank to its goal cell. Half of all
//! boards fail this test, and Johnson and Story (1879) proved that all others are solvable.
//!
//! ```text
//! 1 2 3      One swap (7 and 8) gives the goal 1 2 3 / 4 5 6 / 7 8 0, and the blank is
//! 4 5 6      0 steps from its goal cell. Because 1 is odd and 0 is even, this board
//! 8 7 0      cannot be solved.
//! ```

use crate::{Board, Goal};

/// The reason why a board cannot reach a goal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// Two numbers differ in parity: the number of swaps that turn the board into the goal, and the
    /// number of steps from the blank to its goal cell.
    #[error("wrong parity: two tiles seem swapped")]
    Parity {
        /// Whether it takes an odd number of swaps to turn the board into the goal.
        odd: bool,
        /// Number of steps from the blank to its goal cell.
        steps: usize,
    },
    /// The board and the goal differ in size.
    #[error("a {board} board cannot become a {goal} goal")]
    OtherSize {
        /// The size of the board.
        board: crate::Size,
        /// The size of the goal.
        goal: crate::Size,
    },
    /// The goal requires a tile, or the blank, more often than it occurs on the start board. This
    /// can only happen if the goal is a pattern.
    #[error("the goal has {} {}, the board {}", crate::board::tile_name(*tile), times(*asked), times(*there))]
    Lacking {
        /// The tile of which the start board has too few, or 0 for the blank.
        tile: u8,
        /// How often the goal requires the tile.
        asked: usize,
        /// How often the tile occurs on the start board.
        there: usize,
    },
}

/// Formats a count as `once`, `twice`, `3 times` and so on.
fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

impl Unsolvable {
    /// Explains why the board cannot reach the goal, for readers who do not know what parity is.
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

/// Checks whether `goal` can be reached from `board`.
///
/// # Errors
/// Returns the reason why the goal cannot be reached: either the sizes or the parities differ.
pub fn check(board: &Board, goal: &Board) -> Result<(), Unsolvable> {
    if board.size() != goal.size() {
        return Err(Unsolvable::OtherSize {
            board: board.size(),
            goal: goal.size(),
        });
    }
    let odd = is_odd(board, goal);
    let steps = board.size().manhattan(board.blank(), goal.blank());
    if odd == (steps % 2 == 1) {
        Ok(())
    } else {
        Err(Unsolvable::Parity { odd, steps })
    }
}

/// Explains whether `goal` can be reached from `board`, and why. The explanation consists of
/// complete sentences, and is correct for every goal and every position of the blank. Both boards
/// must have the same size.
pub fn explain(board: &Board, goal: &Board) -> String {
    // A permutation consists of cycles. It takes n - 1 swaps to bring the n tiles of a cycle to
    // their goal cells, so the total number of swaps is the number of cells minus the number of
    // cycles.
    let goal_cells = goal.cells_of_tiles();
    let mut is_seen = vec![false; board.tiles().len()];
    let mut swaps = is_seen.len();
    for first in 0..is_seen.len() {
        let mut cell = first;
        swaps -= usize::from(!is_seen[first]);
        while !std::mem::replace(&mut is_seen[cell], true) {
            cell = usize::from(goal_cells[usize::from(board.tiles()[cell])]);
        }
    }
    let steps = board.size().manhattan(board.blank(), goal.blank());
    let parity = |count: usize| match count.is_multiple_of(2) {
        true => "even",
        false => "odd",
    };
    let verdict = if swaps % 2 == steps % 2 {
        "can"
    } else {
        "cannot"
    };
    format!(
        "A board can reach a goal if and only if two numbers are both even or both odd: the swaps that turn the board into \
         the goal, and the steps from the blank to its goal cell (Johnson & Story 1879). Here they are {swaps} ({}) and \
         {steps} ({}), so the goal {verdict} be reached.",
        parity(swaps),
        parity(steps)
    )
}

/// Returns the named goals that `board` can reach. The list can be empty.
pub fn solvable_goals(board: &Board) -> Vec<Goal> {
    let reaches = |goal: &Goal| {
        goal.board(board.size())
            .is_ok_and(|goal| check(board, &goal).is_ok())
    };
    Goal::NAMED.into_iter().filter(reaches).collect()
}

/// Returns whether the permutation that turns `board` into `goal` is odd. Both boards must have the
/// same size.
fn is_odd(board: &Board, goal: &Board) -> bool {
    let goal_cells = goal.cells_of_tiles();
    // An inversion is a pair of tiles whose goal cells are in descending order. The set bits of
    // `seen >> cell` are the earlier tiles that form an inversion with `tile`. XOR is enough,
    // because only the parity of the number of inversions matters.
    let (mut seen, mut larger) = (0u32, 0u32);
    for &tile in board.tiles() {
        let cell = goal_cells[usize::from(tile)];
        larger ^= seen >> cell;
        seen |= 1 << cell;
    }
    larger.count_ones() % 2 == 1
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Direction, Size};
    use std::collections::HashSet;

    /// Returns all boards that can be reached from `from`. They are found by depth-first search.
    pub(crate) fn reachable(from: Board) -> HashSet<Board> {
        let (mut seen, mut stack) = (HashSet::from([from]), vec![from]);
        while let Some(board) = stack.pop() {
            let children = Direction::ALL
                .into_iter()
                .filter_map(|direction| board.moved(direction));
            stack.extend(children.filter(|child| seen.insert(*child)));
        }
        seen
    }

    #[test]
    fn the_parity_check_accepts_exactly_the_reachable_boards() {
        for (w, h) in [(2, 2), (3, 2), (2, 3)] {
            let size = Size::new(w, h).unwrap();
            for goal in Goal::NAMED.map(|g| g.board(size).unwrap()) {
                let reached = reachable(goal);
                // Exactly half of all boards are reachable. If tiles 1 and 2 of a reachable board
                // are swapped, the board becomes unreachable.
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
