//! Builds that are killed, that find no room, whose folder goes away, and that run side by side: what is left is the
//! old file, the complete new one or nothing, and the next run succeeds by itself.

use std::fs;
#[cfg(unix)]
use std::process::Command;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Instant;

#[cfg(unix)]
use crate::support::binary;
use crate::support::{Sandbox, repeats};

const BUILD: [&str; 7] = ["-q", "pdb", "build", "--partition", "6-6-3", "--out", "tables"];

fn spawn(sandbox: &Sandbox, arguments: &[&str]) -> Child {
    sandbox.command(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The names in the folder of the tables, hidden ones too.
fn names(sandbox: &Sandbox) -> Vec<String> {
    let entries = fs::read_dir(sandbox.path("tables")).into_iter().flatten();
    let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn verify_all(sandbox: &Sandbox) {
    let tables: Vec<String> =
        names(sandbox).into_iter().filter(|n| !n.starts_with('.')).map(|n| format!("tables/{n}")).collect();
    let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
    if !tables.is_empty() {
        sandbox.run(&[&["pdb", "verify"], &tables[..]].concat()).code(0);
    }
}

#[test]
fn what_killed_builds_leave_is_whole_or_cleared_away_by_the_next() {
    let (rounds, mut random) = repeats(4);
    let sandbox = Sandbox::new();
    let started = Instant::now();
    sandbox.run(&BUILD).code(0);
    let longest = started.elapsed();
    for round in 0..rounds {
        // One builder or several, of plain or packed tables, in an empty folder or over what is there.
        let build = [&BUILD[..], &["--zstd"]].concat();
        let build = &build[..build.len() - random.usize(..2)];
        let force = if random.bool() { &["--force"][..] } else { &[] };
        if force.is_empty() {
            fs::remove_dir_all(sandbox.path("tables")).unwrap();
        }
        let builders = 0..random.usize(1..=3);
        let mut builders: Vec<_> = builders.map(|_| spawn(&sandbox, &[build, force].concat())).collect();
        thread::sleep(longest.mul_f64(random.f64()));
        for builder in &mut builders {
            builder.kill().unwrap();
        }
        for builder in &mut builders {
            builder.wait().unwrap();
        }
        verify_all(&sandbox);
        // The next build clears away what one that was killed while it wrote leaves, even if nothing is left to build.
        for _ in 0..2 {
            fs::create_dir_all(sandbox.path("tables")).unwrap();
            sandbox.write("tables/.fifteen-abcdef.tmp", "half a table");
            sandbox.run(build).code(0);
            let names = names(&sandbox);
            assert!(names.len() >= 3 && names.iter().all(|name| name.contains(".pdb")), "round {round}: {names:?}");
        }
        verify_all(&sandbox);
    }
}

/// A shell that sets limits, then becomes `fifteen`.
#[cfg(unix)]
fn limited(sandbox: &Sandbox, limits: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")]).arg(binary()).args(arguments);
    command.current_dir(sandbox.path(".")).stdin(Stdio::null()).env_remove("FIFTEEN_PDB_DIR");
    command
}

/// Files may not grow beyond 200 blocks of 512 bytes; with the signal ignored, writing more is an error as on a full
/// disk.
#[cfg(unix)]
const FULL: &str = "trap '' XFSZ; ulimit -f 200";

#[cfg(unix)] // limits of a shell
#[test]
fn a_full_disk_leaves_the_old_file_or_nothing() {
    let sandbox = Sandbox::new();
    for form in [&["--force"][..], &["--force", "--zstd"]] {
        let failed = limited(&sandbox, FULL, &[&BUILD[..], form].concat()).output().unwrap();
        let said = String::from_utf8(failed.stderr).unwrap();
        assert_eq!(failed.status.code(), Some(2), "{said}");
        assert!(said.contains("cannot write tables/4x4_zero-aware_7+8+11+12+14+15.pdb"), "{said}");
        assert!(names(&sandbox).is_empty(), "{:?}", names(&sandbox));
    }
    sandbox.run(&BUILD).code(0);
    let before = names(&sandbox);
    let failed = limited(&sandbox, FULL, &[&BUILD[..], &["--force"]].concat()).status().unwrap();
    assert_eq!((failed.code(), names(&sandbox)), (Some(2), before));
    verify_all(&sandbox);
}

#[cfg(unix)] // Windows does not remove a folder with open files
#[test]
fn a_folder_removed_underneath_is_an_error_and_the_next_run_succeeds() {
    let sandbox = Sandbox::new();
    let child = spawn(&sandbox, &BUILD);
    while !sandbox.path("tables").exists() {
        std::thread::yield_now();
    }
    // A file may come between the removal of the others and that of the folder.
    while fs::remove_dir_all(sandbox.path("tables")).is_err() {
        std::thread::yield_now();
    }
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("tables"), "{:?} {said}", output.status);
    assert!(names(&sandbox).is_empty());
    sandbox.run(&BUILD).code(0);
    verify_all(&sandbox);
}

#[test]
fn four_builders_at_once_all_succeed_and_so_do_those_that_overwrite() {
    let sandbox = Sandbox::new();
    for more in [&[][..], &["--force"]] {
        let children: Vec<_> = (0..4).map(|_| spawn(&sandbox, &[&BUILD[..], more].concat())).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        assert_eq!(names(&sandbox).len(), 3, "{:?}", names(&sandbox));
    }
    verify_all(&sandbox);
}

#[cfg(target_os = "linux")] // limits of a shell
#[test]
fn memory_that_is_not_there_is_told_before_it_is_taken() {
    let sandbox = Sandbox::new();
    let build = ["pdb", "build", "--partition", "7-8", "--out", "tables"];
    let output = limited(&sandbox, "ulimit -v 300000", &build).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("of memory, but only"), "{said}");
    assert!(!sandbox.path("tables").exists());
    // More threads than there is memory for are not started.
    let boards: String = (0..2000).map(|_| "8 6 7 / 2 5 4 / 3 0 1\n").collect();
    sandbox.write("boards.txt", boards);
    let solve = ["-q", "solve", "boards.txt", "--heuristic", "manhattan", "--threads", "1024"];
    let output = limited(&sandbox, "ulimit -v 400000", &solve).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout.iter().filter(|&&b| b == b'\n').count(), 2000);
}
