//! `fifteen pdb build`: folders that cannot be written to, and its end by Ctrl-C.

use std::fs;

use crate::support::{Sandbox, stderr, stdout};

/// In the folder `tables` after `build("3x3", "1-4/5-8")`.
const TABLE: &str = "tables/3x3_zero-aware_1-4.pdb";

fn sandbox_with_tables() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox
}

#[cfg(unix)] // permissions of Unix
#[test]
fn what_is_there_needs_no_folder_that_can_be_written_to() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = sandbox_with_tables();
    let build = ["pdb", "build", "--size", "3x3", "--partition", "1-4/5-8", "--out", "tables"];
    fs::set_permissions(sandbox.path("tables"), fs::Permissions::from_mode(0o555)).unwrap();
    let again = sandbox.output(&build);
    assert_eq!(again.matches("already there").count(), 2, "{again}");
    fs::set_permissions(sandbox.path("tables"), fs::Permissions::from_mode(0o755)).unwrap();
    // A folder in a table's place is told before anything is built, even with --force.
    fs::remove_file(sandbox.path(TABLE)).unwrap();
    fs::create_dir(sandbox.path(TABLE)).unwrap();
    let run = sandbox.run(&[&build[..], &["--force"]].concat()).code(2);
    assert!(stderr(&run).contains("it is a folder") && stdout(&run).is_empty(), "{}", stderr(&run));
}

#[test]
fn an_interrupted_build_leaves_nothing() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["pdb", "build", "--partition", "7-8", "--threads", "1", "--out", "tables"]);
    let child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    while !sandbox.path("tables").exists() {
        std::thread::yield_now();
    }
    crate::support::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted"));
    assert_eq!(fs::read_dir(sandbox.path("tables")).unwrap().count(), 0);
}
