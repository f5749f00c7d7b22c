//! Finds a board on a line that also contains words, such as a line in another program's log.

use super::{Reading, read_words, scan, words};
use crate::Size;

/// Words before a board that mark it as a goal, for example in `target: 1 2 3 / 4 5 6 / 7 8 0`.
const GOAL_WORDS: [&str; 6] = [
    "goal",
    "target",
    "desired",
    "final",
    "destination",
    "objective",
];

/// Minimum number of cells of a board on a line that also contains words. A shorter run of numbers
/// is ignored, because it can be something else, such as a date.
const LEAST_AMONG_WORDS: usize = 9;

/// Returns the only board on a line that also contains words, for example in the logs of other
/// programs:
///
/// ```text
/// Korf 79: 0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15 solved in 42 moves
/// ```
///
/// The numbers of the board must follow each other without words between them, and the line must
/// not contain another run of numbers that is long enough for a board. If a word before the numbers
/// marks the board as a goal, such as `target`, the result is `None`.
pub(super) fn board_among_words(text: &str, size: Option<Size>) -> Option<Reading> {
    let has_word = text
        .split(|c: char| !c.is_alphabetic())
        .any(|word| word.len() > 2);
    if !has_word || text.contains('\n') {
        return None;
    }
    let is_between = |c: char| !(c.is_ascii_digit() || " ,\t/_".contains(c));
    // A number next to a letter, a digit or one of the characters `.-+%` is not a tile. It is part
    // of something else, such as the 8 in `8.5`.
    let is_part = |c: char| c.is_alphanumeric() || ".-+%".contains(c);
    let is_digit = |c: char| c.is_ascii_digit();
    let (mut found, mut before) = (None, None);
    for piece in text.split_inclusive(is_between) {
        let run = piece.strip_suffix(is_between).unwrap_or(piece);
        let after = piece[run.len()..].chars().next();
        let is_cut = run.starts_with(is_digit) && before.is_some_and(is_part)
            || run.ends_with(is_digit) && after.is_some_and(is_part);
        before = after;
        if words(run).len() < LEAST_AMONG_WORDS {
            continue;
        }
        if is_cut || found.replace(run).is_some() {
            return None;
        }
    }
    let found = found?;
    // A log line can contain a start board and a goal. Don't read the goal as the start board.
    let (before, _) = text.split_once(found)?;
    let is_goal = |word: &str| GOAL_WORDS.contains(&&*word.to_ascii_lowercase());
    if before.split(|c: char| !c.is_alphabetic()).any(is_goal) {
        return None;
    }
    let words = scan::words(found).ok()?;
    let reading = read_words(&scan::shown(&words), size, None).ok()?;
    Some(Reading {
        guess: Some("the numbers between the words are read as the board".to_owned()),
        ..reading
    })
}

/// Finds a board size on a line, such as `4x4:` or `(4x4)`. Returns the size and the text after it,
/// which usually contains the board. In log lines, other text can precede the size.
pub(super) fn after_size(text: &str) -> Option<(Size, &str)> {
    let is_outside = |c: char| !c.is_ascii_alphanumeric();
    let mut found = text
        .match_indices(is_outside)
        .map(|(at, _)| at)
        .chain([text.len()]);
    let mut begin = 0;
    found.find_map(|end| {
        let word = &text[std::mem::replace(&mut begin, end)..end];
        let word = word.trim_start_matches(is_outside);
        let size = word.parse().ok().filter(|_| word.contains('x'))?;
        let rest = text[end..].strip_prefix([':', ')', ']'])?;
        // The text before the size is dropped, so the size must be on the first line. Otherwise, a
        // board on the lines above would be lost.
        let is_first_line = !text[..end].trim_start().contains('\n');
        is_first_line.then_some((size, rest))
    })
}
