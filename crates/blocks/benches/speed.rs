//! How fast states are searched; every count is asserted, so that a figure is never that of a wrong search.
//!
//! `cargo bench -p fifteen-blocks` measures one thread; `cargo bench -p fifteen-blocks -- --threads N` others.
//! With `--long`, a puzzle of many million states too. Figures are the best of several runs.

#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Instant;

use fifteen_blocks::{Metric, Options, Puzzle, format, solve, states};

const DATA: &str = include_str!("../../../data/blocks.txt");

fn puzzle(name: &str) -> Puzzle {
    let entry = format::parse(DATA).unwrap().into_iter().find(|e| e.name.starts_with(name)).unwrap();
    entry.puzzle.unwrap()
}

/// Prints the best time of some runs, the rate, and the bytes for each state.
fn measure(what: &str, runs: usize, run: impl Fn() -> (u64, u64)) {
    let mut best = f64::INFINITY;
    let (mut states, mut bytes) = (0, 0);
    for _ in 0..runs {
        let begin = Instant::now();
        (states, bytes) = run();
        best = best.min(begin.elapsed().as_secs_f64());
    }
    let (ms, rate) = (best * 1e3, states as f64 / best / 1e6);
    println!(
        "{what:42} {states:>9} states {ms:9.2} ms {rate:6.2} M/s {:6.2} bytes/state",
        bytes as f64 / states as f64
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| arguments.iter().skip_while(|a| *a != name).nth(1);
    let threads = after("--threads").map_or(1, |n| n.parse().unwrap());
    let only = after("--only");
    let options = |metric| Options { threads, ..Options::new(metric) };
    let counted = |name: &str, metric, expected, runs| {
        let what = format!("{name} {metric}: states");
        if only.is_some_and(|o| !what.contains(o.as_str())) {
            return;
        }
        let puzzle = puzzle(name);
        measure(&what, runs, || {
            let found = states(&puzzle, &Options { hardest: 0, ..options(metric) }, &mut |_| ()).unwrap();
            assert_eq!(found.states, expected);
            (found.states, found.memory)
        });
    };
    let solved = |name: &str, options: Options, length, runs| {
        let what = format!("{name} {}: {}", options.metric, if options.path { "solution" } else { "length" });
        if only.is_some_and(|o| !what.contains(o.as_str())) {
            return;
        }
        let puzzle = puzzle(name);
        measure(&what, runs, || {
            let found = solve(&puzzle, &options, &mut |_| ()).unwrap();
            assert_eq!(found.length, length);
            (found.visited, found.memory)
        });
    };
    for (metric, length) in Metric::ALL.into_iter().zip([116, 90, 81]) {
        solved("L'Ane Rouge", options(metric), Some(length), 20);
        solved("L'Ane Rouge", Options { symmetries: false, ..options(metric) }, Some(length), 20);
        solved("L'Ane Rouge", Options { path: false, ..options(metric) }, Some(length), 20);
    }
    for metric in Metric::ALL {
        counted("Project Euler 766 easy", metric, 208, 20);
        counted("Project Euler 766 hard", metric, 2_613_742, 3);
    }
    solved("The dlaa.me", options(Metric::Unit), Some(78), 20);
    solved("The dlaa.me", Options { interchangeable: false, ..options(Metric::Unit) }, Some(78), 20);
    solved("Century", options(Metric::Unit), Some(131), 10);
    solved("RushHour 3", options(Metric::Straight), Some(41), 10);
}
