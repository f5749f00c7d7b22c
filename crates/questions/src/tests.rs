//! Tests that call the engine directly, without HTTP or a web worker between them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use crate::{Engine, Event, Failure, FailureKind, Policy, ROUTES, RouteKind, Solvers};

/// A board whose shortest solution has 52 moves.
const BOARD: &str = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";

fn engine() -> Engine {
    let policy = Policy {
        time_limit: 10.0,
        memory_bytes: 100 << 20,
        searches: 1,
        queue: 0,
        body_bytes: 1 << 16,
    };
    Engine::new(policy, Solvers::new(&[env!("CARGO_MANIFEST_DIR").into()]))
}

fn answer(path: &str, body: Value) -> Result<Value, Failure> {
    engine().answer(path, "", body.to_string().as_bytes())
}

#[test]
fn every_route_has_an_answer() {
    let engine = engine();
    for &(path, kind) in ROUTES {
        let failure = match kind {
            RouteKind::Get | RouteKind::Post => engine.answer(path, "", b"{}").err(),
            RouteKind::Search => engine.prepare(path, b"{}").err(),
        };
        let message = failure.map_or_else(String::new, |failure| failure.message);
        assert!(
            !message.contains("nothing at this address"),
            "{path}: {message}"
        );
    }
}

/// The events of a search. Each is a name with its data.
type Events = Vec<(&'static str, Value)>;

/// Runs the search that a request describes, and returns its events. If `cancel` is true, the
/// search is already cancelled when it starts.
fn asked(path: &str, question: Value, cancel: bool) -> Result<Events, Failure> {
    let engine = engine();
    let mut search = engine.prepare(path, question.to_string().as_bytes())?;
    let mut events = Vec::new();
    let cancel = Arc::new(AtomicBool::new(cancel));
    let solvers = &engine.solvers;
    assert!(
        search.run(solvers, None, &cancel, &mut |event| events
            .push(read(event)))?,
        "without a slice, it comes to its end"
    );
    Ok(events)
}

fn read(event: Event) -> (&'static str, Value) {
    (event.name, serde_json::from_str(&event.data).unwrap())
}

/// Returns the data of all events that have the given name.
fn named<'a>(events: &'a Events, wanted: &str) -> Vec<&'a Value> {
    events
        .iter()
        .filter(|(name, _)| *name == wanted)
        .map(|(_, data)| data)
        .collect()
}

/// Returns the error message for a request that is rejected before its search begins.
fn refused(path: &str, question: Value) -> String {
    let prepared = engine().prepare(path, question.to_string().as_bytes());
    let failure = prepared.err().unwrap();
    assert_eq!(failure.kind, FailureKind::Refused, "{}", failure.message);
    failure.message
}

/// Adds fields to a request.
fn with(mut question: Value, more: &Value) -> Value {
    question
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    question
}

#[test]
fn a_board_is_solved_and_each_iteration_is_reported() {
    for (board, length) in [("867254301", 31), (BOARD, 52)] {
        let events = asked(
            "/api/solve",
            json!({ "board": board, "heuristic": "linear-conflict" }),
            false,
        )
        .unwrap();
        let (name, record) = events.last().unwrap();
        assert_eq!(
            (*name, &record["status"], &record["length"]),
            ("result", &json!("solved"), &json!(length))
        );
        let iterations = named(&events, "iteration");
        let counted = |name: &str| -> u64 {
            iterations
                .iter()
                .map(|data| data[name].as_u64().unwrap())
                .sum()
        };
        assert_eq!(iterations.last().unwrap()["bound"], length);
        assert_eq!(record["generated"], counted("generated") + 1);
        assert_eq!(record["expanded"], counted("expanded"));
    }
}

#[test]
fn impossible_requests_are_refused_with_a_reason() {
    let question = |more: Value| {
        with(
            json!({ "board": "1 2 3 / 4 0 6 / 7 5 8", "stats": true }),
            &more,
        )
    };
    let events = asked(
        "/api/solve",
        question(json!({ "algorithm": "bfs", "heuristic": "manhattan" })),
        false,
    )
    .unwrap();
    assert!(
        named(&events, "note")[0]["text"]
            .as_str()
            .unwrap()
            .contains("no heuristic")
    );
    let events = asked(
        "/api/solve",
        question(json!({ "depth_limit": 1000, "all": 1000 })),
        false,
    )
    .unwrap();
    assert_eq!(events.last().unwrap().1["solutions"], 1);
    for (more, words) in [
        (json!({ "algorithm": "dfs" }), "'depth_limit'"),
        (
            json!({ "algorithm": "dfs", "depth_limit": 1001 }),
            "at most 1000",
        ),
        (json!({ "algorithm": "astar", "all": 1 }), "'all'"),
        (
            json!({ "algorithm": "bfs", "within": 3 }),
            "'within' is for fast mode of ida",
        ),
        (
            json!({ "within": "any", "mode": "plain" }),
            "'within' is for fast mode of ida",
        ),
        (json!({ "within": -1 }), "'within' takes a percentage"),
        (
            json!({ "within": "first" }),
            "'within' is 'first'; expected a percentage",
        ),
        (json!({ "all": 1001 }), "at most 1000"),
        (json!({ "algorithm": "best" }), "best"),
        (json!({ "heuristic": "best" }), "best"),
        (json!({ "heuristic": "./Cargo.toml" }), "would be a file"),
        (
            json!({ "heuristic": "manhattan+/etc/passwd" }),
            "would be a file",
        ),
        (
            json!({ "heuristic": "7-8" }),
            "there are no zero-aware tables",
        ),
        (json!({ "time_limit": 11 }), "at most 10"),
        (json!({ "time_limit": 1e308 }), "from 0 to 10"),
        (json!({ "time_limit": -1 }), "from 0 to 10"),
        (json!({ "letters": "both" }), "both"),
        (
            json!({ "metric": "slides" }),
            "unknown metric 'slides' (single-tile or multi-tile)",
        ),
        (
            json!({ "metric": "multi-tile", "heuristic": "manhattan" }),
            "'heuristic' is for the single-tile metric",
        ),
        (
            json!({ "metric": "multi-tile", "within": "any" }),
            "'within' is for the single-tile metric",
        ),
    ] {
        let board = if more["heuristic"] == "7-8" {
            json!({ "board": BOARD })
        } else {
            json!({})
        };
        let message = refused("/api/solve", with(question(more.clone()), &board));
        assert!(message.contains(words), "{more}: {message}");
        let foreign = ["--", "cargo", env!("CARGO_MANIFEST_DIR")];
        assert!(
            foreign.iter().all(|word| !message.contains(word)),
            "{message}"
        );
    }
}

#[test]
fn the_time_to_open_a_solver_counts_and_opening_can_be_cancelled() {
    let goal = "5 1 2 3 / 4 0 6 7 / 8 9 10 11 / 12 13 14 15";
    for more in [
        json!({}),
        json!({ "heuristic": "manhattan+6-6-3" }),
        json!({ "metric": "multi-tile" }),
        json!({ "heuristic": "walking-distance" }),
    ] {
        let question = with(json!({ "board": goal, "goal": goal }), &more);
        for (time, cancel, reason) in [(10, true, "interrupted"), (0, false, "time limit")] {
            let question = with(question.clone(), &json!({ "time_limit": time }));
            let events = asked("/api/solve", question, cancel).unwrap();
            let (name, record) = events.last().unwrap();
            assert_eq!((*name, &record["status"]), ("result", &json!("limit")));
            assert_eq!(record["heuristic"], Value::Null, "{record}");
            assert!(
                record["error"].as_str().unwrap().contains(reason),
                "{record}"
            );
        }
    }
    let compared = json!({ "set": "random:1:1", "heuristics": ["6-6-3"] });
    let events = asked("/api/bench", compared, true).unwrap();
    assert_eq!(events.last().unwrap().1, json!({ "records": [] }));
}

#[test]
fn read_and_check_find_the_same_board() {
    for text in [
        "[1, 2, 3, 0]\n[5, 6, 7, 4]\n[9, 10, 11, 8]\n[13, 14, 15, 12]",
        "1 2 3 0;\n5 6 7 4;\n9 10 11 8;\n13 14 15 12;",
        "0 1 2 3 4 5 6 7 8\n9 10 11 12 13 14 15 16 17",
        "13 02\n00 01\n03 04\n05 06\n07 08\n09 10\n11 12",
        "4\n1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12",
        "# one\n{\"board\":\"1 2 / 3 0\"}",
    ] {
        let read = answer("/api/read", json!({ "text": text })).unwrap();
        let check = answer("/api/check", json!({ "board": text })).unwrap();
        assert_eq!(read["boards"].as_array().unwrap().len(), 1, "{text}");
        for field in ["board", "size"] {
            assert_eq!(read["boards"][0][field], check[field], "{text}");
        }
    }
    let failure = answer("/api/check", json!({ "board": "1 2 / 3 0\n1 2 / 0 3" })).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Bad);
    assert_eq!(
        failure.message,
        "expected one board, but the text has several"
    );
}

#[test]
fn read_returns_the_goal_below_a_heading() {
    let text = "Start: 1 2 3 / 4 5 6 / 7 0 8\nGoal: 1 2 3 / 4 5 6 / 0 7 8\n";
    let read = answer("/api/read", json!({ "text": text })).unwrap();
    assert_eq!(read["boards"][0]["goal"], "1 2 3 / 4 5 6 / 0 7 8");
    let read = answer("/api/read", json!({ "text": "1 2 3 / 4 5 6 / 7 0 8" })).unwrap();
    assert_eq!(read["boards"][0]["goal"], Value::Null);
}

const BLOCKS: &str = "## Three pieces\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n";

#[test]
fn block_puzzles_are_drawn_and_solved() {
    let expected = json!({
        "name": "Three pieces", "start": ["AAB", ".C.", "..."], "goal": ["...", "...", ".AA"],
        "pieces": ["A", "B", "C"], "rush_hour": false, "by_shape": false, "equal": [], "gates": "", "locks": "",
        "floor": ["...", "...", "..."], "gate_pieces": [], "horizontal": "", "vertical": ""
    });
    let drawn = |puzzle: &str| answer("/api/blocks/check", json!({ "puzzle": puzzle }));
    assert_eq!(drawn(BLOCKS).unwrap(), expected);
    let events = asked(
        "/api/blocks",
        json!({ "puzzle": BLOCKS, "metric": "straight" }),
        false,
    )
    .unwrap();
    let (last, record) = events.last().unwrap();
    assert_eq!(
        (events[0].0, &events[0].1, *last),
        ("puzzle", &expected, "result")
    );
    assert_eq!(
        (&record["length"], &record["metric"]),
        (&json!(3), &json!("straight"))
    );
    assert_eq!(record["moves"][0], json!({ "piece": "C", "path": "R" }));
    let gated =
        drawn("## T\ngate: - for A\nhorizontal: B\nstart  goal\nAB.    ..A\n..-    ...\n").unwrap();
    assert_eq!(
        (&gated["gates"], &gated["locks"], &gated["horizontal"]),
        (&json!("-"), &json!("B"), &json!("B"))
    );
    assert_eq!(
        (&gated["gate_pieces"], &gated["floor"]),
        (&json!(["A"]), &json!(["...", "..-"]))
    );
    let wide = format!(
        "start\n{}\n",
        "A...............................\n".repeat(20)
    );
    for (puzzle, kind) in [
        ("", FailureKind::Bad),
        ("## x\nstart   goal\nAA     ..\n", FailureKind::Bad),
        (&format!("{BLOCKS}\n{BLOCKS}"), FailureKind::Bad),
        (&wide, FailureKind::Refused),
    ] {
        assert_eq!(drawn(puzzle).unwrap_err().kind, kind, "{puzzle}");
    }
    assert!(drawn("start\nA.\n").is_ok());
    let count = |path: &str| {
        answer(
            "/api/blocks/count",
            json!({ "moves": [{ "piece": "A", "path": path }] }),
        )
    };
    assert_eq!(
        count("RDL").unwrap(),
        json!({ "unit": 3, "straight": 3, "any-path": 1 })
    );
    assert_eq!(
        count("X").unwrap_err().message,
        "'X' is no step of a path: write U, D, L or R"
    );
    refused("/api/blocks", json!({ "puzzle": "start\nA.\n" }));
    refused(
        "/api/blocks",
        json!({ "puzzle": BLOCKS, "metric": "miles" }),
    );
}

#[test]
fn the_published_block_puzzles_have_their_published_optima() {
    let answer = answer("/api/blocks/levels", Value::Null).unwrap();
    let levels = answer["levels"].as_array().unwrap();
    assert_eq!(
        levels.len(),
        55,
        "those of the 61 that have a goal and a solution, each once"
    );
    assert!(
        levels
            .iter()
            .all(|level| level["optimum"].as_object().unwrap().len() == 3)
    );
    let century = levels
        .iter()
        .find(|level| level["title"] == "Century")
        .unwrap();
    assert_eq!(
        century["names"],
        json!(["Century (Conway 1975)", "守口如瓶 (2)"])
    );
}

#[test]
fn heuristics_are_compared() {
    let question = json!({ "set": "random:3:1", "size": "3x3", "heuristics": ["manhattan", "linear-conflict"] });
    let events = asked("/api/bench", question, false).unwrap();
    let records = named(&events, "record");
    assert!(
        records.len() == 6 && records.iter().all(|r| r["record"]["status"] == "solved"),
        "{records:?}"
    );
    assert!(!named(&events, "iteration").is_empty());
    let (last, done) = events.last().unwrap();
    assert_eq!(
        (*last, done["records"].as_array().map(Vec::len)),
        ("done", Some(2))
    );
    for (heuristic, record) in done["records"].as_array().unwrap().iter().enumerate() {
        let boards = records.iter().filter(|r| r["heuristic"] == heuristic);
        let generated: u64 = boards
            .map(|r| r["record"]["generated"].as_u64().unwrap())
            .sum();
        assert_eq!(
            (&record["generated"]["sum"], &record["solved"]),
            (&json!(generated), &json!(3))
        );
    }
    // If the request names no heuristics, an algorithm that uses none runs once.
    let question =
        json!({ "set": "korf100:12,79", "heuristics": [], "algorithm": "bfs", "time_limit": 0.2 });
    let events = asked("/api/bench", question, false).unwrap();
    let numbers: Vec<_> = named(&events, "record")
        .into_iter()
        .map(|record| record["number"].as_u64())
        .collect();
    assert_eq!(numbers, [Some(12), Some(79)]);
    let huge = "has too many boards";
    for (more, words) in [
        // The number of boards is checked before any board is drawn.
        (json!({ "set": "random:21:1" }), "send at most 20"),
        (json!({ "set": "RANDOM:1000000000000:1" }), huge),
        (json!({ "set": "korf100" }), "send at most 20"),
        (json!({ "set": "/etc/passwd" }), "no set of that name"),
        (json!({ "boards": ["1 2 3 0", "1 2 3 4 5 6 7 8 0"] }), ""),
        (json!({ "boards": ["1 2 3 4 5 6 8 7 0"] }), "board 1"),
        (
            json!({ "set": "random:1:1", "heuristics": [] }),
            "compare 1 to 8",
        ),
        (
            json!({ "set": "random:1:1", "boards": ["1 2 3 0"] }),
            "either",
        ),
    ] {
        let message = refused(
            "/api/bench",
            with(json!({ "heuristics": ["manhattan"] }), &more),
        );
        assert!(message.contains(words), "{more}: {message}");
    }
}

#[test]
fn errors_in_requests_name_the_field_and_its_value() {
    let engine = engine();
    for (body, words) in [
        ("", "the body is not as expected: expected an object"),
        (
            "{\"board\":\"\",\"colour\":1}",
            "the field 'colour': unknown field `colour`, expected one of `board`",
        ),
        ("{\"board\":[1,2,300,0]}", "300 is too large"),
        ("{\"board\":7}", "a board is a text, or an array"),
        (
            "{\"board\":\"1 2 3 / 4 5 0\",\"goal\":\"1 2 3 4 5 0\"}",
            "end each row with '/'",
        ),
    ] {
        let failure = engine
            .answer("/api/check", "", body.as_bytes())
            .unwrap_err();
        assert!(failure.message.contains(words), "{}", failure.message);
    }
    for (query, kind, words) in [
        (
            "seed=x",
            FailureKind::Bad,
            "the parameter 'seed' must be a whole number from 0 up; found 'x'",
        ),
        ("n=%4", FailureKind::Bad, "the parameter 'n' must be"),
        (
            "colour=red",
            FailureKind::Bad,
            "unknown field `colour`, expected one of `size`, `seed`",
        ),
        ("n=1001", FailureKind::Refused, "at most 1000"),
    ] {
        let failure = engine.answer("/api/random", query, b"").unwrap_err();
        assert!(
            failure.kind == kind && failure.message.contains(words),
            "{query}: {}",
            failure.message
        );
    }
    assert!(
        engine.answer("/api/nothing", "", b"").is_err()
            && engine.prepare("/api/check", b"").is_err()
    );
}
