//! `cargo xtask measure`: times on this machine. Every search's lengths and counts of nodes are checked before its time
//! is printed.
//!
//! Without options, the times that the README quotes; `--24` and `--speed` measure other things instead. Builds run in
//! a process of their own, so that the peak of memory is theirs. Block puzzles have a benchmark: `cargo bench -p
//! fifteen-blocks`.

mod puzzle24;
mod speed;
mod timing;

use std::ops::ControlFlow;
use std::process::Command;
use std::time::Instant;

use fifteen_solver::pdb::{self, file};
use fifteen_solver::{Goal, Mode, Partition, Size, TableKind};

use self::timing::{CheckedSearch, Spread, print_builds, print_built, run_to_end};
use crate::Result;
use crate::paths::{command, tables};

/// Time what the README quotes: builds, Korf's 100 boards, and a whole `fifteen solve`
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Runs of each measurement; the median is the figure
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Build this partition, print seconds and bytes, and do nothing else
    #[arg(long, hide = true)]
    build: Option<String>,
    /// Build the 5x5 table of these tiles in memory, print seconds and bytes, and do nothing else
    #[arg(long, hide = true)]
    build_table: Option<String>,
    /// Time the 24-puzzle instead: tables, and searches whose counts are checked (some minutes)
    #[arg(long = "24", group = "instead")]
    puzzle24: bool,
    /// Time what the solver is judged by instead, in fast mode, beside its targets (minutes)
    #[arg(long, group = "instead")]
    speed: bool,
    /// With --24: also a table of seven tiles (half a minute or more a run, 1 GB)
    #[arg(long, requires = "puzzle24")]
    long: bool,
}

/// A board that a few milliseconds solve.
const EASY: &str = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 0 15 12";

const SEARCHES: [(&str, CheckedSearch); 3] = [
    ("Korf's 100 boards", plain("korf100", "6-6-3", 5305, 37_965_406)),
    ("Korf's 100 boards", plain("korf100", "7-8", 5305, 2_092_428)),
    ("the 17 hardest boards", plain("hardest17", "7-8", 17 * 80, 161_649_244)),
];

const fn plain(boards: &'static str, heuristic: &'static str, lengths: u32, generated: u64) -> CheckedSearch {
    CheckedSearch { boards, heuristic, mode: Mode::Plain, lengths, expanded: None, generated }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match args {
        Args { build: Some(partition), .. } => build(partition),
        Args { build_table: Some(tiles), .. } => puzzle24::build(tiles),
        Args { puzzle24: true, .. } => puzzle24::run(args.runs, args.long),
        Args { speed: true, .. } => speed::run(args.runs),
        _ => readme(args.runs),
    }
}

fn readme(runs: usize) -> Result<()> {
    print_head(runs);
    for partition in ["6-6-3", "7-8"] {
        print_builds(&format!("{partition} built and saved, all cores"), runs, ["--build", partition])?;
    }
    for (what, search) in SEARCHES {
        let what = format!("{what} with {}, one thread, tables open", search.heuristic);
        Spread::of(runs, search.open()?)?.print(&what, "s", None);
    }
    let command = command()?;
    let solve = || {
        let mut solve = Command::new(&command);
        run_to_end(solve.args(["solve", "--heuristic", "7-8", "--pdb"]).arg(tables()).arg(EASY))
    };
    Spread::of(runs * 4, solve)?.print("`fifteen solve` of an easy board, 7-8 on disk, start to exit", "s", None);
    Ok(())
}

fn print_head(runs: usize) {
    println!("Median of {runs} runs (least to most)\n\n| what | measured |\n| --- | --- |");
}

/// Builds and saves a partition of 4x4, for a process of its own.
fn build(partition: &str) -> Result<()> {
    file::prepare_folder(&tables())?;
    let goal = Goal::Last.board(Size::new(4, 4)?)?;
    let threads = std::thread::available_parallelism()?.get();
    let started = Instant::now();
    for pattern in Partition::parse(partition, &goal)?.patterns() {
        let built = pdb::build(pattern, TableKind::ZeroAware, threads, &mut |_| ControlFlow::Continue(()))?;
        file::save(&built, &tables().join(file::file_name(pattern, TableKind::ZeroAware)))?;
    }
    print_built(started.elapsed());
    Ok(())
}
