//! Every informed algorithm on Korf's twenty easiest boards, with 7-8: the published lengths, or the promised ones.

use fifteen_data::{KorfBoard, korf100};
use serde_json::Value;

use crate::support::Sandbox;

/// Runs `bench` on some of the boards that are easiest for IDA* with Manhattan, and checks the length of each.
fn check(boards: usize, partition: &str) {
    let sandbox = Sandbox::new();
    sandbox.build("4x4", partition, &[]);
    let mut korf = korf100();
    korf.sort_by_key(|board| board.generated);
    let numbers: Vec<String> = korf[..boards].iter().map(|board| board.number.to_string()).collect();
    let set = format!("korf100:{}", numbers.join(","));
    let mut arguments = vec!["bench", "--set", &set, "--heuristic", partition, "--pdb", "tables", "--json"];
    for algorithm in ["ida", "astar", "mm", "nbs", "bae", "weighted-astar:1.2", "beam:500"] {
        arguments.extend(["--algorithm", algorithm]);
    }
    arguments.extend(["--node-limit", "1e9"]);
    let output = sandbox.output(&arguments);
    let records: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 7);
    for record in &records {
        assert_eq!((&record["solved"], &record["mismatches"]), (&boards.into(), &0.into()), "{record}");
        let (mut most, mut excess) = (1.0, 0);
        match record["algorithm"].as_str().unwrap() {
            "weighted-astar:1.2" => most = 1.2,
            // Beam search promises no length.
            "beam:500" => most = f64::INFINITY,
            _ => (),
        }
        for found in record["instances"].as_array().unwrap() {
            let known = |board: &&KorfBoard| found["number"] == board.number;
            let shortest = korf.iter().find(known).unwrap().length;
            let length = found["length"].as_u64().unwrap() as u32;
            assert!(length >= shortest && f64::from(length) <= f64::from(shortest) * most, "{found} {record}");
            excess += length - shortest;
        }
        let mean = f64::from(excess) / boards as f64;
        assert!((record["mean_excess"].as_f64().unwrap() - mean).abs() < 1e-9, "{record}");
    }
}

#[test]
fn the_three_easiest_with_6_6_3() {
    check(3, "6-6-3");
}

#[test]
#[ignore = "takes a minute: tables of 7-8"]
fn the_twenty_easiest_with_7_8() {
    check(20, "7-8");
}
