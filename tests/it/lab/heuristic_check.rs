//! `fifteen lab heuristic`: figures that a transcript would not explain.

use serde_json::{Value, json};

use crate::support::{Sandbox, stdout};

/// The two records, of the quality and of the check, of a run that ends with that code.
fn records(sandbox: &Sandbox, code: i32, arguments: &[&str]) -> [Value; 2] {
    let run = sandbox.run(&[&["lab", "heuristic", "--json"], arguments].concat()).code(code);
    let records: Vec<Value> = stdout(&run).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    records.try_into().unwrap()
}

#[test]
fn all_boards_of_3x3_are_checked() {
    let sandbox = Sandbox::new();
    let [_, record] = records(&sandbox, 0, &["manhattan+misplaced", "--size", "3x3"]);
    assert_eq!((&record["admissible"], &record["consistent"]), (&Value::Bool(true), &Value::Bool(true)));
    assert_eq!((&record["complete"], record["boards"].as_u64()), (&Value::Bool(true), Some(181_440)));
    assert_eq!(record["compared"].as_u64(), Some(181_440));
    // 24 moves between 9 cells of the blank, each with a ninth of the boards, seen once.
    assert_eq!(record["moves"].as_u64(), Some(181_440 / 9 * 12));
    assert!((record["mean_distance"].as_f64().unwrap() - 21.9724).abs() < 1e-4, "{record}");
}

#[test]
fn figures_of_a_seed_are_the_same_everywhere() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    let quality = |arguments: &[&str]| records(&sandbox, 0, &[arguments, &["--samples", "3000"]].concat());
    let tables = ["1-4/5-8", "--size", "3x3", "--pdb", "tables"];
    let found = quality(&tables);
    assert_eq!(found, quality(&[&tables[..], &["--threads", "1"]].concat()));
    assert_eq!((&found[0]["blank"], &found[0]["samples"]), (&json!(8), &json!(3000)));
    assert_eq!(found[0]["predictions"].as_array().unwrap().len(), 5);
    // Without the second lookup.
    let [without, _] = quality(&["1-4/5-8:no-reflection", "--size", "3x3", "--pdb", "tables"]);
    assert!(without["mean"].as_f64() < found[0]["mean"].as_f64());
    assert!(without["share"].as_f64() > found[0]["share"].as_f64());
    // 2x2 is a ring: one board, then two at each depth.
    let [zero, _] = quality(&["zero", "--size", "2x2", "--bound", "3"]);
    assert!((zero["predictions"][0]["expanded"].as_f64().unwrap() - 7.0).abs() < 1e-9, "{zero}");
    assert_eq!(zero["depth_saved"], Value::Null);
}
