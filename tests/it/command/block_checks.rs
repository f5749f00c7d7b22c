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
fn slips_of_the_pen() {
    let sandbox = Sandbox::new();
    let told = |text: &str, code: i32| {
        sandbox.write("puzzle.txt", text);
        stderr(&sandbox.run(&["blocks", "solve", "puzzle.txt"]).code(code))
    };
    let error = told("## a\nPieces: rush-hour\nstart goal\nAA.   .AA\n", 2);
    assert!(error.contains("line 2, column 1: 'Pieces' is not a key; did you mean 'pieces'?"), "{error}");
    let error = told("## a\nstart goal\nAA\u{a0}   .AA\n", 2);
    assert!(error.contains("a character that cannot be seen (U+00A0)"), "{error}");
    let error = told("## \u{1b}[31mred\nstart goal\nAA.   .AA\n", 2);
    assert!(error.contains("line 1, column 4: a character that cannot be seen (U+001B)"), "{error}");
    let error = told("## a\nstart goal\nAA.   #AA\n", 2);
    assert!(error.contains("line 3, column 7: the goal map has a wall here"), "{error}");
    let note = told("## a\npiece: rush-hour\nstart goal\nAA.   .AA\n", 0);
    assert!(note.contains("the key 'piece' has no meaning; did you mean 'pieces'?"), "{note}");
    let note = told("## a\nstart goal\n1.1.  .1.1\n", 0);
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
