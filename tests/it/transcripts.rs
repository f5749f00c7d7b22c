//! Runs transcripts, which are commands together with their expected output.
//!
//! A transcript is a code block of type `console`, either in a file of the folder `transcripts` or
//! in a page of the documentation. It has these parts:
//!
//! * `$ COMMAND` is run by a shell. Further lines of the command begin with `> `.
//! * `? CODE` is the exit code, if it is not 0.
//! * Lines that begin with `2> ` are standard error.
//! * All other lines are standard output.
//!
//! In the expected output, `[TIME]` stands for any time, `[HOME]` for the folder in which the
//! commands of one file run, `[..]` for any text within a line, and `...` for any number of lines.
//!
//! `SNAPSHOTS=overwrite cargo test --test it transcripts` replaces the expected outputs with the
//! actual ones. `FIFTEEN_TRANSCRIPT=systems` selects the files whose name contains this word.

#![cfg(target_os = "linux")] // a shell with its usual programs, and messages of the system

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use regex::Regex;
use snapbox::data::DataFormat;
use snapbox::filter::NormalizeToExpected;
use snapbox::{Assert, Data, Redactions};

use crate::support::{Sandbox, binary, repository};

/// Regular expressions for times in JSON, in CSV, and in messages, where a speed may follow the
/// time.
const TIMES: [&str; 3] = [
    r#"seconds":(?<redacted>[0-9.e-]+)"#,
    r",(?<redacted>0\.[0-9]+|[0-9]+\.[0-9]{4,6}),",
    r"[0-9][0-9.]* (ns|µs|ms|s|min)(?-u:\b)( \([0-9.]+ ?[kMG]?/s\))?",
];

/// Runs commands in a folder that contains copies of `data` and `docs`. The shell finds `fifteen`,
/// but `fifteen` finds no tables.
struct Shell {
    sandbox: Sandbox,
    redactions: Redactions,
}

impl Shell {
    fn new() -> Self {
        let sandbox = Sandbox::new();
        for folder in ["data", "docs"] {
            fs::create_dir(sandbox.path(folder)).unwrap();
            for file in files(folder) {
                fs::copy(&file, sandbox.path(folder).join(file.file_name().unwrap())).unwrap();
            }
        }
        let mut redactions = Redactions::new();
        redactions
            .insert(
                "[HOME]",
                sandbox
                    .path("")
                    .display()
                    .to_string()
                    .trim_end_matches('/')
                    .to_owned(),
            )
            .unwrap();
        for time in TIMES {
            redactions
                .insert("[TIME]", Regex::new(time).unwrap())
                .unwrap();
        }
        Self {
            sandbox,
            redactions,
        }
    }

    /// Runs a command and returns its output and its exit code. Where `expected` has a placeholder
    /// that matches, the result contains the placeholder.
    fn run(&self, command: &str, expected: String) -> String {
        let mut shell = Command::new("sh");
        let folders = env::var_os("PATH").unwrap_or_default();
        let folders = [binary().parent().unwrap().to_owned()]
            .into_iter()
            .chain(env::split_paths(&folders));
        shell
            .args(["-c", command])
            .env("PATH", env::join_paths(folders).unwrap())
            .env("LC_ALL", "C");
        self.sandbox.isolate(&mut shell);
        let output = shell
            .stdin(Stdio::null())
            .output()
            .expect("there is a shell `sh`");
        let mut printed = match output.status.code() {
            Some(0) => String::new(),
            code => format!(
                "? {}\n",
                code.map_or("signal".to_owned(), |code| code.to_string())
            ),
        };
        printed += &String::from_utf8_lossy(&output.stdout);
        if !printed.is_empty() && !printed.ends_with('\n') {
            printed.push('\n');
        }
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            printed += format!("2> {line}").trim_end();
            printed.push('\n');
        }
        let normalize = NormalizeToExpected::new().redact_with(&self.redactions);
        normalize
            .normalize(Data::text(printed), &Data::text(expected))
            .to_string()
    }

    /// Returns a document in which the output of every command is replaced with the actual one.
    fn renewed(&self, document: &str) -> String {
        let mut lines = document.split_inclusive('\n').peekable();
        let (mut renewed, mut is_transcript) = (String::new(), false);
        while let Some(line) = lines.next() {
            renewed += line;
            if line.starts_with("```") {
                is_transcript = line == "```console\n";
            }
            let Some(command) = line.strip_prefix("$ ").filter(|_| is_transcript) else {
                continue;
            };
            let mut command = command.to_owned();
            while let Some(line) = lines.next_if(|line| line.starts_with('>')) {
                renewed += line;
                command += line.strip_prefix("> ").unwrap_or("\n");
            }
            let mut expected = String::new();
            while let Some(line) =
                lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```"))
            {
                expected += line;
            }
            // An empty line separates the output from the next command.
            let is_last = lines.peek().is_none_or(|line| !line.starts_with("$ "));
            if !is_last && (expected == "\n" || expected.ends_with("\n\n")) {
                expected.pop();
            }
            renewed += &self.run(&command, expected);
            renewed += if is_last { "" } else { "\n" };
        }
        renewed
    }
}

/// Returns the paths of the files in a folder of the repository, sorted by name.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(repository(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// Compares a file with the actual output of its commands, or overwrites it if
/// `SNAPSHOTS=overwrite` is set.
fn check(path: &Path) -> Result<(), snapbox::assert::Error> {
    let expected = Data::read_from(path, Some(DataFormat::Text)).raw();
    let actual = Data::text(Shell::new().renewed(&expected.to_string()));
    Assert::new()
        .action_env(snapbox::assert::DEFAULT_ACTION_ENV)
        .try_eq(None, actual, expected)
}

#[test]
fn commands_print_what_their_transcripts_say() {
    let mut paths = files("tests/it/transcripts");
    paths.extend(
        files("docs")
            .into_iter()
            .filter(|path| path.extension().is_some_and(|ending| ending == "md")),
    );
    paths.push(repository("README.md"));
    if let Ok(word) = env::var("FIFTEEN_TRANSCRIPT") {
        paths.retain(|path| path.to_string_lossy().contains(&word));
        assert!(!paths.is_empty(), "no transcript is named {word}");
    }
    let found: Vec<String> = thread::scope(|scope| {
        let checks: Vec<_> = paths
            .iter()
            .map(|path| scope.spawn(|| check(path)))
            .collect();
        let results = checks
            .into_iter()
            .map(|check| check.join().expect("a transcript can be run"));
        results
            .filter_map(|result| Some(result.err()?.to_string()))
            .collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}
