//! Files of other programs: recognised, read, and written.

use fifteen_blocks::format::{Problem, PuzzleEntry, PuzzleNotation};
use fifteen_blocks::{Axis, BlockMetric, Puzzle};

use crate::{serial, solved};

/// Reads a text in the notation that it is expected to be recognised as.
fn read(text: &str, notation: PuzzleNotation) -> Vec<PuzzleEntry> {
    assert_eq!(PuzzleNotation::of(text), notation, "{text}");
    notation.parse(text).unwrap()
}

fn only(text: &str, notation: PuzzleNotation) -> Puzzle {
    let mut entries = read(text, notation);
    assert_eq!(entries.len(), 1);
    entries.remove(0).puzzle.unwrap()
}

fn lengths(puzzle: &Puzzle) -> [Option<u32>; 3] {
    BlockMetric::ALL.map(|metric| solved(puzzle, &serial(metric)).length)
}

const KLOTSKI: [Option<u32>; 3] = [Some(116), Some(90), Some(81)];

#[test]
fn rush_hour_lines() {
    let line = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332";
    let entries = read(&format!("# hardest\n{line}\nBBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN\n"), PuzzleNotation::RushHour);
    let puzzle = entries[0].puzzle.as_ref().unwrap();
    assert_eq!((puzzle.property("optimum"), puzzle.property("states")), (Some("straight=60"), Some("2332")));
    assert_eq!(solved(puzzle, &serial(BlockMetric::Straight)).length, Some(60));
    assert_eq!(crate::counted(puzzle, &serial(BlockMetric::Straight)).states, 2332);
    assert!(entries[1].puzzle.is_ok());
    // Written, the pieces have the letters of their order, and the puzzle is the same.
    let written = PuzzleNotation::RushHour.write(puzzle).unwrap();
    assert_eq!(written, "60 BCCxooBooDEEFAADooFoGHHIJJGooIKKLLLI 2332\n");
    assert_eq!(solved(&only(&written, PuzzleNotation::RushHour), &serial(BlockMetric::Straight)).length, Some(60));
    let small = only("o.BoAABoCo.oCooo\n", PuzzleNotation::RushHour);
    assert_eq!((small.width(), lengths(&small)[1]), (4, Some(2)));
    let bad = read(&format!("{line}\nwhat is this\n"), PuzzleNotation::RushHour);
    let error = bad[1].puzzle.as_ref().unwrap_err();
    assert_eq!((error.line, &error.problem), (2, &Problem::RushLine { found: "what is this".into() }));
}

/// A level drawn as GNOME Klotski's are, and its source.
#[test]
fn gnome_klotski_levels() {
    let rows = ["######", "#a**b#", "#a**b#", "#cdde#", "#cfge#", "#h  i#", "##--##", "    ..", "    .."];
    let text = format!("## Red Donkey\n{}\n", rows.join("\n"));
    let puzzle = only(&text, PuzzleNotation::GnomeKlotski);
    assert_eq!((puzzle.name(), puzzle.gates().len()), ("Red Donkey", 1));
    // The counts of `data/blocks.txt` for the board with an exit.
    assert_eq!(lengths(&puzzle), [Some(121), Some(92), Some(81)]);
    let written = PuzzleNotation::GnomeKlotski.write(&puzzle).unwrap();
    assert_eq!(lengths(&only(&written, PuzzleNotation::GnomeKlotski)), lengths(&puzzle));
    let quoted: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    let source = format!("{{ N_(\"Red Donkey\"), /* group */ 0,\n 6, 9,\n {} }},\n", quoted.join(" +\n "));
    assert_eq!(only(&source, PuzzleNotation::GnomeKlotski), puzzle);
    // A room without gates and spaces is a level too; rows without walls around them are not.
    let room = only("######\n#**ab#\n#c..d#\n######\n", PuzzleNotation::GnomeKlotski);
    assert_eq!((room.gates().len(), lengths(&room)[0]), (0, Some(6)));
    assert_eq!(PuzzleNotation::of("**ab#\n#c..d\n"), PuzzleNotation::Text);
    // A board without walls gets them when it is written: else it would not be recognised.
    let open =
        fifteen_blocks::format::parse("## open\nstart goal\nA..   ...\nB..   ..A\n").unwrap().remove(0).puzzle.unwrap();
    let written = PuzzleNotation::GnomeKlotski.write(&open).unwrap();
    assert_eq!(written, "## open\n#####\n#*  #\n#B .#\n#####\n");
    assert_eq!(lengths(&only(&written, PuzzleNotation::GnomeKlotski)), lengths(&open));
    let error = PuzzleNotation::GnomeKlotski.parse("## a\n#*- #\n").unwrap().remove(0).puzzle.unwrap_err();
    assert_eq!((error.line, error.problem), (1, Problem::LevelGoal));
    // A name that looks like source does not make a map source.
    assert_eq!(only("## N_(\"\n####\n#*.#\n####\n", PuzzleNotation::GnomeKlotski).name(), "N_(\"");
}

/// A name of another notation may have characters that a name of the text format cannot have.
#[test]
fn names_fit_on_a_line() {
    let name = |text: &str| {
        let puzzle = PuzzleNotation::of(text).parse(text).unwrap().remove(0).puzzle.unwrap();
        assert_eq!(only(&puzzle.to_string(), PuzzleNotation::Text), puzzle);
        puzzle.name().to_owned()
    };
    assert_eq!(name("1A9BF0C00 \u{1b}red  \u{7f}donkey\n"), "red donkey");
    assert_eq!(name("name: \"a\n\n## b\", start: \"\nA.\n\",\ngoal: \"\n.A\n\",\n"), "a ## b");
}

#[test]
fn huarong_dao_codes_and_strings() {
    for text in ["1A9BF0C00\n", "1A9BF0C 横刀立马\n", "BAACBAACDEEFDGHFI@@J\n", "BAACBAACDEEFDGHFI..J\n"] {
        let puzzle = only(text, PuzzleNotation::HuarongDao);
        assert_eq!(lengths(&puzzle), KLOTSKI, "{text}");
        assert!(PuzzleNotation::HuarongDao.write(&puzzle).unwrap().starts_with("1A9BF0C00"));
    }
    assert_eq!(only("1A9BF0C 横刀立马\n", PuzzleNotation::HuarongDao).name(), "横刀立马");
    let bad = read("1A9BF0C00\nFA9BF0C00\n", PuzzleNotation::HuarongDao);
    let error = bad[1].puzzle.as_ref().unwrap_err();
    assert_eq!((error.line, &error.problem), (2, &Problem::HuarongCode { found: "FA9BF0C00".into() }));
}

/// Klotski as a configuration of js2: four types of pieces.
const JS2: &str = "\
! L'Ane Rouge
xsize: 4
ysize: 5
piece: 1 (0,0) (1,0) (0,1) (1,1) ! the square
piece: 2 (0,0) (1,0)
piece: 3 (0,0) (0,1)
piece: 4 (0,0)
put: 3 (0,0)
put: 1 (1,0) 'Q'
put: 3 (3,0)
put: 3 (0,2)
put: 2 (1,2)
put: 3 (3,2)
put: 4 (1,3)
put: 4 (2,3)
put: 4 (0,4)
put: 4 (3,4)
win: 1 (1,3)
bigmem: 1000000000
";

/// Nob's Tzer as js2's documentation has it: two equal pieces change places, and the others must come back.
const TZER: &str = "\
! Nob's Tzer:
xsize: 6
ysize: 5
piece: 1 (0,0) (-1, 1) (0, 1) (1, 1);
piece: 2 (0,0) (-1, 1) (0, 1) (1, 1);
piece: 3 (0,0) (1, 0);
piece: 4 (0,0);
put: 1 (1,0)
put: 2 (4,0)
put: 3 (0,3)
put: 3 (2,3)
put: 3 (4,3)
put: 3 (2,4)
put: 4 (0,4)
put: 4 (1,4)
put: 4 (4,4)
put: 4 (5,4)
wall: (0,0)
wall: (2,0)
wall: (3,0)
wall: (5,0)
win: 1 (4,0)
win: 2 (1,0)
win: 3 (0,3)
win: 3 (2,3)
win: 3 (4,3)
win: 3 (2,4)
win: 4 (0,4)
win: 4 (1,4)
win: 4 (4,4)
win: 4 (5,4)
";

#[test]
fn js2_configurations() {
    let puzzle = only(JS2, PuzzleNotation::Js2);
    assert_eq!((puzzle.name(), lengths(&puzzle)), ("L'Ane Rouge", KLOTSKI));
    assert_eq!(puzzle.pieces()[1].label, 'Q');
    let written = PuzzleNotation::Js2.write(&puzzle).unwrap();
    assert_eq!(lengths(&only(&written, PuzzleNotation::Js2)), KLOTSKI);
    let puzzle = only(TZER, PuzzleNotation::Js2);
    assert_eq!((puzzle.name(), solved(&puzzle, &serial(BlockMetric::AnyPath)).length), ("Nob's Tzer", Some(58)));
    // Pieces of one type are equal in the goal; a lock keeps a type on its line.
    let two = "xsize: 3\nysize: 2\npiece: 1 (0,0)\nlockx: 1\nput: 1 (0,0)\nput: 1 (2,0)\nwin: 1 (2,1)\nwin: 1 (0,1)\n";
    let puzzle = only(two, PuzzleNotation::Js2);
    assert!(puzzle.pieces().iter().all(|piece| piece.axis == Some(Axis::Vertical) && piece.group == Some(0)));
    assert_eq!(lengths(&puzzle), [Some(2); 3]);
    for (line, text) in
        [(3, "xsize: 3\nysize: 2\nput: 1 (0,0)\n"), (4, "xsize: 3\nysize: 2\npiece: 1 (0,0)\nput: 1 (3,0)\n")]
    {
        let error = read(text, PuzzleNotation::Js2).remove(0).puzzle.unwrap_err();
        assert!(error.line == line && matches!(error.problem, Problem::Js2 { .. }), "{error}");
    }
}

#[test]
fn maps_under_headings_and_in_fields() {
    let headings = "% Name: three steps\n% Start\nAB.\n...\n% Goal\n..A\n...\n";
    let puzzle = only(headings, PuzzleNotation::Headings);
    assert_eq!((puzzle.name(), lengths(&puzzle)[0]), ("three steps", Some(3)));
    let error = |text: &str| read(text, PuzzleNotation::Headings).remove(0).puzzle.unwrap_err().problem;
    let higher = "% Start\nAB.\n% Goal\nA..\nB..\n";
    assert_eq!(error(higher), Problem::GoalOutside { found: 'B' }, "no row of the goal is left out");
    // '#' is a piece, a space is outside the board, and the maps may be indented.
    let fields = "Puzzle {\n    name: \"two\",\n    start: \"\n      ##.\n      A..\n    \",\n    goal: \"\n      .##\n      ...\n    \",\n    min_moves: 1,\n},\n";
    let puzzle = only(fields, PuzzleNotation::SlidingBlocks);
    assert_eq!((puzzle.name(), puzzle.pieces().len()), ("two", 2));
    assert_eq!((puzzle.property("optimum"), lengths(&puzzle)[2]), (Some("any-path=1"), Some(1)));
}

#[test]
fn texts_of_this_program_are_not_taken_for_others() {
    let data = include_str!("../../../../data/blocks.txt");
    assert_eq!(PuzzleNotation::of(data), PuzzleNotation::Text);
    for text in ["", "# nothing\n", "## a\nrush: x\n", "start\nA.\n", "hello\n"] {
        assert_eq!(PuzzleNotation::of(text), PuzzleNotation::Text, "{text}");
    }
}

/// Every puzzle of the data that a notation can say is the same puzzle when it is read back.
#[test]
fn written_puzzles_are_read_back() {
    let data = fifteen_blocks::format::parse(include_str!("../../../../data/blocks.txt")).unwrap();
    let mut written = [0; PuzzleNotation::ALL.len()];
    for puzzle in data.into_iter().filter_map(|entry| entry.puzzle.ok()).filter(|p| !p.name().starts_with("Project")) {
        let length = solved(&puzzle, &serial(BlockMetric::Straight)).length;
        for (count, notation) in written.iter_mut().zip(PuzzleNotation::ALL) {
            let Ok(text) = notation.write(&puzzle) else { continue };
            let again = only(&text, notation);
            assert_eq!(solved(&again, &serial(BlockMetric::Straight)).length, length, "{notation} {puzzle}{text}");
            *count += 1;
        }
    }
    assert!(written[0] > 50 && written[1] >= 5 && written[3] > 40 && written[4] > 50, "{written:?}");
}
