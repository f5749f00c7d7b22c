//! Tests of how the sizes of boards are read in level packs and lists of cars.

use fifteen_blocks::format::PuzzleNotation;

use super::texts::{BOARD, CARS, first_puzzle};

/// A size that is stated beside a list of cars is read. If there are several, the innermost one
/// applies.
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

/// A size that is impossible or not understood is refused.
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

/// A title that contains a number and a size is not read as a car, even if its number is larger
/// than the number of cars below it.
#[test]
fn titles_with_numbers_and_sizes_are_not_read_as_cars() {
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

/// All lists below the same size count rows and columns from the same number, 0 or 1. Otherwise two
/// equal lists, one above and one below a size, would silently become different puzzles.
#[test]
fn lists_below_the_same_size_count_from_the_same_number() {
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

/// A size that is stated beside a board of a level pack must be the size of this board.
#[test]
fn sizes_beside_boards_must_be_the_size_of_the_board() {
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

/// A size above a level pack or a drawing must be the size of the boards. The text of a board
/// already shows its size, so a different one means that the text was cut off or belongs to other
/// boards.
#[test]
fn sizes_above_boards_must_be_the_size_of_the_boards() {
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
    // A size in pixels, a single number and a size below the boards do not state the size of the
    // boards.
    for other in ["const size = 420;", "7", "const width = canvas.width;"] {
        assert!(first_puzzle(&format!("{other}\n{pack}")).is_ok(), "{other}");
        assert!(first_puzzle(&format!("{pack}\n{other}")).is_ok(), "{other}");
    }
}

/// A row of a drawing in which zeros are empty cells, such as `0XX000`, is not read as the size
/// 0x0, neither alone nor below a size.
#[test]
fn rows_with_zeros_are_not_read_as_sizes() {
    for row in ["0XX000", "00XX00", "000XX0", "XX0000", "0000XX"] {
        let map = format!("000000\n0AAA00\n{row}\n000000\n000000\n0BB000\n");
        let expected = first_puzzle(&map.replace('0', ".")).unwrap().to_string();
        for size in ["", "6 6\n", "6x6\n"] {
            let found = first_puzzle(&format!("{size}{map}")).map(|found| found.to_string());
            assert_eq!(found.as_ref(), Ok(&expected), "{size}{map}");
        }
    }
}

/// A title or a Python object above a list of cars in brackets states its size.
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

/// A number above lines of cars is not read as their size if it is the number of lines.
#[test]
fn the_number_of_cars_is_not_read_as_a_size() {
    let trucks = (0..6).map(|column| format!("{column} 0 v 2\n"));
    let cars = format!("1 2 h 2\n{}", trucks.collect::<String>());
    let error = first_puzzle(&format!("7\n{cars}")).unwrap_err();
    assert!(error.contains("the number of cars"), "{error}");
    for size in ["6", "6\n7", "size: 7", "7x7"] {
        let found = first_puzzle(&format!("{size}\n{cars}"));
        assert!(
            !found.is_err_and(|error| error.contains("the number of cars")),
            "{size}"
        );
    }
}
