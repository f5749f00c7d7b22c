//! Starts a server in this process on a free port, and provides a client for it.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fifteen_serve::{Config, Server};
use serde_json::{Value, json};
use ureq::Agent;

/// A running server. It is stopped when this value is dropped.
pub(crate) struct Running {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    agent: Agent,
}

/// Starts a server with the default limits, at most two searches at a time, and no tables.
pub(crate) fn start() -> Running {
    start_with(Config::default())
}

/// Starts a server with the limits in `config`, at most two searches at a time, and no tables.
pub(crate) fn start_with(config: Config) -> Running {
    let empty = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let config = Config {
        threads: fifteen_solver::Threads::all_if_zero(2),
        tables: vec![empty.into()],
        ..config
    };
    let server = Server::open(&config).unwrap();
    let address = server.address();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let thread = Some(thread::spawn(move || server.run(&flag)));
    let agent = Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    Running {
        address,
        stop,
        thread,
        agent,
    }
}

impl Running {
    /// Sends a GET request. Returns the status and the body of the answer.
    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        let mut response = self
            .agent
            .get(format!("http://{}{path}", self.address))
            .call()
            .unwrap();
        let text = response.body_mut().read_to_string().unwrap();
        (
            response.status().as_u16(),
            serde_json::from_str(&text).unwrap(),
        )
    }

    /// Sends a POST request. Returns the status and the body of the answer, which is the final
    /// record of the search.
    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.post_as(path, &body.to_string(), "application/json");
        (status, serde_json::from_str(&text).unwrap())
    }

    pub(crate) fn post_as(&self, path: &str, body: &str, accept: &str) -> (u16, String) {
        let request = self.agent.post(format!("http://{}{path}", self.address));
        let request = request
            .header("content-type", "application/json")
            .header("accept", accept);
        let mut response = request.send(body).unwrap();
        (
            response.status().as_u16(),
            response.body_mut().read_to_string().unwrap(),
        )
    }

    /// Sends a POST request that asks for events. Returns each event's name and data.
    pub(crate) fn events(&self, path: &str, body: &Value) -> Vec<(String, Value)> {
        let (status, text) = self.post_as(path, &body.to_string(), "text/event-stream");
        assert_eq!(status, 200, "{text}");
        text.split("\n\n").filter_map(event).collect()
    }

    /// Sends bytes that need not be a valid request. Returns the answer, with invalid UTF-8
    /// replaced.
    pub(crate) fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        let mut answer = Vec::new();
        // If the server closes the connection before all bytes are sent, or resets it after the
        // answer, that is not an error.
        let _ = stream.write_all(request);
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// Begins a search without reading its answer.
    pub(crate) fn begin(&self, path: &str, body: &Value) -> TcpStream {
        let mut stream = self.connect();
        let (host, body) = (self.address, body.to_string());
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
        write!(
            stream,
            "{head}Accept: text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        stream
    }

    /// Waits until the given numbers of searches are running and waiting.
    pub(crate) fn wait_for_load(&self, searching: u64, queued: u64) {
        let expected = json!({ "status": "ok", "searching": searching, "queued": queued });
        let begun = Instant::now();
        loop {
            let (_, load) = self.get("/health");
            if load == expected {
                return;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "{load} instead of {expected}"
            );
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(
            thread::panicking() || ended.is_some_and(|ended| ended.is_ok()),
            "the server has panicked"
        );
    }
}

/// Parses an event of the form `event: NAME`, `data: JSON`. Returns `None` for a comment.
fn event(block: &str) -> Option<(String, Value)> {
    let field = |name: &str| {
        block
            .lines()
            .find_map(|line| line.strip_prefix(name))
            .map(str::trim)
    };
    Some((
        field("event:")?.to_owned(),
        serde_json::from_str(field("data:")?).unwrap(),
    ))
}

/// A board that needs 70 moves. With the Manhattan distance, solving it would take longer than any
/// test.
pub(crate) fn hard() -> Value {
    json!({ "board": "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1", "heuristic": "manhattan" })
}
