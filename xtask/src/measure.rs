//! `cargo xtask measure`: the times that the README quotes, on this machine.
//!
//! Building is measured in a process of its own, so that its peak of memory is its own. Every search's total of nodes is checked
//! before its time is printed.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fifteen_solver::pdb::{self, file};
use fifteen_solver::{Board, Goal, HeuristicSpec, Options, Partition, Size, Solver, TableKind, notation};

use crate::paths::{command, root, tables};
use crate::{blocks, measure24, speed};

pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

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
    /// Time block puzzles instead, every count checked
    #[arg(long, group = "instead")]
    blocks: bool,
    /// Time the 24-puzzle instead: tables, and searches whose counts are checked (some minutes)
    #[arg(long = "24", group = "instead")]
    puzzle24: bool,
    /// Time what the solver is judged by instead, in fast mode, beside what is asked for (minutes)
    #[arg(long, group = "instead")]
    speed: bool,
    /// With --blocks: also puzzles of up to sixty million states (some minutes, 2 GB). With --24: also a table of seven tiles
    /// (half a minute or more a run, 1 GB)
    #[arg(long, requires = "instead")]
    long: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(partition) = &args.build {
        return build(partition);
    }
    if let Some(tiles) = &args.build_table {
        return measure24::build(tiles);
    }
    let runs = args.runs.max(1);
    if args.blocks {
        return blocks::run(runs, args.long);
    }
    if args.puzzle24 {
        return measure24::run(runs, args.long);
    }
    if args.speed {
        return speed::run(runs);
    }
    println!("median of {runs} runs (least to most)\n");
    for partition in ["6-6-3", "7-8"] {
        build_row(&format!("{partition} built and saved, all cores"), runs, ["--build", partition])?;
    }
    for set in SEARCHES {
        let spec = HeuristicSpec::partition(set.partition);
        let solver = Solver::builder().heuristic(spec).tables(tables()).goal(Goal::First).open(size()?)?;
        let boards = boards(set.file)?;
        let times = (0..runs).map(|_| solve_all(&solver, &boards, set)).collect::<Result<Vec<_>>>()?;
        row(&format!("{} with {}, one thread, tables open", set.what, set.partition), times);
    }
    let command = command()?;
    let times = (0..runs * 4).map(|_| solve_once(&command)).collect::<Result<Vec<_>>>()?;
    row("`fifteen solve` of an easy board, 7-8 on disk, start to exit", times);
    Ok(())
}

pub(crate) fn size() -> Result<Size> {
    Ok(Size::new(4, 4)?)
}

/// Prints a figure: the median of the times, the least and the most.
pub(crate) fn row(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let seconds = |d: Duration| format!("{:.3} s", d.as_secs_f64());
    let (least, median, most) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    println!("{:>9}  ({} to {})  {what}", seconds(median), seconds(least), seconds(most));
}

/// Prints how long builds take, each in a process of its own, and their peak of memory where the system tells.
pub(crate) fn build_row(what: &str, runs: usize, arguments: [&str; 2]) -> Result<()> {
    let builds = (0..runs).map(|_| build_apart(arguments)).collect::<Result<Vec<_>>>()?;
    let memory = builds.iter().filter_map(|b| b.1).max();
    let memory = memory.map_or_else(String::new, |bytes| format!(", {} MB of memory at the peak", bytes / 1_000_000));
    row(&format!("{what}{memory}"), builds.iter().map(|b| b.0).collect());
    Ok(())
}

pub(crate) fn build_apart(arguments: [&str; 2]) -> Result<(Duration, Option<u64>)> {
    let mut build = Command::new(std::env::current_exe()?);
    let output = build.arg("measure").args(arguments).stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.split_whitespace();
    let seconds: f64 = numbers.next().ok_or("the build printed no time")?.parse()?;
    Ok((Duration::from_secs_f64(seconds), numbers.next().and_then(|bytes| bytes.parse().ok())))
}

fn build(partition: &str) -> Result<()> {
    file::prepare_folder(&tables())?;
    let started = Instant::now();
    let threads = std::thread::available_parallelism()?.get();
    for pattern in Partition::parse(partition, &Goal::Last.board(size()?)?)?.patterns() {
        let go_on = &mut |_| std::ops::ControlFlow::Continue(());
        let built = pdb::build(pattern, TableKind::ZeroAware, threads, go_on)?;
        file::save(&built, &tables().join(file::file_name(pattern, TableKind::ZeroAware)))?;
    }
    built(started.elapsed());
    Ok(())
}

/// What a process that builds prints for [`build_row`].
pub(crate) fn built(time: Duration) {
    println!("{} {}", time.as_secs_f64(), peak_bytes().map_or_else(String::new, |bytes| bytes.to_string()));
}

/// The most memory that this process has had, where the system tells (Linux).
fn peak_bytes() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:").map(|kilobytes| kilobytes * 1024)
}

/// A figure that Linux tells in kilobytes.
pub(crate) fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Boards that are searched, and what must come out.
struct Searches {
    what: &'static str,
    file: &'static str,
    partition: &'static str,
    /// Sum of the lengths.
    length: u32,
    /// Sum of the nodes generated.
    generated: u64,
}

const SEARCHES: &[Searches] = &[
    Searches {
        what: "Korf's 100 boards",
        file: "korf100.txt",
        partition: "6-6-3",
        length: 5305,
        generated: 37_965_406,
    },
    Searches { what: "Korf's 100 boards", file: "korf100.txt", partition: "7-8", length: 5305, generated: 2_092_428 },
    Searches {
        what: "the 17 hardest boards",
        file: "hardest17_goal_blank_first.txt",
        partition: "7-8",
        length: 17 * 80,
        generated: 161_649_244,
    },
];

/// The boards of a file of `data/`, what stands before a colon left out.
fn boards(file: &str) -> Result<Vec<Board>> {
    let text = std::fs::read_to_string(root().join("data").join(file))?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| Ok(notation::parse(line.rsplit(':').next().unwrap_or(line), Some(size()?))?)).collect()
}

fn solve_all(solver: &Solver, boards: &[Board], expected: &Searches) -> Result<Duration> {
    let options = Options::default();
    let started = Instant::now();
    let (mut length, mut generated) = (0, 0);
    for board in boards {
        let solution = solver.solve(board, &options)?;
        length += solution.length.unwrap_or(0);
        generated += solution.generated;
    }
    let time = started.elapsed();
    if (length, generated) != (expected.length, expected.generated) {
        return Err(format!("the search is wrong: lengths sum to {length}, {generated} nodes were generated").into());
    }
    Ok(time)
}

fn solve_once(command: &Path) -> Result<Duration> {
    let board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 0 15 12";
    let started = Instant::now();
    let mut solve = Command::new(command);
    solve.args(["solve", "--heuristic", "7-8", "--pdb"]).arg(tables()).arg(board);
    let status = solve.stdout(Stdio::null()).stderr(Stdio::inherit()).status()?;
    let time = started.elapsed();
    if status.success() { Ok(time) } else { Err("`fifteen solve` failed".into()) }
}
