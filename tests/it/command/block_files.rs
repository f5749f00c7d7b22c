//! `fifteen blocks convert` and the files of other programs; gates.

use crate::support::{Sandbox, repository, stderr, stdout};

#[test]
fn files_of_other_programs_are_named_and_solved() {
    let sandbox = Sandbox::new();
    let solve = |text: &str, metric: &str| {
        sandbox.write("file.txt", text);
        let run = sandbox.run(&["blocks", "solve", "file.txt", "--metric", metric, "--check"]).code(0);
        (stdout(&run), stderr(&run))
    };
    let cases = [
        (
            "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n",
            "straight",
            "60 straight moves",
            "Rush Hour boards, one a line",
        ),
        ("1A9BF0C00 横刀立马\n", "any-path", "81 any-path moves", "Huarong Dao codes"),
        ("#####\n#*. #\n#A  #\n#####\n", "unit", "1 unit move", "levels of GNOME Klotski"),
    ];
    for (text, metric, length, notation) in cases {
        let (out, told) = solve(text, metric);
        assert!(out.contains(length), "{out}");
        assert!(told.contains(&format!("file.txt: read as {notation}")), "{told}");
    }
}

#[test]
fn a_wrong_optimum_in_a_database_is_an_error() {
    let sandbox = Sandbox::new();
    sandbox.write("rush.txt", "59 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n");
    let run =
        sandbox.run(&["blocks", "solve", "rush.txt", "--metric", "straight", "--no-moves", "--check", "-q"]).code(2);
    assert!(stderr(&run).contains("'optimum:' says 59 moves; found: 60 moves (straight)"), "{}", stderr(&run));
}

#[test]
fn conversions() {
    let sandbox = Sandbox::new();
    let data = repository("data/blocks.txt");
    let klotski = ["blocks", "convert", data.to_str().unwrap(), "--name", "L'Ane Rouge", "--to"];
    let to = |notation: &'static str| [&klotski[..], &[notation]].concat();
    assert!(stdout(&sandbox.run(&to("huarong-dao")).code(0)).starts_with("1A9BF0C00 L'Ane Rouge"));
    let level = stdout(&sandbox.run(&to("gnome-klotski")).code(2));
    assert_eq!(level, "", "the goal is not empty at the start");
    let refused = sandbox.run(&to("rush-hour")).code(2);
    assert!(stderr(&refused).contains("a Rush Hour board is a square"), "{}", stderr(&refused));
    // A notation that is asked for is not guessed.
    sandbox.write("code.txt", "1A9BF0C00\n");
    let forced = sandbox.run(&["blocks", "convert", "code.txt", "--from", "rush-hour"]).code(2);
    assert!(stderr(&forced).contains("'1A9BF0C00' is not a Rush Hour board"), "{}", stderr(&forced));
}

/// A piece that may not pass the gate stays inside, and the other one leaves.
#[test]
fn gates() {
    let sandbox = Sandbox::new();
    let text = "## tray\ngate: - for *\nstart    goal\n####     ####\n#*A#     #..#\n#..#     #..#\n#-##     #-##\n#..#     #.*#\n####     ####\n";
    sandbox.write("gate.txt", text);
    let solve = ["blocks", "solve", "gate.txt", "--show"];
    assert!(stdout(&sandbox.run(&solve).code(0)).contains("4 unit moves"));
    sandbox.write("gate.txt", text.replace("#.*#", "#.A#"));
    assert!(stdout(&sandbox.run(&solve).code(1)).contains("no solution in unit moves"));
    sandbox.write("gate.txt", text.replace("for *", "for B"));
    let told = stderr(&sandbox.run(&solve).code(2));
    assert!(told.contains("line 2, column 13: piece 'B' of 'gate:' is missing"), "{told}");
}

#[test]
fn a_reached_memory_limit_is_told() {
    let sandbox = Sandbox::new();
    let data = repository("data/blocks.txt");
    let name = ["--name", "The dlaa.me", "--memory-limit", "60k", "--no-moves"];
    let run = sandbox.run(&[&["blocks", "solve", data.to_str().unwrap()], &name[..]].concat()).code(1);
    assert!(stdout(&run).contains("stopped at the memory limit; every solution has at least"), "{}", stdout(&run));
    assert!(stderr(&run).contains("--memory-limit SIZE sets another"), "{}", stderr(&run));
}
