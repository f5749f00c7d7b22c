//! Faults in what a person typed or in files: the message names the place and the remedy.

use super::boards::piped;
use crate::support::{Sandbox, stderr, stdout};

/// The message of a command that ends with exit code 2.
fn message(sandbox: &Sandbox, arguments: &[&str]) -> String {
    stderr(&sandbox.run(arguments).code(2))
}

#[test]
fn examples_of_partitions_fit_the_board() {
    let sandbox = Sandbox::new();
    for (size, example) in [("2x2", "1-2/3"), ("3x3", "1-4/5-8"), ("4x4", "1-8/9-15"), ("5x5", "1-6/7-12/13-18/19-24")]
    {
        let build = ["pdb", "build", "--size", size, "--out", "tables", "--partition"];
        let message = message(&sandbox, &[&build[..], &["foo"]].concat());
        assert!(message.ends_with(&format!("as in {example}\n")), "{message}");
        if size < "4x4" {
            sandbox.run(&[&build[..], &[example]].concat()).code(0);
        }
    }
}

#[test]
fn a_folder_that_is_a_file_is_told() {
    let sandbox = Sandbox::new();
    sandbox.write("file", "");
    for (out, what) in [("file", "file is a file"), ("file/tables", "file/tables lies within a file")] {
        for command in [&["pdb", "build", "--size", "2x2"][..], &["man"]] {
            let message = message(&sandbox, &[command, &["--out", out]].concat());
            assert!(message.contains(&format!("--out names a folder, but {what}; name another")), "{message}");
        }
    }
    assert_eq!(std::fs::read(sandbox.path("file")).unwrap(), b"");
}

#[test]
fn faults_of_block_puzzles_name_the_file() {
    let sandbox = Sandbox::new();
    let text = "## a\nstart\n#A\n";
    sandbox.write("b.txt", text);
    let message = message(&sandbox, &["blocks", "solve", "b.txt"]);
    assert!(message.starts_with("error: b.txt, puzzle 1 (a): the puzzle has no goal"), "{message}");
    let message = stderr(&piped(&sandbox, &["blocks", "solve", "-"], text).code(2));
    assert!(message.starts_with("error: the standard input, puzzle 1 (a): "), "{message}");
    let rush = format!("B{}", ".".repeat(35));
    let message = stderr(&sandbox.run(&["blocks", "solve", &rush]).code(2));
    assert!(message.starts_with("error: puzzle 1: "), "{message}");
}

#[test]
fn a_first_row_that_looks_like_a_board_is_told() {
    let sandbox = Sandbox::new();
    let rows = "1 2 0 4 5 6 7 8 3\n9 10 11 12 13 14 15 16 17\n";
    let plain = piped(&sandbox, &["check", "--heuristic", "manhattan"], rows).code(2);
    let told = "line 2: there is no tile 9 on a 3x3 board; its tiles are 1 to 8, and 0 is the blank; if this line and the one \
                before are rows of one board, give its size, 9x2";
    assert!(stderr(&plain).contains(told), "{}", stderr(&plain));
    let sized = piped(&sandbox, &["check", "--heuristic", "manhattan", "--size", "9x2"], rows);
    assert_eq!(stdout(&sized).lines().count(), 1, "{}", stdout(&sized));
    // Lines that make no board together, or are separate.
    for other in [rows.replace("17", "18"), rows.replace("\n9", "\n\n9")] {
        let message = stderr(&piped(&sandbox, &["check", "--heuristic", "manhattan"], &other).code(2));
        assert!(!message.contains("rows of one board"), "{message}");
    }
}

#[test]
fn a_server_without_its_tables_does_not_start() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["serve", "--port", "0", "--pdb", "none"]).code(2);
    assert!(stdout(&run).is_empty() && stderr(&run).starts_with("error: cannot open none"), "{}", stderr(&run));
}

#[test]
fn heuristics_are_listed_once_where_there_are_no_tables() {
    let sandbox = Sandbox::new();
    let checked = sandbox.output(&["check", "8 6 7 / 2 5 4 / 3 0 1"]);
    assert_eq!(checked.matches("manhattan").count(), 1, "{checked}");
    let bench = ["bench", "--set", "random:1:1", "--size", "3x3", "--csv"];
    let lines = sandbox.output(&bench);
    assert!(lines.lines().count() == 4 && lines.matches("manhattan").count() == 1, "{lines}");
    // With tables they are listed beside the others.
    sandbox.build("3x3", "1-8", &[]);
    let lines = sandbox.output(&[&bench[..], &["--pdb", "tables"]].concat());
    assert_eq!(lines.lines().count(), 5, "{lines}");
}
