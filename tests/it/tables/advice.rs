//! Tests that the advice in messages works: they run the command that a message advises, after
//! which the command that printed the message must find its tables.

use crate::support::{Sandbox, stderr};

/// The text before the advised command in a message.
const ADVICE: &str = "build them with: ";

const BOARD_3X3: &str = "8 6 7 / 2 5 4 / 3 0 1";

/// Returns the words of the command that the messages of a run advise, without the first word,
/// `fifteen`.
fn advised_command(messages: &str) -> Vec<String> {
    let (_, rest) = messages
        .split_once(ADVICE)
        .unwrap_or_else(|| panic!("no advice: {messages}"));
    let line = rest.lines().next().unwrap_or_default();
    let mut words = shlex::split(line).unwrap_or_else(|| panic!("open quotes: {line}"));
    assert_eq!(words.remove(0), "fifteen", "{line}");
    words
}

/// Runs a command, which must advise building tables. Then runs the advised command, and the first
/// command again. Returns the words of the advised command.
fn follow(sandbox: &Sandbox, command: &[&str]) -> Vec<String> {
    let messages = stderr(&sandbox.run(command));
    let advised = advised_command(&messages);
    let words: Vec<&str> = advised.iter().map(String::as_str).collect();
    sandbox.run(&words).code(0);
    let again = stderr(&sandbox.run(command));
    assert!(
        !again.contains(ADVICE) && !again.contains("error"),
        "{advised:?} does not help: {again}"
    );
    advised
}

#[test]
fn advised_tables_are_built_where_the_command_looks_for_them() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("my tables")).unwrap();
    for heuristic in [None, Some("1-4/5-8"), Some("1-4/5-8:additive")] {
        let mut command = vec!["solve", "--pdb", "my tables", BOARD_3X3];
        command.extend(
            heuristic
                .iter()
                .flat_map(|heuristic| ["--heuristic", heuristic]),
        );
        let advised = follow(&sandbox, &command);
        assert!(
            advised.ends_with(&["--out".to_owned(), "my tables".to_owned()]),
            "{advised:?}"
        );
    }
}

#[test]
fn advice_repeats_the_goal_and_the_collection() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("t")).unwrap();
    sandbox.write("my set.txt", "size: 3x3\n1-3/4-6/7,8\n1,4,7/2,3,5/6,8\n");
    let goal = "1 2 3 / 4 5 6 / 7 0 8";
    let searches: [&[&str]; 4] = [
        &["--pdb", "t", "--goal", goal],
        &["--pdb", "t", "--heuristic", "my set.txt"],
        &["--heuristic", "my set.txt:additive"],
        &[
            "--pdb",
            "t",
            "--heuristic",
            "my set.txt",
            "--goal",
            "spiral",
        ],
    ];
    for search in searches {
        follow(&sandbox, &[&["solve", BOARD_3X3], search].concat());
    }
}

#[test]
fn every_command_that_needs_tables_advises_building_them() {
    let commands: [&[&str]; 3] = [
        &["check", "--heuristic", "1-4/5-8", "--pdb", "t", BOARD_3X3],
        &[
            "bench",
            "--set",
            "random:2:1",
            "--size",
            "3x3",
            "--heuristic",
            "1-4/5-8",
            "--pdb",
            "t",
        ],
        &[
            "lab",
            "heuristic",
            "1-4/5-8",
            "--size",
            "3x3",
            "--pdb",
            "t",
            "--samples",
            "10",
        ],
    ];
    for command in commands {
        let sandbox = Sandbox::new();
        std::fs::create_dir(sandbox.path("t")).unwrap();
        follow(&sandbox, command);
    }
}

#[test]
fn tables_are_loaded_from_files_instead_of_built_in_memory() {
    let sandbox = Sandbox::new();
    follow(
        &sandbox,
        &["solve", BOARD_3X3, "--heuristic", "1-5/6-8:additive"],
    );
    let board = "1 2 3 4 5 / 6 7 8 0 9";
    follow(&sandbox, &["distribute", "search", board]);
}

#[test]
fn the_overview_lists_commands_for_the_folder_that_was_named() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("t")).unwrap();
    let list = ["pdb", "list", "--size", "3x3", "--pdb", "t"];
    let command = "fifteen pdb build --size 3x3 --partition 1-8 --out t";
    assert!(sandbox.output(&list).contains(command));
    sandbox
        .run(&command.split(' ').skip(1).collect::<Vec<_>>())
        .code(0);
    assert!(!sandbox.output(&list).contains("pdb build"));
}
