//! `fifteen analyse` with a session of many solves, which is interrupted.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::support::{Sandbox, send};

/// After Ctrl-C, the command prints the mean and the median of the solves that it has analysed so
/// far.
#[test]
fn an_interrupted_analysis_prints_the_means_so_far() {
    let sandbox = Sandbox::new();
    sandbox.write("session.txt", "R D2 L U2; D2 R U2 L\n".repeat(100_000));
    let mut command = sandbox.command(&["analyse", "--size", "3x3", "session.txt"]);
    let mut process = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut lines = String::new();
    // The first two lines are the head of the table and the first solve.
    for _ in 0..2 {
        output.read_line(&mut lines).unwrap();
    }
    send(&process, "-INT");
    output.read_to_string(&mut lines).unwrap();
    let mut said = String::new();
    let mut messages = process.stderr.take().unwrap();
    messages.read_to_string(&mut said).unwrap();
    assert_eq!(process.wait().unwrap().code(), Some(130), "{said}");
    let rows: Vec<&str> = lines.lines().collect();
    let solves = rows.len() - 3;
    assert!((1..100_000).contains(&solves), "{solves} solves");
    for (number, row) in (1..=solves).zip(&rows[1..]) {
        assert!(row.starts_with(&format!("line {number} ")), "{row}");
    }
    assert!(rows[solves + 1].starts_with("mean"), "{said}");
    assert!(rows[solves + 2].starts_with("median"), "{said}");
    assert!(
        said.contains("interrupted; the solves after the first"),
        "{said}"
    );
}
