//! Shared by all measurements: repeated runs and their median, searches whose counts are checked, builds in a process
//! of their own.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fifteen_lab::InstanceSet;
use fifteen_solver::{Board, Goal, HeuristicSpec, Mode, Options, Setup, notation};

use crate::Result;
use crate::paths::tables;

/// A figure over several runs.
pub(super) struct Spread {
    least: f64,
    pub(super) median: f64,
    most: f64,
}

impl Spread {
    pub(super) fn of(runs: usize, mut measure: impl FnMut() -> Result<f64>) -> Result<Self> {
        let mut figures = (0..runs.max(1)).map(|_| measure()).collect::<Result<Vec<_>>>()?;
        figures.sort_unstable_by(f64::total_cmp);
        Ok(Self { least: figures[0], median: figures[figures.len() / 2], most: figures[figures.len() - 1] })
    }

    /// Prints a row of a table, with the figure's target if there is one.
    pub(super) fn print(&self, what: &str, unit: &str, target: Option<f64>) {
        let Self { least, median, most } = self;
        let digits = if *median > 100.0 { 0 } else { 4 };
        let target = target.map_or_else(String::new, |target| format!(" {target} {unit} |"));
        println!("| {what} | {median:.digits$} {unit} ({least:.digits$} to {most:.digits$}) |{target}");
    }
}

/// Boards that are searched, and their known lengths and counts: no time is that of a wrong search.
#[derive(Clone, Copy)]
pub(super) struct CheckedSearch {
    /// A set by name, with the goal blank first, or one board, with the goal blank last.
    pub(super) boards: &'static str,
    pub(super) heuristic: &'static str,
    pub(super) mode: Mode,
    /// Sum of the lengths.
    pub(super) lengths: u32,
    /// Sum of the nodes expanded, where it is checked too.
    pub(super) expanded: Option<u64>,
    /// Sum of the nodes generated.
    pub(super) generated: u64,
}

impl CheckedSearch {
    /// Opens the solver, and returns the search: seconds for all boards, from parsed boards to solutions.
    pub(super) fn open(self) -> Result<impl FnMut() -> Result<f64>> {
        let (goal, boards): (Goal, Vec<Board>) = match InstanceSet::named(self.boards, None, None)? {
            Some(set) => (Goal::First, set.instances.iter().map(|instance| instance.board).collect()),
            None => (Goal::Last, vec![notation::parse(self.boards, None)?]),
        };
        let size = boards.first().ok_or("no boards")?.size();
        let spec: HeuristicSpec = self.heuristic.parse()?;
        let solver = Setup { heuristic: Some(spec), tables: vec![tables()], goal, ..Setup::default() }.open(size)?;
        let options = Options { mode: self.mode, ..Options::default() };
        Ok(move || {
            let started = Instant::now();
            let (mut lengths, mut expanded, mut generated) = (0, 0, 0);
            for board in &boards {
                let solution = solver.solve(board, &options)?;
                lengths += solution.length.unwrap_or(0);
                expanded += solution.expanded;
                generated += solution.generated;
            }
            let seconds = started.elapsed().as_secs_f64();
            if (lengths, generated) != (self.lengths, self.generated) || self.expanded.is_some_and(|e| e != expanded) {
                let found = format!("lengths sum to {lengths}, {expanded} nodes are expanded, {generated} generated");
                return Err(format!("the search of {} with {} is wrong: {found}", self.boards, self.heuristic).into());
            }
            Ok(seconds)
        })
    }
}

/// Builds in a process of its own: seconds, and the peak of its memory where the system reports it.
pub(super) fn build_apart(arguments: [&str; 2]) -> Result<(f64, Option<u64>)> {
    let mut build = Command::new(std::env::current_exe()?);
    let output = build.arg("measure").args(arguments).stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.split_whitespace();
    let seconds = numbers.next().ok_or("the build printed no time")?.parse()?;
    Ok((seconds, numbers.next().and_then(|bytes| bytes.parse().ok())))
}

/// Measures builds and prints their time and peak of memory.
pub(super) fn print_builds(what: &str, runs: usize, arguments: [&str; 2]) -> Result<()> {
    let mut peak = None;
    let spread = Spread::of(runs, || {
        let (seconds, bytes) = build_apart(arguments)?;
        peak = peak.max(bytes);
        Ok(seconds)
    })?;
    let memory = peak.map_or_else(String::new, |bytes| format!(", {} MB of memory at the peak", bytes / 1_000_000));
    spread.print(&format!("{what}{memory}"), "s", None);
    Ok(())
}

/// Prints the result of a build for [`build_apart`].
pub(super) fn print_built(time: Duration) {
    let peak = kilobytes("/proc/self/status", "VmHWM:").map(|kilobytes| kilobytes * 1024);
    println!("{} {}", time.as_secs_f64(), peak.map_or_else(String::new, |bytes| bytes.to_string()));
}

/// A figure that Linux reports in kilobytes.
pub(super) fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Runs a command that must succeed: its seconds.
pub(super) fn run_to_end(command: &mut Command) -> Result<f64> {
    let started = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::inherit()).status()?;
    let seconds = started.elapsed().as_secs_f64();
    if status.success() { Ok(seconds) } else { Err(format!("`{command:?}` failed").into()) }
}
