//! `fifteen pdb`: building, looking at, checking and packing tables, and solving with them.

use std::fs;

use crate::support::{Sandbox, stderr, stdout};
use serde_json::Value;

/// In the folder `tables` after `build("3x3", "1-4/5-8")`.
const TABLE: &str = "tables/3x3_zero-aware_1-4.pdb";
const HARDEST: &str = "8 6 7 / 2 5 4 / 3 0 1";

fn json(text: &str) -> Value {
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

fn sandbox_with_tables() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox
}

#[test]
fn a_build_says_first_what_it_needs_and_leaves_valid_tables_alone() {
    let sandbox = Sandbox::new();
    let build = ["pdb", "build", "--size", "3x3", "--partition", "1-4/5-8", "--out", "tables"];
    let run = sandbox.run(&build).code(0);
    let said = stderr(&run);
    for words in ["2 zero-aware tables in tables", "5,520", "9.6 kB instead of 6.0 kB (one byte a placement)"] {
        assert!(said.contains(words), "no '{words}' in: {said}");
    }
    assert_eq!(stdout(&run).lines().count(), 2);
    let (before, written) = (fs::read(sandbox.path(TABLE)).unwrap(), fs::metadata(sandbox.path(TABLE)).unwrap());
    let again = sandbox.output(&build);
    assert_eq!(again.matches("already there, header valid").count(), 2, "{again}");
    assert_eq!(fs::metadata(sandbox.path(TABLE)).unwrap().modified().unwrap(), written.modified().unwrap());
    // Known by its header, not by its name.
    fs::rename(sandbox.path(TABLE), sandbox.path("tables/mine.pdb")).unwrap();
    assert!(sandbox.output(&build).contains("mine.pdb: already there"));
    let forced = sandbox.output(&[&build[..], &["--force", "--threads", "1"]].concat());
    assert!(!forced.contains("already there"), "{forced}");
    assert_eq!(fs::read(sandbox.path(TABLE)).unwrap(), before, "the same bytes on any number of threads");
    let other_corner = sandbox.output(&[&build[..], &["--goal", "first", "--partition", "1-4/5-8"]].concat());
    assert!(other_corner.contains("5-8.pdb: already there"), "{other_corner}");
}

#[test]
fn a_build_overwrites_nothing_else_without_force() {
    let sandbox = sandbox_with_tables();
    let build = ["pdb", "build", "--size", "3x3", "--partition", "1-4/5-8", "--out", "tables"];
    sandbox.write(TABLE, "someone's diary");
    let run = sandbox.run(&build).code(2);
    assert!(stderr(&run).contains("is in the way: this is not a pattern database"), "{}", stderr(&run));
    assert_eq!(fs::read(sandbox.path(TABLE)).unwrap(), b"someone's diary");
    fs::copy(sandbox.path("tables/3x3_zero-aware_5-8.pdb"), sandbox.path(TABLE)).unwrap();
    let run = sandbox.run(&build).code(2);
    assert!(stderr(&run).contains("it is the zero-aware table of the tiles 5-8"), "{}", stderr(&run));
    sandbox.run(&[&build[..], &["--force"]].concat()).code(0);
    sandbox.run(&["pdb", "verify", "--deep", TABLE]).code(0);
}

#[test]
fn folders_that_cannot_be_written_to_are_named_before_the_build() {
    let sandbox = Sandbox::new();
    sandbox.write("file", "");
    let run = sandbox.run(&["pdb", "build", "--partition", "7-8", "--out", "file/tables"]).code(2);
    assert!(stderr(&run).contains("file/tables"), "{}", stderr(&run));
    let huge = sandbox.run(&["pdb", "build", "--size", "5x5", "--partition", "1-12/13-24", "--out", "."]).code(2);
    assert!(stderr(&huge).contains("of memory") || cfg!(not(target_os = "linux")), "{}", stderr(&huge));
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
fn kinds_that_cannot_be_mixed_are_named() {
    let sandbox = sandbox_with_tables();
    sandbox.build("3x3", "1-4/5-8", &["--kind", "additive"]);
    let other = "tables/3x3_additive_5-8.pdb";
    let said = stderr(&sandbox.run(&["solve", HARDEST, "--pdb", TABLE, "--pdb", other]).code(2));
    for words in ["zero-aware, with the goal's blank on cell 8", "additive", "cannot be mixed"] {
        assert!(said.contains(words), "no '{words}' in: {said}");
    }
}

#[test]
fn a_bad_folder_in_the_environment_is_noted() {
    let sandbox = Sandbox::new();
    sandbox.write("file", "");
    for (name, words) in [("file", "it is a file, not a folder"), ("missing", "there is no such folder")] {
        let output = sandbox.command(&["solve", HARDEST]).env("FIFTEEN_PDB_DIR", name).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words) && said.contains("FIFTEEN_PDB_DIR") && output.status.success(), "{said}");
    }
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

#[test]
fn info_and_histogram() {
    let sandbox = sandbox_with_tables();
    let info = json(&sandbox.output(&["pdb", "list", "--json", TABLE]));
    assert_eq!(info["tiles"], serde_json::json!([1, 2, 3, 4]));
    assert_eq!(info["reflection"], serde_json::json!([1, 2, 4, 7]));
    assert_eq!((info["entries"].as_u64(), info["rows"].as_u64()), (Some(5520), Some(230)));
    let text = sandbox.output(&["pdb", "list", TABLE, "tables/3x3_zero-aware_5-8.pdb"]);
    assert!(text.contains("  tiles   1-4\n") && text.contains("  tiles   5-8\n"), "{text}");
    assert!(text.contains("  serves  these tiles, and 1,2,4,7, their reflection\n"), "{text}");
    let counts: Vec<u64> = serde_json::from_value(info["histogram"].clone()).unwrap();
    assert_eq!(counts[..2], [1, 4]);
    assert_eq!(counts.iter().sum::<u64>(), 5520);
    assert_eq!(counts.len() as u64, info["largest"].as_u64().unwrap() + 1);
}

#[test]
fn packed_tables_are_tables() {
    let sandbox = sandbox_with_tables();
    let plain = fs::read(sandbox.path(TABLE)).unwrap();
    let packed = format!("{TABLE}.zst");
    sandbox.pack(TABLE);
    fs::remove_file(sandbox.path(TABLE)).unwrap();
    // Every command takes the packed form.
    sandbox.run(&["pdb", "verify", "--deep", &packed]).code(0);
    let text = sandbox.output(&["pdb", "list", &packed]);
    assert!(text.contains("packed to"), "{text}");
    sandbox.run(&["solve", "--pdb", "tables", HARDEST]).code(0);
    sandbox.write(TABLE, &plain);
    sandbox.build("3x3", "1-4/5-8", &["--zstd=1"]);
    assert!(sandbox.path("tables/3x3_zero-aware_5-8.pdb.zst").exists());
}

#[test]
fn the_strongest_tables_that_fit_are_found() {
    let sandbox = sandbox_with_tables();
    sandbox.build("3x3", "1-3/4-6/7-8", &[]);
    sandbox.build("3x3", "1-5/6-8", &["--kind", "additive"]);
    sandbox.write("tables/notes.txt", "not a table");
    let heuristic = |arguments: &[&str]| {
        let output = sandbox.output(&[&["solve", "--json", HARDEST], arguments].concat());
        let record = json(&output);
        assert_eq!(record["length"], 31);
        record["heuristic"].as_str().unwrap().to_owned()
    };
    let strongest = heuristic(&["--pdb", "tables"]);
    assert!(strongest.ends_with(" zero-aware + reflection") && strongest.contains("1-4"), "{strongest}");
    assert_eq!(heuristic(&["--pdb", "tables", "--heuristic", "1-5/6-8:additive:no-reflection"]), "1-5/6-8 additive");
    assert_eq!(heuristic(&["--pdb", "tables", "--heuristic", "1-3/4-6/7-8"]), "1-3/4-6/7,8 zero-aware + reflection");
    assert_eq!(heuristic(&[]), "manhattan", "nothing is found elsewhere");
    // The four corners share their tables, and the environment names the folder.
    let mut command = sandbox.command(&["solve", "--json", "--goal", "first", HARDEST]);
    let output = command.env("FIFTEEN_PDB_DIR", sandbox.path("tables")).output().unwrap();
    let heuristic = json(std::str::from_utf8(&output.stdout).unwrap())["heuristic"].as_str().unwrap().to_owned();
    assert!(heuristic.ends_with(" zero-aware + reflection"), "{heuristic}");
}

#[test]
fn missing_tables_are_named_with_the_command_that_builds_them() {
    let sandbox = sandbox_with_tables();
    let refused = |arguments: &[&str], words: &[&str]| {
        let message = stderr(&sandbox.run(&[&["solve"], arguments].concat()).code(2));
        words.iter().for_each(|word| assert!(message.contains(word), "no '{word}' in: {message}"));
    };
    let build = "fifteen pdb build --size 3x3 --partition 1-5/6-8 --kind additive";
    refused(&[HARDEST, "--heuristic", "1-5/6-8:additive"], &["additive tables of the tiles 1-5 and 6-8", build]);
    refused(&[HARDEST, "--pdb", TABLE], &["do not cover the tiles", "1-4 of 3x3", "fifteen pdb build --size 3x3"]);
    refused(&["1 2 3 / 4 0 5", "--pdb", "tables"], &["do not cover the tiles of a 3x2 board"]);
    refused(&[HARDEST, "--goal", "1 2 3 / 4 5 6 / 7 0 8", "--pdb", "tables"], &["do not cover", "--goal"]);
    refused(&[HARDEST, "--pdb", "missing.pdb"], &["missing.pdb"]);
    refused(&[HARDEST, "--heuristic", "7-8"], &["7-8 is a partition of 4x4 boards, but the board is 3x3"]);
    refused(&[HARDEST, "--heuristic", "1-5/7-8"], &["leaves out tile 6"]);
    refused(&[HARDEST, "--heuristic", "1-5/5-8"], &["tile 5 is named twice"]);
}
