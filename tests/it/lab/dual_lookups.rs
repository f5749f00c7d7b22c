//! Dual lookups: tables built for them, searches with them, and what they cannot be combined with.

use serde_json::Value;

use crate::support::{Sandbox, stderr, stdout};

const DUAL: &str = "1-4/5-8:additive:dual";
const BOTH: &str = "1-4/5-8:additive+1-4/5-8:additive:dual";

/// A folder with the additive tables of 1-4/5-8 for the goals with the blank in a corner, at an edge and in the middle.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &["--dual"]);
    sandbox
}

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn tables_are_built_for_every_goal() {
    let sandbox = sandbox();
    let mut names: Vec<_> = std::fs::read_dir(sandbox.path("tables"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    let expected = ["additive", "blank-4_additive", "blank-7_additive"]
        .map(|kind| [format!("3x3_{kind}_1-4.pdb"), format!("3x3_{kind}_5-8.pdb")])
        .concat();
    assert_eq!(names, expected);
    let run = sandbox.run(&["pdb", "build", "--size", "3x3", "--dual", "--kind", "zero-aware", "--out", "tables"]);
    assert!(stderr(&run.code(2)).contains("dual lookups need additive tables"));
}

#[test]
fn every_search_finds_the_same_lengths_with_fewer_nodes() {
    let sandbox = sandbox();
    let mut bench = vec!["bench", "--set", "random:40:1", "--size", "3x3", "--pdb", "tables", "--format", "json"];
    bench.extend(["1-4/5-8:additive", DUAL, BOTH].into_iter().flat_map(|heuristic| ["--heuristic", heuristic]));
    bench.extend(["ida", "astar"].into_iter().flat_map(|algorithm| ["--algorithm", algorithm]));
    // Lengths are compared with each other and solutions are replayed.
    let runs = records(&sandbox.output(&bench));
    assert_eq!(runs.len(), 6);
    let expanded = |heuristic: &str, algorithm: &str| {
        let run = runs.iter().find(|run| run["heuristic"] == heuristic && run["algorithm"] == algorithm);
        run.unwrap_or_else(|| panic!("{heuristic} {algorithm}: {runs:?}"))["expanded_sum"].as_u64().unwrap()
    };
    let [regular, dual] = ["1-4/5-8 additive + reflection", "dual 1-4/5-8 additive + reflection"];
    let both = format!("max({regular}, {dual})");
    for algorithm in ["ida", "astar"] {
        assert!(expanded(&both, algorithm) < expanded(regular, algorithm).min(expanded(dual, algorithm)));
    }
}

#[test]
fn they_are_admissible_and_not_consistent() {
    let sandbox = sandbox();
    let arguments = ["lab", "check", DUAL, "--size", "3x3", "--pdb", "tables", "--format", "json"];
    let check = &records(&stdout(&sandbox.run(&arguments).code(1)))[0];
    assert_eq!((&check["admissible"], &check["consistent"]), (&Value::Bool(true), &Value::Bool(false)));
    assert_eq!((&check["complete"], check["boards"].as_u64()), (&Value::Bool(true), Some(181_440)));
}

#[test]
fn the_reason_and_the_remedy_are_named() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &["--kind", "additive"]);
    let board = "8 6 7 / 2 5 4 / 3 0 1";
    let solve = |heuristic: &str, more: &[&str]| {
        let arguments = ["solve", board, "--pdb", "tables", "--heuristic", heuristic];
        stderr(&sandbox.run(&[&arguments, more].concat()).code(2))
    };
    let missing = solve(DUAL, &[]);
    let remedy = "fifteen pdb build --size 3x3 --partition 1-4/5-8 --kind additive --dual";
    assert!(missing.contains(remedy), "{missing}");
    assert!(missing.contains("5-8 (with the goal's blank on cell 7)"), "{missing}");
    sandbox.run(&[&remedy.split(' ').collect::<Vec<_>>()[1..], &["--out", "tables"]].concat()).code(0);
    let found = sandbox.output(&["solve", board, "--pdb", "tables", "--heuristic", DUAL, "--format", "json"]);
    assert_eq!((&records(&found)[0]["length"], &records(&found)[0]["status"]), (&31.into(), &"solved".into()));
    let zero_aware = solve("1-4/5-8:zero-aware:dual", &[]);
    assert!(zero_aware.contains("write '1-4/5-8:dual'"), "{zero_aware}");
    let refused = solve(DUAL, &["--algorithm", "bae"]);
    assert!(refused.contains("not consistent"), "{refused}");
    sandbox.write("boards", format!("# none\n{board}\n"));
    let bench = ["bench", "--set", "boards", "--pdb", "tables", "--heuristic", DUAL, "--algorithm", "bae"];
    let refused = stderr(&sandbox.run(&bench).code(2));
    assert!(refused.contains("bae with dual ") && refused.contains(", board 1 (8 6 7 / 2 5 4 / 3 0 1): "), "{refused}");
    let split = ["split", board, "--pdb", "tables", "--heuristic", DUAL, "--out", "job"];
    let split = stderr(&sandbox.run(&split).code(2));
    assert!(split.contains("choose a heuristic without ':dual'"), "{split}");
}
