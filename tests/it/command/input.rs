//! Bad boards, files, goals and options: each has its message and exit code.

use crate::support::{Sandbox, stderr, stdout};

/// Runs with exit code 2; the message must hold every one of the words.
fn refused(sandbox: &Sandbox, arguments: &[&str], words: &[&str]) {
    let run = sandbox.run(arguments).code(2);
    let (message, output) = (stderr(&run), stdout(&run));
    for word in words {
        assert!(message.contains(word), "{arguments:?}: no '{word}' in: {message}");
    }
    assert!(message.starts_with("error: "), "{arguments:?}: {message}");
    assert_eq!(output, "", "{arguments:?}");
}

#[test]
fn bad_boards() {
    let sandbox = Sandbox::new();
    let bad: &[(&str, &[&str])] = &[
        ("", &["empty"]),
        ("1 2 3 4 5 6 7 8", &["8 numbers do not make a square board; end each row with '/'", "give the size as WxH"]),
        ("1 2 3 / 4 5 6", &["tile 6", "1 to 5"]),
        ("1 2 3 / 4 5 5", &["tile 5 appears twice", "the blank is missing"]),
        ("1 2 3 0 0 4 5 6 7", &["the blank appears twice", "tile 8 is missing"]),
        ("1 2 three 0", &["number 3", "'three'"]),
        ("1 2 -3 0", &["number 3", "'-3'"]),
        ("1 2 \u{1b}[31m 0", &[r"'\u{1b}[31m'"]),
        ("1", &["1 number does not make a square board"]),
        ("1 2 99999999999999999999999 0", &["number 3", "too large"]),
        ("1 2 3 / 4 5 / 6 7 0", &["row 2 has 2 numbers", "3"]),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 0 1", &["more than 25 numbers"]),
        ("1 / 2 / 0", &["1x3 is not supported"]),
        ("1 1 2 3", &["tile 1 appears twice"]),
    ];
    for (board, words) in bad {
        refused(&sandbox, &["solve", board], words);
        refused(&sandbox, &["solve", "-q", board], words);
    }
    // Unquoted boards too.
    refused(&sandbox, &["solve", "1", "2", "-3", "0"], &["number 3", "'-3'"]);
    refused(&sandbox, &["solve", "--size", "3x2", "1", "2", "3", "4", "0"], &["has 6 cells, but 5 numbers"]);
    refused(&sandbox, &["solve", "--size", "2x3", "1 2 3 / 4 5 0"], &["rows make a 3x2 board", "2x3"]);
}

#[test]
fn a_bad_board_is_a_record_in_json() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["solve", "--json", "1 2 2 0"]).code(2);
    let record: serde_json::Value = serde_json::from_str(&stdout(&run)).unwrap();
    assert_eq!(record["status"], "invalid");
    assert_eq!(record["board"], serde_json::Value::Null);
    assert!(record["error"].as_str().unwrap().contains("tile 2 appears twice"));
}

#[test]
fn a_board_that_cannot_be_solved_says_why() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["solve", "1 2 3 / 4 5 6 / 8 7 0"]).code(1);
    let output = stdout(&run);
    assert!(output.contains("cannot be solved") && output.contains("odd number of swaps"), "{output}");
    assert_eq!(stderr(&run), "");
}

#[test]
fn bad_goals() {
    let sandbox = Sandbox::new();
    let board = "1 2 3 0";
    refused(&sandbox, &["solve", "--goal", "1 2 2 0", board], &["bad goal", "tile 2 appears twice", "spiral"]);
    refused(&sandbox, &["solve", "--goal", "sideways", board], &["bad goal", "'sideways'"]);
    refused(&sandbox, &["solve", "--goal", "1 2 3 / 4 5 0", board], &["has 6 cells, but 4 numbers"]);
    refused(&sandbox, &["solve", "--goal", "1 2 3 / 4 5 0", "--size", "2x2", board], &["3x2", "2x2"]);
    refused(&sandbox, &["random", "--goal", "1 2 2 0"], &["bad goal"]);
    refused(&sandbox, &["pdb", "build", "--goal", "1 2 2 0"], &["bad goal"]);
}

#[test]
fn bad_files() {
    let sandbox = Sandbox::new();
    refused(&sandbox, &["solve", "missing.txt"], &["'missing.txt' is neither a board nor a file"]);
    let empty = sandbox.write("empty.txt", "");
    refused(&sandbox, &["solve", empty.to_str().unwrap()], &["no boards in", "empty.txt"]);
    sandbox.write("comments.txt", "# nothing\n\n   \n");
    refused(&sandbox, &["solve", "comments.txt"], &["no boards in comments.txt"]);
    sandbox.write("one.txt", "1 2 3 0\n");
    refused(&sandbox, &["solve", "one.txt", "--skip", "1"], &["no boards in one.txt after the first 1"]);
    refused(&sandbox, &["solve", "-"], &["no boards in the standard input"]);
    sandbox.write("binary.txt", [0xff, 0xfd, 0, 1, 2, b'\n', 0x80]);
    refused(&sandbox, &["solve", "binary.txt"], &["line 1", "line 2"]);
}

#[test]
fn bad_options() {
    let sandbox = Sandbox::new();
    let board = "1 2 3 0";
    let bad: &[(&[&str], &str)] = &[
        (&["--heuristic", "walking-around"], "there are: zero, misplaced, manhattan"),
        (&["--heuristic", "7-8:fast"], "':fast'"),
        (&["--heuristic", "7-8"], "7-8 is a partition of 4x4 boards, but the board is 2x2"),
        (&["--algorithm", "magic"], "possible values: ida, ida-wrong-way, astar"),
        (&["--mode", "quick"], "possible values: fast, plain, complete"),
        (&["--size", "4"], "write WxH"),
        (&["--size", "6x6"], "not supported"),
        (&["--letters", "both"], "unknown convention 'both' (tile or blank)"),
        (&["--threads", "0"], "a whole number from 1 to 1,024"),
        (&["--time-limit", "soon"], "expected a time: seconds"),
        (&["--time-limit=-1"], "a time limit cannot be negative"),
        (&["--time-limit", "nan"], "expected a time: seconds"),
        (&["--time-limit", "1e99"], "expected a time: seconds"),
        (&["--node-limit", "many"], "a whole number from 0 on"),
        (&["--all=few"], "a whole number from 0 on"),
        (&["--show", "--json"], "--show is for text"),
        (&["--skip", "1"], "--skip leaves out boards of a file"),
    ];
    for (options, word) in bad {
        refused(&sandbox, &[&["solve", board], *options].concat(), &[word]);
    }
    refused(&sandbox, &["solve"], &["no board given", "name a file of boards"]);
    refused(&sandbox, &["sovle", board], &["unrecognized subcommand"]);
    refused(&sandbox, &["pdb", "build", "--kind", "huge"], &["unknown kind of table 'huge' (zero-aware or additive)"]);
    refused(&sandbox, &["pdb", "build", "--zstd=99"], &["expected a level from 1 to 22"]);
}

#[test]
fn help_and_version_are_results() {
    let sandbox = Sandbox::new();
    assert!(sandbox.output(&["--help"]).contains("Exit codes"));
    assert!(sandbox.output(&["solve", "--help"]).contains("--heuristic"));
    assert!(sandbox.output(&["--version"]).starts_with("fifteen "));
}
