//! Tests of a server under load: its memory after large searches and during hostile requests.
//!
//! These tests are a program of their own, because they measure the memory of the whole process.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    reason = "a test that panics has failed, which is what it is for"
)]

mod support;

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fifteen_serve::Config;
use serde_json::{Value, json};
use support::{Running, hard, start_with};

/// Locked while a test runs, so that tests do not measure each other's memory.
static ALONE: Mutex<()> = Mutex::new(());

/// Returns the memory that this process occupies, in bytes.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .unwrap();
    line.split_whitespace()
        .nth(1)
        .unwrap()
        .parse::<u64>()
        .unwrap()
        << 10
}

#[test]
fn memory_of_large_searches_is_returned_to_the_system() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let server = start_with(Config {
        memory: 8 << 30,
        time: Duration::from_secs(60),
        ..Config::default()
    });
    assert_eq!(
        server
            .post("/api/solve", &json!({ "board": "1 2 3 / 4 5 6 / 0 7 8" }))
            .0,
        200
    );
    let start = resident();
    let question = |algorithm: &str| {
        let mut question = hard();
        question["algorithm"] = json!(algorithm);
        question["time_limit"] = json!(if algorithm == "astar" { 3 } else { 60 });
        question
    };
    // This search is cancelled, as if its client had left.
    let stream = server.begin("/api/solve", &question("bfs-tree"));
    let begun = Instant::now();
    while resident() < start + (500 << 20) {
        assert!(
            begun.elapsed() < Duration::from_secs(50),
            "the search takes little memory"
        );
        thread::sleep(Duration::from_millis(20));
    }
    drop(stream);
    server.wait_for_load(0, 0);
    // This search stops at a limit.
    let (_, record) = server.post("/api/solve", &question("astar"));
    assert!(
        record["peak_bytes"].as_u64().unwrap() > 10 << 20,
        "{record}"
    );
    let begun = Instant::now();
    while resident() > start + (50 << 20) {
        let more = resident().saturating_sub(start) >> 20;
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "{more} MB more than at the start"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

/// Returns one of eight kinds of invalid requests.
fn hostile(number: usize) -> String {
    let post = |length: usize, body: &str| {
        let head = "Host: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n";
        format!("POST /api/solve HTTP/1.1\r\n{head}Content-Length: {length}\r\n\r\n{body}")
    };
    let get =
        |path: &str, head: &str| format!("GET {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n");
    let whole = |body: &str| post(body.len(), body);
    match number % 8 {
        0 => "\0\u{7f}\u{fffd}\r\n\r\n".repeat(number + 1),
        1 => whole(&"[".repeat(60_000)),
        2 => whole(&format!("{{\"board\": \"{}\"}}", "9 ".repeat(20_000))),
        3 => whole(&" ".repeat(1 << 20)),
        4 => post(usize::MAX, "{\"board\": "),
        5 => get(
            &format!("/%00{}", "/..".repeat(number)),
            "Host: localhost\r\n",
        ),
        6 => get(
            "/",
            &format!("Host: localhost\r\nX: {}\r\n", "x".repeat(2 << 20)),
        ),
        _ => get("/", &format!("Host: {number}.example.org\r\n")),
    }
}

#[test]
fn hostile_requests_are_refused_without_leaking_resources() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let server = start_with(Config::default());
    let ask = |number: usize| {
        let mut stream = server.connect();
        // The server may refuse the request before all of it has been sent.
        let _ = stream.write_all(hostile(number).as_bytes());
        let cut_off = number % 8 == 4;
        if cut_off {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        // If the body is cut off, the server may close the connection without an answer.
        assert!(
            answer.starts_with(b"HTTP/1.1 4") || answer.is_empty() && cut_off,
            "{number}: {answer:?}"
        );
    };
    (0..100).for_each(ask);
    let start = resident();
    (0..200).for_each(ask);
    // Clients that leave before the answer, or while it is being sent.
    for number in 0..100 {
        let mut stream = server.begin("/api/solve", &hard());
        if number % 2 == 0 {
            let _ = stream.read(&mut [0; 100]);
        }
    }
    server.wait_for_load(0, 0);
    assert!(
        resident() < start + (30 << 20),
        "{} MB more",
        (resident() - start) >> 20
    );
}

/// Returns a valid request that needs much time or memory: a new goal in one of the metrics, large
/// tables, or a search that fills its memory.
fn heavy(number: usize) -> (&'static str, Value) {
    // The tiles are shifted cyclically, so that each number gives a different goal.
    let cells: Vec<usize> = (0..16).map(|cell| (cell + number) % 16).collect();
    let hard = "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1";
    let question = match number % 6 {
        0 => json!({ "board": cells, "goal": cells, "metric": "multi-tile" }),
        1 => json!({ "board": hard, "goal": cells }),
        2 => json!({ "board": hard, "heuristic": "walking-distance+6-6-3", "goal": cells }),
        3 => json!({ "board": hard, "algorithm": "astar" }),
        4 => json!({ "board": hard, "algorithm": "bfs-tree", "time_limit": 1 }),
        _ => {
            let heuristics = ["walking-distance", "6-6-3", "manhattan"];
            let question = json!({ "set": "korf100:1-20", "heuristics": heuristics });
            return ("/api/bench", question);
        }
    };
    ("/api/solve", question)
}

/// Opens a connection to the server and sends one of the hostile requests.
fn attack(server: &Running, number: usize) -> TcpStream {
    if !number.is_multiple_of(4) {
        let (path, question) = heavy(number);
        return server.begin(path, &question);
    }
    let mut stream = server.connect();
    let request = match number / 4 % 4 {
        // The request ends within its head.
        0 => "POST /api/solve HTTP/1.1\r\nHost: local".to_owned(),
        // The request ends within its body.
        1 => "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
              Content-Length: 1000\r\n\r\n{"
            .to_owned(),
        _ => hostile(number / 4),
    };
    // The server may refuse the request before all of it has been sent.
    let _ = stream.write_all(request.as_bytes());
    stream
}

/// Sends 200 hostile requests of various kinds. Every fifth client leaves immediately after its
/// request. Meanwhile, and then `rounds` more times, sends requests that need no search, all of
/// which must be answered. Finally all clients leave. Returns the largest memory that the process
/// had, in bytes.
fn under_attack(server: &Running, rounds: usize) -> u64 {
    let mut most = 0;
    let mut ask = || {
        assert_eq!(server.get("/health").0, 200);
        assert_eq!(server.get("/version").0, 200);
        let (status, answer) =
            server.post("/api/check", &json!({ "board": "1 2 3 / 4 5 6 / 8 7 0" }));
        assert_eq!((status, &answer["solvable"]), (200, &json!(false)));
        most = most.max(resident());
    };
    let mut streams = Vec::new();
    for number in 0..200 {
        let stream = attack(server, number);
        if number % 5 != 0 {
            streams.push(stream);
        }
        if number % 10 == 0 {
            ask();
        }
    }
    for _ in 0..rounds {
        ask();
        thread::sleep(Duration::from_millis(20));
    }
    drop(streams);
    server.wait_for_load(0, 0);
    most
}

/// Starts a server with little memory. Also returns the memory that its searches and their tables
/// may use according to the documentation, in bytes.
fn server_of_little_memory() -> (Running, u64) {
    let memory = 256 << 20;
    let server = start_with(Config {
        memory,
        time: Duration::from_secs(5),
        ..Config::default()
    });
    (server, memory + (256 << 20) + (340 << 20))
}

#[test]
fn hostile_requests_delay_no_answers_and_stay_within_the_documented_memory() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (server, announced) = server_of_little_memory();
    let start = resident();
    let most = under_attack(&server, 50);
    assert!(most < start + announced, "{} MB more", (most - start) >> 20);
}

#[test]
#[ignore = "takes minutes"]
fn long_hostile_requests_stay_within_the_documented_memory() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (server, announced) = server_of_little_memory();
    let start = resident();
    for _ in 0..2 {
        let most = under_attack(&server, 2000);
        assert!(most < start + announced, "{} MB more", (most - start) >> 20);
    }
}
