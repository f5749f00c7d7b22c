//! Building tables into a folder, with progress.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use fifteen_solver::pdb::{self, BuildError, Pattern, Progress, file};
use fifteen_solver::{Partition, TableKind, tables};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::arguments;
use crate::error::{failed, of_tables};
use crate::wait;

/// The keywords of `build_tables` in Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct BuildArguments<'py> {
    partitions: Option<Vec<String>>,
    collection: Option<String>,
    size: Option<Bound<'py, PyAny>>,
    goal: Bound<'py, PyAny>,
    kind: Option<String>,
    out: Option<PathBuf>,
    threads: usize,
    zstd: Option<i32>,
    force: bool,
    progress: Option<Bound<'py, PyAny>>,
}

/// Builds the missing tables, and returns the paths of all.
#[pyfunction]
pub(crate) fn build_tables(py: Python<'_>, arguments: BuildArguments<'_>) -> PyResult<Vec<PathBuf>> {
    let (partitions, kind) = arguments.partitions()?;
    let folder = arguments.out.clone().or_else(tables::default_folder);
    let folder = folder.ok_or_else(|| failed("no folder for the tables; name one with out="))?;
    file::prepare_folder(&folder).map_err(of_tables)?;
    let ending = if arguments.zstd.is_some() { ".zst" } else { "" };
    let mut paths = Vec::new();
    for pattern in pdb::distinct_patterns(&partitions) {
        let path = folder.join(file::file_name(&pattern, kind) + ending);
        if arguments.force || !is_there(&path, &pattern, kind)? {
            arguments.build(py, &pattern, kind, &path)?;
        }
        paths.push(path);
    }
    Ok(paths)
}

/// Tells whether the table is there under its name; a file that is another table is an error.
fn is_there(path: &Path, pattern: &Pattern, kind: TableKind) -> PyResult<bool> {
    if !path.exists() {
        return Ok(false);
    }
    let header = tables::files().read_header(path).map_err(of_tables)?;
    if header.pattern() == pattern && header.kind() == kind {
        return Ok(true);
    }
    Err(of_tables(format!("{} is another table; move it away, or build with force=True", path.display())))
}

impl BuildArguments<'_> {
    fn partitions(&self) -> PyResult<(Vec<Partition>, TableKind)> {
        let kind = self.kind.as_ref().map(|kind| kind.parse::<TableKind>().map_err(failed)).transpose()?;
        if let Some(name) = &self.collection {
            if self.partitions.is_some() {
                return Err(failed("give partitions or a collection, not both"));
            }
            let collection = tables::collection(name, self.size.as_ref().map(arguments::size).transpose()?);
            let collection = collection.map_err(of_tables)?;
            let goal =
                arguments::goal(&self.goal, Some(collection.size()))?.board(collection.size()).map_err(failed)?;
            return Ok((collection.for_goal(&goal).map_err(of_tables)?, kind.unwrap_or(collection.kind())));
        }
        let (size, goal) = arguments::size_of(self.size.as_ref(), &self.goal)?;
        let goal = goal.board(size).map_err(failed)?;
        let partitions = match &self.partitions {
            Some(texts) => texts.iter().map(|text| Partition::parse(text, &goal)).collect::<Result<_, _>>(),
            None => Ok(Partition::defaults(&goal)),
        };
        Ok((partitions.map_err(failed)?, kind.unwrap_or_default()))
    }

    fn build(&self, py: Python<'_>, pattern: &Pattern, kind: TableKind, path: &Path) -> PyResult<()> {
        let cancel = wait::flag();
        let (threads, zstd) = (fifteen_solver::batch::threads_or_all(self.threads), self.zstd);
        let work = |report: &(dyn Fn(Progress) + Sync)| {
            let built = pdb::build(pattern, kind, threads, &mut |progress| {
                report(progress);
                if cancel.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            built.map(|built| match zstd {
                Some(level) => file::save_packed(&built, path, level),
                None => file::save(&built, path),
            })
        };
        let tiles = pattern.to_string();
        let report = |p: Progress| match &self.progress {
            Some(progress) => progress.call1((&tiles, p.depth, p.entries, p.total)).map(|_| ()),
            None => Ok(()),
        };
        match wait::for_progress(py, &cancel, work, report)? {
            Ok(saved) => saved.map_err(of_tables),
            Err(BuildError::Interrupted) => Err(PyKeyboardInterrupt::new_err(())),
            Err(error) => Err(of_tables(error)),
        }
    }
}
