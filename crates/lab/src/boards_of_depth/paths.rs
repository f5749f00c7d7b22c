//! Random paths of moves from the goal, none of which takes back the move before.

use std::iter;

use fifteen_puzzle::{Board, Direction, MoveOrder, RandomNumbers};

/// Numbers below this one make a fraction with all bits of its type.
const FRACTIONS: u64 = 1 << 53;

/// All paths of one length from a goal. Each is equally likely.
#[derive(Debug)]
pub(super) struct Paths {
    goal: Board,
    /// The number of ways to go on, for each number of moves left, and for each step that was made last.
    ways: Vec<Vec<f64>>,
}

impl Paths {
    pub(super) fn new(goal: &Board, length: u32) -> Self {
        let cells = goal.size().cells();
        let mut ways = vec![vec![1.0; cells * 5]];
        for _ in 0..length {
            let fewer = &ways[ways.len() - 1];
            let sum = |step: usize| {
                next(goal, step / 5, step % 5)
                    .map(|(_, step)| fewer[step])
                    .sum()
            };
            let more = (0..cells * 5).map(sum).collect();
            ways.push(more);
        }
        Self { goal: *goal, ways }
    }

    /// The number of paths.
    pub(super) fn count(&self) -> f64 {
        self.ways[self.ways.len() - 1][first(&self.goal)]
    }

    /// The board at the end of a random path.
    pub(super) fn draw(&self, numbers: &mut RandomNumbers) -> Board {
        let (mut board, mut step) = (self.goal, first(&self.goal));
        for ways in self.ways.iter().rev().skip(1) {
            let choices: Vec<(Direction, usize)> = next(&self.goal, step / 5, step % 5).collect();
            let all: f64 = choices.iter().map(|&(_, step)| ways[step]).sum();
            let mut left = numbers.below(FRACTIONS) as f64 / FRACTIONS as f64 * all;
            let chosen = choices.iter().find(|(_, step)| {
                left -= ways[*step];
                left < 0.0
            });
            let Some(&(direction, chosen)) = chosen.or(choices.last()) else {
                break;
            };
            (board, step) = (board.moved(direction).unwrap_or(board), chosen);
        }
        board
    }
}

/// The boards one move away.
pub(super) fn neighbours(board: &Board) -> impl Iterator<Item = Board> {
    MoveOrder::ULRD
        .directions()
        .into_iter()
        .filter_map(|direction| board.moved(direction))
}

/// The step before the first: on the goal's blank, from nowhere.
fn first(goal: &Board) -> usize {
    goal.blank() * 5 + 4
}

/// The moves after a step to `cell`, and the steps that they are. A step is a cell with the direction, by its index,
/// from which the blank came.
fn next(goal: &Board, cell: usize, last: usize) -> impl Iterator<Item = (Direction, usize)> {
    let (size, directions) = (goal.size(), MoveOrder::ULRD.directions());
    let back = directions.get(last).map(|direction| direction.opposite());
    iter::zip(0.., directions)
        .filter(move |&(_, direction)| Some(direction) != back)
        .filter_map(move |(index, direction): (usize, Direction)| {
            Some((direction, size.step(cell, direction)? * 5 + index))
        })
}
