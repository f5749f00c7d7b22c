//! Ctrl-C while `solve` searches, or waits for boards.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::support::Sandbox;

/// 70 moves, and days of work for the Manhattan distance.
const HARD: &str = "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1";

fn spawn(sandbox: &Sandbox, arguments: &[&str]) -> Child {
    let mut command = sandbox.command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn ctrl_c_leaves_what_was_proven() {
    let sandbox = Sandbox::new();
    let child = spawn(&sandbox, &["solve", "--heuristic", "manhattan", "--json", HARD]);
    crate::support::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((record["status"].as_str(), record["error"].as_str()), (Some("limit"), Some("interrupted")));
    assert!((30..=70).contains(&record["bound"].as_u64().unwrap()));
}

#[test]
fn an_interrupt_ends_the_wait_for_input() {
    let sandbox = Sandbox::new();
    let signals: [fn(&std::process::Child); 2] =
        [crate::support::interrupt, |child| crate::support::send(child, "-TERM")];
    for signal in signals {
        let mut child = spawn(&sandbox, &["solve", "-", "--json", "--threads", "2"]);
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"1 2 / 0 3\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        signal(&child);
        let output = child.wait_with_output().unwrap();
        drop(input);
        assert_eq!(output.status.code(), Some(1));
        assert!(serde_json::from_str::<Value>(&first).is_ok());
        assert!(lines.next().is_none());
        let messages = String::from_utf8(output.stderr).unwrap();
        assert!(messages.contains("note: interrupted; to go on, repeat the command with --skip 1\n"), "{messages}");
    }
}
