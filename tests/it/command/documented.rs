//! Every command that README, the pages of `docs` and the help texts print, run as it is printed.
//!
//! The commands of a page run one after the other in a folder that looks like the checkout, with tables of 6-6-3.
//! Commands that take minutes or need the large tables ([`LONG`]) run with the exhaustive tests only. Those of
//! [`NOT_RUN`] do not run here, for the reasons given there.

#![cfg(unix)] // a shell

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, fs};

use crate::support::{Sandbox, binary, repository};

/// Commands that take minutes, or need the large tables. `...` stands for any end.
const LONG: [&str; 15] = [
    "fifteen bench --plot korf100.svg",
    "fifteen bench --set korf100 --heuristic 7-8",
    "fifteen bench --set korf24:38,40 --heuristic 6-6-6-6...",
    "fifteen bench --set random:1000:1 ...",
    "fifteen lab count --size 4x3...",
    "fifteen distribute search/...",
    "fifteen pdb build",
    "fifteen pdb build --collection 7-8x2",
    "fifteen pdb build --partition 5-5-5 ...",
    "fifteen pdb build --size 5x...",
    "fifteen lab heuristic...",
    "fifteen pdb verify --deep data/pdb/*.pdb",
    "fifteen random -n 1000 ...",
    "fifteen lab reproduce",
    "fifteen bench --set hardest17 --heuristic 7-8 --time-limit ...",
];

/// Commands of which weak heuristics reach the limit of nodes that `bench` has by default: these end with 1.
const AT_LIMIT: [&str; 2] =
    ["fifteen bench --plot korf100.svg", "fifteen bench --set random:1000:1 --heuristic 6-6-3 --heuristic manhattan"];

/// Commands that do not run here, with the reason. `...` stands for any end.
const NOT_RUN: [(&str, &str); 12] = [
    ("cargo ...", "builds the workspace anew"),
    ("fifteen bench --set korf100 --heuristic m...", "takes many minutes; lab/bench.rs does the same"),
    ("curl ...", "command/serve.rs asks a running server the same"),
    ("fifteen lab count --depth-limit 15", "ends at the limit, with exit code 1"),
    ("fifteen help ...", "prints the help that is read here"),
    ("fifteen pdb build --collection 6-6-6-6x5", "the tables of collections are built in tables/collections.rs"),
    ("fifteen play...", "needs a person; command/play.rs plays in a terminal"),
    ("fifteen lab reproduce --full ...", "takes many minutes; lab/reproduce.rs does the same"),
    ("fifteen serve...", "runs until it is stopped; command/serve.rs runs it"),
    ("fifteen solve --goal first --time-limit ...", "ends at the limit, with exit code 1"),
    ("pip ...", "needs the network"),
    ("tests/browser/run ...", "needs a browser"),
];

/// Files that the commands read, with the content that a user would have.
const FILES: [(&str, &str); 3] = [
    ("boards.txt", "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\n1 2 3 4 / 5 6 7 8 / 9 10 0 12 / 13 14 11 15\n"),
    ("small.txt", "size: 3x3\n1-4/5-8\n1,2,5,6/3,4,7,8\n"),
    ("puzzles.txt", "## Three pieces\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n"),
];

/// A folder that looks like the checkout, with a `bin` in which the shell finds `fifteen`.
fn checkout(tables: &Path) -> Sandbox {
    let sandbox = Sandbox::new();
    for folder in ["data", "docs"] {
        copy(&repository(folder), &sandbox.path(folder));
    }
    symlink(tables, sandbox.path("data/pdb")).unwrap();
    for folder in ["bin", ".local/share/bash-completion/completions", ".config/fish/completions"] {
        fs::create_dir_all(sandbox.path(folder)).unwrap();
    }
    symlink(binary(), sandbox.path("bin/fifteen")).unwrap();
    // Programs that may be missing, and whose results are not ours.
    for program in ["man", "dot", "ssh"] {
        let path = sandbox.write(&format!("bin/{program}"), "#!/bin/sh\ncat > /dev/null\n");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    sandbox.write("Cargo.toml", "");
    for (name, content) in FILES {
        sandbox.write(name, content);
    }
    sandbox
}

/// Copies the files of a folder, not those of folders in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(from).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

/// A sandbox with tables of 6-6-3 in the folder `tables`.
fn small_tables() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.build("4x4", "6-6-3", &[]);
    sandbox
}

/// The commands of the fenced blocks of a Markdown file, each in one piece: indented lines, and the end of a loop,
/// belong to the command before them. Scripts for Slurm are left out: tests/python runs them.
fn fenced(text: &str) -> Vec<String> {
    let (mut commands, mut is_shell) = (Vec::<String>::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            is_shell = line == "```sh";
        } else if line.starts_with("#!") {
            is_shell = false;
        } else if is_shell && (line.starts_with(' ') || line == "done") {
            commands.last_mut().expect("no block begins with a continued line").extend(["\n", line]);
        } else if is_shell && !line.is_empty() {
            commands.push(line.to_owned());
        }
    }
    commands
}

/// The examples in the help of every command, each with the command's name.
fn of_help() -> Vec<(String, Vec<String>)> {
    let sandbox = Sandbox::new();
    let mut open = vec![Vec::<String>::new()];
    let mut found = Vec::new();
    while let Some(words) = open.pop() {
        let arguments: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let help = sandbox.command(&arguments).env("COLUMNS", "200").output().unwrap().stdout;
        let help = String::from_utf8(help).unwrap();
        let section = |title: &str| -> Vec<&str> {
            let lines = help.lines().skip_while(|line| *line != title).skip(1);
            lines.take_while(|line| line.starts_with("  ")).map(str::trim).collect()
        };
        // The commands of the whole program stand in groups.
        let groups = ["Commands:", "Solve:", "Tables:", "Laboratory:", "Block puzzles:", "Many machines:"];
        for line in groups.into_iter().flat_map(section) {
            let name = line.split_whitespace().next().unwrap();
            if name != "help" {
                open.push(words.iter().cloned().chain([name.to_owned()]).collect());
            }
        }
        let mut examples: Vec<String> = Vec::new();
        for line in section("Examples:") {
            match examples.last_mut().filter(|_| !line.starts_with("fifteen")) {
                // Help is at most 100 columns wide.
                Some(example) => example.extend([" ", line]),
                None => examples.push(line.to_owned()),
            }
        }
        found.push((format!("fifteen {} --help", words.join(" ")), examples));
    }
    found
}

/// The pages, each with its commands; those of the results are run by `cargo xtask results`.
fn of_pages() -> Vec<(String, Vec<String>)> {
    let docs = fs::read_dir(repository("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs =
        docs.filter(|path| path.extension().is_some_and(|ending| ending == "md") && !path.ends_with("RESULTS.md"));
    let mut pages: Vec<PathBuf> = [repository("README.md")].into_iter().chain(docs).collect();
    pages.sort();
    let name = |page: &Path| page.file_name().unwrap().to_string_lossy().into_owned();
    pages.iter().map(|page| (name(page), fenced(&fs::read_to_string(page).unwrap()))).collect()
}

/// True if the pattern, in which a final `...` stands for any end, fits a command. A comment is not a part of the
/// command.
fn fits(pattern: &str, command: &str) -> bool {
    let command = command.split(" #").next().unwrap_or(command).trim();
    pattern.strip_suffix("...").map_or(command == pattern, |start| command.starts_with(start))
}

fn is_long(command: &str) -> bool {
    LONG.iter().any(|pattern| fits(pattern, command))
}

fn is_run(command: &str) -> bool {
    !NOT_RUN.iter().any(|(pattern, _)| fits(pattern, command))
}

/// Runs a command in a shell; the message if it ends in another way than it should.
fn run(sandbox: &Sandbox, command: &str) -> Option<String> {
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("set -o pipefail; {command}")]).current_dir(sandbox.path("")).stdin(Stdio::null());
    let mut path = sandbox.path("bin").into_os_string();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    shell.env("PATH", path);
    for (name, value) in sandbox.command(&[]).get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let output = shell.output().expect("there is a shell `bash`");
    let messages = String::from_utf8_lossy(&output.stderr);
    let expected = i32::from(AT_LIMIT.contains(&command));
    (output.status.code() != Some(expected)).then(|| format!("{command}\n{}: {messages}", output.status))
}

/// Runs the commands of each page, one after the other in a folder of their own; their number.
fn run_pages(tables: &Path, pages: &[(String, Vec<String>)], with_long: bool) -> usize {
    let (mut failed, mut number) = (Vec::new(), 0);
    for (page, commands) in pages {
        let sandbox = checkout(tables);
        for command in commands.iter().filter(|command| is_run(command) && (with_long || !is_long(command))) {
            number += 1;
            let started = Instant::now();
            failed.extend(run(&sandbox, command).map(|message| format!("{page}: {message}")));
            println!("{:6.2} s  {command}", started.elapsed().as_secs_f64());
        }
    }
    assert!(failed.is_empty(), "{} of {number} failed:\n{}", failed.len(), failed.join("\n"));
    number
}

#[test]
fn commands_of_pages_succeed() {
    let number = run_pages(&small_tables().path("tables"), &of_pages(), false);
    assert!(number >= 12, "{number}");
}

#[test]
fn commands_of_help_succeed() {
    let number = run_pages(&small_tables().path("tables"), &of_help(), false);
    assert!(number >= 20, "{number}");
}

#[test]
#[ignore = "takes minutes: the large tables, and long searches"]
fn long_commands_of_pages_and_help_succeed() {
    // The tables of a user who has followed `docs/TABLES.md`.
    let sandbox = small_tables();
    for more in [&[][..], &["--collection", "7-8x2"], &["--size", "5x5", "--partition", "6-6-6-6"]] {
        sandbox.run(&[&["pdb", "build", "--out", "tables"], more].concat()).code(0);
    }
    let pages: Vec<_> = of_pages().into_iter().chain(of_help()).collect();
    run_pages(&sandbox.path("tables"), &pages, true);
}

#[test]
fn every_exception_is_about_a_printed_command() {
    let commands: Vec<String> = of_pages().into_iter().chain(of_help()).flat_map(|(_, commands)| commands).collect();
    assert!(commands.len() > 90, "{}", commands.len());
    for pattern in LONG.iter().chain(&AT_LIMIT).chain(NOT_RUN.iter().map(|(pattern, _)| pattern)) {
        assert!(commands.iter().any(|command| fits(pattern, command)), "no page prints {pattern}");
    }
}
