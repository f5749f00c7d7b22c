//! Errors, and boards that are read back. Boards as people have them are in `tests/boards-as-written.json`.

use super::*;
use crate::{Goal, RandomBoards};
use proptest::prelude::*;

#[test]
fn every_error() {
    let refused = |text: &str, size: &str, words: &str| {
        let error = read(text, size.parse().ok()).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    };
    for text in ["", " , ", "[]", &"/".repeat(24)] {
        refused(text, "", "the board is empty");
    }
    for (text, words) in [
        ("1 \u{1b}[31m2\u{1b}[0m\0 0", r"number 3: '\0' is neither"),
        (&"1 ".repeat(99), "more than 25 numbers"),
        ("1 2 3\n4 5 6\n7 5 0", "line 3, column 3: tile 5 appears twice"),
        ("1 2 3\n4 - 5\n7 8 0", "line 2, column 3: '-' is neither"),
        ("1 2 3\n\n4 5 0", "an empty line separates boards"),
        ("1 2 / 3\n4 / 5 0", "this may be 1 2 3 / 4 5 0 or 1 2 / 3 4 / 5 0"),
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
