//! Builds pattern databases, saves them in a folder, and reports the progress.

use std::path::PathBuf;

use fifteen_solver::TableKind;
use fifteen_solver::pdb::{BuildError, BuildProgress, zst};
use fifteen_solver::resources::{Threads, system_memory};
use fifteen_solver::tables::{
    self, BuildOptions, BuildPlan, CompleteTable, PlannedTable, TableBuildError, TablesToBuild,
};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::error::{advised, failed, of_tables};
use crate::wait::{self, Cancel};
use crate::{arguments, whole};

/// An argument that is either one partition or several.
#[derive(FromPyObject)]
pub(crate) enum Partitions {
    One(String),
    Several(Vec<String>),
}

/// Builds the tables of one or more partitions, or of a collection of partitions. Tables that
/// already exist are kept.
///
/// :param partition: A partition such as ``"7-8"`` or ``"6-6-3"``, the tiles of each group as in
///     ``"1-8/9-15"``, or a sequence of several partitions. The default depends on the size of the
///     boards.
/// :param collection: The name of a collection, such as ``"7-8x2"``, or the path of a file.
/// :param out: The folder for the tables. The default is the command's folder.
/// :param zstd: The Zstandard level with which to compress the tables.
/// :param force: Whether to build tables that already exist again.
/// :param progress: A function that is called with the tiles of the table, the depth, the number of
///     entries done, and the total number of entries. If it raises an exception, the build stops.
/// :returns: The paths of the tables. A table appears under its name only when it is complete.
/// :raises TableError: A table cannot be built or written, needs more memory than is available, or
///     differs from the published table.
#[pyfunction]
#[pyo3(signature = (
    partition: "str | Sequence[str] | None" = None, *, collection=None, size: "Size | None" = None,
    goal: "Goal | None" = None, kind: "Literal['zero-aware', 'additive'] | None" = None,
    out: "str | PathLike[str] | None" = None, threads: "int" = 0, zstd: "int | None" = None, force=false,
    progress: "Callable[[str, int, int, int], object] | None" = None
))]
pub(crate) fn build_tables(
    py: Python<'_>,
    partition: Option<Partitions>,
    collection: Option<String>,
    size: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
    kind: Option<&str>,
    out: Option<PathBuf>,
    #[pyo3(from_py_with = whole::threads)] threads: usize,
    #[pyo3(from_py_with = whole::zstd)] zstd: Option<i32>,
    force: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<String>> {
    let kind = kind
        .map(str::parse::<TableKind>)
        .transpose()
        .map_err(failed)?;
    if partition.is_some() && collection.is_some() {
        return Err(failed("give partitions or a collection, not both"));
    }
    if let Some(level) = zstd.filter(|level| !zst::LEVELS.contains(level)) {
        return Err(failed(format!(
            "zstd is a level from {} to {}; found {level}",
            zst::LEVELS.start(),
            zst::LEVELS.end()
        )));
    }
    let size = size.map(arguments::size).transpose()?;
    let goal = goal
        .map(|goal| arguments::goal(Some(goal), size))
        .transpose()?;
    let to_build = TablesToBuild {
        size,
        goal,
        partitions: match partition {
            Some(Partitions::One(text)) => vec![text],
            Some(Partitions::Several(texts)) => texts,
            None => Vec::new(),
        },
        collection,
        kind,
        folder: out,
    };
    let options = BuildOptions {
        threads: Threads::all_if_zero(threads),
        zstd,
        force,
    };
    let plan = BuildPlan::new(&to_build, options).map_err(of_building)?;
    plan.prepare(system_memory::available())
        .map_err(of_building)?;
    let mut paths = Vec::new();
    for table in &plan.tables {
        let complete = build(py, &plan, table, progress)?;
        paths.push(complete.path.display().to_string());
    }
    py.import("fifteen._calls")?.call_method0("forget")?;
    Ok(paths)
}

/// Builds one table of a plan, unless the table exists already.
fn build(
    py: Python<'_>,
    plan: &BuildPlan,
    table: &PlannedTable,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<CompleteTable> {
    let cancel = Cancel::new();
    let work = |report: &(dyn Fn(BuildProgress) + Sync)| {
        plan.build(table, &mut |progress| {
            report(progress);
            cancel.flow()
        })
    };
    let tiles = table.pattern.to_string();
    let report = |p: BuildProgress| match progress {
        Some(progress) => progress
            .call1((&tiles, p.depth, p.entries, p.total))
            .map(|_| ()),
        None => Ok(()),
    };
    wait::for_progress(py, &cancel, work, report)?.map_err(of_building)
}

/// Returns the exception for an error that prevented a build.
fn of_building(error: TableBuildError) -> PyErr {
    match error {
        TableBuildError::Build(BuildError::Interrupted) => PyKeyboardInterrupt::new_err(()),
        // These errors are caused by an invalid argument and not by a table, so do not raise a
        // `TableError`.
        TableBuildError::Goal(error) => failed(error),
        TableBuildError::Tables(tables::TableError::Sets(error)) => failed(error),
        error => of_tables(advised(&error, error.remedy())),
    }
}
