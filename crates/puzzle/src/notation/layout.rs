//! The third step of reading a board: finding its size, and making the board.
//!
//! Several kinds of signs can end a row: `/`, the end of a line, a bracket, and `|` or `;`. The
//! last two are *weak*, because they may also stand between the cells of a row, as in a table. So
//! the same cells are laid out in several ways, and the board is the one that all ways that work
//! agree on:
//!
//! ```text
//! | 1 | 2 |     each | ends a row:        4 rows of 1 cell, which is no board
//! | 3 | 0 |     only lines end a row:     2 rows of 2 cells, which is the board
//! ```

use super::NotationError;
use super::cells::ReadCell;
use super::scan::{BRACKET, LINE, SLASH, TextWord, WEAK};
use crate::words::counted;
use crate::{Board, MAX_CELLS, ParseError, Size};

/// The error of one way to lay out cells.
struct LayoutError {
    /// How far the cells are from a board. The error of the way with the lowest distance is
    /// reported.
    distance: u8,
    error: NotationError,
}

impl LayoutError {
    /// The tiles are no permutation, or the board has another size than asked for.
    const NEAR: u8 = 0;
    /// The rows differ in length, or a single row makes no square.
    const FAR: u8 = 1;
    /// The rows are no size of a board.
    const FARTHEST: u8 = 2;

    fn new(distance: u8, message: impl Into<String>) -> Self {
        Self {
            distance,
            error: NotationError::new(message),
        }
    }
}

/// The board that cells make.
///
/// First all ends of rows count, with and without the weak ones. If neither makes a board, each
/// kind of sign is tried alone, and at last, for a list in brackets, no sign at all.
pub(super) fn board(
    cells: &[ReadCell],
    words: &[TextWord],
    size: Option<Size>,
) -> Result<Board, NotationError> {
    if cells.len() > MAX_CELLS {
        return Err(NotationError::new(format!(
            "more than {MAX_CELLS} numbers; the largest board has {MAX_CELLS} cells"
        )));
    }
    let seen = cells
        .iter()
        .skip(1)
        .fold(0, |seen, cell| seen | cell.before);
    // A list in brackets may be broken into lines anywhere, so its lines need not be rows.
    let is_list = seen == 0 || seen == LINE && words.iter().any(|word| word.depth > 0);
    let mut attempts = [
        vec![seen, seen & !WEAK],
        vec![seen & LINE, seen & BRACKET, seen & (SLASH | WEAK)],
        vec![],
    ];
    for kinds in &mut attempts {
        kinds.retain(|&kinds| kinds != 0);
    }
    if is_list {
        attempts[2].push(0);
    }
    let mut nearest: Option<LayoutError> = None;
    for attempt in attempts {
        let mut boards = Vec::new();
        for kinds in attempt {
            match lay_out(cells, words, kinds, size) {
                Ok(board) if boards.contains(&board) => (),
                Ok(board) => boards.push(board),
                Err(error)
                    if nearest
                        .as_ref()
                        .is_some_and(|n| n.distance <= error.distance) =>
                {
                    ()
                }
                Err(error) => nearest = Some(error),
            }
        }
        match boards[..] {
            [] => (),
            [board] => return Ok(board),
            [one, other, ..] => return Err(two_readings(&one, &other)),
        }
    }
    Err(nearest.map_or_else(
        || NotationError::new("the board is empty"),
        |nearest| nearest.error,
    ))
}

/// The error for a text that can be read as either board.
pub(super) fn two_readings(one: &Board, other: &Board) -> NotationError {
    NotationError::new(format!(
        "this may be {one} or {other}; end each row with '/', and write 0 for the blank"
    ))
}

/// Lays cells out as a board whose rows end where one of these `kinds` of signs stands.
fn lay_out(
    cells: &[ReadCell],
    words: &[TextWord],
    kinds: u8,
    size: Option<Size>,
) -> Result<Board, LayoutError> {
    let found = size_of_rows(cells, kinds, size)?;
    let tiles: Vec<u8> = cells.iter().map(|cell| cell.tile).collect();
    Board::new(found, &tiles).map_err(|ParseError(message)| {
        let is_bad = |&index: &usize| {
            usize::from(tiles[index]) >= found.cells() || tiles[..index].contains(&tiles[index])
        };
        let place = (0..cells.len())
            .find(is_bad)
            .and_then(|index| NotationError::place_of(words, cells[index].word));
        let message = message + blank_hint(cells, cells.len() + 1 == found.cells());
        let tiles = (cells.len() == found.cells()).then_some((found, tiles));
        let error = NotationError {
            place,
            message,
            tiles,
        };
        LayoutError {
            distance: LayoutError::NEAR,
            error,
        }
    })
}

/// The size of a board whose rows end where one of these `kinds` of signs stands.
///
/// If there is only one row, it is the size asked for, or the square with as many cells.
fn size_of_rows(cells: &[ReadCell], kinds: u8, size: Option<Size>) -> Result<Size, LayoutError> {
    let rows: Vec<usize> = cells
        .chunk_by(|_, next| next.before & kinds == 0)
        .map(<[ReadCell]>::len)
        .collect();
    if rows.len() > 1 {
        if let Some(row) = rows.iter().position(|&length| length != rows[0]) {
            let found = counted(rows[row] as u64, "number", "numbers");
            let expected = rows[0];
            let hint = blank_hint(cells, rows[row] + 1 == expected);
            let message = format!(
                "row {} has {found}, but the rows before it have {expected}{hint}",
                row + 1
            );
            return Err(LayoutError::new(LayoutError::FAR, message));
        }
        let found = Size::new(rows[0], rows.len())
            .map_err(|ParseError(message)| LayoutError::new(LayoutError::FARTHEST, message))?;
        return match size {
            Some(expected) if expected != found => Err(LayoutError::new(
                LayoutError::NEAR,
                other_size(found, expected).0,
            )),
            _ => Ok(found),
        };
    }
    let count = cells.len();
    size.or(Size::square(count)).ok_or_else(|| {
        let found = counted(count as u64, "number does", "numbers do");
        let is_one_short = count > 4 && Size::square(count + 1).is_some();
        let advice = match blank_hint(cells, is_one_short) {
            "" => "; end each row with '/', as in 1 2 3 / 4 5 0, or give the size as WxH",
            hint => hint,
        };
        LayoutError::new(
            LayoutError::FAR,
            format!("{found} not make a square board{advice}"),
        )
    })
}

/// The advice to write 0 for the blank, if exactly one cell is missing and no cell is blank.
fn blank_hint(cells: &[ReadCell], is_one_short: bool) -> &'static str {
    if is_one_short && cells.iter().all(|cell| cell.tile != 0) {
        "; write 0 for the blank"
    } else {
        ""
    }
}

/// The error for rows that make another size than the one asked for.
pub fn other_size(found: Size, expected: Size) -> ParseError {
    ParseError(format!(
        "the rows make a {found} board, but the size or the goal asks for a {expected} board"
    ))
}
