//! Stops of commands that are no batch: the exit code, the note, and what is left.

#![cfg(target_os = "linux")] // signals of Unix

use std::fs;
use std::time::{Duration, Instant};

use fifteen_data::{DepthCounts, depth_counts};
use fifteen_puzzle::Metric;

use super::signals::stopped;
use crate::support::Sandbox;
use crate::terminal::Terminal;

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
fn what_is_complete_is_kept() {
    let sandbox = Sandbox::new();
    let arguments = ["lab", "count", "--csv", "--memory-limit", "4G"];
    let output = stopped(&sandbox, &arguments, Duration::from_millis(500));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let lines: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let (end, depths) = lines.split_last().unwrap();
    assert_eq!((end[8], end[10]), ("limit", "interrupted"), "{text}");
    let of_board = |c: &DepthCounts| c.size.to_string() == "4x4" && c.metric == Metric::SingleTile;
    let published = depth_counts().into_iter().find(of_board).unwrap().counts;
    let counts: Vec<u64> = depths.iter().map(|line| line[5].parse().unwrap()).collect();
    assert!(counts.len() > 8 && counts == published[..counts.len()], "{text}");
    // Each board ends at its limit.
    let arguments = ["bench", "--heuristic", "manhattan", "--time-limit", "0.1"];
    let output = stopped(&sandbox, &arguments, Duration::from_millis(500));
    let [out, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(1));
    assert!(out.contains(" boards of korf100\n") && out.lines().any(|line| line.starts_with("manhattan")), "{out}");
    assert!(said.contains("interrupted; the results above"), "{said}");
}

#[test]
fn a_bar_counts_the_states_of_tables_that_are_built() {
    let arguments = ["random", "--scramble", "--metric", "multi-tile", "-n", "100", "--seed", "1"];
    let mut terminal = Terminal::start(&arguments, (24, 100), &[]);
    terminal.see("building tables");
    terminal.send("-INT");
    assert_eq!(terminal.end(), 1);
    let screen = terminal.screen().contents();
    assert!(screen.contains("interrupted") && !screen.contains("building tables"), "{screen}");
}

/// Dominoes above a block that leaves them half of the board: most ways to place them leave no room for it.
fn crowded() -> String {
    let dominoes = ["AABBCCDD", "EEFFGGHH", "IIJJKKLL", "........"];
    let rows = dominoes.into_iter().chain(["MMMMMMMM"; 4]);
    let rows: String = rows.map(|row| format!("{row}    {}\n", ".".repeat(8))).collect();
    format!("## crowded\nstart       goal\n{}", rows.replacen("........\n", "......AA\n", 1))
}

#[test]
fn the_search_for_arrangements_ends_at_once() {
    let sandbox = Sandbox::new();
    sandbox.write("crowded.txt", crowded());
    // Eight pieces that the goal tells apart have 43 thousand million states.
    sandbox.write("many.txt", format!("start goal\nABCDE HGFED\nFGH.. CBA..\n{}", "..... .....\n".repeat(3)));
    for (command, file) in [("hardest", "crowded.txt"), ("check", "many.txt")] {
        let begun = Instant::now();
        let output = stopped(&sandbox, &["blocks", command, file], Duration::from_millis(500));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{command}: {said}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{command}: {:?}", begun.elapsed());
    }
}
