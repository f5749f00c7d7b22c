//! `cargo xtask measure --blocks`: how fast block puzzles are searched, and in how much memory.
//!
//! Every count is checked before its time is printed. Bytes are those of tables and layers at their peak.

use std::error::Error;
use std::time::Instant;

use fifteen_blocks::{Metric, Options, Puzzle, format, solve, states};

use crate::paths::root;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const KLOTSKI: &str = "L'Ane Rouge";
const EULER: &str = "Project Euler 766 hard";

/// The board of Project Euler 766 without one and without two of its single cells, from positions far from the printed
/// one back to it.
const LARGE: &str = "
## Thirteen pieces
goal: by-shape
start     goal
dellkk    .aabcc
daabkk    .abbcd
fabbcc    efkkmd
gnhmc.    ghkkmn
nnim..    i.llnn

## Twelve pieces
goal: by-shape
start     goal
.bllaa    .aabcc
bbccae    .abbcd
.ncfdm    efkkmd
nnkkdm    ghkkmn
..kkgh    ..llnn
";

/// What a run took.
#[derive(Debug, Clone, Copy)]
struct Found {
    states: u64,
    bytes: u64,
}

pub(crate) fn run(runs: usize, long: bool) -> Result<()> {
    let bench = Bench { text: std::fs::read_to_string(root().join("data/blocks.txt"))? + LARGE, runs };
    println!("median of {runs} runs (least to most); bytes of tables and layers");
    let threads = std::thread::available_parallelism()?.get();
    let mut counts = vec![1, 2, threads];
    counts.sort_unstable();
    counts.dedup();
    for threads in counts.into_iter().filter(|&n| n <= threads) {
        println!("\n{threads} {}", if threads == 1 { "thread" } else { "threads" });
        let options = |metric| Options { threads, hardest: 0, ..Options::new(metric) };
        let length = |metric| Options { path: false, ..options(metric) };
        bench.states(KLOTSKI, &options(Metric::Unit), 25_955)?;
        for (metric, moves) in Metric::ALL.into_iter().zip([116, 90, 81]) {
            bench.solve(KLOTSKI, &options(metric), moves, None)?;
        }
        bench.solve("The dlaa.me board", &options(Metric::Unit), 78, Some(34_883))?;
        for metric in Metric::ALL {
            bench.states(EULER, &options(metric), 2_613_742)?;
        }
        if long {
            bench.states("Thirteen pieces", &options(Metric::Unit), 33_179_302)?;
            bench.solve("Thirteen pieces", &length(Metric::Unit), 481, Some(24_370_703))?;
            bench.solve("Thirteen pieces", &options(Metric::Unit), 481, Some(24_370_703))?;
            // With mirror images told apart, all sixty million states are seen before the goal is.
            let plain = Options { symmetries: false, ..options(Metric::Unit) };
            bench.solve("Twelve pieces", &plain, 247, Some(59_778_962))?;
        }
    }
    Ok(())
}

struct Bench {
    text: String,
    runs: usize,
}

impl Bench {
    fn puzzle(&self, name: &str) -> Result<Puzzle> {
        let entry = format::parse(&self.text)?.into_iter().find(|entry| entry.name.starts_with(name));
        Ok(entry.ok_or_else(|| format!("data/blocks.txt has no puzzle '{name}'"))?.puzzle?)
    }

    /// Counts all states that can be reached.
    fn states(&self, name: &str, options: &Options, expected: u64) -> Result<()> {
        let puzzle = self.puzzle(name)?;
        self.row(&format!("{name}, {}: all states", options.metric), || {
            let found = states(&puzzle, options, &mut |_| ())?;
            check(name, &found.states, &expected)?;
            Ok(Found { states: found.states, bytes: found.memory })
        })
    }

    /// Finds a shortest solution, or only its length; the states seen are checked where they are known.
    fn solve(&self, name: &str, options: &Options, length: u32, visited: Option<u64>) -> Result<()> {
        let puzzle = self.puzzle(name)?;
        let what = if options.path { "solution" } else { "length" };
        self.row(&format!("{name}, {}: {what}", options.metric), || {
            let found = solve(&puzzle, options, &mut |_| ())?;
            check(name, &found.length, &Some(length))?;
            check(name, &found.visited, &visited.unwrap_or(found.visited))?;
            let moves = found.solution.as_ref().map(|s| s.moves.len());
            check(name, &moves, &options.path.then_some(length as usize))?;
            Ok(Found { states: found.visited, bytes: found.memory })
        })
    }

    fn row(&self, what: &str, run: impl Fn() -> Result<Found>) -> Result<()> {
        let mut times = Vec::new();
        let mut found = None;
        for _ in 0..self.runs {
            let begun = Instant::now();
            found = Some(run()?);
            times.push(begun.elapsed().as_secs_f64());
        }
        let Some(found) = found else { return Ok(()) };
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        let ms = |seconds: f64| format!("{:.1}", seconds * 1e3);
        let (each, rate) = (found.bytes as f64 / found.states as f64, found.states as f64 / median / 1e6);
        println!(
            "{:>9} ms ({} to {})  {what}: {} states, {rate:.1} M/s, {each:.1} bytes a state, {:.1} MB",
            ms(median),
            ms(times[0]),
            ms(times[times.len() - 1]),
            found.states,
            found.bytes as f64 / 1e6
        );
        Ok(())
    }
}

/// A figure is never that of a wrong search.
fn check<T: PartialEq + std::fmt::Debug>(name: &str, found: &T, expected: &T) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(format!("the search of {name} is wrong: it found {found:?}, known is {expected:?}").into())
}
