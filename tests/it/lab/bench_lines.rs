//! Lines of `fifteen bench`: kept with `--resume`, and printed again from files.

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
    "--resume",
    "results.jsonl",
];

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
    whole.run(&RUN).code(0);
    let expected = lines(&kept(&whole));
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
    assert_eq!(lines(&kept(&killed)), expected, "{kills} kills");
}

#[test]
fn a_line_that_was_cut_off_is_searched_again_and_nothing_else() {
    let sandbox = Sandbox::new();
    sandbox.run(&RUN).code(0);
    let whole = kept(&sandbox);
    for cut in [1, 40] {
        sandbox.write("results.jsonl", &whole[..whole.len() - cut]);
        let told = stderr(&sandbox.run(&RUN).code(0));
        assert_eq!(told.contains("results.jsonl: left out the last line, which was cut off"), cut > 1, "{told}");
        assert_eq!(lines(&kept(&sandbox)), lines(&whole));
    }
    let again = sandbox.output(&[&RUN[..], &["--json"]].concat());
    assert_eq!((&again, &kept(&sandbox)), (&kept(&sandbox), &again), "what is there is printed, and not searched");
    let damaged = whole.replacen("\"line\"", "\"lime\"", 1);
    sandbox.write("results.jsonl", &damaged);
    let told = stderr(&sandbox.run(&RUN).code(2));
    assert!(told.contains("results.jsonl: line 1 is not a result of fifteen bench: missing field `line`"), "{told}");
    assert_eq!(kept(&sandbox), damaged);
    // A mistyped name costs no file of boards.
    sandbox.write("results.jsonl", "1 2 3 / 4 5 6 / 7 8 0");
    sandbox.run(&RUN).code(2);
    assert_eq!(kept(&sandbox), "1 2 3 / 4 5 6 / 7 8 0");
}

#[test]
fn results_of_other_boards_or_limits_are_not_mixed() {
    let sandbox = Sandbox::new();
    sandbox.run(&RUN).code(0);
    let run = |set: &'static str, more: &[&'static str]| [&["bench", "--set", set], &RUN[3..], more].concat();
    for (arguments, expected) in [
        (run(RUN[2], &["--node-limit", "9"]), "the node limit is 9 here, and 20000000 in those before"),
        (run(RUN[2], &["--goal", "spiral"]), "the goal is spiral here, and last in those before"),
        (run("random:30:6", &[]), "board 1 is not the board 1 of those before"),
    ] {
        let told = stderr(&sandbox.run(&arguments).code(2));
        assert!(told.contains(expected), "{told}");
    }
    // More boards and more algorithms of the same set are welcome.
    let more = run("random:40:5", &["--algorithm", "ida", "--json"]);
    let found = lines(&sandbox.output(&more));
    assert_eq!(found.len(), 160);
    assert_eq!(found[..60], lines(&kept(&sandbox))[..60]);
}

#[test]
fn files_are_printed_as_the_run_was() {
    let sandbox = Sandbox::new();
    let direct = sandbox.output(&RUN);
    assert_eq!(stdout(&sandbox.run(&["bench", "results.jsonl", "--plot", "plot.svg"]).code(0)), direct);
    assert!(std::fs::read_to_string(sandbox.path("plot.svg")).unwrap().starts_with("<svg"));
    assert_eq!(sandbox.output(&["bench", "results.jsonl", "--json"]), kept(&sandbox));
    // Manhattan is never below the misplaced tiles, and often above.
    let (_, compared) = direct.split_once("divided by those of misplaced on the same board").unwrap();
    let row: Vec<&str> =
        compared.lines().find(|line| line.starts_with("manhattan")).unwrap().split_whitespace().collect();
    let number = |column: usize| row[column].parse::<f64>().unwrap();
    assert!(number(1) == 30.0 && number(4) < 0.8 && number(5) <= number(4) && number(4) <= number(7), "{row:?}");
    // Halves of two machines are printed as one, and a doubled line counts once.
    let text = kept(&sandbox);
    let (first, second) = text.split_at(text.match_indices('\n').nth(19).unwrap().0 + 1);
    sandbox.write("first.jsonl", first);
    sandbox.write("second.jsonl", [second, second.lines().last().unwrap()].concat());
    assert_eq!(sandbox.output(&["bench", "first.jsonl", "second.jsonl"]), direct);
    let told = stderr(&sandbox.run(&["bench", "first.jsonl", "second.jsonl", "-q"]).code(0));
    assert!(told.is_empty(), "{told}");
    let told = stderr(&sandbox.run(&["bench", "second.jsonl"]).code(0));
    assert!(told.contains("not all configurations have results of the same boards"), "{told}");
}
