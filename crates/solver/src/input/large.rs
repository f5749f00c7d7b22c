//! Reads boards of more than 25 cells, which are too large for a [`Board`](fifteen_puzzle::Board).

use fifteen_puzzle::MAX_CELLS;
use fifteen_search::tiles::large::MOST_CELLS;

/// Returns the rows of a text that is a board of more than 25 cells. Line breaks, `/`, `|` and `;`
/// separate rows. Without separators, the rows have `width` cells, or the board is square. Returns
/// `None` for any other text.
///
/// The size can stand above the board, as `6x6`, or as its largest number with or without `-1` for
/// a blank that comes last. The board can contain a [`mistake`].
pub(super) fn rows(text: &str, width: Option<usize>) -> Option<Vec<Vec<u8>>> {
    let number = |word: &str| match word {
        "_" | "." | "x" => Some(0),
        _ => word.parse::<u8>().ok(),
    };
    let is_between = |c: char| c.is_whitespace() || ",[](){}".contains(c);
    let row = |row: &str| {
        let words = row.split(is_between).filter(|word| !word.is_empty());
        words.map(number).collect::<Option<Vec<u8>>>()
    };
    let rows = without_heading(text)
        .split(['\n', '/', '|', ';'])
        .map(row)
        .filter(|row| row.as_ref().is_none_or(|row| !row.is_empty()));
    let rows: Vec<Vec<u8>> = rows.collect::<Option<_>>()?;
    let tiles = rows.concat();
    // Distinguish one large board from several small ones, which have several blanks and only small
    // tiles.
    let is_one = tiles.len() > MAX_CELLS && tiles.iter().filter(|&&tile| tile == 0).count() <= 1;
    let is_large = is_one && tiles.iter().any(|&tile| usize::from(tile) >= MAX_CELLS);
    let side = tiles.len().isqrt();
    let width = width.or((side * side == tiles.len()).then_some(side));
    let rows = match width {
        Some(width @ 1..) if rows.len() == 1 => tiles.chunks(width).map(Vec::from).collect(),
        _ => rows,
    };
    is_large.then_some(rows)
}

/// Returns the text below a heading that states the size of a large board.
fn without_heading(text: &str) -> &str {
    let Some((heading, below)) = text.split_once('\n') else {
        return text;
    };
    let words = below.split_whitespace().filter(|&word| word != "-1");
    let cells = words.count();
    let heading = heading.trim();
    let stated = match heading.split_once(['x', 'X']) {
        Some((width, height)) => width
            .parse::<usize>()
            .ok()
            .zip(height.parse::<usize>().ok())
            .and_then(|(width, height)| width.checked_mul(height)),
        None => heading.parse::<usize>().ok().map(|largest| largest + 1),
    };
    if stated != Some(cells) {
        return text;
    }
    below.strip_prefix("-1\n").unwrap_or(below)
}

/// Returns what is wrong with a board of these rows, or `None` if the board is valid.
pub(super) fn mistake(rows: &[Vec<u8>]) -> Option<String> {
    let (width, tiles) = (rows.first()?.len(), rows.concat());
    let cells = tiles.len();
    if rows.len() == 1 {
        return Some(format!(
            "a line of {cells} numbers is not a square board; put '/' between its rows"
        ));
    }
    if let Some(other) = rows.iter().position(|row| row.len() != width) {
        return Some(format!(
            "expected rows of equal length, but row 1 has {width} numbers and row {} has {}",
            other + 1,
            rows[other].len()
        ));
    }
    if cells > MOST_CELLS || width < 2 {
        return Some(format!(
            "expected at most {MOST_CELLS} cells in rows of at least 2, but found {cells} in rows of {width}"
        ));
    }
    let is = |number: usize| move |tile: &&u8| usize::from(**tile) == number;
    let wrong = (0..cells).find_map(|number| match tiles.iter().filter(is(number)).count() {
        0 => Some(format!("{number} is missing")),
        1 => None,
        _ => Some(format!("{number} occurs more than once")),
    })?;
    let last = cells - 1;
    Some(format!(
        "expected each of 0 (the blank) to {last} once, but {wrong}"
    ))
}
