//! `cargo xtask load`: many clients of `fifteen serve` at once, and how long those with easy boards wait.
//!
//! Then as many malformed and oversized requests as asked for, of which each must be refused; and the server's memory before, between and
//! after.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fifteen_solver::{Board, Goal, MoveOrder, RandomBoards, Size};
use serde_json::{Value, json};
use ureq::Agent;

use crate::paths::command;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Load `fifteen serve` with clients, and measure how long they wait
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Clients at a time
    #[arg(long, value_name = "N", default_value_t = 64)]
    clients: usize,
    /// How long
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Malformed and oversized requests after that
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    malformed: usize,
    /// The seed of boards and requests
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Boards of 70 moves or so, which the Manhattan distance does not solve within the server's limits.
const HARD: [&str; 2] = ["0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1", "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"];

/// Steps of the blank from the goal to an easy board, there and back among them.
const STEPS: usize = 150;

/// What clients ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Solved in milliseconds: what a person at the page asks for.
    Easy,
    /// Random boards with the default heuristic: up to some tenths of a second.
    Random,
    /// Random boards with the Manhattan distance: seconds.
    Slow,
    /// As long as the server lets it.
    Hard,
}

/// An answer.
struct Answer {
    kind: Kind,
    status: u16,
    /// Whether it has a solution, or a limit's bound.
    good: bool,
    seconds: f64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let program = command()?;
    let (mut child, address) = start(&program)?;
    let result = measure(args, &child, &address);
    // The server must not outlive this program, whatever happened.
    child.kill()?;
    child.wait()?;
    result
}

/// The command on a free port, and its address.
fn start(program: &std::path::Path) -> Result<(Child, String)> {
    let mut child = Command::new(program)
        .args(["serve", "--port", "0", "--quiet", "--time-limit", "10"])
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("the command has no output")?).read_line(&mut line)?;
    let address = line.trim_end().strip_prefix("listening on http://").and_then(|line| line.strip_suffix('/'));
    Ok((child, address.ok_or_else(|| format!("no address in {line:?}"))?.to_owned()))
}

fn measure(args: &Args, child: &Child, address: &str) -> Result<()> {
    println!("memory at the start: {}", memory(child));
    let answers = Mutex::new(Vec::new());
    let end = Instant::now() + Duration::from_secs(args.seconds);
    thread::scope(|scope| {
        for client in 0..args.clients {
            let answers = &answers;
            scope.spawn(move || {
                let mine = client_until(end, client, args.seed, address);
                answers.lock().unwrap_or_else(PoisonError::into_inner).extend(mine);
            });
        }
    });
    let answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{} clients for {} seconds", args.clients, args.seconds);
    for kind in [Kind::Easy, Kind::Random, Kind::Slow, Kind::Hard] {
        print_kind(kind, &answers);
    }
    println!("memory after it: {}", memory(child));
    let refused = malformed(args, address);
    println!("{} malformed and oversized requests, {refused} answered with 4xx", args.malformed);
    println!("memory after them: {}", memory(child));
    let health =
        exchange(address, format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes())?;
    println!("health: {}", health.lines().last().unwrap_or_default());
    let wrong = answers.iter().filter(|a| !matches!(a.status, 200 | 503) || (a.status == 200 && !a.good)).count();
    match (wrong, args.malformed - refused) {
        (0, 0) => Ok(()),
        (wrong, accepted) => Err(format!("{wrong} wrong answers, {accepted} bad requests not refused").into()),
    }
}

/// What one client does: it asks for one board after the other. Three in four clients have easy boards.
fn client_until(end: Instant, client: usize, seed: u64, address: &str) -> Vec<Answer> {
    let kind = match client % 16 {
        0 => Kind::Hard,
        1 => Kind::Slow,
        2 | 3 => Kind::Random,
        _ => Kind::Easy,
    };
    let mut answers = Vec::new();
    let Ok(questions) = questions(kind, seed.wrapping_add(client as u64)) else { return answers };
    let agent = Agent::config_builder().http_status_as_error(false).build().new_agent();
    for question in questions {
        if Instant::now() >= end {
            break;
        }
        let begun = Instant::now();
        let (status, body) = post(&agent, address, &question).unwrap_or((0, Value::Null));
        let good = body["status"] == "solved" || (kind != Kind::Easy && body["status"] == "limit");
        answers.push(Answer { kind, status, good, seconds: begun.elapsed().as_secs_f64() });
        // A person looks at the answer; a program waits as it was told.
        thread::sleep(Duration::from_millis(if status == 503 { 2000 } else { 100 }));
    }
    answers
}

/// Asks for a solution: the status, and the record.
fn post(agent: &Agent, address: &str, question: &Value) -> Result<(u16, Value)> {
    let request = agent.post(format!("http://{address}/api/solve"));
    let request = request.header("content-type", "application/json").header("accept", "application/json");
    let mut response = request.send(question.to_string())?;
    let text = response.body_mut().read_to_string()?;
    Ok((response.status().as_u16(), serde_json::from_str(&text)?))
}

/// The boards that a client asks for, one after the other, for ever.
fn questions(kind: Kind, seed: u64) -> Result<Box<dyn Iterator<Item = Value>>> {
    let goal = Goal::Last.board(Size::new(4, 4)?)?;
    let random = RandomBoards::new(goal, seed);
    Ok(match kind {
        Kind::Easy => {
            let mut random = fastrand::Rng::with_seed(seed);
            Box::new(std::iter::repeat_with(move || json!({ "board": near(goal, &mut random).to_string() })))
        }
        Kind::Random => Box::new(random.map(|board| json!({ "board": board.to_string() }))),
        Kind::Slow => {
            let question = |board: Board| json!({ "board": board.to_string(), "heuristic": "manhattan", "seconds": 5 });
            Box::new(random.map(question))
        }
        Kind::Hard => {
            Box::new(HARD.into_iter().cycle().map(|board| json!({ "board": board, "heuristic": "manhattan" })))
        }
    })
}

/// A board some steps of the blank away from the goal.
fn near(goal: Board, random: &mut fastrand::Rng) -> Board {
    let mut board = goal;
    for _ in 0..STEPS {
        let direction = MoveOrder::ULRD.directions()[random.usize(..4)];
        board = board.moved(direction).unwrap_or(board);
    }
    board
}

fn print_kind(kind: Kind, answers: &[Answer]) {
    let all: Vec<&Answer> = answers.iter().filter(|answer| answer.kind == kind).collect();
    let mut seconds: Vec<f64> = all.iter().filter(|a| a.status == 200).map(|answer| answer.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let busy = all.iter().filter(|answer| answer.status == 503).count();
    let at = |part: f64| seconds.get(((seconds.len() as f64 * part) as usize).min(seconds.len().saturating_sub(1)));
    let milliseconds = |part| at(part).map_or_else(String::new, |s| format!("{:.0} ms", s * 1e3));
    println!(
        "{kind:?}: {} answered, {busy} told busy, {} errors; median {}, 99 % {}, longest {}",
        seconds.len(),
        all.len() - seconds.len() - busy,
        milliseconds(0.5),
        milliseconds(0.99),
        milliseconds(1.0)
    );
}

/// Sends bad requests, many at a time; how many were answered with a status from 400 to 499.
fn malformed(args: &Args, address: &str) -> usize {
    let next = AtomicUsize::new(0);
    let refused = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..args.clients.min(16) {
            scope.spawn(|| {
                while next.load(Ordering::Relaxed) < args.malformed {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number < args.malformed && is_refused(number, args.seed, address) {
                        refused.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    refused.into_inner()
}

fn is_refused(number: usize, seed: u64, address: &str) -> bool {
    let mut random = fastrand::Rng::with_seed(seed ^ number as u64);
    let noise: String = (0..random.usize(1..2000)).map(|_| random.char(..)).collect();
    let post = |body: &str| {
        let head = "Content-Type: application/json\r\nConnection: close\r\n";
        format!("POST /api/solve HTTP/1.1\r\nHost: {address}\r\n{head}Content-Length: {}\r\n\r\n{body}", body.len())
    };
    let request = match number % 8 {
        0 => format!("{noise}\r\n\r\n"),
        1 => post(&noise),
        2 => post(&json!({ "board": noise }).to_string()),
        3 => post(&json!({ "board": "1 2 3 0", noise: 1 }).to_string()),
        4 => post(&json!({ "board": "1 2 3 0", "heuristic": noise }).to_string()),
        5 => post(&"[".repeat(random.usize(1..65_000))),
        6 => post(&format!("\"{}", "x".repeat(random.usize(65_537..200_000)))),
        _ => format!(
            "GET /{} HTTP/1.1\r\nHost: {address}\r\nX: {}\r\n\r\n",
            number,
            "x".repeat(random.usize(20_000..100_000))
        ),
    };
    exchange(address, request.as_bytes()).is_ok_and(|answer| (400..500).contains(&status(&answer)))
}

/// Sends some bytes and reads what comes until the end.
fn exchange(address: &str, request: &[u8]) -> io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(120)))?;
    // A server that has seen enough closes while there is more to be sent, or to be read.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn status(answer: &str) -> u16 {
    answer.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// The resident memory of the server now, and the most that it was.
fn memory(child: &Child) -> String {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let of = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map_or("unknown", str::trim);
    format!("{}, at most {}", of("VmRSS:"), of("VmHWM:"))
}
