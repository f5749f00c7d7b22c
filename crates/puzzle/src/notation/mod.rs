//! Notations of a board, read and written.
//!
//! The plain one is numbers row by row, separated by spaces or commas, rows optionally ended by `/`, `|` or `;`.
//! The others are one digit for each cell (`digits.rs`) and an array (`array.rs`). [`read`] recognises the notation by
//! itself and says which it was; [`parse`] returns the board alone. [`Notation::write`] prints a board, which [`read`]
//! reads back; [`Board`]'s `Display` is [`Notation::Rows`].

mod array;
mod digits;
mod names;

pub use names::Notation;

use crate::board::Board;
use crate::named::ParseError;
use crate::size::{MAX_CELLS, Size};
use crate::words::counted;

/// Reads a board.
///
/// The size comes from the rows if they are marked, else from `size`, else from a square count (4, 9, 16 or 25).
/// Marked rows must agree with `size` where both are given.
///
/// # Errors
/// An unknown word, rows or a count that fit no board, or numbers that are not a permutation.
pub fn parse(text: &str, size: Option<Size>) -> Result<Board, ParseError> {
    read(text, size).map(|(board, _)| board)
}

/// Reads a board as [`parse`] does, and tells its notation.
///
/// Numbers are [`Notation::Rows`] if the rows are marked, otherwise [`Notation::Line`].
///
/// # Errors
/// Those of [`parse`].
pub fn read(text: &str, size: Option<Size>) -> Result<(Board, Notation), ParseError> {
    let text = text.trim();
    if let Some((tiles, rows)) = digits::scan(text, size) {
        return Ok((board(&tiles, &rows, size)?, Notation::Digits));
    }
    if text.starts_with('[') {
        let (tiles, rows) = scan(&array::without_brackets(text)?)?;
        let notation = if rows.len() > 1 { Notation::JsonRows } else { Notation::Json };
        return Ok((board(&tiles, &rows, size)?, notation));
    }
    let (tiles, rows) = scan(text)?;
    let notation = if rows.len() > 1 { Notation::Rows } else { Notation::Line };
    Ok((board(&tiles, &rows, size)?, notation))
}

/// The board of these tiles; `rows` are the lengths of its rows, a single one if no row end was seen.
fn board(tiles: &[u8], rows: &[usize], size: Option<Size>) -> Result<Board, ParseError> {
    if tiles.is_empty() {
        return Err(ParseError("the board is empty; write its numbers row by row, 0 for the blank".to_owned()));
    }
    let marked = if rows.len() > 1 { Some(size_of_rows(rows)?) } else { None };
    let size = match (marked, size) {
        (Some(found), Some(expected)) if found != expected => {
            return Err(other_size(found, expected));
        }
        (Some(size), _) | (None, Some(size)) => size,
        (None, None) => Size::square(tiles.len()).ok_or_else(|| {
            let found = counted(tiles.len() as u64, "number does", "numbers do");
            ParseError(format!(
                "{found} not make a square board; end each row with '/', as in 1 2 3 / 4 5 0, or give the size as WxH"
            ))
        })?,
    };
    Board::new(size, tiles)
}

/// The rows give another size than the one asked for.
pub fn other_size(found: Size, expected: Size) -> ParseError {
    ParseError(format!("the rows make a {found} board, but the size or the goal asks for a {expected} board"))
}

/// More numbers, or rows, than any board has cells.
fn too_many() -> ParseError {
    ParseError(format!("more than {MAX_CELLS} numbers; the largest board has {MAX_CELLS} cells"))
}

/// The characters that end a row.
const ROW_ENDS: [char; 3] = ['/', '|', ';'];

/// The words that stand for the blank, besides 0.
const BLANKS: [&str; 4] = ["_", ".", "x", "X"];

/// The numbers, and the length of each row; one row if no row end was seen.
fn scan(text: &str) -> Result<(Vec<u8>, Vec<usize>), ParseError> {
    let mut numbers = Vec::with_capacity(MAX_CELLS);
    let mut rows = Vec::new();
    for row in text.split(ROW_ENDS) {
        let before = numbers.len();
        for word in row.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()) {
            if numbers.len() == MAX_CELLS {
                return Err(too_many());
            }
            numbers.push(number(word, numbers.len() + 1)?);
        }
        rows.push(numbers.len() - before);
        if rows.len() > MAX_CELLS {
            return Err(too_many());
        }
    }
    // A row end after the last row does not start another row.
    if rows.last() == Some(&0) {
        rows.pop();
        if rows.len() == 1 {
            // There is no board of height 1.
            Size::new(rows[0], 1)?;
        }
    }
    Ok((numbers, rows))
}

fn number(word: &str, position: usize) -> Result<u8, ParseError> {
    if BLANKS.contains(&word) {
        return Ok(0);
    }
    let found = || word.chars().take(20).flat_map(char::escape_debug).collect::<String>();
    if !word.bytes().all(|b| b.is_ascii_digit()) {
        let found = found();
        return Err(ParseError(format!("number {position}: '{found}' is neither a number nor a blank (0, _, . or x)")));
    }
    match word.parse::<u8>() {
        Ok(n) if usize::from(n) < MAX_CELLS => Ok(n),
        _ => Err(ParseError(format!(
            "number {position}: {} is too large; the largest board has {MAX_CELLS} cells, tiles 1 to {}",
            found(),
            MAX_CELLS - 1
        ))),
    }
}

fn size_of_rows(rows: &[usize]) -> Result<Size, ParseError> {
    let expected = rows[0];
    if let Some(i) = rows.iter().position(|&n| n != expected) {
        let found = counted(rows[i] as u64, "number", "numbers");
        return Err(ParseError(format!("row {} has {found}, but the rows before it have {expected}", i + 1)));
    }
    Size::new(expected, rows.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, RandomBoards};
    use proptest::prelude::*;

    /// Reads a text that is refused, with these words.
    fn refused(text: &str, size: Option<Size>, words: &str) {
        let error = parse(text, size).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }

    #[test]
    fn every_accepted_form() {
        let expected = parse("1 2 3 / 4 5 6 / 7 8 0", None).unwrap();
        for text in [
            "1 2 3 4 5 6 7 8 0",
            "1,2,3,4,5,6,7,8,_",
            " 1, 2, 3 | 4 5 6 | 7 8 . ",
            "1 2 3;4 5 6;7 8 x;",
            "1 2 3/4 5 6/7 8 0/",
            "1\t2 3\n4 5 6\n7 8 00",
        ] {
            assert_eq!(parse(text, None), Ok(expected), "{text}");
        }
        let wide = parse("1 2 3 4 5 0", Size::new(3, 2).ok()).unwrap();
        assert_eq!(wide.to_string(), "1 2 3 / 4 5 0");
        assert_eq!(parse("1 2 / 3 4 / 5 0", None).unwrap().size(), Size::new(2, 3).unwrap());
    }

    #[test]
    fn one_digit_for_each_cell() {
        let expected = parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", None).unwrap();
        for text in ["123456789ABCDEF0", "123456789abcdef_", "1234/5678/9ABC/DEF0", "1234 | 5678 | 9aBc | def. |"] {
            assert_eq!(read(text, None), Ok((expected, Notation::Digits)), "{text}");
        }
        assert_eq!(parse("0123456789ABCDEF", None), Goal::First.board(expected.size()));
        assert_eq!(parse("12345x", Size::new(3, 2).ok()).unwrap().to_string(), "1 2 3 / 4 5 0");
        refused("123450", None, "6 numbers do not make a square board");
        refused("123456789ABCDEE0", None, "tile 14 appears twice");
        refused("123450", Size::square(9), "6 numbers were given");
        // No board has these digits, so they are words like any others.
        refused("five", None, "neither a number nor a blank");
        refused("1234", None, "is too large");
        refused("123456789ABCDEFG", None, "neither a number nor a blank");
    }

    #[test]
    fn arrays() {
        let expected = parse("1 2 3 / 4 5 0", None).unwrap();
        for text in ["[[1,2,3],[4,5,0]]", " [ [1, 2, 3] , [4, 5, 0] ] ", "[[1 2 3]\n [4 5 0]]"] {
            assert_eq!(read(text, None), Ok((expected, Notation::JsonRows)), "{text}");
        }
        assert_eq!(read("[1,2,3,4,5,0]", Some(expected.size())), Ok((expected, Notation::Json)));
        refused("[1,2,3,4,5,0]", None, "6 numbers do not make a square board");
        refused("[[1,2],[3]]", None, "row 2 has 1 number, but");
        for bad in [
            "[1,2,3,0",
            "[[1,2],[3,0]",
            "[1,2],[3,0]",
            "[[1,2],[3,0]]]",
            "[[[1,2],[3,0]]]",
            "[1,[2,3,0]]",
            "[1,2]0",
            "[",
        ] {
            refused(bad, None, "brackets of the array do not match");
        }
        refused("[]", None, "the board is empty");
    }

    #[test]
    fn every_error() {
        for (text, words) in [
            ("", "the board is empty"),
            (" , ", "the board is empty"),
            ("1 2 three 0", "number 3: 'three' is neither"),
            ("1 2 -3 0", "number 3: '-3' is neither"),
            ("1 2 \u{1b}[31m\0 0", r"'\u{1b}[31m\0'"),
            ("1 2 25 0", "number 3: 25 is too large"),
            ("1 2 99999999999999999999999 0", "is too large"),
            (&"1 ".repeat(26), "more than 25 numbers"),
            ("1 2 3 / 4 5 / 6 7 0", "row 2 has 2 numbers, but the rows before it have 3"),
            ("1 2 3 / 4", "row 2 has 1 number, but"),
            ("1 2 3 4 5 0", "6 numbers do not make a square board"),
            ("5", "1 number does not make a square board"),
            ("1 2 3 0 /", "a board of 4x1 is not supported"),
            ("1 / 2 / 0", "a board of 1x3 is not supported"),
            ("1 2 2 0", "tile 2 appears twice"),
            ("1 2 3 4 5 6 7 9 0", "no tile 9"),
            (&"/".repeat(24), "the board is empty"),
            (&"/".repeat(25), "more than 25 numbers"),
        ] {
            refused(text, None, words);
        }
        refused("1 2 / 3 4 / 5 0", Size::new(3, 2).ok(), "the rows make a 2x3 board");
        refused("1 2 3 0", Size::new(3, 2).ok(), "4 numbers were given");
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(seed: u64, w in 2usize..=5, h in 2usize..=5) {
            let size = Size::new(w, h).unwrap();
            let goal = Goal::Last.board(size).unwrap();
            let board = RandomBoards::new(goal, seed).next().unwrap();
            prop_assert_eq!(parse(&board.to_string(), None), Ok(board));
            prop_assert_eq!(parse(&board.grid(), Some(size)), Ok(board));
            prop_assert_eq!(parse(&board.to_string(), Some(size)), Ok(board));
        }

        #[test]
        fn every_notation_is_read_back(seed: u64, w in 2usize..=5, h in 2usize..=5) {
            let size = Size::new(w, h).unwrap();
            let board = RandomBoards::new(Goal::Last.board(size).unwrap(), seed).next().unwrap();
            for notation in Notation::ALL {
                let text = notation.write(&board);
                let expected = if notation == Notation::Grid { Notation::Line } else { notation };
                prop_assert_eq!(read(&text, Some(size)), Ok((board, expected)), "{}", text);
                prop_assert_eq!(parse(&text.to_lowercase(), Some(size)), Ok(board));
                if w == h || [Notation::Rows, Notation::JsonRows].contains(&notation) {
                    prop_assert_eq!(parse(&text, None), Ok(board), "{}", text);
                }
                prop_assert_eq!(notation.name().parse::<Notation>(), Ok(notation));
            }
        }

        #[test]
        fn no_text_panics(text in "[-0-9 ,/|;_.xa\u{e9}\\[\\]\n]{0,80}", digits in "[0-9A-Pa-p/_]{0,30}") {
            let _ = (parse(&text, None), parse(&digits, None), parse(&digits, Size::new(3, 2).ok()));
        }
    }
}
