//! Reads boards of more than 25 cells, which are too large for a [`Board`](fifteen_puzzle::Board).

use fifteen_puzzle::MAX_CELLS;

/// Returns the rows of a text that is a board of more than 25 cells. Line breaks, `/`, `|` and `;`
/// separate rows. Without separators, the board is square. Returns `None` for any other text.
///
/// The rows can have different lengths, and numbers can be missing or repeat. The search that takes
/// them checks this.
pub(super) fn rows(text: &str) -> Option<Vec<Vec<u8>>> {
    let number = |word: &str| match word {
        "_" | "." | "x" => Some(0),
        _ => word.parse::<u8>().ok(),
    };
    let is_between = |c: char| c.is_whitespace() || ",[](){}".contains(c);
    let row = |row: &str| {
        let words = row.split(is_between).filter(|word| !word.is_empty());
        words.map(number).collect::<Option<Vec<u8>>>()
    };
    let rows = text
        .split(['\n', '/', '|', ';'])
        .map(row)
        .filter(|row| row.as_ref().is_none_or(|row| !row.is_empty()));
    let rows: Vec<Vec<u8>> = rows.collect::<Option<_>>()?;
    let tiles = rows.concat();
    // Distinguish one large board from several small ones, which have several blanks and only small
    // tiles.
    let is_one = tiles.len() > MAX_CELLS && tiles.iter().filter(|&&tile| tile == 0).count() <= 1;
    let is_large = is_one && tiles.iter().any(|&tile| usize::from(tile) >= MAX_CELLS);
    let rows = if rows.len() == 1 {
        tiles.chunks(tiles.len().isqrt()).map(Vec::from).collect()
    } else {
        rows
    };
    is_large.then_some(rows)
}
