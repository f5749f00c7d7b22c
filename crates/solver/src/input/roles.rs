//! Reads exercises, in which headings mark a start and its goal.
//!
//! This text is one start with a goal of its own, rather than two starts:
//!
//! ```text
//! Start:
//! 1 2 3
//! 4 5 6
//! 7 0 8
//!
//! Goal:
//! 0 1 2
//! 3 4 5
//! 6 7 8
//! ```
//!
//! The order of the headings decides which goal a start has:
//!
//! | headings                      | goal of each start                       |
//! |-------------------------------|------------------------------------------|
//! | start, goal, start, goal      | the goal below it (or above it)          |
//! | start, start, start, goal     | the only goal, which is the last board   |
//! | goal, start, start, start     | the only goal, which is the first board  |
//! | start, start, start           | none of its own, so the default goal     |
//!
//! Any other order, such as start, goal, start, is unclear. Starts without a goal are then refused,
//! because they could otherwise be solved for the wrong goal.
//!
//! A [`RoleQueue`] therefore keeps starts until it knows their goals, which can be at the end of
//! the input. A board without a heading that follows a start is another start. Any other board
//! without a heading is never paired with a goal, because it could have been returned before the
//! goal was read. Below a goal, such a board is refused.

use std::collections::VecDeque;

use fifteen_puzzle::{Goal, MAX_CELLS};

use super::BoardLine;
use super::headings::{Heading, Role};

/// Maximum number of starts that wait for their goals. It limits the memory used for endless input.
const MOST_STARTS: usize = 1 << 16;

/// A queue of the boards that a reader has found. It pairs each start with its goal before it
/// returns them as one item.
#[derive(Debug, Default)]
pub(super) struct RoleQueue {
    ready: VecDeque<BoardLine>,
    /// The heading above the next board.
    heading: Option<(Role, Heading)>,
    /// The role of the last board that had a role: start or goal.
    last: Option<Role>,
    /// Starts whose goals are not yet known.
    starts: Vec<BoardLine>,
    /// A goal that has not been paired with a start yet. If several starts come before it and no
    /// boards after it, it is the goal of all of them. If no start comes before it, its start is
    /// the next board.
    goal: Option<BoardLine>,
    /// The first board of the input, if it is the only goal so far. It then applies to all starts.
    goal_of_all: Option<BoardLine>,
    /// Number of headings that announce a goal.
    goals: usize,
    /// Number of boards, errors, and headings without boards so far.
    count: usize,
}

impl RoleQueue {
    pub(super) fn is_empty(&self) -> bool {
        self.ready.is_empty()
    }

    pub(super) fn pop(&mut self) -> Option<BoardLine> {
        self.ready.pop_front()
    }

    /// Returns whether the next line belongs to a start. If the board of the last heading has not
    /// been read yet, the heading decides. Otherwise, the last board with a role decides.
    pub(super) fn is_in_start(&self) -> bool {
        match &self.heading {
            Some((role, _)) => *role == Role::Start,
            None => self.last == Some(Role::Start),
        }
    }

    /// Adds a heading that says whether the next board is a start or a goal.
    pub(super) fn add_heading(&mut self, role: Role, heading: Heading) {
        self.end_heading();
        self.goals += usize::from(role == Role::Goal && !heading.may_be_end);
        self.heading = Some((role, heading));
    }

    /// Adds the error for a line of text. A heading above this line still applies to the next
    /// board.
    pub(super) fn add_text(&mut self, errors: impl IntoIterator<Item = BoardLine>) {
        for error in errors {
            self.count += 1;
            self.ready.push_back(error);
        }
    }

    /// Adds the next boards. A heading above them applies to the first one.
    pub(super) fn add(&mut self, boards: impl IntoIterator<Item = BoardLine>) {
        for board in boards {
            let heading = self.heading.take();
            self.goals += usize::from(heading.is_some_and(|(_, heading)| heading.may_be_end));
            let heading = heading.map(|(role, _)| role);
            let follows_start = self.last == Some(Role::Start);
            let role = heading.or(follows_start.then_some(Role::Start));
            match role {
                Some(Role::Start) => self.add_start(board),
                Some(Role::Goal) => self.add_goal(board),
                None if self.goals > 0 => {
                    self.end_unclear_starts();
                    self.end_goal();
                    self.ready.push_back(board.refused(
                        "this board has no heading, although a goal stands above it; put 'Start:' above each start",
                    ));
                }
                None => self.ready.push_back(board),
            }
            self.last = role.or(self.last);
            self.count += 1;
        }
    }

    fn add_start(&mut self, start: BoardLine) {
        self.end_unclear_starts();
        if let Some(goal) = self.goal.take() {
            let is_only_goal = self.goals == 1 && self.count == 1;
            self.goal_of_all = is_only_goal.then(|| goal.clone());
            return self.ready.push_back(start.with_goal(goal));
        }
        self.starts.push(BoardLine {
            form: START,
            ..start
        });
        if self.starts.len() == MOST_STARTS {
            self.refuse_starts(
                "too many starts before the next goal; put 'Goal:' and its goal below each start",
            );
        }
    }

    fn add_goal(&mut self, goal: BoardLine) {
        self.end_unclear_starts();
        self.end_goal();
        self.goal_of_all = None;
        if self.starts.len() > 1 && self.goals > 1 {
            self.goal = Some(goal);
            self.end_unclear_starts();
        } else if self.starts.len() == 1
            && let Some(start) = self.starts.pop()
        {
            self.ready.push_back(start.with_goal(goal));
        } else {
            self.goal = Some(goal);
        }
    }

    /// Pairs the goal with the start directly above it, and refuses earlier starts without a goal.
    /// This is necessary if the goal cannot apply to all starts of the input, as in start, start,
    /// goal, start.
    fn end_unclear_starts(&mut self) {
        if self.starts.is_empty() || self.goal.is_none() {
            return;
        }
        let last = self.starts.pop();
        self.refuse_starts(
            "another start follows before the goal of this one; put 'Goal:' and its goal below each start",
        );
        if let (Some(start), Some(goal)) = (last, self.goal.take()) {
            self.ready.push_back(start.with_goal(goal));
        }
    }

    /// Refuses a goal that still has no start when no start can follow it.
    fn end_goal(&mut self) {
        if let Some(goal) = self.goal.take() {
            let error = "this goal has no start; put 'Start:' above its start";
            self.ready.push_back(goal.refused(error));
        }
    }

    fn refuse_starts(&mut self, error: &str) {
        let starts = self.starts.drain(..).map(|start| start.refused(error));
        self.ready.extend(starts);
    }

    /// Adds the boards that still wait when the input ends. If a goal is the only board of the
    /// input, it is treated as an ordinary board.
    pub(super) fn end(&mut self) {
        self.heading.take_if(|(_, heading)| heading.may_be_end);
        if self.count == 1 && self.heading.is_none() && self.starts.is_empty() {
            self.ready.extend(self.goal.take());
        }
        let is_unclear = self.heading.is_some();
        let common = match self.goal.take_if(|_| !self.starts.is_empty()) {
            None => self.goal_of_all.take(),
            goal => goal,
        };
        match common.filter(|_| !is_unclear) {
            Some(goal) => {
                let starts = self.starts.drain(..);
                self.ready.extend(starts.map(|start| start.with_goal(goal.clone())));
            }
            None if self.goals == 0 => self.ready.extend(self.starts.drain(..)),
            None => self.refuse_starts(
                "this start has no goal, although the text names one; put 'Goal:' and its goal below each start",
            ),
        }
        self.end_goal();
        self.end_heading();
    }

    /// Removes all boards and headings, because the rest of the input cannot be read.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds an error if no board follows the last heading.
    fn end_heading(&mut self) {
        if let Some((_, heading)) = self
            .heading
            .take()
            .filter(|(_, heading)| !heading.may_be_end)
        {
            self.count += 1;
            let error = "expected a board below this heading";
            self.ready
                .push_back(BoardLine::invalid(heading.line, error));
        }
    }
}

/// Value of [`BoardLine::form`] for a start whose goal is in the text.
pub const START_AND_GOAL: &str = "a start and its goal";

/// Value of [`BoardLine::form`] for a start without a goal of its own.
pub const START: &str = "a start";

impl BoardLine {
    /// Replaces a valid board with the given error. An invalid board keeps its own error.
    fn refused(self, error: &str) -> Self {
        if self.is_valid() {
            Self::invalid(self.line, error)
        } else {
            self
        }
    }

    /// Returns this start with the given board as its goal. If one of them is invalid or their
    /// sizes differ, returns an error for the line of the wrong board.
    #[must_use]
    pub fn with_goal(self, goal: Self) -> Self {
        let error = match (&self.board, &goal.board) {
            (Ok(_), Ok(board))
                if self
                    .goal
                    .is_some_and(|named| named != Goal::of_board(board)) =>
            {
                let named = self.goal.unwrap_or_default();
                format!(
                    "the start names the goal {named}, but its goal is {board}; leave one of them out"
                )
            }
            (Ok(start), Ok(board)) if start.size() == board.size() => {
                return Self {
                    goal: Some(Goal::of_board(board)),
                    guess: self.guess.or(goal.guess),
                    form: START_AND_GOAL,
                    ..self
                };
            }
            (Ok(start), Ok(board)) => format!(
                "the start is a {} board, but its goal is a {} board",
                start.size(),
                board.size()
            ),
            (Ok(_), Err(_)) => {
                return Self {
                    large: None,
                    ..goal
                };
            }
            (Err(_), _) if self.large.is_none() => return self,
            (Err(_), _) => {
                let error = format!(
                    "a board of more than {MAX_CELLS} cells cannot have a goal below it; leave the goal out"
                );
                return Self::invalid(self.line, error);
            }
        };
        Self {
            board: Err(error),
            ..goal
        }
    }
}
