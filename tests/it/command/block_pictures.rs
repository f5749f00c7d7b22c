//! `fifteen blocks solve`: positions as text, and pictures.

use std::fs;

use assert_cmd::assert::OutputAssertExt;

use super::blocks::{SMALL, STUCK};
use crate::support::{Sandbox, repository, stderr, stdout};

#[test]
fn every_position_is_shown() {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", SMALL);
    let shown = sandbox.output(&["blocks", "solve", "small.txt", "--metric", "straight", "--show"]);
    let expected = "start      1. C R     2. A DD    3. A R\nAAB        AAB        ..B        ..B\n.C.        ..C        ..C        ..C\n...        ...        AA.        .AA\n";
    assert!(shown.contains(expected), "{shown}");
    // Piped, it has no colours; those that are forced mark the moved piece and no other.
    assert!(!shown.contains('\u{1b}'));
    let mut command = sandbox.command(&["blocks", "solve", "small.txt", "--metric", "straight", "--show"]);
    let coloured = stdout(&command.env("CLICOLOR_FORCE", "1").assert().code(0));
    assert!(coloured.contains("AA\u{1b}[0mB") || coloured.contains("\u{1b}"), "{coloured}");
    let marked = coloured.lines().find(|l| l.contains("..C") || l.contains("C\u{1b}[0m")).unwrap();
    assert_eq!(marked.matches("\u{1b}[0m").count(), 1, "{marked}");
    sandbox.run(&["blocks", "solve", "small.txt", "--show", "--json"]).code(2);
}

#[test]
fn pictures_are_valid_files() {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", format!("{SMALL}\n{STUCK}"));
    let said =
        stderr(&sandbox.run(&["blocks", "solve", "small.txt", "--metric", "all", "--svg", "new/folder"]).code(1));
    assert!(said.contains("drawn: new") && said.contains("puzzle 2 (Stuck): no solution to draw"), "{said}");
    let mut names: Vec<_> = fs::read_dir(sandbox.path("new/folder")).unwrap().map(|f| f.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["001-small-any-path.svg", "001-small-straight.svg", "001-small-unit.svg"]);
    let svg = fs::read_to_string(sandbox.path("new/folder/001-small-unit.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("Small: 4 unit moves"));
    assert_eq!(svg.matches("href=\"#tray-").count(), 5);

    sandbox.run(&["blocks", "solve", "small.txt", "--name", "#1", "--gif", "a.gif", "--svg", "a.svg"]).code(0);
    assert!(fs::read_to_string(sandbox.path("a.svg")).unwrap().starts_with("<svg"));
    let gif = fs::File::open(sandbox.path("a.gif")).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(gif).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    // The start, and four pictures for each cell of the way.
    assert_eq!(frames, 1 + 4 * 4);

    let said = stderr(&sandbox.run(&["blocks", "solve", "small.txt", "--gif", "b.gif"]).code(2));
    assert!(said.contains("choose a puzzle with --name"), "{said}");
    sandbox.run(&["blocks", "solve", "small.txt", "--name", "#1", "--metric", "all", "--gif", "b.gif"]).code(2);
}

#[test]
fn the_picture_of_the_readme_is_that_of_its_puzzle() {
    let folder = repository("docs");
    let (sandbox, file) = (Sandbox::new(), folder.join("blocks.txt").display().to_string());
    sandbox.output(&["blocks", "solve", &file, "--metric", "any-path", "--svg", "blocks.svg"]);
    let drawn = fs::read_to_string(sandbox.path("blocks.svg")).unwrap();
    let kept = fs::read_to_string(folder.join("blocks.svg")).unwrap().replace("\r\n", "\n");
    assert!(
        drawn == kept,
        "draw it again: fifteen blocks solve docs/blocks.txt --metric any-path --svg docs/blocks.svg"
    );
}
