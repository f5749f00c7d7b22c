//! Tests of how a text names the car that leaves the board.

use fifteen_blocks::format::PuzzleNotation;

use super::texts::{BOARD, first_puzzle, goals_of};

/// A letter that is stated as the target or the goal names the car that leaves.
#[test]
fn a_letter_as_target_names_the_leaving_car() {
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

/// The leaving car is read under its usual names. If it is not clear which car leaves, the text is
/// refused.
#[test]
fn the_leaving_car_is_read_under_its_usual_names() {
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

/// The error message for an ambiguous list shows boards that can be read instead.
#[test]
fn the_advice_for_an_ambiguous_list_can_be_followed() {
    for list in [
        "car,orientation,col,row,length\nX,H,3,5,2\nA,V,1,1,2\n",
        r#"{"cars":[["X",2,2,"H",2],["A",1,4,"V",2],["B",4,4,"H",2]]}"#,
        r#"{"exit":"left","cars":[{"id":"A","x":3,"y":5,"length":2,"dir":"H","isTarget":true},{"id":"B","x":1,"y":1,"length":2,"dir":"V"}]}"#,
    ] {
        let error = first_puzzle(list).unwrap_err();
        assert!(error.contains("can be read in several ways"), "{error}");
        // The quoted texts in the message are the lines to write above the board, and the boards
        // themselves.
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
