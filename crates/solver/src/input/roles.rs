//! Reads exercises, which name a start and its goal with headings.
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
//! The headings are [`RoleHeading`]s. A [`RoleQueue`] holds a start back until it knows whether its
//! goal follows. The goal can also stand above its start.

use std::collections::VecDeque;

use fifteen_puzzle::{Goal, MAX_CELLS};

use super::BoardLine;

/// Whether a board is the start or the goal of an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Start,
    Goal,
}

/// A heading such as `Start:`, `Initial state` or `goal_state =`.
#[derive(Debug, Clone, Copy)]
pub(super) struct RoleHeading {
    role: Role,
    /// Number of the line with the heading.
    line: u64,
    /// Length of the heading in bytes. The board can begin on the same line, after the heading.
    pub(super) length: usize,
}

impl RoleHeading {
    /// Returns the heading with which a line begins, if any.
    pub(super) fn of(line: u64, text: &str) -> Option<Self> {
        let separator = text.find([':', '=']);
        let name = &text[..separator.unwrap_or(text.len())];
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || " \t_-".contains(c);
        if !name.chars().all(is_in_name) {
            return None;
        }
        let letters = name.chars().filter(char::is_ascii_alphabetic);
        let name: String = letters.map(|c| c.to_ascii_lowercase()).collect();
        let kinds = [
            "state",
            "board",
            "position",
            "configuration",
            "node",
            "puzzle",
        ];
        let kind = kinds.iter().find_map(|kind| name.strip_suffix(kind));
        let role = match kind.unwrap_or(&name) {
            "start" | "starting" | "initial" | "init" | "begin" => Role::Start,
            "goal" | "target" | "final" | "end" => Role::Goal,
            _ => return None,
        };
        let length = separator.map_or(text.len(), |at| at + 1);
        Some(Self { role, line, length })
    }
}

/// A board that waits for the other board of its exercise to be read.
#[derive(Debug)]
struct WaitingBoard {
    role: Role,
    board: BoardLine,
}

/// The boards that a reader has found, in which each start has been joined with its goal.
#[derive(Debug, Default)]
pub(super) struct RoleQueue {
    ready: VecDeque<BoardLine>,
    /// The heading above the next board.
    heading: Option<RoleHeading>,
    waiting: Option<WaitingBoard>,
    /// Whether a board below a heading such as `Goal:` has been read.
    has_goals: bool,
}

impl RoleQueue {
    pub(super) fn is_empty(&self) -> bool {
        self.ready.is_empty()
    }

    pub(super) fn pop(&mut self) -> Option<BoardLine> {
        self.ready.pop_front()
    }

    /// Adds a heading. A board directly above `Goal:` is its start, even without a heading.
    pub(super) fn add_heading(&mut self, heading: RoleHeading) {
        self.end_heading();
        if heading.role == Role::Goal && self.waiting.is_none() {
            let has_goal = |board: &BoardLine| board.form == START_AND_GOAL;
            if !self.ready.back().is_none_or(has_goal) {
                self.waiting = self.ready.pop_back().map(|board| WaitingBoard {
                    role: Role::Start,
                    board,
                });
            }
        }
        self.heading = Some(heading);
    }

    /// Adds the boards that follow next. A heading above them belongs to the first one.
    pub(super) fn add(&mut self, boards: impl IntoIterator<Item = BoardLine>) {
        for board in boards {
            let role = self.heading.take().map(|heading| heading.role);
            self.has_goals |= role == Some(Role::Goal);
            match (role, self.waiting.take()) {
                (Some(Role::Goal), Some(start)) if start.role == Role::Start => {
                    self.ready.push_back(start.board.with_goal(board));
                }
                (Some(Role::Start), Some(goal)) if goal.role == Role::Goal => {
                    self.ready.push_back(board.with_goal(goal.board));
                }
                (role, waiting) => {
                    self.waiting = waiting;
                    self.end_waiting();
                    match role {
                        Some(role) => self.waiting = Some(WaitingBoard { role, board }),
                        None => self.ready.push_back(board),
                    }
                }
            }
        }
    }

    /// Adds what is left at the end of the input.
    pub(super) fn end(&mut self) {
        self.end_waiting();
        self.end_heading();
    }

    /// Removes everything, because the input cannot be read any further.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds the board that waits, because no board of its exercise follows.
    fn end_waiting(&mut self) {
        let Some(WaitingBoard { role, board }) = self.waiting.take() else {
            return;
        };
        let error = match role {
            Role::Start if !self.has_goals => return self.ready.push_back(board),
            Role::Start => {
                "this start has no goal, although another one has; put 'Goal:' and its goal below it"
            }
            Role::Goal => "this goal has no start; put 'Start:' and the start above it",
        };
        let is_valid = board.board.is_ok();
        let refused = BoardLine::invalid(board.line, error);
        self.ready.push_back(if is_valid { refused } else { board });
    }

    /// Adds an error if no board follows the last heading.
    fn end_heading(&mut self) {
        if let Some(heading) = self.heading.take() {
            let error = "expected a board below this heading";
            self.ready
                .push_back(BoardLine::invalid(heading.line, error));
        }
    }
}

/// The value of [`BoardLine::form`] for a start whose goal stands below it.
pub const START_AND_GOAL: &str = "a start and its goal";

impl BoardLine {
    /// Returns this start with a goal, which is another board that was read. If one of the two
    /// boards is invalid or their sizes differ, the result is an error for the line of the wrong
    /// board.
    #[must_use]
    pub fn with_goal(self, goal: Self) -> Self {
        let error = match (&self.board, &goal.board) {
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
