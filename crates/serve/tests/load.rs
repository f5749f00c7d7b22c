//! A server under load: memory after large searches and after hostile requests. These tests have a process of their
//! own, since they measure it.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    reason = "a test that panics has failed, which is what it is for"
)]

mod support;

use std::fs;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fifteen_serve::Config;
use serde_json::json;
use support::{hard, start_with};

/// One test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Bytes of this process in memory.
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
fn memory_of_large_searches_goes_back_to_the_system() {
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
        question["seconds"] = json!(if algorithm == "astar" { 3 } else { 60 });
        question
    };
    // Cancelled, as by a reader who leaves.
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
    // Stopped at a limit.
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

/// A request that is no good, of one of eight kinds.
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
fn hostile_requests_are_refused_and_leave_nothing() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let server = start_with(Config::default());
    let ask = |number: usize| {
        let mut stream = server.connect();
        // The server may have seen enough before all is sent.
        let _ = stream.write_all(hostile(number).as_bytes());
        let cut_off = number % 8 == 4;
        if cut_off {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        // Where a body is cut off, there may be nobody to answer.
        assert!(
            answer.starts_with(b"HTTP/1.1 4") || answer.is_empty() && cut_off,
            "{number}: {answer:?}"
        );
    };
    (0..100).for_each(ask);
    let start = resident();
    (0..200).for_each(ask);
    // Clients that ask and leave, before the answer or within it.
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
