//! `fifteen serve` under malformed and oversized requests: each is refused, and the server goes on.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use serde_json::json;

use super::serve::start;
use crate::support::{Sandbox, repeats};

/// Connections at a time.
const CLIENTS: usize = 16;

/// A request of one of eight kinds.
fn request(kind: usize, mut random: Rng, address: &str) -> String {
    let noise: String = (0..random.usize(1..2000)).map(|_| random.char(..)).collect();
    let post = |body: &str| {
        let head = "Content-Type: application/json\r\nConnection: close\r\n";
        format!("POST /api/solve HTTP/1.1\r\nHost: {address}\r\n{head}Content-Length: {}\r\n\r\n{body}", body.len())
    };
    match kind {
        0 => format!("{noise}\r\n\r\n"),
        1 => post(&noise),
        2 => post(&json!({ "board": noise }).to_string()),
        3 => post(&json!({ "board": "1 2 3 0", noise: 1 }).to_string()),
        4 => post(&json!({ "board": "1 2 3 0", "heuristic": noise }).to_string()),
        5 => post(&"[".repeat(random.usize(1..65_000))),
        6 => post(&format!("\"{}", "x".repeat(random.usize(65_537..200_000)))),
        _ => {
            let header = "x".repeat(random.usize(20_000..100_000));
            format!("GET / HTTP/1.1\r\nHost: {address}\r\nX: {header}\r\n\r\n")
        }
    }
}

/// Sends some bytes and reads the status of the response, 0 if it has none.
fn status(address: &str, request: &[u8]) -> u16 {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    // A server that has seen enough closes the connection before everything is sent or read.
    let _ = stream.write_all(request);
    let mut response = Vec::new();
    let _ = stream.read_to_end(&mut response);
    let response = String::from_utf8_lossy(&response);
    response.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

#[test]
fn malformed_and_oversized_requests_are_refused() {
    let sandbox = Sandbox::new();
    let (mut server, _output, address) = start(&sandbox, &[]);
    let (times, mut random) = repeats(10);
    for _ in 0..times {
        let clients: Vec<_> = (0..CLIENTS).map(|client| (client % 8, random.fork())).collect();
        thread::scope(|scope| {
            for (kind, random) in clients {
                let address = &address;
                scope.spawn(move || {
                    let sent = request(kind, random, address);
                    let status = status(address, sent.as_bytes());
                    assert_eq!(status / 100, 4, "{status} for a request of kind {kind}: {sent:.200}");
                });
            }
        });
    }
    let health = format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&address, health.as_bytes()), 200);
    server.kill().unwrap();
    server.wait().unwrap();
}
