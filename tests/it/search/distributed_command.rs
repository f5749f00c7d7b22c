//! One search over many machines as commands, `split`, `work` and `merge`: kills, other tables, bad lines.

use std::fs;
use std::path::Path;

use super::distributed_forged::resealed;
use crate::support::{Sandbox, stderr, stdout};
use serde_json::Value;

const BOARD: &str = "15 13 10 3 / 11 2 5 14 / 9 12 7 0 / 4 6 8 1";

/// Lines of a file that are written to their end; 0 without the file.
fn lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.matches('\n').count())
}

#[test]
fn work_that_is_killed_goes_on() {
    let sandbox = Sandbox::new();
    let options = ["--heuristic", "linear-conflict", "--goal", "first", "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6"];
    sandbox.run(&[&["split", "--units", "100", "--first", "100000", "--out", "units"], &options[..]].concat()).code(0);
    let out = sandbox.path("results");
    for kill in 1..=3 {
        let mut process = sandbox.command(&["work", "units", "--threads", "1", "--out", "results"]).spawn().unwrap();
        while lines(&out) < 5 * kill && process.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        process.kill().unwrap();
        process.wait().unwrap();
        // A line that was not written to its end.
        let mut text = fs::read_to_string(&out).unwrap();
        text.push_str("{\"type\":\"result\",\"un");
        fs::write(&out, text).unwrap();
    }
    let before = lines(&out);
    let run = sandbox.run(&["work", "units", "--out", "results"]).code(0);
    assert!(stderr(&run).contains("cut off"), "{}", stderr(&run));
    let total = lines(&sandbox.path("units")) - 1;
    assert!((15..=total).contains(&before) && lines(&out) <= total, "{before} of {total}, then {}", lines(&out));
    let again = sandbox.run(&["work", "units", "--out", "results"]).code(0);
    assert!(stderr(&again).contains("0 units searched"), "{}", stderr(&again));
    let straight = sandbox.output(&["work", "units"]);
    sandbox.write("straight", &straight);
    let merged = |results: &str| stdout(&sandbox.run(&["merge", "units", results]));
    assert_eq!(merged("results"), merged("straight"));
    assert!(merged("results").contains("\"job\""));
}

#[test]
fn other_tables_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox.build("3x3", "1-3/4-8", &[]);
    sandbox.write("mine.txt", "size: 3x3\n1-4/5-8\n");
    let split =
        |heuristic| ["split", "--pdb", "tables", "--heuristic", heuristic, "--first", "1", "8 6 7 / 2 5 4 / 3 0 1"];
    let file = sandbox.run(&split("./mine.txt")).code(2);
    assert!(stderr(&file).contains("name its partitions instead"), "{}", stderr(&file));
    sandbox.write("units", sandbox.output(&split("1-4/5-8")));
    assert!(!sandbox.output(&["work", "units", "--pdb", "tables"]).is_empty());
    // The same search with the digest of another table.
    let other = sandbox.output(&split("1-3/4-8"));
    let first_table = |text: &str| -> Value {
        let job: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        job["search"]["tables"][0]["digest"].clone()
    };
    let text = fs::read_to_string(sandbox.path("units")).unwrap();
    let [from, to] = [&text, &other].map(|text| first_table(text).as_str().unwrap().to_owned());
    sandbox.write("units", resealed(&text.replace(&from, &to)));
    let refused = sandbox.run(&["work", "units", "--pdb", "tables"]).code(2);
    let said = stderr(&refused);
    let digest = |partition: &str| {
        let info = sandbox.output(&["pdb", "info", "--json", &format!("tables/{partition}")]);
        serde_json::from_str::<Value>(info.lines().next().unwrap()).unwrap()["digest"].as_str().unwrap().to_owned()
    };
    let files: Vec<String> = fs::read_dir(sandbox.path("tables"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".pdb"))
        .collect();
    let named = files.iter().filter(|name| said.contains(&digest(name))).count();
    assert!(named >= 2, "the digests of both tables are named: {said}");
    assert!(stdout(&refused).is_empty());
}

#[test]
fn bad_lines_are_told_and_the_others_searched() {
    let sandbox = Sandbox::new();
    let split = ["split", "--heuristic", "manhattan", "--first", "1", "--units", "5", "8 6 7 / 2 5 4 / 3 0 1"];
    let text = sandbox.output(&split);
    let bad = text.replacen("\"unit\":1,", "\"unit\":7,", 1) + "nonsense\n";
    sandbox.write("units", bad);
    let run = sandbox.run(&["work", "units", "--out", "results"]).code(2);
    assert!(stderr(&run).contains("line 3: unit 7 was changed"), "{}", stderr(&run));
    assert!(stderr(&run).contains("this is not a line of 'split'"), "{}", stderr(&run));
    sandbox.write("units", &text);
    let merge = sandbox.run(&["merge", "units", "results"]).code(2);
    assert!(stderr(&merge).contains("unit 1"), "{}", stderr(&merge));
    let solved = sandbox.output(&["split", "--heuristic", "manhattan", "1 2 3 / 4 5 6 / 0 7 8"]);
    sandbox.write("solved", solved);
    assert!(sandbox.output(&["merge", "solved"]).contains("LL"));
    assert!(sandbox.output(&["work", "solved"]).is_empty());
    let twice = sandbox.run(&["split", "--continue", "solved"]).code(2);
    assert!(stderr(&twice).contains("solved already"));
    for wrong in [&["split"][..], &["work", "missing"], &["merge", "results"]] {
        sandbox.run(wrong).code(2);
    }
    let unsolvable = sandbox.run(&["split", "1 2 3 / 4 5 6 / 8 7 0", "--heuristic", "zero"]).code(1);
    assert!(stderr(&unsolvable).contains("cannot be solved"), "{}", stderr(&unsolvable));
    // Tables that no other machine finds.
    let memory = sandbox.run(&["split", BOARD]).code(2);
    assert!(stderr(&memory).contains("fifteen pdb build"), "{}", stderr(&memory));
}
