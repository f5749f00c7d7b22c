//! Good solutions of boards that take long: sent as they are found, and kept at a limit.

use std::io::{BufRead, BufReader};

use fifteen_solver::{Convention, Path, notation};
use serde_json::{Value, json};

use crate::patient;
use crate::support::{hard, start, start_with};

/// The fifth of Korf's 50 boards of the 24-puzzle: 100 moves, with the blank first in the goal.
const BOARD: &str = "17 1 20 9 16 / 2 22 19 14 5 / 15 21 0 3 24 / 23 18 13 12 7 / 10 8 6 4 11";
const SHORTEST: u64 = 100;
const GOAL: &str = "0 1 2 3 4 / 5 6 7 8 9 / 10 11 12 13 14 / 15 16 17 18 19 / 20 21 22 23 24";

fn question(more: Value) -> Value {
    let mut question = json!({ "board": BOARD, "goal": "first", "heuristic": "linear-conflict" });
    question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    question
}

/// `upper` and `bound` of a record or an event whose moves solve the board.
fn checked(data: &Value) -> (u64, u64) {
    let [board, goal] = [BOARD, GOAL].map(|text| notation::parse(text, None).unwrap());
    let path = Path::parse(data["moves"].as_str().unwrap(), Convention::Tile).unwrap();
    assert!(path.solves(&board, &goal), "{data}");
    let [upper, bound] = ["upper", "bound"].map(|name| data[name].as_u64().unwrap());
    assert!(upper == path.len() as u64 && upper >= SHORTEST && bound <= SHORTEST, "{data}");
    (upper, bound)
}

#[test]
fn the_first_solution_ends_the_search() {
    let server = start();
    let events = server.events("/api/solve", &question(json!({ "first": true })));
    let solutions: Vec<_> = events.iter().filter(|(name, _)| name == "solution").collect();
    let (last, record) = events.last().unwrap();
    let (upper, bound) = checked(record);
    assert_eq!((last.as_str(), solutions.len()), ("result", 1), "{events:?}");
    assert_eq!((checked(&solutions[0].1), &solutions[0].1["moves"]), ((upper, bound), &record["moves"]));
    assert_eq!((&record["status"], &record["gap"]), (&json!("limit"), &json!(upper - bound)), "{record}");
    assert!(record["error"].is_null() && record["length"].is_null(), "{record}");
}

#[test]
fn better_solutions_are_sent_once_and_a_limit_keeps_the_best() {
    let server = start();
    let events = server.events("/api/solve", &question(json!({ "seconds": 3 })));
    let solutions: Vec<_> = events.iter().filter(|(name, _)| name == "solution").map(|(_, data)| data).collect();
    let lengths: Vec<_> = solutions.iter().map(|data| checked(data).0).collect();
    // Each run of the search, on three levels, finds the same ones.
    assert!(lengths.len() > 1 && lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
    let record = &events.last().unwrap().1;
    let (upper, bound) = checked(record);
    assert_eq!((Some(&upper), &record["moves"]), (lengths.last(), &solutions.last().unwrap()["moves"]));
    assert_eq!((&record["status"], &record["gap"]), (&json!("limit"), &json!(upper - bound)), "{record}");
    assert!(record["error"].as_str().unwrap().contains("time"), "{record}");
}

#[test]
fn a_search_ends_within_a_percentage() {
    let server = start();
    let (status, record) = server.post("/api/solve", &question(json!({ "within": 50 })));
    let (upper, bound) = checked(&record);
    assert!(status == 200 && upper as f64 <= 1.5 * bound as f64, "{record}");
    let easy = json!({ "board": "8 6 7 / 2 5 4 / 3 0 1", "within": 0 });
    let (_, record) = server.post("/api/solve", &easy);
    assert_eq!((&record["status"], &record["upper"], &record["gap"]), (&json!("solved"), &json!(31), &json!(0)));
}

#[test]
fn a_busy_server_has_a_solution_at_once() {
    let server = start_with(patient());
    let busy: Vec<_> = (0..2).map(|_| server.begin("/api/solve", &hard())).collect();
    server.wait_for_load(2, 0);
    let stream = server.begin("/api/solve", &question(json!({})));
    let lines = BufReader::new(&stream).lines().map(Result::unwrap);
    let data = lines.skip_while(|line| line != "event: solution").nth(1).unwrap();
    checked(&serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap());
    // Its search has to wait for its turn.
    server.wait_for_load(2, 1);
    drop(busy);
}

#[test]
fn only_fast_mode_of_ida_has_it() {
    let server = start();
    for (more, expected) in [
        (json!({ "first": true, "mode": "plain" }), "'first' is for fast mode of ida"),
        (json!({ "within": 5, "algorithm": "astar" }), "'within' is for fast mode of ida"),
        (json!({ "within": 5, "all": 3 }), "'within' is for fast mode of ida"),
        (json!({ "within": -1 }), "'within' takes a percentage"),
    ] {
        let (status, answer) = server.post("/api/solve", &question(more));
        assert_eq!(status, 422, "{answer}");
        assert!(answer["error"].as_str().unwrap().contains(expected), "{answer}");
    }
    let (status, _) =
        server.post("/api/solve", &json!({ "board": "1 2 3 / 4 5 6 / 7 0 8", "mode": "plain", "first": false }));
    assert_eq!(status, 200);
}
