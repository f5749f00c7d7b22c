//! A folder with the search for one board: for each iteration a file of units, files of results, and the job merged
//! from them.
//!
//! A file's name begins with the iteration's bound and the first characters of the job's digest:
//! `54-1a2b3c4d-units.jsonl`. So the files of two iterations never mix, and each step knows from the files alone what
//! was done before it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fifteen_solver::distributed::{Job, Line, Split, Unit};
use fifteen_solver::pdb::file::prepare_folder;

use super::lines;
use super::part::Part;
use crate::save;

/// Characters of a job's digest in names.
const DIGEST: usize = 8;
const UNITS: &str = "-units.jsonl";
const MERGED: &str = "-merged.jsonl";
const RESULTS: &str = "-results";

/// A folder with the search for one board.
#[derive(Debug, Clone)]
pub(super) struct SearchFolder {
    path: PathBuf,
}

impl SearchFolder {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The folder that a path names: there is a folder, or the path ends as one does.
    pub(super) fn named(path: &Path) -> Option<Self> {
        let ends = path.as_os_str().as_encoded_bytes().last().is_some_and(|&end| std::path::is_separator(end.into()));
        (ends || path.is_dir()).then(|| Self::new(path))
    }

    /// The folder as a person names it.
    pub(super) fn name(&self) -> std::path::Display<'_> {
        self.path.display()
    }

    /// Makes the folder if need be, and keeps other processes from splitting there as long as the result lives.
    pub(super) fn lock(&self) -> Result<File> {
        prepare_folder(&self.path)?;
        let path = self.path.join("lock");
        let file = File::options().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|e| anyhow!("cannot open {}: {e}", path.display()))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                Err(anyhow!("another process works in {}; wait for its end, or stop it", self.name()))
            }
            // Where locks do not exist, it goes without.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        }
    }

    /// The newest iteration; none in a folder that holds no search.
    pub(super) fn iteration(&self) -> Result<Option<IterationFiles>> {
        let cannot = |e: io::Error| anyhow!("cannot read the folder {}: {e}", self.name());
        let mut newest: Option<(u32, IterationFiles)> = None;
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            entries => entries.map_err(cannot)?,
        };
        for entry in entries {
            let name = entry.map_err(cannot)?.file_name();
            let Some((bound, stem)) = name.to_str().and_then(bound_and_stem) else { continue };
            match &newest {
                Some((other, files)) if *other == bound => {
                    let (path, stem) = (self.path.display(), &files.stem);
                    bail!(
                        "{path} has two files of units with the bound {bound}, {stem}{UNITS} and {}; move one of them away",
                        name.display()
                    );
                }
                Some((other, _)) if *other > bound => (),
                _ => newest = Some((bound, IterationFiles { folder: self.path.clone(), stem: stem.to_owned() })),
            }
        }
        Ok(newest.map(|(_, files)| files))
    }

    /// The newest iteration of a search that must have begun.
    pub(super) fn begun(&self) -> Result<IterationFiles> {
        let none = || {
            let name = self.name();
            anyhow!("no search has begun in {name}; begin one: fifteen split --out {name} BOARD")
        };
        self.iteration()?.ok_or_else(none)
    }

    /// Writes a job and its units as the newest iteration.
    pub(super) fn add(&self, split: &Split) -> Result<()> {
        let digest = split.job.digest.get(..DIGEST).unwrap_or(&split.job.digest);
        let stem = format!("{}-{digest}", split.job.search.bound);
        let files = IterationFiles { folder: self.path.clone(), stem };
        save::bytes(&files.units(), lines::of_split(split).as_bytes())
    }
}

/// The bound in the name of a file of units, and the part of the name that all files of the iteration share.
fn bound_and_stem(name: &str) -> Option<(u32, &str)> {
    let stem = name.strip_suffix(UNITS)?;
    let (bound, digest) = stem.split_once('-')?;
    let is_digest = digest.len() == DIGEST && digest.bytes().all(|b| b.is_ascii_hexdigit());
    Some((bound.parse().ok().filter(|_| is_digest)?, stem))
}

/// The files of one iteration.
#[derive(Debug, Clone)]
pub(super) struct IterationFiles {
    folder: PathBuf,
    stem: String,
}

impl IterationFiles {
    fn path(&self, end: &str) -> PathBuf {
        self.folder.join(format!("{}{end}", self.stem))
    }

    /// The job and its units.
    pub(super) fn units(&self) -> PathBuf {
        self.path(UNITS)
    }

    /// The results of all units or of a part of them.
    pub(super) fn results(&self, part: Option<Part>) -> PathBuf {
        self.path(&part.map_or(format!("{RESULTS}.jsonl"), |part| format!("{RESULTS}-{part}.jsonl")))
    }

    /// All files of results that there are.
    pub(super) fn all_results(&self) -> Result<Vec<PathBuf>> {
        let cannot = |e: io::Error| anyhow!("cannot read the folder {}: {e}", self.folder.display());
        let start = format!("{}{RESULTS}", self.stem);
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(cannot)? {
            let name = entry.map_err(cannot)?.file_name();
            if name.to_str().is_some_and(|name| name.starts_with(&start) && name.ends_with(".jsonl")) {
                found.push(self.folder.join(name));
            }
        }
        found.sort();
        Ok(found)
    }

    /// The job and its units, read.
    pub(super) fn read(&self) -> Result<(Job, Vec<Unit>)> {
        lines::job_and_units(&self.units())
    }

    /// The job merged from this iteration: solved, or with the next iteration. None if it was not merged yet.
    pub(super) fn merged(&self) -> Result<Option<Job>> {
        let path = self.path(MERGED);
        if path.exists() { lines::job(&path).map(Some) } else { Ok(None) }
    }

    /// Writes the job merged from this iteration.
    pub(super) fn write_merged(&self, job: Job) -> Result<()> {
        save::bytes(&self.path(MERGED), format!("{}\n", Line::Job(job)).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_iteration_is_the_one_with_the_largest_bound() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = SearchFolder::new(temporary.path());
        assert!(folder.iteration().unwrap().is_none());
        let names =
            ["9-0123abcd-units.jsonl", "11-0123abcd-units.jsonl", "77-units.jsonl", "99-0123abcd-results.jsonl"];
        names.iter().for_each(|name| fs::write(temporary.path().join(name), "").unwrap());
        assert_eq!(folder.iteration().unwrap().unwrap().stem, "11-0123abcd");
        fs::write(temporary.path().join("11-ffffffff-units.jsonl"), "").unwrap();
        assert!(folder.iteration().unwrap_err().to_string().contains("two files of units"));
    }

    #[test]
    fn a_path_that_ends_in_a_separator_names_a_folder() {
        let temporary = tempfile::tempdir().unwrap();
        assert!(SearchFolder::named(temporary.path()).is_some());
        assert!(SearchFolder::named(Path::new("none/")).is_some());
        assert!(SearchFolder::named(Path::new("none")).is_none());
    }
}
