//! Limits and Ctrl-C while the tables of the multi-tile metric and of walking distance are built.

use serde_json::Value;

use crate::support::{Sandbox, stderr, stdout};

const BOARD: &str = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";

#[test]
fn the_memory_limit_is_a_limit_like_others() {
    let sandbox = Sandbox::new();
    let limited = ["--metric", "multi-tile", "--memory-limit", "1M"];
    let run = sandbox.run(&[&["solve", "--json", BOARD][..], &limited].concat()).code(1);
    let record: Value = serde_json::from_str(&stdout(&run)).unwrap();
    assert_eq!((record["status"].as_str(), record["bound"].as_u64()), (Some("limit"), None));
    assert!(record["error"].as_str().unwrap().ends_with(" but the memory limit is 1,000,000"), "{record}");
    // The boards of a file have records too.
    sandbox.write("boards.txt", format!("{BOARD}\n{BOARD}\n"));
    let run = sandbox.run(&[&["solve", "boards.txt", "--json"][..], &limited].concat()).code(1);
    assert_eq!(stdout(&run).matches(r#""status":"limit""#).count(), 2, "{}", stdout(&run));
    let run = sandbox.run(&[&["analyse", BOARD, "D"][..], &limited].concat()).code(1);
    assert!(stderr(&run).contains("error: the tables of the multi-tile metric need "), "{}", stderr(&run));
}

#[test]
fn walking_distance_beyond_the_memory_limit_too() {
    let sandbox = Sandbox::new();
    let limited = ["--heuristic", "walking-distance", "--memory-limit", "1M"];
    let run = sandbox.run(&[&["solve", "--json", BOARD][..], &limited].concat()).code(1);
    let record: Value = serde_json::from_str(&stdout(&run)).unwrap();
    assert_eq!((record["status"].as_str(), record["length"].as_u64()), (Some("limit"), None));
    assert!(record["error"].as_str().unwrap().contains(" but the memory limit is 1 MB"), "{record}");
}

#[cfg(target_os = "linux")] // signals of Unix
mod interrupted {
    use std::time::Duration;

    use super::BOARD;
    use crate::command::signals::stopped;
    use crate::support::Sandbox;
    use crate::terminal::Terminal;

    #[test]
    fn ctrl_c_ends_the_building_of_tables_with_1() {
        let sandbox = Sandbox::new();
        for arguments in [
            &["random", "--scramble", "--metric", "multi-tile", "-n", "100", "--seed", "1"][..],
            &["analyse", "--metric", "multi-tile", BOARD, "D", "U"],
        ] {
            let output = stopped(&sandbox, arguments, Duration::from_millis(100));
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
            assert!(said.contains("interrupted") && !said.contains("error"), "{arguments:?}: {said}");
        }
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
}
