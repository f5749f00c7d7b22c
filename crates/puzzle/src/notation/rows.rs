//! Decides whether the lines read so far can be rows of a single board.
//!
//! When boards are read line by line, the line `1 2 3 0` is ambiguous: it can be a 2x2 board or the
//! first row of a larger board. The next line decides, because all rows of a board have the same
//! length and no tile repeats. The line `5 6 7 4` continues the same board, whereas `1 2 0 3`
//! repeats tile 1 and so begins a new board.

use std::collections::HashSet;

use super::cells::Alphabet;
use super::guess::headings;
use super::scan::{self, BRACKET, SLASH, TextWord};
use crate::MAX_CELLS;

/// Maximum number of cells in a row. A board has at least two rows, so a row has at most half of
/// the cells.
const LONGEST_ROW: usize = MAX_CELLS / 2;

/// Returns the number of lines that contain cells if all lines can belong to one board, or `None`
/// if they cannot.
///
/// The board can be incomplete. An element of `lines` contains line breaks if an array spans
/// several lines of the text. Lines without cells, such as the borders of a box, are not counted,
/// and neither are first lines that give the size, or the number of tiles and the goal's blank.
///
/// ```
/// use fifteen_puzzle::notation::lines_of_one_board;
///
/// assert_eq!(lines_of_one_board(&["1 2 3 0", "5 6 7 4"]), Some(2));
/// assert_eq!(lines_of_one_board(&["1 2 3 0", "1 2 0 3"]), None);
/// assert_eq!(lines_of_one_board(&["4", "1 2 3 0"]), Some(1));
/// assert_eq!(lines_of_one_board(&["1 2 / 3 0"]), None);
/// ```
pub fn lines_of_one_board(lines: &[&str]) -> Option<usize> {
    let text = lines.join("\n");
    let words = scan::shown(&scan::words(&text).ok()?);
    let mut with_cells = Vec::new();
    let mut rest = &words[..];
    let mut end = 0;
    for line in lines {
        end += line.split('\n').count();
        let (words, others) = rest.split_at(rest.partition_point(|word| word.line < end));
        rest = others;
        let ends_row = |word: &TextWord| word.before & (SLASH | BRACKET) != 0;
        if words.iter().skip(1).any(ends_row) {
            return None;
        }
        if !words.is_empty() {
            with_cells.push(words);
        }
    }
    [Alphabet::Numbers, Alphabet::Digits]
        .into_iter()
        .find_map(|alphabet| count(&with_cells, alphabet))
}

/// Counts the lines if they can be rows of one board in this alphabet, that is, with words read as
/// numbers or as digits. Returns `None` if they cannot. A heading is not counted.
fn count(lines: &[&[TextWord]], alphabet: Alphabet) -> Option<usize> {
    let tiles = |words: &[TextWord]| -> Vec<Option<u8>> {
        let tiles = words.iter().flat_map(|word| alphabet.tiles(word.text));
        tiles.collect()
    };
    let words = lines.concat();
    let rows_begin = headings(&words).into_iter().find_map(|heading| {
        let is_below = |line: &&[TextWord]| line[0].line > heading.last_line;
        let first = lines.iter().position(is_below)?;
        (tiles(lines[first]).len() == heading.size.width()).then_some(first)
    });
    let lines = &lines[rows_begin.unwrap_or(0)..];
    let is_long = |word: &TextWord| word.text.chars().nth(1).is_some();
    let long = lines
        .iter()
        .flat_map(|line| line.iter())
        .filter(|word| is_long(word));
    let are_long = match (alphabet, long.count()) {
        (Alphabet::Numbers, _) | (_, 0) => false,
        (_, count) if count == lines.iter().map(|line| line.len()).sum() => true,
        // Reject lines in which some words have one digit and others have several: if words are
        // read as digits, either every cell is a word of its own, or every word contains several
        // cells.
        _ => return None,
    };
    let rows: Vec<_> = lines.iter().map(|line| tiles(line)).collect();
    // If every word has several digits, each word can be a whole row, so also try this division
    // into rows.
    let words = lines.iter().flat_map(|line| line.chunks(1)).map(tiles);
    let may_be_rows = are_rows(&rows) || are_long && are_rows(&words.collect::<Vec<_>>());
    may_be_rows.then_some(lines.len())
}

/// Returns whether rows of cells can belong to one board.
///
/// `None` is a cell that is not a valid tile. It never counts as a repeated tile, so that a board
/// with one error still gets a single error message.
///
/// If no cell is the blank, one of the rows can have one cell less than the others. The missing
/// cell can be the blank.
fn are_rows(rows: &[Vec<Option<u8>>]) -> bool {
    let length = rows.iter().map(Vec::len).max().unwrap_or(0);
    if length > LONGEST_ROW || rows.len() * length > MAX_CELLS {
        return false;
    }
    let shorter = rows.iter().filter(|row| row.len() != length).count();
    let is_too_short = |row: &Vec<_>| row.len() + 1 < length;
    if shorter > 1 || rows.iter().any(is_too_short) {
        return false;
    }
    if rows.iter().any(|row| row.iter().all(Option::is_none)) {
        return false;
    }
    let mut tiles = rows.iter().flatten().flatten();
    let mut seen = HashSet::new();
    tiles.all(|tile| seen.insert(tile)) && (shorter == 0 || !seen.contains(&0))
}
