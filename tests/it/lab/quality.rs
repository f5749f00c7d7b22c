//! `fifteen lab heuristic`: distributions and predictions.

use std::fs;

use crate::support::{Sandbox, stderr, stdout};
use serde_json::{Value, json};

const LEFT: &str = "tables/3x3_zero-aware_1-4.pdb";

fn sandbox_with_tables() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox
}

fn quality(sandbox: &Sandbox, code: i32, arguments: &[&str]) -> Value {
    let run = sandbox.run(&[&["lab", "heuristic", "--samples", "5000", "--json"], arguments].concat()).code(code);
    serde_json::from_str(stdout(&run).lines().next().expect("two records")).unwrap()
}

#[test]
fn tables_in_every_format_and_on_any_number_of_threads() {
    let sandbox = sandbox_with_tables();
    let tables = ["1-4/5-8", "--size", "3x3", "--pdb", "tables"];
    let found = quality(&sandbox, 0, &tables);
    assert_eq!(found["heuristic"], "1-4/5-8 zero-aware + reflection");
    assert_eq!((&found["size"], &found["blank"], &found["samples"]), (&json!("3x3"), &json!(8), &json!(5000)));
    let boards: u64 = found["histogram"].as_array().unwrap().iter().map(|bin| bin[1].as_u64().unwrap()).sum();
    assert_eq!(boards, 5000);
    assert_eq!(found["predictions"].as_array().unwrap().len(), 5);
    // On any number of threads; and packed.
    assert_eq!(found, quality(&sandbox, 0, &[&tables[..], &["--threads", "1"]].concat()));
    sandbox.pack(LEFT);
    fs::remove_file(sandbox.path(LEFT)).unwrap();
    assert_eq!(found, quality(&sandbox, 0, &[&tables[..], &["--threads", "3"]].concat()));
    // Without the second look-up.
    let without = quality(&sandbox, 0, &["1-4/5-8:no-reflection", "--size", "3x3", "--pdb", "tables"]);
    assert!(without["mean"].as_f64() < found["mean"].as_f64() && without["share"].as_f64() > found["share"].as_f64());

    let arguments = [&["lab", "heuristic"], &tables[..], &["--samples", "500", "--bound", "20", "--bound", "21"]];
    let text = sandbox.output(&arguments.concat());
    for words in ["1-4/5-8 zero-aware + reflection on 3x3 boards", "500 random ones", "1.7321", "     20", "     21"] {
        assert!(text.contains(words), "no '{words}' in: {text}");
    }
}

#[test]
fn any_heuristic_goal_and_bound() {
    let sandbox = sandbox_with_tables();
    // Pinned: the figures of a seed are the same everywhere.
    let manhattan = quality(&sandbox, 0, &["manhattan", "--bound", "40"]);
    assert_eq!((&manhattan["size"], &manhattan["mean"]), (&json!("4x4"), &json!(36.8968)));
    let expanded = manhattan["predictions"][0]["expanded"].as_f64().unwrap();
    assert!((expanded / 58_000.0 - 1.0).abs() < 0.02, "{expanded}");
    let both = ["manhattan+1-4/5-8", "--pdb", "tables", "--goal", "0 1 2 / 3 4 5 / 6 7 8", "--seed", "2"];
    let both = quality(&sandbox, 0, &both);
    assert_eq!(both["heuristic"], "max(manhattan, 1-4/5-8 zero-aware + reflection)");
    assert_eq!((&both["blank"], &both["seed"]), (&json!(0), &json!(2)));
    let zero = quality(&sandbox, 0, &["zero", "--size", "2x2", "--bound", "3"]);
    // 2x2 is a ring: one board, then two at each depth.
    assert!((zero["predictions"][0]["expanded"].as_f64().unwrap() - 7.0).abs() < 1e-9, "{zero}");
    assert_eq!(zero["depth_saved"], Value::Null);
    // Three boards are too few for a prediction, not for a mean.
    let few = sandbox.output(&["lab", "heuristic", "zero", "--samples", "3"]);
    assert!(few.contains("take more samples") && few.contains("unknown"), "{few}");
}

#[test]
fn what_makes_no_heuristic_is_said() {
    let sandbox = sandbox_with_tables();
    let refused = |arguments: &[&str], words: &[&str]| {
        let message = stderr(&sandbox.run(&[&["lab", "heuristic"], arguments].concat()).code(2));
        words.iter().for_each(|word| assert!(message.contains(word), "no '{word}' in: {message}"));
    };
    refused(&["7-8", "--pdb", "tables"], &["no zero-aware tables of the tiles 1-8 and 9-15"]);
    refused(&[], &["<H>"]);
    // A bit of an entry that turned over.
    let mut bytes = fs::read(sandbox.path(LEFT)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    sandbox.write(LEFT, bytes);
    refused(&["1-4/5-8", "--size", "3x3", "--pdb", "tables"], &["1-4.pdb", "damaged"]);
}
