//! Files of other programs: recognised, read, and written.

use fifteen_blocks::format::{PuzzleEntry, PuzzleNotation};
use fifteen_blocks::{BlockMetric, Puzzle};

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
    assert!(entries[1].puzzle.is_ok());
    // Written, the pieces have the letters of their order, and the puzzle is the same.
    let written = PuzzleNotation::RushHour.write(puzzle).unwrap();
    assert_eq!(written, "60 BCCxooBooDEEFAADooFoGHHIJJGooIKKLLLI 2332\n");
    assert_eq!(solved(&only(&written, PuzzleNotation::RushHour), &serial(BlockMetric::Straight)).length, Some(60));
    let small = only("o.BoAABoCo.oCooo\n", PuzzleNotation::RushHour);
    assert_eq!((small.width(), lengths(&small)[1]), (4, Some(2)));
    let bad = read(&format!("{line}\nwhat is this\n"), PuzzleNotation::RushHour);
    let error = bad[1].puzzle.as_ref().unwrap_err();
    assert!(error.to_string().starts_with("line 2, column 1: 'what is this' is not a Rush Hour board"), "{error}");
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
    assert!(error.to_string().starts_with("line 1, column 1: a level of GNOME Klotski has a piece '*'"), "{error}");
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
}

#[test]
fn huarong_dao_codes_and_strings() {
    for text in ["1A9BF0C00\n", "1A9BF0C 横刀立马\n", "BAACBAACDEEFDGHFI@@J\n", "BAACBAACDEEFDGHFI..J\n"] {
        let puzzle = only(text, PuzzleNotation::HuarongDao);
        assert_eq!(lengths(&puzzle), KLOTSKI, "{text}");
        assert!(PuzzleNotation::HuarongDao.write(&puzzle).unwrap().starts_with("1A9BF0C00"));
    }
    assert_eq!(only("1A9BF0C 横刀立马\n", PuzzleNotation::HuarongDao).name(), "横刀立马");
    let bad = read("1A9BF0C00\n# a comment\nFA9BF0C00\n", PuzzleNotation::HuarongDao);
    let error = bad[1].puzzle.as_ref().unwrap_err();
    assert!(error.to_string().starts_with("line 3, column 1: 'FA9BF0C00' is not a Huarong Dao board"), "{error}");
}

/// Digits that stand for kinds of pieces, marked in every cell or in the first: the lengths are those of an independent
/// search.
#[test]
fn huarong_dao_digits_of_kinds() {
    let unit = |text: &str| lengths(&only(text, PuzzleNotation::HuarongDao))[0];
    for text in [
        "24422442033021122112",
        "2442/2442/0330/2112/2112",
        "2442 2442 0330 2112 2112",
        "2442\n2442\n0330\n2112\n2112",
        "2 4 4 2\n2 4 4 2\n. 3 3 .\n2 1 1 2\n2 1 1 2\n",
    ] {
        assert_eq!(unit(text), Some(112), "{text}");
    }
    assert_eq!(unit("44204420123322122112"), Some(126));
    assert_eq!(unit("34121513311112320210 conwnet's\n"), Some(22));
    let reason = |text: &str| {
        let error = read(text, PuzzleNotation::HuarongDao).remove(0).puzzle.unwrap_err().to_string();
        error.split_once("not a Huarong Dao board: ").unwrap().1.to_owned()
    };
    assert_eq!(
        reason("34141513311112320210"),
        "the '4' in row 1, column 4 is a piece two cells wide, and has no room for it"
    );
    assert_eq!(reason("51001100220000000100"), "no piece covers the '1' in row 5, column 2");
    assert_eq!(
        reason("24422440033021122112"),
        "the '2' in row 1, column 4 is a piece two cells high, and has no room for it"
    );
}

/// A board of a README, a row a line; counts of an independent search.
#[test]
fn rush_hour_boards_with_a_line_for_each_row() {
    let rows = ["AA...O", ".....O", "XX...O", "...QQQ", "....CC", "..RRR."];
    let straight = |text: &str| lengths(&only(text, PuzzleNotation::RushHour))[1];
    let expected = straight(&rows.concat());
    assert!(expected.is_some());
    let spaced: Vec<String> = rows.iter().map(|row| row.chars().map(|c| format!("{c} ")).collect()).collect();
    for text in [
        rows.join("\n"),
        rows.join("/"),
        rows.join(" "),
        spaced.join("\n"),
        rows.join("\n").replace('.', "_"),
        rows.join("\r\n"),
    ] {
        assert_eq!(straight(&text), expected, "{text}");
    }
    let two = read(
        &format!("# two\n{}\n\n{}\n", rows.join("\n"), rows.join("\n").replace("..R", "R.R")),
        PuzzleNotation::RushHour,
    );
    let error = two[1].puzzle.as_ref().unwrap_err().to_string();
    assert!(two.len() == 2 && error.starts_with("line 14, column 1: piece 'R' is not a straight line"), "{error}");
    // Of another size, it may be a map of another puzzle.
    assert_eq!(PuzzleNotation::of("AB..\n....\n....\n....\n"), PuzzleNotation::Text);
    assert_eq!(PuzzleNotation::of("AA..\n....\n....\n....\n"), PuzzleNotation::RushHour);
    assert_eq!(PuzzleNotation::RushHour.parse(&rows[..5].join("\n")).unwrap().len(), 1, "one error for a board");
}

#[test]
fn boards_that_may_be_names_of_files() {
    let notation = |text: &str| PuzzleNotation::of_board(text);
    assert_eq!(notation("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN"), Some(PuzzleNotation::RushHour));
    assert_eq!(notation("24422442033021122112"), Some(PuzzleNotation::HuarongDao));
    assert!(["puzzles.txt", "my-own-puzzle.tx", "start\nA.\n"].iter().all(|text| notation(text).is_none()));
}

#[test]
fn texts_of_this_program_are_not_taken_for_others() {
    let data = include_str!("../../../../data/blocks.txt");
    assert_eq!(PuzzleNotation::of(data), PuzzleNotation::Text);
    for text in ["", "# nothing\n", "## a\nrush: x\n", "start\nA.\n", "start   floor\n#*.#    #-.#\n", "hello\n"] {
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
    assert!(written[0] > 50 && written[1] >= 5 && written[2] > 0 && written[3] > 0, "{written:?}");
}

/// Boards of M. Fogleman's database: the moves, the board, the states.
const RUSH_HOUR: &str = "\
60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 9192
55 ooBBMxDDDKMoAAJKoNooJEENIFFLooIGGLox 9712
51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780
";

#[test]
fn boards_of_a_database() {
    for puzzle in read(RUSH_HOUR, PuzzleNotation::RushHour).into_iter().map(|entry| entry.puzzle.unwrap()) {
        let options = serial(BlockMetric::Straight);
        let moves = Some((BlockMetric::Straight, solved(&puzzle, &options).length));
        assert_eq!(puzzle.optima().unwrap().first().copied(), moves);
        assert_eq!(Some(&*crate::counted(&puzzle, &options).states.to_string()), puzzle.property("states"));
    }
}

/// The hardest layouts of the three hardest groups of Dnomd343's HRD_Database, with the group's states.
#[test]
fn layouts_of_a_database() {
    let codes = [("4FEA13400", 138, 81_340), ("0E09DF400", 135, 81_462), ("0F5CE4400", 97, 28_832)];
    for (code, moves, states) in codes {
        let puzzle = only(code, PuzzleNotation::HuarongDao);
        let found = crate::counted(&puzzle, &serial(BlockMetric::AnyPath));
        assert_eq!((found.states, found.hardest.unwrap().distance), (states, moves), "{code}");
        assert_eq!(solved(&puzzle, &serial(BlockMetric::AnyPath)).length, Some(moves), "{code}");
    }
}
