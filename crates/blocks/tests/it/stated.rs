//! Checks what is read beside the boards and cars of level packs: names, numbers of moves and exits.

use fifteen_blocks::Puzzle;
use fifteen_blocks::format::PuzzleNotation;

/// A list of cars that fits on a board of 6x6 cells, and on larger ones.
const CARS: &str = r#""cars":[["X",3,3,"H",2],["A",1,1,"V",2],["B",6,5,"V",2]]"#;
const BOARD: &str = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";

/// Titles with the words of an exit or a size, which state neither.
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

/// Checks that a puzzle is refused if the line above it states an unknown exit, or several exits.
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

/// Checks that the size beside a list of cars is read, and that the innermost size counts.
#[test]
fn sizes_beside_cars_are_read() {
    for size in [
        r#""size":7"#,
        r#""width":7,"height":7"#,
        r#""rows":7,"cols":7"#,
        r#""size":[7,7]"#,
        r#""size":"7x7""#,
        r#""size":{"width":7,"height":7}"#,
        r#""gridSize":7"#,
        r#""grid_size":"7 x 7""#,
        r#""board":{"rows":7,"columns":7}"#,
        r#""grid":[7,7]"#,
    ] {
        for text in [
            format!("{{{size},{CARS}}}"),
            format!("{{{CARS},{size}}}"),
            format!("{{{size},\"levels\":[{{{CARS}}}]}}"),
            format!("{{\"size\":8,\"levels\":[{{{size},{CARS}}}]}}"),
        ] {
            let puzzle = first_puzzle(&text.replace("3,3", "3,4")).unwrap();
            assert_eq!((puzzle.width(), puzzle.height()), (7, 7), "{text}");
        }
    }
    for other in [
        r#""cellSize":60,"moves":7"#,
        r#""width":600,"height":600"#,
        r#""gridSize":60"#,
        r#""board":7,"map":"7""#,
        r#""size":null,"exit":null"#,
        r#""title":"Size: 7""#,
    ] {
        let puzzle = first_puzzle(&format!("{{{other},{CARS}}}")).unwrap();
        assert_eq!(puzzle.width(), 6, "{other}");
    }
    let code = format!("const width = canvas.width;\nconst levels = [{{{CARS}}}];\n");
    assert_eq!(first_puzzle(&code).unwrap().width(), 6);
}

/// Checks that a size that is not understood, or not possible, is refused.
#[test]
fn unknown_sizes_are_refused() {
    for (size, reason) in [
        (r#""size":"big""#, "'size: big' is not understood"),
        (r#""size":[7,7,7]"#, "'size: 7 7 7' is not understood"),
        (r#""size":[]"#, "'size: ' is not understood"),
        (r#""width":7,"height":8"#, "is not the size of a square"),
        (r#""size":"7x8""#, "is not the size of a square"),
        (r#""size":7,"gridSize":6"#, "is not the size of a square"),
        (r#""width":20,"height":20"#, "4x4 to 12x12"),
        (r#""rows":600"#, "4x4 to 12x12"),
    ] {
        let error = first_puzzle(&format!("{{{size},{CARS}}}")).unwrap_err();
        assert!(error.contains(reason), "{size}: {error}");
    }
    let error = first_puzzle("size: big\nX 3 3 H 2\nA 1 1 V 2\n").unwrap_err();
    assert!(error.contains("'size: big' is not understood"), "{error}");
}

/// Checks that lines above a list of cars state its size and exit, also above brackets.
#[test]
fn lines_above_cars_are_read() {
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
    let error = exit_of(&format!("{lines}exit: left\n")).unwrap_err();
    assert!(error.contains("write it above the cars"), "{error}");
    for title in TITLES {
        let found = exit_of(&format!("{title}\n{lines}"));
        assert_eq!(found.as_deref(), Ok("right"), "{title}");
    }
}

/// Checks that a title with a number and a size is no car, also above cars that are fewer than its
/// numbers.
#[test]
fn titles_can_have_numbers_and_sizes() {
    let cars = "X 1 4 H 2\nA 4 1 V 2\n";
    for title in [
        "Level 3 (7x7)",
        "Level 3: 7x7",
        "Small (7x7)",
        "7x7, level 3",
    ] {
        let puzzle = first_puzzle(&format!("{title}\n{cars}")).unwrap();
        assert_eq!(puzzle.width(), 7, "{title}");
        let entries = PuzzleNotation::RushHour.parse(&format!("{title}\n{cars}\n{title}\n{cars}"));
        assert!(
            entries.unwrap().iter().all(|entry| entry.puzzle.is_ok()),
            "{title}"
        );
    }
}

/// Checks that lists below the same size count rows and columns from the same number. Otherwise two
/// equal lists, above and below a size, would silently become different puzzles.
#[test]
fn lists_of_the_same_size_count_alike() {
    let usual = "X 1 3 H 2\nA 4 1 V 2\n";
    let larger = "X 1 4 H 2\nA 4 1 V 2\n";
    let puzzles = |text: &str| -> Vec<Result<usize, String>> {
        let entries = PuzzleNotation::RushHour.parse(text).unwrap();
        let puzzle = entries.into_iter().map(|entry| entry.puzzle);
        puzzle
            .map(|puzzle| {
                puzzle
                    .map(|puzzle| puzzle.width())
                    .map_err(|error| error.to_string())
            })
            .collect()
    };
    for size in ["size 7", "7", "Level 2 (7x7)"] {
        let found = puzzles(&format!("{usual}\n{size}\n{larger}\n{usual}\n{larger}"));
        assert_eq!(found[..2], [Ok(6), Ok(7)], "{size}");
        let error = found[2].as_ref().unwrap_err();
        assert!(error.contains("gets its size from line 4"), "{error}");
        assert_eq!(found[3], Ok(7), "{size}");
        let stated = puzzles(&format!(
            "{usual}\n{size}\n{larger}\n6\n{usual}\n7\n{usual}"
        ));
        assert_eq!(stated, [Ok(6), Ok(7), Ok(6), Ok(7)], "{size}");
    }
    let brackets = r#"[["X",1,4,"H",2],["A",4,1,"V",2]]"#;
    let other = brackets.replace("1,4", "1,3");
    let found = puzzles(&format!("size: 7\n{brackets}\n{other}\n"));
    assert_eq!(found[0], Ok(7));
    assert!(found[1].is_err());
}

/// Checks that lines above the boards of a level pack state the exit, until the next such line.
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
        for code in ["const target = 3;", "EXIT_ROW = 2"] {
            assert!(exit_of(&format!("{code}\n{boards}")).is_err(), "{code}");
        }
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
    let error = exit_of(&format!("\"{BOARD}\", 8\nexit: left\n")).unwrap_err();
    assert!(error.contains("state the exit above the boards"), "{error}");
}

/// Checks that an object beside or above a list of cars states a size and an exit, and that one that
/// cannot be applied is refused.
#[test]
fn settings_beside_cars_are_read() {
    let settings = r#"{"cellSize":60,"size":7,"exit":"left"}"#;
    for text in [
        format!("{{\"settings\":{settings},{CARS}}}"),
        format!("{{{CARS},\"meta\":{{\"author\":\"Eve\",\"board\":{settings}}}}}"),
        format!("{{\"meta\":{settings},\"levels\":[{{{CARS}}}]}}"),
        format!("const config = {settings};\nconst levels = [{{{CARS}}}];\n"),
        format!(
            "const config = {{\n  size: 7, // cells; not pixels\n  exit: 'left'\n}};\nlevels = [{{{CARS}}}]"
        ),
        format!("{settings}\n[[{{{CARS}}}]]\n"),
    ] {
        let puzzle = first_puzzle(&text.replace("3,3", "3,4")).unwrap();
        assert_eq!(puzzle.width(), 7, "{text}");
        assert_eq!(puzzle.leaving_car().unwrap().exit(), "left", "{text}");
    }
    let inner = format!(r#"{{"settings":{{"exit":"left"}},"levels":[{{"exit":"right",{CARS}}}]}}"#);
    let sized = r#"[{"name":"X","x":3,"y":3,"size":2,"dir":"H"},{"name":"A","x":6,"y":5,"size":2,"dir":"V"}]"#;
    let wide =
        r#"{"x":1,"y":3,"width":2,"height":1,"target":true},{"x":6,"y":5,"width":1,"height":2}"#;
    for cars in [
        sized,
        &format!("[{wide}]"),
        &format!("{{\"blocks\":[{wide}]}}"),
    ] {
        assert_eq!(first_puzzle(cars).unwrap().width(), 6, "{cars}");
    }
    let meta = r#""meta":{"name":"Hard","width":7,"height":7}"#;
    for levels in [format!("[{{{CARS}}}]"), format!("[{{{CARS}}},{{{CARS}}}]")] {
        let text = format!("{{{meta},\"levels\":{levels}}}").replace("3,3", "3,4");
        assert_eq!(first_puzzle(&text).unwrap().width(), 7, "{text}");
    }
    assert_eq!(exit_of(&inner).as_deref(), Ok("right"));
    for wrong in [
        r#""settings":{"size":"big"}"#,
        r#""settings":{"width":7,"height":8}"#,
        r#""settings":{"exit":"north"}"#,
        r#""settings":{"exitRow":3}"#,
        r#""settings":{"goal":"row 3, column 6"}"#,
        r#""settings":{"exit":"left"},"exit":"right""#,
        r#""settings":{"size":7},"size":8"#,
    ] {
        assert!(
            first_puzzle(&format!("{{{wrong},{CARS}}}")).is_err(),
            "{wrong}"
        );
    }
    for other in [
        r#""meta":{"author":"Eve","moves":7,"goal":"Get the red car out"}"#,
        r#""canvas":{"width":600,"height":600,"cellSize":60}"#,
        r#""settings":{"size":null,"exit":null}"#,
    ] {
        let found = exit_of(&format!("{{{other},{CARS}}}"));
        assert_eq!(found.as_deref(), Ok("right"), "{other}");
    }
    let function = "const draw = () => {\n  exit = doors[0];\n};\nfunction size() { return 7; }\n";
    let code = format!("const levels = [{{{CARS}}}];\n{function}");
    assert_eq!(exit_of(&code).as_deref(), Ok("right"));
}

/// Checks that an object beside or above the boards of a level pack states the exit.
#[test]
fn settings_beside_boards_are_read() {
    for text in [
        format!(r#"{{"settings":{{"exit":"left"}},"levels":["{BOARD}"]}}"#),
        format!(r#"{{"board":"{BOARD}","meta":{{"id":1,"rules":{{"exit":"left"}}}}}}"#),
        format!("const config = {{cellSize: 60, exit: 'left'}};\nconst levels = [\"{BOARD}\"];"),
        format!("{{\"exit\":\"left\",\"size\":6}}\n[\"{BOARD}\"]\n"),
    ] {
        assert_eq!(exit_of(&text).as_deref(), Ok("left"), "{text}");
    }
    for text in [
        format!(r#"{{"settings":{{"exit":"north"}},"levels":["{BOARD}"]}}"#),
        format!("const config = {{exit: 'north'}};\nconst levels = [\"{BOARD}\"];"),
    ] {
        assert!(exit_of(&text).is_err(), "{text}");
    }
    let code = format!("const levels = [\"{BOARD}\"];\nfunction f() {{ exit = doors[0]; }}\n");
    assert_eq!(exit_of(&code).as_deref(), Ok("right"));
}

/// Checks that a size beside a board of a level pack must be the size of the board.
#[test]
fn sizes_beside_boards_are_compared() {
    let texts = |size: &str, number: &str| {
        [
            format!("{{{size},\"board\":\"{BOARD}\"}}"),
            format!("{{\"board\":\"{BOARD}\",{size}}}"),
            format!("{{{size},\"levels\":[\"{BOARD}\",\"{BOARD}\"]}}"),
            format!("{{\"settings\":{{{size}}},\"levels\":[{{\"board\":\"{BOARD}\"}}]}}"),
            format!("board,size\n{BOARD},{number}\n"),
            format!("id;board;rows;columns\n1;{BOARD};{number};{number}\n"),
            format!("\"{BOARD}\", 8, size: {number}\n"),
        ]
    };
    for text in texts("\"size\":6", "6")
        .iter()
        .chain(&texts("\"width\":6,\"height\":6", "6"))
    {
        assert_eq!(first_puzzle(text).unwrap().width(), 6, "{text}");
    }
    for text in texts("\"size\":7", "7")
        .iter()
        .chain(&texts("\"size\":[7,7]", "7"))
    {
        let error = first_puzzle(text).unwrap_err();
        assert!(error.contains("the stated size is 7x7"), "{text}: {error}");
    }
    let wide = format!("{{\"width\":9,\"height\":4,\"board\":\"{BOARD}\"}}");
    for text in [wide, format!("board,width,height\n{BOARD},9,4\n")] {
        let error = first_puzzle(&text).unwrap_err();
        assert!(
            error.contains("is not the size of a square"),
            "{text}: {error}"
        );
    }
    let inner = format!("{{\"size\":7,\"levels\":[{{\"size\":6,\"board\":\"{BOARD}\"}}]}}");
    assert!(first_puzzle(&inner).is_ok());
    for other in [
        "\"cellSize\":60",
        "\"width\":600,\"height\":600",
        "\"size\":null",
    ] {
        let text = format!("{{{other},\"board\":\"{BOARD}\"}}");
        assert!(first_puzzle(&text).is_ok(), "{text}");
    }
    let moves = |text: String| first_puzzle(&text).unwrap().stated_moves();
    assert_eq!(moves(format!("board,size\n{BOARD},6\n")), None);
    assert_eq!(moves(format!("board,size,optimum\n{BOARD},6,8\n")), Some(8));
}

/// Checks that the lines that can stand above lines of cars can stand above brackets too, and hold
/// until they are stated again.
#[test]
fn lines_above_brackets_are_read() {
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
    for code in ["EXIT_ROW = 2", "const target = 3;"] {
        assert!(first_puzzle(&format!("{code}\n{list}")).is_err(), "{code}");
    }
    let error = first_puzzle(&format!("{list}car: X\n")).unwrap_err();
    assert!(error.contains("write it above the cars"), "{error}");
}

/// Checks that a letter as the target or the goal names the car that leaves.
#[test]
fn targets_are_cars() {
    let board = "BB....\n.C....\nDCEE..\nD.....\nFFF...\n......\n";
    let packed = board.replace('\n', "");
    let cars = r#"["B",1,1,"H",2],["C",2,2,"V",2],["E",3,3,"H",2],["F",6,5,"V",2]"#;
    for text in [
        format!("target: B\n{board}"),
        format!("{{\"target\":\"B\",\"cars\":[{cars}]}}"),
        format!("{{\"settings\":{{\"targetCar\":\"B\"}},\"cars\":[{cars}]}}"),
        format!("{{\"goal\":\"B\",\"board\":\"{packed}\"}}"),
        format!("target: B\n\"{packed}\", 8\n"),
        format!("board,target\n{packed},B\n"),
    ] {
        let puzzle = first_puzzle(&text).unwrap();
        assert_eq!(puzzle.leaving_car().unwrap().label, 'B', "{text}");
    }
    for wrong in ["\"Z\"", "\"B\",\"goal\":\"E\"", "\"red\"", "3"] {
        let text = format!("{{\"target\":{wrong},\"cars\":[{cars}]}}");
        assert!(first_puzzle(&text).is_err(), "{text}");
    }
}

/// Checks that a line above drawn boards states their exit, until the next such line.
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
        let error = exit_of(&format!("{board}exit: left\n")).unwrap_err();
        assert!(error.contains("state the exit above the boards"), "{error}");
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

/// Checks that a size above a level pack or a drawing is compared with the boards. Their text already
/// shows their size, so another one means that the text was cut off or belongs to other boards.
#[test]
fn sizes_above_boards_are_compared() {
    let line = format!("{BOARD}\n");
    let pack = format!("levels = [\"{BOARD}\", \"{BOARD}\"]\n");
    let records = format!("[{{\"board\":\"{BOARD}\",\"moves\":8}}]\n");
    let row = format!("\"{BOARD}\", 8\n");
    let drawing = "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.\n";
    let check = |size: &str, text: &str| {
        let read = |side: usize| {
            let stated = size.replace('N', &side.to_string());
            first_puzzle(&format!("{stated}\n{text}"))
        };
        assert_eq!(read(6).map(|found| found.width()), Ok(6), "{size}\n{text}");
        let error = read(7).unwrap_err();
        assert!(
            error.contains("the stated size is 7x7"),
            "{size}\n{text}{error}"
        );
    };
    for size in ["NxN", "N N", "size: N", "Size: NxN"] {
        for text in [&line, &pack, &records, &row, drawing] {
            check(size, text);
        }
    }
    for size in [
        "Level 3 (NxN)",
        "// NxN boards",
        "const size = N;",
        "config = dict(size=N)",
        "const config = {cellSize: 60, size: N};",
        "const config = {grid: {width: N, height: N}};",
    ] {
        check(size, &pack);
    }
    // A size in pixels, a single number and a size below the boards are none of the boards.
    for other in ["const size = 420;", "7", "const width = canvas.width;"] {
        assert!(first_puzzle(&format!("{other}\n{pack}")).is_ok(), "{other}");
        assert!(first_puzzle(&format!("{pack}\n{other}")).is_ok(), "{other}");
    }
}

/// Checks that a row of a drawing with zeros for empty cells, such as `0XX000`, is not read as the
/// size 0x0, neither alone nor below a size.
#[test]
fn rows_with_zeros_are_no_sizes() {
    for row in ["0XX000", "00XX00", "000XX0", "XX0000", "0000XX"] {
        let map = format!("000000\n0AAA00\n{row}\n000000\n000000\n0BB000\n");
        let expected = first_puzzle(&map.replace('0', ".")).unwrap().to_string();
        for size in ["", "6 6\n", "6x6\n"] {
            let found = first_puzzle(&format!("{size}{map}")).map(|found| found.to_string());
            assert_eq!(found.as_ref(), Ok(&expected), "{size}{map}");
        }
    }
}

/// Checks that a title or an object in Python above a list of cars in brackets states its size.
#[test]
fn sizes_in_code_above_lists_are_read() {
    for size in [
        "Level 3 (7x7)",
        "// 7x7 boards",
        "7x7",
        "config = dict(size=7)",
    ] {
        let text = format!("{size}\nlevels = [{{{CARS}}}]\n");
        let puzzle = first_puzzle(&text).unwrap_or_else(|error| panic!("{text}{error}"));
        assert_eq!(puzzle.width(), 7, "{text}");
    }
}

/// Checks that arrays in which nothing resembles a car are skipped beside a list of cars, and that a
/// list of cars with mistakes is not.
#[test]
fn arrays_of_settings_are_no_cars() {
    for array in [
        r#""colors":["red","blue"]"#,
        r#""colors":[[255,0,0],[0,0,255]]"#,
        r#""padding":[4,4,4,4],"speeds":[0.5,1]"#,
        r#""themes":{"dark":["black","grey"],"light":["white"]}"#,
    ] {
        for text in [
            format!("{{\"settings\":{{{array}}},{CARS}}}"),
            format!("{{\"settings\":{{{array}}},\"levels\":[{{{CARS}}}]}}"),
            format!("{{{array},\"levels\":[{{{CARS}}}]}}"),
        ] {
            let entries = PuzzleNotation::RushHour.parse(&text).unwrap();
            assert_eq!(entries.len(), 1, "{text}");
            assert!(entries[0].puzzle.is_ok(), "{text}");
        }
    }
    for wrong in [
        r#"{"cars":[["X","H"]]}"#,
        r#"{"cars":[["X",3,"H",2.5]]}"#,
        r#"{"cars":["X","A"]}"#,
    ] {
        let text = format!("{{\"levels\":[{{{CARS}}},{wrong}]}}");
        let entries = PuzzleNotation::RushHour.parse(&text).unwrap();
        let are_valid: Vec<bool> = entries.iter().map(|entry| entry.puzzle.is_ok()).collect();
        assert_eq!(are_valid, [true, false], "{text}");
    }
}

/// Returns what each puzzle of a text requires, such as `X right`, or `refused`.
fn goals_of(text: &str) -> Vec<String> {
    let notation = PuzzleNotation::of(text);
    let Ok(entries) = notation.parse(text) else {
        return vec!["refused".to_owned()];
    };
    let goal = |puzzle: Puzzle| {
        let car = puzzle.leaving_car().unwrap();
        format!("{} {}", car.label, car.exit())
    };
    let goals = entries.into_iter().map(|entry| entry.puzzle.map(goal));
    goals
        .map(|goal| goal.unwrap_or("refused".to_owned()))
        .collect()
}

/// Checks that an object is one board: all lists of cars in it belong to this board, or the object is
/// refused.
#[test]
fn an_object_is_one_board() {
    let cars = r#"[["X",1,2,"H",2],["A",0,0,"V",2]]"#;
    let trucks = r#"[["O",3,1,"V",3],["T",0,5,"H",3]]"#;
    for text in [
        format!(r#"{{"cars":{cars},"trucks":{trucks}}}"#),
        format!("cars = {cars}\ntrucks = {trucks}\n"),
        format!(r#"{{"player":["X",1,2,"H",2],"cars":[["A",0,0,"V",2]],"trucks":{trucks}}}"#),
        format!(r#"{{"player":[["X",1,2,"H",2]],"cars":[["A",0,0,"V",2]],"trucks":{trucks}}}"#),
    ] {
        assert_eq!(goals_of(&text), ["X right"], "{text}");
        assert_eq!(first_puzzle(&text).unwrap().pieces().len(), 4, "{text}");
    }
    let other = r#"[["X",1,2,"H",2],["A",0,1,"V",2]]"#;
    for text in [
        format!(r#"{{"easy":{cars},"hard":{other}}}"#),
        format!(r#"{{"cars":{cars},"other":{{"cars":{other}}}}}"#),
        format!(r#"{{"board":"{BOARD}","cars":{cars}}}"#),
    ] {
        assert_eq!(goals_of(&text), ["refused"], "{text}");
    }
    let levels = format!(r#"{{"level1":{cars},"level2":{other}}}"#);
    assert_eq!(goals_of(&levels), ["X right", "X right"]);
}

/// Checks that walls beside a board or a list of cars are refused, whatever their form.
#[test]
fn walls_beside_boards_are_refused() {
    let cars = r#""cars":[["X",1,2,"H",2],["A",0,0,"V",2]]"#;
    let board = format!("\"board\":\"{BOARD}\"");
    for level in [cars, &board] {
        for walls in [
            r#""walls":[14,20]"#,
            r#""walls":{"row":2,"col":3}"#,
            r#""walls":[[4,4]]"#,
            r#""obstacles":[{"x":4,"y":4}]"#,
            r#""blockedCells":"14,20""#,
        ] {
            for text in [
                format!("{{{walls},{level}}}"),
                format!("{{\"settings\":{{{walls}}},\"levels\":[{{{level}}}]}}"),
            ] {
                assert_eq!(goals_of(&text), ["refused"], "{text}");
            }
        }
        for none in [r#""walls":[]"#, r#""wallColor":"black""#, r#""walls":0"#] {
            let text = format!("{{{none},{level}}}");
            assert_eq!(goals_of(&text), ["X right"], "{text}");
        }
    }
    for text in [
        format!("walls: 14, 20\n{BOARD}\n"),
        format!("board;walls\n{BOARD};14\n"),
        "walls: 14\nX 1 2 H 2\nA 0 0 V 2\n".to_owned(),
        r#"[{"name":"X","x":1,"y":2,"length":2,"dir":"H"},{"x":4,"y":4,"length":2,"dir":"H","fixed":true}]"#
            .to_owned(),
    ] {
        assert_eq!(goals_of(&text), ["refused"], "{text}");
    }
}

/// Checks that a value in an item of YAML or TOML applies to the board of the same item, above or below
/// it.
#[test]
fn values_of_items_apply_to_their_boards() {
    for (text, goals) in [
        (
            "- board: \"@\"\n  exit: left\n- board: \"@\"\n",
            ["X left", "X right"],
        ),
        (
            "- exit: left\n  board: \"@\"\n- board: \"@\"\n",
            ["X left", "X right"],
        ),
        (
            "- board: \"@\"\n  car: R\n- board: \"@\"\n",
            ["R right", "X right"],
        ),
        (
            "a:\n  - board: \"@\"\n    exit: left\n  - board: \"@\"\n",
            ["X left", "X right"],
        ),
        (
            "- board: \"@\"\n  meta: {exit: left}\n- board: \"@\"\n",
            ["X left", "X right"],
        ),
        (
            "[[a]]\nboard = \"@\"\nexit = \"left\"\n[[a]]\nboard = \"@\"\n",
            ["X left", "X right"],
        ),
        (
            "[a]\nboard = \"@\"\nplayer = \"R\"\n[b]\nboard = \"@\"\n",
            ["R right", "X right"],
        ),
        (
            "exit: left\n- board: \"@\"\n- board: \"@\"\n  exit: right\n",
            ["X left", "X right"],
        ),
        (
            "- board: \"@\"\n  door: left\n- board: \"@\"\n",
            ["refused", "X right"],
        ),
    ] {
        assert_eq!(goals_of(&text.replace('@', BOARD)), goals, "{text}");
    }
    let cars = "cars = [[\"X\",1,2,\"H\",2],[\"A\",0,0,\"V\",2]]\n";
    let text = format!("[[level]]\n{cars}exit = \"left\"\n[[level]]\n{cars}");
    assert_eq!(goals_of(&text), ["X left", "X right"]);
}

/// Checks that the leaving car is read under the usual names, or refused if it is not clear.
#[test]
fn leaving_cars_have_many_names() {
    for name in [
        "car",
        "player",
        "mainCar",
        "main",
        "hero",
        "red",
        "targetCar",
        "exit_car",
    ] {
        for text in [
            format!("{{\"board\":\"{BOARD}\",\"{name}\":\"R\"}}"),
            format!("{{\"{name}\":\"R\",\"levels\":[\"{BOARD}\"]}}"),
            format!("board,{name}\n{BOARD},R\n"),
            format!("{name}: R\n{BOARD}\n"),
        ] {
            assert_eq!(goals_of(&text), ["R right"], "{text}");
        }
    }
    for name in ["special", "vip"] {
        let text = format!("{{\"board\":\"{BOARD}\",\"{name}\":\"R\"}}");
        let error = PuzzleNotation::of(&text).parse(&text).unwrap().remove(0);
        assert!(error.puzzle.unwrap_err().asks_for_car, "{text}");
        let named = PuzzleNotation::RushHour.parse_with_car(&text, Some('R'));
        assert!(named.unwrap().remove(0).puzzle.is_ok(), "{text}");
    }
    for (marked, other) in [
        (r#""main":true"#, r#""main":false"#),
        (r#""isRed":true"#, r#""isRed":false"#),
        (r#""color":"red""#, r#""color":"blue""#),
        (r#""type":"player""#, r#""type":"car""#),
    ] {
        let text = format!(
            r#"[{{"id":"a","x":0,"y":4,"length":2,"dir":"H",{marked}}},{{"id":"b","x":1,"y":2,"length":2,"dir":"H",{other}}},{{"id":"c","x":4,"y":0,"length":2,"dir":"V"}}]"#
        );
        assert_eq!(goals_of(&text), ["a right"], "{text}");
    }
}

/// Checks that all columns of a table are read, and that an exit without a name is one too.
#[test]
fn all_columns_of_tables_are_read() {
    for (table, goal) in [
        ("board,target,exit\n@,X,left\n", "X left"),
        ("board,exit,target\n@,left,R\n", "R left"),
        ("exit;id;player;board\nleft;1;R;@\n", "R left"),
        ("@,8,left\n", "X left"),
        ("board,door\n@,left\n", "refused"),
    ] {
        assert_eq!(goals_of(&table.replace('@', BOARD)), [goal], "{table}");
    }
}

/// Checks that lines and constants with an unusual name or form are read or refused.
#[test]
fn unusual_statements_are_not_dropped() {
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
        (format!("The exit is on the left\n{cars}"), "refused"),
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

/// Checks that the message for a list with several meanings shows boards that can be read instead.
#[test]
fn advice_for_unclear_lists_works() {
    for list in [
        "car,orientation,col,row,length\nX,H,3,5,2\nA,V,1,1,2\n",
        r#"{"cars":[["X",2,2,"H",2],["A",1,4,"V",2],["B",4,4,"H",2]]}"#,
        r#"{"exit":"left","cars":[{"id":"A","x":3,"y":5,"length":2,"dir":"H","isTarget":true},{"id":"B","x":1,"y":1,"length":2,"dir":"V"}]}"#,
    ] {
        let error = first_puzzle(list).unwrap_err();
        assert!(error.contains("can be read in several ways"), "{error}");
        // The quoted texts are the lines to write above the board, and the boards.
        let quoted: Vec<&str> = error.split('\'').skip(1).step_by(2).collect();
        let (boards, lines): (Vec<&str>, Vec<&str>) =
            quoted.into_iter().partition(|text| text.len() == 36);
        assert_eq!(boards.len(), 2, "{error}");
        for board in boards {
            let text = format!("{}\n{board}\n", lines.join("\n"));
            let car = first_puzzle(&text).unwrap().leaving_car().unwrap();
            let is_left = list.contains("left");
            assert_eq!(car.exit(), if is_left { "left" } else { "right" }, "{text}");
            assert_eq!(car.label, if is_left { 'A' } else { 'X' }, "{text}");
        }
    }
}
