//! Unusual paths: long ones, names with spaces and non-ASCII letters, and names that are not valid
//! Unicode.

use std::fs;

use crate::support::{Sandbox, stderr, stdout};

const BOARD: &str = "8 6 7 / 2 5 4 / 3 0 1";

#[test]
fn long_paths_with_spaces_and_non_ascii_letters_are_supported() {
    let sandbox = Sandbox::new();
    let folder = sandbox
        .path(&["tables ünd 表 ", &"long ".repeat(20), "x"].concat())
        .join("ω ".repeat(40) + "ω");
    let folder = folder.join("y".repeat(100));
    let inside = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    assert!(inside("").len() > 300);
    let out = inside("");
    let build = [
        "pdb",
        "build",
        "--size",
        "3x3",
        "--partition",
        "1-4/5-8",
        "--out",
        &out,
    ];
    sandbox.run(&build).code(0);
    sandbox.run(&[&build[..], &["--force"]].concat()).code(0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let table = inside("3x3_zero-aware_1-4.pdb");
    sandbox.run(&["pdb", "verify", "--deep", &table]).code(0);
    let (svg, gif) = (inside("a b.svg"), inside("ä.gif"));
    let solve = [
        "solve",
        "--pdb",
        &out,
        "--heuristic",
        "1-4/5-8",
        "--svg",
        &svg,
        "--gif",
        &gif,
        BOARD,
    ];
    let run = sandbox.run(&solve).code(0);
    assert!(stdout(&run).contains("31 moves"), "{}", stdout(&run));
    // The pictures exist now, and can be overwritten.
    sandbox.run(&solve).code(0);
    assert!(
        fs::read_to_string(svg).unwrap().contains("<svg")
            && fs::read(gif).unwrap().starts_with(b"GIF89a")
    );
    let boards = inside("boards ∞.txt");
    fs::write(&boards, BOARD).unwrap();
    assert_eq!(
        sandbox
            .output(&["solve", "--pdb", &out, "--print", "moves", &boards])
            .trim_end()
            .len(),
        31
    );
    let missing = sandbox.run(&["solve", &inside("fehlt ß.txt")]).code(2);
    assert!(
        stderr(&missing).contains("none of that name") && stderr(&missing).contains("fehlt ß.txt"),
        "{}",
        stderr(&missing)
    );
}

#[cfg(unix)]
#[test]
fn file_names_need_not_be_valid_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use assert_cmd::assert::OutputAssertExt;

    let sandbox = Sandbox::new();
    let name = OsStr::from_bytes(b"b\xff.txt");
    fs::write(sandbox.path("").join(name), "1 2 3 / 4 5 6 / 7 8 0\n").unwrap();
    for (command, moves) in [
        ("solve", None),
        ("check", None),
        ("convert", None),
        ("apply", Some("R")),
        ("analyse", Some("RL")),
    ] {
        let mut run = sandbox.command(&[command]);
        run.arg(name).args(moves);
        run.assert().code(0);
    }
    let mut run = sandbox.command(&["lab", "tree", "--depth-limit", "1"]);
    run.arg(name);
    run.assert().code(0);
    let mut run = sandbox.command(&["apply", "1 2 3 0"]);
    run.arg(OsStr::from_bytes(b"R\xff"));
    let run = run.assert().code(2);
    assert!(stderr(&run).contains("R\u{fffd}"), "{}", stderr(&run));
}
