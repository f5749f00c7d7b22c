//! The third step of reading a board: determines the size and creates the board.
//!
//! A row can end at a `/`, a line break, a bracket, a `|` or a `;`. The last two are called *weak*,
//! because in a table they also separate the cells within a row. The cells are therefore arranged
//! in several ways, each of which ends rows at certain separators. If several arrangements give a
//! valid board, all of them must give the same board:
//!
//! ```text
//! | 1 | 2 |     rows end at each |:         4 rows of 1 cell, not a valid board
//! | 3 | 0 |     rows end at line breaks:    2 rows of 2 cells, a valid board
//! ```

use super::NotationError;
use super::cells::{ANY, ReadCell};
use super::scan::{BRACKET, LINE, SLASH, TextWord, WEAK};
use crate::board::wrong_tiles;
use crate::words::counted;
use crate::{Board, MAX_CELLS, ParseError, Size};

/// Error from an attempt to arrange cells as a board.
struct LayoutError {
    /// How far the attempt was from a valid board, from [`Self::NEAR`] to [`Self::FARTHEST`]. If
    /// all attempts fail, the error with the smallest distance is reported.
    distance: u8,
    error: NotationError,
}

impl LayoutError {
    /// The value of `distance` for an attempt whose tiles are not a permutation, or whose size is
    /// not the requested one.
    const NEAR: u8 = 0;
    /// The value of `distance` for an attempt with rows of unequal lengths, or with a single row
    /// that cannot form a square board.
    const FAR: u8 = 1;
    /// The value of `distance` for an attempt in which the number of rows, or the length of a row,
    /// fits no board.
    const FARTHEST: u8 = 2;

    fn new(distance: u8, message: impl Into<String>) -> Self {
        Self {
            distance,
            error: NotationError::new(message),
        }
    }
}

/// Creates a board from cells by trying several layouts.
///
/// The first attempts end rows at all separators, with and without the weak separators `|` and `;`.
/// If they do not give a valid board, the next attempts end rows at one kind of separator. The last
/// attempt treats the cells as a list without row ends.
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
    let mut nearest: Option<LayoutError> = None;
    for attempt in attempts(cells, words) {
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

/// Returns the sets of separators to try as the ends of rows, in three lists. A list is tried only
/// if the previous lists give no board.
///
/// Each set is a bitwise *or* of separators such as [`SLASH`] and [`LINE`]. With the set 0, no
/// separator ends a row.
fn attempts(cells: &[ReadCell], words: &[TextWord]) -> [Vec<u8>; 3] {
    let seen = cells
        .iter()
        .skip(1)
        .fold(0, |seen, cell| seen | cell.before);
    // A list in brackets can be broken into lines anywhere, so its line breaks do not necessarily
    // end rows.
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
    attempts
}

/// Splits the cells into rows. Rows end only at the separators in the bit set `kinds`.
fn rows_of(cells: &[ReadCell], kinds: u8) -> impl Iterator<Item = &[ReadCell]> {
    cells.chunk_by(move |_, next| next.before & kinds == 0)
}

/// The tiles of a board of any size, row by row.
pub type TileRows = Vec<Vec<u8>>;

/// Arranges cells in rows of equal length, for a board of any size.
///
/// Returns several arrangements if the separators permit more than one. If no arrangement has rows
/// of equal length, returns one with unequal rows. If the ends of rows are not marked, returns all
/// cells as a single row.
pub(super) fn arrangements(cells: &[ReadCell], words: &[TextWord]) -> Vec<TileRows> {
    let tiles = |row: &[ReadCell]| row.iter().map(|cell| cell.tile).collect();
    let arranged = |&kinds: &u8| -> TileRows { rows_of(cells, kinds).map(tiles).collect() };
    let is_regular = |rows: &TileRows| {
        let width = rows.first().map_or(0, Vec::len);
        rows.len() > 1 && width > 1 && rows.iter().all(|row| row.len() == width)
    };
    let attempts = attempts(cells, words);
    for attempt in &attempts {
        let mut regular: Vec<TileRows> = attempt.iter().map(arranged).filter(is_regular).collect();
        regular.dedup();
        if !regular.is_empty() {
            return regular;
        }
    }
    let kinds = attempts[2].last().or(attempts[0].last());
    kinds.map(arranged).into_iter().collect()
}

/// Creates the error for text that can be read as two different boards.
pub(super) fn two_readings(one: &Board, other: &Board) -> NotationError {
    NotationError::new(format!(
        "this may be {one} or {other}; end each row with '/', and write 0 for the blank"
    ))
}

/// Creates a board from cells. Rows end only at the separators in `kinds`, which is a bitwise *or*
/// of separators such as [`SLASH`] and [`LINE`].
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
        let message = message + &nearly(cells, found);
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

/// Returns the size of the board that the cells form. Rows end only at the separators in `kinds`,
/// which is a bitwise *or* of separators such as [`SLASH`] and [`LINE`].
///
/// If there are several rows, they determine the size, which must equal `size` if that is given. A
/// single row is a board of the given `size`, or a square board if `size` is `None`.
fn size_of_rows(cells: &[ReadCell], kinds: u8, size: Option<Size>) -> Result<Size, LayoutError> {
    let rows: Vec<usize> = rows_of(cells, kinds).map(<[ReadCell]>::len).collect();
    if rows.len() > 1 {
        if let Some(row) = rows.iter().position(|&length| length != rows[0]) {
            let found = counted(rows[row] as u64, "number", "numbers");
            let expected = rows[0];
            let width = rows.iter().copied().max().unwrap_or(expected);
            let hint =
                Size::new(width, rows.len()).map_or(String::new(), |size| nearly(cells, size));
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
        let is_whole =
            (0..count).all(|tile| cells.iter().any(|cell| usize::from(cell.tile) == tile));
        let mut squares = [count + 1, count - 1]
            .map(Size::square)
            .into_iter()
            .flatten();
        let nearest = squares.next().filter(|_| count > 4 && !is_whole);
        let mut advice = nearest.map_or(String::new(), |size| nearly(cells, size));
        if advice.is_empty() {
            advice =
                "; end each row with '/', as in 1 2 3 / 4 5 0, or give the size as WxH".to_owned();
        }
        LayoutError::new(
            LayoutError::FAR,
            format!("{found} not make a square board{advice}"),
        )
    })
}

/// Returns a hint to append to an error message, or an empty string. There is a hint only for text
/// with one cell too few or too many for a board of this size. It names the wrong tiles, or tells
/// the user to write 0 if only the blank is missing.
fn nearly(cells: &[ReadCell], size: Size) -> String {
    let tiles: Vec<u8> = cells.iter().map(|cell| cell.tile).collect();
    if tiles.len().abs_diff(size.cells()) != 1 || tiles.contains(&ANY) {
        return String::new();
    }
    match &wrong_tiles(size, &tiles)[..] {
        [only] if only == "the blank is missing" => "; write 0 for the blank".to_owned(),
        wrong @ [_] | wrong @ [_, _] | wrong @ [_, _, _] => {
            format!("; on a {size} board, {}", wrong.join(", "))
        }
        _ => String::new(),
    }
}

/// Creates the error for rows that form a board of size `found`, although a board of size
/// `expected` is required.
pub fn other_size(found: Size, expected: Size) -> ParseError {
    ParseError(format!(
        "the rows make a {found} board, but the size or the goal asks for a {expected} board"
    ))
}
