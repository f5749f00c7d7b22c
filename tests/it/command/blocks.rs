//! `fifteen blocks`, stopped.

#![cfg(target_os = "linux")] // signals of Unix

use std::time::{Duration, Instant};

use super::signals::stopped;
use crate::support::Sandbox;

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
