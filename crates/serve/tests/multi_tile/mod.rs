//! The metric of a question: slides of several tiles counted as one move.

use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Metric, Mode, Options, Request, Setup, notation};
use serde_json::json;

use crate::steady;
use crate::support::start;

#[test]
fn a_multi_tile_solution_is_the_record_of_the_library() {
    let server = start();
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let setup = Setup { metric: Metric::MultiTile, for_one_board: true, ..Setup::default() };
    let solver = setup.open(board.size()).unwrap();
    let search = Options { mode: Mode::Fast { threads: 1 }, ..Options::default() };
    let request = Request { setup, search, stats: true, ..Request::default() };
    let expected = BoardRecord::new(1, board, &solver, solver.solve(&board, &request.search), &request);
    assert_eq!(expected.length, Some(20));
    let question = json!({ "board": board.to_string(), "metric": "multi-tile", "stats": true });
    let (status, record) = server.post("/api/solve", &question);
    assert_eq!((status, steady(record)), (200, steady(serde_json::to_value(expected).unwrap())));
    let (_, single) = server.post("/api/solve", &json!({ "board": board.to_string(), "metric": "single-tile" }));
    assert_eq!((&single["length"], &single["metric"]), (&json!(31), &json!("single-tile")));
    let events = server.events("/api/solve", &question);
    let bounds: Vec<_> = events.iter().filter(|(name, _)| name == "iteration").map(|(_, e)| &e["bound"]).collect();
    assert_eq!(bounds.last(), Some(&&json!(20)), "{events:?}");
    let all = json!({ "board": "1 2 3 / 4 5 6 / 0 7 8", "metric": "multi-tile", "all": 5, "moves": "blank" });
    let (_, all) = server.post("/api/solve", &all);
    assert_eq!((&all["length"], &all["all_moves"]), (&json!(1), &json!(["R2"])));
    let (_, odd) = server.post("/api/solve", &json!({ "board": "1 2 3 / 4 5 6 / 8 7 0", "metric": "multi-tile" }));
    assert_eq!(odd["status"], "unsolvable");
}

#[test]
fn what_only_the_other_metric_has_is_refused() {
    let server = start();
    for (more, expected) in [
        (json!({ "heuristic": "manhattan" }), "'heuristic' is for the single-tile metric"),
        (json!({ "algorithm": "astar" }), "'algorithm' is for the single-tile metric"),
        (json!({ "within": 5 }), "'within' is for the single-tile metric"),
        (json!({ "first": true }), "'first' is for the single-tile metric"),
        (json!({ "metric": "slides" }), "unknown metric 'slides' (single-tile or multi-tile)"),
    ] {
        let mut question = json!({ "board": "1 2 3 / 4 0 6 / 7 5 8", "metric": "multi-tile" });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, answer) = server.post("/api/solve", &question);
        assert_eq!(status, 422, "{answer}");
        assert!(answer["error"].as_str().unwrap().contains(expected), "{answer}");
    }
}
