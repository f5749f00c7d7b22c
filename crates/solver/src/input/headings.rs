//! Recognises headings, which give the boards below them a size or a role (start or goal).
//!
//! A heading consists of an optional decoration, a name, an optional sign, and sometimes the board
//! itself:
//!
//! | heading                        | decoration | name            | sign | board    |
//! |--------------------------------|------------|-----------------|------|----------|
//! | `1. **Start:** 283164705`      | `1. **`    | `Start`         | `:`  | on the line |
//! | `# Initial state (S)`          | `# `       | `Initial state` |      | below it |
//! | `int[] goal = {1, 2, 3, 0};`   |            | `goal`          | `=`  | on the line |
//! | `Board (9x4):`                 |            | `9x4`           | `:`  | below it |
//!
//! Without a sign, the name is everything up to the first digit or bracket.

use fifteen_puzzle::{Size, notation};

use super::stated_size::StatedSize;

/// A heading at the beginning of a line. It gives the size of the boards below it, or says whether
/// the next board is a start or a goal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heading {
    pub(super) meaning: Meaning,
    /// Number of the line with the heading.
    pub(super) line: u64,
    /// Length of the heading in bytes. A board can follow it on the same line.
    pub(super) length: usize,
    /// Whether the heading can mean the end of the text instead of a goal. This is the case for
    /// `END`.
    pub(super) may_be_end: bool,
}

/// What a heading says.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meaning {
    /// The size of all boards below it.
    Size(StatedSize),
    /// The role of the next board: start or goal.
    Role(Role),
}

/// Whether a board is the start or the goal of an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Start,
    Goal,
}

/// Words for the start of an exercise.
const START_NAMES: [&str; 6] = ["start", "starting", "initial", "init", "begin", "beginning"];

/// Words for the goal of an exercise.
const GOAL_NAMES: [&str; 9] = [
    "goal",
    "target",
    "final",
    "end",
    "ending",
    "finish",
    "desired",
    "destination",
    "objective",
];

/// Words for a board that can precede or follow the word *start* or *goal*, as in `goal_state`.
const KINDS: [&str; 11] = [
    "state",
    "boards",
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

/// Words that are ignored in the name of a heading, such as `the` in `The goal is:`.
const ARTICLES: [&str; 4] = ["the", "my", "our", "is"];

/// Strings that can precede the name in a heading: Markdown marks, comment marks, dashes such as
/// `---`, brackets and quotes.
const DECORATION: [&str; 19] = [
    "**", "__", "--", "- ", "* ", "+ ", "• ", "//", "=", "#", "%", ";", ">", "<", "[", "|", "\"",
    "'", "`",
];

/// Maximum number of digits in the number of an exercise, such as 12 in `Start 12:`. A longer
/// number could be a board.
const LONGEST_NUMBER: usize = 3;

impl Heading {
    /// Returns the heading at the beginning of a line, or `None` if the line does not begin with a
    /// heading.
    pub(super) fn of(line: u64, text: &str) -> Option<Self> {
        let heading = |meaning, length| Self {
            meaning,
            line,
            length,
            may_be_end: text.trim().eq_ignore_ascii_case("end"),
        };
        if let Some(size) = StatedSize::of_heading(text) {
            return Some(heading(Meaning::Size(size), text.len()));
        }
        let begin = text.len() - without_decoration(text).len();
        let name = &text[begin..];
        let with_sign = [':', '='].into_iter().find_map(|sign| {
            let (name, board) = name.split_once(sign)?;
            let role = Role::of_name(name).or_else(|| Role::of_declaration(name, sign))?;
            let marks = board.len() - board.trim_start_matches(['*', '=']).len();
            Some((role, name.len() + sign.len_utf8() + marks))
        });
        let (role, length) = with_sign.or_else(|| without_sign(name))?;
        Some(heading(Meaning::Role(role), begin + length))
    }

    /// Returns the heading in a comment: a role such as `# Start`, a role and its board such as
    /// `# Goal: 1 2 3 / 4 5 6 / 7 8 0`, or a size such as `# 8x2`. Returns `None` for any other
    /// comment.
    pub(super) fn of_comment(line: u64, text: &str, size: Option<Size>) -> Option<Self> {
        let heading = Self::of(line, text)?;
        let is_heading = match heading.meaning {
            Meaning::Size(_) => {
                let words = text.split(|c: char| !c.is_alphabetic());
                let mut words = words
                    .filter(|word| word.len() > 1)
                    .map(str::to_ascii_lowercase);
                words.all(|word| word == "size" || KINDS.contains(&&*word))
            }
            Meaning::Role(_) => {
                let board = text[heading.length..].trim();
                let is_board =
                    || notation::read(board, size).is_ok_and(|read| read.guess.is_none());
                board.is_empty() || is_board()
            }
        };
        is_heading.then_some(heading)
    }
}

/// Returns the role and the length of a heading without a `:` or `=`, such as `Start 1` or the
/// `Start` in `Start 1 2 3 / 4 5 6 / 7 0 8`.
fn without_sign(text: &str) -> Option<(Role, usize)> {
    let is_in_name = |c: char| c.is_ascii_alphabetic() || " \t_-".contains(c);
    let end = text.find(|c| !is_in_name(c)).unwrap_or(text.len());
    // A `_` or `-` that no letter follows can be the blank of the board, as in `Start _ 1 2 3`.
    let name = text[..end].trim_end_matches(|c: char| !c.is_ascii_alphabetic());
    let board = &text[name.len()..];
    let digits = board.chars().filter(char::is_ascii_digit).count();
    // A longer number could be the first row of the board, such as 123 in `Start 123`.
    if digits < 2
        && !board.starts_with(|c: char| c.is_ascii_digit())
        && let Some(role) = Role::of_name(text)
    {
        return Some((role, text.len()));
    }
    let is_apart = board.starts_with(|c: char| c.is_whitespace() || "[({|".contains(c));
    // In `END / 012 / 345`, the slashes separate the rows of one board, so `END` is its first row
    // and not a heading.
    let is_row = !is_apart || board.trim_start().starts_with('/');
    // A line such as `start  1. L` is not a heading. It lists the moves of a solution, each with a
    // number and a full stop, above drawings of the boards.
    let is_list = text[end..].split_whitespace().next()?.ends_with('.');
    if is_row || is_list {
        return None;
    }
    Some((Role::of_name(name)?, name.len()))
}

impl Role {
    /// Returns the role (start or goal) of a board with this name, such as `Start 1`, `goal_state`
    /// or `Initial state (S)`.
    fn of_name(name: &str) -> Option<Self> {
        let name = name.trim_end_matches(|c: char| c.is_whitespace() || "*\"'`>]|#".contains(c));
        // Remove a `--` and everything after it, as in `Goal -- solved`. A single `-` stays,
        // because it can be the blank of a row.
        let name = name.split_once("--").map_or(name, |(name, _)| name).trim();
        let name = match name.strip_suffix(')').and_then(|name| name.split_once('(')) {
            Some((name, letters)) if letters.chars().all(|c| c.is_ascii_alphabetic()) => name,
            _ => name,
        };
        let name = name.trim();
        let without_number = name.trim_matches(|c: char| c.is_ascii_digit());
        // A longer number could be a board, such as `1230`.
        if name.len() - without_number.len() > LONGEST_NUMBER {
            return None;
        }
        let mut words = String::new();
        for word in without_number
            .split([' ', '\t', '_', '-'])
            .filter(|word| !word.is_empty())
        {
            // Single letters, such as `G O A L`, are the cells of a row.
            if word.len() < 2 || !word.chars().all(|c| c.is_ascii_alphabetic()) {
                return None;
            }
            let word = word.to_ascii_lowercase();
            if !ARTICLES.contains(&&*word) {
                words += &word;
            }
        }
        let without_kind = |kind: &&str| words.strip_suffix(*kind).or(words.strip_prefix(*kind));
        let kind = KINDS.iter().find_map(without_kind);
        let word = kind.unwrap_or(&words);
        if START_NAMES.contains(&word) {
            Some(Self::Start)
        } else if GOAL_NAMES.contains(&word) || word == "solved" && kind.is_some() {
            // The word `solved` alone does not count, because it could say that the board below it
            // has been solved.
            Some(Self::Goal)
        } else {
            None
        }
    }

    /// Returns the role (start or goal) of a variable in a program. `text` is the declaration
    /// before the `=` or `:`, such as `int[] start` or `let goal`. `sign` is the `=` or `:`.
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

/// Returns whether a word names a role, as `start` and `goal` do.
pub(super) fn names_role(word: &str) -> bool {
    Role::of_name(word).is_some()
}

/// Returns whether the name of a field, such as `target` or `goal_state`, says that it contains a
/// goal.
pub(super) fn names_goal(name: &str) -> bool {
    Role::of_name(name) == Some(Role::Goal)
}

/// Returns the text without the decoration before the name of a heading, such as `1. **` in
/// `1. **Start:**`.
fn without_decoration(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_number = number.strip_prefix([')', '.']).filter(|after| {
            (1..=LONGEST_NUMBER).contains(&(rest.len() - number.len())) && after.starts_with(' ')
        });
        let after_mark = DECORATION.iter().find_map(|mark| rest.strip_prefix(mark));
        match after_mark.or(after_number) {
            Some(after) => rest = after.trim_start(),
            None => return rest,
        }
    }
}
