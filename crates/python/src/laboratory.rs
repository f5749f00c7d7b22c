//! The laboratory's views of a heuristic: whether it is admissible and consistent, and its quality.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_lab::check::{CheckError, CheckPlan, CheckRecord};
use fifteen_lab::quality::{QualityRecord, Survey};
use fifteen_solver::batch;
use fifteen_solver::search::Limits;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::{failed, of_heuristic, of_solving};
use crate::solver::Tables;
use crate::wait;

/// The JSON of `fifteen lab check` for a heuristic.
#[pyfunction]
pub(crate) fn check_heuristic(
    py: Python<'_>,
    tables: &Tables,
    samples: Option<u64>,
    seed: u64,
    threads: usize,
) -> PyResult<String> {
    let (solver, cancel) = (&tables.solver, wait::flag());
    let plan = CheckPlan::new(solver.goal().size(), samples);
    let limits = Limits::cancelled_by(cancel.clone());
    let threads = batch::threads_or_all(threads);
    let check = wait::for_result(py, &cancel, || {
        let (space, heuristic) = (solver.space(), solver.tile_heuristic());
        plan.run(space, heuristic, seed, threads, &limits, &mut |_| flow(&cancel))
    })?;
    let check = check.map_err(|error| match error {
        CheckError::Heuristic(error) => of_heuristic(error),
        error => failed(error),
    })?;
    json(&CheckRecord::new(solver, tables.goal, &plan, &check))
}

/// The JSON of `fifteen pdb quality` for a heuristic.
#[pyfunction]
pub(crate) fn heuristic_quality(
    py: Python<'_>,
    tables: &Tables,
    samples: u64,
    seed: u64,
    bounds: Vec<u32>,
    threads: usize,
) -> PyResult<String> {
    let (solver, cancel) = (&tables.solver, wait::flag());
    let threads = batch::threads_or_all(threads);
    let record = wait::for_result(py, &cancel, || {
        let (space, heuristic) = (solver.space(), solver.tile_heuristic());
        let survey = Survey::of(space, heuristic, samples, seed, threads, &mut |_| flow(&cancel))?;
        Ok(QualityRecord::new(solver, &survey, seed, &bounds))
    })?;
    json(&record.map_err(of_solving)?)
}

fn flow(cancel: &AtomicBool) -> ControlFlow<()> {
    if cancel.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn json(record: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(record).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
