//! Tells whether lines may be rows of one board, before its last row has been read.
//!
//! `1 2 3 0` is a 2x2 board, but it is also how a board begins whose next row is `5 6 7 4`. Only
//! the next line tells the two apart. Rows of one board have the same number of cells, and no tile
//! appears twice. After `1 2 3 0`, the line `1 2 0 3` is therefore another board, because it has
//! the tile 1 again, but `5 6 7 4` is the next row.

use std::collections::HashSet;

use super::cells::Alphabet;
use super::scan::{self, BRACKET, SLASH, TextWord};
use crate::MAX_CELLS;

/// Maximum number of cells in a row: a board has at least two rows.
const LONGEST_ROW: usize = MAX_CELLS / 2;

/// Returns how many of the lines have cells if all of them may belong to one board, or `None` if
/// they can't.
///
/// The board may go on with further lines. A line may be an array over several lines of the text.
/// Lines without cells, such as borders of boxes, don't count, nor does a first line that names the
/// size.
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

/// Counts the lines, without one that names the size, if they may be rows in an alphabet.
fn count(lines: &[&[TextWord]], alphabet: Alphabet) -> Option<usize> {
    let tiles = |words: &[TextWord]| -> Vec<Option<u8>> {
        let tiles = words.iter().flat_map(|word| alphabet.tiles(word.text));
        tiles.collect()
    };
    let lines = match lines {
        [[size], row, ..] if size.text.parse() == Ok(tiles(row).len()) => &lines[1..],
        _ => lines,
    };
    let is_long = |word: &TextWord| word.text.chars().nth(1).is_some();
    let long = lines
        .iter()
        .flat_map(|line| line.iter())
        .filter(|word| is_long(word));
    let are_long = match (alphabet, long.count()) {
        (Alphabet::Numbers, _) | (_, 0) => false,
        (_, count) if count == lines.iter().map(|line| line.len()).sum() => true,
        // Either each digit is a word, or no digit is.
        _ => return None,
    };
    let rows: Vec<_> = lines.iter().map(|line| tiles(line)).collect();
    // A word of several digits may be a row too.
    let words = lines.iter().flat_map(|line| line.chunks(1)).map(tiles);
    let may_be_rows = are_rows(&rows) || are_long && are_rows(&words.collect::<Vec<_>>());
    may_be_rows.then_some(lines.len())
}

/// True if rows of cells may belong to one board.
///
/// A cell that is no tile may be a mistake or a sign for the blank. It differs from all other
/// cells, so that a board with a mistake has one error, but a row needs at least one tile. If no
/// cell is the blank, one row may lack a cell, because a gap is read as the blank.
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
