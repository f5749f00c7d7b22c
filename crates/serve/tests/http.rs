//! Tests every address of the server through real connections: the answers, the refusals, and the
//! ways in which a search is stopped.

#![allow(
    clippy::unwrap_used,
    reason = "a test that panics has failed, which is what it is for"
)]

mod support;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use fifteen_serve::Config;
use serde_json::{Value, json};
use support::{hard, start, start_with};

/// Returns limits with which a search can run for longer than any test.
fn patient() -> Config {
    Config {
        time: Duration::from_secs(3600),
        ..Config::default()
    }
}

/// Returns a question that is answered at once. Because its time limit is only one second, the
/// server treats it as a short search.
fn easy() -> Value {
    json!({ "board": "1 2 3 / 4 5 6 / 0 7 8", "time_limit": 1 })
}

#[test]
fn health_and_version_describe_the_server() {
    let server = start();
    assert_eq!(
        server.get("/health"),
        (200, json!({ "status": "ok", "searching": 0, "queued": 0 }))
    );
    assert_eq!(
        server.get("/version"),
        (
            200,
            json!({ "version": env!("CARGO_PKG_VERSION"), "schema": 1 })
        )
    );
    assert_eq!(server.get("/api/options").0, 200);
}

#[test]
fn the_page_is_sent_with_its_headers() {
    let server = start();
    let request = |path: &str, more: &str| {
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}Connection: close\r\n\r\n");
        server.raw(head.as_bytes())
    };
    let page = request("/", "").to_lowercase();
    assert!(
        page.starts_with("http/1.1 200") && page.contains("content-type: text/html; charset=utf-8"),
        "{page}"
    );
    assert!(
        page.contains("content-security-policy: default-src 'none'")
            && !page.contains("unsafe-inline"),
        "{page}"
    );
    assert!(
        page.contains("x-content-type-options: nosniff") && page.contains("<!doctype html>"),
        "{page}"
    );
    let tag = page
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .unwrap();
    let known = request("/", &format!("If-None-Match: {tag}\r\n"));
    assert!(
        known.starts_with("HTTP/1.1 304") && !known.contains("<!doctype"),
        "{known}"
    );
    // The server does not compress files, because a reverse proxy can do that.
    let style = request("/style.css", "Accept-Encoding: gzip\r\n");
    let (head, content) = style.split_once("\r\n\r\n").unwrap();
    assert!(!head.to_lowercase().contains("content-encoding"), "{head}");
    let (_, file) = fifteen_web::PAGE
        .iter()
        .find(|(name, _)| *name == "style.css")
        .unwrap();
    assert_eq!(content.as_bytes(), *file);
    assert!(
        request("/manifest.json", "")
            .to_lowercase()
            .contains("content-type: application/manifest+json")
    );
    for missing in [
        "/nothing",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/%ff",
        "/api/nothing",
    ] {
        assert!(
            request(missing, "").starts_with("HTTP/1.1 404"),
            "{missing}"
        );
    }
}

#[test]
fn every_question_is_answered() {
    let server = start();
    let (status, random) = server.get("/api/random?size=3x3&seed=7&n=2");
    assert_eq!(
        (status, random["boards"].as_array().map(Vec::len)),
        (200, Some(2))
    );
    assert_eq!(server.get("/api/blocks/levels").0, 200);
    let puzzle = json!({ "puzzle": "start goal\nAA..  ....\n....  ..AA\n" });
    let compared = json!({ "boards": [easy()["board"]], "heuristics": ["zero"] });
    for (path, body, field, value) in [
        (
            "/api/check",
            json!({ "board": "1 2 3 / 4 5 6 / 8 7 0" }),
            "solvable",
            json!(false),
        ),
        (
            "/api/read",
            json!({ "text": "123456780" }),
            "boards",
            Value::Null,
        ),
        ("/api/blocks/check", puzzle.clone(), "pieces", json!(["A"])),
        ("/api/solve", easy(), "length", json!(2)),
        (
            "/api/solve",
            json!({ "board": "1 2 3 / 4 5 6 / 8 7 0" }),
            "status",
            json!("unsolvable"),
        ),
        ("/api/blocks", puzzle, "length", json!(3)),
        ("/api/bench", compared, "records", Value::Null),
    ] {
        let (status, answer) = server.post(path, &body);
        assert!(
            status == 200
                && (answer[field] == value || value.is_null() && answer[field].is_array()),
            "{answer}"
        );
    }
}

#[test]
fn events_of_a_search_are_sent_in_order() {
    let server = start();
    // Because of its long time limit, the first search has time to build the tables, which the
    // second search then finds.
    for more in [json!({ "time_limit": 20 }), json!({})] {
        let mut question = json!({ "board": "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2", "time_limit": 1, "node_limit": 100 });
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let events = server.events("/api/solve", &question);
        let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names[..3], ["queued", "started", "note"], "{names:?}");
        assert_eq!(events[0].1, json!({ "ahead": 0 }));
        assert_eq!(
            events[2].1,
            json!({ "text": "the search uses the small tables 6-6-3" })
        );
        let (last, middle) = names[3..].split_last().unwrap();
        assert!(
            *last == "result" && middle.iter().all(|n| ["iteration", "solution"].contains(n)),
            "{names:?}"
        );
    }
}

#[test]
fn refused_requests_have_a_status_and_an_explanation() {
    let server = start();
    let local = "Host: localhost\r\n";
    let get =
        |path: &str, head: &str| format!("GET {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n");
    let post = |head: &str, body: &str| {
        let length = body.len();
        format!(
            "POST /api/check HTTP/1.1\r\nContent-Length: {length}\r\nConnection: close\r\n{head}\r\n{body}"
        )
    };
    let json = "Host: localhost\r\nContent-Type: application/json\r\n";
    let good = r#"{"board":"1 2 3 0"}"#;
    for (request, status) in [
        (get("/nothing", local), 404),
        (get("/api/check", local), 405),
        (get("/", ""), 400),
        (get("/", "Host: localhost\r\nHost: example.org\r\n"), 400),
        (get("http://example.org/", local), 400),
        (get("/", "Host: example.org\r\n"), 403),
        (get("/api/random?seed=x", local), 400),
        (get("/api/random?n=100000", local), 422),
        (
            "CONNECT example.org:80 HTTP/1.1\r\nHost: example.org:80\r\nConnection: close\r\n\r\n"
                .to_owned(),
            403,
        ),
        (post(json, good), 200),
        (post(&json.replace("localhost", "example.org"), good), 403),
        (post("Content-Type: application/json\r\n", good), 400),
        (
            post(
                &format!("{json}Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n"),
                good,
            ),
            200,
        ),
        (
            post(&format!("{json}Origin: http://localhost:8016\r\n"), good),
            403,
        ),
        (post(&format!("{json}Origin: null\r\n"), good), 403),
        (
            post(&format!("{json}Sec-Fetch-Site: cross-site\r\n"), good),
            403,
        ),
        (
            post(&format!("{json}Sec-Fetch-Site: same-site\r\n"), good),
            403,
        ),
        (post(local, good), 415),
        (post(json, "{"), 400),
        (post(json, ""), 400),
        (post(json, "{}"), 400),
        (post(json, r#"{"board":"1 2 2 0"}"#), 400),
        (post(json, r#"{"board":true}"#), 400),
        (post(json, r#"{"board":"1 2 3 0","colour":"red"}"#), 400),
        (post(json, &"[".repeat(60_000)), 400),
        (post(json, &" ".repeat(65_537)), 413),
        (post(json, &" ".repeat(4 << 20)), 413),
    ] {
        let answer = server.raw(request.as_bytes());
        let begin: String = request.chars().take(60).collect();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{begin:?}: {answer:?}"
        );
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let head = head.to_lowercase();
        for header in [
            "content-type: application/json",
            "content-security-policy: ",
            "cache-control: no-store",
        ] {
            assert!(head.contains(header), "{begin:?}: {head}");
        }
        let body: Value = serde_json::from_str(body).unwrap();
        assert!(
            status == 200 || body["error"].as_str().unwrap().len() > 20,
            "{begin:?}: {body}"
        );
    }
    let options = post(json, good).replace("/api/check", "/api/options");
    for (request, words) in [
        (get("/api/check", local), "asked with POST;"),
        (options, "asked with GET;"),
    ] {
        let answer = server.raw(request.as_bytes());
        assert!(
            answer.contains(words) && answer.to_lowercase().contains("\r\nallow: "),
            "{answer}"
        );
    }
    assert!(
        server
            .raw(get("http://localhost/", local).as_bytes())
            .starts_with("HTTP/1.1 200")
    );
}

#[test]
fn a_search_ends_when_its_client_goes_away() {
    let server = start_with(patient());
    let streams: Vec<_> = (0..3)
        .map(|_| server.begin("/api/solve", &hard()))
        .collect();
    server.wait_for_load(2, 1);
    // Two searches are running and one is waiting, but a short search is still answered.
    assert_eq!(server.post("/api/solve", &easy()).1["length"], 2);
    for stream in &streams {
        stream.shutdown(Shutdown::Both).unwrap();
    }
    server.wait_for_load(0, 0);
}

/// Returns questions in the multi-tile metric. Each of them has a goal for which separate tables
/// must be built.
fn slow_to_open() -> Vec<Value> {
    let goals = [
        "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15",
        "1 2 0 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15",
        "1 2 3 4 / 5 0 6 7 / 8 9 10 11 / 12 13 14 15",
        "1 2 3 4 / 5 6 7 0 / 8 9 10 11 / 12 13 14 15",
    ];
    let question =
        |goal| json!({ "board": goal, "goal": goal, "metric": "multi-tile", "depth_limit": 100 });
    goals.map(question).into()
}

#[test]
fn solvers_that_open_slowly_delay_no_other_answer_and_stop_with_their_clients() {
    let server = start_with(patient());
    let questions = slow_to_open();
    let mut streams = Vec::new();
    for (question, load) in questions.iter().zip([(1, 0), (2, 0), (2, 1), (2, 2)]) {
        streams.push(server.begin("/api/solve", question));
        server.wait_for_load(load.0, load.1);
    }
    // Both searches have been started, so they are opening their solvers now or will do so soon.
    for stream in &mut streams[..2] {
        let mut events = String::new();
        while !events.contains("event: started") {
            let mut some = [0; 1000];
            let read = stream.read(&mut some).unwrap();
            assert_ne!(read, 0, "{events}");
            events += &String::from_utf8_lossy(&some[..read]);
        }
    }
    assert_eq!(server.get("/version").0, 200);
    assert_eq!(server.get("/api/options").0, 200);
    let check = json!({ "board": easy()["board"] });
    assert_eq!(server.post("/api/check", &check).0, 200);
    assert_eq!(server.post("/api/solve", &easy()).1["length"], 2);
    for stream in &streams {
        stream.shutdown(Shutdown::Both).unwrap();
    }
    server.wait_for_load(0, 0);
    // No solver was opened for the clients that went away: if there is no time left, the answer
    // names a heuristic only if its solver is already open.
    for question in &questions {
        let mut question = question.clone();
        question["time_limit"] = json!(0);
        let (status, record) = server.post("/api/solve", &question);
        assert_eq!((status, &record["status"]), (200, &json!("limit")));
        assert_eq!(record["heuristic"], Value::Null, "{record}");
    }
}

#[test]
fn a_busy_server_asks_further_clients_to_come_back() {
    let server = start_with(patient());
    let mut streams: Vec<_> = (0..66)
        .map(|_| server.begin("/api/solve", &hard()))
        .collect();
    server.wait_for_load(2, 64);
    let (status, answer) = server.post("/api/solve", &hard());
    assert_eq!(status, 503);
    assert_eq!(
        answer["error"],
        "the server is busy: 64 searches wait already; ask again in a moment"
    );
    // A busy machine can deliver the answer in several pieces.
    let mut stream = server.begin("/api/solve", &hard());
    let mut head = String::new();
    while !head.contains("\r\n\r\n") {
        let mut piece = [0; 600];
        let read = stream.read(&mut piece).unwrap();
        assert_ne!(read, 0, "{head}");
        head += &String::from_utf8_lossy(&piece[..read]).to_lowercase();
    }
    assert!(
        head.starts_with("http/1.1 503") && head.contains("retry-after: "),
        "{head}"
    );
    assert_eq!(server.post("/api/solve", &easy()).1["length"], 2);
    // When a client leaves, another one can wait.
    streams.pop();
    server.wait_for_load(2, 63);
    streams.push(server.begin("/api/solve", &hard()));
    server.wait_for_load(2, 64);
}

#[test]
fn a_search_that_reaches_a_limit_reports_the_proven_bound() {
    let server = start_with(Config {
        time: Duration::from_millis(400),
        memory: 2 << 20,
        ..Config::default()
    });
    let limited = |more: Value, reason: &str| {
        let mut question = hard();
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let (status, record) = server.post("/api/solve", &question);
        assert_eq!(
            (status, &record["status"]),
            (200, &json!("limit")),
            "{record}"
        );
        assert!(
            record["error"].as_str().unwrap().contains(reason),
            "{record}"
        );
        record
    };
    // This search uses plain mode, because fast mode would need memory for its subtrees and could
    // reach the memory limit first.
    assert!(
        limited(json!({ "mode": "plain" }), "time")["bound"]
            .as_u64()
            .unwrap()
            > 40
    );
    assert_eq!(
        limited(json!({ "node_limit": 1000 }), "nodes")["generated"],
        1000
    );
    limited(json!({ "depth_limit": 10 }), "depth");
    let record = limited(json!({ "algorithm": "astar" }), "memory");
    assert!(
        record["peak_bytes"].as_u64().unwrap() <= 1 << 20,
        "{record}"
    );
}

#[test]
fn a_server_that_stops_reports_the_proven_bounds() {
    let server = start_with(patient());
    let mut streams = Vec::new();
    for (searching, queued) in [(1, 0), (2, 0), (2, 1)] {
        streams.push(server.begin("/api/solve", &hard()));
        server.wait_for_load(searching, queued);
    }
    drop(server);
    let answers: Vec<String> = streams
        .into_iter()
        .map(|mut stream| {
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            text
        })
        .collect();
    for searched in &answers[..2] {
        assert!(
            searched.contains("the server is being shut down, which ends the search"),
            "{searched}"
        );
        assert!(
            searched.contains("event: result") && searched.contains("\"error\":\"interrupted\""),
            "{searched}"
        );
    }
    assert!(
        answers[2].contains("event: error") && answers[2].contains("before this was searched"),
        "{}",
        answers[2]
    );
}

/// Returns limits with which a request must arrive completely within 300 milliseconds.
fn impatient() -> Config {
    Config {
        request_time: Duration::from_millis(300),
        ..Config::default()
    }
}

#[test]
fn connections_whose_request_does_not_arrive_are_closed() {
    let server = start_with(impatient());
    let begun: Vec<TcpStream> = ["", "G", "GET /health HTTP/1.1\r\nHost: loc"]
        .into_iter()
        .cycle()
        .take(60)
        .map(|head| {
            let mut stream = server.connect();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    // Another client keeps sending headers, so its connection is never idle.
    let mut trickle = server.connect();
    trickle
        .write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        .unwrap();
    while trickle.write_all(b"X: 1\r\n").is_ok() {
        std::thread::sleep(Duration::from_millis(5));
    }
    for mut stream in begun {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert_eq!(String::from_utf8_lossy(&answer), "");
    }
    assert_eq!(server.get("/health").0, 200);
}

#[test]
fn a_body_that_does_not_arrive_is_refused() {
    let server = start_with(impatient());
    let head = "POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 100\r\n\r\n{";
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
}

#[test]
fn names_used_by_other_programs_are_accepted() {
    let server = start();
    let question = |more: Value| {
        let mut question = easy();
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        question
    };
    for (more, field, value) in [
        (json!({ "metric": "stm" }), "length", json!(2)),
        (json!({ "metric": "MTM" }), "length", json!(1)),
        (json!({ "goal": "blank-last" }), "goal", json!("last")),
        (
            json!({ "algorithm": "a*", "heuristic": "hamming" }),
            "heuristic",
            json!("misplaced"),
        ),
    ] {
        let (status, record) = server.post("/api/solve", &question(more));
        assert_eq!((status, &record[field]), (200, &value), "{record}");
    }
    let (status, answer) = server.post("/api/solve", &question(json!({ "algorithm": "ucs" })));
    assert_eq!(status, 422, "{answer}");
    assert!(
        answer["error"].as_str().unwrap().contains("take bfs"),
        "{answer}"
    );
}
