//! The text format: what it accepts, and every error with its line and column.

use fifteen_blocks::format::{self, FormatError, parse};
use fifteen_blocks::{Axis, BlockMetric, Cell};

use crate::{puzzle, serial, solved};

/// The error of the first puzzle.
fn error(text: &str) -> FormatError {
    match parse(text) {
        Ok(mut entries) => entries.remove(0).puzzle.unwrap_err(),
        Err(error) => error,
    }
}

/// Compares the place of an error and a part of its message.
fn check(error: &FormatError, (line, column): (usize, usize), message: &str, text: &str) {
    let told = error.to_string();
    assert!(told.starts_with(&format!("line {line}, column {column}: ")) && told.contains(message), "{told}\n{text}");
}

#[test]
fn errors_name_the_place() {
    let cases: &[(&str, (usize, usize), &str)] = &[
        ("", (1, 1), "no puzzle found"),
        ("# only\n\n# comments\n", (3, 1), "no puzzle found"),
        ("## a\nsource: b\n", (1, 1), "has no map"),
        ("## a\nstart goal\n\nAB   ..\n", (4, 1), "found 'AB   ..'"),
        ("## a\nstart goal\n", (2, 1), "has no map"),
        ("## a\nstart\nA.\n\nstart\nA.\n", (5, 1), "a second map"),
        ("## a\noptimum: unit=1\noptimum: unit=2\nstart\nA.\n", (3, 1), "a second line 'optimum:'"),
        ("## a\nequal: AB\nequal: CD\nstart\nABCD\n", (3, 1), "a second line 'equal:'"),
        ("## a\nrush: x\nstart\nA.\n", (3, 1), "a second map"),
        ("## a\ngoal: by-shape\nrush: x\n", (3, 1), "'goal' has no meaning beside 'rush:'"),
        ("## a\nrush: x\nequal: AB\n", (2, 1), "'equal' has no meaning beside 'rush:'"),
        ("## a\nrush: x\ngate: - for A\n", (2, 1), "'gate' has no meaning beside 'rush:'"),
        ("## a\nrush: x\nvertical: A\n", (2, 1), "'vertical' has no meaning beside 'rush:'"),
        ("## a\nstart goal\nA#.#  .#A#\n\n  #.#.  #.##\n", (5, 1), "below the empty line"),
        ("## a\nstart goal\nA..   ..A\n\n:..   ..:\n", (5, 1), "found ':..   ..:'"),
        ("## a\nstart\nA.\n\nrush: x\n", (5, 1), "a second map"),
        ("## a\n  what\n", (2, 3), "found 'what'; above maps write a line with the words 'start' and 'goal'"),
        ("## a\nstart\nA\t.\n", (3, 2), "a tab in a map"),
        ("## a\n  start\n x A.\n", (3, 2), "'x' stands left"),
        ("## a\nstart\nAB.\nC.\n", (4, 3), "the start map ends here"),
        ("## a\nstart goal\nAB.   ...\nC..   A.\n", (4, 9), "the goal map ends here"),
        ("## a\nstart goal\nAB.   ...\nC..\n", (4, 7), "the goal map ends here"),
        ("## a\nstart goal\nAB.   ...\nC.    A..\n", (4, 9), "has '.' here, where the start map has no cell"),
        ("## a\nstart goal\nAB    ..A\n", (3, 9), "has 'A' here, where the start map has no cell"),
        ("## a\nstart goal\nAB.#  ...A\n", (3, 10), "goal of piece 'A' is over a wall"),
        ("## a\nstart goal\nAB.   ..C\n", (3, 9), "piece 'C' of the goal map is missing"),
        ("## a\nstart goal\nAAB.  ..A.\n", (3, 9), "(1 and 2 cells); draw the same"),
        ("## a\nstart goal\nAB.   ...\n", (2, 7), "no goal"),
        ("## a\nstart\n...\n", (3, 1), "shows no piece"),
        ("## a\npieces: rush\nstart\nA.\n", (2, 9), "the only value of 'pieces' is 'rush-hour'"),
        ("## a\ngoal:   shape # c\nstart\nA.\n", (2, 9), "'goal: shape' is unknown: the only value of"),
        ("## a\npieces: rush-hour\nstart\nAAB\n", (4, 3), "piece 'B' is as wide as it is high"),
        ("## a\nPieces: rush-hour\nstart\nA.\n", (2, 1), "'Pieces' is not a key; did you mean 'pieces'?"),
        ("## a\nstart goal\nA#.   A..\n", (3, 8), "has '.' here, where the start map has a wall"),
        ("## a\nstart goal\nA..   A#.\n", (3, 8), "has a wall here"),
        ("## a\nstart\nA.\u{a0}\n", (3, 3), "(U+00A0)"),
        ("## a\nstart\nA\u{3000}\n", (3, 2), "(U+3000)"),
        ("## a\nstart\nA.\u{200b}\n", (3, 3), "(U+200B)"),
        ("## a\nstart\n\u{1b}.\n", (3, 1), "(U+001B)"),
        ("## a\nstart\nA.\0\n", (3, 3), "(U+0000)"),
        ("## a\u{202e}\nstart\nA.\n", (1, 5), "(U+202E)"),
        ("## a\nsource: b\u{2066}c\nstart\nA.\n", (2, 10), "(U+2066)"),
        ("## a\nequal: A\u{202e}\nstart\nA.\n", (2, 9), "(U+202E)"),
        ("## a\nstart\nA.\n\n\u{feff}## b\n", (5, 1), "(U+FEFF)"),
        ("## a\nstart\nA.\u{94d}\n", (3, 3), "(U+094D)"),
        ("## a\nOptimum: unit=1\nstart\nA.\n", (2, 1), "'Optimum' is not a key; did you mean 'optimum'?"),
        ("## a\nequal: AC\nstart\nAB\n", (2, 9), "piece 'C' of 'equal:' is missing"),
        ("## a\nequal: AB\nstart\nAAB\n", (2, 9), "pieces 'B' and 'A' of 'equal:' have different shapes"),
        ("## a\nequal: AB CA\nstart\nABC\n", (2, 12), "piece 'A' is named twice"),
        ("## a\nequal: AB\ngoal: by-shape\nstart\nAB\n", (2, 8), "beside 'goal: by-shape'"),
        ("## a\ngoal: by-shape\nstart goal\nAAB.  AACC\n", (4, 9), "'C': the goal has 2, but the start map has 1"),
    ];
    for (text, place, message) in cases {
        check(&error(text), *place, message, text);
        check(&error(&text.replace('\n', "\r\n")), *place, message, &format!("{text} with CRLF"));
    }
}

#[test]
fn sizes_are_limited() {
    let wide = format!("start\n{}\n", "A".repeat(256));
    check(&error(&wide), (1, 1), "larger than 255 x 255", &wide);
    let high = format!("start\n{}", "A\n".repeat(256));
    check(&error(&high), (1, 1), "larger than 255 x 255", &high);
    let large = format!("# note\nstart\n{}", format!("{}A\n", ".".repeat(39)).repeat(30));
    check(&error(&large), (3, 1), "1,200 cells: at most 1,024", &large);
    let walls = format!("start\n{}", format!("{}\n", "#".repeat(200)).repeat(200).replacen("##", "A.", 1));
    assert_eq!(puzzle(&walls).width(), 200, "walls around the board do not count");
}

#[test]
fn a_bad_puzzle_does_not_stop_the_file() {
    let text = "## bad\nstart goal\nA.    .B\n\n## 2nd # one\nsource: x # y\nstart goal\nA.    .A\n\n##\nstart\nA.";
    let entries = parse(text).unwrap();
    let head: Vec<_> = entries.iter().map(|e| (e.index, e.name.as_str(), e.line)).collect();
    assert_eq!(head, [(1, "bad", 1), (2, "2nd # one", 5), (3, "", 10)]);
    assert!(entries[0].puzzle.is_err());
    let second = entries[1].puzzle.as_ref().unwrap();
    assert_eq!((second.property("source"), second.property("x")), (Some("x"), None));
    assert!(entries[2].puzzle.as_ref().unwrap().goal().is_none());
}

/// Within maps nothing is a comment or a heading, and the board may have any outline.
#[test]
fn maps_are_taken_as_they_stand() {
    let text =
        "\u{feff}## a\n\n  start   goal # words\n  ## #    ## #\n  ##A#    ##.#\n    ..      A.\n   :.B     ...\n";
    let puzzle = puzzle(text);
    assert_eq!(puzzle.map(puzzle.start()), ["## #", "##A#", "  ..", " :.B"]);
    assert_eq!(puzzle.pieces().iter().map(|p| p.label).collect::<String>(), "A:B");
    assert_eq!(puzzle.cells().iter().filter(|c| **c == Cell::Wall).count(), 6);
    assert_eq!(puzzle.goal_map().unwrap(), ["## #", "##.#", "  A.", " ..."]);
    assert_eq!(solved(&puzzle, &serial(BlockMetric::Unit)).length, Some(1));
}

/// Walls come from the start map only, and a piece may be in several parts.
#[test]
fn parted_pieces_move_as_one_and_are_remarked_on() {
    let remarked = |text: &str, expected: &[&str]| {
        let remarks = crate::puzzle(text).remarks();
        let fits = remarks.iter().zip(expected).all(|(remark, expected)| remark.contains(expected));
        assert!(fits && remarks.len() == expected.len(), "{remarks:?}\n{text}");
    };
    remarked("start goal\nA.A.  .A.A\nB...  ....\n", &["piece 'A' has 2 parts"]);
    remarked("start\nA.#.C\nB.#.D\n", &["the floor has 2 parts"]);
    remarked("start\nAA.\nBA.\n", &[]);
    // A board one cell wide.
    remarked("start\n#\nA\nA\n.\n", &[]);
    remarked("equal: A B CD\nstart\nABCD.\n", &["piece 'A' is the only one", "piece 'B' is the only one"]);
    let puzzle = puzzle("start goal\nA.A.  .A.A\nB...  ....\n");
    assert_eq!(puzzle.pieces()[0].shape.offsets(), [(0, 0), (2, 0)]);
    assert_eq!(solved(&puzzle, &serial(BlockMetric::Unit)).length, Some(1));
}

/// A key of one's own may look like one with a meaning.
#[test]
fn keys_that_look_like_others_are_remarked_on() {
    for (key, expected) in
        [("gaol", "goal"), ("peices", "pieces"), ("piece", "pieces"), ("gates", "gate"), ("optimun", "optimum")]
    {
        let puzzle = puzzle(&format!("{key}: Klotski\nstart\nA.\n"));
        assert_eq!(puzzle.property(key), Some("Klotski"));
        assert_eq!(puzzle.remarks(), [format!("the key '{key}' has no meaning; did you mean '{expected}'?")]);
    }
    for key in ["source", "states", "date", "Date", "game", "coal"] {
        assert!(puzzle(&format!("{key}: 1917\nstart\nA.\n")).remarks().is_empty(), "{key}");
    }
}

/// Nothing could move in a start map without empty cells, so another character stands for them.
#[test]
fn other_characters_for_empty_cells() {
    let expected = crate::puzzle("start goal\nA..   ..A\n");
    for sign in ['_', '0', '\u{ff0e}'] {
        for goal in ["..A".to_owned(), format!("{sign}{sign}A")] {
            let [entry] = &parse(&format!("Start Goal\nA{sign}{sign}   {goal}\n")).unwrap()[..] else { panic!() };
            assert_eq!(entry.puzzle.as_ref(), Ok(&expected));
            assert!(entry.remarks()[0].starts_with(&format!("'{sign}' was read as an empty cell")));
        }
    }
    // With an empty cell or a gate they are pieces.
    for text in ["start\nA_.\n", "start\nA0.\n", "gate: - for A\nstart\nA_-\n"] {
        assert_eq!(crate::puzzle(text).pieces().len(), 2, "{text}");
    }
    assert!(crate::puzzle("start\nAB\n").remarks()[0].starts_with("no cell is empty at the start"));
}

#[test]
fn rush_hour_strings() {
    // The hardest of Michael Fogleman's database without walls: 51 moves.
    let text = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.";
    let file = format!("## r\nrush: {text}\nsource: s\n");
    let puzzle = crate::puzzle(&file);
    assert!(puzzle.is_locked() && puzzle.width() == 6 && puzzle.height() == 6);
    assert_eq!(puzzle.pieces()[0].axis, Some(Axis::Vertical));
    assert_eq!(solved(&puzzle, &serial(BlockMetric::Straight)).length, Some(51));
    assert_eq!(puzzle.property("source"), Some("s"));
    assert_eq!(crate::puzzle(&puzzle.to_string()), puzzle);
    assert_eq!(crate::puzzle("rush: oooooooooooooXXooooooooooooooooooooo").pieces()[0].label, 'X');
}

#[test]
fn rush_hour_errors() {
    let board = |at: usize, with: &str| {
        let mut text = "............AA......................".to_owned();
        text.replace_range(at..at + with.len(), with);
        text
    };
    let cases = [
        ("AA".to_owned(), 8, "this one has 2"),
        (board(0, "é"), 7, "'é' is not possible here"),
        (board(5, "B"), 12, "piece 'B' is not a straight line"),
        (board(5, "B.B"), 12, "piece 'B' is not a straight line"),
        (board(12, "BB"), 7, "no car"),
        (board(16, "xx"), 23, "goal of piece 'A' is over a wall"),
    ];
    for (text, column, expected) in cases {
        check(&error(&format!("rush: {text}")), (1, column), expected, &text);
    }
    check(&error("## a\n\nrush:  AB\n"), (3, 9), "this one has 2", "");
    assert!(format::parse("rush: x").unwrap()[0].puzzle.is_err());
}

#[test]
fn each_metric_has_one_optimum() {
    let optima = |line: &str| puzzle(&format!("optimum: {line}\nstart\nA.\n")).optima().map(|optima| optima.len());
    assert_eq!((optima("unit=4 straight=2"), optima("unsolvable")), (Ok(2), Ok(3)));
    assert!(optima("unit=4 unit=5").is_err() && optima("unit=4 unit=4").is_err());
}
