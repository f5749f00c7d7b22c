//! `fifteen pdb quality`: distributions and predictions from the command line.

use std::fs;

use crate::support::{Sandbox, stderr};
use serde_json::{Value, json};

const LEFT: &str = "tables/3x3_zero-aware_1-4.pdb";
const RIGHT: &str = "tables/3x3_zero-aware_5-8.pdb";

fn sandbox_with_tables() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox
}

fn quality(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let output = sandbox.output(&[&["pdb", "quality", "--samples", "5000", "--format", "json"], arguments].concat());
    serde_json::from_str(&output).unwrap()
}

#[test]
fn tables_in_every_format_and_on_any_number_of_threads() {
    let sandbox = sandbox_with_tables();
    let found = quality(&sandbox, &[LEFT, RIGHT]);
    assert_eq!(found["heuristic"], "1-4/5-8 zero-aware + reflection");
    assert_eq!((&found["size"], &found["blank"], &found["samples"]), (&json!("3x3"), &json!(8), &json!(5000)));
    let boards: u64 = found["histogram"].as_array().unwrap().iter().map(|bin| bin[1].as_u64().unwrap()).sum();
    assert_eq!(boards, 5000);
    assert_eq!(found["predictions"].as_array().unwrap().len(), 5);
    // In any order, on any number of threads; and packed.
    let mut turned = quality(&sandbox, &[RIGHT, LEFT, "--threads", "1"]);
    assert_eq!(turned["heuristic"].take(), "5-8/1-4 zero-aware + reflection");
    turned["heuristic"] = found["heuristic"].clone();
    assert_eq!(found, turned);
    sandbox.run(&["pdb", "pack", LEFT]).code(0);
    assert_eq!(found, quality(&sandbox, &[&format!("{LEFT}.zst"), RIGHT, "--threads", "3"]));
    // The same tables found by the name of their partition, and without the second look-up.
    assert_eq!(found, quality(&sandbox, &["--heuristic", "1-4/5-8", "--pdb", "tables", "--size", "3x3"]));
    let without = quality(&sandbox, &[LEFT, RIGHT, "--no-reflection"]);
    assert!(without["mean"].as_f64() < found["mean"].as_f64() && without["share"].as_f64() > found["share"].as_f64());

    let arguments = ["pdb", "quality", LEFT, RIGHT, "--samples", "500", "--bound", "20", "--bound", "21"];
    let text = sandbox.output(&arguments);
    for words in ["1-4/5-8 zero-aware + reflection on 3x3 boards", "500 random ones", "1.7321", "     20", "     21"] {
        assert!(text.contains(words), "no '{words}' in: {text}");
    }
    let csv = sandbox.output(&[&arguments[..], &["--format", "csv"]].concat());
    assert!(csv.starts_with("schema,heuristic,size,blank,samples,seed,mean,") && csv.lines().count() == 2, "{csv}");
}

#[test]
fn any_heuristic_goal_and_bound() {
    let sandbox = sandbox_with_tables();
    // Pinned: the figures of a seed are the same everywhere.
    let manhattan = quality(&sandbox, &["--heuristic", "manhattan", "--bound", "40"]);
    assert_eq!((&manhattan["size"], &manhattan["mean"]), (&json!("4x4"), &json!(36.8968)));
    let expanded = manhattan["predictions"][0]["expanded"].as_f64().unwrap();
    assert!((expanded / 58_000.0 - 1.0).abs() < 0.02, "{expanded}");
    let both = quality(
        &sandbox,
        &["--heuristic", "manhattan+1-4/5-8", "--pdb", "tables", "--goal", "0 1 2 / 3 4 5 / 6 7 8", "--seed", "2"],
    );
    assert_eq!(both["heuristic"], "max(manhattan, 1-4/5-8 zero-aware + reflection)");
    assert_eq!((&both["blank"], &both["seed"]), (&json!(0), &json!(2)));
    let zero = quality(&sandbox, &["--heuristic", "zero", "--size", "2x2", "--bound", "3"]);
    // 2x2 is a ring: one board, then two at each depth.
    assert!((zero["predictions"][0]["expanded"].as_f64().unwrap() - 7.0).abs() < 1e-9, "{zero}");
    assert_eq!(zero["depth_saved"], Value::Null);
    // Three boards are too few for a prediction, not for a mean.
    let few = sandbox.output(&["pdb", "quality", "--heuristic", "zero", "--samples", "3"]);
    assert!(few.contains("take more samples") && few.contains("unknown"), "{few}");
}

#[test]
fn what_makes_no_heuristic_is_said() {
    let sandbox = sandbox_with_tables();
    sandbox.build("3x3", "1-3/4-8", &[]);
    sandbox.build("3x3", "1-4/5-8", &["--kind", "additive"]);
    sandbox.build("3x2", "1-5", &[]);
    let refused = |arguments: &[&str], words: &[&str]| {
        let message = stderr(&sandbox.run(&[&["pdb", "quality"], arguments].concat()).code(2));
        words.iter().for_each(|word| assert!(message.contains(word), "no '{word}' in: {message}"));
    };
    refused(&[LEFT], &["not a partition of the 8 tiles of a 3x3 board", "no table has 5, 6, 7, 8;"]);
    refused(&[LEFT, "tables/3x3_zero-aware_4-8.pdb"], &["more than one has 4;"]);
    refused(&[LEFT, LEFT], &["no table has 5, 6, 7, 8; more than one has 1, 2, 3, 4;"]);
    refused(&[LEFT, "tables/3x2_zero-aware_1-5.pdb"], &["for 3x3 boards", "for 3x2 boards", "tables of one board"]);
    refused(&[LEFT, "tables/3x3_additive_5-8.pdb"], &["a zero-aware table", "an additive table"]);
    refused(&[LEFT, "missing.pdb"], &["missing.pdb"]);
    refused(&["--heuristic", "7-8", "--pdb", "tables"], &["no zero-aware tables of the tiles 1-8 and 9-15"]);
    refused(&[], &["FILE"]);
    refused(&[LEFT, RIGHT, "--samples", "0"], &["--samples"]);
    refused(&[LEFT, RIGHT, "--size", "3x3"], &["--size", "cannot be used with"]);
    refused(&["--heuristic", "manhattan", "--no-reflection"], &["--no-reflection"]);
    // A bit of an entry that turned over.
    let mut bytes = fs::read(sandbox.path(LEFT)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    sandbox.write(LEFT, bytes);
    refused(&[LEFT, RIGHT], &["1-4.pdb", "damaged"]);
}
