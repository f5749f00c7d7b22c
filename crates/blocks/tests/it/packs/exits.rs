//! Tests of how exits are read beside and above boards. An unclear exit must be refused.

use fifteen_blocks::Puzzle;
use fifteen_blocks::format::PuzzleNotation;

use super::texts::{BOARD, CARS, exit_of, first_puzzle, goals_of};

/// Titles that contain the words of an exit or a size, but do not state one.
const TITLES: &[&str] = &[
    "Target practice",
    "Exit strategy",
    "Size matters",
    "Goal: get the red car out",
    "Target: 8 moves",
    "Exit: on the right side",
    "The exit is on the right: good luck",
    "Board 5",
];

/// Checks that a puzzle is refused if the line above it states an unknown exit, or several
/// different exits.
fn refuses_unclear_exits_above(puzzle: &str) {
    for exit in [
        "exit: north",
        "goal: 3",
        "goal = left",
        "Goal: drive the red car to the left exit",
        "exit: left\nexit: right",
    ] {
        let text = format!("{exit}\n{puzzle}");
        assert!(exit_of(&text).is_err(), "{text}");
    }
}

/// A level that states two different exits is refused. If exits are stated at several depths of
/// nesting, the innermost one applies.
#[test]
fn different_exits_are_refused() {
    for level in [CARS, &format!("\"board\":\"{BOARD}\"")] {
        for (stated, side) in [
            (r#""exit":"left","exitSide":"left""#, "left"),
            (r#""exit":"left","exitCell":{"x":1,"y":3}"#, "left"),
            (r#""exitCell":{"x":6,"y":3},"exitCell":[1,3]"#, ""),
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
        let other_side = format!(r#"{{"exit":"left","exitCell":{{"x":6,"y":3}},{level}}}"#);
        let error = exit_of(&other_side).unwrap_err();
        assert!(error.contains("is not on the stated side"), "{error}");
        let inner = format!(r#"{{"exit":"right","levels":[{{"exit":"left",{level}}}]}}"#);
        assert_eq!(exit_of(&inner).as_deref(), Ok("left"));
    }
}

/// Lines above a list of cars state the size and the exit, even if the list is in brackets.
#[test]
fn sizes_and_exits_above_cars_are_read() {
    let lines = "X 3 4 H 2\nA 1 1 V 2\nB 6 5 V 2\n";
    for size in [
        "7",
        "7 7",
        "7x7",
        "size: 7",
        "Size 7",
        "board size = 7x7",
        "width: 7\nheight: 7",
        "rows: 7, columns: 7",
        "7 by 7 cells",
        "Board: 7x7",
        "Beginner (7x7)",
        "Level 3 (7x7)",
    ] {
        let puzzle = first_puzzle(&format!("{size}\n{lines}")).unwrap();
        assert_eq!(puzzle.width(), 7, "{size}");
    }
    let both = first_puzzle(&format!("7\nsize: 8\n{lines}")).unwrap_err();
    assert!(both.contains("is not the size of a square"), "{both}");
    let two = format!("size: 7\n{lines}\n{lines}");
    let entries = PuzzleNotation::RushHour.parse(&two).unwrap();
    let mut widths = entries
        .iter()
        .map(|entry| entry.puzzle.as_ref().unwrap().width());
    assert!(widths.all(|width| width == 7));
    let table = "car,orientation,col,row,length\nX,H,3,3,2\nA,V,1,1,2\nB,V,6,5,2\n";
    let cars = CARS.split_once(':').unwrap().1;
    for list in ["X 3 3 H 2\nA 1 1 V 2\nB 6 5 V 2\n", table, cars] {
        for exit in [
            "exit: left",
            "Exit = Left",
            "exit left",
            "exit: left\nExit side: left",
        ] {
            let found = exit_of(&format!("{exit}\n{list}"));
            assert_eq!(found.as_deref(), Ok("left"), "{exit}\n{list}");
        }
        refuses_unclear_exits_above(list);
    }
    let lines = "X 3 3 H 2\nA 1 1 V 2\nB 6 5 V 2\n";
    let two = format!("exit: left\n{lines}exit: right\n{lines}");
    let entries = PuzzleNotation::RushHour.parse(&two).unwrap();
    let exit = |index: usize| entries[index].puzzle.as_ref().unwrap().leaving_car();
    assert_eq!(exit(0).unwrap().exit(), "left");
    assert_eq!(exit(1).unwrap().exit(), "right");
    assert_eq!(
        exit_of(&format!("{lines}exit: left\n")).as_deref(),
        Ok("left")
    );
    let error = exit_of(&format!("{lines}\n{lines}exit: left\n")).unwrap_err();
    assert!(error.contains("write it above the cars"), "{error}");
    for title in TITLES {
        let found = exit_of(&format!("{title}\n{lines}"));
        assert_eq!(found.as_deref(), Ok("right"), "{title}");
    }
}

/// A line above the boards of a level pack states their exit, until another line states a different
/// one.
#[test]
fn exit_lines_above_boards_are_read() {
    for boards in [
        format!("\"{BOARD}\", 8\n"),
        format!("id,board\n1,{BOARD}\n"),
        format!("[[\"{BOARD}\", 8]]\n"),
        format!("const levels = [\n  \"{BOARD}\",\n  \"{BOARD}\",\n];\n"),
    ] {
        for exit in [
            "exit: left",
            "Exit left",
            "exit side: left",
            "const exit = \"left\";",
            "exit = {\"x\": 1, \"y\": 3}",
        ] {
            let found = exit_of(&format!("{exit}\n{boards}"));
            assert_eq!(found.as_deref(), Ok("left"), "{exit}\n{boards}");
        }
        refuses_unclear_exits_above(&boards);
        assert!(exit_of(&format!("const target = 3;\n{boards}")).is_err());
        let code = [
            "const exit = document.querySelector('.exit');",
            "let exit = null;",
        ];
        for other in code.iter().chain(TITLES) {
            let found = exit_of(&format!("{other}\n{boards}"));
            assert_eq!(found.as_deref(), Ok("right"), "{other}\n{boards}");
        }
    }
    let rows = format!("exit: left\n\"{BOARD}\", 8\n\"{BOARD}\", 8\nexit: right\n\"{BOARD}\", 8\n");
    let sides = |text: &str| -> Vec<&str> {
        let entries = PuzzleNotation::RushHour.parse(text).unwrap();
        let puzzles = entries.iter().map(|entry| entry.puzzle.as_ref().unwrap());
        puzzles
            .map(|puzzle| puzzle.leaving_car().unwrap().exit())
            .collect()
    };
    assert_eq!(sides(&rows), ["left", "left", "right"]);
    let inline = format!("\"{BOARD}\", 8, exit: left\n\"{BOARD}\", 8\n");
    assert_eq!(sides(&inline), ["left", "right"]);
    let row = format!("\"{BOARD}\", 8\n");
    assert_eq!(
        exit_of(&format!("{row}exit: left\n")).as_deref(),
        Ok("left")
    );
    let error = exit_of(&format!("{row}{row}exit: left\n")).unwrap_err();
    assert!(error.contains("state the exit above the boards"), "{error}");
}

/// A line above drawn boards states their exit, until another line states a different one.
#[test]
fn exit_lines_above_drawings_are_read() {
    let drawing = "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.\n";
    let line = format!("60 {BOARD} 2332\n");
    for board in [
        drawing,
        &line,
        &format!("{BOARD}\n"),
        &format!("\n{drawing}"),
    ] {
        for exit in [
            "exit: left",
            "Exit left",
            "exit = {\"x\": 1, \"y\": 3}",
            "EXIT = (2, 0)",
            "EXIT = (0, 2)",
        ] {
            let found = exit_of(&format!("{exit}\n{board}"));
            assert_eq!(found.as_deref(), Ok("left"), "{exit}\n{board}");
        }
        for exit in [
            "exit: north",
            "goal: 3",
            "EXIT = (0, 0)",
            "EXIT = (2, 5, 1)",
            "exit: left\nexit: right",
        ] {
            assert!(exit_of(&format!("{exit}\n{board}")).is_err(), "{exit}");
        }
        let error = exit_of(&format!("{board}{board}exit: left\n")).unwrap_err();
        assert!(error.contains("state the exit above the boards"), "{error}");
        assert_eq!(
            exit_of(&format!("{board}exit: left\n")).as_deref(),
            Ok("left")
        );
        let both = format!("exit: right\n{board}exit: left\n");
        assert!(exit_of(&both).is_err(), "{both}");
    }
    let two = format!("exit: left\n{drawing}\n{drawing}exit: right\n{line}");
    let entries = PuzzleNotation::RushHour.parse(&two).unwrap();
    let exits = entries.iter().map(|entry| {
        let puzzle = entry.puzzle.as_ref().unwrap();
        puzzle.leaving_car().unwrap().exit()
    });
    assert_eq!(exits.collect::<Vec<_>>(), ["left", "left", "right"]);
    let with_exit = drawing.replace("Q.O\nP..Q..", "Q.OK\nP..Q..");
    assert_eq!(
        exit_of(&format!("exit: right\n{with_exit}")).as_deref(),
        Ok("right")
    );
    assert!(exit_of(&format!("exit: left\n{with_exit}")).is_err());
}

/// The lines that can state values above lines of cars can also do so above lists in brackets. They
/// apply until another line states the value again.
#[test]
fn sizes_and_exits_above_lists_in_brackets_are_read() {
    let list = format!("[{{{CARS}}}]\n");
    let width_of = |text: &str| first_puzzle(text).map(|puzzle| puzzle.width());
    let larger = list.replace("3,3", "3,4");
    for title in [
        "Level 3",
        "Goal: get the red car out",
        "car: X",
        "// Levels",
    ] {
        assert_eq!(width_of(&format!("{title}\n{list}")), Ok(6), "{title}");
    }
    for size in [
        "7",
        "7x7",
        "size: 7",
        "Beginner (7x7)",
        "Level 3: 7x7\ncar: X",
    ] {
        assert_eq!(width_of(&format!("{size}\n{larger}")), Ok(7), "{size}");
    }
    let label_of = |puzzle: &Puzzle| puzzle.leaving_car().unwrap().label;
    let two = concat!(
        r#"[{"name":"B","x":0,"y":2,"length":2,"dir":"H"},"#,
        r#"{"name":"C","x":0,"y":0,"length":2,"dir":"H"}]"#
    );
    for car in ["car: C", "target: C", "goal: C", "Level 3\ncar: C"] {
        let puzzle = first_puzzle(&format!("{car}\n{two}\n")).unwrap();
        assert_eq!(label_of(&puzzle), 'C', "{car}");
    }
    let levels = format!("Easy (7x7)\ncar: C\n{two}\nHard (8x8)\ncar: B\n{two}\n");
    let entries = PuzzleNotation::RushHour.parse(&levels).unwrap();
    let puzzle = |index: usize| entries[index].puzzle.as_ref().unwrap();
    assert_eq!((puzzle(0).width(), label_of(puzzle(0))), (7, 'C'));
    assert_eq!((puzzle(1).width(), label_of(puzzle(1))), (8, 'B'));
    assert!(first_puzzle(&format!("const target = 3;\n{list}")).is_err());
    assert_eq!(width_of(&format!("{list}car: X\n")), Ok(6));
    let error = first_puzzle(&format!("{list}{list}car: X\n")).unwrap_err();
    assert!(error.contains("write it above the cars"), "{error}");
}

/// Lines and constants that have an unusual name or form are either read or refused, but never
/// ignored.
#[test]
fn statements_with_unusual_names_are_read_or_refused() {
    let cars = "X 1 2 H 2\nA 0 0 V 2\n";
    let objects = r#"[{"name":"X","x":1,"y":2,"length":2,"dir":"H"},{"name":"A","x":0,"y":0,"length":2,"dir":"V"}]"#;
    for (text, goal) in [
        (
            format!("const EXIT_SIDE = \"left\";\nconst levels = [\"{BOARD}\"];"),
            "X left",
        ),
        (
            format!("const GATE = \"left\";\nconst levels = [\"{BOARD}\"];"),
            "refused",
        ),
        (format!("EMPTY = 'o'\nlevels = [\"{BOARD}\"]"), "X right"),
        (format!("The exit is on the left\n{cars}"), "X left"),
        (format!("The exit on the left is closed\n{cars}"), "refused"),
        (format!("The exit is on the right\n{cars}"), "X right"),
        (format!("n: 7\n{cars}"), "refused"),
        (format!("{{\"n\":7,\"cars\":{objects}}}"), "refused"),
        (format!("{{\"n\":40,\"cars\":{objects}}}"), "X right"),
        (
            format!("{{\"board\":\"{BOARD}\",\"comment\":\"exit at the top\"}}"),
            "refused",
        ),
    ] {
        assert_eq!(goals_of(&text), [goal], "{text}");
    }
    for size in [r#""dim":8"#, r#""shape":[8,8]"#, r#""n":"8x8""#] {
        let text = format!("{{{size},\"cars\":{objects}}}");
        let message =
            first_puzzle(&text).map_or_else(|error| error, |puzzle| puzzle.width().to_string());
        assert!(
            message == "8" || message.contains("counted from 0"),
            "{text}: {message}"
        );
    }
}

/// The mark of an exit that is not part of a drawing is refused.
#[test]
fn marks_of_exits_belong_to_drawings() {
    let drawing = "..B...\n..B...\n......\n......\n......\nAA....\n";
    assert_eq!(goals_of(&format!("{drawing}  K\n")), ["B bottom"]);
    for text in [
        format!("{drawing}\n  K\n"),
        format!("  K\n\n{drawing}"),
        format!("{drawing}  EXIT\n"),
        format!("{drawing}\nexit\n"),
        format!("{drawing}\n# The exit:\n  K\n"),
        format!("Level 1\n  K\n\n{drawing}"),
    ] {
        let error = first_puzzle(&text).unwrap_err();
        assert!(error.contains("belongs to no drawing"), "{text}{error}");
    }
}

/// A side or a letter is either read or refused, whatever its name is and wherever it stands.
#[test]
fn sides_and_letters_are_never_ignored() {
    let pack = format!("levels = [\"{BOARD}\"]\n");
    for (text, goal) in [
        (format!("special = \"R\"\n{pack}"), "refused"),
        (format!("{pack}out = 'left'\n"), "refused"),
        (format!("config = {{Exit side: left}}\n{pack}"), "X left"),
        (
            format!("- board: \"{BOARD}\"\n  meta: {{Exit side: left}}\n"),
            "X left",
        ),
        (format!("// exit: left\n{pack}"), "X left"),
        (format!("# exit: left\n{pack}"), "X left"),
        (
            format!("[\n  // exit: left\n  [\"{BOARD}\", 8]\n]\n"),
            "X left",
        ),
        (format!("// because the car exits\n{pack}"), "X right"),
        (format!("{pack}sys.exit(1)\n"), "X right"),
        (format!("HORIZONTAL = 'H'\n{pack}"), "X right"),
        (
            format!("[{{\"board\":\"{BOARD}\",\"source\":\"https://example.com/exit/7\"}}]"),
            "X right",
        ),
        (format!("{pack}if side == 'left':\n"), "X right"),
    ] {
        assert_eq!(goals_of(&text), [goal], "{text}");
    }
}

/// The exit of a record or of a TOML table does not apply to the next record or table.
#[test]
fn the_exit_of_a_record_does_not_apply_to_the_next() {
    let record = |name: &str, exit: &str| format!("name: {name}\nboard: {BOARD}\nexit: {exit}\n\n");
    assert_eq!(goals_of(&record("one", "left")), ["X left"]);
    let records = record("one", "left") + &record("two", "right");
    assert_eq!(goals_of(&records), ["refused", "refused"], "{records}");
    let records = record("one", "left") + &format!("name: two\nboard: {BOARD}\n");
    assert_eq!(goals_of(&records), ["refused", "refused"], "{records}");
    let level = format!("[[level]]\nboard = \"{BOARD}\"\n");
    for table in ["[level.options]\nexit = \"left\"\n", "exit = \"left\"\n"] {
        let tables = format!("{level}{table}{level}");
        assert_eq!(goals_of(&tables), ["X left", "X right"], "{tables}");
    }
}

/// The row or column of the exit is read, together with its side if it is stated too.
#[test]
fn rows_of_exits_are_read() {
    let board = format!("\"board\":\"{BOARD}\"");
    let cars = r#""cars":[["X",1,2,"H",2],["A",0,0,"V",2]]"#;
    for level in [&*board, cars] {
        for (stated, goal) in [
            (r#""exitRow":2"#, "X right"),
            (r#""exitRow":2,"exit":"left""#, "X left"),
            (r#""exitSide":"left","exit_row":2"#, "X left"),
            (r#""exitRow":2,"exitCol":0"#, "X left"),
            (r#""exitRow":2,"exit":"top""#, "refused"),
            (r#""exitRow":2,"exitRow":3"#, "refused"),
            (r#""exitRow":5"#, "refused"),
            (r#""exitRow":"second""#, "refused"),
            (r#""exitCol":2"#, "refused"),
        ] {
            let text = format!("{{{stated},{level}}}");
            assert_eq!(goals_of(&text), [goal], "{text}");
        }
        let outer = format!(r#"{{"exit":"left","levels":[{{"exitRow":2,{level}}}]}}"#);
        assert_eq!(goals_of(&outer), ["X left"], "{outer}");
        let code = format!("EXIT_ROW = 2\nlevels = [{{{level}}}]\n");
        assert_eq!(goals_of(&code), ["X right"], "{code}");
    }
    let drawing = "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.\n";
    assert_eq!(goals_of(&format!("exit row: 3\n{drawing}")), ["X right"]);
}

/// A title can state the exit, which applies only until the next title.
#[test]
fn titles_state_exits() {
    let drawing = "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.\n";
    for board in [
        drawing,
        "X 1 2 H 2\nA 0 0 V 2\n",
        &format!("\"{BOARD}\", 8\n"),
    ] {
        for title in [
            "Level 1, exit left",
            "Level 1: exit left",
            "Level 1 (exit on the left side)",
        ] {
            let text = format!("{title}\n{board}\nLevel 2, exit right\n{board}");
            assert_eq!(goals_of(&text), ["X left", "X right"], "{text}");
        }
    }
    let untitled = format!("Level 1\n{drawing}Level 2: hard\n{drawing}");
    assert_eq!(goals_of(&untitled), ["X right", "X right"]);
}

/// A place under an unknown name is refused by this name, because it could be the exit.
#[test]
fn places_under_unknown_names_are_refused() {
    for level in [CARS, &format!("\"board\":\"{BOARD}\"")] {
        for place in [
            r#"{"x":0,"y":2}"#,
            r#"{"row":2,"col":5}"#,
            "[0,2]",
            "[[0,2]]",
            "[[0,2],[5,2]]",
            r#""west""#,
            r#""right""#,
            r#""top-left""#,
            r#""the left side""#,
            r#""(0, 2)""#,
            r#""row 3""#,
            r#"["left"]"#,
        ] {
            for text in [
                format!("{{\"door\":{place},{level}}}"),
                format!("{{\"meta\":{{\"door\":{place}}},\"levels\":[{{{level}}}]}}"),
                format!("door = {place}\nlevels = [{{{level}}}]\n"),
            ] {
                let error = first_puzzle(&text).unwrap_err();
                assert!(error.contains("door: "), "{text}{error}");
            }
        }
        for other in [
            r#""title":"west","difficulty":"top","id":[1,2]"#,
            r#""moves":[[0,1],[2,3]],"solution":["left","up"]"#,
            r#""steps":{"left":[0,1],"up":[-1,0]},"directions":[[0,1],[0,-1]]"#,
            r#""center":{"x":0.5,"y":120},"progress":"3/4","controls":["left","right"]"#,
            r#""padding":{"left":10,"top":10},"comment":"Top 10, turn left""#,
        ] {
            let text = format!("{{{other},{level}}}");
            assert_eq!(goals_of(&text), ["X right"], "{text}");
        }
    }
    let text = format!(
        "EXIT = 'right'\nRIGHT = (0, 1)\nfor row in range(0, 6):\n    pass\nlevels = [\"{BOARD}\"]\n"
    );
    assert_eq!(goals_of(&text), ["X right"], "{text}");
}
