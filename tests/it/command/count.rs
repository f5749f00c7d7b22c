//! `fifteen lab count`: the states at each depth in every form, limits, interruption.

use fifteen_data::{DepthCounts, depth_counts};
use fifteen_puzzle::Metric;

use crate::support::{Sandbox, stderr, stdout};
use serde_json::Value;

fn published(size: &str, metric: Metric) -> Vec<u64> {
    let of_board = |c: &DepthCounts| c.size.to_string() == size && c.metric == metric;
    depth_counts().into_iter().find(of_board).unwrap().counts
}

fn records(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The states at each depth, and the last record; all others must fit.
fn counted(output: &str) -> (Vec<u64>, Value) {
    let mut records = records(output);
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

fn json(arguments: &[&str], code: i32) -> (Vec<u64>, Value) {
    let arguments = [&["lab", "count", "--json"], arguments].concat();
    counted(&stdout(&Sandbox::new().run(&arguments).code(code)))
}

#[test]
fn whole_boards_in_both_metrics() {
    for (size, metric, listed) in [
        ("3x3", Metric::SingleTile, "3x3"),
        ("3x3", Metric::MultiTile, "3x3"),
        ("2x4", Metric::SingleTile, "4x2"),
        ("5x2", Metric::MultiTile, "5x2"),
    ] {
        let (expected, metric) = (published(listed, metric), metric.to_string());
        let (counts, end) = json(&["--size", size, "--metric", &metric], 0);
        assert_eq!(counts, expected);
        assert_eq!((end["status"].as_str(), end["size"].as_str()), (Some("complete"), Some(size)));
        assert_eq!((end["metric"].as_str(), &end["error"]), (Some(metric.as_str()), &Value::Null));
        assert_eq!(end["largest"].as_u64(), Some(counts.len() as u64 - 1));
        assert!(end["seconds"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn text_for_a_person() {
    let run = Sandbox::new().run(&["lab", "count", "--size", "3x2"]).code(0);
    let text = stdout(&run);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..3], ["depth             states", "    0                  1", "    1                  2"]);
    assert_eq!(lines[22], "   21                  1");
    assert_eq!(lines[23], "360 states in all; the largest depth is 21, that of 1 state");
    assert!(lines[24].ends_with("s") && lines.len() == 25, "{text}");
    assert_eq!(stderr(&run), "3x2, single-tile metric: a bit for each of 360 states, 144 bytes of memory\n");
    assert_eq!(stderr(&Sandbox::new().run(&["lab", "count", "--size", "3x2", "-q"]).code(0)), "");
}

#[test]
fn csv_has_the_names_of_json() {
    let sandbox = Sandbox::new();
    let csv = sandbox.output(&["lab", "count", "--size", "2x2", "--csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    let json = records(&sandbox.output(&["lab", "count", "--size", "2x2", "--json"]));
    let names: Vec<&str> = json[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(lines[0], names.join(","));
    assert!(lines[7].starts_with("1,2x2,last,single-tile,6,1,12,,,"), "{csv}");
    assert!(lines[8].starts_with("1,2x2,last,single-tile,,,12,6,complete,"), "{csv}");
    assert_eq!((lines.len(), json.len()), (9, 8));
}

#[test]
fn of_the_goal_only_the_blank_matters() {
    let of = |goal: &str| json(&["--size", "3x3", "--goal", goal], 0).0;
    let spiral = of("spiral");
    assert_eq!(spiral, of("8 7 6 / 5 0 4 / 3 2 1"));
    assert_eq!(of("first"), published("3x3", Metric::SingleTile));
    assert_ne!(spiral, of("first"));
    // A goal gives the size.
    assert_eq!(json(&["--goal", "3 2 1 / 4 5 0"], 0).0, published("3x2", Metric::SingleTile));
}

#[test]
fn limits_are_told() {
    let (counts, end) = json(&["--depth-limit", "12"], 1);
    assert_eq!(counts, published("4x4", Metric::SingleTile)[..13]);
    assert_eq!((end["status"].as_str(), &end["largest"]), (Some("limit"), &Value::Null));
    assert_eq!(end["error"].as_str(), Some("stopped at the limit of depth"));
    let (counts, end) = json(&["--metric", "multi-tile", "--memory-limit", "1M", "--threads", "2"], 1);
    assert_eq!(counts, published("4x4", Metric::MultiTile)[..counts.len()]);
    assert!((7..12).contains(&counts.len()), "{end}");
    assert_eq!(end["error"].as_str(), Some("stopped at the memory limit"));
    // Planes for 4x3 take 30 MB.
    let (counts, _) = json(&["--size", "4x3", "--memory-limit", "20M", "--depth-limit", "14"], 1);
    assert_eq!(counts, published("4x3", Metric::SingleTile)[..15]);
    let run = Sandbox::new().run(&["lab", "count", "--memory-limit", "1M"]).code(1);
    let said = stderr(&run);
    assert!(
        said.contains("10,461,394,944,000 states are too many") && said.contains("as 1.0 MB of memory last"),
        "{said}"
    );
    let last = stdout(&run).lines().rev().nth(1).unwrap().to_owned();
    assert!(last.starts_with("stopped at the memory limit; "), "{last}");
}

#[test]
fn bad_usage() {
    for (arguments, message) in [
        (&["--size", "4"][..], "write WxH"),
        (&["--size", "3x3", "--goal", "1 2 3 / 4 5 0"], "goal"),
        (&["--metric", "long"], "multi-tile"),
        (&["--memory-limit", "lots"], "expected a size"),
    ] {
        let run = Sandbox::new().run(&[&["lab", "count"], arguments].concat()).code(2);
        assert!(stderr(&run).contains(message), "{arguments:?}: {}", stderr(&run));
        assert_eq!(stdout(&run), "");
    }
}

#[test]
fn ctrl_c_keeps_the_depths_that_are_complete() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["lab", "count", "--json", "--memory-limit", "4G"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    // Each depth is printed as soon as it is complete.
    while !text.contains("\"depth\":12,") {
        assert!(output.read_line(&mut text).unwrap() > 0);
    }
    crate::support::interrupt(&child);
    std::io::Read::read_to_string(&mut output, &mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let (counts, end) = counted(&text);
    assert_eq!(counts, published("4x4", Metric::SingleTile)[..counts.len()]);
    assert_eq!((end["status"].as_str(), end["error"].as_str()), (Some("limit"), Some("interrupted")));
}

#[test]
fn a_reader_who_has_seen_enough_ends_it() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["lab", "count", "--memory-limit", "4G"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!((first.as_str(), child.wait().unwrap().code()), ("depth             states\n", Some(0)));
}
