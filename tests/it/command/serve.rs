//! `fifteen serve`: it answers with the same records that the command prints, checks hosts and
//! addresses, and ends on a signal.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};

use crate::support::{Sandbox, send, stderr};
use serde_json::{Value, json};

/// Starts a server. Returns its process, its standard output, and its address as it was printed.
fn start(sandbox: &Sandbox, more: &[&str]) -> (Child, BufReader<ChildStdout>, String) {
    let mut command = sandbox.command(&[&["serve", "--port", "0", "--quiet"], more].concat());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let address = line
        .trim_end()
        .strip_prefix("listening on http://")
        .and_then(|l| l.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("{line:?}")).to_owned();
    (child, output, address)
}

/// Sends a question. The server closes the connection after its answer.
fn ask(address: &str, path: &str, accept: &str, body: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nAccept: {accept}\r\n"
    );
    write!(
        stream,
        "{head}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

/// Sends a question and returns the record in the answer.
fn answer(address: &str, path: &str, body: &Value) -> Value {
    let mut text = String::new();
    ask(address, path, "application/json", body)
        .read_to_string(&mut text)
        .unwrap();
    let (_, record) = text.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(record).unwrap()
}

/// Returns a record without the running time, in which two runs differ.
fn steady(mut record: Value) -> Value {
    record.as_object_mut().unwrap().remove("seconds");
    record
}

#[test]
fn the_server_answers_with_the_records_that_the_command_prints() {
    let sandbox = Sandbox::new();
    let (mut child, _output, address) = start(&sandbox, &[]);
    let printed = |arguments: &[&str]| -> Value {
        serde_json::from_str(&sandbox.output(&[arguments, &["--json"]].concat())).unwrap()
    };
    let board = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";
    for (mode, heuristic) in [("fast", None), ("plain", Some("walking-distance"))] {
        let mut arguments = vec!["solve", "--threads", "1", "-v", "--mode", mode, board];
        arguments.extend(
            heuristic
                .iter()
                .flat_map(|heuristic| ["--heuristic", heuristic]),
        );
        let question =
            json!({ "board": board, "heuristic": heuristic, "mode": mode, "stats": true });
        assert_eq!(
            steady(answer(&address, "/api/solve", &question)),
            steady(printed(&arguments))
        );
    }
    let puzzle = "## Three pieces\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n";
    sandbox.write("puzzle.txt", puzzle);
    let question = json!({ "puzzle": puzzle, "metric": "any-path" });
    let expected = printed(&["blocks", "solve", "puzzle.txt", "--metric", "any-path"]);
    assert_eq!(
        steady(answer(&address, "/api/blocks", &question)),
        steady(expected)
    );
    let question = json!({ "set": "random:5:1", "size": "3x3", "heuristics": ["linear-conflict"] });
    let answered = answer(&address, "/api/bench", &question)["records"][0].clone();
    let bench = [
        "bench",
        "--json",
        "--set",
        "random:5:1",
        "--size",
        "3x3",
        "--heuristic",
        "linear-conflict",
    ];
    let lines = sandbox.output(&bench);
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for count in ["generated", "expanded"] {
        let counts = lines.iter().map(|line| line[count].as_u64().unwrap());
        assert_eq!(answered[count]["sum"].as_u64(), Some(counts.sum()));
    }
    send(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn addresses_in_use_and_unknown_hosts_are_refused() {
    let sandbox = Sandbox::new();
    let (mut child, _output, address) = start(
        &sandbox,
        &["--bind", "0.0.0.0", "--allow-host", "example.org"],
    );
    let port = address.rsplit(':').next().unwrap();
    // If other computers can reach the server, it accepts the host names given with `--allow-host`,
    // and IP addresses.
    for (host, status) in [
        ("example.org", "200"),
        ("192.0.2.1", "200"),
        ("example.com", "403"),
    ] {
        let mut stream = TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap();
        let head = format!("GET /version HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert!(
            text.starts_with(&format!("HTTP/1.1 {status}")),
            "{host}: {text}"
        );
    }
    let taken = sandbox
        .run(&["serve", "--port", port, "--bind", "0.0.0.0"])
        .code(2);
    assert!(
        stderr(&taken).contains("choose another --port"),
        "{}",
        stderr(&taken)
    );
    send(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let (mut child, _output, address) = start(&sandbox, &["--bind", "localhost"]);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    send(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
