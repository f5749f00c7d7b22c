//! Tests that decide which lines form one board, several boards, or an error.

use super::super::parser::PARSED_LINES;
use super::*;

/// Square boards without an empty line between them are read as separate boards, even if a row is a
/// board by itself, and even if there are more boards than the reader collects at once.
#[test]
fn boards_need_no_empty_line_between_them() {
    for side in 2..=5 {
        let size = Size::new(side, side).unwrap();
        let tiles: Vec<u8> = (0..size.cells() as u8).collect();
        let boards: Vec<Board> = (0..61)
            .map(|turn| {
                let mut turned = tiles.clone();
                turned.rotate_left(turn * side % tiles.len());
                Board::new(size, &turned).unwrap()
            })
            .collect();
        let text: String = boards
            .iter()
            .map(|board| format!("{}\n", board.to_string().replace(" / ", "\n")))
            .collect();
        let expected: Vec<_> = boards.into_iter().map(Ok).collect();
        assert_eq!(read(&text), expected, "{text}");
    }
}

/// The rows of an invalid board are never read as smaller boards, even if some of them would be
/// valid, such as `0 1 2 3` above `4 5 6 6`.
#[test]
fn no_row_of_an_invalid_board_is_read_as_a_board() {
    for [width, height] in [
        [2, 9],
        [4, 4],
        [4, 6],
        [4, 9],
        [4, 25],
        [9, 2],
        [9, 3],
        [9, 10],
    ] {
        for blank in [0, width - 1] {
            let rows = ordered_rows(width, height, blank);
            let words: Vec<Vec<String>> = rows
                .iter()
                .map(|row| row.iter().map(u8::to_string).collect())
                .collect();
            for place in 1..height {
                let mut mistakes = vec![words.clone(); 4];
                // The four mistakes are a missing number, an additional one, a repeated one, and a
                // word.
                mistakes[0][place].pop();
                mistakes[1][place].push("99".to_owned());
                mistakes[2][place][0] = words[place][1].clone();
                mistakes[3][place][0] = "what".to_owned();
                for rows in mistakes {
                    let lines = rows.iter().map(|row| row.join(" "));
                    let text = lines.collect::<Vec<_>>().join("\n");
                    let found = read_large(&text);
                    assert!(found.iter().all(Result::is_err), "{text}\n{found:?}");
                    let found = read(&text);
                    assert!(found.iter().all(Result::is_err), "{text}\n{found:?}");
                }
            }
        }
    }
}

/// The first row of a large board is not a board of its own if reading it as one requires a guess,
/// here that the number 9 or 16 is the blank.
#[test]
fn the_first_row_of_a_large_board_is_not_guessed_to_be_a_board() {
    for [width, height] in [[9, 4], [16, 2], [9, 3]] {
        for mistake in ["-", "*", "99", "what"] {
            let rows = ordered_rows(width, height, width * height - 1);
            let text = in_rows(
                &rows.concat(),
                width,
                &|tile| tile.to_string(),
                ["", " ", "", "\n"],
            );
            let text = text.strip_suffix('0').unwrap().to_owned() + mistake;
            let found = read(&format!("{text}\n"));
            assert!(matches!(found[..], [Err(_)]), "{text}\n{found:?}");
        }
    }
}

/// Lines of letters above an array are not mistaken for its name, which would be ignored.
#[test]
fn a_board_of_letters_above_an_array_is_not_ignored() {
    let array = Board::new(Size::new(3, 3).unwrap(), &[1, 2, 3, 4, 5, 6, 7, 0, 8]).unwrap();
    for letters in ["ABCDEFGH_", "ABC\nDEF\nGH_", "ABC\nDE_"] {
        let found = read(&format!("{letters}\n[1,2,3,4,5,6,7,0,8]\n"));
        let is_lost = found == [Ok(array)];
        assert!(
            !is_lost && found.last() == Some(&Ok(array)),
            "{letters}: {found:?}"
        );
    }
}

/// If one of several boards without empty lines between them is invalid, all of their lines share
/// one error.
#[test]
fn a_mistake_in_one_of_several_boards_gives_one_error() {
    let found = read("1 2 3\n4 5 6\n7 8 0\n8 6 7\n2 5 4\n3 1 1\n");
    let [Err(error)] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(error.contains("put an empty line between them"), "{error}");
}

#[test]
fn several_boards_on_one_line_are_numbered() {
    let text = "[[1,2,3,0],[1,0,3,2]]\n[1,2,3,0]\n[{\"board\":[1,2,3,0]},\n{\"board\":[9]}]\n";
    let found: Vec<_> = BoardReader::new(text.as_bytes(), None)
        .map(|line| line.map(|line| (line.line, line.item)).unwrap())
        .collect();
    let expected = [
        (1, Some(1)),
        (1, Some(2)),
        (2, None),
        (3, Some(1)),
        (3, Some(2)),
    ];
    assert_eq!(found, expected);
}

/// Reading takes linear time, because each line is parsed together with only a few other lines,
/// however many lines there are, and whether or not they repeat.
#[test]
fn the_work_of_reading_is_linear_in_the_number_of_lines() {
    for lines in [
        "1 2 3 4 5 6 7",
        "1 2 3",
        "1 2",
        "1 2 3 0",
        "1 30",
        "+---+",
        "1 2 3\n4 5 6\n7 8 0",
        "1 2 3\n4 5 6\n7 8 -",
        "1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17",
        "word",
        "[1,2,3],",
        "4x4",
    ] {
        const COUNT: usize = 1000;
        let text = format!("{lines}\n").repeat(COUNT);
        let before = PARSED_LINES.get();
        assert!(BoardReader::new(text.as_bytes(), None).all(|line| line.is_ok()));
        let parsed = PARSED_LINES.get() - before;
        let limit = 20 * text.lines().count();
        assert!(
            parsed <= limit,
            "{parsed} instead of at most {limit}: {lines}"
        );
    }
}
