//! How fast an algorithm with a heuristic is on the cheapest of Korf's 100 boards:
//! `korf ALGORITHM[:THREADS] HEURISTIC BOARDS [DIR]`, as in `korf ida 7-8+walking-distance 100 data/pdb`; with a number of
//! threads (`ida:1`) in fast mode.
//!
//! A heuristic is a name, or a partition whose tables are in the folder, `:additive` or `:no-reflection` after it;
//! several are joined by `+`. To be run from the top of the repository.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use fifteen_pdb::file::{self, TableBytes, TableFiles};
use fifteen_pdb::{Partition, TableKind};
use fifteen_puzzle::{Board, Goal, Size, notation};
use fifteen_search::Limits;
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{Algorithm, HeuristicKind, Mode, PdbTables, TileHeuristic, TileSpace};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [algorithm, heuristic, boards, folder @ ..] = &arguments[..] else {
        return Err("usage: korf ALGORITHM[:THREADS] HEURISTIC BOARDS [DIR]".into());
    };
    let (algorithm, mode) = match algorithm.split_once(':') {
        Some((algorithm, threads)) => (algorithm.parse::<Algorithm>()?, Mode::Fast { threads: threads.parse()? }),
        None => (algorithm.parse()?, Mode::Plain),
    };
    let goal = Goal::First.board(Size::new(4, 4)?)?;
    let folder = Path::new(folder.first().map_or("data/pdb", String::as_str));
    let parts: Result<Vec<_>, _> = heuristic.split('+').map(|name| part(name, &goal, folder)).collect();
    let heuristic = TileHeuristic::max(parts?)?;
    // Effort grows with the published counts: the cheapest boards first.
    let text = fs::read_to_string("data/korf100.txt")?;
    let mut rows = Vec::new();
    for (figures, board) in text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':')) {
        let figures: Vec<u64> = figures.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        rows.push((figures[4], figures[1], notation::parse(board, None)?));
    }
    rows.sort_by_key(|&(effort, ..)| effort);
    let space = TileSpace::new(&goal, algorithm.default_order());
    let begin = Instant::now();
    let (mut generated, mut expanded, mut peak) = (0, 0, 0);
    for (_, length, board) in rows.iter().take(boards.parse()?) {
        let start = space.state(board)?;
        let found = algorithm.search(&space, &heuristic, &start, &IdaOptions::default(), mode, &mut |_| ())?;
        if found.length.map(u64::from) != Some(*length) {
            return Err(format!("{board}: {:?} instead of {length} moves", found.length).into());
        }
        generated += found.generated;
        expanded += found.expanded;
        peak = peak.max(found.peak_bytes);
    }
    let seconds = begin.elapsed().as_secs_f64();
    let speed = generated as f64 / seconds / 1e6;
    println!("generated {generated}, expanded {expanded}, {peak} bytes, {seconds:.3} s, {speed:.1} M/s");
    Ok(())
}

fn part(name: &str, goal: &Board, folder: &Path) -> Result<TileHeuristic<TableBytes>, Box<dyn Error>> {
    if let Ok(kind) = name.parse::<HeuristicKind>() {
        return Ok(kind.build(goal, &Limits::default())?);
    }
    let (partition, options) = name.split_once(':').unwrap_or((name, ""));
    let kind = if options.contains("additive") { TableKind::Additive } else { TableKind::ZeroAware };
    let partition = Partition::parse(partition, goal)?;
    let tables = partition
        .patterns()
        .iter()
        .map(|p| TableFiles::in_memory().open(&folder.join(file::file_name(p, kind))).map(Arc::new));
    let tables = PdbTables::new(goal, tables.collect::<Result<_, _>>()?, !options.contains("no-reflection"))?;
    Ok(TileHeuristic::Tables(Box::new(tables)))
}
