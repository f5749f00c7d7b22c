//! The text format: what cannot be seen in a transcript. What else it accepts, and its errors, are in
//! `block-files.transcript` and `block-gates.transcript`.

use fifteen_blocks::format::{FormatError, parse};
use fifteen_blocks::{BlockMetric, Cell};

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
fn characters_that_cannot_be_seen_and_ends_of_lines_of_windows() {
    let cases: &[(&str, (usize, usize), &str)] = &[
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
        ("## a\nstart goal\nAB.   ...\nC..   A.\n", (4, 9), "the goal map ends here"),
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

/// A position in which a piece stands on a gate is written with a third map, and read back.
#[test]
fn a_floor_map_shows_the_gates_below_pieces() {
    let puzzle = puzzle("gate: - for A\nstart    goal\nAAB--    ...AA\n.....    .....\n");
    let solution = solved(&puzzle, &serial(BlockMetric::Unit)).solution.unwrap();
    let later = puzzle.starting_from(&solution.positions[solution.positions.len() - 2]);
    assert_eq!(later.floor_map(), ["...--", "....."]);
    let written = later.to_string();
    assert!(written.contains("start    goal     floor\n..AA-    ...AA    ...--\n"), "{written}");
    assert_eq!(crate::puzzle(&written), later);
    assert_eq!(solved(&later, &serial(BlockMetric::Unit)).length, Some(1));
    // Without a goal, and with a frame that the start map leaves out.
    let bare = crate::puzzle("gate: - for A\nstart  floor\nA.     -.#\n.      .#\n");
    assert_eq!((bare.goal(), bare.gates()[0].cells.clone()), (None, vec![0]));
    assert_eq!(crate::puzzle(&bare.to_string()), bare);
}
