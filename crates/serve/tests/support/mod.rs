//! A server on a free port, in this process, and a client for it.

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

/// A server, which stops when its value is dropped.
pub(crate) struct Running {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    agent: Agent,
}

/// A server of two searches at a time, with an empty folder for tables.
pub(crate) fn start() -> Running {
    start_with(Config::default())
}

/// A server with these limits.
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
    /// The status and the body of an answer.
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

    /// The same for a question with a body; the final record alone.
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

    /// The events of an answer, with their names.
    pub(crate) fn events(&self, path: &str, body: &Value) -> Vec<(String, Value)> {
        let (status, text) = self.post_as(path, &body.to_string(), "text/event-stream");
        assert_eq!(status, 200, "{text}");
        text.split("\n\n").filter_map(event).collect()
    }

    /// The answer to some bytes, as far as it is text.
    pub(crate) fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        let mut answer = Vec::new();
        // A connection that is closed before all was sent, or reset after the answer, is an end too.
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

    /// Begins a search and does not read what comes.
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

    /// Waits until so many are searched and so many wait.
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

/// `event: NAME`, `data: JSON`; nothing for comments.
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

/// A board of 70 moves that the Manhattan distance does not solve in minutes.
pub(crate) fn hard() -> Value {
    json!({ "board": "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1", "heuristic": "manhattan" })
}
