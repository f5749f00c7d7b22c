//! Boards as one digit for each cell: `123456789ABCDEF0`, or `123/456/780`.

use super::{BLANKS, ROW_ENDS};
use crate::size::{MAX_CELLS, Size};

/// The tiles and the length of each row, if the text is a board in digits.
///
/// Each row is one word of several digits, `0` to `9` and then letters; all together have one digit for each cell, and
/// no digit is too large for so many cells. Where neither rows nor `size` nor a square count confirm the notation, no
/// digit may appear twice. Other texts are left to the plain notation: none of its boards is such a word.
pub(super) fn scan(text: &str, size: Option<Size>) -> Option<(Vec<u8>, Vec<usize>)> {
    let words: Vec<&str> = text.trim_end_matches(ROW_ENDS).split(ROW_ENDS).map(str::trim).take(MAX_CELLS).collect();
    let (mut tiles, mut rows) = (Vec::new(), Vec::new());
    for word in words {
        let before = tiles.len();
        for digit in word.chars().take(MAX_CELLS + 1) {
            tiles.push(tile(digit)?);
        }
        rows.push(tiles.len() - before);
    }
    let cells = tiles.len();
    let known = rows.len() > 1 || size.is_some_and(|size| size.cells() == cells) || Size::square(cells).is_some();
    let distinct = || (1..cells).all(|i| !tiles[..i].contains(&tiles[i]));
    let is_board = (4..=MAX_CELLS).contains(&cells)
        && rows.iter().all(|&length| length > 1)
        && tiles.iter().all(|&tile| usize::from(tile) < cells)
        && (known || distinct());
    is_board.then_some((tiles, rows))
}

/// The tile of a digit.
fn tile(digit: char) -> Option<u8> {
    if BLANKS.iter().any(|blank| blank.chars().eq([digit])) {
        return Some(0);
    }
    digit.to_digit(36).map(|tile| tile as u8)
}

/// The digit of a tile: `0` to `9`, then capital letters.
pub(super) fn digit(tile: u8) -> char {
    char::from_digit(tile.into(), 36).unwrap_or('?').to_ascii_uppercase()
}
