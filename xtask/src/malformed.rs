//! `cargo xtask malformed`: malformed and oversized requests to `fifteen serve`, each of which must be refused, and the
//! server's memory before and after them.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::Result;
use crate::paths::command;

/// Connections at a time.
const CLIENTS: usize = 16;

/// Send malformed and oversized requests to `fifteen serve`; each must be refused
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Number of requests
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    requests: usize,
    /// The seed of the requests
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let (mut child, address) = start(&command()?)?;
    let result = check(args, &child, &address);
    // The server must not outlive this program, whatever happened.
    child.kill()?;
    child.wait()?;
    result
}

/// Starts the command on a free port and reads its address.
fn start(program: &Path) -> Result<(Child, String)> {
    let mut serve = Command::new(program);
    let mut child = serve.args(["serve", "--port", "0", "--quiet"]).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("the command has no output")?).read_line(&mut line)?;
    let address = line.trim_end().strip_prefix("listening on http://").and_then(|line| line.strip_suffix('/'));
    Ok((child, address.ok_or_else(|| format!("no address in {line:?}"))?.to_owned()))
}

fn check(args: &Args, child: &Child, address: &str) -> Result<()> {
    println!("memory at the start: {}", memory(child));
    let (next, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let client = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.requests {
                return;
            }
            if exchange(address, request(number, args.seed, address).as_bytes()).is_ok_and(|status| status / 100 == 4) {
                refused.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| (0..CLIENTS).for_each(|_| drop(scope.spawn(client))));
    let refused = refused.into_inner();
    println!("{} malformed and oversized requests, {refused} answered with 4xx", args.requests);
    println!("memory after them: {}", memory(child));
    let health = format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    match (exchange(address, health.as_bytes())?, args.requests - refused) {
        (200, 0) => Ok(()),
        (health, accepted) => Err(format!("{accepted} bad requests were not refused; health: {health}").into()),
    }
}

/// A request of one of eight kinds.
fn request(number: usize, seed: u64, address: &str) -> String {
    let mut random = fastrand::Rng::with_seed(seed ^ number as u64);
    let noise: String = (0..random.usize(1..2000)).map(|_| random.char(..)).collect();
    let post = |body: &str| {
        let head = "Content-Type: application/json\r\nConnection: close\r\n";
        format!("POST /api/solve HTTP/1.1\r\nHost: {address}\r\n{head}Content-Length: {}\r\n\r\n{body}", body.len())
    };
    match number % 8 {
        0 => format!("{noise}\r\n\r\n"),
        1 => post(&noise),
        2 => post(&json!({ "board": noise }).to_string()),
        3 => post(&json!({ "board": "1 2 3 0", noise: 1 }).to_string()),
        4 => post(&json!({ "board": "1 2 3 0", "heuristic": noise }).to_string()),
        5 => post(&"[".repeat(random.usize(1..65_000))),
        6 => post(&format!("\"{}", "x".repeat(random.usize(65_537..200_000)))),
        _ => {
            let header = "x".repeat(random.usize(20_000..100_000));
            format!("GET /{number} HTTP/1.1\r\nHost: {address}\r\nX: {header}\r\n\r\n")
        }
    }
}

/// Sends some bytes and reads the response: its status, 0 if it has none.
fn exchange(address: &str, request: &[u8]) -> io::Result<u16> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(120)))?;
    // A server that has seen enough closes the connection before everything is sent or read.
    let _ = stream.write_all(request);
    let mut response = Vec::new();
    let _ = stream.read_to_end(&mut response);
    let response = String::from_utf8_lossy(&response);
    Ok(response.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// The resident memory of the server now, and its peak.
fn memory(child: &Child) -> String {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let of = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map_or("unknown", str::trim);
    format!("{}, at most {}", of("VmRSS:"), of("VmHWM:"))
}
