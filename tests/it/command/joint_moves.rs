//! `fifteen blocks solve --joint-moves`: several pieces that move together as one move.

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
    assert!(solve(&["--metric", "straight", "--joint-moves"]).contains("1 straight move:\nABC RR"));
    assert!(solve(&["--joint-moves"]).contains("2 unit moves:\nABC R, ABC R"));
    let positions = solve(&["--joint-moves", "--show"]);
    assert!(positions.contains("1. ABC R") && positions.contains(".ABC."), "{positions}");
    let json = solve(&["--joint-moves", "--metric", "straight", "--json"]);
    assert!(json.contains(r#""moves":[{"piece":"A","path":"RR","others":"BC"}]"#), "{json}");
    assert!(json.trim_end().ends_with(r#""joint_moves":true}"#), "{json}");
    let single = solve(&["--json"]);
    assert!(!single.contains("others") && !single.contains("joint_moves"), "{single}");
    let table = solve(&["--joint-moves", "--metric", "all"]);
    assert!(table.contains("fewest moves") && table.contains("2"), "{table}");
    solve(&["--joint-moves", "--svg", "row.svg"]);
    assert!(std::fs::read_to_string(sandbox.path("row.svg")).unwrap().contains("ABC R"));
}

#[test]
fn interlocked_pieces_are_solved_together() {
    let sandbox = Sandbox::new();
    sandbox.write("ring.txt", RING);
    let alone = sandbox.run(&["blocks", "solve", "ring.txt", "--check"]).code(1);
    assert!(stdout(&alone).contains("no solution"));
    let run = sandbox.run(&["blocks", "solve", "ring.txt", "--joint-moves"]).code(0);
    assert!(stdout(&run).contains("1 unit move:\nAB R"), "{}", stdout(&run));
}

#[test]
fn what_joint_moves_exclude() {
    let sandbox = Sandbox::new();
    sandbox.write("row.txt", ROW);
    let row: String = ('A'..='T').chain(std::iter::repeat_n('.', 12)).collect();
    let rest = format!("{}   {}\n", ".".repeat(32), ".".repeat(32)).repeat(5);
    sandbox.write("large.txt", format!("## large\nstart{}goal\n{row}   A{}\n{rest}", " ".repeat(30), ".".repeat(31)));
    for option in ["--check", "--gif=a.gif"] {
        let run = sandbox.run(&["blocks", "solve", "row.txt", "--joint-moves", option]).code(2);
        assert!(stderr(&run).contains("cannot be used with"), "{}", stderr(&run));
    }
    let run = sandbox.run(&["blocks", "solve", "large.txt", "--joint-moves"]).code(2);
    let told = "1048576 sets of the 20 pieces may be able to move together: at most 65536 are possible";
    assert!(stderr(&run).contains(told), "{}", stderr(&run));
}
