//! `convert --to slides` and `--to letters`: moves from words, files and the standard input.

use std::io::Write;
use std::process::Stdio;

use crate::support::{Sandbox, stderr, stdout};

const LINES: &str = "RRRUUL\n# a comment\n\nDD\nLU\n";

/// The output of a run that reads [`LINES`] from the standard input.
fn piped(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let mut child = sandbox.command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(LINES.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn files_and_the_standard_input_are_read() {
    let sandbox = Sandbox::new();
    sandbox.write("moves.txt", LINES);
    let slides = "R3 U2 L\nD2\nL U\n";
    assert_eq!(sandbox.output(&["convert", "--to", "slides", "moves.txt"]), slides);
    assert_eq!(sandbox.output(&["convert", "--to", "slides", "--file", "moves.txt"]), slides);
    for arguments in [&["convert", "--to", "slides"][..], &["convert", "--to", "slides", "-"]] {
        assert_eq!(piped(&sandbox, arguments), slides, "{arguments:?}");
    }
    assert_eq!(sandbox.output(&["convert", "--to", "letters", "R3", "U2", "L"]), "RRRUUL\n");
}

#[test]
fn lines_are_skipped() {
    let sandbox = Sandbox::new();
    sandbox.write("moves.txt", LINES);
    let skipping = |number| sandbox.output(&["convert", "--to", "slides", "moves.txt", "--skip", number]);
    assert_eq!([skipping("1"), skipping("2"), skipping("9")], ["D2\nL U\n", "L U\n", ""]);
    let refused = sandbox.run(&["convert", "--to", "slides", "RR", "--skip", "1"]).code(2);
    assert!(stderr(&refused).contains("--skip leaves out lines of a file"), "{}", stderr(&refused));
}

#[test]
fn a_bad_line_is_reported_and_the_rest_is_converted() {
    let sandbox = Sandbox::new();
    sandbox.write("moves.txt", "RR\nRQ\nUU\n");
    let run = sandbox.run(&["convert", "--to", "slides", "moves.txt"]).code(2);
    assert_eq!(stdout(&run), "R2\nU2\n");
    assert!(stderr(&run).contains("moves.txt, line 2: move 2 is 'Q'"), "{}", stderr(&run));
}
