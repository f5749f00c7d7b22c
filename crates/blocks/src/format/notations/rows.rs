//! The lines of a text that belong together, because they are the rows of one board.

/// A line of a text.
#[derive(Clone, Copy)]
pub(super) struct NumberedLine<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// Returns the lines of a text.
pub(super) fn numbered_lines(text: &str) -> impl Iterator<Item = NumberedLine<'_>> {
    (1..)
        .zip(text.lines())
        .map(|(number, text)| NumberedLine { number, text })
}

/// Returns the runs of lines between empty lines.
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

/// Returns the boards of a text. Each takes one line, or as many lines as it has rows.
///
/// Lines below each other are one board if they have the same width, up to the height that `height`
/// returns for a board of this width. Empty lines and comments are left out.
pub(super) fn boards(
    text: &str,
    height: impl Fn(usize) -> Option<usize>,
) -> Vec<Vec<NumberedLine<'_>>> {
    let mut boards: Vec<Vec<NumberedLine<'_>>> = Vec::new();
    for line in numbered_lines(text).filter(|line| is_row(line.text)) {
        let width = row_width(line.text);
        let height = width.and_then(&height).unwrap_or(1);
        match boards.last_mut() {
            Some(board) if continues(board, line) && board.len() < height => board.push(line),
            _ => boards.push(vec![line]),
        }
    }
    boards
}

/// Returns whether a line is neither empty nor a comment.
fn is_row(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line != "#" && !line.starts_with("# ")
}

/// Returns whether a line is directly below a board, and as wide.
fn continues(board: &[NumberedLine<'_>], line: NumberedLine<'_>) -> bool {
    board.last().is_some_and(|last| {
        last.number + 1 == line.number && row_width(last.text) == row_width(line.text)
    })
}

/// Returns the number of cells of a row, which is one word, or has a word for each cell.
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
