//! `fifteen blocks ... --joint-moves`: several pieces that move together as one move.

use std::fs;

use serde_json::Value;

use crate::support::{Sandbox, stderr, stdout};

/// A row that moves as one, beside a ring with a piece inside, neither of which can move alone.
const ROW: &str = "## Row\nstart   goal\nABC..   ..ABC\n";
const RING: &str = "## Ring\noptimum: unsolvable\nstart   goal\nAAA.    .AAA\nABA.    .A.A\nAAA.    .AAA\n";

#[test]
fn several_pieces_move_as_one() {
    let sandbox = Sandbox::new();
    sandbox.write("row.txt", ROW);
    let solve = |options: &[&str]| {
        let run = sandbox.run(&[&["blocks", "solve", "row.txt"][..], options].concat());
        stdout(&run.code(0))
    };
    assert!(solve(&["--metric", "straight"]).contains("3 straight moves:\nC RR, B RR, A RR"));
    assert!(solve(&["--metric", "straight", "--joint-moves"]).contains("1 joint straight move:\nABC RR"));
    assert!(solve(&["--joint-moves"]).contains("2 joint unit moves:\nABC R, ABC R"));
    let positions = solve(&["--joint-moves", "--show"]);
    assert!(positions.contains("1. ABC R") && positions.contains(".ABC."), "{positions}");
    let json = solve(&["--joint-moves", "--metric", "straight", "--json"]);
    assert!(json.contains(r#""moves":[{"piece":"A","path":"RR","others":"BC"}]"#), "{json}");
    assert!(json.trim_end().ends_with(r#""joint_moves":true}"#), "{json}");
    let single = solve(&["--json"]);
    assert!(!single.contains("others") && !single.contains("joint_moves"), "{single}");
    let table = solve(&["--joint-moves", "--metric", "all"]);
    assert!(table.contains("fewest moves") && table.contains("2"), "{table}");
    solve(&["--joint-moves", "--svg", "row.svg", "--gif", "row.gif"]);
    assert!(fs::read_to_string(sandbox.path("row.svg")).unwrap().contains("ABC R"));
    assert!(fs::read(sandbox.path("row.gif")).unwrap().starts_with(b"GIF89a"));
}

/// `--check` compares with a line of its own, and all commands of designers take the option.
#[test]
fn every_command_takes_joint_moves() {
    let sandbox = Sandbox::new();
    sandbox.write("ring.txt", RING.replace("optimum:", "joint-optimum: unit=1 straight=1\noptimum:"));
    let run = |arguments: &[&str]| sandbox.run(&[&["blocks"], arguments, &["--joint-moves"]].concat());
    run(&["solve", "ring.txt", "--metric", "all", "--check"]).code(0);
    sandbox.run(&["blocks", "solve", "ring.txt", "--metric", "all", "--check"]).code(1);
    sandbox.write("wrong.txt", RING.replace("optimum: unsolvable", "joint-optimum: unit=2"));
    let wrong = run(&["solve", "wrong.txt", "--check"]).code(2);
    let told = "'joint-optimum:' says 2 moves; found: 1 move (unit)";
    assert!(stderr(&wrong).contains(told), "{}", stderr(&wrong));
    let record = |text: &str| serde_json::from_str::<Value>(text.lines().next().unwrap()).unwrap();
    let check = record(&stdout(&run(&["check", "ring.txt", "--json"]).code(0)));
    assert_eq!((&check["solvable"], &check["states"], &check["joint_moves"]), (&true.into(), &2.into(), &true.into()));
    let hardest = record(&stdout(&run(&["hardest", "ring.txt", "--json"]).code(0)));
    assert_eq!((&hardest["distance"], &hardest["joint_moves"]), (&1.into(), &true.into()));
    let text = stdout(&run(&["hardest", "ring.txt", "--pairs"]).code(0));
    assert!(text.contains("farthest apart: 1 joint unit move between"), "{text}");
    let alone = stdout(&sandbox.run(&["blocks", "hardest", "ring.txt", "--json"]).code(0));
    assert!(!alone.contains("joint_moves"), "{alone}");
    // Invalid puzzles have the same columns.
    sandbox.write("mixed.txt", format!("## bad\nstart goal\n\n{RING}"));
    for command in ["solve", "check", "hardest"] {
        let table = stdout(&run(&[command, "mixed.txt", "--csv"]).code(2));
        let last = |line: &str| line.rsplit(',').next().unwrap().to_owned();
        assert_eq!(table.lines().map(last).collect::<Vec<_>>(), ["joint_moves", "true", "true"], "{table}");
    }
}

#[test]
fn layouts_that_are_hard_with_joint_moves() {
    let sandbox = Sandbox::new();
    sandbox.write("pieces.txt", "## pieces\nstart goal\nAABC  ....\nD..C  ....\nD...  ..AA\n");
    let generate = |tries: &str| {
        let arguments = ["blocks", "generate", "pieces.txt", "--tries", tries, "--keep", "5", "--out", "joint.txt"];
        sandbox.run(&[&arguments[..], &["--joint-moves"]].concat()).code(0);
        fs::read_to_string(sandbox.path("joint.txt")).unwrap()
    };
    generate("25");
    let layouts = generate("60");
    assert!(
        layouts.starts_with("# layouts of puzzle 1 (pieces), seed 1, joint unit moves\n# tries: 60, keep: 5, digest: "),
        "{layouts}"
    );
    assert_eq!(layouts.matches("\njoint-optimum: unit=").count(), 5, "{layouts}");
    sandbox.run(&["blocks", "solve", "joint.txt", "--joint-moves", "--check", "--no-moves"]).code(0);
    // Counts that were changed are not believed.
    sandbox.write("joint.txt", layouts.replacen("unit=", "unit=9", 1));
    let arguments = ["blocks", "generate", "pieces.txt", "--tries", "70", "--keep", "5", "--out", "joint.txt"];
    assert!(stderr(&sandbox.run(&[&arguments[..], &["--joint-moves"]].concat()).code(2)).contains("text was changed"));
    let other = ["blocks", "generate", "pieces.txt", "--tries", "60", "--out", "joint.txt"];
    assert!(stderr(&sandbox.run(&other).code(2)).contains("it does not begin with"));
}

#[test]
fn interlocked_pieces_are_solved_together() {
    let sandbox = Sandbox::new();
    sandbox.write("ring.txt", RING);
    let alone = sandbox.run(&["blocks", "solve", "ring.txt", "--check"]).code(1);
    assert!(stdout(&alone).contains("no solution"));
    let run = sandbox.run(&["blocks", "solve", "ring.txt", "--joint-moves"]).code(0);
    assert!(stdout(&run).contains("1 joint unit move:\nAB R"), "{}", stdout(&run));
}

#[test]
fn too_many_sets_of_pieces_are_refused() {
    let sandbox = Sandbox::new();
    let row: String = ('A'..='T').chain(std::iter::repeat_n('.', 12)).collect();
    let rest = format!("{}   {}\n", ".".repeat(32), ".".repeat(32)).repeat(5);
    sandbox.write("large.txt", format!("## large\nstart{}goal\n{row}   A{}\n{rest}", " ".repeat(30), ".".repeat(31)));
    let told = "1,048,576 sets of the 20 pieces may be able to move together: at most 65,536 are possible";
    for command in ["solve", "check", "hardest", "generate"] {
        let run = sandbox.run(&["blocks", command, "large.txt", "--joint-moves"]).code(2);
        assert!(stderr(&run).contains(told), "{command}: {}", stderr(&run));
    }
}
