//! The search for one board in a folder: `distribute`, and the loop of `split`, `work` and `merge`, against `solve`.
//! Kills, repeats, and commands out of order.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::support::{Sandbox, stderr, stdout};
use serde_json::Value;

/// 61 moves; several iterations with 6-6-3.
const BOARD: &str = "15 13 10 3 / 11 2 5 14 / 9 12 7 0 / 4 6 8 1";
pub(super) const SEARCH: [&str; 3] = ["--heuristic", "manhattan", "8 6 7 / 2 5 4 / 3 0 1"];

/// The record of a solution without what differs between machines.
fn record(text: &str) -> Value {
    let mut record: Value = serde_json::from_str(text.lines().next().unwrap_or_default()).unwrap();
    for field in ["seconds", "threads", "peak_bytes"] {
        record[field] = Value::Null;
    }
    record
}

fn alone(sandbox: &Sandbox, options: &[&str]) -> Value {
    record(&sandbox.output(&[&["solve", "--json", "--stats"], options].concat()))
}

/// Names of the files in a folder that end like this.
pub(super) fn files(sandbox: &Sandbox, folder: &str, end: &str) -> Vec<String> {
    let entries = fs::read_dir(sandbox.path(folder)).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(end));
    names.sort();
    names
}

#[test]
fn one_command_gives_what_solve_gives() {
    let sandbox = Sandbox::new();
    sandbox.build("4x4", "6-6-3", &[]);
    for mode in ["plain", "fast"] {
        let options = ["--pdb", "tables", "--heuristic", "6-6-3", "--mode", mode, BOARD];
        let expected = alone(&sandbox, &options);
        let distribute = ["distribute", mode, "--first", "20000", "--units", "40", "--json", "--stats"];
        let found = sandbox.output(&[&distribute, &options[..]].concat());
        assert_eq!(record(&found), expected, "{mode}");
        assert!(files(&sandbox, mode, "-units.jsonl").len() >= 2, "{mode}");
        // Repeated, and by the folder alone, and as `merge` prints it: the same, from the files.
        assert_eq!(sandbox.output(&[&distribute, &options[..]].concat()), found);
        assert_eq!(sandbox.output(&["distribute", mode, "--json", "--stats"]), found);
        assert_eq!(sandbox.output(&["merge", mode, "--json", "--stats"]), found);
    }
    let text = sandbox.output(&["merge", "fast"]);
    assert!(text.contains("61 moves: ") && text.contains(" nodes generated, "), "{text}");
}

#[test]
fn the_loop_of_commands_gives_what_solve_gives() {
    let sandbox = Sandbox::new();
    sandbox.build("4x4", "6-6-3", &[]);
    let options = ["--pdb", "tables", "--heuristic", "6-6-3", BOARD];
    let expected = alone(&sandbox, &options);
    let split = ["split", "--out", "search/", "--first", "20000", "--units", "40"];
    let said = stderr(&sandbox.run(&[&split, &options[..]].concat()).code(0));
    let iterations = expected["iterations"].as_array().unwrap();
    let generated = |i: &Value| i["generated"].as_u64().unwrap();
    let below = |bound: u64| iterations.iter().filter(move |i| i["bound"].as_u64().unwrap() < bound);
    // The start is counted, as by `solve`.
    let nodes = 1 + below(59).map(generated).sum::<u64>();
    assert!(said.replace(',', "").contains(&format!("below 59 moves after {nodes} nodes")), "{said}");
    // Once more, as after a kill: the folder has this search already.
    let again = sandbox.run(&[&split, &options[..]].concat()).code(0);
    assert!(stderr(&again).contains("has begun in search/"), "{}", stderr(&again));
    let mut steps = 0;
    let merged = loop {
        for part in ["1/3", "2/3", "3/3"] {
            // Out of order: this iteration is not merged, so nothing is split.
            let early = sandbox.run(&["split", "--continue", "search"]).code(2);
            assert!(stderr(&early).contains("not merged yet"), "{}", stderr(&early));
            if part == "3/3" {
                let early = sandbox.run(&["merge", "search"]).code(2);
                assert!(stderr(&early).contains("missing"), "{}", stderr(&early));
            }
            sandbox.run(&["work", "search", "--pdb", "tables", "--part", part]).code(0);
        }
        let merged = sandbox.run(&["merge", "search", "--json", "--stats"]);
        if merged.get_output().status.success() {
            break stdout(&merged);
        }
        assert_eq!(stdout(&merged.code(1)), "");
        // Out of order: there is nothing to search, and merging again ends as before.
        let merged_already = sandbox.run(&["work", "search"]).code(0);
        assert!(stderr(&merged_already).contains("split --continue search"), "{}", stderr(&merged_already));
        sandbox.run(&["merge", "search"]).code(1);
        sandbox.run(&["split", "--continue", "search", "--units", "40", "--pdb", "tables"]).code(0);
        steps += 1;
    };
    assert!(steps > 0, "solved at once");
    assert_eq!(record(&merged), expected);
    let results = files(&sandbox, "search", ".jsonl").into_iter().filter(|name| name.contains("-results-"));
    assert_eq!(results.count(), 3 * (steps + 1), "each iteration has files of its own");
}

#[test]
fn one_command_that_is_killed_goes_on() {
    let sandbox = Sandbox::new();
    let options = ["--heuristic", "linear-conflict", "--goal", "first", "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6"];
    let expected = alone(&sandbox, &options);
    let distribute = ["distribute", "search", "--first", "1000", "--units", "60", "--json", "--stats"];
    let arguments = [&distribute, &options[..]].concat();
    let mut random = fastrand::Rng::with_seed(17);
    let (mut kills, mut pause) = (0, 1..30);
    let found = loop {
        // A file, since a pipe may stay open for ever if its process is killed while it starts (seen under Wine).
        let output = fs::File::create(sandbox.path("output")).unwrap();
        let mut process = sandbox.command(&arguments).stdout(output).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(random.u64(pause.clone())));
        if process.try_wait().unwrap().is_none() {
            process.kill().unwrap();
            kills += 1;
            // More time each time, so that it comes to an end: by a factor, since a start may take long (under Wine).
            pause.end += pause.end / 2;
        }
        let status = process.wait().unwrap();
        if status.success() {
            break fs::read_to_string(sandbox.path("output")).unwrap();
        }
        // Windows gives whoever is killed the code that the killer chooses.
        assert_eq!(status.code(), if cfg!(windows) { Some(1) } else { None }, "killed");
    };
    assert!(kills >= 3, "{kills}");
    assert_eq!(record(&found), expected, "{kills} kills");
    assert_eq!(files(&sandbox, "search", ".tmp"), [""; 0]);
}

/// The loop that `docs/SCALE.md` prints: it ends with the solution, or at an error.
#[cfg(unix)] // a shell
#[test]
fn the_printed_loop_ends_with_the_solution_or_at_an_error() {
    let page = fs::read_to_string(crate::support::repository("docs/SCALE.md")).unwrap();
    let script = page.lines().find(|line| line.starts_with("until fifteen work")).unwrap();
    // A board this small is cut into few units.
    let script = &script.replace("--continue search/", "--continue search/ --units 2");
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("bin")).unwrap();
    std::os::unix::fs::symlink(crate::support::binary(), sandbox.path("bin/fifteen")).unwrap();
    let run = |script: &str| {
        let path = format!("{}:{}", sandbox.path("bin").display(), std::env::var("PATH").unwrap());
        let plan = sandbox.command(&[]);
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", script]).current_dir(sandbox.path("")).stdin(Stdio::null());
        for (name, value) in plan.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell.env("PATH", path).output().unwrap()
    };
    // No search has begun: the loop ends, and says so.
    let ended = run(script);
    assert_eq!(ended.status.code(), Some(2), "{}", String::from_utf8_lossy(&ended.stderr));
    sandbox.run(&[&["split", "--out", "search/", "--first", "100", "--units", "2"], &SEARCH[..]].concat()).code(0);
    // A result is lost and cannot be found again: the loop ends, with the units of one iteration.
    let failing = script.replace("fifteen work search/", "fifteen work search/ --part 1/2");
    assert_eq!(run(&failing).status.code(), Some(2));
    assert_eq!(files(&sandbox, "search", "-units.jsonl").len(), 1);
    let solved = run(script);
    let text = String::from_utf8_lossy(&solved.stdout);
    assert!(solved.status.success() && text.contains("31 moves: "), "{text}");
    assert!(files(&sandbox, "search", "-units.jsonl").len() > 1);
    assert_eq!(run(script).stdout, solved.stdout, "repeated");
}

#[test]
fn another_search_is_refused_in_the_folder() {
    let sandbox = Sandbox::new();
    let split = |more: &[&str]| sandbox.run(&[&["split", "--out", "search/", "--first", "100"], more].concat());
    split(&SEARCH).code(0);
    let before = files(&sandbox, "search", "");
    for (more, part) in [
        (&["--heuristic", "manhattan", "1 2 3 / 4 5 6 / 0 7 8"][..], "its board is"),
        (&["--heuristic", "manhattan", "1 2 3 0"], "its board is"),
        (&["--heuristic", "linear-conflict", SEARCH[2]], "its heuristic is manhattan"),
        (&["--goal", "1 2 3 4 5 6 0 7 8", SEARCH[2]], "its goal is"),
        (&["--mode", "plain", SEARCH[2]], "its mode is fast, not plain"),
        (&["--order", "URDL", SEARCH[2]], "its order of moves is ULRD, not URDL"),
        (&["--finish-iteration", SEARCH[2]], "finish_iteration is false, not true"),
    ] {
        for command in [&["split", "--out", "search/"][..], &["distribute", "search"]] {
            let refused = sandbox.run(&[command, more].concat()).code(2);
            assert!(stderr(&refused).contains(part), "{more:?}: {}", stderr(&refused));
            assert!(stderr(&refused).contains("name another folder"), "{more:?}: {}", stderr(&refused));
        }
    }
    // The heuristic that is not given is that of the search.
    split(&[SEARCH[2]]).code(0);
    assert_eq!(files(&sandbox, "search", ""), before);
    for (arguments, part) in [
        (&["distribute", "none"][..], "FOLDER BOARD"),
        (&["distribute", SEARCH[2]], "FOLDER BOARD"),
        (&["distribute", "search", "--heuristic", "manhattan"], "BOARD"),
        (&["work", "none/"], "no search has begun"),
        (&["merge", "none/"], "no search has begun"),
        (&["split", "--continue", "none/"], "no search has begun"),
        (&["split", "--continue", "search", "--out", "x"], "leave out --out"),
        (&["merge", "search", "x"], "leave out RESULTS"),
        (&["split", "--out", "search/"], "--continue"),
    ] {
        let refused = sandbox.run(arguments).code(2);
        assert!(stderr(&refused).contains(part), "{arguments:?}: {}", stderr(&refused));
    }
    assert!(!sandbox.path("none").exists());
}

/// A loop of a shell over files: after an error of `merge` there is no state, so nothing old is split.
#[test]
fn a_state_is_never_older_than_its_merge() {
    let sandbox = Sandbox::new();
    let split = ["split", "--first", "100", "--units", "8", "--out", "units.jsonl"];
    sandbox.run(&[&split, &SEARCH[..]].concat()).code(0);
    sandbox.run(&["work", "units.jsonl", "--out", "results-1.jsonl"]).code(0);
    let merge = ["merge", "units.jsonl", "results-1.jsonl", "--next", "state.jsonl"];
    sandbox.run(&merge).code(1);
    let state = fs::read(sandbox.path("state.jsonl")).unwrap();
    sandbox.run(&["split", "--continue", "state.jsonl", "--units", "8", "--out", "units2.jsonl"]).code(0);
    // The results are of the iteration before: nothing is added to them, nothing is merged with them, and the state is
    // gone.
    let before = fs::read(sandbox.path("results-1.jsonl")).unwrap();
    let mixed = sandbox.run(&["work", "units2.jsonl", "--out", "results-1.jsonl"]).code(2);
    assert!(stderr(&mixed).contains("write its results to another file"), "{}", stderr(&mixed));
    assert_eq!(fs::read(sandbox.path("results-1.jsonl")).unwrap(), before);
    let stale = sandbox.run(&["merge", "units2.jsonl", "results-1.jsonl", "--next", "state.jsonl"]).code(2);
    assert!(stderr(&stale).contains("results-1.jsonl has a result of the job"), "{}", stderr(&stale));
    assert!(!sandbox.path("state.jsonl").exists());
    let refused = sandbox.run(&["split", "--continue", "state.jsonl", "--out", "units3.jsonl"]).code(2);
    assert!(stderr(&refused).contains("state.jsonl") && !sandbox.path("units3.jsonl").exists());
    // The right merge brings it back. Only a state is replaced.
    sandbox.run(&merge).code(1);
    assert_eq!(fs::read(sandbox.path("state.jsonl")).unwrap(), state);
    for file in ["units.jsonl", "results-1.jsonl"] {
        let content = fs::read(sandbox.path(file)).unwrap();
        let refused = sandbox.run(&["merge", "units.jsonl", "results-1.jsonl", "--next", file]).code(2);
        assert!(stderr(&refused).contains("not a job that 'merge' wrote"), "{}", stderr(&refused));
        assert_eq!(fs::read(sandbox.path(file)).unwrap(), content);
    }
}
