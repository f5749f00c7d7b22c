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
//! The order of the headings decides which goal a start has:
//!
//! | headings                      | goal of each start                       |
//! |-------------------------------|------------------------------------------|
//! | start, goal, start, goal      | the goal below it (or above it)          |
//! | start, start, start, goal     | the only goal, which is the last board   |
//! | goal, start, start, start     | the only goal, which is the first board  |
//! | start, start, start           | none of its own, so the default goal     |
//!
//! Any other order is unclear, such as start, goal, start: starts without a goal are then refused,
//! because they could be solved for a goal that their author did not mean.
//!
//! A [`RoleQueue`] therefore holds starts back until it knows their goals, which can be at the end
//! of the input. A board without a heading that follows a start is another start. Any other board
//! without a heading is never joined with a goal, because it could have been returned before the
//! goal was read. Below a goal, such a board is refused.

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
    /// Whether the heading can also mark the end of the text, such as `END` below a start.
    may_be_end: bool,
}

impl RoleHeading {
    /// Returns the heading at the beginning of a line, if any. The heading ends at the first colon
    /// or equals sign, such as `Start:` or `goal_state =`. Without such a sign, the heading is the
    /// whole line, such as `Start 1`, or the words before the board, such as `Start` in `Start 1 2
    /// 3 / 4 5 6 / 7 0 8`. The name can be decorated, such as `1. **Start:**`, or declared as a
    /// variable, such as `int[] start =`.
    pub(super) fn of(line: u64, text: &str) -> Option<Self> {
        let decoration = length_of_decoration(text);
        let text = &text[decoration..];
        let with_sign = [':', '='].into_iter().find_map(|sign| {
            let (name, board) = text.split_once(sign)?;
            let role = Role::of_name(name).or_else(|| Role::of_declaration(name, sign))?;
            let marks = board.len() - board.trim_start_matches(['*', '=']).len();
            Some((role, name.len() + sign.len_utf8() + marks))
        });
        let (role, length) = with_sign.or_else(|| Self::without_sign(text))?;
        let length = decoration + length;
        Some(Self {
            role,
            line,
            length,
            may_be_end: false,
        })
    }

    /// Returns the heading if the line is `END`, which can also be the row of a board, or the end of
    /// a start.
    pub(super) fn of_end(line: u64, text: &str) -> Option<Self> {
        text.trim().eq_ignore_ascii_case("end").then_some(Self {
            role: Role::Goal,
            line,
            length: text.len(),
            may_be_end: true,
        })
    }

    /// Returns the role and the length of a heading without a colon or an equals sign, such as
    /// `Start 1`. It must not look like the row of a board in which letters follow the digits up to
    /// 9, such as `goal1` or `e n d 5`. `End` is not enough, because it can be the first row of
    /// such a 3x8 board.
    fn without_sign(text: &str) -> Option<(Role, usize)> {
        let joins_digit = |pair: &[u8]| match pair {
            [one, other] => {
                one.is_ascii_alphabetic() && other.is_ascii_digit()
                    || one.is_ascii_digit() && other.is_ascii_alphabetic()
            }
            _ => false,
        };
        let may_be_row =
            text.as_bytes().windows(2).any(joins_digit) || text.trim().eq_ignore_ascii_case("end");
        // A longer number could be the first row of the board, such as 123 in `Start 123`.
        let ends_with_number = |digits: usize| {
            let last = text.trim_end().bytes().rev().take(digits);
            last.filter(u8::is_ascii_digit).count() == digits
        };
        if !may_be_row
            && !ends_with_number(2)
            && let Some(role) = Role::of_name(text)
        {
            return Some((role, text.len()));
        }
        let is_in_name = |c: char| c.is_ascii_alphabetic() || " \t_-".contains(c);
        let end = text.find(|c| !is_in_name(c))?;
        // Without a letter after it, `_` or `-` can be the blank of the board, such as `_` in
        // `Start _ 1 2 3`.
        let name = text[..end].trim_end_matches(|c: char| !c.is_ascii_alphabetic());
        let board = &text[name.len()..];
        let is_apart = board.starts_with(|c: char| c.is_whitespace() || "[({|".contains(c));
        // `END / 012 / 345` begins with the row of a board.
        let is_row = !is_apart || board.trim_start().starts_with('/');
        // The line `start  1. L` above the pictures of a solution numbers its moves.
        let is_list = text[end..].split_whitespace().next()?.ends_with('.');
        if is_row || is_list {
            return None;
        }
        Some((Role::of_name(name)?, name.len()))
    }
}

impl Role {
    /// Returns the role that a name such as `Start 1`, `goal_state` or `Initial state (S)` gives to a
    /// board.
    fn of_name(name: &str) -> Option<Self> {
        let name = name.trim_end_matches(|c: char| c.is_whitespace() || "*\"'`>]|#".contains(c));
        // Cut the name at a `--`, such as the one in `Goal -- solved`. A single `-` can be the
        // blank of a row.
        let name = name.split_once("--").map_or(name, |(name, _)| name).trim();
        let name = match name.strip_suffix(')').and_then(|name| name.split_once('(')) {
            Some((name, letters)) if letters.chars().all(|c| c.is_ascii_alphabetic()) => name,
            _ => name,
        };
        let name = name.trim();
        let without_number = name.trim_matches(|c: char| c.is_ascii_digit());
        let words = match name.len() - without_number.len() {
            0 => name,
            1..=LONGEST_NUMBER => without_number.trim_matches(['_', '-']),
            // More digits could be a board, such as `1230`.
            _ => return None,
        };
        // Single letters, such as `G O A L`, are the cells of a row.
        let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic());
        let mut words: Vec<&str> = words
            .split_whitespace()
            .flat_map(|word| word.split(['_', '-']))
            .collect();
        if !words.iter().all(|word| is_word(word)) {
            return None;
        }
        let is_article =
            |word: &&str| ["the", "my", "our", "is"].contains(&&*word.to_ascii_lowercase());
        words.retain(|word| !is_article(word));
        let words = words.concat().to_ascii_lowercase();
        let kinds = [
            "state",
            "board",
            "position",
            "configuration",
            "config",
            "arrangement",
            "node",
            "puzzle",
            "grid",
            "matrix",
        ];
        let without_kind = |kind: &&str| words.strip_suffix(*kind).or(words.strip_prefix(*kind));
        let kind = kinds.iter().find_map(without_kind);
        match kind.unwrap_or(&words) {
            "start" | "starting" | "initial" | "init" | "begin" | "beginning" => Some(Self::Start),
            "goal" | "target" | "final" | "end" | "ending" | "finish" | "desired"
            | "destination" | "objective" => Some(Self::Goal),
            // Without a word such as `state`, the heading could stand above a board that has been
            // solved.
            "solved" if kind.is_some() => Some(Self::Goal),
            _ => None,
        }
    }

    /// Returns the role of a variable in a program, such as `int[] start` or `let goal: number[]`, from
    /// the text before the sign.
    fn of_declaration(text: &str, sign: char) -> Option<Self> {
        let first = text.split_whitespace().next()?;
        if sign != '=' && !["const", "let", "val", "var"].contains(&first) {
            return None;
        }
        let mut name = text.trim_end();
        while let Some(before) = name.strip_suffix(']') {
            name = before.rsplit_once('[')?.0.trim_end();
        }
        let (_, name) = name
            .rsplit_once(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(("", name));
        let is_declared = text.starts_with(|c: char| c.is_alphabetic() || c.is_whitespace());
        Self::of_name(name).filter(|_| is_declared)
    }
}

/// Returns whether a word such as `start` or `goal` gives a role to a board.
pub(super) fn names_role(word: &str) -> bool {
    Role::of_name(word).is_some()
}

/// Returns whether the name of a field, such as `target` or `goal_state`, says that it contains a goal.
pub(super) fn names_goal(name: &str) -> bool {
    Role::of_name(name) == Some(Role::Goal)
}

/// Returns the length of what can stand before the name in a heading, in bytes: the marks of
/// Markdown and of comments, the number in a list, lines such as `---`, brackets and quotes. For
/// example, it is 5 in `1. **Start:**`.
fn length_of_decoration(text: &str) -> usize {
    let marks = [
        "**", "__", "--", "- ", "* ", "+ ", "• ", "//", "=", "#", "%", ";", ">", "<", "[", "|",
        "\"", "'", "`",
    ];
    let mut rest = text.trim_start();
    loop {
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = rest.len() - number.len();
        let after_number = (1..=LONGEST_NUMBER)
            .contains(&digits)
            .then(|| number.strip_prefix([')', '.']))
            .flatten()
            .filter(|rest| rest.starts_with(' '));
        let after_mark = marks.iter().find_map(|mark| rest.strip_prefix(mark));
        match after_mark.or(after_number) {
            Some(after) => rest = after.trim_start(),
            None => return text.len() - rest.len(),
        }
    }
}

/// Maximum number of digits in the number of an exercise, such as 12 in `Start 12`.
const LONGEST_NUMBER: usize = 3;

/// Maximum number of starts that are held back until their goals are known. The input can be
/// endless, so the memory must be limited.
const MOST_STARTS: usize = 1 << 16;

/// The boards that a reader has found, in which each start has been joined with its goal.
#[derive(Debug, Default)]
pub(super) struct RoleQueue {
    ready: VecDeque<BoardLine>,
    /// The heading above the next board.
    heading: Option<RoleHeading>,
    /// The role of the last board.
    last: Option<Role>,
    /// Starts whose goals are not yet known.
    starts: Vec<BoardLine>,
    /// A goal that has not been joined with its starts yet. If several starts are above it and the
    /// input ends, all of them have this goal. Otherwise, its start is the next board.
    goal: Option<BoardLine>,
    /// The first board of the input, if it is a goal and still the only one. All starts then have
    /// this goal.
    goal_of_all: Option<BoardLine>,
    /// Number of goal headings.
    goals: usize,
    /// Number of boards, errors and headings without a board.
    count: usize,
}

impl RoleQueue {
    pub(super) fn is_empty(&self) -> bool {
        self.ready.is_empty()
    }

    pub(super) fn pop(&mut self) -> Option<BoardLine> {
        self.ready.pop_front()
    }

    /// Returns whether the last heading is that of a start.
    pub(super) fn is_in_start(&self) -> bool {
        match &self.heading {
            Some(heading) => heading.role == Role::Start,
            None => self.last == Some(Role::Start),
        }
    }

    /// Adds a heading.
    pub(super) fn add_heading(&mut self, heading: RoleHeading) {
        self.end_heading();
        self.goals += usize::from(heading.role == Role::Goal && !heading.may_be_end);
        self.heading = Some(heading);
    }

    /// Adds the error for a line of text. It is not a board, so the heading above it belongs to the
    /// board below it.
    pub(super) fn add_text(&mut self, errors: impl IntoIterator<Item = BoardLine>) {
        for error in errors {
            self.count += 1;
            self.ready.push_back(error);
        }
    }

    /// Adds the boards that follow next. A heading above them belongs to the first one.
    pub(super) fn add(&mut self, boards: impl IntoIterator<Item = BoardLine>) {
        for board in boards {
            let heading = self.heading.take();
            self.goals += usize::from(heading.is_some_and(|heading| heading.may_be_end));
            let heading = heading.map(|heading| heading.role);
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

    /// Joins the goal that stands below several starts with the last of them, and refuses the
    /// others, because more boards follow: the goal is then not common to all starts of the input.
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

    /// Refuses a goal that waits for its start, because the next board is not a start.
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

    /// Adds what is left at the end of the input. A goal that is the only board of the input is an
    /// ordinary board.
    pub(super) fn end(&mut self) {
        self.heading.take_if(|heading| heading.may_be_end);
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

    /// Removes everything, because the input cannot be read any further.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds an error if no board follows the last heading.
    fn end_heading(&mut self) {
        if let Some(heading) = self.heading.take().filter(|heading| !heading.may_be_end) {
            self.count += 1;
            let error = "expected a board below this heading";
            self.ready
                .push_back(BoardLine::invalid(heading.line, error));
        }
    }
}

/// The value of [`BoardLine::form`] for a start to which headings give a goal.
pub const START_AND_GOAL: &str = "a start and its goal";

/// The value of [`BoardLine::form`] for a start without a goal of its own.
pub const START: &str = "a start";

impl BoardLine {
    /// Replaces a valid board with this error. An invalid board keeps its own error.
    fn refused(self, error: &str) -> Self {
        if self.board.is_ok() || self.is_large_board() {
            Self::invalid(self.line, error)
        } else {
            self
        }
    }

    /// Returns this start with a goal, which is another board that was read. If one of the two
    /// boards is invalid or their sizes differ, the result is an error for the line of the wrong
    /// board.
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
