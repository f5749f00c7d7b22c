//! Forms, guesses and errors. Boards as people have them are in `tests/boards-as-written.json`.

use super::*;
use crate::{Goal, RandomBoards};
use proptest::prelude::*;

#[test]
fn forms_and_guesses() {
    for (text, size, board, form, guess) in [
        ("1 2 3 4 5 0", "3x2", "1 2 3 / 4 5 0", NUMBERS, None),
        ("1 2\n3 4\n5 0", "", "1 2 / 3 4 / 5 0", "rows, one a line", None),
        ("1 2 | 3 4 | 5 0", "", "1 2 / 3 4 / 5 0", NUMBERS, None),
        ("| 1 | 2 |\n| 3 | 0 |", "", "1 2 / 3 0", "rows, one a line", None),
        ("(\n1,\n2,\n3,\n0\n)", "", "1 2 / 3 0", "an array", None),
        ("12345x", "3x2", "1 2 3 / 4 5 0", "one digit for each cell", None),
        ("1 57 41 : 1 2 3 0", "", "1 2 / 3 0", "columns, the board after the colon", None),
        ("abc/de_", "", "1 2 3 / 4 5 0", "letters, the first one for tile 1", Some("letters are read as tiles")),
        ("1 2 3\n4 - 5", "", "1 2 3 / 4 0 5", "rows, one a line", Some("- is read as the blank")),
        ("1 2 4 3", "", "1 2 / 0 3", NUMBERS, Some("4 is read as the blank")),
        ("2\n1,2\n3,-", "", "1 2 / 3 0", "rows, one a line", Some("the first line is read as the size, and - is")),
    ] {
        let found = read(text, size.parse().ok()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((found.board.to_string().as_str(), found.form), (board, form), "{text}");
        assert!(found.guess.as_deref().unwrap_or_default().starts_with(guess.unwrap_or_default()), "{text}: {found:?}");
        assert_eq!(found.guess.is_some(), guess.is_some(), "{text}");
    }
}

#[test]
fn every_error() {
    let refused = |text: &str, size: &str, words: &str| {
        let error = read(text, size.parse().ok()).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    };
    for (text, words) in [
        ("", "the board is empty"),
        (" , ", "the board is empty"),
        ("[]", "the board is empty"),
        (&"/".repeat(24), "the board is empty"),
        ("1 2 three 0", "number 3: 'three' is neither"),
        ("1 2 -3 0", "number 3: '-3' is neither"),
        ("1 \u{1b}[31m2\u{1b}[0m\0 0", r"number 3: '\0' is neither"),
        ("1 2 25 0", "number 3: 25 is too large"),
        ("1 2 99999999999999999999999 0", "is too large"),
        (&"1 ".repeat(26), "more than 25 numbers"),
        (&"1 ".repeat(99), "more than 25 numbers"),
        ("1 2 3 / 4 5 / 6 7 0", "row 2 has 2 numbers, but the rows before it have 3"),
        ("1 2 3 / 4 5", "row 2 has 2 numbers, but the rows before it have 3; write 0 for the blank"),
        ("[[1,2],[3]]", "row 2 has 1 number, but"),
        ("1 2 3 4 5 0", "6 numbers do not make a square board"),
        ("123450", "6 numbers do not make a square board"),
        ("1 2 3 4 5 6 7 8", "8 numbers do not make a square board; write 0 for the blank"),
        ("1 / 2 / 0", "a board of 1x3 is not supported"),
        ("1\n2\n0\n3", "a board of 1x4 is not supported"),
        ("1 2 2 0", "tile 2 appears twice"),
        ("1 2 3\n4 5 6\n7 5 0", "line 3, column 3: tile 5 appears twice"),
        ("1 2 3\n4 - 5\n7 8 0", "line 2, column 3: '-' is neither"),
        ("1 2 3\n\n4 5 0", "an empty line separates boards"),
        ("1 2 / 3\n4 / 5 0", "this may be 1 2 3 / 4 5 0 or 1 2 / 3 4 / 5 0"),
        ("12 34\n56 70", "this may be"),
        ("123456789ABCDEE0", "tile 14 appears twice"),
        ("five", "neither a number nor a blank"),
        ("bdf.", "neither a number nor a blank"),
    ] {
        refused(text, "", words);
    }
    refused("1 2 / 3 4 / 5 0", "3x2", "the rows make a 2x3 board");
    refused("1 2 3 0", "3x2", "4 numbers were given");
    refused("123450", "3x3", "6 numbers were given");
    for text in ["[1,2,3,0", "[[1,2],[3,0]", "[[1,2],[3,0]]]", "[1,[2,3,0]]", "[1,2]0", "[1,2,3,0][", "["] {
        refused(text, "", "brackets of the array do not match");
    }
}

proptest! {
    #[test]
    fn every_notation_is_read_back(seed: u64, w in 2usize..=5, h in 2usize..=5) {
        let size = Size::new(w, h).unwrap();
        let board = RandomBoards::new(Goal::Last.board(size).unwrap(), seed).next().unwrap();
        for notation in Notation::ALL {
            let text = notation.write(&board);
            for (text, size) in [(&text, None), (&text.to_lowercase(), Some(size))] {
                let reading = read(text, size).unwrap();
                prop_assert_eq!((reading.board, reading.guess), (board, None), "{}", text);
            }
            prop_assert_eq!(notation.name().parse::<Notation>(), Ok(notation));
        }
    }

    #[test]
    fn no_text_panics(text in "[-0-9 ,/|;_.xa=:#\u{e9}\u{2502}\u{250c}\u{2510}\\[\\](){}\\\\\n]{0,80}") {
        let _ = (parse(&text, None), parse(&text, Size::new(3, 2).ok()));
    }
}
