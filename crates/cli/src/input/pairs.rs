//! Advice for input in which some boards seem to be goals rather than start boards.

use fifteen_solver::puzzle::{Board, Goal, parity};

use super::{BoardLine, prefix};

/// Maximum number of boards that are checked for pairs of a start and its goal. A longer input is
/// assumed not to consist of pairs.
const MOST: usize = 100;

/// The boards that were read so far.
#[derive(Debug, Default)]
pub(super) struct SeenBoards {
    boards: Vec<Board>,
    /// The first board that is a named goal other than the default one: its location in the input,
    /// and the goal.
    goal: Option<(String, Goal)>,
}

impl SeenBoards {
    pub(super) fn add(&mut self, line: &BoardLine) {
        let Ok(board) = line.board else { return };
        let named = Goal::of_board(&board);
        let is_goal = matches!(named, Goal::First | Goal::Spiral) && !self.boards.is_empty();
        let is_reached = |start: &Board| start != &board && parity::check(start, &board).is_ok();
        // Ignore 2x2 boards. Only a few arrangements of three tiles exist, so a start board is
        // often a named goal by coincidence.
        if is_goal && board.size().cells() > 4 && self.boards.iter().all(is_reached) {
            self.goal.get_or_insert_with(|| (prefix(line), named));
        }
        if self.boards.len() <= MOST {
            self.boards.push(board);
        }
    }

    /// Returns advice if some boards seem to be goals, although all were read as start boards for
    /// the default goal. One board can be the goal of all the others, or every second board can be
    /// the goal of the board before it.
    ///
    /// If every second board is a named goal and these goals differ, the boards are almost
    /// certainly pairs.
    pub(super) fn note(&self) -> Option<String> {
        let unsolvable = |board: &Board| {
            let goal = Goal::default().board(board.size());
            goal.is_ok_and(|goal| parity::check(board, &goal).is_err())
        };
        let goals = self.boards.chunks_exact(2);
        let goals: Vec<Goal> = goals.map(|pair| Goal::of_board(&pair[1])).collect();
        let are_named = goals.iter().all(|goal| Goal::NAMED.contains(goal));
        let are_several = are_named && goals.iter().any(|goal| goal != &goals[0]);
        let are_pairs = (2..=MOST).contains(&self.boards.len())
            && (are_several || self.boards.iter().any(unsolvable))
            && self.boards.chunks(2).all(|pair| {
                matches!(pair, [start, goal] if start != goal && parity::check(start, goal).is_ok())
            });
        match &self.goal {
            Some((place, goal)) if !(are_pairs && are_several) => Some(format!(
                "{place}this board is the goal {goal}; to solve the other boards for it: --goal {goal}"
            )),
            _ => are_pairs.then(|| {
                "each board can reach the board below it; if they are starts and goals, --pairs solves them so"
                    .to_owned()
            }),
        }
    }
}
