//! Building tables into a folder, with progress.

use std::path::{Path, PathBuf};

use fifteen_solver::pdb::{self, BuildError, BuildProgress, Pattern, TableBuilder, file};
use fifteen_solver::resources::Threads;
use fifteen_solver::{Partition, TableKind, tables};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::error::{advised, failed, of_tables};
use crate::wait::{self, Cancel};
use crate::{arguments, memory, whole};

/// One partition, or several.
#[derive(FromPyObject)]
pub(crate) enum Partitions {
    One(String),
    Several(Vec<String>),
}

/// Builds the tables of partitions, or of a collection of them; those that are there are left alone.
///
/// :param partition: ``"7-8"``, ``"6-6-3"``, tiles as in ``"1-8/9-15"``, or several; by default those of the size.
/// :param collection: ``"7-8x2"``, or a file.
/// :param out: the folder; by default that of the command.
/// :param zstd: pack them, with this level.
/// :param force: build again what is there.
/// :param progress: called with the table's tiles, the depth, the entries done, and the entries in all. An exception
///     raised there stops the work.
/// :returns: the paths of the tables. A table appears under its name only when it is complete.
/// :raises TableError: they cannot be built or written.
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
    collection: Option<&str>,
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
    let (partitions, kind) = match (partition, collection) {
        (Some(_), Some(_)) => return Err(failed("give partitions or a collection, not both")),
        (None, Some(name)) => of_collection(name, size, goal, kind)?,
        (partition, None) => {
            let goal = arguments::goal_board(size, goal)?;
            let parsed = |texts: Vec<String>| {
                texts
                    .iter()
                    .map(|text| Partition::parse(text, &goal))
                    .collect()
            };
            let partitions: Result<Vec<_>, _> = match partition {
                Some(Partitions::One(text)) => parsed(vec![text]),
                Some(Partitions::Several(texts)) => parsed(texts),
                None => Ok(Partition::defaults(&goal)),
            };
            (partitions.map_err(failed)?, kind.unwrap_or_default())
        }
    };
    if let Some(level) = zstd.filter(|level| *level > 22) {
        return Err(failed(format!(
            "zstd is a level of at most 22; found {level}"
        )));
    }
    let folder = out.or_else(tables::default_folder);
    let folder = folder.ok_or_else(|| failed("no folder for the tables; name one with out="))?;
    file::prepare_folder(&folder).map_err(of_tables)?;
    let ending = if zstd.is_some() { ".zst" } else { "" };
    let (mut paths, mut missing, mut memory) = (Vec::new(), Vec::new(), 0);
    for pattern in pdb::distinct_patterns(&partitions) {
        let path = folder.join(file::file_name(&pattern, kind) + ending);
        paths.push(path.display().to_string());
        if force || !is_there(&path, &pattern, kind)? {
            memory = memory.max(pdb::build_memory(
                &pattern,
                kind,
                Threads::all_if_zero(threads),
            ));
            missing.push((pattern, path));
        }
    }
    if let Some(shortage) = memory::shortage(memory, "building these tables") {
        return Err(of_tables(format!(
            "{shortage}; close other programs, or choose a partition of smaller patterns"
        )));
    }
    for (pattern, path) in &missing {
        build(py, pattern, kind, path, (threads, zstd), progress)?;
    }
    py.import("fifteen._calls")?.call_method0("forget")?;
    Ok(paths)
}

/// Tells whether the table is there under its name; a file that is another table is an error.
fn is_there(path: &Path, pattern: &Pattern, kind: TableKind) -> PyResult<bool> {
    if !path.exists() {
        return Ok(false);
    }
    let header = tables::files()
        .read_header(path)
        .map_err(|error| of_tables(advised(&error, error.remedy())))?;
    if header.pattern() == pattern && header.kind() == kind {
        return Ok(true);
    }
    Err(of_tables(format!(
        "{} is another table; move it away, or build with force=True",
        path.display()
    )))
}

/// The partitions of a collection, and the kind of their tables.
fn of_collection(
    name: &str,
    size: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
    kind: Option<TableKind>,
) -> PyResult<(Vec<Partition>, TableKind)> {
    let collection =
        tables::collection(name, size.map(arguments::size).transpose()?).map_err(of_tables)?;
    let goal = arguments::goal(goal, Some(collection.size()))?
        .board(collection.size())
        .map_err(failed)?;
    Ok((
        collection.for_goal(&goal).map_err(of_tables)?,
        kind.unwrap_or(collection.kind()),
    ))
}

/// Builds one table, and packs it if a level of compression is given.
fn build(
    py: Python<'_>,
    pattern: &Pattern,
    kind: TableKind,
    path: &Path,
    (threads, zstd): (usize, Option<i32>),
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let (cancel, threads) = (Cancel::new(), Threads::all_if_zero(threads));
    let work = |report: &(dyn Fn(BuildProgress) + Sync)| {
        let built = TableBuilder::new()
            .kind(kind)
            .threads(threads)
            .on_progress(|progress| {
                report(progress);
                cancel.flow()
            })
            .build(pattern);
        built.map(|built| file::save(&built, path, zstd))
    };
    let tiles = pattern.to_string();
    let report = |p: BuildProgress| match progress {
        Some(progress) => progress
            .call1((&tiles, p.depth, p.entries, p.total))
            .map(|_| ()),
        None => Ok(()),
    };
    match wait::for_progress(py, &cancel, work, report)? {
        Ok(saved) => saved.map_err(of_tables),
        Err(BuildError::Interrupted) => Err(PyKeyboardInterrupt::new_err(())),
        Err(error) => Err(of_tables(error)),
    }
}
