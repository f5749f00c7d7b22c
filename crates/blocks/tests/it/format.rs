//! The text format: what it accepts, and every error with its line and column.

use fifteen_blocks::format::{self, Problem, parse, rush_hour};
use fifteen_blocks::{Axis, BlockMetric, Cell, Remark};

use crate::{puzzle, serial, solved};

/// The line, column and problem of the first puzzle.
fn error(text: &str) -> (usize, usize, Problem) {
    let error = match parse(text) {
        Ok(mut entries) => entries.remove(0).puzzle.unwrap_err(),
        Err(error) => error,
    };
    assert!(error.to_string().starts_with(&format!("line {}, column {}: ", error.line, error.column)));
    (error.line, error.column, error.problem)
}

#[test]
fn errors_name_the_place() {
    let cases: &[(&str, (usize, usize), Problem)] = &[
        ("", (1, 1), Problem::Empty),
        ("# only\n\n# comments\n", (3, 1), Problem::Empty),
        ("## a\nsource: b\n", (1, 1), Problem::NoMap),
        ("## a\nstart goal\n\nAB   ..\n", (4, 1), Problem::NotAProperty { found: "AB   ..".into() }),
        ("## a\nstart goal\n", (2, 1), Problem::NoMap),
        ("## a\nstart\nA.\n\nstart\nA.\n", (5, 1), Problem::SecondMap),
        ("## a\noptimum: unit=1\noptimum: unit=2\nstart\nA.\n", (3, 1), Problem::SecondLine { key: "optimum" }),
        ("## a\nequal: AB\nequal: CD\nstart\nABCD\n", (3, 1), Problem::SecondLine { key: "equal" }),
        ("## a\nrush: x\nstart\nA.\n", (3, 1), Problem::SecondMap),
        ("## a\ngoal: by-shape\nrush: x\n", (3, 1), Problem::BesideRush { key: "goal" }),
        ("## a\nrush: x\nequal: AB\n", (2, 1), Problem::BesideRush { key: "equal" }),
        ("## a\nrush: x\ngate: - for A\n", (2, 1), Problem::BesideRush { key: "gate" }),
        ("## a\nrush: x\nvertical: A\n", (2, 1), Problem::BesideRush { key: "vertical" }),
        ("## a\nstart goal\nA#.#  .#A#\n\n  #.#.  #.##\n", (5, 1), Problem::CutMap),
        ("## a\nstart goal\nA..   ..A\n\n:..   ..:\n", (5, 1), Problem::NotAProperty { found: ":..   ..:".into() }),
        ("## a\nstart\nA.\n\nrush: x\n", (5, 1), Problem::SecondMap),
        ("## a\n  what\n", (2, 3), Problem::NotAProperty { found: "what".into() }),
        ("## a\nstart\nA\t.\n", (3, 2), Problem::Tab),
        ("## a\n  start\n x A.\n", (3, 2), Problem::LeftOfMap { found: 'x' }),
        ("## a\nstart\nAB.\nC.\n", (4, 3), Problem::Ragged { map: "start" }),
        ("## a\nstart goal\nAB.   ...\nC..   A.\n", (4, 9), Problem::Ragged { map: "goal" }),
        ("## a\nstart goal\nAB.   ...\nC..\n", (4, 7), Problem::Ragged { map: "goal" }),
        ("## a\nstart goal\nAB.   ...\nC.    A..\n", (4, 9), Problem::GoalOutside { found: '.' }),
        ("## a\nstart goal\nAB    ..A\n", (3, 9), Problem::GoalOutside { found: 'A' }),
        ("## a\nstart goal\nAB.#  ...A\n", (3, 10), Problem::GoalOverWall { label: 'A' }),
        ("## a\nstart goal\nAB.   ..C\n", (3, 9), Problem::GoalPieceMissing { label: 'C' }),
        ("## a\nstart goal\nAAB.  ..A.\n", (3, 9), Problem::ShapeDiffers { label: 'A', start: 2, goal: 1 }),
        ("## a\nstart goal\nAB.   ...\n", (2, 7), Problem::EmptyGoal),
        ("## a\nstart\n...\n", (3, 1), Problem::NoPieces),
        ("## a\npieces: rush\nstart\nA.\n", (2, 9), value("pieces", "rush", "rush-hour")),
        ("## a\ngoal:   shape # c\nstart\nA.\n", (2, 9), value("goal", "shape", "by-shape")),
        ("## a\npieces: rush-hour\nstart\nAAB\n", (4, 3), Problem::NoLongAxis { label: 'B' }),
        ("## a\nPieces: rush-hour\nstart\nA.\n", (2, 1), key("Pieces", "pieces")),
        ("## a\ngaol: by-shape\nstart\nA.\n", (2, 1), key("gaol", "goal")),
        ("## a\npeices: rush-hour\nstart\nA.\n", (2, 1), key("peices", "pieces")),
        ("## a\npiece: rush-hour\nstart\nA.\n", (2, 1), key("piece", "pieces")),
        ("## a\nstart goal\nA#.   A..\n", (3, 8), Problem::GoalLacksWall),
        ("## a\nstart goal\nA..   A#.\n", (3, 8), Problem::GoalWall),
        ("## a\nstart\nA.\u{a0}\n", (3, 3), Problem::Invisible { code: 0xa0 }),
        ("## a\nstart\nA\u{3000}\n", (3, 2), Problem::Invisible { code: 0x3000 }),
        ("## a\nstart\nA.\u{200b}\n", (3, 3), Problem::Invisible { code: 0x200b }),
        ("## a\nstart\n\u{1b}.\n", (3, 1), Problem::Invisible { code: 0x1b }),
        ("## a\nstart\nA.\0\n", (3, 3), Problem::Invisible { code: 0 }),
        ("## a\u{202e}\nstart\nA.\n", (1, 5), Problem::Invisible { code: 0x202e }),
        ("## a\nsource: b\u{2066}c\nstart\nA.\n", (2, 10), Problem::Invisible { code: 0x2066 }),
        ("## a\nequal: A\u{202e}\nstart\nA.\n", (2, 9), Problem::Invisible { code: 0x202e }),
        ("## a\nstart\nA.\n\n\u{feff}## b\n", (5, 1), Problem::Invisible { code: 0xfeff }),
        ("## a\nstart\nA.\u{94d}\n", (3, 3), Problem::Invisible { code: 0x94d }),
        ("## a\noptimun: unit=1\nstart\nA.\n", (2, 1), key("optimun", "optimum")),
        ("## a\nOptimum: unit=1\nstart\nA.\n", (2, 1), key("Optimum", "optimum")),
        ("## a\nequal: AC\nstart\nAB\n", (2, 9), Problem::EqualMissing { label: 'C' }),
        ("## a\nequal: AB\nstart\nAAB\n", (2, 9), Problem::EqualShapes { label: 'B', first: 'A' }),
        ("## a\nequal: AB CA\nstart\nABC\n", (2, 12), Problem::EqualTwice { label: 'A' }),
        ("## a\nequal: AB\ngoal: by-shape\nstart\nAB\n", (2, 8), Problem::EqualByShape),
        (
            "## a\ngoal: by-shape\nstart goal\nAAB.  AACC\n",
            (4, 9),
            Problem::TooFewOfShape { label: 'C', start: 1, goal: 2 },
        ),
    ];
    for (text, (line, column), problem) in cases {
        assert_eq!(error(text), (*line, *column, problem.clone()), "{text}");
        assert_eq!(error(&text.replace('\n', "\r\n")), (*line, *column, problem.clone()), "{text} with CRLF");
    }
}

fn key(found: &str, expected: &'static str) -> Problem {
    Problem::Key { found: found.to_owned(), expected }
}

fn value(key: &'static str, found: &str, expected: &'static str) -> Problem {
    Problem::Value { key, found: found.to_owned(), expected }
}

#[test]
fn sizes_are_limited() {
    let wide = format!("start\n{}\n", "A".repeat(256));
    assert_eq!(error(&wide), (1, 1, Problem::MapSize));
    let high = format!("start\n{}", "A\n".repeat(256));
    assert_eq!(error(&high), (1, 1, Problem::MapSize));
    let large = format!("# note\nstart\n{}", format!("{}A\n", ".".repeat(39)).repeat(30));
    assert_eq!(error(&large), (3, 1, Problem::BoardSize { found: 1200 }));
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
    let puzzle = puzzle("start goal\nA.A.  .A.A\nB...  ....\n");
    assert_eq!(puzzle.remarks(), [Remark::PartedPiece { label: 'A', parts: 2 }]);
    let parted = crate::puzzle("start\nA.#.C\nB.#.D\n");
    assert_eq!(parted.remarks(), [Remark::PartedFloor { parts: 2 }]);
    assert_eq!(crate::puzzle("start\nAA.\nBA.\n").remarks(), []);
    assert_eq!(crate::puzzle("start\n#\nA\nA\n.\n").remarks(), [], "a board one cell wide");
    let lone = ['A', 'B'].map(|label| Remark::LonePiece { label });
    assert_eq!(crate::puzzle("equal: A B CD\nstart\nABCD\n").remarks(), lone);
    let puzzle = self::puzzle("start goal\nA.A.  .A.A\nB...  ....\n");
    assert_eq!(puzzle.pieces()[0].shape.offsets(), [(0, 0), (2, 0)]);
    assert_eq!(solved(&puzzle, &serial(BlockMetric::Unit)).length, Some(1));
}

#[test]
fn rush_hour_strings() {
    // The hardest of Michael Fogleman's database without walls: 51 moves.
    let text = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.";
    let puzzle = rush_hour(text).unwrap();
    assert!(puzzle.is_locked() && puzzle.width() == 6 && puzzle.height() == 6);
    assert_eq!(puzzle.pieces()[0].axis, Some(Axis::Vertical));
    assert_eq!(solved(&puzzle, &serial(BlockMetric::Straight)).length, Some(51));
    let file = format!("## r\nrush: {text}\nsource: s\n");
    let read = crate::puzzle(&file);
    assert_eq!((read.start(), read.goal(), read.property("source")), (puzzle.start(), puzzle.goal(), Some("s")));
    assert_eq!(crate::puzzle(&read.to_string()), read);
    let red = rush_hour("oooooooooooooxXXoooooooooooooooooooo".replace("oxXX", "oXXo").as_str()).unwrap();
    assert_eq!(red.pieces()[0].label, 'X');
}

#[test]
fn rush_hour_errors() {
    let board = |at: usize, with: &str| {
        let mut text = "............AA......................".to_owned();
        text.replace_range(at..at + with.len(), with);
        text
    };
    let problem = |text: &str| rush_hour(text).map(|_| ()).unwrap_err();
    let cases = [
        ("AA".to_owned(), 3, Problem::RushLength { found: 2 }),
        (board(0, "é"), 1, Problem::RushCharacter { found: 'é' }),
        (board(5, "B"), 6, Problem::RushPiece { label: 'B' }),
        (board(5, "B.B"), 6, Problem::RushPiece { label: 'B' }),
        (board(12, "BB"), 1, Problem::RushNoCar),
        (board(16, "xx"), 17, Problem::GoalOverWall { label: 'A' }),
    ];
    for (text, column, expected) in cases {
        let found = problem(&text);
        assert_eq!((found.line, found.column, found.problem), (1, column, expected), "{text}");
    }
    let in_file = error("## a\n\nrush:  AB\n");
    assert_eq!(in_file, (3, 10, Problem::RushLength { found: 2 }));
    assert!(format::parse("rush: x").unwrap()[0].puzzle.is_err());
}

/// Dudeney's Motor-Car Puzzle (Amusements in Mathematics, 1917): the cars above and below change places, whichever.
#[test]
fn groups_of_equal_pieces_are_not_told_apart() {
    let solve = |head: &str| {
        let text = format!("## cars\n{head}start  goal\n123    456\n#.#    #.#\n..#    ..#\n#.#    #.#\n456    123\n");
        let puzzle = format::parse(&text).unwrap().remove(0).puzzle.unwrap();
        crate::solved(&puzzle, &crate::serial(BlockMetric::AnyPath)).solution.map(|solution| solution.moves.len())
    };
    assert_eq!(solve("equal: 123 456\n"), Some(17));
    assert_eq!(solve(""), Some(22));
    assert_eq!(solve("goal: by-shape\n"), Some(0));
}
