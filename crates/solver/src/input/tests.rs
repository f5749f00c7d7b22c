//! Every form of input, and its mistakes.

use std::io::{self, BufRead, Read};

use fifteen_puzzle::{Goal, RandomBoards};

use super::reader::LONGEST_LINE;
use super::*;

fn read(text: &str) -> Vec<BoardLine> {
    BoardReader::new(text.as_bytes(), None).map(Result::unwrap).collect()
}

/// The lines, with the boards and forms of good ones.
fn seen(text: &str) -> Vec<(u64, String)> {
    let shown = |line: &BoardLine| match &line.board {
        Ok(board) => format!("{board}: {}", line.form.describe(board.size())),
        Err(error) => format!("error: {error}"),
    };
    read(text).iter().map(|line| (line.line, shown(line))).collect()
}

fn good(text: &str) -> Vec<(u64, bool)> {
    read(text).iter().map(|line| (line.line, line.board.is_ok())).collect()
}

fn expect(text: &str, expected: &[(u64, &str)]) {
    let expected: Vec<_> = expected.iter().map(|&(line, text)| (line, text.to_owned())).collect();
    assert_eq!(seen(text), expected, "{text}");
}

#[test]
fn comments_and_empty_lines_count_as_lines() {
    let text = "\u{feff}# boards\r\n\n1 2 3 0 # easy\r\n  \nnonsense\n1 2 / 3 0";
    assert_eq!(good(text), [(3, true), (5, false), (6, true)]);
    assert!(read("").is_empty() && read("# nothing\n\n").is_empty());
}

#[test]
fn long_lines_are_bad_and_the_next_is_read() {
    assert_eq!(good(&format!("{}\n1 2 3 0\n", "1 ".repeat(1_000_000))), [(1, false), (2, true)]);
    let spaces = " ".repeat(LONGEST_LINE as usize);
    let text = format!("1 2 3 0{spaces}2\n1 2 3 0 #{spaces}\n#{spaces}\n1 2 3 0");
    assert_eq!(good(&text), [(1, false), (2, true), (4, true)]);
    let full = format!("1 2 3 0{}", " ".repeat(LONGEST_LINE as usize - 7));
    assert_eq!(good(&format!("{full}\n0 1 2 3\n")), [(1, true), (2, true)], "as long as a line may be");
}

/// A source that fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("broken"))
    }
}

impl BufRead for Broken {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Err(io::Error::other("broken"))
    }

    fn consume(&mut self, _: usize) {}
}

#[test]
fn a_read_error_is_the_last_item() {
    let seen: Vec<_> = BoardReader::new(Broken, None).map(|line| line.unwrap_err().to_string()).collect();
    assert_eq!(seen, ["broken"]);
}

#[test]
fn rows_one_a_line() {
    let rows = "rows, one a line";
    let square = format!("1 2 3 / 4 5 6 / 7 8 0: {rows}");
    expect("1 2 3\n4 5 6\n7 8 0\n", &[(1, &square)]);
    expect("\n\n1,2,3\n4,5,6\n7,8,_\n\n  \n1 2 3\n4 5 6\n7 8 0", &[(3, &square), (8, &square)]);
    expect("# first\n123\n456\n780\n# second\n1 2 3\n4 5 6\n7 8 .", &[(2, &square), (6, &square)]);
    // The first row is a 2x2 board by itself, unless the next rows have other numbers.
    let board = format!("1 2 3 0 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15: {rows}");
    expect("1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 15\n", &[(1, &board)]);
    let board = format!("4 5 6 7 / 1 2 3 0 / 8 9 10 11 / 12 13 14 15: {rows}");
    expect("4 5 6 7\n1 2 3 0\n8 9 10 11\n12 13 14 15\n", &[(1, &board)]);
    let small = ["1 2 / 3 0: numbers", "1 2 / 0 3: numbers"];
    expect("1 2 3 0\n1 2 0 3\n", &[(1, small[0]), (2, small[1])]);
    expect("1 2 3 0\n\n1 2 0 3\n", &[(1, small[0]), (3, small[1])]);
    // A whole board is not held back, unless it is 2x2.
    let mut source = BoardReader::new("8 6 7 2 5 4 3 0 1\n".as_bytes().chain(Broken), None);
    assert!(source.next().unwrap().is_ok() && source.next().unwrap().is_err());
    assert_eq!(good("1 2 3 0\n1 2 2 0\n1 2 0 3\n"), [(1, true), (2, false), (3, true)]);
}

#[test]
fn rows_with_a_mistake_are_one_error_and_bad_lines_are_several() {
    let twice = "error: tile 5 appears twice and tile 4 is missing; each of 0 (the blank) to 8 must appear once";
    expect("1 2 3\n5 5 6\n7 8 0\n", &[(1, twice)]);
    expect(
        "1 2 3\n4 5\n7 8 0\n\n1 2 / 3 0",
        &[(1, "error: row 2 has 2 numbers, but the rows before it have 3"), (5, "1 2 / 3 0: numbers")],
    );
    assert_eq!(
        good("1 2 3\n4 5 6\n1 2 / 3 0\n1 2\n3 0\n"),
        [(1, false), (2, false), (3, true), (4, false), (5, false)]
    );
    assert_eq!(good("hello\nworld\n"), [(1, false), (2, false)]);
    assert_eq!(good(&"1 2\n".repeat(13)).len(), 13);
}

#[test]
fn one_line_in_every_notation() {
    expect(
        "123456780\n0123456789abcdef\n",
        &[
            (1, "1 2 3 / 4 5 6 / 7 8 0: one digit for each cell"),
            (2, "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15: hexadecimal digits"),
        ],
    );
    expect(
        "[1,2,3,0]\n[[1,2],[3,0]]\n1 2 3 0\n[\n [1, 2],\n [3, 0]\n]\n[[1,2,3,0], [1,2,0,3]]\n",
        &[
            (1, "1 2 / 3 0: an array"),
            (2, "1 2 / 3 0: an array"),
            (3, "1 2 / 3 0: numbers"),
            (4, "1 2 / 3 0: an array"),
            (8, "1 2 / 3 0: an array"),
            (8, "1 2 / 0 3: an array"),
        ],
    );
    assert_eq!(good("[[1,2],\n\n1 2 3 0\n[1,2,3\n"), [(1, false), (3, true), (4, false)]);
    for board in RandomBoards::new(Goal::Last.board(Size::new(5, 5).unwrap()).unwrap(), 1).take(20) {
        for notation in Notation::ALL {
            let lines = read(&format!("\n{}\n\n", notation.write(&board)));
            assert_eq!(lines.iter().map(|line| line.board.clone()).collect::<Vec<_>>(), [Ok(board)], "{notation}");
        }
    }
}

#[test]
fn records() {
    let json = concat!(
        r##"{"line":1,"board":[1,2,3,4,0,5],"size":"3x2","moves":"L","error":"# :"}"##,
        "\n{\"board\":\"1 2 / 3 0\"}\n{\"board\":[[1,2],[3,0]]}\n{\"board\":null}\n{\"tiles\":[]}\n{\"board\":1}\n{\"board\":\n",
    );
    let object = "a JSON record, by its field 'board'";
    let (wide, small) = (format!("1 2 3 / 4 0 5: {object}"), format!("1 2 / 3 0: {object}"));
    expect(
        json,
        &[
            (1, &wide),
            (2, &small),
            (3, &small),
            (4, "error: the record has no board: its field 'board' is null"),
            (5, "error: the record has no field 'board'"),
            (6, "error: the record's field 'board' is neither a text nor an array"),
            (7, "error: the line begins with '{' but is not a JSON object (see column 9)"),
        ],
    );
    assert_eq!(read(json)[0].moves.as_deref(), Some("L"));
    let csv = "line,board,size,moves,error\n1,1 2 3 4 0 5,3x2,L,\"a, b\"\n2,,,,#\n3,1 2 3 0\nline,board\n1,1 2 3 0\n";
    let (wide, small) = ("1 2 3 / 4 0 5: CSV, by its column 'board'", "1 2 / 3 0: CSV, by its column 'board'");
    expect(csv, &[(2, wide), (3, "error: the line has no board: its column 'board' is empty"), (4, small), (6, small)]);
    let quoted = "board\n\"1 2 3 0\"\n\"1 2 3 0\n\"1 2 \"\"3 0\"\n1 2\r3 0\n1 2 3 0\n";
    let quote = r#"error: number 3: '\"3' is neither a number nor a blank (0, _, . or x)"#;
    expect(quoted, &[(2, small), (3, small), (4, quote), (5, "error: the line is not CSV"), (6, small)]);
    let other = BoardReader::new(json.as_bytes(), Size::square(16)).next().unwrap().unwrap().board.unwrap_err();
    assert!(other.contains("3x2") && other.contains("4x4"), "{other}");
}

#[test]
fn the_published_boards_as_shipped() {
    let [korf, korf24, hardest] = ["korf100.txt", "korf24_50.txt", "hardest17_goal_blank_last.txt"]
        .map(|name| std::fs::read_to_string(format!("{}/../../data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap());
    for (text, count, cells) in [(korf, 100, 16), (korf24, 50, 25), (hardest, 17, 16)] {
        let boards: Vec<Board> = read(&text).into_iter().map(|line| line.board.unwrap()).collect();
        assert!(boards.len() == count && boards.iter().all(|board| board.size().cells() == cells));
    }
}

#[test]
fn utf_16_is_read_by_its_mark() {
    // Characters with a byte of value 10 end no line, nor does one that stands alone at the end.
    let text = "\u{feff}# \u{a0a} \u{10a} \u{a41}\r\n1 2 3 0\r\n\r\nnonsense\n1 2 / 3 0";
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let mut encoded: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
        for tail in [&[][..], b"\n"] {
            encoded.extend_from_slice(tail);
            let lines: Vec<_> = BoardReader::new(encoded.as_slice(), None).map(Result::unwrap).collect();
            let found: Vec<_> = lines.iter().map(|line| (line.line, line.board.is_ok())).collect();
            assert_eq!(found, [(2, true), (4, false), (5, true)]);
        }
    }
    let long: Vec<u8> = format!("\u{feff}{}\n1 2 3 0\n", "1".repeat(LONGEST_LINE as usize))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let lines: Vec<_> = BoardReader::new(long.as_slice(), None).map(Result::unwrap).collect();
    assert!(lines[0].board.as_ref().is_err_and(|error| error.contains("too long")) && lines[1].board.is_ok());
}
