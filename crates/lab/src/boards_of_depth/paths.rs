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

use std::iter;

use fifteen_puzzle::{Board, Direction, RandomNumbers};

/// Number of equally spaced fractions in [0, 1), one of which is chosen at random. With 2^53, every
/// fraction is exact as an `f64`.
const FRACTIONS: u64 = 1 << 53;

/// Samples random paths of a given length, starting at a goal. All paths of this length are equally
/// likely.
#[derive(Debug)]
pub(super) struct RandomPaths {
    goal: Board,
    /// Number of ways to complete a path to the requested length. The first index is the number of
    /// remaining moves, and the second is [`PathStep::index`].
    ways: Vec<Vec<f64>>,
}

/// The blank's cell and the last move on a path. These two determine in how many ways the path can
/// continue.
#[derive(Debug, Clone, Copy)]
struct PathStep {
    cell: usize,
    /// Index of the last move's direction in [`Direction::ALL`], or [`NO_MOVE`] before the first
    /// move.
    last: usize,
}

/// Index used instead of a direction at the start of a path, where no move has been made.
const NO_MOVE: usize = 4;

impl PathStep {
    /// Number of possible last moves for each cell: the four directions and [`NO_MOVE`].
    const PER_CELL: usize = 5;

    /// Returns the start of a path, where the blank is on the goal's blank cell and no move has
    /// been made.
    fn first(goal: &Board) -> Self {
        Self {
            cell: goal.blank(),
            last: NO_MOVE,
        }
    }

    fn index(self) -> usize {
        self.cell * Self::PER_CELL + self.last
    }

    fn from_index(index: usize) -> Self {
        Self {
            cell: index / Self::PER_CELL,
            last: index % Self::PER_CELL,
        }
    }

    /// Returns the moves that don't undo the last one, each with the step that follows it.
    fn next_steps(self, goal: &Board) -> impl Iterator<Item = (Direction, Self)> {
        let size = goal.size();
        let directions = Direction::ALL;
        let back = directions.get(self.last).map(|last| last.opposite());
        iter::zip(0.., directions)
            .filter(move |&(_, direction)| Some(direction) != back)
            .filter_map(move |(last, direction): (usize, Direction)| {
                let cell = size.step(self.cell, direction)?;
                Some((direction, Self { cell, last }))
            })
    }
}

impl RandomPaths {
    pub(super) fn new(goal: &Board, length: u32) -> Self {
        let steps = goal.size().cells() * PathStep::PER_CELL;
        let mut ways = vec![vec![1.0; steps]];
        for _ in 0..length {
            let fewer_moves = &ways[ways.len() - 1];
            let ways_after = |index: usize| {
                PathStep::from_index(index)
                    .next_steps(goal)
                    .map(|(_, step)| fewer_moves[step.index()])
                    .sum()
            };
            let more_moves = (0..steps).map(ways_after).collect();
            ways.push(more_moves);
        }
        Self { goal: *goal, ways }
    }

    /// Returns the number of paths of the requested length.
    pub(super) fn count(&self) -> f64 {
        self.ways[self.ways.len() - 1][PathStep::first(&self.goal).index()]
    }

    /// Draws a random path and returns the board at its end.
    pub(super) fn draw(&self, numbers: &mut RandomNumbers) -> Board {
        let mut board = self.goal;
        let mut step = PathStep::first(&self.goal);
        for ways in self.ways.iter().rev().skip(1) {
            let choices: Vec<(Direction, PathStep)> = step.next_steps(&self.goal).collect();
            let all: f64 = choices.iter().map(|(_, next)| ways[next.index()]).sum();
            let mut left = numbers.below(FRACTIONS) as f64 / FRACTIONS as f64 * all;
            let chosen = choices.iter().find(|(_, next)| {
                left -= ways[next.index()];
                left < 0.0
            });
            // Because of rounding errors, the random number can be too large for any move to be
            // chosen. If so, use the last move of the list.
            let Some(&(direction, next)) = chosen.or(choices.last()) else {
                break;
            };
            board = board.moved(direction).unwrap_or(board);
            step = next;
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
    fn ways_to_go_on_are_those_of_the_worked_example() {
        let goal = Goal::Last.board(Size::new(3, 2).unwrap()).unwrap();
        let paths = RandomPaths::new(&goal, 3);
        assert_eq!(paths.count(), 5.0);
        let ways: Vec<f64> = PathStep::first(&goal)
            .next_steps(&goal)
            .map(|(_, step)| paths.ways[2][step.index()])
            .collect();
        // The first number is for moving up along the short side, the second for moving left along
        // the long side.
        assert_eq!(ways, [2.0, 3.0]);
    }
}
