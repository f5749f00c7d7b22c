//! [`RandomPaths`]: random sequences of moves from the goal in which no move undoes the previous
//! one.
//!
//! All sequences of a given length must be equally likely. Choosing each move uniformly among the
//! possible moves would favour paths through corners, where there are fewer moves to choose from.
//! So the probability of a move is proportional to the number of ways to complete the path after
//! it. A table contains these numbers for each number of remaining moves.
//!
//! For example, take a path of three moves from a corner of a 3x2 board. It can be completed in 3
//! ways if it starts along the long side, and in 2 ways if it starts along the short side. So these
//! first moves have the probabilities 3/5 and 2/5.

use fifteen_puzzle::{Board, Direction, RandomNumbers};

use crate::move_tree::NodeType;

/// Number of equally spaced values in [0, 1) from which a random fraction is drawn. An `f64`
/// represents every multiple of 2^-53 in this range exactly.
const FRACTIONS: u64 = 1 << 53;

/// Samples random paths of a given length, starting at a goal. All paths of this length are equally
/// likely.
#[derive(Debug)]
pub(super) struct RandomPaths {
    goal: Board,
    /// Number of ways to complete a path. `ways[n][i]` counts the paths of n further moves from a
    /// node whose type has the [index](NodeType::index) i.
    ways: Vec<Vec<f64>>,
}

impl RandomPaths {
    pub(super) fn new(goal: &Board, length: u32) -> Self {
        let types = NodeType::count(goal.size());
        let mut ways = vec![vec![1.0; types]];
        for _ in 0..length {
            let fewer_moves = &ways[ways.len() - 1];
            let ways_after = |index: usize| {
                NodeType::from_index(index)
                    .children(goal.size())
                    .map(|(_, child)| fewer_moves[child.index()])
                    .sum()
            };
            let more_moves = (0..types).map(ways_after).collect();
            ways.push(more_moves);
        }
        Self { goal: *goal, ways }
    }

    /// Returns the number of paths of the requested length.
    pub(super) fn count(&self) -> f64 {
        self.ways[self.ways.len() - 1][NodeType::root(self.goal.blank()).index()]
    }

    /// Draws a random path and returns the board at its end.
    pub(super) fn draw(&self, numbers: &mut RandomNumbers) -> Board {
        let mut board = self.goal;
        let mut node = NodeType::root(self.goal.blank());
        for ways in self.ways.iter().rev().skip(1) {
            let choices: Vec<(Direction, NodeType)> = node.children(self.goal.size()).collect();
            let all: f64 = choices.iter().map(|(_, next)| ways[next.index()]).sum();
            let mut left = numbers.below(FRACTIONS) as f64 / FRACTIONS as f64 * all;
            let chosen = choices.iter().find(|(_, next)| {
                left -= ways[next.index()];
                left < 0.0
            });
            // Because of rounding errors, the random number can be too large for any move to be
            // chosen. Use the last move in this case.
            let Some(&(direction, next)) = chosen.or(choices.last()) else {
                break;
            };
            board = board.moved(direction).unwrap_or(board);
            node = next;
        }
        board
    }
}

/// Returns the boards that are one move away from `board`.
pub(super) fn neighbours(board: &Board) -> impl Iterator<Item = Board> {
    Direction::ALL
        .into_iter()
        .filter_map(|direction| board.moved(direction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::{Goal, Size};

    #[test]
    fn path_counts_equal_the_worked_example() {
        let goal = Goal::Last.board(Size::new(3, 2).unwrap()).unwrap();
        let paths = RandomPaths::new(&goal, 3);
        assert_eq!(paths.count(), 5.0);
        let ways: Vec<f64> = NodeType::root(goal.blank())
            .children(goal.size())
            .map(|(_, child)| paths.ways[2][child.index()])
            .collect();
        // Two paths start by moving up, along the short side. Three paths start by moving left,
        // along the long side.
        assert_eq!(ways, [2.0, 3.0]);
    }
}
