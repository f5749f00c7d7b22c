//! A batch of lines with any bytes in them: in every form each line has its record, each record has all fields, and the
//! boards among the lines are solved.

use crate::support::{Sandbox, stdout};
use fastrand::Rng;
use fifteen_puzzle::notation;
use serde_json::Value;

const SOUND: [&str; 4] = ["1 2 3 / 4 5 6 / 7 0 8", "8 6 7 / 2 5 4 / 3 0 1", "1 2 0 3", "1,2,3;4,_,5"];

/// Lines made from boards by replacing, inserting and doubling bytes; none is a comment, empty, or two lines.
fn lines(count: usize) -> Vec<Vec<u8>> {
    let mut random = Rng::with_seed(7);
    let mut line = || {
        let mut line = random.choice(SOUND).unwrap().as_bytes().to_vec();
        for _ in 0..random.u32(0..4) {
            let at = random.usize(0..line.len());
            match random.u32(0..4) {
                0 => line[at] = random.u8(..),
                1 => line.insert(at, random.choice(*b"\"\\,;/\x1b\x07\xff\xc3_x-09").unwrap()),
                2 => drop(line.remove(at)),
                _ => line.extend_from_within(at..),
            }
        }
        line.retain(|b| !b"\n\r#".contains(b));
        line
    };
    let lines = std::iter::from_fn(|| Some(line()));
    lines.filter(|line| !String::from_utf8_lossy(line).trim().is_empty()).take(count).collect()
}

#[test]
fn every_line_has_its_record_in_every_form() {
    let sandbox = Sandbox::new();
    let lines = lines(3000);
    sandbox.write("lines.txt", lines.join(&b'\n'));
    let run = |format: &str| {
        let arguments = ["-q", "solve", "lines.txt", "--heuristic", "manhattan", format];
        stdout(&sandbox.run(&arguments).code(2))
    };
    let json: Vec<Value> = run("--json").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(json.len(), lines.len());
    let names: Vec<&String> = json[0].as_object().unwrap().keys().collect();
    let mut solved = 0;
    for (record, (number, line)) in json.iter().zip((1..).zip(&lines)) {
        assert!(record["line"] == number && record.as_object().unwrap().keys().eq(names.iter().copied()), "{record}");
        let text = String::from_utf8_lossy(line);
        // Columns of numbers and a colon may stand before a board.
        let (columns, board) = text.rsplit_once(':').unwrap_or(("1", &text));
        let is_column = |word: &str| word.parse::<u64>().is_ok();
        let columns = !columns.trim().is_empty() && columns.split_whitespace().all(is_column);
        let board = notation::parse(if columns { board } else { &text }.trim(), None);
        assert_eq!(record["status"] == "invalid", board.is_err(), "{record}");
        assert_eq!(record["error"].is_string(), record["status"] == "invalid" || record["status"] == "unsolvable");
        solved += u32::from(record["status"] == "solved");
    }
    assert!((500..2500).contains(&solved), "{solved}");
    let csv = run("--csv");
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    assert!(rows.headers().unwrap().iter().eq(names.iter().map(|name| name.as_str())));
    let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), lines.len());
    let at = |name: &str| names.iter().position(|n| *n == name).unwrap();
    for (row, record) in rows.iter().zip(&json) {
        assert_eq!(&row[at("status")], record["status"].as_str().unwrap());
        assert_eq!(&row[at("error")], record["error"].as_str().unwrap_or_default());
    }
}
