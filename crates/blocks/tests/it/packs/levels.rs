//! Tests of which parts of a level pack are levels, and which values apply to them.

use fifteen_blocks::format::PuzzleNotation;

use super::texts::{BOARD, CARS, exit_of, first_puzzle, goals_of};

/// Brackets and numbers in a quoted name have no meaning.
#[test]
fn brackets_and_numbers_in_quoted_names_have_no_meaning() {
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

/// An object beside or above a list of cars can state the size and the exit. It is refused if its
/// values cannot be applied.
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
        r#""settings":{"exitRow":"third"}"#,
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

/// An object beside or above the boards of a level pack can state the exit.
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

/// Beside a list of cars, arrays that contain nothing like a car are skipped. A list of cars that
/// contains mistakes is not skipped.
#[test]
fn arrays_of_settings_are_not_read_as_cars() {
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

/// An object describes one board. All lists of cars in it belong to this board, or the object is
/// refused.
#[test]
fn an_object_describes_one_board() {
    let cars = r#"[["X",1,2,"H",2],["A",0,0,"V",2]]"#;
    let trucks = r#"[["O",3,1,"V",3],["T",0,5,"H",3]]"#;
    for text in [
        format!(r#"{{"cars":{cars},"trucks":{trucks}}}"#),
        format!("cars = {cars}\ntrucks = {trucks}\n"),
        format!(
            r#"{{"cars":{{"X":{},"A":{}}},"trucks":{{"O":{},"T":{}}}}}"#,
            r#"{"x":1,"y":2,"length":2,"dir":"H"}"#,
            r#"{"x":0,"y":0,"length":2,"dir":"V"}"#,
            r#"{"x":3,"y":1,"length":3,"dir":"V"}"#,
            r#"{"x":0,"y":5,"length":3,"dir":"H"}"#
        ),
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
        format!(r#"{{"easyCars":{cars},"hardCars":{trucks}}}"#),
        format!("cars_easy = {cars}\ncars_hard = {trucks}\n"),
    ] {
        assert_eq!(goals_of(&text), ["refused"], "{text}");
    }
    for levels in [
        format!(r#"{{"level1":{cars},"level2":{other}}}"#),
        format!(r#"{{"blocks1":{cars},"blocks2":{other}}}"#),
        format!("blocks1 = {cars}\nblocks2 = {other}\n"),
        format!("cars1 = {cars}\ntrucks1 = {trucks}\ncars2 = {other}\n"),
    ] {
        assert_eq!(goals_of(&levels), ["X right", "X right"], "{levels}");
    }
}

/// A drawing beside a list of cars is refused, because they could be different boards.
#[test]
fn drawings_beside_cars_are_refused() {
    let drawing = "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.\n";
    let spaced: String = drawing.chars().flat_map(|c| [c, ' ']).collect();
    let spaced = spaced.replace("\n ", "\n");
    for cars in [
        "X 1 2 H 2\nA 0 0 V 2\n",
        "[['X',1,2,'H',2],['A',0,0,'V',2]]\n",
    ] {
        for drawing in [drawing, &spaced, &drawing.replace("XQ.O\n", "XQ.OK\n")] {
            for text in [
                format!("{drawing}\n{cars}"),
                format!("{cars}\n{drawing}"),
                format!("board:\n{drawing}\ncars:\n{cars}"),
            ] {
                let error = first_puzzle(&text).unwrap_err();
                assert!(error.contains("begins a drawing beside"), "{text}{error}");
            }
        }
        let comment = drawing.replace('\n', "\n# ");
        assert!(first_puzzle(&format!("# {comment}\n{cars}")).is_ok());
    }
}

/// Walls that are stated beside a board or a list of cars are refused in every form.
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

/// In YAML and TOML, a value in an item applies to the board of the same item, whether it is above
/// or below the board.
#[test]
fn values_in_an_item_apply_to_the_board_of_the_item() {
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

/// A value in an indented block of YAML applies to the board of the same block.
#[test]
fn values_of_blocks_apply_to_their_boards() {
    let cars = "  cars:\n    - [X, 1, 2, H, 2]\n    - [A, 0, 0, V, 2]\n";
    let names =
        "  cars:\n    X: {x: 1, y: 2, length: 2, dir: H}\n    A: {x: 0, y: 0, length: 2, dir: V}\n";
    let rows =
        "  board: |\n    AA...O\n    P..Q.O\n    PXXQ.O\n    P..Q..\n    B...CC\n    B.RRR.\n";
    let board = format!("  board: {BOARD}\n");
    for level in [
        cars,
        names,
        rows,
        &board,
        &format!("  board: \"{BOARD}\"\n"),
    ] {
        for (text, goals) in [
            ("level1:\n  exit: left\n@level2:\n@", ["X left", "X right"]),
            ("level1:\n@  exit: left\nlevel2:\n@", ["X left", "X right"]),
            (
                "exit: left\na1:\n@\na2:\n  exit:\n    x: 5\n    y: 2\n@",
                ["X left", "X right"],
            ),
            (
                "a:\n  door:\n    x: 5\n    y: 2\n@b:\n@",
                ["refused", "X right"],
            ),
        ] {
            let text = text.replace('@', level);
            assert_eq!(goals_of(&text), goals, "{text}");
        }
    }
    let code = format!("levels = [\"{BOARD}\"]\nif done:\n    exit = door.cell\n    x: int = 3\n");
    assert_eq!(goals_of(&code), ["X right"], "{code}");
}

/// All columns of a table are read, even a column without a name that contains exits.
#[test]
fn all_columns_of_tables_are_read() {
    for (table, goal) in [
        ("board,target,exit\n@,X,left\n", "X left"),
        ("board,exit,target\n@,left,R\n", "R left"),
        ("board,exit\n@,\"0, 2\"\n", "X left"),
        ("exit;id;player;board\nleft;1;R;@\n", "R left"),
        ("@,8,left\n", "X left"),
        ("board,door\n@,left\n", "refused"),
    ] {
        assert_eq!(goals_of(&table.replace('@', BOARD)), [goal], "{table}");
    }
}

/// A YAML list of cars is read in all of its forms, and each level keeps its own values.
#[test]
fn yaml_lists_of_cars_are_read() {
    let cars = "- name: X\n  x: 1\n  y: 2\n  length: 2\n  dir: H\n- name: A\n  x: 0\n  y: 0\n  length: 2\n  dir: V\n";
    let lines = cars.lines().map(|line| format!("    {line}\n"));
    let indented: String = lines.collect();
    let levels = format!("levels:\n- exit: left\n  cars:\n{indented}- cars:\n{indented}");
    for (text, goals) in [
        (cars, &["X right"][..]),
        (
            "cars:\n- [X, 1, 2, H, 2]\n- [A, 0, 0, V, 2]\n",
            &["X right"],
        ),
        (&levels, &["X left", "X right"]),
    ] {
        assert_eq!(goals_of(text), goals, "{text}");
    }
}

/// Brackets that are nested too deeply are an error. The time to detect it is proportional to the
/// number of brackets.
#[test]
fn deeply_nested_brackets_are_refused() {
    for deep in [r#"{"x":1,"#.repeat(80_000), "[".repeat(100_000)] {
        let text = format!("[{{{CARS}}},{deep}");
        let error = first_puzzle(&text).unwrap_err();
        assert!(error.contains("more than 64 brackets"), "{error}");
    }
}

/// The first line of a list is not ignored if it is a car with a mistake or a comment.
#[test]
fn the_first_line_of_a_list_is_never_ignored() {
    for first in ["A 3 0 3 W", "A 3 0 3 V green", "#1 3 0 3 V", "; A 3 0 3 V"] {
        let text = format!("{first}\nX 0 2 2 H\nB 5 3 2 V\n");
        let message = first_puzzle(&text).unwrap_err();
        assert!(message.contains("is not a car"), "{text}: {message}");
    }
}

/// Cars and boards in comments are not read, and such comments do not end a list.
#[test]
fn comments_are_no_cars() {
    let object =
        |name: char, x: usize| format!(r#"{{"name":"{name}","x":{x},"y":2,"length":2,"dir":"H"}}"#);
    let objects = format!(
        "[{},\n<{},>\n{}]",
        object('X', 0),
        object('A', 2),
        object('B', 4)
    );
    for (begin, end) in [
        ("# ", ""),
        ("#", ""),
        ("// ", ""),
        ("/* ", " */"),
        ("/*\n", "\n*/"),
        ("<!-- ", " -->"),
    ] {
        for cars in [
            "X 1 2 H 2\n<A 0 0 V 2>\nB 4 0 V 2\n",
            "<A 0 0 V 2>\nX 1 2 H 2\nB 4 0 V 2\n",
            "- [X, 1, 2, H, 2]\n<- [A, 0, 0, V, 2]>\n- [B, 4, 0, V, 2]\n",
            &objects,
        ] {
            let text = cars.replace('<', begin).replace('>', end);
            let labels = first_puzzle(&text).map(|puzzle| puzzle.pieces().len());
            assert_eq!(labels, Ok(2), "{text}");
        }
        let text = format!("{begin}\"{BOARD}\", 8{end}\n\"{BOARD}\", 9\n");
        assert_eq!(
            first_puzzle(&text).unwrap().stated_moves(),
            Some(9),
            "{text}"
        );
    }
    // A row of a drawing can begin with a wall.
    let drawing = "AA...O\n...Q.O\n#XXQ.O\n#..Q..\nB...CC\nB.RRR.\n";
    let spaced: String = drawing.chars().flat_map(|c| [c, ' ']).collect();
    let spaced = spaced.replace("\n ", "\n");
    assert_eq!(first_puzzle(&spaced), first_puzzle(drawing));
    assert_eq!(first_puzzle(drawing).unwrap().cells().len(), 36);
}

/// An object that contains cars is a level, even if it also states the numbers of its rows and
/// columns.
#[test]
fn a_level_can_state_its_rows_and_columns() {
    let text = format!("[{{\"level\":1,\"row\":6,\"col\":6,{CARS}}}]");
    assert_eq!(goals_of(&text), ["X right"], "{text}");
}

/// `#` stands for an empty cell in a drawing without other signs for empty cells.
#[test]
fn empty_cells_can_be_hashes() {
    let dots = "..AA.O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.\n";
    let hashes = dots.replace('.', "#");
    let spaced: String = hashes.chars().flat_map(|c| [c, ' ']).collect();
    let spaced = spaced.replace("\n ", "\n");
    for drawing in [hashes, spaced] {
        assert_eq!(first_puzzle(&drawing), first_puzzle(dots), "{drawing}");
        let remarks = PuzzleNotation::RushHour.parse(&drawing).unwrap()[0].remarks();
        assert!(
            remarks[0].contains("'#' was read as an empty cell"),
            "{remarks:?}"
        );
    }
}

/// A size that is stated below a list of another size is refused instead of ignored.
#[test]
fn another_size_below_a_list_is_refused() {
    for size in ["SIZE = 7", "size: 7"] {
        let text = format!("{{{CARS}}}\n{size}\n");
        assert_eq!(goals_of(&text), ["refused"], "{text}");
    }
}
