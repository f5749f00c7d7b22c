//! The size of a board whose cells are read, and the board.

use super::Fault;
use super::cells::Cell;
use super::scan::{BRACKET, LINE, SLASH, WEAK, Word};
use crate::words::counted;
use crate::{Board, MAX_CELLS, ParseError, Size};

/// A fault, and how far the cells are from a board: the nearest one is reported.
type Ranked = (u8, Fault);

/// The board of cells.
///
/// All ends of rows count, or all but the weak ones; where neither gives a board, one kind of them does.
pub(super) fn board(cells: &[Cell], words: &[Word], size: Option<Size>) -> Result<Board, Fault> {
    if cells.len() > MAX_CELLS {
        return Err(Fault::of_text(format!(
            "more than {MAX_CELLS} numbers; the largest board has {MAX_CELLS} cells"
        )));
    }
    let seen = cells
        .iter()
        .skip(1)
        .fold(0, |seen, cell| seen | cell.before);
    // A list in brackets may go on over lines that are no rows.
    let is_list = seen == 0 || seen == LINE && words.iter().any(|word| word.depth > 0);
    let rows = [
        vec![seen, seen & !WEAK],
        vec![seen & LINE, seen & BRACKET, seen & (SLASH | WEAK)],
    ];
    let rows = rows.map(|kinds| kinds.into_iter().filter(|&kinds| kinds != 0).collect());
    let mut nearest: Option<Ranked> = None;
    for kinds in rows.into_iter().chain(is_list.then(|| vec![0])) {
        let mut boards = Vec::new();
        for found in kinds
            .into_iter()
            .map(|kinds| of_rows(cells, words, kinds, size))
        {
            match found {
                Ok(board) if boards.contains(&board) => (),
                Ok(board) => boards.push(board),
                Err(fault) if nearest.as_ref().is_some_and(|(rank, _)| *rank <= fault.0) => (),
                Err(fault) => nearest = Some(fault),
            }
        }
        match boards[..] {
            [] => (),
            [board] => return Ok(board),
            [one, other, ..] => return Err(two_readings(&one, &other)),
        }
    }
    Err(nearest.map_or_else(|| Fault::of_text("the board is empty"), |(_, fault)| fault))
}

/// The text can be read as either board.
pub(super) fn two_readings(one: &Board, other: &Board) -> Fault {
    Fault::of_text(format!(
        "this may be {one} or {other}; end each row with '/', and write 0 for the blank"
    ))
}

/// The board of cells whose rows end before cells with these row ends; a single row has the size given or is a square.
fn of_rows(cells: &[Cell], words: &[Word], kinds: u8, size: Option<Size>) -> Result<Board, Ranked> {
    let rows: Vec<usize> = cells
        .chunk_by(|_, next| next.before & kinds == 0)
        .map(<[Cell]>::len)
        .collect();
    let has_blank = cells.iter().any(|cell| cell.tile == 0);
    let hint = |missing: bool| {
        if missing && !has_blank {
            "; write 0 for the blank"
        } else {
            ""
        }
    };
    let count = cells.len();
    let text = |rank, message| (rank, Fault::of_text(message));
    let found = if rows.len() > 1 {
        if let Some(row) = rows.iter().position(|&length| length != rows[0]) {
            let (found, expected) = (counted(rows[row] as u64, "number", "numbers"), rows[0]);
            let hint = hint(rows[row] + 1 == expected);
            let message = format!(
                "row {} has {found}, but the rows before it have {expected}{hint}",
                row + 1
            );
            return Err(text(1, message));
        }
        let found = Size::new(rows[0], rows.len()).map_err(|ParseError(error)| text(2, error))?;
        if let Some(expected) = size.filter(|&expected| expected != found) {
            return Err(text(0, other_size(found, expected).0));
        }
        found
    } else {
        size.or(Size::square(count)).ok_or_else(|| {
            let found = counted(count as u64, "number does", "numbers do");
            let advice = match hint(count > 4 && Size::square(count + 1).is_some()) {
                "" => "; end each row with '/', as in 1 2 3 / 4 5 0, or give the size as WxH",
                hint => hint,
            };
            text(1, format!("{found} not make a square board{advice}"))
        })?
    };
    let tiles: Vec<u8> = cells.iter().map(|cell| cell.tile).collect();
    Board::new(found, &tiles).map_err(|ParseError(message)| {
        let is_bad = |&place: &usize| {
            usize::from(tiles[place]) >= found.cells() || tiles[..place].contains(&tiles[place])
        };
        let place = (0..count)
            .find(is_bad)
            .and_then(|place| Fault::place(words, cells[place].word));
        let repeated = Board::with_repeats(found, &tiles).ok();
        (
            0,
            Fault {
                place,
                message: message + hint(count + 1 == found.cells()),
                repeated,
            },
        )
    })
}

/// The rows give another size than the one asked for.
pub fn other_size(found: Size, expected: Size) -> ParseError {
    ParseError(format!(
        "the rows make a {found} board, but the size or the goal asks for a {expected} board"
    ))
}
