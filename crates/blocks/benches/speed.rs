//! Measures the speed of searches. All counts are checked, so that a wrong search cannot pass for a
//! fast one.
//!
//! `cargo bench -p fifteen-blocks --bench speed` measures one thread. Options follow `--`:
//! `--threads N` sets the number of threads, `--long` adds puzzles with up to sixty million states,
//! and `--only TEXT` selects the measurements whose description contains `TEXT`.
//!
//! The printed time is that of the fastest of several runs. The printed memory is the peak of the
//! search divided by the number of states.

#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Instant;

use fifteen_blocks::BlockMetric::{AnyPath, Straight, Unit};
use fifteen_blocks::{BlockMetric, BlockOptions, Puzzle, Threads, format, reachable_states, solve};

const DATA: &str = include_str!("../../../data/blocks.txt");

/// The board of Project Euler problem 766, with one or two of its single cells removed. Each goal
/// is a position that is as far from the start as possible.
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

/// A measurement: the puzzle's name, the metric, the kind of search, the expected number of states,
/// and the number of runs.
type Measurement = (&'static str, BlockMetric, SearchKind, u64, u32);

#[derive(Debug, Clone, Copy)]
enum SearchKind {
    /// Counts all states.
    States,
    /// Finds a solution of this length.
    Solution(u32),
    /// Finds a solution of this length, without merging mirror images.
    Asymmetric(u32),
    /// Finds the length of the shortest solutions, but not their moves.
    Length(u32),
}

const SHORT: [Measurement; 12] = [
    ("L'Ane Rouge", Unit, SearchKind::States, 25_955, 20),
    ("L'Ane Rouge", Straight, SearchKind::States, 25_955, 20),
    ("L'Ane Rouge", AnyPath, SearchKind::States, 25_955, 20),
    ("L'Ane Rouge", Unit, SearchKind::Solution(116), 12_055, 20),
    (
        "L'Ane Rouge",
        Straight,
        SearchKind::Solution(90),
        11_984,
        20,
    ),
    ("L'Ane Rouge", AnyPath, SearchKind::Solution(81), 11_990, 20),
    (
        "The dlaa.me board",
        Unit,
        SearchKind::Solution(78),
        34_883,
        20,
    ),
    ("Century", Unit, SearchKind::Solution(131), 21_282, 10),
    ("RushHour 3", Straight, SearchKind::Solution(41), 8_660, 10),
    (
        "Project Euler 766 hard",
        Unit,
        SearchKind::States,
        2_613_742,
        3,
    ),
    (
        "Project Euler 766 hard",
        Straight,
        SearchKind::States,
        2_613_742,
        3,
    ),
    (
        "Project Euler 766 hard",
        AnyPath,
        SearchKind::States,
        2_613_742,
        3,
    ),
];

const LONG: [Measurement; 7] = [
    ("Thirteen pieces", Unit, SearchKind::States, 33_179_302, 1),
    ("Twelve pieces", Unit, SearchKind::States, 59_778_962, 1),
    (
        "Thirteen pieces",
        Unit,
        SearchKind::Length(481),
        33_179_302,
        1,
    ),
    (
        "Thirteen pieces",
        Unit,
        SearchKind::Solution(481),
        33_179_302,
        1,
    ),
    (
        "Twelve pieces",
        Unit,
        SearchKind::Asymmetric(247),
        59_778_962,
        1,
    ),
    ("Twelve pieces", Straight, SearchKind::States, 59_778_962, 1),
    ("Twelve pieces", AnyPath, SearchKind::States, 59_778_962, 1),
];

/// Runs one search, checks its result, and returns the peak memory in bytes.
fn run(puzzle: &Puzzle, search: SearchKind, options: &BlockOptions, states: u64) -> u64 {
    let (SearchKind::Solution(length)
    | SearchKind::Asymmetric(length)
    | SearchKind::Length(length)) = search
    else {
        let found = reachable_states(puzzle, options, &mut |_| ()).unwrap();
        assert_eq!(found.states, states);
        return found.memory;
    };
    let found = solve(puzzle, options, &mut |_| ()).unwrap();
    assert_eq!((found.length, found.visited), (Some(length), states));
    assert_eq!(
        found.solution.map(|s| s.moves.len()),
        options.path.then_some(length as usize)
    );
    found.memory
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| arguments.iter().skip_while(|a| *a != name).nth(1);
    let threads =
        after("--threads").map_or(Threads::ONE, |n| Threads::all_if_zero(n.parse().unwrap()));
    let only = after("--only").cloned().unwrap_or_default();
    let is_long = arguments.iter().any(|a| a == "--long");
    let puzzles: Vec<_> = [DATA, LARGE]
        .into_iter()
        .flat_map(|text| format::parse(text).unwrap())
        .collect();
    for (name, metric, search, states, runs) in SHORT
        .into_iter()
        .chain(LONG.into_iter().filter(|_| is_long))
    {
        let what = format!("{name}, {metric}: {search:?}");
        let puzzle = puzzles
            .iter()
            .find(|e| e.name.starts_with(name))
            .unwrap()
            .puzzle
            .as_ref()
            .unwrap();
        let mut options = BlockOptions {
            threads,
            hardest: 0,
            ..BlockOptions::new(metric)
        };
        options.path = !matches!(search, SearchKind::Length(_));
        options.symmetries = !matches!(search, SearchKind::Asymmetric(_));
        if what.contains(&only) {
            let timed = |_| {
                let begun = Instant::now();
                (
                    run(puzzle, search, &options, states),
                    begun.elapsed().as_secs_f64(),
                )
            };
            let (bytes, best) = (0..runs)
                .map(timed)
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .unwrap();
            let (ms, rate, each) = (
                best * 1e3,
                states as f64 / best / 1e6,
                bytes as f64 / states as f64,
            );
            println!(
                "{what:52} {states:>9} states {ms:9.2} ms {rate:6.2} M/s {each:6.2} bytes/state"
            );
        }
    }
}
