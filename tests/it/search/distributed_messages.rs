//! The search for one board in a folder: its errors, and its bars on a terminal.

#[cfg(unix)]
use std::fs;

use super::distributed_folder::SEARCH;
#[cfg(unix)]
use super::distributed_folder::files;
use crate::support::{Sandbox, stderr};
#[cfg(unix)]
use crate::terminal::Terminal;

#[test]
fn errors_are_told_once_and_in_words() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    let split = ["split", "--pdb", "tables", "--heuristic", "1-4/5-8", "--first", "1", "--out", "units", SEARCH[2]];
    sandbox.run(&split).code(0);
    let missing = sandbox.run(&["work", "units", "--pdb", "missing"]).code(2);
    assert_eq!(stderr(&missing).matches("error:").count(), 1, "{}", stderr(&missing));
    assert!(stderr(&missing).contains("missing") && stderr(&missing).contains("not searched"), "{}", stderr(&missing));
    for (line, words) in [
        ("", "has no job"),
        ("nonsense\n", "it is not JSON from character"),
        ("[]\n", "expected a JSON object whose type is job, unit or result"),
        ("{\"type\":\"tree\"}\n", "its type is 'tree'; expected job, unit or result"),
        ("{\"type\":\"job\"}\n", "it is a job, but the field 'search' is missing"),
        (
            "{\"type\":\"result\",\"unit\":-1}\n",
            "it is a result, but the field 'unit' must be a whole number from 0 up; found -1",
        ),
        (
            "{\"type\":\"result\",\"weather\":1}\n",
            "it is a result, but there is no field 'weather'; expected one of unit, job",
        ),
        ("{\"type\":\"job\",\"sear\n", "it ends too early"),
    ] {
        sandbox.write("lines", line);
        let refused = sandbox.run(&["merge", "lines"]).code(2);
        assert!(stderr(&refused).contains(words), "{line}: {}", stderr(&refused));
    }
}

#[cfg(target_os = "linux")] // /dev/full
#[test]
fn a_full_disk_is_named() {
    let sandbox = Sandbox::new();
    sandbox.run(&[&["split", "--first", "1", "--out", "units"], &SEARCH[..]].concat()).code(0);
    let full = sandbox.run(&["work", "units", "--out", "/dev/full"]).code(2);
    assert!(stderr(&full).contains("cannot write /dev/full: "), "{}", stderr(&full));
    // What is not a regular file is written to as it is.
    let whole = sandbox.output(&["work", "units"]);
    assert_eq!(sandbox.output(&["work", "units", "--out", "/dev/stdout"]).lines().count(), whole.lines().count());
    assert_eq!(sandbox.output(&["work", "units", "--out", "-"]).lines().count(), whole.lines().count());
}

#[cfg(unix)] // a terminal of Unix
#[test]
fn a_bar_goes_on_where_the_work_stands() {
    let sandbox = Sandbox::new();
    let options = ["--goal", "first", "--heuristic", "manhattan", "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"];
    let split = ["split", "--first", "3000000", "--units", "300", "--out", "search/"];
    sandbox.run(&[&split, &options[..]].concat()).code(0);
    let (folder, results) = (sandbox.path("search"), || {
        let name = files(&sandbox, "search", "-results.jsonl").pop();
        name.map_or(0, |name| fs::read_to_string(sandbox.path("search").join(name)).unwrap().lines().count())
    });
    let units =
        fs::read_to_string(folder.join(&files(&sandbox, "search", "-units.jsonl")[0])).unwrap().lines().count() - 1;
    // The work done, as the bar shows it.
    let shown = |screen: &vt100::Screen| {
        let text = screen.contents();
        let (before, _) = text.split_once(&format!("/{units} units"))?;
        before.rsplit(' ').next()?.parse::<usize>().ok()
    };
    let work = ["work", folder.to_str().unwrap(), "--threads", "1"];
    let mut terminal = Terminal::start(&work, (24, 120), &[]);
    terminal.wait("a bar with the total", |screen| shown(screen).is_some_and(|done| done >= 3));
    assert!(terminal.screen().contents().contains("nodes"), "{}", terminal.screen().contents());
    terminal.press("\u{3}");
    terminal.see("interrupted; ");
    assert_eq!(terminal.end(), 1);
    let text = terminal.screen().contents();
    assert!(text.contains("run the same command to continue"), "{text}");
    let done = results();
    assert!((3..units).contains(&done), "{done} of {units}");
    let mut terminal = Terminal::start(&work, (24, 120), &[]);
    terminal.wait("a bar", |screen| shown(screen).is_some());
    assert!(shown(terminal.screen()) >= Some(done), "{done}\n{}", terminal.screen().contents());
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 1);
}

/// The first iterations of `split` are shown as those of `solve`, and Ctrl-C says what is kept.
#[cfg(unix)] // a terminal of Unix
#[test]
fn a_split_shows_its_bound_and_says_what_is_kept() {
    let sandbox = Sandbox::new();
    let folder = sandbox.path("search");
    let folder = folder.to_str().unwrap();
    let board = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
    let options = ["--first", "1G", "--goal", "first", "--heuristic", "manhattan", "--threads", "1", board];
    let mut terminal = Terminal::start(&[&["distribute", folder], &options[..]].concat(), (24, 120), &[]);
    terminal.see("searching");
    terminal.see(" nodes/s");
    assert!(terminal.screen().contents().contains("bound "), "{}", terminal.screen().contents());
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 1);
    let text = terminal.screen().contents();
    assert!(text.contains("nothing was written, and the same command begins"), "{text}");
    assert_eq!(files(&sandbox, "search", ".jsonl"), [""; 0]);
    // While units are searched, all results are kept.
    let options = ["--first", "3M", "--units", "300", "--goal", "first", "--heuristic", "manhattan", board];
    let mut terminal = Terminal::start(&[&["distribute", folder], &options[..]].concat(), (24, 160), &[]);
    terminal.see("working");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 1);
    let text = terminal.screen().contents().replace('\n', "");
    assert!(text.contains("all results so far are in") && text.contains("fifteen distribute "), "{text}");
    assert_eq!(files(&sandbox, "search", "-results.jsonl").len(), 1);
}
