//! Builds of tables that are killed, several of them at the same time. Afterwards each file is the
//! old one, the complete new one, or missing, and the next build succeeds without any manual
//! cleaning up. `tables.transcript` tests builds that run out of disk space.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Instant;

use crate::support::{Sandbox, repeats};

const BUILD: [&str; 7] = [
    "-q",
    "pdb",
    "build",
    "--partition",
    "6-6-3",
    "--out",
    "tables",
];

fn spawn(sandbox: &Sandbox, arguments: &[&str]) -> Child {
    sandbox
        .command(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Returns the names of all files in the folder of the tables, including hidden ones.
fn names(sandbox: &Sandbox) -> Vec<String> {
    let entries = fs::read_dir(sandbox.path("tables")).into_iter().flatten();
    let mut names: Vec<_> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn verify_all(sandbox: &Sandbox) {
    let tables: Vec<String> = names(sandbox)
        .into_iter()
        .filter(|n| !n.starts_with('.'))
        .map(|n| format!("tables/{n}"))
        .collect();
    let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
    if !tables.is_empty() {
        sandbox
            .run(&[&["pdb", "verify"], &tables[..]].concat())
            .code(0);
    }
}

#[test]
fn killed_builds_leave_complete_tables_or_files_that_the_next_build_deletes() {
    let (rounds, mut random) = repeats(4);
    let sandbox = Sandbox::new();
    let started = Instant::now();
    sandbox.run(&BUILD).code(0);
    let longest = started.elapsed();
    for round in 0..rounds {
        // A round starts up to three processes, builds plain or compressed tables, and begins with
        // an empty folder or overwrites old tables.
        let build = [&BUILD[..], &["--zstd"]].concat();
        let build = &build[..build.len() - random.usize(..2)];
        let force = if random.bool() { &["--force"][..] } else { &[] };
        if force.is_empty() {
            fs::remove_dir_all(sandbox.path("tables")).unwrap();
        }
        let builders = 0..random.usize(1..=3);
        let mut builders: Vec<_> = builders
            .map(|_| spawn(&sandbox, &[build, force].concat()))
            .collect();
        thread::sleep(longest.mul_f64(random.f64()));
        for builder in &mut builders {
            builder.kill().unwrap();
        }
        for builder in &mut builders {
            builder.wait().unwrap();
        }
        verify_all(&sandbox);
        // The next build deletes the temporary file of a build that was killed, even if all tables
        // are already complete.
        for _ in 0..2 {
            fs::create_dir_all(sandbox.path("tables")).unwrap();
            sandbox.write("tables/.fifteen-abcdef.tmp", "half a table");
            sandbox.run(build).code(0);
            let names = names(&sandbox);
            assert!(
                names.len() >= 3 && names.iter().all(|name| name.contains(".pdb")),
                "round {round}: {names:?}"
            );
        }
        verify_all(&sandbox);
    }
}
