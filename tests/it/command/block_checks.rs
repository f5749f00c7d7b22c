//! `fifteen blocks solve`: puzzles that may not be what was meant.

use crate::support::{Sandbox, stderr, stdout};

const CARS: &str = "## cars
equal: 123 456
optimum: any-path=17
start  goal
123    456
#.#    #.#
..#    ..#
#.#    #.#
456    123
";

#[test]
fn groups_of_equal_pieces() {
    let sandbox = Sandbox::new();
    sandbox.write("cars.txt", CARS);
    let solve = ["blocks", "solve", "cars.txt", "--metric", "any-path", "--check"];
    assert!(stdout(&sandbox.run(&solve).code(0)).contains("17 any-path moves"));
    sandbox.write("cars.txt", CARS.replace("any-path=17", "unit=40 any-path=16"));
    let run = sandbox.run(&solve).code(2);
    let told = "'optimum:' says 16 moves; found: 17 moves (any-path)";
    assert!(stderr(&run).contains(told), "{}", stderr(&run));
    for (optimum, told) in [
        ("unsolvable", "says no solution; found: 17 moves (any-path)"),
        ("any-path: 17", "'optimum: any-path: 17' is not of the form"),
    ] {
        sandbox.write("cars.txt", CARS.replace("any-path=17", optimum));
        let run = sandbox.run(&solve).code(2);
        assert!(stderr(&run).contains(told), "{}", stderr(&run));
    }
    sandbox.write("stuck.txt", "## stuck\noptimum: unit=3\nstart goal\nA#.   .#A\n");
    let run = sandbox.run(&["blocks", "solve", "stuck.txt", "--check"]).code(2);
    assert!(stderr(&run).contains("says 3 moves; found: no solution (unit)"), "{}", stderr(&run));
    sandbox.write("cars.txt", CARS.replace("equal: 123 456", "equal: 123 455"));
    let run = sandbox.run(&solve).code(2);
    assert!(stderr(&run).contains("line 2, column 14: piece '5' is named twice in 'equal:'"), "{}", stderr(&run));
}

#[test]
fn slips_of_the_pen_are_noted() {
    let sandbox = Sandbox::new();
    sandbox.write("puzzle.txt", "## a\npiece: rush-hour\nstart goal\n1.1.  .1.1\n");
    let note = stderr(&sandbox.run(&["blocks", "solve", "puzzle.txt"]).code(0));
    assert!(note.contains("the key 'piece' has no meaning; did you mean 'pieces'?"), "{note}");
    assert!(note.contains("piece '1' has 2 parts that do not touch and move as one"), "{note}");
}

/// The optima of the published puzzles are those of their lines.
#[test]
fn published_optima_are_checked() {
    let sandbox = Sandbox::new();
    let path = crate::support::repository("data/blocks.txt");
    let path = path.to_str().unwrap();
    let run = sandbox.run(&["blocks", "solve", path, "--name", "#1", "--metric", "all", "--check", "--no-moves"]);
    assert_eq!(stderr(&run.code(0)), "");
}
