//! `cargo xtask measure --speed`: the figures by which the solver's speed is judged, beside what they are meant to be. The lengths
//! and nodes of every search are checked before its time is printed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fifteen_data::korf100;
use fifteen_lab::InstanceSet;
use fifteen_solver::{Board, Goal, HeuristicSpec, Mode, Options, RandomBoards, Solver, notation};

use crate::measure::{Result, build_apart, size};
use crate::paths::{command, tables};

/// The strongest shipped tables of 4x4.
const STRONGEST: &str = "7-8x2";
const HARD: &str = "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1";
/// Random boards of a batch.
const BATCH: usize = 2000;

/// Boards that are searched in fast mode, and what must come out.
struct Search {
    what: &'static str,
    /// A set by name, goal blank first, or one board, goal blank last.
    boards: &'static str,
    heuristic: &'static str,
    threads: usize,
    /// The sum of the lengths.
    lengths: u32,
    /// The sum of the nodes generated.
    generated: u64,
    /// Whether the figure is the mean of the boards.
    mean: bool,
    /// In seconds.
    target: f64,
}

const SEARCHES: [Search; 6] = [
    korf("7-8", 1_680_617),
    korf(STRONGEST, 970_230),
    hardest17("7-8", 122_294_581),
    hardest17(STRONGEST, 80_507_415),
    hard("7-8", 312_765_532),
    hard(STRONGEST, 32_746_203),
];

const fn korf(heuristic: &'static str, generated: u64) -> Search {
    let (what, boards) = ("Korf's 100 boards, one thread", "korf100");
    Search { what, boards, heuristic, threads: 1, lengths: 5305, generated, mean: false, target: 0.04 }
}

const fn hardest17(heuristic: &'static str, generated: u64) -> Search {
    let (what, boards) = ("the 17 hardest boards, mean, one thread", "hardest17");
    Search { what, boards, heuristic, threads: 1, lengths: 17 * 80, generated, mean: true, target: 0.1 }
}

const fn hard(heuristic: &'static str, generated: u64) -> Search {
    Search {
        what: "the 70-move board, two threads",
        boards: HARD,
        heuristic,
        threads: 2,
        lengths: 70,
        generated,
        mean: false,
        target: 3.0,
    }
}

pub(crate) fn run(runs: usize) -> Result<()> {
    let command = command()?;
    for arguments in [["--collection", STRONGEST], ["--partition", "6-6-3"]] {
        let mut build = Command::new(&command);
        build.args(["pdb", "build", "--quiet"]).args(arguments).arg("--out").arg(tables());
        done(&mut build)?;
    }
    println!("Median of {runs} runs (least to most); {HARD} is the 70-move board.\n");
    println!("| what | measured | target |\n| --- | --- | --- |");
    for search in SEARCHES {
        let Search { what, heuristic, generated, target, .. } = search;
        let time = timed(&search)?;
        row(&format!("{what}, {heuristic}, {generated} generated"), runs, time, "s", target)?;
    }
    let mut peak = 0;
    let build = || {
        let (time, bytes) = build_apart(["--build", "7-8"])?;
        peak = peak.max(bytes.unwrap_or(0));
        Ok(time.as_secs_f64())
    };
    row("7-8 built and saved, all cores", runs, build, "s", 2.5)?;
    println!("| memory at the peak of it | {} MB | 600 MB |", peak / 1_000_000);
    row("`fifteen solve`, start to exit, median of Korf's 100", runs, || each_alone(&command), "s", 0.004)?;
    row("a batch of random boards, two threads", runs, || batch(&command), "boards/s", BATCH as f64)?;
    row("first `fifteen solve`, without any table", runs, || without_tables(&command), "s", 0.25)
}

/// Prints the median of what is measured.
fn row(what: &str, runs: usize, mut measure: impl FnMut() -> Result<f64>, unit: &str, target: f64) -> Result<()> {
    let mut figures = (0..runs).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    figures.sort_unstable_by(f64::total_cmp);
    let digits = if target > 100.0 { 0 } else { 4 };
    let [least, median, most] = [0, runs / 2, runs - 1].map(|i| figures[i]);
    println!("| {what} | {median:.digits$} {unit} ({least:.digits$} to {most:.digits$}) | {target} {unit} |");
    Ok(())
}

/// A search whose every run is checked; it tells the seconds, from parsed boards to solutions.
fn timed(search: &Search) -> Result<impl FnMut() -> Result<f64>> {
    let set = InstanceSet::named(search.boards, None, None)?;
    let (goal, boards) = match set {
        Some(set) => (Goal::First, set.instances.iter().map(|instance| instance.board).collect()),
        None => (Goal::Last, vec![notation::parse(search.boards, None)?]),
    };
    let spec: HeuristicSpec = search.heuristic.parse()?;
    let solver = Solver::builder().heuristic(spec).tables(tables()).goal(goal).open(size()?)?;
    let mut options = Options::default();
    options.mode = Mode::Fast { threads: search.threads };
    let &Search { lengths, generated, mean, .. } = search;
    Ok(move || {
        let started = Instant::now();
        let mut found = (0, 0);
        for board in &boards {
            let solution = solver.solve(board, &options)?;
            found = (found.0 + solution.length.unwrap_or(0), found.1 + solution.generated);
        }
        let seconds = started.elapsed().as_secs_f64();
        if found != (lengths, generated) {
            return Err(format!("the search is wrong: (lengths, nodes) are {found:?}").into());
        }
        Ok(if mean { seconds / boards.len() as f64 } else { seconds })
    })
}

/// The median time of a process for each of Korf's boards.
fn each_alone(command: &Path) -> Result<f64> {
    let alone = |board: &Board| {
        let mut solve = Command::new(command);
        let solve = solve.args(["solve", "--goal", "first", "--heuristic", "7-8", "--pdb"]).arg(tables());
        done(solve.arg(board.to_string()))
    };
    let mut times = korf100().iter().map(|k| alone(&k.board)).collect::<Result<Vec<_>>>()?;
    times.sort_unstable();
    Ok(times[times.len() / 2].as_secs_f64())
}

/// Boards a second in a process that is given random boards.
fn batch(command: &Path) -> Result<f64> {
    let boards: Vec<String> =
        RandomBoards::new(Goal::Last.board(size()?)?, 1).take(BATCH).map(|board| board.to_string()).collect();
    let mut solve = Command::new(command);
    solve
        .args(["solve", "--quiet", "--threads", "2", "--format", "csv", "--heuristic", STRONGEST, "--pdb"])
        .arg(tables());
    let started = Instant::now();
    let mut process = solve.args(["--file", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
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
    Ok(done(solve.args(["solve", "--quiet", "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 0 15 12"]))?.as_secs_f64())
}

/// Runs a command that must succeed: how long it took.
fn done(command: &mut Command) -> Result<Duration> {
    let started = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::inherit()).status()?;
    let time = started.elapsed();
    if status.success() { Ok(time) } else { Err(format!("`{command:?}` failed").into()) }
}
