//! Runs the searches of `fifteen bench`: reads the boards, searches them with each configuration (a
//! heuristic with an algorithm), and prints result lines or appends them to a file. Wrong results
//! are reported as errors.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fifteen_lab::{
    Benchmark, BenchmarkCandidate, BenchmarkLine, BenchmarkObserver, BenchmarkResults,
    BenchmarkTerms, DEFAULT_NODE_LIMIT, InstanceSet, ResultsFile,
};
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Algorithm, Board, Goal, MissingTables, Request, Setup, Size};
use indicatif::ProgressBar;

use super::BenchmarkArgs;
use crate::VERSION;
use crate::advice::advised;
use crate::args::{self, LimitArgs};
use crate::input::{Boards, Source, prefix};
use crate::output::Printer;
use crate::terminal::{Ui, interrupt};

/// Searches all boards that have no result yet. If `printer` is given, prints a line for each
/// result.
pub(super) fn run(
    args: &BenchmarkArgs,
    limits: &LimitArgs,
    printer: Option<Printer>,
    ui: &Ui,
) -> Result<BenchmarkResults> {
    let set = boards(args, ui)?;
    let mut limits = limits.clone();
    if !limits.any() {
        limits.node_limit = Some(DEFAULT_NODE_LIMIT);
    }
    let of_searches = Request {
        limits: limits.of_searches(1),
        time: limits.time_limit,
        ..Request::default()
    };
    let candidates = BenchmarkCandidate::combinations(&args.heuristic, &algorithms(args));
    for candidate in &candidates {
        let setup = Setup {
            algorithm: candidate.algorithm,
            ..Setup::default()
        };
        args::validated(Request {
            setup,
            ..of_searches.clone()
        })?;
    }
    let (tables, of_tables) = (args.tables.pdb.clone(), limits.of_tables());
    let setup = Setup {
        goal: set.goal,
        tables,
        limits: of_tables,
        missing_tables: MissingTables::BuildSmall,
        ..Setup::default()
    };
    // The memory limit is recorded only if the user chose it, because the default depends on the
    // machine.
    let terms = BenchmarkTerms {
        memory_limit: limits.memory_limit,
        ..BenchmarkTerms::new(VERSION, &set, &of_searches)
    };
    let mut results = BenchmarkResults::default();
    let file = args
        .resume
        .as_ref()
        .map(|path| resume(path, &mut results, ui))
        .transpose()?;
    let mut out = Output {
        printer,
        file,
        failure: None,
    };
    if let Some(printer) = &mut out.printer {
        results.lines().try_for_each(|line| printer.data(line))?;
    }
    let request = Request {
        setup: setup.clone(),
        ..of_searches
    };
    let mut benchmark = Benchmark::new(&set, request, terms, results)
        .map_err(|error| anyhow!("--resume: {error}; name another file"))?;
    for candidate in &candidates {
        if interrupt::requested() {
            break;
        }
        match search(candidate, &mut benchmark, &set, &setup, &mut out, ui) {
            Ok(()) => (),
            Err(_) if interrupt::requested() => break,
            // Skip a default heuristic that is unavailable, and compare the others.
            Err(why) if args.heuristic.is_empty() && candidate.heuristic.is_some() => {
                ui.note(format_args!("left out: {why}"));
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(benchmark.into_results())
}

/// Returns the requested algorithms in their order, without duplicates.
fn algorithms(args: &BenchmarkArgs) -> Vec<Algorithm> {
    let mut algorithms: Vec<Algorithm> = Vec::new();
    for &algorithm in &args.algorithm {
        if !algorithms.contains(&algorithm) {
            algorithms.push(algorithm);
        }
    }
    algorithms
}

/// Opens the solver for a configuration (a heuristic with an algorithm), and searches the boards
/// with it.
fn search(
    candidate: &BenchmarkCandidate,
    benchmark: &mut Benchmark<'_>,
    set: &InstanceSet,
    setup: &Setup,
    out: &mut Output,
    ui: &Ui,
) -> Result<()> {
    let (solver, seconds) =
        candidate.open(set, setup, |note| ui.note(advised(note, note.remedy())))?;
    let name = solver
        .heuristic()
        .map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
    let name = format!("{}{name}", solver.algorithm());
    let bar = ui
        .bar(&name, Some(set.instances.len() as u64))
        .with_message("boards");
    let found = benchmark.run(
        &solver,
        seconds,
        &mut Reporter {
            name,
            out,
            bar: &bar,
            ui,
        },
    );
    bar.finish_and_clear();
    match out.failure.take() {
        Some(failure) => Err(failure),
        None => Ok(found?),
    }
}

/// Outputs that receive each result line as soon as it is available.
struct Output {
    printer: Option<Printer>,
    file: Option<ResultsFile>,
    /// The error that occurred while writing a line to an output. It stops the run.
    failure: Option<anyhow::Error>,
}

impl Output {
    fn write(&mut self, line: &BenchmarkLine, ui: &Ui) -> Result<()> {
        if let Some(file) = &mut self.file {
            file.append(line)
                .map_err(|error| anyhow!("--resume: {error}"))?;
        }
        if let Some(printer) = &mut self.printer {
            ui.with_bars_hidden(|| printer.data(line))?;
        }
        Ok(())
    }
}

/// Shows the progress of a run, writes its results, and reports wrong results.
struct Reporter<'a> {
    name: String,
    out: &'a mut Output,
    bar: &'a ProgressBar,
    ui: &'a Ui,
}

impl BenchmarkObserver for Reporter<'_> {
    fn searched(
        &mut self,
        board: usize,
        record: BoardRecord,
        line: &BenchmarkLine,
    ) -> ControlFlow<()> {
        if let Some(wrong) = &line.wrong {
            let board = record
                .board
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            self.ui.error(format_args!(
                "board {} ({board}), {}: {wrong}",
                line.board_number, self.name
            ));
        }
        // Set the position instead of counting results, because boards that already have a result
        // are skipped.
        self.bar.set_position(board as u64 + 1);
        self.out.failure = self.out.write(line, self.ui).err();
        if self.out.failure.is_none() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

/// Returns the boards of `--set`: a published set, random boards, or the boards in a file.
pub(super) fn boards(args: &BenchmarkArgs, ui: &Ui) -> Result<InstanceSet> {
    let (size, goal) = (args.goal.size, args.goal.given()?);
    if let Some(set) = InstanceSet::named(&args.set, size, goal)? {
        return Ok(set);
    }
    let mut boards = Vec::new();
    let path = PathBuf::from(&args.set);
    let own_size = size.or(goal.and_then(Goal::own_size));
    let lines = Boards::open(vec![Source::File(path)], own_size, 0, ui).map_err(|_| {
        anyhow!(
            "{} is not a set: there are {}, and files",
            args.set,
            InstanceSet::offered()
        )
    })?;
    let lines = lines.all()?;
    let goal = goal
        .or(lines.first().and_then(|(line, _)| line.goal))
        .unwrap_or_default();
    for (line, board) in lines {
        let bad = |error: String| anyhow!("{}{error}", prefix(&line));
        if let Some(other) = line
            .goal
            .filter(|&other| args.goal.given().is_ok_and(|given| given.is_none()) && other != goal)
        {
            return Err(bad(format!(
                "found the goal {other}, expected {goal} as before; --goal decides"
            )));
        }
        let first = boards.first().unwrap_or(&board).size();
        if board.size() != first {
            return Err(bad(format!(
                "found a {} board, expected a {first} board as before; a set has boards of one size",
                board.size()
            )));
        }
        fifteen_solver::puzzle::parity::check(&board, &goal.board(first)?)
            .map_err(|e| bad(e.to_string()))?;
        boards.push(board);
    }
    let size = boards.first().map_or(Size::FIFTEEN, Board::size);
    Ok(InstanceSet::of_boards(&args.set, size, goal, boards)?)
}

/// Reads the results in the given files.
pub(super) fn read(files: &[PathBuf], ui: &Ui) -> Result<BenchmarkResults> {
    let mut results = BenchmarkResults::default();
    for path in files {
        let text =
            fs::read(path).map_err(|error| anyhow!("cannot read {}: {error}", path.display()))?;
        add(&mut results, path, &text, ui)?;
    }
    if results.configurations().is_empty() {
        bail!("{} has no results yet", files[0].display());
    }
    Ok(results)
}

/// Opens a results file for appending, and reads the results that it already contains. The file
/// stays locked as long as it is open.
pub(super) fn resume(path: &Path, results: &mut BenchmarkResults, ui: &Ui) -> Result<ResultsFile> {
    let mut file = ResultsFile::open(path)?;
    if file.read(results)? {
        note_cut_line(path, ui);
    }
    Ok(file)
}

/// Adds the lines of a results file, whose content is `text`, to the results.
fn add(results: &mut BenchmarkResults, path: &Path, text: &[u8], ui: &Ui) -> Result<()> {
    let whole = results
        .read(text)
        .map_err(|error| anyhow!("{}: {error}", path.display()))?;
    if whole < text.len() {
        note_cut_line(path, ui);
    }
    Ok(())
}

fn note_cut_line(path: &Path, ui: &Ui) {
    ui.note(format_args!(
        "{}: left out the last line, which was cut off",
        path.display()
    ));
}
