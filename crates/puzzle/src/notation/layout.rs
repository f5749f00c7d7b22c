//! The third step of reading a board, which finds the size and creates the board.
//!
//! Several kinds of signs can end a row: `/`, the end of a line, a bracket, and `|` or `;`. The
//! last two are called *weak*, because in a table they also separate the cells of a row. The cells
//! are therefore laid out in several ways, each of which lets different kinds of signs end a row.
//! All layouts that give a valid board must agree on it:
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

/// The error of one attempt to lay out the cells of a text as a board.
struct LayoutError {
    /// A measure of how far the attempt was from a valid board, from [`Self::NEAR`] to
    /// [`Self::FARTHEST`]. If all attempts fail, the error with the lowest distance is reported.
    distance: u8,
    error: NotationError,
}

impl LayoutError {
    /// The tiles are not a permutation, or the board does not have the requested size.
    const NEAR: u8 = 0;
    /// The rows differ in length, or the cells of a single row do not make a square.
    const FAR: u8 = 1;
    /// The number of rows or their length is not supported.
    const FARTHEST: u8 = 2;

    fn new(distance: u8, message: impl Into<String>) -> Self {
        Self {
            distance,
            error: NotationError::new(message),
        }
    }
}

/// Creates a board from cells, trying several layouts.
///
/// The first attempts let every kind of sign end a row, with and without the weak signs `|` and
/// `;`. If neither gives a valid board, each kind of sign is tried on its own. The last attempt,
/// only for a list in brackets, ignores all signs.
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
    // A list in brackets may be wrapped anywhere, so the ends of lines are not necessarily ends of
    // rows.
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
                Err(error) => {
                    let is_nearer = nearest
                        .as_ref()
                        .is_none_or(|nearest| error.distance < nearest.distance);
                    if is_nearer {
                        nearest = Some(error);
                    }
                }
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

/// Creates the error for an ambiguous text, which can be read as either of two boards.
pub(super) fn two_readings(one: &Board, other: &Board) -> NotationError {
    NotationError::new(format!(
        "this may be {one} or {other}; end each row with '/', and write 0 for the blank"
    ))
}

/// Lays cells out as a board, in which rows end only at certain signs. `kinds` are these signs, as
/// bits such as [`SLASH`] or [`LINE`].
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

/// Returns the size of a board, in which rows end only at certain signs. `kinds` are these signs,
/// as bits such as [`SLASH`] or [`LINE`].
///
/// If there is only one row, the result is the requested `size`, or otherwise the square with that
/// number of cells.
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

/// Returns the advice to write 0 for the blank if exactly one cell is missing and no cell is the
/// blank, and otherwise an empty text.
fn blank_hint(cells: &[ReadCell], is_one_short: bool) -> &'static str {
    if is_one_short && cells.iter().all(|cell| cell.tile != 0) {
        "; write 0 for the blank"
    } else {
        ""
    }
}

/// Creates the error for rows whose size is not the `expected` one.
pub fn other_size(found: Size, expected: Size) -> ParseError {
    ParseError(format!(
        "the rows make a {found} board, but the size or the goal asks for a {expected} board"
    ))
}
