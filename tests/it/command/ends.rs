//! Ctrl-C while `solve` waits for boards.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::support::Sandbox;

#[test]
fn an_interrupt_ends_the_wait_for_input() {
    let sandbox = Sandbox::new();
    let signals: [fn(&Child); 2] = [crate::support::interrupt, |child| crate::support::send(child, "-TERM")];
    for signal in signals {
        let mut command = sandbox.command(&["solve", "-", "--json", "--threads", "2"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
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
