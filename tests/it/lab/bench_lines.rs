//! `fifteen bench --resume`, killed.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::support::Sandbox;

const RUN: &str = "bench --set random:30:5 --size 3x3 --heuristic misplaced --heuristic manhattan --algorithm nbs --resume results.jsonl";

/// Lines without their times.
fn lines(text: &str) -> Vec<Value> {
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &mut lines {
        (line["seconds"], line["open_seconds"]) = (Value::Null, Value::Null);
    }
    lines
}

fn kept(sandbox: &Sandbox) -> String {
    std::fs::read_to_string(sandbox.path("results.jsonl")).unwrap()
}

#[test]
fn a_run_that_is_killed_goes_on() {
    let [whole, killed] = [Sandbox::new(), Sandbox::new()];
    let run: Vec<&str> = RUN.split(' ').collect();
    whole.run(&run).code(0);
    let expected = lines(&kept(&whole));
    assert_eq!(expected.len(), 60);
    let mut random = fastrand::Rng::with_seed(22);
    let (mut kills, mut pause) = (0, 1..8);
    loop {
        let mut process = killed.command(&run).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
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
    assert_eq!(lines(&kept(&killed)), expected, "{kills} kills");
}
