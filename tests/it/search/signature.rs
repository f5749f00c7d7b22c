//! Compares the signature with `data/SIGNATURE`. The signature lists how many nodes each algorithm
//! generates and expands with each heuristic on fixed boards.
//!
//! If a change alters a count on purpose, `RENEW_SIGNATURE=1 cargo test --test it signature` writes
//! the file again, and the commit message should mention it.

use fifteen_data::korf100;
use fifteen_solver::HeuristicKind;
use serde_json::Value;

use crate::support::{Sandbox, repository};

/// For each run: the set and other options of `fifteen bench`, the heuristics, and the algorithms.
/// `builtin` stands for all heuristics that need no files, except `zero`.
const RUNS: [(&str, &str, &str); 9] = [
    (
        "random:10:1 --size 3x3",
        "builtin linear-conflict+walking-distance",
        "ida ida-wrong-way astar branch-and-bound bfs bfs-tree",
    ),
    (
        "random:10:2 --size 4x2 --goal spiral",
        "zero manhattan walking-distance",
        "ida astar bfs iddfs",
    ),
    (
        "random:2:3 --size 3x4 --goal first",
        "manhattan linear-conflict walking-distance",
        "ida astar",
    ),
    (
        "korf.txt --goal first --pdb tables",
        "manhattan linear-conflict walking-distance 6-6-3 6-6-3:no-reflection 6-6-3:additive linear-conflict+6-6-3",
        "ida astar",
    ),
    (
        "random:10:1 --size 3x3",
        "builtin linear-conflict+walking-distance",
        "weighted-astar:1.5 mm nbs bae",
    ),
    (
        "random:2:3 --size 3x4 --goal first",
        "manhattan linear-conflict walking-distance",
        "weighted-astar:3 mm nbs bae",
    ),
    (
        "korf.txt --goal first --pdb tables",
        "manhattan linear-conflict 6-6-3 linear-conflict+6-6-3",
        "mm nbs bae",
    ),
    (
        "random:10:1 --size 3x3",
        "misplaced manhattan walking-distance",
        "beam:100",
    ),
    (
        "korf.txt --goal first --pdb tables",
        "manhattan 6-6-3 6-6-3:additive linear-conflict+6-6-3",
        "beam:1000",
    ),
];

fn signature() -> String {
    let sandbox = Sandbox::new();
    sandbox.build("4x4", "6-6-3", &[]);
    sandbox.build("4x4", "6-6-3", &["--kind", "additive"]);
    let mut korf = korf100();
    korf.sort_by_key(|board| board.generated);
    sandbox.write(
        "korf.txt",
        korf[..3]
            .iter()
            .map(|korf| format!("{}\n", korf.board))
            .collect::<String>(),
    );
    let builtin: Vec<_> = HeuristicKind::ALL
        .iter()
        .skip(1)
        .map(|kind| kind.name())
        .collect();
    let (mut lines, mut total) = (String::new(), 0);
    for (set, heuristics, algorithms) in RUNS {
        let mut arguments = vec!["bench", "--json", "--node-limit", "1000000", "--set"];
        arguments.extend(set.split(' '));
        let heuristics = heuristics.split(' ').flat_map(|name| {
            if name == "builtin" {
                builtin.clone()
            } else {
                vec![name]
            }
        });
        heuristics.for_each(|heuristic| arguments.extend(["--heuristic", heuristic]));
        algorithms
            .split(' ')
            .for_each(|algorithm| arguments.extend(["--algorithm", algorithm]));
        let output = sandbox.command(&arguments).output().unwrap();
        assert!(
            output.status.code().is_some_and(|code| code < 2),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let found = String::from_utf8(output.stdout).unwrap();
        let found: Vec<Value> = found
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let is_same = |a: &Value, b: &Value| {
            (&a["algorithm"], &a["heuristic"]) == (&b["algorithm"], &b["heuristic"])
        };
        for run in found.chunk_by(is_same) {
            let text = |name: &str| run[0][name].as_str().unwrap_or("-").to_owned();
            let sum = |name: &str| {
                run.iter()
                    .map(|line| line[name].as_u64().unwrap())
                    .sum::<u64>()
            };
            let solved = run.iter().filter(|line| line["status"] == "solved").count();
            let [generated, expanded] = ["generated", "expanded"].map(sum);
            total += generated;
            lines += &format!(
                "{set} | {} | {} | {solved} {generated} {expanded}\n",
                text("algorithm"),
                text("heuristic")
            );
        }
    }
    format!("{lines}total | generated | all | {total}\n")
}

#[test]
fn node_counts_equal_the_signature_file() {
    let found = signature();
    let path = repository("data/SIGNATURE");
    if std::env::var_os("RENEW_SIGNATURE").is_some() {
        let head = "# What every algorithm and heuristic counts on fixed boards, at most 1,000,000 nodes generated for a board.\n\
                    # Checked by tests/it/search/signature.rs; renewed with: RENEW_SIGNATURE=1 cargo test --test it signature\n\
                    # COLUMNS: set of boards | algorithm | heuristic | boards solved, nodes generated, nodes expanded\n\
                    # korf.txt: the three of Korf's boards that IDA* with Manhattan solves with the fewest nodes.\n";
        std::fs::write(&path, format!("{head}{found}")).unwrap();
    }
    let file = std::fs::read_to_string(path).unwrap();
    let expected: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    for (ours, theirs) in found.lines().zip(&expected) {
        assert_eq!(
            ours, *theirs,
            "if the change is meant, renew the file as its head says"
        );
    }
    assert_eq!(found.lines().count(), expected.len());
    // `ida-wrong-way` with Manhattan must generate and expand exactly the same nodes as IDA*.
    let counts = |words: &str| {
        found
            .lines()
            .find_map(|line| line.split_once(words))
            .unwrap()
            .1
    };
    assert_eq!(
        counts("| ida-wrong-way | manhattan |"),
        counts("| ida | manhattan |")
    );
}
