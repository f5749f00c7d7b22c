//! Groups the lines of the input into paragraphs or into boards.

use super::comments::{COMMENT, TITLE};

/// A line of the input, with its line number.
#[derive(Clone, Copy)]
pub(super) struct NumberedLine<'a> {
    /// The line number, counted from 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// Returns the lines of the input, with their line numbers.
pub(super) fn numbered_lines(text: &str) -> impl Iterator<Item = NumberedLine<'_>> {
    (1..)
        .zip(text.lines())
        .map(|(number, text)| NumberedLine { number, text })
}

/// Splits the input into paragraphs, which are groups of lines separated by empty lines.
pub(super) fn paragraphs(text: &str) -> Vec<Vec<NumberedLine<'_>>> {
    let mut paragraphs: Vec<Vec<NumberedLine<'_>>> = Vec::new();
    for line in numbered_lines(text).filter(|line| !line.text.is_empty()) {
        match paragraphs.last_mut() {
            Some(lines) if lines[lines.len() - 1].number + 1 == line.number => lines.push(line),
            _ => paragraphs.push(vec![line]),
        }
    }
    paragraphs
}

/// Groups lines into boards. A board takes one line, or a separate line for each row.
///
/// Consecutive lines of equal width belong to one board, up to the number of rows that `height`
/// returns for that width. For example, twelve lines of six characters are two boards if `height`
/// returns 6 for the width 6. Empty lines and comments are skipped.
pub(super) fn boards<'a>(
    lines: impl Iterator<Item = NumberedLine<'a>>,
    height: impl Fn(usize) -> Option<usize>,
) -> Vec<Vec<NumberedLine<'a>>> {
    let mut boards: Vec<Vec<NumberedLine<'a>>> = Vec::new();
    for line in lines.filter(|line| is_row(line.text)) {
        let width = row_width(line.text);
        let height = width.and_then(&height).unwrap_or(1);
        match boards.last_mut() {
            Some(board) if continues(board, line) && board.len() < height => board.push(line),
            _ => boards.push(vec![line]),
        }
    }
    boards
}

/// Returns whether a line is neither empty nor only a comment.
pub(super) fn is_row(line: &str) -> bool {
    !["", COMMENT, TITLE].contains(&line.trim())
}

/// Returns whether a line is a TOML header, such as `[[level]]` or `[level1]`.
pub(super) fn is_header_of_item(line: &str) -> bool {
    let line = line.trim();
    let name = line
        .strip_prefix("[[")
        .and_then(|line| line.strip_suffix("]]"));
    let name = name.or_else(|| line.strip_prefix('[')?.strip_suffix(']'));
    name.map(str::trim).is_some_and(|name| {
        name.starts_with(char::is_alphabetic)
            && name
                .chars()
                .all(|c| c.is_alphanumeric() || "_-. ".contains(c))
    })
}

/// Returns whether a line directly follows the last line of a board and has the same width.
fn continues(board: &[NumberedLine<'_>], line: NumberedLine<'_>) -> bool {
    board.last().is_some_and(|last| {
        last.number + 1 == line.number && row_width(last.text) == row_width(line.text)
    })
}

/// Returns the number of cells in a row, or `None` if a line is not a row. A row is either a word,
/// such as `AAB...`, or single characters separated by spaces, such as `A A B . . .`.
fn row_width(line: &str) -> Option<usize> {
    let lengths: Vec<usize> = line
        .split_whitespace()
        .map(|word| word.chars().count())
        .collect();
    match lengths[..] {
        [length] => Some(length),
        _ => lengths
            .iter()
            .all(|&length| length == 1)
            .then_some(lengths.len()),
    }
}
