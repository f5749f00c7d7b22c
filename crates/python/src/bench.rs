//! Benchmarks: solvers over the same boards, and lines of results as `fifteen bench` keeps them.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_lab::{
    Benchmark, BenchmarkLine, BenchmarkObserver, BenchmarkResults, BenchmarkTerms, InstanceSet,
};
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Metric, puzzle::parity};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::failed;
use crate::solver::{OpenedHeuristic, Solver};
use crate::{input, wait};

/// Passes each line to Python as soon as it is there.
struct Writer<'a> {
    report: &'a (dyn Fn(String) + Sync),
    cancel: &'a AtomicBool,
}

impl BenchmarkObserver for Writer<'_> {
    fn searched(&mut self, _: usize, _: BoardRecord, line: &BenchmarkLine) -> ControlFlow<()> {
        (self.report)(serde_json::to_string(line).unwrap_or_default());
        wait::flow(self.cancel)
    }
}

/// Runs solvers over boards that have no line in `kept` yet; all lines, and each new one is passed to `write` at once.
#[pyfunction]
#[pyo3(signature = (
    solvers, boards: "Boards", name, kept, write: "Callable[[str], object]", **limits: "Unpack[Limits]"
))]
pub(crate) fn benchmark(
    solvers: Vec<Bound<'_, Solver>>,
    boards: &Bound<'_, PyAny>,
    name: &str,
    kept: &[u8],
    write: &Bound<'_, PyAny>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<String>> {
    let (py, cancel) = (boards.py(), wait::flag());
    let opened: Vec<&OpenedHeuristic> = solvers
        .iter()
        .map(|solver| solver.as_super().get())
        .collect();
    let configurations = opened
        .iter()
        .map(|one| Ok(Arc::clone(one.solver.of_board()?)))
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
    let boards = input::array(boards, size)?;
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
    let mut results = BenchmarkResults::default();
    results.read(kept).map_err(failed)?;
    let program = concat!("fifteen ", env!("CARGO_PKG_VERSION"), ", Python");
    let terms = BenchmarkTerms::new(program, &set, &requests[0]);
    let mut benchmark =
        Benchmark::new(&set, requests[0].clone(), terms, results).map_err(failed)?;
    let run = |report: &(dyn Fn(String) + Sync)| {
        let mut writer = Writer {
            report,
            cancel: &cancel,
        };
        let mut open = configurations
            .iter()
            .take_while(|_| !cancel.load(Ordering::Relaxed));
        open.try_for_each(|solver| benchmark.run(solver, 0.0, &mut writer))
    };
    wait::for_progress(py, &cancel, run, |line| write.call1((line,)).map(drop))?.map_err(failed)?;
    benchmark
        .into_results()
        .lines()
        .map(|line| serde_json::to_string(line).map_err(failed))
        .collect()
}
