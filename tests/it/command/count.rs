//! `fifteen lab count`: its end by Ctrl-C.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use fifteen_data::{DepthCounts, depth_counts};
use fifteen_puzzle::Metric;
use serde_json::Value;

use crate::support::{Sandbox, interrupt};

/// The states at each depth, and the last record; all others must fit.
fn counted(output: &str) -> (Vec<u64>, Value) {
    let mut records: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let end = records.pop().unwrap();
    let mut total = 0;
    let mut counts = Vec::new();
    for (depth, record) in records.iter().enumerate() {
        let states = record["states"].as_u64().unwrap();
        total += states;
        assert_eq!((record["schema"].as_u64(), record["depth"].as_u64()), (Some(1), Some(depth as u64)));
        assert_eq!((record["total"].as_u64(), &record["status"]), (Some(total), &Value::Null));
        counts.push(states);
    }
    assert_eq!((end["total"].as_u64(), &end["depth"], &end["states"]), (Some(total), &Value::Null, &Value::Null));
    (counts, end)
}

#[test]
fn ctrl_c_keeps_the_depths_that_are_complete() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["lab", "count", "--json", "--memory-limit", "4G"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    // Each depth is printed as soon as it is complete.
    while !text.contains("\"depth\":12,") {
        assert!(output.read_line(&mut text).unwrap() > 0);
    }
    interrupt(&child);
    output.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let (counts, end) = counted(&text);
    let of_board = |c: &DepthCounts| c.size.to_string() == "4x4" && c.metric == Metric::SingleTile;
    let published = depth_counts().into_iter().find(of_board).unwrap().counts;
    assert_eq!(counts, published[..counts.len()]);
    assert_eq!((end["status"].as_str(), end["error"].as_str()), (Some("limit"), Some("interrupted")));
}
