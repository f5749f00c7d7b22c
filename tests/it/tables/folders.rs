//! The folders in which tables are searched for: only folders that the user names, and the user's
//! own data folder.

use std::fs;

use crate::support::{Sandbox, repository, stderr};

const BOARD: &str = "1 2 3 4 / 5 6 7 8 / 0 9 10 12 / 13 14 11 15";

/// Creates a folder that looks like a clone of this project, and contains tables.
fn clone_with_tables(sandbox: &Sandbox) {
    for folder in ["clone/data/pdb", "clone/crates/pdb", "clone/boards"] {
        fs::create_dir_all(sandbox.path(folder)).unwrap();
    }
    let manifest = fs::read_to_string(repository("Cargo.toml")).unwrap();
    sandbox.write("clone/Cargo.toml", manifest);
    let build = [
        "pdb",
        "build",
        "--partition",
        "6-6-3",
        "--out",
        "clone/data/pdb",
    ];
    sandbox.run(&build).code(0);
}

#[test]
fn tables_in_the_current_folder_and_its_parents_are_ignored() {
    let sandbox = Sandbox::new();
    clone_with_tables(&sandbox);
    for folder in ["clone", "clone/boards"] {
        let mut command = sandbox.command(&["solve", BOARD]);
        command.current_dir(sandbox.path(folder));
        let output = command.output().unwrap();
        let messages = String::from_utf8(output.stderr).unwrap();
        assert!(messages.contains("no tables found"), "{folder}: {messages}");
    }
}

#[test]
fn tables_built_in_a_clone_go_to_the_data_folder_of_the_user() {
    let sandbox = Sandbox::new();
    clone_with_tables(&sandbox);
    let mut command = sandbox.command(&["-q", "pdb", "build", "--size", "3x3"]);
    command.current_dir(sandbox.path("clone"));
    let output = command.output().unwrap();
    let built = String::from_utf8(output.stdout).unwrap();
    assert!(!built.contains("clone"), "{built}");
    let listed = sandbox.output(&["pdb", "list", "--size", "3x3"]);
    assert!(listed.contains("nothing is missing"), "{listed}");
}

#[test]
fn an_unusable_table_is_reported_before_tables_of_other_sizes() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox.write("tables/4x4.pdb", "not a table");
    let messages = stderr(&sandbox.run(&["solve", BOARD, "--pdb", "tables"]).code(2));
    let unusable = messages.find("4x4.pdb cannot be used: ");
    assert!(
        unusable.is_some() && unusable < messages.find("3x3_zero-aware"),
        "{messages}"
    );
}
