//! A folder that stores the search for one board. Any number of processes can work in it at the
//! same time.
//!
//! For each iteration, the folder contains one file with the job and one file of results per
//! process. Only that process appends to its file of results. The file names begin with the bound
//! and the job's digest. Examples are `54-1a2b3c4d-job.jsonl` and `54-1a2b3c4d-results-1.jsonl`.
//! The file `solved.jsonl` contains the job of the solved board.
//!
//! A job file appears only when it is complete. Its contents are the same no matter which process
//! writes it. If a process is killed while it writes a result, the incomplete last line is ignored.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fifteen_pdb::file::{prepare_folder, remove_litter, write_whole};
use fifteen_puzzle::Board;

use crate::{SearchEvent, Solver};

use super::check::Start;
use super::{
    DistributedError, Job, JobOptions, Line, Results, SearchSpec, SettingDifference, UnitResult,
    begin,
};

/// File names contain this many hexadecimal digits of the job's digest.
const DIGEST: usize = 8;
const JOB: &str = "-job.jsonl";
const RESULTS: &str = "-results-";
const SOLVED: &str = "solved.jsonl";
/// Maximum length of a line, in bytes. It limits the memory used to read a damaged file.
const LONGEST: u64 = 1 << 20;

/// One process's view of a search stored in a folder. It consists of the newest job and the results
/// read so far.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    job: Job,
    results: Results,
    /// Number of lines and bytes read so far from each result file that another process writes.
    read: HashMap<PathBuf, (u64, u64)>,
    /// The file to which this process appends its results, or `None` before the first result.
    own: Option<(PathBuf, File)>,
    lock: Option<File>,
}

impl Folder {
    /// Opens the search in a folder, or returns `None` if the folder contains no search.
    ///
    /// # Errors
    /// Returns an error if the folder or its files cannot be read, or if their contents are
    /// inconsistent.
    pub fn open(path: &Path) -> Result<Option<Self>, DistributedError> {
        let Some(job) = newest(path)? else {
            return Ok(None);
        };
        let results = Results::default();
        let mut folder = Self {
            path: path.to_owned(),
            job,
            results,
            read: HashMap::new(),
            own: None,
            lock: None,
        };
        folder.refresh()?;
        Ok(Some(folder))
    }

    /// Opens the search for a board in a folder, or starts a new one there.
    ///
    /// # Errors
    /// Returns an error if the folder contains a different search, if it cannot be read or written,
    /// or if the search cannot be started (see [`begin`]).
    pub fn start(
        path: &Path,
        solver: &Solver,
        board: &Board,
        options: &JobOptions,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> Result<Self, DistributedError> {
        let asked = SearchSpec::new(
            solver,
            board,
            options.mode,
            options.finish_iteration,
            Start::new(solver, board)?.bound,
        )?;
        if newest(path)?.is_none() {
            prepare_folder(path).map_err(DistributedError::invalid)?;
            remove_litter(path);
            write(path, &begin(solver, board, options, on_event)?)?;
        }
        let folder = Self::open(path)?.ok_or_else(|| {
            DistributedError::invalid(format!("{} has lost its job", path.display()))
        })?;
        match folder.job.search.difference(&asked) {
            Some(SettingDifference {
                setting,
                own,
                other,
            }) => Err(folder.other_search(setting, &own, &other)),
            None => Ok(folder),
        }
    }

    /// Creates the error for a folder that contains a different search. `part` names the setting
    /// that differs, `there` is its value in the folder, and `asked` is the requested value.
    #[must_use]
    pub fn other_search(&self, part: &str, there: &str, asked: &str) -> DistributedError {
        let name = self.path.display();
        DistributedError::Invalid(format!(
            "{name} has another search: its {part} is {there}, not {asked}; name another folder"
        ))
    }

    /// Returns the newest job.
    #[must_use]
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns how many work units the iteration needs, including those with results.
    #[must_use]
    pub fn needed(&self) -> usize {
        self.results.needed(&self.job)
    }

    /// Returns the indices of the needed work units without a result, in ascending order.
    pub fn missing(&self) -> impl Iterator<Item = usize> {
        self.results.missing(&self.job)
    }

    /// Reads results and newer jobs that other processes have written since the last call.
    ///
    /// # Errors
    /// Returns an error if the folder or its files cannot be read, or if their contents are
    /// inconsistent.
    pub fn refresh(&mut self) -> Result<(), DistributedError> {
        if let Some(job) = newest(&self.path)?
            && job != self.job
        {
            (self.job, self.results, self.own) = (job, Results::default(), None);
            self.read.clear();
        }
        let start = format!("{}{RESULTS}", stem(&self.job));
        for name in names(&self.path)?
            .iter()
            .filter(|name| name.starts_with(&start))
        {
            let path = self.path.join(name);
            if self.own.as_ref().is_none_or(|(own, _)| *own != path) {
                self.read_results(path)?;
            }
        }
        Ok(())
    }

    /// Reads the lines that were appended to a result file. An incomplete last line is ignored,
    /// because it is still being written or was cut off.
    fn read_results(&mut self, path: PathBuf) -> Result<(), DistributedError> {
        let (mut number, mut bytes) = self.read.get(&path).copied().unwrap_or_default();
        let cannot = |e: io::Error| {
            DistributedError::invalid(format!("cannot read {}: {e}", path.display()))
        };
        let mut file = BufReader::new(File::open(&path).map_err(cannot)?);
        file.seek(SeekFrom::Start(bytes)).map_err(cannot)?;
        loop {
            let mut line = Vec::new();
            let length = (&mut file)
                .take(LONGEST)
                .read_until(b'\n', &mut line)
                .map_err(cannot)? as u64;
            number += 1;
            let wrong = |reason: &dyn ToString| {
                DistributedError::Invalid(format!(
                    "{}, line {number}: {}",
                    path.display(),
                    reason.to_string()
                ))
            };
            if line.pop() != Some(b'\n') {
                if length == LONGEST {
                    return Err(wrong(&format!(
                        "it is longer than {LONGEST} bytes; remove it"
                    )));
                }
                self.read.insert(path, (number - 1, bytes));
                return Ok(());
            }
            bytes += length;
            let result = UnitResult::parse(&String::from_utf8_lossy(&line));
            result
                .and_then(|result| self.results.insert(&self.job, result))
                .map_err(|e| wrong(&e))?;
        }
    }

    /// Adds a result and writes it to this process's file. A result from an earlier iteration is
    /// ignored.
    ///
    /// # Errors
    /// Returns an error if the result contradicts the search or another result, or if it cannot be
    /// written.
    pub fn add(&mut self, result: UnitResult) -> Result<(), DistributedError> {
        if result.job != self.job.digest {
            return Ok(());
        }
        self.results.insert(&self.job, result.clone())?;
        let (path, mut file) = match self.own.take() {
            Some(own) => own,
            None => self.new_results()?,
        };
        let written = file.write_all((result.to_json() + "\n").as_bytes());
        // After a failed write, continue in a new file. The old one can end with an incomplete
        // line, to which nothing may be appended.
        written.map_err(|e| {
            DistributedError::invalid(format!("cannot write {}: {e}", path.display()))
        })?;
        self.own = Some((path, file));
        Ok(())
    }

    /// Creates a result file that no other process uses.
    fn new_results(&self) -> Result<(PathBuf, File), DistributedError> {
        let start = format!("{}{RESULTS}", stem(&self.job));
        let mut number = 1 + names(&self.path)?
            .iter()
            .filter(|name| name.starts_with(&start))
            .count();
        loop {
            let path = self.path.join(format!("{start}{number}.jsonl"));
            match File::options().append(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                file => {
                    let file = file.map_err(|e| {
                        DistributedError::invalid(format!("cannot write {}: {e}", path.display()))
                    })?;
                    return Ok((path, file));
                }
            }
        }
    }

    /// Writes the job for the next iteration if the current iteration is complete and no other
    /// process has written that job.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read or written, if its contents are inconsistent,
    /// or if the next job cannot be derived (see [`Job::next`]).
    pub fn advance(&mut self, solver: &Solver) -> Result<(), DistributedError> {
        self.refresh()?;
        if self.missing().next().is_none() && self.job.moves.is_none() {
            write(&self.path, &self.job.next(solver, &self.results)?)?;
            self.refresh()?;
        }
        Ok(())
    }

    /// Returns whether this process leads the search. The leader should search the units in order,
    /// while other processes choose units at random. At most one process can be the leader. On a
    /// file system without locks, however, every process leads.
    pub fn leads(&mut self) -> bool {
        if self.lock.is_none() {
            let file = File::options()
                .write(true)
                .create(true)
                .truncate(false)
                .open(self.path.join("lock"));
            self.lock = file
                .ok()
                .filter(|file| !matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
        }
        self.lock.is_some()
    }
}

/// Returns the prefix of the file names of an iteration, such as `80-1a2b3c4d`.
fn stem(job: &Job) -> String {
    format!(
        "{}-{}",
        job.search.bound,
        job.digest.get(..DIGEST).unwrap_or(&job.digest)
    )
}

fn write(folder: &Path, job: &Job) -> Result<(), DistributedError> {
    let name = if job.moves.is_some() {
        SOLVED.to_owned()
    } else {
        stem(job) + JOB
    };
    let line = job.to_json() + "\n";
    write_whole(&folder.join(name), |out| out.write_all(line.as_bytes()))
        .map_err(DistributedError::invalid)
}

/// Returns the file names in a folder, or an empty list if the folder does not exist.
fn names(folder: &Path) -> Result<Vec<String>, DistributedError> {
    let names = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.and_then(|entries| {
            entries
                .map(|entry| Ok(entry?.file_name()))
                .collect::<io::Result<Vec<_>>>()
        }),
    };
    let names = names.map_err(|e| {
        DistributedError::invalid(format!("cannot read the folder {}: {e}", folder.display()))
    })?;
    Ok(names
        .into_iter()
        .filter_map(|name| name.into_string().ok())
        .collect())
}

/// Reads the job with the solution, or else the job with the largest bound. Processes with
/// different options can write different jobs with the same bound. The file name then decides, so
/// that all processes read the same job.
fn newest(folder: &Path) -> Result<Option<Job>, DistributedError> {
    let bound = |name: &str| {
        let (bound, digest) = name.strip_suffix(JOB)?.split_once('-')?;
        let is_digest = digest.len() == DIGEST && digest.bytes().all(|b| b.is_ascii_hexdigit());
        bound.parse::<u32>().ok().filter(|_| is_digest)
    };
    let of_name = |name: String| {
        if name == SOLVED {
            Some((u32::MAX, Reverse(name)))
        } else {
            Some((bound(&name)?, Reverse(name)))
        }
    };
    let Some((_, Reverse(name))) = names(folder)?.into_iter().filter_map(of_name).max() else {
        return Ok(None);
    };
    let path = folder.join(name);
    let wrong = |reason: &dyn ToString| {
        DistributedError::Invalid(format!("{}: {}", path.display(), reason.to_string()))
    };
    let job =
        Job::parse(&fs::read_to_string(&path).map_err(|e| wrong(&e))?).map_err(|e| wrong(&e))?;
    job.check().map_err(|e| wrong(&e)).map(|()| Some(job))
}
