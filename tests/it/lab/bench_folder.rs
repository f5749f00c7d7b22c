//! `fifteen bench --out` and `--from`: results that outlive the run.

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::support::{Sandbox, stderr, stdout};

const RUN: [&str; 13] = [
    "bench",
    "--set",
    "random:30:5",
    "--size",
    "3x3",
    "--heuristic",
    "misplaced",
    "--heuristic",
    "manhattan",
    "--algorithm",
    "nbs",
    "--out",
    "results",
];

/// The lines of the folder without their times.
fn lines(sandbox: &Sandbox) -> Vec<Value> {
    let text = std::fs::read_to_string(sandbox.path("results/results.jsonl")).unwrap();
    let mut lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    for line in &mut lines {
        (line["seconds"], line["open_seconds"]) = (Value::Null, Value::Null);
    }
    lines
}

#[test]
fn a_run_that_is_killed_goes_on() {
    let [whole, killed] = [Sandbox::new(), Sandbox::new()];
    whole.run(&RUN).code(0);
    let expected = lines(&whole);
    assert_eq!(expected.len(), 60);
    let mut random = fastrand::Rng::with_seed(22);
    let (mut kills, mut pause) = (0, 1..8);
    loop {
        let mut process = killed.command(&RUN).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(random.u64(pause.clone())));
        if process.try_wait().unwrap().is_none() && kills < 20 {
            process.kill().unwrap();
            kills += 1;
            pause.end += 3;
            process.wait().unwrap();
        } else if process.wait().unwrap().success() {
            break;
        }
    }
    assert!(kills > 2, "{kills}");
    assert_eq!(lines(&killed), expected, "{kills} kills");
    // Nothing is searched again.
    killed.run(&RUN).code(0);
    assert_eq!(lines(&killed), expected);
}

#[test]
fn broken_lines_are_reported_and_searched_again() {
    let sandbox = Sandbox::new();
    sandbox.run(&RUN).code(0);
    let path = sandbox.path("results/results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut damaged: Vec<&str> = text.lines().collect();
    damaged[3] = "{\"heuristic\":";
    // The last line was cut short as well.
    let text = damaged.join("\n");
    std::fs::write(&path, &text[..text.len() - 40]).unwrap();
    let expected = 58;
    assert_eq!(lines(&sandbox).len(), expected);
    let run = sandbox.run(&RUN).code(0);
    let told = stderr(&run);
    assert!(told.contains("results.jsonl:4: left out") && told.contains("results.jsonl:60: left out"), "{told}");
    let aside = Path::new("results").join("damaged.jsonl");
    assert!(told.contains(&format!("2 damaged lines are now in {}", aside.display())), "{told}");
    assert_eq!(lines(&sandbox).len(), 60);
    let aside = std::fs::read_to_string(sandbox.path("results/damaged.jsonl")).unwrap();
    assert!(aside.starts_with("{\"heuristic\":\n") && aside.lines().count() == 2, "{aside}");
    let told = stderr(&sandbox.run(&RUN).code(0));
    assert!(!told.contains("left out"), "what was reported once is not reported again: {told}");
    let records = stdout(&sandbox.run(&["bench", "--from", "results", "--json"]).code(0));
    for record in records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        assert_eq!((&record["boards"], &record["solved"]), (&30.into(), &30.into()));
    }
}

#[test]
fn results_of_other_runs_are_not_mixed() {
    let sandbox = Sandbox::new();
    sandbox.run(&RUN).code(0);
    let (set, options) = (RUN[2], &RUN[3..]);
    for (arguments, expected) in [
        (["--node-limit", "9"], "options \"--mode plain --node-limit 20000000\", not \"--mode plain --node-limit 9\""),
        (["--goal", "spiral"], "goal \"last\", not \"spiral\""),
    ] {
        let run = sandbox.run(&[&["bench", "--set", set], options, &arguments].concat()).code(2);
        assert!(stderr(&run).contains(expected), "{}", stderr(&run));
    }
    let run = sandbox.run(&[&["bench", "--set", "random:30:6"], options].concat()).code(2);
    assert!(stderr(&run).contains("results has results with"), "{}", stderr(&run));
    let run = sandbox.run(&["bench", "--from", "tables"]).code(2);
    assert!(stderr(&run).contains("no results of fifteen bench --out"), "{}", stderr(&run));
    let run = sandbox.run(&["bench", "--from", "results", "--node-limit", "7"]).code(2);
    assert!(stderr(&run).contains("cannot be used with"), "{}", stderr(&run));
}

#[test]
fn kept_results_are_compared() {
    let sandbox = Sandbox::new();
    let direct = stdout(&sandbox.run(&[&RUN[..], &["--json"]].concat()).code(0));
    let kept = stdout(&sandbox.run(&["bench", "--from", "results", "--json"]).code(0));
    let parsed = |text: &str| -> Vec<Value> {
        let mut records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for record in &mut records {
            for time in ["seconds", "open_seconds", "nodes_per_second", "runs"] {
                record[time] = Value::Null;
            }
            record["instances"].as_array_mut().unwrap().iter_mut().for_each(|i| i["seconds"] = Value::Null);
        }
        records
    };
    assert_eq!(parsed(&direct), parsed(&kept));
    let text = stdout(&sandbox.run(&["bench", "--from", "results", "--plot", "plot.svg"]).code(0));
    for expected in ["percentiles", "against misplaced, board by board", "mean by length of the shortest solutions"] {
        assert!(text.contains(expected), "{text}");
    }
    // Manhattan is never below the misplaced tiles.
    let (_, compared) = text.split_once("board by board").unwrap();
    let row = compared.lines().find(|line| line.starts_with("manhattan")).unwrap();
    assert!(row.split_whitespace().nth(4).unwrap().parse::<f64>().unwrap() < 0.8, "{row}");
    assert!(std::fs::read_to_string(sandbox.path("plot.svg")).unwrap().starts_with("<svg"));
    let markdown = stdout(&sandbox.run(&["bench", "--from", "results", "--format", "markdown"]).code(0));
    assert!(markdown.lines().filter(|line| line.starts_with("| --- ")).count() == 4, "{markdown}");
}

/// Such as one from a disk that was full.
#[test]
fn cut_settings_name_a_way_on() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("results")).unwrap();
    std::fs::write(sandbox.path("results/settings.json"), "").unwrap();
    let told = stderr(&sandbox.run(&RUN).code(2));
    assert!(told.contains("settings.json is damaged") && told.contains("name another folder"), "{told}");
}
