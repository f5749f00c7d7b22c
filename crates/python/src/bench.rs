//! Benchmarks: runs several solvers on the same boards and writes the results in the format of
//! `fifteen bench`.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fifteen_lab::{
    Benchmark, BenchmarkLine, BenchmarkObserver, BenchmarkResults, BenchmarkTerms, InstanceSet,
    ResultsFile, ResultsFileError,
};
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Metric, Request, puzzle::parity};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::failed;
use crate::solver::{OpenedHeuristic, Solver};
use crate::wait::{self, Cancel};
use crate::{input, memory};

/// Maps the name of each heuristic that is a Python function to a digest of its code. The digest is
/// `None` if the function refers to an object that has no digest.
type FunctionDigests = HashMap<String, Option<String>>;

/// Name of the result field that contains the digest of the heuristic function.
const DIGEST_FIELD: &str = "function_digest";

/// Writes the results of a benchmark to a file. Each result is appended as soon as its board is
/// solved, so that an interrupted benchmark can be resumed.
struct Writer<'a> {
    file: Option<ResultsFile>,
    functions: &'a FunctionDigests,
    failure: Option<ResultsFileError>,
    cancel: &'a Cancel,
}

impl BenchmarkObserver for Writer<'_> {
    fn searched(&mut self, _: usize, _: BoardRecord, line: &BenchmarkLine) -> ControlFlow<()> {
        if let Some(file) = &mut self.file {
            self.failure = file.append(&with_digest(line, self.functions)).err();
            if self.failure.is_some() {
                return ControlFlow::Break(());
            }
        }
        self.cancel.flow()
    }
}

/// Runs solvers on the boards that have no result in the file `save` yet. Returns all results as
/// lines of JSON. Each result of a heuristic in `functions` contains the digest of that function.
#[pyfunction]
#[pyo3(signature = (
    solvers, boards: "Boards", name, save: "str | PathLike[str] | None", resume,
    functions: "dict[str, str | None]", **limits: "Unpack[Limits]"
))]
pub(crate) fn benchmark(
    solvers: Vec<Bound<'_, Solver>>,
    boards: &Bound<'_, PyAny>,
    name: &str,
    save: Option<PathBuf>,
    resume: bool,
    functions: FunctionDigests,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<String>> {
    let (py, cancel) = (boards.py(), Cancel::of_search(limits)?);
    let opened: Vec<&OpenedHeuristic> = solvers
        .iter()
        .map(|solver| solver.as_super().get())
        .collect();
    let configurations = opened
        .iter()
        .map(|one| Ok(Arc::clone(one.board_solver()?)))
        .collect::<PyResult<Vec<_>>>()?;
    let (Some(first), Some(OpenedHeuristic { goal, .. })) =
        (configurations.first(), opened.first())
    else {
        return Err(failed("there is no configuration to compare"));
    };
    if configurations
        .iter()
        .any(|solver| solver.goal() != first.goal() || solver.metric() != Metric::SingleTile)
    {
        return Err(failed(
            "all solvers of a comparison have the same size and goal, and the single-tile metric",
        ));
    }
    let size = first.goal().size();
    let solvable = |row| {
        let (board, number) = (input::row(size, row)?, row.0);
        parity::check(&board, first.goal())
            .map_err(|error| failed(format!("row {number}: {error}")))?;
        Ok(board)
    };
    let boards = input::array(boards, size, goal)?;
    let boards = boards
        .as_array()
        .outer_iter()
        .enumerate()
        .map(solvable)
        .collect::<PyResult<Vec<_>>>()?;
    let set = InstanceSet::of_boards(name, size, *goal, boards).map_err(failed)?;
    let requests = opened
        .iter()
        .map(|one| Ok(one.request(limits, true, &cancel)?.0))
        .collect::<PyResult<Vec<_>>>()?;
    let program = concat!("fifteen ", env!("CARGO_PKG_VERSION"), ", Python");
    let terms = BenchmarkTerms::new(program, &set, &requests[0]);
    let mut results = BenchmarkResults::default();
    let file = save
        .as_ref()
        .map(|path| open_file(path, resume, &functions, &mut results))
        .transpose()?;
    // The default memory limit depends on the machine, so use it for the searches, but do not
    // record it in the results.
    let request = Request {
        limits: memory::limited(requests[0].limits.clone(), 1),
        ..requests[0].clone()
    };
    let mut benchmark =
        Benchmark::new(&set, request, terms, results).map_err(|error| match &save {
            Some(path) => failed(format!("{}: {error}; name another file", path.display())),
            None => failed(error),
        })?;
    let mut writer = Writer {
        file,
        functions: &functions,
        failure: None,
        cancel: &cancel,
    };
    let run = || {
        let mut open = configurations.iter().take_while(|_| !cancel.is_set());
        open.try_for_each(|solver| benchmark.run(solver, 0.0, &mut writer))
    };
    wait::for_result(py, &cancel, run)?.map_err(failed)?;
    if let Some(failure) = writer.failure {
        return Err(failed(failure));
    }
    let results = benchmark.into_results();
    results
        .lines()
        .map(|line| serde_json::to_string(&with_digest(line, &functions)).map_err(failed))
        .collect()
}

/// Opens and locks a results file, and reads its results.
fn open_file(
    path: &Path,
    resume: bool,
    functions: &FunctionDigests,
    results: &mut BenchmarkResults,
) -> PyResult<ResultsFile> {
    let mut file = ResultsFile::open(path).map_err(failed)?;
    if !resume && !file.was_empty() {
        return Err(failed(format!(
            "{} has results already; resume=True goes on with them, or name another file",
            path.display()
        )));
    }
    file.read(results).map_err(failed)?;
    for line in results.lines() {
        check_function(line, functions)
            .map_err(|reason| failed(format!("{}: {reason}", path.display())))?;
    }
    Ok(file)
}

/// Checks that the heuristic function of a saved result has not been changed. Otherwise, results of
/// two versions of the function would be mixed.
fn check_function(line: &BenchmarkLine, functions: &FunctionDigests) -> Result<(), String> {
    let heuristic = line.configuration.heuristic.as_deref().unwrap_or_default();
    let Some(digest) = functions.get(heuristic) else {
        return Ok(());
    };
    let advice =
        "give this one another name (bench(boards, {'NAME': function}, ...)), or name another file";
    let Some(digest) = digest else {
        return Err(format!(
            "has results of {heuristic}, and it cannot be told whether this function is the same one, because it refers to \
             an object that cannot be compared; {advice}"
        ));
    };
    if line.rest.get(DIGEST_FIELD).and_then(|value| value.as_str()) == Some(digest) {
        return Ok(());
    }
    Err(format!(
        "has results of another {heuristic}: its code, or a value that it refers to, has changed since; {advice}"
    ))
}

/// Returns a copy of a result. If its heuristic is a Python function, the copy contains the
/// function's digest.
fn with_digest(line: &BenchmarkLine, functions: &FunctionDigests) -> BenchmarkLine {
    let mut line = line.clone();
    let heuristic = line.configuration.heuristic.as_deref().unwrap_or_default();
    if let Some(digest) = functions.get(heuristic) {
        line.rest
            .insert(DIGEST_FIELD.to_owned(), digest.clone().into());
    }
    line
}
