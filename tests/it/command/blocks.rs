//! `fifteen blocks`: what is more than the text of its [transcripts](crate::transcripts).

use std::fs;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use serde_json::Value;

#[cfg(target_os = "linux")]
use super::signals::stopped;
use crate::support::{Sandbox, stdout};

const SMALL: &str = "## Small\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n";

/// The naive search of all starts: for each arrangement its own search.
#[test]
fn the_hardest_arrangements() {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", "## small\nstart goal\nAAB   ...\nC..   ...\nC..   .AA\n");
    let run = sandbox.run(&["blocks", "hardest", "small.txt", "--json"]).code(0);
    let record: Value = serde_json::from_str(&stdout(&run)).unwrap();
    let distance = record["distance"].as_u64().unwrap();
    let positions = record["positions"].as_array().unwrap();
    assert_eq!(record["count"].as_u64().unwrap().min(8), positions.len() as u64);
    let solve = |rows: &Value| {
        let goals = ["...", "...", ".AA"];
        let rows = rows
            .as_array()
            .unwrap()
            .iter()
            .zip(goals)
            .map(|(row, goal)| format!("{}   {goal}\n", row.as_str().unwrap()));
        sandbox.write("one.txt", format!("start goal\n{}", rows.collect::<String>()));
        let run = sandbox.run(&["blocks", "solve", "one.txt", "--json"]).code(0);
        serde_json::from_str::<Value>(&stdout(&run)).unwrap()["length"].as_u64().unwrap()
    };
    assert!(positions.iter().all(|rows| solve(rows) == distance), "{record}");
}

#[test]
fn pictures_are_valid_files() {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", SMALL);
    sandbox.run(&["blocks", "solve", "small.txt", "--gif", "a.gif", "--svg", "a.svg"]).code(0);
    let svg = fs::read_to_string(sandbox.path("a.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("href=\"#tray-").count(), 5);
    let gif = fs::File::open(sandbox.path("a.gif")).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(gif).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    // The start, and four pictures for each cell of the way.
    assert_eq!(frames, 1 + 4 * 4);
}

/// Dominoes above a block that leaves them half of the board: most ways to place them leave no room for it.
#[cfg(target_os = "linux")]
fn crowded() -> String {
    let dominoes = ["AABBCCDD", "EEFFGGHH", "IIJJKKLL", "........"];
    let rows = dominoes.into_iter().chain(["MMMMMMMM"; 4]);
    let rows: String = rows.map(|row| format!("{row}    {}\n", ".".repeat(8))).collect();
    format!("## crowded\nstart       goal\n{}", rows.replacen("........\n", "......AA\n", 1))
}

#[cfg(target_os = "linux")] // signals of Unix
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
