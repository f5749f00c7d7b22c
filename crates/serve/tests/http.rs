//! Every address, through a real connection: what is answered, what is refused, and what it takes to stop a search.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, which is what it is for")]

mod anytime;
mod blocks_and_bench;
mod faults;
mod multi_tile;
mod support;

use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::Duration;

use fifteen_serve::Config;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{HeuristicKind, Mode, Options, Request, Setup, notation};
use serde_json::{Value, json};
use support::{hard, start, start_with};

/// A server that lets a search go on for as long as a test may take.
fn patient() -> Config {
    Config { time: Duration::from_secs(3600), ..Config::default() }
}

#[test]
fn what_the_server_says_of_itself() {
    let server = start();
    assert_eq!(server.get("/health"), (200, json!({ "status": "ok", "searching": 0, "queued": 0 })));
    assert_eq!(server.get("/version"), (200, json!({ "version": env!("CARGO_PKG_VERSION"), "schema": 1 })));
    let (status, options) = server.get("/api/options");
    assert_eq!(status, 200);
    let heuristics: Vec<&str> = options["heuristics"].as_array().unwrap().iter().map(|h| h.as_str().unwrap()).collect();
    assert!(heuristics.contains(&"walking-distance") && heuristics.contains(&"6-6-3"), "{heuristics:?}");
    assert!(!heuristics.contains(&"7-8"), "it has no tables and is not built quickly");
    assert_eq!(options["algorithms"].as_array().unwrap().len(), 12);
    assert_eq!(options["metrics"], json!(["unit", "straight", "any-path"]));
    assert_eq!(options["tile_metrics"], json!(["single-tile", "multi-tile"]));
    let limits = &options["limits"];
    assert_eq!((&limits["seconds"], &limits["searches"]), (&json!(30.0), &json!(2)));
    assert_eq!((&limits["queue"], &limits["cells"]), (&json!(64), &json!(25)));
    assert_eq!((&limits["boards"], &limits["body_bytes"]), (&json!(20), &json!(65_536)));
}

#[test]
fn the_page_and_its_headers() {
    let server = start();
    let request = |path: &str, more: &str| {
        server.raw(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}Connection: close\r\n\r\n").as_bytes())
    };
    let page = request("/", "").to_lowercase();
    assert!(page.starts_with("http/1.1 200") && page.contains("content-type: text/html; charset=utf-8"), "{page}");
    assert!(page.contains("content-security-policy: default-src 'none'") && !page.contains("unsafe-inline"), "{page}");
    assert!(page.contains("x-content-type-options: nosniff") && page.contains("<!doctype html>"), "{page}");
    let tag = page.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let known = request("/", &format!("If-None-Match: {tag}\r\n"));
    assert!(known.starts_with("HTTP/1.1 304") && !known.contains("<!doctype"), "{known}");
    // Compressed for those who take that, with a tag of its own.
    let mut stream = server.connect();
    let head = "GET /style.css HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut packed = Vec::new();
    stream.read_to_end(&mut packed).unwrap();
    let text = String::from_utf8_lossy(&packed).to_lowercase();
    assert!(text.contains("content-encoding: gzip") && text.contains("vary: accept-encoding"), "{text}");
    assert!(packed.len() * 2 < request("/style.css", "").len(), "{} bytes", packed.len());
    for missing in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/api/nothing"] {
        assert!(request(missing, "").starts_with("HTTP/1.1 404"), "{missing}");
    }
}

#[test]
fn random_boards_are_those_of_the_seed() {
    let server = start();
    let (status, answer) = server.get("/api/random?size=4x4&seed=1&n=1");
    assert_eq!(status, 200);
    assert_eq!(answer["boards"], json!([[3, 5, 6, 7, 12, 9, 4, 13, 11, 14, 0, 2, 1, 10, 8, 15]]));
    assert_eq!(server.get("/api/random?n=3").1["boards"].as_array().unwrap().len(), 3);
    for (query, expected) in [("size=1x1", 422), ("n=100000", 422), ("seed=x", 400), ("colour=red", 400)] {
        assert_eq!(server.get(&format!("/api/random?{query}")).0, expected, "{query}");
    }
}

#[test]
fn boards_are_checked() {
    let server = start();
    let (status, good) =
        server.post("/api/check", &json!({ "board": "1 2 3 / 4 5 6 / 0 7 8", "size": null, "goal": "last" }));
    assert_eq!((status, &good["solvable"], &good["size"]), (200, &json!(true), &json!("3x3")));
    assert_eq!(good["goal"], json!([1, 2, 3, 4, 5, 6, 7, 8, 0]));
    let (_, odd) = server.post("/api/check", &json!({ "board": [1, 2, 3, 4, 5, 6, 8, 7, 0] }));
    assert_eq!(odd["solvable"], json!(false));
    assert!(odd["reason"].as_str().unwrap().len() > 20, "{odd}");
    for (body, expected) in [
        (json!({ "board": "1 2 3 / 4 5 / 6 7 0" }), 400),
        (json!({ "board": "1 2 2 0" }), 400),
        (json!({ "board": vec![1; 1000] }), 400),
        (json!({ "board": [1, 2, 300, 0] }), 422),
        (json!({ "board": "1 2 3 0", "goal": "nowhere" }), 422),
        (json!({ "board": "1 2 3 0", "colour": "red" }), 422),
        (json!({}), 422),
        (json!([]), 422),
    ] {
        let (status, answer) = server.post("/api/check", &body);
        assert_eq!(status, expected, "{body}");
        assert!(answer["error"].as_str().unwrap().len() > 10, "{answer}");
    }
}

/// A record without what differs from run to run.
fn steady(mut record: Value) -> Value {
    record["seconds"] = Value::Null;
    record
}

#[test]
fn a_solution_is_the_record_of_the_library() {
    let server = start();
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let solver = Setup::with_heuristic(HeuristicKind::LinearConflict).open(board.size()).unwrap();
    for (name, mode) in [("fast", Mode::Fast { threads: 1 }), ("plain", Mode::Plain)] {
        let request = Request { search: Options { mode, ..Options::default() }, stats: true, ..Request::default() };
        let expected = BoardRecord::new(1, board, &solver, solver.solve(&board, &request.search), &request);
        let question =
            json!({ "board": board.to_string(), "heuristic": "linear-conflict", "mode": name, "stats": true });
        let (status, record) = server.post("/api/solve", &question);
        assert_eq!(status, 200);
        assert_eq!(steady(record), steady(serde_json::to_value(expected).unwrap()));
    }
    let (_, all) = server.post("/api/solve", &json!({ "board": board.to_string(), "all": 5, "algorithm": "ida" }));
    assert_eq!((all["length"].as_u64(), all["all_moves"].as_array().unwrap().len()), (Some(31), 5), "{all}");
    let (_, odd) = server.post("/api/solve", &json!({ "board": "1 2 3 / 4 5 6 / 8 7 0" }));
    assert_eq!(odd["status"], "unsolvable");
    assert!(odd["error"].as_str().is_some_and(|reason| !reason.is_empty()), "{odd}");
}

#[test]
fn every_algorithm_solves_with_a_heuristic_or_says_that_it_has_none() {
    let server = start();
    let ask = |more: Value| {
        let mut question = json!({ "board": "1 2 3 / 4 0 6 / 7 5 8", "stats": true });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        question
    };
    for algorithm in ["ida", "ida-wrong-way", "astar", "bfs", "bfs-tree", "iddfs", "branch-and-bound"] {
        let (status, record) = server.post("/api/solve", &ask(json!({ "algorithm": algorithm })));
        assert_eq!((status, record["length"].as_u64()), (200, Some(2)), "{algorithm}: {record}");
        assert_eq!(record["algorithm"], algorithm);
    }
    let events = server.events("/api/solve", &ask(json!({ "algorithm": "bfs", "heuristic": "manhattan" })));
    assert!(
        events.iter().any(|(name, data)| name == "note" && data["text"].as_str().unwrap().contains("no heuristic"))
    );
    for more in [
        json!({ "algorithm": "dfs" }),
        json!({ "algorithm": "dfs", "depth": 1_000_000 }),
        json!({ "algorithm": "astar", "all": 1 }),
        json!({ "all": 1_000_000 }),
        json!({ "algorithm": "best" }),
        json!({ "heuristic": "best" }),
        json!({ "heuristic": "./Cargo.toml" }),
        json!({ "heuristic": "manhattan+/etc/passwd" }),
        json!({ "heuristic": "7-8" }),
        json!({ "algorithm": "ida-wrong-way", "heuristic": "misplaced" }),
        json!({ "seconds": 1e9 }),
        json!({ "seconds": -1 }),
        json!({ "moves": "both" }),
    ] {
        let (status, answer) = server.post("/api/solve", &ask(more.clone()));
        assert_eq!(status, 422, "{more}: {answer}");
    }
    let (status, answer) =
        server.post("/api/solve", &json!({ "board": "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "heuristic": "7-8" }));
    assert_eq!(status, 422, "{answer}");
    assert!(!answer.to_string().contains(env!("CARGO_MANIFEST_DIR")), "no paths of the server: {answer}");
}

#[test]
fn events_come_in_order() {
    let server = start();
    // One that is found in a moment, and one that may take longer.
    for (board, length) in [("1 2 3 / 4 5 6 / 0 7 8", 2), ("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2", 52)] {
        let events = server.events("/api/solve", &json!({ "board": board, "heuristic": "manhattan" }));
        let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(events[0].1, json!({ "ahead": 0 }), "{names:?}");
        assert_eq!(names.iter().filter(|&&name| name == "queued").count(), 1, "nothing changes: {names:?}");
        let started = names.iter().position(|&name| name == "started").unwrap();
        // Solutions are sent at once, by runs that start again too.
        assert!(names[..started].iter().all(|&name| ["queued", "solution"].contains(&name)), "{names:?}");
        let (last, iterations) = names[started + 1..].split_last().unwrap();
        assert!(
            *last == "result"
                && iterations.contains(&"iteration")
                && iterations.iter().all(|n| ["iteration", "solution"].contains(n)),
            "{names:?}"
        );
        let record = &events.last().unwrap().1;
        assert_eq!(record["length"], length);
        let counted = |name: &str| -> u64 {
            events.iter().filter(|(event, _)| event == "iteration").map(|(_, i)| i[name].as_u64().unwrap()).sum()
        };
        assert_eq!(record["generated"].as_u64(), Some(counted("generated") + 1), "each search is told once");
        assert_eq!(record["expanded"].as_u64(), Some(counted("expanded")));
    }
}

#[test]
fn a_search_ends_when_its_client_goes_away() {
    let server = start_with(patient());
    let streams: Vec<_> = (0..3).map(|_| server.begin("/api/solve", &hard())).collect();
    server.wait_for_load(2, 1);
    // While two cores search and one waits, an easy board is solved.
    assert_eq!(server.post("/api/solve", &json!({ "board": "1 2 3 / 4 5 6 / 0 7 8" })).1["length"], 2);
    for stream in &streams {
        stream.shutdown(Shutdown::Both).unwrap();
    }
    server.wait_for_load(0, 0);
}

#[test]
fn more_than_the_queue_holds_is_told_to_come_back() {
    let server = start_with(Config { queue: 2, ..patient() });
    let mut streams: Vec<_> = Vec::new();
    for (searching, queued) in [(1, 0), (2, 0), (2, 1), (2, 2)] {
        // Comparisons go to the long searches at once.
        streams.push(server.begin("/api/bench", &json!({ "boards": [hard()["board"]], "heuristics": ["manhattan"] })));
        server.wait_for_load(searching, queued);
    }
    let (status, answer) = server.post("/api/solve", &hard());
    assert_eq!(status, 503);
    assert!(answer["error"].as_str().unwrap().contains("busy"), "{answer}");
    let head = server.begin("/api/solve", &hard());
    let mut bytes = [0; 600];
    let read = (&head).read(&mut bytes).unwrap();
    let head = String::from_utf8_lossy(&bytes[..read]).to_lowercase();
    assert!(head.starts_with("http/1.1 503") && head.contains("retry-after: "), "{head}");
    let (status, text) = server.post_as("/api/solve", &hard().to_string(), "text/event-stream");
    assert!(status == 503 && text.contains("busy"), "{status}: {text}");
    // Easy boards are solved all the same.
    for _ in 0..3 {
        assert_eq!(server.post("/api/solve", &json!({ "board": "1 2 3 / 4 5 6 / 0 7 8" })).1["length"], 2);
    }
    // When one leaves, there is room.
    streams.pop();
    server.wait_for_load(2, 1);
    assert_eq!(server.post("/api/solve", &json!({ "board": "1 2 3 / 4 5 6 / 0 7 8" })).0, 200);
}

#[test]
fn limits_end_a_search_with_what_is_proven() {
    let server = start_with(Config { time: Duration::from_millis(400), memory: 2 << 20, ..Config::default() });
    let limited = |more: Value, reason: &str| {
        let mut question = hard();
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, record) = server.post("/api/solve", &question);
        assert_eq!((status, &record["status"]), (200, &json!("limit")), "{record}");
        assert!(record["error"].as_str().unwrap().contains(reason), "{record}");
        record
    };
    // Fast mode takes memory for its subtrees.
    assert!(limited(json!({ "mode": "plain" }), "time")["bound"].as_u64().unwrap() > 40);
    assert!(limited(json!({ "seconds": 0.001 }), "time")["bound"].as_u64().unwrap() > 0);
    assert_eq!(limited(json!({ "nodes": 1000 }), "nodes")["generated"], 1000);
    limited(json!({ "depth": 10 }), "depth");
    let record = limited(json!({ "algorithm": "astar" }), "memory");
    assert!(record["peak_bytes"].as_u64().unwrap() <= 1 << 20, "{record}");
}

#[test]
fn a_server_that_stops_tells_what_was_proven() {
    let mut server = start_with(patient());
    let streams: Vec<_> = (0..3).map(|_| server.begin("/api/solve", &hard())).collect();
    server.wait_for_load(2, 1);
    server.stop();
    let answers: Vec<String> = streams
        .into_iter()
        .map(|mut stream| {
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            text
        })
        .collect();
    // A search between two levels has no result to send.
    let count = |what: &str| answers.iter().filter(|text| text.contains(what)).count();
    let (interrupted, errors) = (count("\"error\":\"interrupted\""), count("event: error"));
    assert!((1..=2).contains(&interrupted) && interrupted + errors == 3, "{answers:?}");
    assert!(count("the server is being shut down, which ends the search") >= interrupted, "{answers:?}");
}
