//! `fifteen distribute` must find the same result as `solve` although processes are killed, and
//! shows progress bars. `distribute.transcript` tests several processes that work together.

use std::fs::{self, File};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{Sandbox, repeats};
#[cfg(unix)]
use crate::terminal::Terminal;
use serde_json::Value;

/// Returns the record of a solution without the fields that differ between runs and machines.
fn record(text: &str) -> Value {
    let mut record: Value = serde_json::from_str(text.lines().next().unwrap_or_default()).unwrap();
    for field in ["seconds", "threads", "peak_bytes"] {
        record[field] = Value::Null;
    }
    record
}

/// Returns the names of the files in a folder that contain `part`, sorted.
fn files(sandbox: &Sandbox, folder: &str, part: &str) -> Vec<String> {
    let entries = fs::read_dir(sandbox.path(folder)).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.retain(|name| name.contains(part));
    names.sort();
    names
}

/// Starts a process whose output goes to a file. It must not be a pipe, because under Wine a pipe
/// may stay open for ever if its process is killed during its start.
fn start(sandbox: &Sandbox, arguments: &[&str], output: &str) -> Child {
    let output = File::create(sandbox.path(output)).unwrap();
    sandbox
        .command(arguments)
        .stdout(output)
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Starts two processes at a time in one folder and kills them at random moments, until one of them
/// completes the search. Returns its result, and how many processes were killed.
fn killed(
    sandbox: &Sandbox,
    folder: &str,
    options: &[&str],
    random: &mut fastrand::Rng,
) -> (Value, usize) {
    let how = [
        "distribute",
        folder,
        "--split-after",
        "1000",
        "--units",
        "60",
        "--json",
        "--verbose",
    ];
    let arguments = [&how, options].concat();
    let (mut kills, mut pause) = (0, 1..30);
    loop {
        let mut both =
            ["output-1", "output-2"].map(|output| (start(sandbox, &arguments, output), output));
        for (process, output) in &mut both {
            thread::sleep(Duration::from_millis(random.u64(pause.clone())));
            if process.try_wait().unwrap().is_none() {
                process.kill().unwrap();
                kills += 1;
                // Later processes get more time, so that the search completes at some point. The
                // time grows by a factor, because a start can take very long, for example under
                // Wine.
                pause.end += pause.end / 4;
            }
            let status = process.wait().unwrap();
            if status.success() {
                let found = record(&fs::read_to_string(sandbox.path(output)).unwrap());
                both.iter_mut()
                    .for_each(|(process, _)| _ = process.kill().and_then(|()| process.wait()));
                return (found, kills);
            }
            // On Windows, the exit code of a killed process is chosen by the killer, here 1.
            assert_eq!(
                status.code(),
                if cfg!(windows) { Some(1) } else { None },
                "killed"
            );
        }
    }
}

#[test]
fn killed_processes_do_not_change_the_result() {
    let (runs, mut random) = repeats(2);
    let sandbox = Sandbox::new();
    let options = [
        "--heuristic",
        "linear-conflict",
        "--goal",
        "first",
        "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6",
    ];
    let expected =
        record(&sandbox.output(&[&["solve", "--json", "--verbose"], &options[..]].concat()));
    let mut total = 0;
    for run in 0..runs {
        let (found, kills) = killed(&sandbox, &format!("search-{run}"), &options, &mut random);
        assert_eq!(found, expected, "run {run}, {kills} kills");
        total += kills;
    }
    assert!(total as u64 >= 3 * runs, "{total} kills in {runs} runs");
}

/// `fifteen distribute` first shows the iterations like `solve`, and then a bar with the number of
/// completed units. A later run continues from this number. After Ctrl-C, a message says which
/// results are kept.
#[cfg(unix)] // a terminal of Unix
#[test]
fn progress_bars_and_interruptions_keep_results() {
    let sandbox = Sandbox::new();
    let folder = sandbox.path("search");
    let folder = folder.to_str().unwrap();
    let board = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
    let options = [
        "--goal",
        "first",
        "--heuristic",
        "manhattan",
        "--threads",
        "1",
        board,
    ];
    let begin = |more: &[&str]| {
        Terminal::start(
            &[&["distribute", folder], more, &options].concat(),
            (24, 160),
            &[],
        )
    };
    let mut terminal = begin(&["--split-after", "1G"]);
    terminal.see("searching");
    terminal.see(" nodes/s");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 130);
    let text = terminal.screen().contents();
    assert!(
        text.contains("nothing was written, and the same command begins"),
        "{text}"
    );
    assert_eq!(files(&sandbox, "search", ".jsonl"), [""; 0]);
    // Returns the number of completed units that the bar shows.
    let shown = |screen: &vt100::Screen| {
        let text = screen.contents();
        let (before, _) = text.split_once("/300 units")?;
        before.rsplit(' ').next()?.parse::<usize>().ok()
    };
    let mut terminal = begin(&["--split-after", "3M", "--units", "300"]);
    terminal.wait("a bar with the total", |screen| {
        shown(screen).is_some_and(|done| done >= 3)
    });
    assert!(
        terminal.screen().contents().contains("nodes/s"),
        "{}",
        terminal.screen().contents()
    );
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 130);
    let text = terminal.screen().contents().replace('\n', "");
    assert!(
        text.contains("all results so far are in") && text.contains("fifteen distribute "),
        "{text}"
    );
    let name = files(&sandbox, "search", "-results-1.jsonl").pop().unwrap();
    let done = fs::read_to_string(sandbox.path("search").join(name))
        .unwrap()
        .lines()
        .count();
    assert!((3..300).contains(&done), "{done}");
    let mut terminal = Terminal::start(&["distribute", folder, "--threads", "1"], (24, 160), &[]);
    terminal.wait("a bar", |screen| shown(screen).is_some());
    assert!(
        shown(terminal.screen()) >= Some(done),
        "{done}\n{}",
        terminal.screen().contents()
    );
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 130);
}
