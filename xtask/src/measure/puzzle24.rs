//! `cargo xtask measure --24`: time to build tables of the 24-puzzle and to search its boards, on one thread.

use std::ops::ControlFlow;
use std::process::Command;
use std::time::Instant;

use fifteen_data::korf24;
use fifteen_solver::pdb::{self, Pattern, requirements};
use fifteen_solver::{Goal, Mode, Size, TableKind};

use super::timing::{CheckedSearch, Spread, kilobytes, print_builds, print_built, run_to_end};
use crate::Result;
use crate::paths::{command, tables};

/// Tiles in the labels of the goal blank last.
const SIX: &str = "13,14,15,19,20,24";
const SEVEN: &str = "1,2,3,6,7,8,11";
const COLLECTION: &str = "6-6-6-6x5";

/// Heuristic, Korf's number of the board, nodes expanded and generated.
const SEARCHES: [(&str, &str, u64, u64); 7] = [
    ("6-6-6-6:no-reflection", "korf24:38", 28_798_492, 62_452_886),
    ("6-6-6-6:no-reflection", "korf24:40", 48_930_723, 109_937_723),
    ("6-6-6-6", "korf24:38", 13_407_785, 28_795_651),
    ("6-6-6-6", "korf24:40", 19_497_302, 44_183_699),
    (COLLECTION, "korf24:38", 4_623_362, 10_177_752),
    (COLLECTION, "korf24:40", 8_279_389, 19_156_257),
    (COLLECTION, "korf24:25", 32_509_968, 74_114_965),
];

pub(super) fn run(runs: usize, long: bool) -> Result<()> {
    let needed = requirements(&pattern(SEVEN)?, TableKind::ZeroAware).memory_bytes;
    let available = kilobytes("/proc/meminfo", "MemAvailable:").map_or(u64::MAX, |kilobytes| kilobytes * 1024);
    if long && available < needed {
        let [needed, available] = [needed, available].map(|bytes| bytes / 1_000_000);
        return Err(
            format!("a table of seven tiles needs {needed} MB of memory, but {available} MB are available").into()
        );
    }
    super::print_head(runs);
    print_builds("5x5, six tiles, zero-aware, built in memory, all cores", runs, ["--build-table", SIX])?;
    if long {
        print_builds("5x5, seven tiles, zero-aware, built in memory, all cores", runs, ["--build-table", SEVEN])?;
    }
    let mut build = Command::new(command()?);
    run_to_end(build.args(["pdb", "build", "--quiet", "--collection", COLLECTION, "--out"]).arg(tables()))?;
    SEARCHES.iter().try_for_each(|&(heuristic, board, expanded, generated)| {
        let published = korf24().into_iter().find(|korf| board.ends_with(&format!(":{}", korf.number)));
        let lengths = published.ok_or("there is no such board")?.length;
        let (mode, expanded) = (Mode::Plain, Some(expanded));
        let search = CheckedSearch { boards: board, heuristic, mode, lengths, expanded, generated };
        let spread = Spread::of(runs, search.open()?)?;
        let rate = |nodes: u64| nodes as f64 / spread.median / 1e6;
        let rates = format!("{:.1} M/s expanded, {:.1} M/s generated", rate(expanded.unwrap_or(0)), rate(generated));
        spread.print(&format!("{board}, {heuristic}, plain, one thread: {rates}"), "s", None);
        Ok(())
    })
}

/// Builds a table in memory, for a process of its own.
pub(super) fn build(tiles: &str) -> Result<()> {
    let pattern = pattern(tiles)?;
    let threads = std::thread::available_parallelism()?.get();
    let started = Instant::now();
    let table = pdb::build(&pattern, TableKind::ZeroAware, threads, &mut |_| ControlFlow::Continue(()))?;
    let time = started.elapsed();
    let expected = requirements(&pattern, TableKind::ZeroAware).entries;
    if table.header().histogram().iter().sum::<u64>() != expected {
        return Err(format!("the table is wrong: its histogram does not sum to {expected} entries").into());
    }
    print_built(time);
    Ok(())
}

fn pattern(tiles: &str) -> Result<Pattern> {
    let tiles = tiles.split(',').map(str::parse).collect::<Result<Vec<u8>, _>>()?;
    Ok(Pattern::of_tiles(&Goal::Last.board(Size::new(5, 5)?)?, &tiles)?)
}
