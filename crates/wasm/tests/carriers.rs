//! The same questions over HTTP and to the engine: the answers are equal, field for field.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, which is what it is for")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fifteen_serve::{Config, Server};
use fifteen_wasm::Engine;
use serde_json::{Value, json};

/// A board of 52 moves.
const BOARD: &str = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";
const BLOCKS: &str = "start goal\nAA..  ....\n....  ..AA\n";

/// Asks a server without tables while it lives.
fn with_server(ask: impl FnOnce(SocketAddr)) {
    let empty = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let server = Server::open(&Config { threads: 1, tables: vec![empty.into()], ..Config::default() }).unwrap();
    let (address, stop) = (server.address(), Arc::new(AtomicBool::new(false)));
    let flag = Arc::clone(&stop);
    let running = thread::spawn(move || server.run(&flag));
    ask(address);
    stop.store(true, Ordering::Relaxed);
    running.join().unwrap();
}

/// The status and the text of an answer over HTTP.
fn http(address: SocketAddr, path: &str, body: Option<&str>, accept: &str) -> (u16, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let url = format!("http://{address}{path}");
    let response = match body {
        None => agent.get(url).header("accept", accept).call(),
        Some(body) => agent.post(url).header("content-type", "application/json").header("accept", accept).send(body),
    };
    let mut response = response.unwrap();
    (response.status().as_u16(), response.body_mut().read_to_string().unwrap())
}

/// The events of a search, without those of a queue.
fn events(engine: &mut Engine, path: &str, body: &str, slices: &[u64]) -> Result<Vec<(String, Value)>, String> {
    engine.begin(path, body).map_err(|failure| failure.message)?;
    let mut events = Vec::new();
    let mut keep = |event: fifteen_questions::Event| {
        events.push((event.name.to_owned(), serde_json::from_str(&event.data).unwrap()));
    };
    let slices = slices.iter().map(|&milliseconds| Some(Duration::from_millis(milliseconds))).chain([None]);
    assert!(slices.into_iter().any(|slice| engine.run(slice, &mut keep)), "without a slice, work comes to its end");
    assert!(engine.run(None, &mut |_| panic!("nothing is left to do")));
    Ok(events)
}

/// Fields that differ from run to run, or between the two by their nature.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                if name.contains("seconds") || name.contains("per_second") {
                    *field = json!(0);
                }
                without_times(field);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(without_times),
        _ => (),
    }
}

fn comparable(events: Vec<(String, Value)>) -> Vec<(String, Value)> {
    // Notes over HTTP speak of commands; a server has a queue.
    let of_both = events.into_iter().filter(|(name, _)| !["note", "queued", "started"].contains(&&name[..]));
    of_both
        .map(|(name, mut value)| {
            (name, {
                without_times(&mut value);
                value
            })
        })
        .collect()
}

#[test]
fn searches_have_the_same_events() {
    let questions = [
        ("/api/solve", json!({ "board": "867254301" })),
        ("/api/solve", json!({ "board": BOARD, "stats": true })),
        ("/api/solve", json!({ "board": "867254301", "metric": "multi-tile" })),
        ("/api/solve", json!({ "board": BOARD, "algorithm": "astar", "heuristic": "6-6-3" })),
        ("/api/solve", json!({ "board": "867254301", "all": 100, "moves": "blank", "heuristic": "linear-conflict" })),
        ("/api/solve", json!({ "board": [1, 2, 3, 4, 5, 0], "size": "3x2", "goal": "first" })),
        ("/api/solve", json!({ "board": "2 1 3 / 4 5 6 / 7 8 0" })),
        ("/api/solve", json!({ "board": BOARD, "nodes": 1000, "heuristic": "manhattan" })),
        ("/api/blocks", json!({ "puzzle": BLOCKS, "metric": "straight" })),
        ("/api/blocks", json!({ "puzzle": BLOCKS, "metric": "any-path" })),
        ("/api/bench", json!({ "set": "random:2:1", "size": "3x3", "heuristics": ["manhattan", "misplaced"] })),
    ];
    let mut engine = Engine::new(1);
    with_server(|address| {
        for (path, question) in questions {
            let body = question.to_string();
            let (status, text) = http(address, path, Some(&body), "text/event-stream");
            assert_eq!(status, 200, "{text}");
            let field = |block: &str, name: &str| {
                block.lines().find_map(|line| line.strip_prefix(name)).map(|text| text.trim().to_owned())
            };
            let event =
                |block: &str| Some((field(block, "event:")?, serde_json::from_str(&field(block, "data:")?).unwrap()));
            let expected = comparable(text.split("\n\n").filter_map(event).collect());
            assert!(!expected.is_empty());
            for slices in [&[][..], &[0, 1][..]] {
                let found = comparable(events(&mut engine, path, &body, slices).unwrap());
                assert_eq!(found, expected, "{path} {body}");
            }
        }
    });
    assert_eq!(engine.built_tables().len(), 3, "6-6-3, once");
}

#[test]
fn answers_and_errors_are_the_same() {
    let asked = [
        ("/api/random?size=4x3&seed=7&n=3", None),
        ("/api/random?goal=1%202%203%200&seed=2", None),
        ("/api/random?seed=abc", None),
        ("/api/random?n=1001", None),
        ("/api/random?dice=2", None),
        ("/api/check", Some(json!({ "board": BOARD, "goal": "spiral" }).to_string())),
        ("/api/read", Some(json!({ "text": "FE169B4C0A73D852\nnonsense\n" }).to_string())),
        ("/api/read", Some(json!({ "text": "nonsense" }).to_string())),
        ("/api/check", Some(json!({ "board": "1 2 3" }).to_string())),
        ("/api/check", Some("{\"board\": ".to_owned())),
        ("/api/check", Some("{\"bored\": 1}".to_owned())),
        ("/api/blocks/check", Some(json!({ "puzzle": BLOCKS }).to_string())),
        ("/api/blocks/check", Some(json!({ "puzzle": "" }).to_string())),
        ("/version", None),
    ];
    let searches = [
        ("/api/solve", json!({ "board": BOARD, "heuristic": "best" })),
        ("/api/solve", json!({ "board": BOARD, "metric": "multi-tile", "first": true })),
        ("/api/solve", json!({ "board": BOARD, "algorithm": "bfs", "within": 3 })),
        ("/api/solve", json!({ "board": BOARD, "heuristic": "/etc/passwd" })),
        ("/api/solve", json!({ "board": BOARD, "heuristic": "7-8" })),
        ("/api/blocks", json!({ "puzzle": "AB" })),
        ("/api/bench", json!({ "heuristics": [] })),
    ];
    let mut engine = Engine::new(1);
    with_server(|address| {
        for (path, body) in asked {
            let (status, text) = http(address, path, body.as_deref(), "application/json");
            let expected: Value = serde_json::from_str(&text).unwrap();
            match engine.answer(path, body.as_deref(), 1) {
                Ok(found) => assert_eq!((200, expected), (status, serde_json::from_str(&found).unwrap()), "{path}"),
                Err(failure) => {
                    assert_eq!((expected["error"].as_str(), status >= 400), (Some(&*failure.message), true))
                }
            }
        }
        for (path, question) in searches {
            let (status, text) = http(address, path, Some(&question.to_string()), "application/json");
            let expected: Value = serde_json::from_str(&text).unwrap();
            let found = events(&mut engine, path, &question.to_string(), &[]).unwrap_err();
            assert_eq!((expected["error"].as_str(), status >= 400), (Some(&*found), true), "{question}");
        }
    });
}

#[test]
fn every_question_of_the_server_is_known() {
    let routes = include_str!("../../serve/src/routes.rs");
    let paths: Vec<&str> = routes.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(paths.contains(&"/api/solve"));
    let mut engine = Engine::new(1);
    for path in paths.into_iter().filter(|path| path.starts_with("/api/")) {
        let faults = [engine.answer(path, None, 0).err(), engine.begin(path, "").err()];
        let unknown = |fault: &Option<fifteen_questions::Failure>| {
            fault.as_ref().is_some_and(|failure| failure.message.contains("nothing at this address"))
        };
        assert!(!faults.iter().all(unknown), "{path}");
    }
}

#[test]
fn options_and_seeds() {
    let engine = Engine::new(3);
    let options: Value = serde_json::from_str(&engine.answer("/api/options", None, 0).unwrap()).unwrap();
    assert_eq!(options["limits"]["searches"], 3);
    let heuristics = options["heuristics"].as_array().unwrap();
    assert!(heuristics.contains(&json!("6-6-3")) && !heuristics.contains(&json!("7-8")));
    let boards = |seed| engine.answer("/api/random?size=4x4", None, seed).unwrap();
    assert_ne!(boards(1), boards(2), "the seed comes from the one who asks");
    assert!(engine.answer("/api/nothing", None, 0).is_err() && engine.answer("/api/random?n=%4", None, 0).is_err());
}

#[test]
fn tables_are_built_once_kept_and_used_again() {
    let names = Engine::table_names("4x4", "6-6-3").unwrap();
    assert_eq!(names.len(), 3);
    let build = |index| Engine::build_table("4x4", "6-6-3", index, &mut |found, all| assert!(found <= all)).unwrap();
    let tables: Vec<Vec<u8>> = (0..3).map(build).collect();
    assert!(Engine::build_table("4x4", "6-6-3", 3, &mut |_, _| ()).is_err());
    assert!(Engine::table_names("4x4", "best").is_err() && Engine::table_names("9x9", "6-6-3").is_err());
    let mut engine = Engine::new(1);
    for table in &tables {
        engine.add_table(table.clone(), true).unwrap();
    }
    let mut damaged = tables[0].clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(engine.add_table(damaged, true).is_err() && engine.add_table(b"none".to_vec(), false).is_err());
    let found = events(&mut engine, "/api/solve", &json!({ "board": BOARD }).to_string(), &[]).unwrap();
    assert!(found.iter().all(|(name, _)| name != "note"));
    assert_eq!(found.last().unwrap().1["heuristic"], "6-6-3 zero-aware + reflection");
    assert!(engine.built_tables().is_empty(), "nothing was built again");
}
