//! Inputs from which a run begins: the files of `seeds`, and some of the project's own.

use std::path::{Path, PathBuf};
use std::{fs, io};

use fifteen_lab::{BenchmarkLine, Configuration, Instance, InstanceSet, Terms};
use fifteen_solver::distributed::{self, JobOptions, Line};
use fifteen_solver::pdb::zst;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{
    Goal, HeuristicKind, Limits, Mode, Options, RandomBoards, Request, Setup, Size, Solution, notation,
};

/// Inputs, or the reason why they cannot be read.
pub type Samples = io::Result<Vec<Vec<u8>>>;

fn repository(name: &str) -> PathBuf {
    // Two folders down, both for `tests/fuzz` and for the package of the integration tests.
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The lines of a file, an input each.
fn lines_of(name: &str) -> Samples {
    Ok(fs::read_to_string(repository(name))?.lines().map(|line| line.as_bytes().to_vec()).collect())
}

/// The files of a folder, in the order of their names.
fn files(folder: &str) -> Samples {
    let entries = fs::read_dir(repository(folder))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.into_iter().map(fs::read).collect()
}

/// The inputs for a target that earlier runs have found: none before the first run.
pub fn found(target: &str) -> Samples {
    match files(&format!("tests/fuzz/seeds/found/{target}")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        found => found,
    }
}

/// Boards as people have them.
fn written() -> Samples {
    let file = fs::read_to_string(repository("tests/boards-as-written.json"))?;
    let entries: Vec<serde_json::Value> = serde_json::from_str(&file)?;
    Ok(entries.iter().filter_map(|entry| Some(entry["text"].as_str()?.as_bytes().to_vec())).collect())
}

/// Boards.
pub fn boards() -> Samples {
    Ok([lines_of("tests/fuzz/seeds/boards.txt")?, written()?].concat())
}

/// Files of boards.
pub fn files_of_boards() -> Samples {
    Ok([files("tests/fuzz/seeds/boards")?, written()?].concat())
}

/// The bodies of questions.
pub fn questions() -> Samples {
    lines_of("tests/fuzz/seeds/questions.txt")
}

/// Jobs of small boards, and the results of their units.
pub fn lines() -> Samples {
    let solver = Setup::with_heuristic(HeuristicKind::Manhattan);
    let solver = solver.open("3x3".parse().map_err(io::Error::other)?).map_err(io::Error::other)?;
    let boards = ["1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 7 4 5 / 0 8 6", "4 1 3 / 7 2 6 / 5 0 8", "8 6 7 / 2 5 4 / 3 0 1"];
    let job = |board: &str| {
        let board = notation::parse(board, None).map_err(io::Error::other)?;
        let options = JobOptions { first: 2, units: Some(2), ..JobOptions::default() };
        let job = distributed::begin(&solver, &board, &options, &mut |_| ()).map_err(io::Error::other)?;
        let units = 0..job.prefix_counts.as_ref().map_or(0, |cut| cut.units);
        let results = units.map(|unit| distributed::work(&solver, &job, unit, None).map(|result| result.to_json()));
        let results = results.collect::<Result<Vec<_>, _>>().map_err(io::Error::other)?;
        let lines = [job.to_json()].into_iter().chain(results);
        Ok(lines.map(|line| format!("{line}\n")).collect::<String>().into_bytes())
    };
    boards.into_iter().map(job).collect()
}

/// Values of options.
pub fn options() -> Samples {
    lines_of("tests/fuzz/seeds/options.txt")
}

/// Collections, the shipped ones first.
pub fn collections() -> Samples {
    Ok([files("crates/pdb/data/collections")?, files("tests/fuzz/seeds/collections")?].concat())
}

/// Odd block puzzles, and each of the published ones.
pub fn blocks() -> Samples {
    let published = fifteen_data::BLOCKS.split("\n## ").skip(1).map(|puzzle| format!("## {puzzle}").into_bytes());
    Ok(files("tests/fuzz/seeds/blocks")?.into_iter().chain(published).collect())
}

/// The results of a benchmark with two heuristics: of few boards and of many.
pub fn results() -> Samples {
    let heuristics = [HeuristicKind::Manhattan, HeuristicKind::Misplaced];
    let size: Size = "3x3".parse().map_err(io::Error::other)?;
    let goal = Goal::Last.board(size).map_err(io::Error::other)?;
    let results = |boards: usize| {
        let mut lines = String::new();
        let boards = RandomBoards::new(goal, 1).take(boards).collect();
        let set = InstanceSet::of_boards("sample", size, Goal::Last, boards).map_err(io::Error::other)?;
        let options = Options { limits: Limits { nodes: Some(200), ..Limits::default() }, ..Options::default() };
        let terms = Terms::new("fifteen 1", &set, &options);
        for heuristic in heuristics {
            let solver = Setup::with_heuristic(heuristic).open(size).map_err(io::Error::other)?;
            for Instance { number, board, .. } in &set.instances {
                let found = solver.solve(board, &options).map_err(io::Error::other)?;
                // A sample is the same each time.
                let found = Solution { seconds: f64::from(*number) / 8.0, ..found };
                let record = BoardRecord::new((*number).into(), *board, &solver, Ok(found), &Request::default());
                let wrong = (*number == 2).then(|| "the length is 18, but the shortest is 20".to_owned());
                let configuration = Configuration::new(&solver, Mode::Plain, 0.25);
                let line = BenchmarkLine::new(&record, &terms, &configuration, (Some(20), wrong))?;
                lines += &(serde_json::to_string(&line)? + "\n");
            }
        }
        Ok(lines.into_bytes())
    };
    [1, 2, 6].into_iter().map(results).collect()
}

/// The golden tables of 3x3 boards.
pub fn tables() -> Samples {
    files("crates/pdb/tests/golden")
}

/// The golden tables packed, in one frame and in several.
pub fn packed() -> Samples {
    let mut all = Vec::new();
    for table in tables()? {
        for frame in [1000, table.len()] {
            let mut packed = Vec::new();
            table.chunks(frame).try_for_each(|piece| zst::pack(piece, 3, &mut packed))?;
            all.push(packed);
        }
    }
    Ok(all)
}
