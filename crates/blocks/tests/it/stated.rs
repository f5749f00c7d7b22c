//! Checks what is read beside the boards and cars of level packs: names, numbers of moves and exits.

use fifteen_blocks::Puzzle;
use fifteen_blocks::format::PuzzleNotation;

/// A list of cars that fits on a board of 6x6 cells, and on larger ones.
const CARS: &str = r#""cars":[["X",3,3,"H",2],["A",1,1,"V",2],["B",6,5,"V",2]]"#;
const BOARD: &str = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";

/// Returns the first puzzle of a text, or the message that refuses it.
fn first_puzzle(text: &str) -> Result<Puzzle, String> {
    let entries = PuzzleNotation::RushHour.parse(text);
    let entry = entries.map_err(|error| error.to_string())?.remove(0);
    entry.puzzle.map_err(|error| error.to_string())
}

/// Returns the side of the exit, or the message that refuses the text.
fn exit_of(text: &str) -> Result<&'static str, String> {
    Ok(first_puzzle(text)?.leaving_car().unwrap().exit())
}

/// Checks that brackets and numbers in a quoted name have no meaning.
#[test]
fn quoted_names_are_names() {
    for name in [
        "Best moves 99",
        "Size 8 board",
        "Level ]",
        "Exit: left",
        r#"The \"[\" level"#,
    ] {
        let puzzle = first_puzzle(&format!(r#"{{"name":"{name}",{CARS}}}"#)).unwrap();
        assert_eq!(puzzle.stated_moves(), None, "{name}");
        assert_eq!(puzzle.width(), 6, "{name}");
        assert_eq!(puzzle.leaving_car().unwrap().exit(), "right", "{name}");
    }
    for name in ["B (blue)", "B [2]", "B: b, c", "B ]"] {
        let cars = CARS.replace("\"B\"", &format!("\"{name}\""));
        let puzzle = first_puzzle(&format!("{{{cars}}}")).unwrap();
        assert_eq!(puzzle.pieces().len(), 3, "{name}");
        let car = format!(r#"{{"name":"{name}","x":6,"y":5,"length":2,"dir":"V"}}"#);
        let red = r#"{"name":"X","x":3,"y":3,"length":2,"dir":"H"}"#;
        let puzzle = first_puzzle(&format!("[{red},{car}]")).unwrap();
        assert_eq!(puzzle.pieces().len(), 2, "{name}");
    }
}

/// Checks that a level with two different exits is refused, and that the innermost exit counts.
#[test]
fn different_exits_are_refused() {
    for level in [CARS, &format!("\"board\":\"{BOARD}\"")] {
        for (stated, side) in [
            (r#""exit":"left","exitSide":"left""#, "left"),
            (r#""exit":"left","exitCell":{"x":1,"y":3}"#, ""),
            (r#""exit":"left","exitSide":"right""#, ""),
            (r#""exitSide":"right","exit":"left""#, ""),
        ] {
            let found = exit_of(&format!("{{{stated},{level}}}"));
            if side.is_empty() {
                assert!(found.unwrap_err().contains("state one exit"), "{stated}");
            } else {
                assert_eq!(found.as_deref(), Ok(side), "{stated}");
            }
        }
        let inner = format!(r#"{{"exit":"right","levels":[{{"exit":"left",{level}}}]}}"#);
        assert_eq!(exit_of(&inner).as_deref(), Ok("left"));
    }
}
