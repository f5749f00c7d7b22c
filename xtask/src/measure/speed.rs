//! `cargo xtask measure --speed`: the figures by which the solver's speed is judged, beside their targets.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use fifteen_data::korf100;
use fifteen_solver::{Goal, Mode, RandomBoards, Size};

use super::EASY;
use super::timing::{CheckedSearch, Spread, build_apart, run_to_end};
use crate::Result;
use crate::paths::{command, tables};

/// The strongest shipped tables of 4x4.
const STRONGEST: &str = "7-8x2";
const HARD: &str = "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1";
/// Random boards of a batch.
const BATCH: usize = 2000;

/// A search in fast mode.
struct FastSearch {
    what: &'static str,
    search: CheckedSearch,
    /// Divisor of the time: the number of boards where the figure is their mean.
    divisor: f64,
    /// In seconds.
    target: f64,
}

const SEARCHES: [FastSearch; 6] = [
    korf("7-8", 1_680_617),
    korf(STRONGEST, 970_230),
    hardest17("7-8", 122_294_581),
    hardest17(STRONGEST, 80_507_415),
    hard("7-8", 312_765_532),
    hard(STRONGEST, 32_746_203),
];

const fn fast(
    boards: &'static str,
    heuristic: &'static str,
    threads: usize,
    (lengths, generated): (u32, u64),
) -> CheckedSearch {
    CheckedSearch { boards, heuristic, mode: Mode::Fast { threads }, lengths, expanded: None, generated }
}

const fn korf(heuristic: &'static str, generated: u64) -> FastSearch {
    let search = fast("korf100", heuristic, 1, (5305, generated));
    FastSearch { what: "Korf's 100 boards, one thread", search, divisor: 1.0, target: 0.04 }
}

const fn hardest17(heuristic: &'static str, generated: u64) -> FastSearch {
    let search = fast("hardest17", heuristic, 1, (17 * 80, generated));
    FastSearch { what: "the 17 hardest boards, mean, one thread", search, divisor: 17.0, target: 0.1 }
}

const fn hard(heuristic: &'static str, generated: u64) -> FastSearch {
    let search = fast(HARD, heuristic, 2, (70, generated));
    FastSearch { what: "the 70-move board, two threads", search, divisor: 1.0, target: 3.0 }
}

pub(super) fn run(runs: usize) -> Result<()> {
    let command = command()?;
    for arguments in [["--collection", STRONGEST], ["--partition", "6-6-3"]] {
        let mut build = Command::new(&command);
        run_to_end(build.args(["pdb", "build", "--quiet"]).args(arguments).arg("--out").arg(tables()))?;
    }
    println!("Median of {runs} runs (least to most); {HARD} is the 70-move board.\n");
    println!("| what | measured | target |\n| --- | --- | --- |");
    for FastSearch { what, search, divisor, target } in SEARCHES {
        let what = format!("{what}, {}, {} generated", search.heuristic, search.generated);
        let mut time = search.open()?;
        Spread::of(runs, || Ok(time()? / divisor))?.print(&what, "s", Some(target));
    }
    let mut peak = 0;
    let build = || {
        let (seconds, bytes) = build_apart(["--build", "7-8"])?;
        peak = peak.max(bytes.unwrap_or(0));
        Ok(seconds)
    };
    Spread::of(runs, build)?.print("7-8 built and saved, all cores", "s", Some(2.5));
    println!("| memory at the peak of it | {} MB | 600 MB |", peak / 1_000_000);
    let alone = Spread::of(runs, || each_alone(&command))?;
    alone.print("`fifteen solve`, start to exit, median of Korf's 100", "s", Some(0.004));
    let batch = Spread::of(runs, || batch(&command))?;
    batch.print("a batch of random boards, two threads", "boards/s", Some(BATCH as f64));
    let without = Spread::of(runs, || without_tables(&command))?;
    without.print("first `fifteen solve`, without any table", "s", Some(0.25));
    Ok(())
}

/// The median time of a process for each of Korf's boards.
fn each_alone(command: &Path) -> Result<f64> {
    let boards = korf100();
    let mut next = boards.iter().cycle();
    let alone = || {
        let board = next.next().map_or_else(String::new, |korf| korf.board.to_string());
        let mut solve = Command::new(command);
        let solve = solve.args(["solve", "--goal", "first", "--heuristic", "7-8", "--pdb"]).arg(tables());
        run_to_end(solve.arg(board))
    };
    Ok(Spread::of(boards.len(), alone)?.median)
}

/// Boards a second in a process that is given random boards.
fn batch(command: &Path) -> Result<f64> {
    let goal = Goal::Last.board(Size::new(4, 4)?)?;
    let boards: Vec<String> = RandomBoards::new(goal, 1).take(BATCH).map(|board| board.to_string()).collect();
    let mut solve = Command::new(command);
    solve.args(["solve", "--quiet", "--threads", "2", "--format", "csv", "--heuristic", STRONGEST, "--pdb"]);
    solve.arg(tables()).args(["--file", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let started = Instant::now();
    let mut process = solve.spawn()?;
    let mut input = process.stdin.take().ok_or("no standard input")?;
    let writer = std::thread::spawn(move || input.write_all(boards.join("\n").as_bytes()));
    let output = process.wait_with_output()?;
    let seconds = started.elapsed().as_secs_f64();
    writer.join().map_err(|_| "the boards were not written")??;
    let solved = String::from_utf8_lossy(&output.stdout).matches(",solved,").count();
    if solved != BATCH {
        return Err(format!("{solved} of {BATCH} boards were solved").into());
    }
    Ok(BATCH as f64 / seconds)
}

/// An easy board, with a folder of tables that is empty.
fn without_tables(command: &Path) -> Result<f64> {
    let empty = tables().join("none");
    std::fs::create_dir_all(&empty)?;
    let mut solve = Command::new(command);
    let solve = solve.current_dir(&empty).env("FIFTEEN_PDB_DIR", &empty).env("XDG_DATA_HOME", &empty);
    run_to_end(solve.args(["solve", "--quiet", EASY]))
}
