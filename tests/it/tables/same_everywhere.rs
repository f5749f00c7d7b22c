//! Results do not depend on threads, nor on whether a table is mapped, in memory or unpacked.

use std::ops::ControlFlow;

use crate::support::Sandbox;
use fifteen_solver::pdb::{self, file, zst};
use fifteen_solver::{Goal, Partition, RandomBoards, Size, TableKind};
use serde_json::Value;

const PARTITION: &str = "6-6-3";

fn built(threads: usize) -> Vec<pdb::Table> {
    let goal = Goal::Last.board(Size::new(4, 4).unwrap()).unwrap();
    let partition = Partition::parse(PARTITION, &goal).unwrap();
    let build = |p| pdb::build(p, TableKind::ZeroAware, threads, &mut |_| ControlFlow::Continue(())).unwrap();
    partition.patterns().iter().map(build).collect()
}

/// The records of some boards, without the times.
fn records(sandbox: &Sandbox, arguments: &[&str]) -> Vec<Value> {
    let boards: Vec<String> = RandomBoards::new(Goal::Last.board(Size::new(4, 4).unwrap()).unwrap(), 15)
        .take(8)
        .map(|b| b.to_string())
        .collect();
    let solve = ["solve", "--json"].into_iter().chain(arguments.iter().copied());
    let arguments: Vec<&str> = solve.chain(boards.iter().map(String::as_str)).collect();
    let output = sandbox.output(&arguments);
    let record = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["status"], "solved");
        record["seconds"].take();
        record
    };
    output.lines().map(record).collect()
}

#[test]
fn mapped_unpacked_and_in_memory_tables_give_the_same_counts_and_solutions() {
    let sandbox = Sandbox::new();
    let [mapped, packed] = ["mapped", "packed"].map(|name| sandbox.path(name));
    for folder in [&mapped, &packed] {
        file::prepare_folder(folder).unwrap();
    }
    for built in built(2) {
        let name = file::file_name(built.header().pattern(), TableKind::ZeroAware);
        file::save(&built, &mapped.join(&name), None).unwrap();
        file::save(&built, &packed.join(name + ".zst"), Some(zst::DEFAULT_LEVEL)).unwrap();
    }
    let expected = records(&sandbox, &["--pdb", "mapped"]);
    assert_eq!(expected.len(), 8);
    assert_eq!(records(&sandbox, &["--pdb", "packed", "--threads", "1"]), expected);
    // No tables: the same partition is built in memory.
    assert_eq!(records(&sandbox, &["--threads", "2"]), expected);
}

/// Tables large enough for pages of 2 MB.
#[test]
fn large_pages_change_no_result() {
    let sandbox = Sandbox::new();
    sandbox.output(&["pdb", "build", "--size", "5x3", "--partition", "1-7/8-14", "--out", "tables"]);
    let board = "5 0 11 2 8 / 3 13 1 6 14 / 9 4 12 10 7";
    let solve = |pages: &str, boards: &[&str]| {
        let arguments = ["-q", "solve", "--json", "--heuristic", "1-7/8-14", "--pdb", "tables", "--threads", "1"];
        let output = sandbox.output(&[&arguments[..], &["--pages", pages], boards].concat());
        let record = |line: &str| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            ["seconds", "line", "threads"].iter().for_each(|field| drop(record[field].take()));
            record
        };
        output.lines().map(record).collect::<Vec<_>>()
    };
    let expected = solve("file", &[board]);
    assert_eq!(expected[0]["status"], "solved");
    assert_eq!(solve("HUGE", &[board]), expected);
    assert_eq!(solve("auto", &[board, board]), [&expected[..], &expected].concat());
}
