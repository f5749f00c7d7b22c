//! Tables that another program truncates, changes or replaces while they are in use. This must
//! cause an error, but never a crash or a wrong result. `systems.transcript` tests tables that are
//! truncated during a search.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::time::SystemTime;

use crate::support::Sandbox;

const TABLES: [&str; 2] = [
    "tables/3x3_zero-aware_1-4.pdb",
    "tables/3x3_zero-aware_5-8.pdb",
];
const HARDEST: &str = "8 6 7 / 2 5 4 / 3 0 1\n";

/// A running `solve` that reads boards from its standard input, and has solved one already.
struct Solving {
    child: Child,
    boards: ChildStdin,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Solving {
    fn begin(sandbox: &Sandbox) -> Self {
        sandbox.build("3x3", "1-4/5-8", &[]);
        let solve = ["-q", "solve", "-", "--json", "--threads", "1"];
        let arguments = [&solve[..], &["--pdb", "tables", "--pages", "file"]].concat();
        let mut command = sandbox.command(&arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut solving = Self {
            boards: child.stdin.take().unwrap(),
            child,
            lines,
        };
        assert!(solving.ask().unwrap().contains("\"length\":31"));
        solving
    }

    /// Sends another board, and returns its record, or `None` if the process has ended.
    fn ask(&mut self) -> Option<String> {
        let _ = self.boards.write_all(HARDEST.as_bytes());
        self.lines.next().map(Result::unwrap)
    }

    /// Closes standard input, waits for the process to end, and returns its exit code and its
    /// standard error.
    fn end(self) -> (Option<i32>, String) {
        drop(self.boards);
        let output = self.child.wait_with_output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    }
}

#[test]
fn a_truncated_or_changed_table_gives_an_error_and_no_result() {
    for is_cut in [true, false] {
        if is_cut && cfg!(windows) {
            continue; // Windows does not cut a mapped file.
        }
        let sandbox = Sandbox::new();
        let mut solving = Solving::begin(&sandbox);
        if is_cut {
            let cut = |table| {
                File::options()
                    .write(true)
                    .open(sandbox.path(table))
                    .unwrap()
                    .set_len(0)
                    .unwrap()
            };
            TABLES.into_iter().for_each(cut);
        } else {
            let mut file = File::options()
                .write(true)
                .open(sandbox.path(TABLES[0]))
                .unwrap();
            // This overwrites the first byte of the magic number. Any other byte would do as well,
            // because the change is noticed by the file's time. The test sets this time itself,
            // because the system's clock may be too coarse to show a difference.
            file.write_all(b"x").unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        }
        assert_eq!(solving.ask(), None);
        let (code, error) = solving.end();
        assert!(
            code == Some(2) && error.contains("was changed on disk"),
            "{error}"
        );
    }
}

#[test]
fn a_search_keeps_using_a_table_that_is_replaced() {
    let sandbox = Sandbox::new();
    let mut solving = Solving::begin(&sandbox);
    sandbox.build("3x3", "1-4/5-8", &["--force"]);
    sandbox
        .run(&["pdb", "verify", TABLES[0], TABLES[1]])
        .code(0);
    assert!(solving.ask().unwrap().contains("\"length\":31"));
    if cfg!(unix) {
        fs::write(sandbox.path("other"), "no table").unwrap();
        fs::rename(sandbox.path("other"), sandbox.path(TABLES[1])).unwrap();
        fs::remove_file(sandbox.path(TABLES[0])).unwrap();
        assert!(solving.ask().unwrap().contains("\"length\":31"));
    }
    assert_eq!(solving.end().0, Some(0));
    // On Windows, the replaced tables were renamed, because they were in use. The next build
    // deletes them.
    sandbox.build("3x3", "1-4/5-8", &["--force"]);
    assert_eq!(fs::read_dir(sandbox.path("tables")).unwrap().count(), 2);
}
