//! The command line as people type it: numbers, names, repeated options, hints, completions, the version.

use crate::support::{Sandbox, repository, stderr, stdout};

const NEAR: &str = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15";

#[test]
fn numbers_times_and_sizes_as_people_write_them() {
    let sandbox = Sandbox::new();
    let solve = |option: &[&str]| sandbox.run(&[&["solve", "--heuristic", "manhattan", NEAR], option].concat());
    for option in [
        ["--node-limit", "1e9"],
        ["--node-limit", "1M"],
        ["--node-limit", "1_000_000"],
        ["--time-limit", "90"],
        ["--time-limit", "90s"],
        ["--time-limit", "1h30m"],
        ["--memory-limit", "64M"],
        ["--memory-limit", "1GiB"],
    ] {
        solve(&option).code(0);
    }
    for option in ["--node-limit", "--depth-limit", "--threads", "--time-limit", "--memory-limit"] {
        let message = stderr(&solve(&[option, "many"]).code(2));
        assert!(message.contains("expected a "), "{message}");
    }
    assert_eq!(sandbox.output(&["random", "-n", "1e1", "--seed", "1"]).lines().count(), 10);
    assert_eq!(sandbox.output(&["random", "2", "--seed", "1"]), sandbox.output(&["random", "-n", "2", "--seed", "1"]));
}

/// The texts of Rust's and serde's own errors, which tell a person nothing.
const FOREIGN: [&str; 5] =
    ["invalid digit", "invalid IP address syntax", "is not in 0..", "is not in 1..", "internally tagged"];

#[test]
fn wrong_numbers_get_messages_of_our_own() {
    let sandbox = Sandbox::new();
    for line in [
        "solve --skip x f",
        "solve --all=x 1 2 3 0",
        "solve --threads 0 1 2 3 0",
        "solve --node-limit -1 1 2 3 0",
        "solve --depth-limit 99999999999 1 2 3 0",
        "solve --time-limit soon 1 2 3 0",
        "bench --node-limit x",
        "lab tree --depth x",
        "lab count --depth-limit x",
        "random -n x",
        "random x",
        "random --seed x",
        "play --seed x",
        "pdb build --zstd=x",
        "lab heuristic --samples 0 zero",
        "lab heuristic --bound x zero",
        "serve --port x",
        "serve --bind x",
        "distribute search --first x 1 2 3 0",
        "distribute search --units x 1 2 3 0",
        "distribute search --part x",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let message = stderr(&sandbox.run(&words).code(2));
        assert!(FOREIGN.iter().all(|foreign| !message.contains(foreign)), "{line}: {message}");
        assert!(message.contains("expected") || message.contains("write I/N"), "{line}: {message}");
    }
}

#[test]
fn names_in_any_case_and_the_last_of_repeated_options() {
    let sandbox = Sandbox::new();
    let json = sandbox.output(&[
        "solve",
        "--heuristic",
        "Zero",
        "--heuristic",
        "MANHATTAN",
        "--algorithm",
        "bfs",
        "--algorithm",
        "AStar",
        "--goal",
        "first",
        "--goal",
        "Last",
        "--letters",
        "Blank",
        "--mode",
        "PLAIN",
        "--csv",
        "--json",
        NEAR,
    ]);
    for part in [r#""heuristic":"manhattan""#, r#""algorithm":"astar""#, r#""goal":"last""#, r#""moves":"R""#] {
        assert!(json.contains(part), "{part}: {json}");
    }
    // What may be repeated is still added up.
    let bench = sandbox.output(&[
        "bench",
        "--set",
        "Random:2:1",
        "--size",
        "3X3",
        "--heuristic",
        "zero",
        "--heuristic",
        "Misplaced",
    ]);
    assert!(bench.contains("zero") && bench.contains("misplaced"), "{bench}");
    sandbox.output(&["lab", "count", "--size", "2x2", "--metric", "Single-Tile"]);
}

#[test]
fn hints_for_commands_that_were_meant() {
    let sandbox = Sandbox::new();
    sandbox.write("boards.txt", NEAR);
    for (line, hint) in [
        ("1 2 3 0", "fifteen solve 1 2 3 0"),
        ("build", "fifteen pdb build"),
        ("boards.txt", "fifteen solve boards.txt"),
        ("blocks boards.txt", "fifteen blocks solve boards.txt"),
        ("blocks --name Klotski", "fifteen blocks solve FILE --name Klotski"),
        ("solve --all 5 1 2 3 0", "--all=5"),
        ("pdb build --zstd 19", "--zstd=19"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let message = stderr(&sandbox.run(&words).code(2));
        assert!(message.contains(hint), "{line}: {message}");
    }
    let blocks = repository("data/blocks.txt");
    let klotski = sandbox.output(&[
        "blocks",
        "solve",
        "--name",
        "Klotski",
        "--metric",
        "any-path",
        "--no-moves",
        blocks.to_str().unwrap(),
    ]);
    assert!(klotski.contains("81 any-path moves"), "{klotski}");
}

#[test]
fn completions_offer_values_and_files_only_where_they_belong() {
    let sandbox = Sandbox::new();
    let bash = sandbox.output(&["completions", "bash"]);
    let after = |option: &str| {
        let (_, rest) = bash.split_once(&format!("{option})\n")).unwrap_or_else(|| panic!("{option}"));
        rest.split_once(";;").expect("a case ends").0.to_owned()
    };
    for (option, value) in [
        ("--heuristic", "walking-distance"),
        ("--heuristic", "7-8x2"),
        ("--goal", "spiral"),
        ("--algorithm", "astar"),
        ("--set", "hardest17"),
        ("--kind", "additive"),
        ("--partition", "6-6-3"),
        ("--collection", "6-6-6-6x5"),
        ("--metric", "multi-tile"),
    ] {
        assert!(after(option).contains(value), "{option}: {}", after(option));
    }
    for (option, files) in [("--pdb", true), ("--node-limit", false), ("--seed", false), ("--order", false)] {
        assert_eq!(after(option).contains("compgen -f"), files, "{option}: {}", after(option));
    }
}

#[test]
fn the_version_says_what_was_built() {
    let sandbox = Sandbox::new();
    let short = sandbox.output(&["-V"]);
    let long = sandbox.output(&["--version"]);
    assert!(short.starts_with(concat!("fifteen ", env!("CARGO_PKG_VERSION"), " (")), "{short}");
    for word in ["commit: ", "target: ", std::env::consts::ARCH] {
        assert!(long.contains(word), "{word}: {long}");
    }
}

#[test]
fn tree_needs_no_options() {
    let sandbox = Sandbox::new();
    let tree = stdout(&sandbox.run(&["lab", "tree"]).code(0));
    assert_eq!(tree, sandbox.output(&["lab", "tree", "--algorithm", "branch-and-bound", "--depth", "3"]));
}
