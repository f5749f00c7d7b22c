//! `cargo xtask measure --24`: how fast tables of the 24-puzzle are built and its boards searched.
//!
//! Every length and count is checked before a time is printed. Searches run on one thread, one board at a time.

use std::error::Error;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fifteen_data::{Korf24Board, korf24};
use fifteen_solver::pdb::{self, Pattern, requirements};
use fifteen_solver::{Board, Goal, Options, Size, Solver, TableKind};

use crate::measure::{build_row, built, kilobytes, row};
use crate::paths::{command, tables};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Tiles in the labels of the goal blank last.
const SIX: &str = "13,14,15,19,20,24";
const SEVEN: &str = "1,2,3,6,7,8,11";
const COLLECTION: &str = "6-6-6-6x5";

/// A search, and what must come out beside the published length.
struct Search {
    heuristic: &'static str,
    board: u32,
    expanded: u64,
    generated: u64,
}

const fn search(heuristic: &'static str, board: u32, expanded: u64, generated: u64) -> Search {
    Search { heuristic, board, expanded, generated }
}

const SEARCHES: [Search; 7] = [
    search("6-6-6-6:no-reflection", 38, 28_798_492, 62_452_886),
    search("6-6-6-6:no-reflection", 40, 48_930_723, 109_937_723),
    search("6-6-6-6", 38, 13_407_785, 28_795_651),
    search("6-6-6-6", 40, 19_497_302, 44_183_699),
    search(COLLECTION, 38, 4_623_362, 10_177_752),
    search(COLLECTION, 40, 8_279_389, 19_156_257),
    search(COLLECTION, 25, 32_509_968, 74_114_965),
];

pub(crate) fn run(runs: usize, long: bool) -> Result<()> {
    let seven = if long { Some(requirements(&pattern(SEVEN)?, TableKind::ZeroAware)) } else { None };
    if let (Some(seven), Some(available)) = (seven, kilobytes("/proc/meminfo", "MemAvailable:"))
        && available * 1024 < seven.memory_bytes
    {
        let [needed, available] = [seven.memory_bytes / 1_000_000, available * 1024 / 1_000_000];
        return Err(
            format!("a table of seven tiles needs {needed} MB of memory, but {available} MB are available").into()
        );
    }
    println!("median of {runs} runs (least to most)\n");
    build_row("5x5, six tiles, zero-aware, built in memory, all cores", runs, ["--build-table", SIX])?;
    if seven.is_some() {
        build_row("5x5, seven tiles, zero-aware, built in memory, all cores", runs, ["--build-table", SEVEN])?;
    }
    let mut build = Command::new(command()?);
    build.args(["pdb", "build", "--quiet", "--collection", COLLECTION, "--out"]).arg(tables());
    if !build.stdout(Stdio::null()).status()?.success() {
        return Err("the tables could not be built".into());
    }
    SEARCHES.iter().try_for_each(|search| time(search, runs))
}

/// Builds a table in memory, for a process of its own.
pub(crate) fn build(tiles: &str) -> Result<()> {
    let pattern = pattern(tiles)?;
    let threads = std::thread::available_parallelism()?.get();
    let started = Instant::now();
    let table = pdb::build(&pattern, TableKind::ZeroAware, threads, &mut |_| ControlFlow::Continue(()))?;
    let time = started.elapsed();
    let expected = requirements(&pattern, TableKind::ZeroAware).entries;
    if table.header().histogram().iter().sum::<u64>() != expected {
        return Err(format!("the table is wrong: not all of {expected} entries were found").into());
    }
    built(time);
    Ok(())
}

fn pattern(tiles: &str) -> Result<Pattern> {
    let tiles = tiles.split(',').map(str::parse).collect::<std::result::Result<Vec<u8>, _>>()?;
    let goal: Board = Goal::Last.board(Size::new(5, 5)?)?;
    Ok(Pattern::of_tiles(&goal, &tiles)?)
}

fn time(search: &Search, runs: usize) -> Result<()> {
    let Search { heuristic, board: number, expanded, generated } = *search;
    let board = korf24().into_iter().find(|board| board.number == number).ok_or("there is no such board")?;
    let builder = Solver::builder().goal(Goal::First).heuristic(heuristic.parse::<fifteen_solver::HeuristicSpec>()?);
    let solver = builder.tables(tables()).open(board.board.size())?;
    let times = (0..runs).map(|_| solve(&solver, &board, search)).collect::<Result<Vec<_>>>()?;
    let mut sorted = times.clone();
    sorted.sort_unstable();
    let rate = |nodes: u64| nodes as f64 / sorted[sorted.len() / 2].as_secs_f64() / 1e6;
    let rates = format!("{:.1} M/s expanded, {:.1} M/s generated", rate(expanded), rate(generated));
    row(&format!("board {number}, {heuristic}, plain, one thread: {rates}"), times);
    Ok(())
}

fn solve(solver: &Solver, board: &Korf24Board, expected: &Search) -> Result<Duration> {
    let started = Instant::now();
    let found = solver.solve(&board.board, &Options::default())?;
    let time = started.elapsed();
    let ours = (found.length, found.expanded, found.generated);
    if ours != (Some(board.length), expected.expanded, expected.generated) {
        let known = (board.length, expected.expanded, expected.generated);
        return Err(format!("the search of board {} is wrong: {ours:?} instead of {known:?}", board.number).into());
    }
    Ok(time)
}
