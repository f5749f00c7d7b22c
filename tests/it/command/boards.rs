//! Boards in every form, from arguments, files and pipes.

use std::io::Write;
use std::process::Stdio;

use assert_cmd::assert::{Assert, OutputAssertExt};
use serde_json::Value;

use crate::support::{Sandbox, repository, stderr, stdout};

const HARD: &str = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";

/// Runs with a text at the standard input, which is a pipe.
pub(super) fn piped(sandbox: &Sandbox, arguments: &[&str], text: &str) -> Assert {
    let mut command = sandbox.command(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap().assert()
}

/// The boards and lines of a run with `--json`.
fn solved(output: &str) -> Vec<(u64, String, u64)> {
    let records = output.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let shown = |r: Value| {
        (r["line"].as_u64().unwrap(), r["file"].as_str().unwrap_or("-").to_owned(), r["length"].as_u64().unwrap_or(0))
    };
    records.map(shown).collect()
}

fn of(file: &str, lines: &[(u64, u64)]) -> Vec<(u64, String, u64)> {
    lines.iter().map(|&(line, length)| (line, file.to_owned(), length)).collect()
}

#[test]
fn a_pipe_is_read_without_an_option() {
    let sandbox = Sandbox::new();
    let random = sandbox.output(&["random", "-n", "3", "--seed", "1", "--size", "3x3"]);
    let by_file = stdout(&piped(&sandbox, &["solve", "-"], &random).code(0));
    let moves = |output: &str| output.lines().map(|l| l.split("  (").next().unwrap().to_owned()).collect::<Vec<_>>();
    for arguments in [&["solve"][..], &["solve", "-"], &["solve", "--show", "--skip", "0", "-q", "-"]] {
        let run = piped(&sandbox, arguments, &random).code(0);
        assert!(arguments.len() > 2 || moves(&stdout(&run)) == moves(&by_file), "{}", stdout(&run));
    }
    assert!(stderr(&piped(&sandbox, &["solve"], "").code(2)).contains("no boards in the standard input"));
    // A regular file is read as well; the null device is not.
    sandbox.write("boards.txt", &random);
    let file = std::fs::File::open(sandbox.path("boards.txt")).unwrap();
    let run = sandbox.command(&["solve"]).stdin(file).assert().code(0);
    assert_eq!(moves(&stdout(&run)), moves(&by_file));
    assert!(stderr(&sandbox.run(&["solve"]).code(2)).contains("no board given"));
}

#[test]
fn files_as_arguments() {
    let sandbox = Sandbox::new();
    sandbox.write("easy.txt", "1 2 3 / 4 5 6 / 7 0 8\n");
    sandbox.write("two.txt", "# two\n1 2 3 / 4 5 6 / 0 7 8\n1 2 3\n");
    let run = sandbox.run(&["solve", "--json", "easy.txt", "two.txt"]).code(2);
    assert_eq!(solved(&stdout(&run)), [of("easy.txt", &[(1, 1)]), of("two.txt", &[(2, 2), (3, 0)])].concat());
    let run = sandbox.run(&["solve", "easy.txt", "two.txt"]).code(2);
    assert!(
        stdout(&run).starts_with("easy.txt, line 1: 1 move") && stdout(&run).contains("\ntwo.txt, line 2: 2 moves")
    );
    assert!(stderr(&run).contains("error: two.txt, line 3: 3 numbers do not make a square board"), "{}", stderr(&run));
    let run = sandbox.run(&["solve", "--json", "--skip", "1", "easy.txt", "two.txt"]).code(2);
    assert_eq!(solved(&stdout(&run)), of("two.txt", &[(2, 2), (3, 0)]));
    // Boards and files side by side.
    let run = sandbox.run(&["solve", "--json", "1 2 0 3", "easy.txt"]).code(0);
    assert_eq!(solved(&stdout(&run)), [of("-", &[(1, 1)]), of("easy.txt", &[(1, 1)])].concat());
    // A board is never taken for a file.
    sandbox.write("1230", "1 2 3 / 4 5 6 / 7 0 8\n");
    assert_eq!(solved(&sandbox.output(&["solve", "--json", "1230"])), of("-", &[(1, 0)]));
    for (arguments, words) in [
        (
            &["solve", "bords.txt"][..],
            ["'bords.txt' is neither a board nor a file", "neither a number", "none of that name"],
        ),
        (&["solve", "easy.txt", "bords.txt"], ["'bords.txt' is neither", "neither a number", "none of that name"]),
        (&["solve", "--skip", "1", "1 2 3 0"], ["--skip leaves out boards of a file", "", ""]),
    ] {
        let run = sandbox.run(arguments).code(2);
        assert!(words.iter().all(|word| stderr(&run).contains(word)), "{}", stderr(&run));
        assert_eq!(stdout(&run), "");
    }
}

#[test]
fn every_form_of_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", "1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 7 8\n");
    assert_eq!(solved(&sandbox.output(&["solve", "--json", "rows.txt"])), of("rows.txt", &[(1, 1), (5, 2)]));
    let digits = ["solve", "--json", "123456708", "1234/5678/9ABC/DE0F", "[[1,2,3],[4,5,6],[7,0,8]]"];
    assert_eq!(solved(&sandbox.output(&digits)), of("-", &[(1, 1), (2, 1), (3, 1)]));
    let first = sandbox.output(&["solve", "--json", "--goal", "first", "1023456789abcdef"]);
    assert_eq!(solved(&first), of("-", &[(1, 1)]));
    // What the command prints, it reads.
    for format in ["--json", "--csv"] {
        let printed = sandbox.output(&["solve", format, "--size", "3x2", "1 2 3 4 0 5", "1 2 3 0 4 5"]);
        let again = stdout(&piped(&sandbox, &["solve", "--json"], &printed).code(0));
        let first = if format == "--csv" { 2 } else { 1 };
        assert_eq!(solved(&again), of("the standard input", &[(first, 1), (first + 1, 2)]));
    }
    for (name, boards) in [("korf100.txt", 100), ("korf24_50.txt", 50), ("hardest17_goal_blank_first.txt", 17)] {
        let path = repository(&format!("data/{name}"));
        let arguments = ["solve", "--goal", "first", "--heuristic", "manhattan", "--node-limit", "10", "--csv"];
        let run = sandbox.run(&[&arguments[..], &[path.to_str().unwrap()]].concat()).code(1);
        assert_eq!(
            (stdout(&run).lines().count(), stdout(&run).matches(",limit,").count()),
            (boards + 1, boards),
            "{name}"
        );
    }
}

#[test]
fn the_form_is_told_to_those_who_ask() {
    let sandbox = Sandbox::new();
    sandbox.write("mixed.txt", "1 2 3 0\n1 2 / 3 0\n1230\n1023\n[1,2,3,0]\n1 2 3 0\n");
    let told = |arguments: &[&str]| {
        let said = stderr(&sandbox.run(arguments));
        said.lines().filter(|line| line.contains("read as")).map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = [
        "note: mixed.txt, line 3: read as one digit for each cell",
        "note: mixed.txt, line 5: read as an array",
        "note: mixed.txt, line 6: read as numbers",
    ];
    assert_eq!(told(&["solve", "-v", "mixed.txt"]), expected);
    assert_eq!(told(&["solve", "--verbose", "123456789ABCDE0F"]), ["note: board 1: read as hexadecimal digits"]);
    assert!(told(&["solve", "mixed.txt"]).is_empty() && told(&["solve", "-v", HARD]).is_empty());
}

#[test]
fn other_commands_read_boards_in_the_same_way() {
    let sandbox = Sandbox::new();
    sandbox.write("easy.txt", "123456708\n\n1 2 3\n4 5 6\n0 7 8\n");
    sandbox.write("one.txt", "123456708\n");
    let tree = ["lab", "tree", "--algorithm", "bfs-tree", "--depth", "1"];
    let expected = sandbox.output(&[&tree[..], &["1 2 3 / 4 5 6 / 7 0 8"]].concat());
    for board in ["one.txt", "[1,2,3,4,5,6,7,0,8]"] {
        assert_eq!(sandbox.output(&[&tree[..], &[board]].concat()), expected);
    }
    assert_eq!(stdout(&piped(&sandbox, &[&tree[..], &["-"]].concat(), "123456708").code(0)), expected);
    let run = sandbox.run(&[&tree[..], &["easy.txt"]].concat()).code(2);
    assert!(stderr(&run).contains("expected one board, but 2 were given"), "{}", stderr(&run));
    let bench = sandbox.output(&["bench", "--set", "easy.txt", "--heuristic", "manhattan", "--json"]);
    assert_eq!(bench.matches(r#""status":"solved""#).count(), 2, "{bench}");
    let solved = sandbox.output(&["distribute", "search", "--heuristic", "manhattan", "--json", "one.txt"]);
    assert!(solved.contains("[1,2,3,4,5,6,7,0,8]"), "{solved}");
}

#[cfg(unix)] // a terminal of Unix
#[test]
fn a_terminal_is_told_how_to_give_a_board() {
    let mut terminal = crate::terminal::Terminal::start(&["solve"], (24, 100), &[]);
    assert_eq!(terminal.end(), 2);
    let shown = terminal.screen().contents();
    assert!(shown.contains("no board given") && shown.contains("0 for the blank"), "{shown}");
}

#[test]
fn the_letters_alone() {
    let sandbox = Sandbox::new();
    let moves = |arguments: &[&str], code| {
        let run = sandbox.run(&[&["solve", "--show=moves"], arguments].concat()).code(code);
        (stdout(&run), stderr(&run))
    };
    assert_eq!(moves(&["-q", "1 2 3 / 4 5 6 / 0 7 8"], 0).0, "LL\n");
    let (output, said) = moves(&["-q", "1 2 3 / 4 5 6 / 0 7 8", "1 2 3 / 4 5 6 / 8 7 0", "1 2 3"], 2);
    assert_eq!(output, "LL\n\n\n");
    assert!(said.contains("board 2: this board cannot be solved") && said.contains("board 3: 3 numbers"), "{said}");
    let (output, said) = moves(&["-q", "8 6 7 / 2 5 4 / 3 0 1", "--node-limit", "2", "--heuristic", "zero"], 1);
    assert!(output == "\n" && said.contains("stopped at the limit of nodes"), "{output}{said}");
    for option in ["--all", "--json"] {
        assert!(moves(&[option, "1 2 3 0"], 2).1.contains("leave it out, or leave out"), "{option}");
    }
}

#[test]
fn quiet_prints_the_result_alone() {
    let sandbox = Sandbox::new();
    sandbox.write("easy.txt", "1 2 3 / 4 5 6 / 0 7 8\n");
    assert_eq!(sandbox.output(&["-q", "solve", "1 2 3 / 4 5 6 / 0 7 8"]), "2 moves: LL\n");
    assert_eq!(sandbox.output(&["solve", "easy.txt", "-q"]), "line 1: 2 moves  LL\n");
    let loud = sandbox.output(&["solve", "1 2 3 / 4 5 6 / 0 7 8"]);
    assert!(loud.contains("1 2 3\n4 5 6\n_ 7 8\n") && loud.contains("generated"), "{loud}");
}

#[test]
fn short_forms_of_the_format() {
    let sandbox = Sandbox::new();
    let head = |arguments: &[&str]| sandbox.output(&[&["solve", "1 2 3 0"], arguments].concat())[..8].to_owned();
    for (arguments, expected) in [
        (&["--json"][..], "{\"schema"),
        (&["--csv"], "schema,l"),
        (&["--json", "--csv"], "schema,l"),
        (&["--csv", "--json"], "{\"schema"),
        (&["--json", "--json"], "{\"schema"),
    ] {
        assert_eq!(head(arguments), expected, "{arguments:?}");
    }
}
