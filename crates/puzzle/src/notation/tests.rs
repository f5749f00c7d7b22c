//! Boards that are read back. Boards as people have them, and errors, are in `tests/boards-as-written.json`.

use super::*;
use crate::{Goal, RandomBoards};
use proptest::prelude::*;

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
