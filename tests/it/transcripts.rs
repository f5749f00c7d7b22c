//! Transcripts: commands, each with what it prints.
//!
//! They are the blocks `console` of the files in `transcripts` and of the pages of documentation. In such a block
//! `$ COMMAND` is run by a shell, and lines that begin with `> ` belong to it. Below stand `? CODE` if the exit code is
//! not 0, the standard output, and the standard error with `2> ` before each line. `[TIME]` is any time, `[HOME]` the
//! folder in which all commands of a file run, one after the other; `[..]` is any text in a line, `...` any lines.
//!
//! `SNAPSHOTS=overwrite cargo test --test it transcripts` writes what is printed now into the files. With
//! `FIFTEEN_TRANSCRIPT=systems`, only the files whose name contains that word are run.

#![cfg(target_os = "linux")] // a shell with its usual programs, and messages of the system

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use regex::Regex;
use snapbox::data::DataFormat;
use snapbox::filter::NormalizeToExpected;
use snapbox::{Assert, Data, Redactions};

use crate::support::{Sandbox, binary, repository};

/// Times in JSON, in CSV, and in text, where a speed may follow.
const TIMES: [&str; 3] = [
    r#"seconds":(?<redacted>[0-9.e-]+)"#,
    r",(?<redacted>0\.[0-9]+|[0-9]+\.[0-9]{4,6}),",
    r"[0-9][0-9.]* (ns|µs|ms|s|min)(?-u:\b)( \([0-9.]+ ?[kMG]?/s\))?",
];

/// A folder with the files of `data` and `docs`, in which the shell finds `fifteen` but no tables.
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

    /// The output of a command and its exit code; as expected where that has placeholders for it.
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

    /// A document with what its commands print.
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
            // An empty line stands before the next command.
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

/// The files in a folder of the repository.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(repository(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// Compares a file with what its commands print, or writes it again.
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
