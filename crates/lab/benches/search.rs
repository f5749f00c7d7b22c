//! The speed of searches for Korf's 100 boards with small tables. Lengths and nodes are asserted, so that a figure is
//! never that of a wrong search.
//!
//! `cargo bench -p fifteen-lab --bench search` builds a 6-6-3 (a tenth of a second) and prints the best of several
//! runs, on one thread. `fifteen bench` measures the large tables.

#![allow(clippy::unwrap_used, missing_docs)]

use std::ops::ControlFlow;
use std::time::Instant;

use fifteen_lab::InstanceSet;
use fifteen_solver::pdb::{self, file};
use fifteen_solver::{Goal, HeuristicSpec, Mode, Options, Partition, Setup, TableKind};

/// Repetitions of each search.
const RUNS: usize = 3;

fn main() {
    let set = InstanceSet::named("korf100", None, None).unwrap().unwrap();
    let goal = Goal::First.board(set.size).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    for pattern in Partition::parse("6-6-3", &goal).unwrap().patterns() {
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            let built = pdb::build(pattern, kind, 0, &mut |_| ControlFlow::Continue(())).unwrap();
            file::save(&built, &folder.path().join(file::file_name(pattern, kind))).unwrap();
        }
    }
    println!("6-6-3, both kinds, built and saved: {:.3} s", begin.elapsed().as_secs_f64());
    for (heuristic, mode, generated) in [
        ("6-6-3:additive", Mode::Plain, 56_436_754),
        ("6-6-3", Mode::Plain, 37_965_406),
        ("6-6-3", Mode::Fast { threads: 1 }, 25_715_934),
    ] {
        let spec: HeuristicSpec = heuristic.parse().unwrap();
        let solver =
            Setup { heuristic: Some(spec), tables: vec![folder.path().into()], goal: Goal::First, ..Setup::default() }
                .open(set.size)
                .unwrap();
        let options = Options { mode, ..Options::default() };
        let run = |_| {
            let begin = Instant::now();
            let solve = |instance: &fifteen_lab::Instance| solver.solve(&instance.board, &options).unwrap();
            let solutions: Vec<_> = set.instances.iter().map(solve).collect();
            let seconds = begin.elapsed().as_secs_f64();
            assert_eq!(solutions.iter().filter_map(|s| s.length).sum::<u32>(), 5305);
            assert_eq!(solutions.iter().map(|s| s.generated).sum::<u64>(), generated, "{heuristic}");
            seconds
        };
        let best = (0..RUNS).map(run).fold(f64::INFINITY, f64::min);
        let rate = generated as f64 / best / 1e6;
        println!("Korf's 100, {heuristic}, {mode:?}: {best:.3} s, {generated} generated, {rate:.1} M/s");
    }
}
