//! A server under load: memory after large searches, and clients that hold connections without using them. These tests
//! have a process of their own, since they measure it.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed, which is what it is for")]

mod support;

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fifteen_serve::Config;
use serde_json::json;
use support::{Running, hard, start_with};

/// One test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Bytes of this process in memory.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}

#[test]
fn memory_of_large_searches_goes_back_to_the_system() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let server = start_with(Config { memory: 8 << 30, time: Duration::from_secs(60), ..Config::default() });
    assert_eq!(server.post("/api/solve", &json!({ "board": "1 2 3 / 4 5 6 / 0 7 8" })).0, 200);
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
        assert!(begun.elapsed() < Duration::from_secs(50), "the search takes little memory");
        thread::sleep(Duration::from_millis(20));
    }
    drop(stream);
    server.wait_for_load(0, 0);
    // Stopped at a limit.
    let (_, record) = server.post("/api/solve", &question("astar"));
    assert!(record["peak_bytes"].as_u64().unwrap() > 10 << 20, "{record}");
    let begun = Instant::now();
    while resident() > start + (50 << 20) {
        let more = resident().saturating_sub(start) >> 20;
        assert!(begun.elapsed() < Duration::from_secs(10), "{more} MB more than at the start");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The time for which this process had a processor.
fn processor_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let ticks: u64 = fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    // A hundred a second on every system.
    Duration::from_millis(ticks * 10)
}

#[test]
fn a_block_puzzle_with_many_pieces_is_cancelled_at_once() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let server = start_with(Config { memory: 16 << 30, time: Duration::from_secs(60), ..Config::default() });
    // 200 pieces of one cell on every other cell; one of them crosses the board.
    let letters: Vec<char> = (0x4e00..0x4e00 + 200).filter_map(char::from_u32).collect();
    let start = |x: usize, y: usize| if (x + y).is_multiple_of(2) { letters[y * 10 + x / 2] } else { '.' };
    let goal = |x: usize, y: usize| if (x, y) == (19, 19) { letters[0] } else { '.' };
    let row = |y: usize, cell: &dyn Fn(usize, usize) -> char| (0..20).map(|x| cell(x, y)).collect::<String>();
    let rows: String = (0..20).map(|y| format!("{}    {}\n", row(y, &start), row(y, &goal))).collect();
    let puzzle = format!("start{}goal\n{rows}", " ".repeat(19));
    let stream = server.begin("/api/blocks", &json!({ "puzzle": puzzle, "metric": "any-path" }));
    server.wait_for_load(1, 0);
    thread::sleep(Duration::from_millis(600));
    server.wait_for_load(1, 0);
    let before = processor_time();
    drop(stream);
    server.wait_for_load(0, 0);
    let after = processor_time() - before;
    assert!(after < Duration::from_millis(700), "{after:?} of work after the end");
}

/// Clients that ask for much and read nothing, and clients whose heads do not come to an end.
fn hold(server: &Running, readers: usize, heads: usize) -> Vec<TcpStream> {
    let pipelined = "GET /api/random?size=5x5&n=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    let begin = |bytes: &[u8]| {
        let mut stream = server.connect();
        // One that is closed to make room is as good.
        let _ = stream.write_all(bytes);
        stream
    };
    let readers = (0..readers).map(|_| begin(pipelined.as_bytes()));
    let heads = (0..heads).map(|_| begin(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "));
    readers.chain(heads).collect()
}

/// The longest time that `/health` took, asked on new connections again and again.
fn slowest_health(server: &Running, time: Duration) -> Duration {
    let begun = Instant::now();
    let mut slowest = Duration::ZERO;
    while begun.elapsed() < time {
        let asked = Instant::now();
        let answer = server.raw(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
        slowest = slowest.max(asked.elapsed());
        thread::sleep(Duration::from_millis(20));
    }
    slowest
}

fn held_connections_keep_nobody_out(time: Duration) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let server = start_with(Config { time: Duration::from_secs(600), ..Config::default() });
    // One that searches is not cut off.
    let search = server.begin("/api/solve", &hard());
    server.wait_for_load(1, 0);
    let (slowest, held) = thread::scope(|scope| {
        let health = scope.spawn(|| slowest_health(&server, time));
        let held = hold(&server, 512, 600);
        (health.join().unwrap(), held)
    });
    println!("slowest answer of /health: {slowest:?}, beside {} held connections", held.len());
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    assert_eq!(server.get("/health").1["searching"], 1);
    drop((held, search));
    server.wait_for_load(0, 0);
}

#[test]
fn clients_that_never_read_and_slow_heads_keep_nobody_out() {
    held_connections_keep_nobody_out(Duration::from_secs(3));
}

/// `cargo test -p fifteen-serve --test load -- --ignored --nocapture`
#[test]
#[ignore = "takes a minute"]
fn clients_that_never_read_and_slow_heads_keep_nobody_out_for_long() {
    held_connections_keep_nobody_out(Duration::from_secs(60));
}
