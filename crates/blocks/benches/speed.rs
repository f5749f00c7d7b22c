//! The speed of searches. Every count is asserted, so that no figure comes from a wrong search.
//!
//! `cargo bench -p fifteen-blocks --bench speed` measures one thread; add `-- --threads N` for more, `-- --long` for
//! puzzles of up to sixty million states too, `-- --only TEXT` for the lines with that text. Times are the best of
//! several runs; bytes are the peak of sets and layers.

#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Instant;

use fifteen_blocks::{BlockMetric, BlockOptions, Puzzle, format, reachable_states, solve};

const DATA: &str = include_str!("../../../data/blocks.txt");

/// The board of Project Euler 766 without one and without two of its single cells; the goals are as far as any
/// position.
const LARGE: &str = "
## Thirteen pieces
goal: by-shape
start     goal
.aabcc    dellkk
.abbcd    daabkk
efkkmd    fabbcc
ghkkmn    gnhmc.
i.llnn    nnim..

## Twelve pieces
goal: by-shape
start     goal
.aabcc    .bllaa
.abbcd    bbccae
efkkmd    .ncfdm
ghkkmn    nnkkdm
..llnn    ..kkgh
";

struct Bench {
    threads: usize,
    only: Option<String>,
}

impl Bench {
    fn puzzle(&self, name: &str) -> Puzzle {
        let entries = [DATA, LARGE].into_iter().flat_map(|text| format::parse(text).unwrap());
        entries.into_iter().find(|e| e.name.starts_with(name)).unwrap().puzzle.unwrap()
    }

    fn options(&self, metric: BlockMetric) -> BlockOptions {
        BlockOptions { threads: self.threads, hardest: 0, ..BlockOptions::new(metric) }
    }

    /// Prints the best time of some runs, the rate, and the bytes for each state.
    fn measure(&self, what: &str, runs: usize, run: impl Fn() -> (u64, u64)) {
        if self.only.as_ref().is_some_and(|only| !what.contains(only)) {
            return;
        }
        let (mut best, mut states, mut bytes) = (f64::INFINITY, 0, 0);
        for _ in 0..runs {
            let begin = Instant::now();
            (states, bytes) = run();
            best = best.min(begin.elapsed().as_secs_f64());
        }
        let (ms, rate, each) = (best * 1e3, states as f64 / best / 1e6, bytes as f64 / states as f64);
        println!("{what:52} {states:>9} states {ms:9.2} ms {rate:6.2} M/s {each:6.2} bytes/state");
    }

    fn states(&self, name: &str, metric: BlockMetric, expected: u64, runs: usize) {
        let puzzle = self.puzzle(name);
        self.measure(&format!("{name}, {metric}: all states"), runs, || {
            let found = reachable_states(&puzzle, &self.options(metric), &mut |_| ()).unwrap();
            assert_eq!(found.states, expected);
            (found.states, found.memory)
        });
    }

    fn solve(&self, name: &str, options: BlockOptions, expected: (u32, u64), runs: usize) {
        let puzzle = self.puzzle(name);
        let options = BlockOptions { threads: self.threads, ..options };
        let what = match (options.path, options.symmetries) {
            (true, true) => "solution",
            (true, false) => "solution, no symmetries",
            _ => "length only",
        };
        self.measure(&format!("{name}, {}: {what}", options.metric), runs, || {
            let found = solve(&puzzle, &options, &mut |_| ()).unwrap();
            assert_eq!((found.length, found.visited), (Some(expected.0), expected.1));
            assert_eq!(found.solution.map(|s| s.moves.len()), options.path.then_some(expected.0 as usize));
            (found.visited, found.memory)
        });
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| arguments.iter().skip_while(|a| *a != name).nth(1);
    let threads = after("--threads").map_or(1, |n| n.parse().unwrap());
    let bench = Bench { threads, only: after("--only").cloned() };
    let plain = |metric| BlockOptions { symmetries: false, ..BlockOptions::new(metric) };
    let length = |metric| BlockOptions { path: false, ..BlockOptions::new(metric) };

    let klotski = [
        (BlockMetric::Unit, (116, 12_055)),
        (BlockMetric::Straight, (90, 11_984)),
        (BlockMetric::AnyPath, (81, 11_990)),
    ];
    for (metric, expected) in klotski {
        bench.states("L'Ane Rouge", metric, 25_955, 20);
        bench.solve("L'Ane Rouge", BlockOptions::new(metric), expected, 20);
    }
    bench.solve("The dlaa.me board", BlockOptions::new(BlockMetric::Unit), (78, 34_883), 20);
    bench.solve("Century", BlockOptions::new(BlockMetric::Unit), (131, 21_282), 10);
    bench.solve("RushHour 3", BlockOptions::new(BlockMetric::Straight), (41, 8_660), 10);
    for metric in BlockMetric::ALL {
        bench.states("Project Euler 766 hard", metric, 2_613_742, 3);
    }
    if arguments.iter().any(|a| a == "--long") {
        bench.states("Thirteen pieces", BlockMetric::Unit, 33_179_302, 1);
        bench.states("Twelve pieces", BlockMetric::Unit, 59_778_962, 1);
        bench.solve("Thirteen pieces", length(BlockMetric::Unit), (481, 33_179_302), 1);
        bench.solve("Thirteen pieces", BlockOptions::new(BlockMetric::Unit), (481, 33_179_302), 1);
        bench.solve("Twelve pieces", plain(BlockMetric::Unit), (247, 59_778_962), 1);
        for metric in [BlockMetric::Straight, BlockMetric::AnyPath] {
            bench.states("Twelve pieces", metric, 59_778_962, 1);
        }
    }
}
