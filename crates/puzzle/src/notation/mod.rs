//! Notations of a board, read and written.
//!
//! The plain one is numbers row by row, separated by spaces or commas, rows optionally ended by `/`, `|` or `;`.
//! The others are one digit for each cell (`digits.rs`) and an array (`array.rs`). [`read`] recognises the notation by
//! itself and says which it was; [`parse`] returns the board alone. [`Notation::write`] prints a board, which [`read`]
//! reads back; [`Board`]'s `Display` is [`Notation::Rows`].

mod array;
mod digits;
mod error;
mod names;

pub use error::NotationError;
pub use names::Notation;

use crate::board::Board;
use crate::size::{MAX_CELLS, Size, SizeError};

/// Reads a board.
///
/// The size comes from the rows if they are marked, else from `size`, else from a square count (4, 9, 16 or 25).
/// Marked rows must agree with `size` where both are given.
///
/// # Errors
/// [`NotationError`]: an unknown word, rows or a count that fit no board, or numbers that are not a permutation.
pub fn parse(text: &str, size: Option<Size>) -> Result<Board, NotationError> {
    read(text, size).map(|(board, _)| board)
}

/// Reads a board as [`parse`] does, and tells its notation.
///
/// Numbers are [`Notation::Rows`] if the rows are marked, otherwise [`Notation::Line`].
///
/// # Errors
/// Those of [`parse`].
pub fn read(text: &str, size: Option<Size>) -> Result<(Board, Notation), NotationError> {
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
fn board(tiles: &[u8], rows: &[usize], size: Option<Size>) -> Result<Board, NotationError> {
    if tiles.is_empty() {
        return Err(NotationError::Empty);
    }
    let marked = if rows.len() > 1 { Some(size_of_rows(rows)?) } else { None };
    let size = match (marked, size) {
        (Some(found), Some(expected)) if found != expected => {
            return Err(NotationError::OtherSize { found, expected });
        }
        (Some(size), _) | (None, Some(size)) => size,
        (None, None) => Size::square(tiles.len()).ok_or(NotationError::NoSize { found: tiles.len() })?,
    };
    Ok(Board::new(size, tiles)?)
}

/// The characters that end a row.
const ROW_ENDS: [char; 3] = ['/', '|', ';'];

/// The words that stand for the blank, besides 0.
const BLANKS: [&str; 4] = ["_", ".", "x", "X"];

/// The numbers, and the length of each row; one row if no row end was seen.
fn scan(text: &str) -> Result<(Vec<u8>, Vec<usize>), NotationError> {
    let mut numbers = Vec::with_capacity(MAX_CELLS);
    let mut rows = Vec::new();
    for row in text.split(ROW_ENDS) {
        let before = numbers.len();
        for word in row.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()) {
            if numbers.len() == MAX_CELLS {
                return Err(NotationError::TooMany);
            }
            numbers.push(number(word, numbers.len() + 1)?);
        }
        rows.push(numbers.len() - before);
        if rows.len() > MAX_CELLS {
            return Err(NotationError::TooMany);
        }
    }
    // A row end after the last row does not start another row.
    if rows.last() == Some(&0) {
        rows.pop();
        if rows.len() == 1 {
            let width = rows[0];
            return Err(SizeError::OutOfRange { width, height: 1 }.into());
        }
    }
    Ok((numbers, rows))
}

fn number(word: &str, position: usize) -> Result<u8, NotationError> {
    if BLANKS.contains(&word) {
        return Ok(0);
    }
    let found = || word.chars().take(20).flat_map(char::escape_debug).collect::<String>();
    if !word.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NotationError::Symbol { position, found: found() });
    }
    match word.parse::<u8>() {
        Ok(n) if usize::from(n) < MAX_CELLS => Ok(n),
        _ => Err(NotationError::TooLarge { position, found: found() }),
    }
}

fn size_of_rows(rows: &[usize]) -> Result<Size, NotationError> {
    let expected = rows[0];
    if let Some(i) = rows.iter().position(|&n| n != expected) {
        return Err(NotationError::Ragged { row: i + 1, found: rows[i], expected });
    }
    Ok(Size::new(expected, rows.len())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardError;
    use crate::{Goal, RandomBoards};
    use proptest::prelude::*;

    fn error(text: &str) -> NotationError {
        parse(text, None).unwrap_err()
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
        assert_eq!(
            parse("0123456789ABCDEF", None),
            Goal::First.board(expected.size()).map_err(|_| NotationError::Empty)
        );
        assert_eq!(parse("12345x", Size::new(3, 2).ok()).unwrap().to_string(), "1 2 3 / 4 5 0");
        assert_eq!(error("123450"), NotationError::NoSize { found: 6 });
        assert!(matches!(error("123456789ABCDEE0"), NotationError::Board(BoardError::Duplicate { tile: 14, .. })));
        assert!(matches!(parse("123450", Size::square(9)), Err(NotationError::Board(BoardError::WrongCount { .. }))));
        // No board has these digits, so they are words like any others.
        assert!(matches!(error("five"), NotationError::Symbol { .. }));
        assert!(matches!(error("1234"), NotationError::TooLarge { .. }));
        assert!(matches!(error("123456789ABCDEFG"), NotationError::Symbol { .. }));
    }

    #[test]
    fn arrays() {
        let expected = parse("1 2 3 / 4 5 0", None).unwrap();
        for text in ["[[1,2,3],[4,5,0]]", " [ [1, 2, 3] , [4, 5, 0] ] ", "[[1 2 3]\n [4 5 0]]"] {
            assert_eq!(read(text, None), Ok((expected, Notation::JsonRows)), "{text}");
        }
        assert_eq!(read("[1,2,3,4,5,0]", Some(expected.size())), Ok((expected, Notation::Json)));
        assert_eq!(error("[1,2,3,4,5,0]"), NotationError::NoSize { found: 6 });
        assert!(matches!(error("[[1,2],[3]]"), NotationError::Ragged { .. }));
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
            assert_eq!(error(bad), NotationError::Brackets, "{bad}");
        }
        assert_eq!(error("[]"), NotationError::Empty);
    }

    #[test]
    fn every_error() {
        assert_eq!(error(""), NotationError::Empty);
        assert_eq!(error(" , "), NotationError::Empty);
        assert_eq!(error("1 2 three 0"), NotationError::Symbol { position: 3, found: "three".into() });
        assert_eq!(error("1 2 -3 0"), NotationError::Symbol { position: 3, found: "-3".into() });
        assert!(error("1 2 \u{1b}[31m\0 0").to_string().contains(r"'\u{1b}[31m\0'"));
        assert_eq!(error("1 2 25 0"), NotationError::TooLarge { position: 3, found: "25".into() });
        assert!(matches!(error("1 2 99999999999999999999999 0"), NotationError::TooLarge { .. }));
        assert_eq!(error(&"1 ".repeat(26)), NotationError::TooMany);
        assert_eq!(error("1 2 3 / 4 5 / 6 7 0"), NotationError::Ragged { row: 2, found: 2, expected: 3 });
        assert!(error("1 2 3 / 4 5").to_string().starts_with("row 2 has 2 numbers, but"));
        assert!(error("1 2 3 / 4").to_string().starts_with("row 2 has 1 number, but"));
        assert_eq!(error("1 2 3 4 5 0"), NotationError::NoSize { found: 6 });
        assert!(error("5").to_string().starts_with("1 number does not make a square board"));
        assert!(matches!(error("1 2 3 0 /"), NotationError::Size(_)));
        assert!(matches!(error("1 / 2 / 0"), NotationError::Size(_)));
        assert!(matches!(error("1 2 2 0"), NotationError::Board(BoardError::Duplicate { .. })));
        assert!(matches!(error("1 2 3 4 5 6 7 9 0"), NotationError::Board(BoardError::NoSuchTile { .. })));
        let size = Size::new(3, 2).unwrap();
        assert!(matches!(parse("1 2 / 3 4 / 5 0", Some(size)), Err(NotationError::OtherSize { .. })));
        assert!(matches!(parse("1 2 3 0", Some(size)), Err(NotationError::Board(BoardError::WrongCount { .. }))));
        assert_eq!(error(&"/".repeat(24)), NotationError::Empty);
        assert_eq!(error(&"/".repeat(25)), NotationError::TooMany);
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
                if w == h || notation.shows_size() {
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
