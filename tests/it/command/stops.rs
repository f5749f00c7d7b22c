//! Stops of commands that are no batch: the exit code, the note, and what is left.

#![cfg(target_os = "linux")] // signals of Unix

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::signals::stopped;
use crate::support::{Sandbox, interrupt};

const TABLE: &str = "tables/4x4_zero-aware_1+5+6+9+10+13.pdb";

#[test]
fn an_interrupted_build_names_the_tables_that_are_left() {
    let sandbox = Sandbox::new();
    let arguments = ["pdb", "build", "--partition", "6-6-3", "--partition", "7-8", "--out", "tables"];
    let output = stopped(&sandbox, &arguments, Duration::from_millis(200));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let note = said.lines().find(|line| line.contains("interrupted; not built: ")).unwrap_or_default();
    let names = note.split_once("not built: ").and_then(|(_, rest)| rest.split_once("; the same command builds"));
    let left: Vec<_> = names.unwrap_or_default().0.split(", ").collect();
    assert!(left.iter().any(|name| name.ends_with("4x4_zero-aware_1-8.pdb")), "{said}");
    for name in &left {
        assert!(name.starts_with("tables/") && !sandbox.path(name).exists(), "{name} is named and there\n{said}");
    }
    let there = fs::read_dir(sandbox.path("tables")).map_or(0, |files| {
        files.filter(|file| file.as_ref().unwrap().file_name().to_str().unwrap().ends_with(".pdb")).count()
    });
    assert_eq!(there + left.len(), 5, "{said}");
}

#[test]
fn verify_ends_with_1_and_says_what_is_left_undone() {
    let sandbox = Sandbox::new();
    sandbox.build("4x4", "6-6-3", &[]);
    let verify = ["pdb", "verify", "--deep", TABLE, TABLE, TABLE, TABLE];
    let output = stopped(&sandbox, &verify, Duration::from_millis(20));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("interrupted, not verified"), "{said}");
}

#[test]
fn a_command_ends_while_it_waits_for_the_standard_input() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["solve", "-"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    // Held open, and nothing is ever written.
    let input = child.stdin.take();
    interrupt(&child);
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(20), "it waited for its input");
    drop(input);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("interrupted"), "{said}");
}
