//! `fifteen lab heuristic`: properties of heuristics, with counterexamples.

use serde_json::Value;

use crate::support::{Sandbox, stdout};

fn check(sandbox: &Sandbox, code: i32, arguments: &[&str]) -> Value {
    let run = sandbox.run(&[&["lab", "heuristic", "--json"], arguments].concat()).code(code);
    serde_json::from_str(stdout(&run).lines().nth(1).expect("two records")).unwrap()
}

#[test]
fn all_boards_of_3x3_are_checked() {
    let sandbox = Sandbox::new();
    for heuristic in ["zero", "linear-conflict", "manhattan+misplaced"] {
        let record = check(&sandbox, 0, &[heuristic, "--size", "3x3"]);
        assert_eq!((&record["admissible"], &record["consistent"]), (&Value::Bool(true), &Value::Bool(true)));
        assert_eq!((&record["complete"], record["boards"].as_u64()), (&Value::Bool(true), Some(181_440)));
        assert_eq!(record["compared"].as_u64(), Some(181_440));
        // 24 moves between 9 cells of the blank, each with a ninth of the boards, seen once.
        assert_eq!(record["moves"].as_u64(), Some(181_440 / 9 * 12));
        assert!((record["mean_distance"].as_f64().unwrap() - 21.9724).abs() < 1e-4, "{record}");
    }
    let spiral = check(&sandbox, 0, &["manhattan", "--size", "3x3", "--goal", "spiral"]);
    assert!((spiral["mean_distance"].as_f64().unwrap() - 21.9724).abs() > 0.1, "{spiral}");
}

#[test]
fn additive_tables_are_admissible_and_not_consistent() {
    let sandbox = Sandbox::new();
    let partition = "1,2,3,4/5,6,7,8";
    sandbox.build("3x3", partition, &["--kind", "additive"]);
    sandbox.build("3x3", partition, &[]);
    let additive = check(&sandbox, 1, &["1,2,3,4/5,6,7,8:additive", "--size", "3x3", "--pdb", "tables"]);
    assert_eq!((&additive["admissible"], &additive["consistent"]), (&Value::Bool(true), &Value::Bool(false)));
    let [value, after] = ["value", "value_after"].map(|name| additive["jump"][name].as_u64().unwrap());
    assert!(value.abs_diff(after) > 1, "{additive}");
    let aware = check(&sandbox, 0, &[partition, "--size", "3x3", "--pdb", "tables"]);
    assert_eq!((&aware["jumps"], &aware["jump"]), (&Value::from(0), &Value::Null));
    assert!(aware["mean"].as_f64() > additive["mean"].as_f64());
    let run = ["lab", "heuristic", "1,2,3,4/5,6,7,8:additive", "--size", "3x3", "--pdb", "tables"];
    let text = stdout(&sandbox.run(&run).code(1));
    let board = additive["jump"]["board"].as_str().unwrap();
    assert!(text.contains("admissible  yes") && text.contains("no: ") && text.contains(board), "{text}");
}

#[test]
fn larger_boards_are_sampled() {
    let sandbox = Sandbox::new();
    let options = ["linear-conflict", "--samples", "2000", "--size", "5x5", "--seed", "3"];
    let record = check(&sandbox, 0, &options);
    assert_eq!((&record["complete"], record["boards"].as_u64()), (&Value::Bool(false), Some(4000)));
    assert!(record["moves"].as_u64().unwrap() > 8000 && record["compared"].as_u64().unwrap() > 1000, "{record}");
    assert_eq!(check(&sandbox, 0, &[&options[..], &["--threads", "1"]].concat()), record);
    let text = stdout(&sandbox.run(&[&["lab", "heuristic"], &options[..]].concat()).code(0));
    assert!(text.contains("no counterexample") && !text.contains("yes"), "{text}");
}
