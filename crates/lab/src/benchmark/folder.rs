//! The results of a benchmark in a folder: a line for each board and configuration as soon as it is done, so that a run
//! that was ended goes on where it was.
//!
//! `settings.json` says what was asked for, `results.jsonl` has the lines. Another version of the program, other boards
//! or other options are refused: their results do not belong together.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fifteen_pdb::file::{FileError, write_whole};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::{BenchmarkRecord, Configuration, InstanceRecord, Tally};
use crate::instances::InstanceSet;

/// Settings that are the same for all results of a folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunSettings {
    /// The program, with its version and commit.
    pub program: String,
    /// The name of the set of boards.
    pub set: String,
    /// Width and height: `4x4`.
    pub size: String,
    /// The goal, as a person writes it.
    pub goal: String,
    /// The number of boards, and the start of the digest of their text.
    pub boards: String,
    /// The options with which boards are searched, as written on the command line.
    pub options: String,
}

/// The result of one board with one configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoardLine {
    /// The heuristic with the algorithm.
    #[serde(flatten)]
    pub configuration: Configuration,
    /// The board.
    pub board: String,
    /// Its result.
    #[serde(flatten)]
    pub found: InstanceRecord,
    /// The most bytes of nodes and states kept by the search.
    pub peak_bytes: u64,
    /// The length of the shortest solutions, where it is known.
    pub known: Option<u32>,
    /// The fault of the result, if it has one.
    pub wrong: Option<String>,
}

/// A folder cannot take or give results.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultFolderError {
    /// A file cannot be read or written.
    #[error("cannot {action} {}: {error}", path.display())]
    Io {
        /// The step that failed.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The settings cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// There are no results.
    #[error("{} has no results of fifteen bench --out: there is no {SETTINGS} in it", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
    /// The settings cannot be read.
    #[error("{} is damaged: {error}; name another folder for a new run", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The reader's error.
        error: String,
    },
    /// The results are of another run.
    #[error("{} has results with {field} {found:?}, not {expected:?}; name another folder", folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The field of the settings that differs.
        field: String,
        /// The value in the folder.
        found: String,
        /// The value that was asked for.
        expected: String,
    },
    /// Another process writes there.
    #[error("another run writes to {}", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
}

const SETTINGS: &str = "settings.json";
const RESULTS: &str = "results.jsonl";

/// A folder of results.
#[derive(Debug)]
pub struct ResultFolder {
    path: PathBuf,
    settings: RunSettings,
    lines: Vec<BoardLine>,
    /// By board: the indices of its lines.
    by_board: HashMap<String, Vec<usize>>,
    damaged: Vec<usize>,
    /// The results, to be continued; none if they are only read.
    file: Option<File>,
}

impl RunSettings {
    /// Those of a run over a set, by a program with options.
    pub fn new(program: &str, set: &InstanceSet, options: String) -> Self {
        let mut hasher = blake3::Hasher::new();
        for instance in &set.instances {
            hasher.update(format!("{}\n", instance.board).as_bytes());
        }
        Self {
            program: program.to_owned(),
            set: set.name.clone(),
            size: set.size.to_string(),
            goal: set.goal.to_string(),
            boards: format!("{} with digest {:.16}", set.instances.len(), hasher.finalize().to_hex()),
            options,
        }
    }
}

impl ResultFolder {
    /// The folder for the results of a run: a new one, or one with a part of them. The file stays locked.
    ///
    /// # Errors
    /// [`ResultFolderError::Other`] if it has results of another run, [`ResultFolderError::Busy`] if another process
    /// writes there, or if files cannot be read or written.
    pub fn open(path: &Path, settings: RunSettings) -> Result<Self, ResultFolderError> {
        fs::create_dir_all(path).map_err(io_error("make the folder", path))?;
        let results = path.join(RESULTS);
        let file = OpenOptions::new().create(true).append(true).open(&results).map_err(io_error("write", &results))?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(ResultFolderError::Busy { folder: path.to_owned() });
        }
        let target = path.join(SETTINGS);
        match read_settings(path) {
            Ok(found) => compare(path, &found, &settings)?,
            Err(ResultFolderError::Empty { .. }) => {
                let text = serde_json::to_string_pretty(&settings).map_err(|error| damaged(&target, &error))?;
                write_whole(&target, |out| out.write_all((text + "\n").as_bytes()))?;
            }
            Err(error) => return Err(error),
        }
        let mut folder = Self::read(path)?;
        folder.file = Some(file);
        folder.end_last_line()?;
        Ok(folder)
    }

    /// The results of a folder.
    ///
    /// # Errors
    /// [`ResultFolderError::Empty`] if there are none, or if files cannot be read.
    pub fn read(path: &Path) -> Result<Self, ResultFolderError> {
        let settings = read_settings(path)?;
        let results = path.join(RESULTS);
        let text = fs::read(&results).map_err(io_error("read", &results))?;
        let (lines, by_board, damaged) = (Vec::new(), HashMap::new(), Vec::new());
        let mut folder = Self { path: path.to_owned(), settings, lines, by_board, damaged, file: None };
        for (number, line) in text.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
            match serde_json::from_slice(line) {
                Ok(line) => folder.keep(line),
                Err(_) => folder.damaged.push(number + 1),
            }
        }
        Ok(folder)
    }

    /// The settings with which the run was begun.
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// The file with the results.
    pub fn results(&self) -> PathBuf {
        self.path.join(RESULTS)
    }

    /// The numbers of the lines that cannot be read, and count for nothing.
    pub fn damaged(&self) -> &[usize] {
        &self.damaged
    }

    /// The result of a board with a configuration.
    pub fn find(&self, configuration: &Configuration, board: &str) -> Option<&BoardLine> {
        let lines = self.by_board.get(board)?.iter().map(|&index| &self.lines[index]);
        lines.into_iter().find(|line| line.configuration.is_same(configuration))
    }

    /// Adds a line, and writes it at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, line: BoardLine) -> Result<(), ResultFolderError> {
        let path = self.results();
        let mut text = serde_json::to_string(&line).map_err(|error| damaged(&path, &error))?;
        text.push('\n');
        if let Some(file) = &mut self.file {
            file.write_all(text.as_bytes()).map_err(io_error("write", &path))?;
        }
        self.keep(line);
        Ok(())
    }

    fn keep(&mut self, line: BoardLine) {
        // A board is searched once with a configuration; a second line would count it twice.
        if self.find(&line.configuration, &line.board).is_none() {
            self.by_board.entry(line.board.clone()).or_default().push(self.lines.len());
            self.lines.push(line);
        }
    }

    /// The shortest lengths that are known, by the number of the board: from the set, or proven by a configuration.
    pub fn shortest(&self) -> BTreeMap<u32, u32> {
        self.lines.iter().filter_map(|line| Some((line.found.number, line.known?))).collect()
    }

    /// A record for each configuration, in the order of their first lines.
    pub fn records(&self) -> Vec<BenchmarkRecord> {
        let mut runs: Vec<(Configuration, Tally)> = Vec::new();
        for line in &self.lines {
            let known = runs.iter().position(|(configuration, _)| configuration.is_same(&line.configuration));
            let run = known.unwrap_or_else(|| {
                runs.push((line.configuration.clone(), Tally::default()));
                runs.len() - 1
            });
            runs[run].1.add_line(line);
        }
        let RunSettings { set, size, goal, .. } = &self.settings;
        let record = |(configuration, tally): (Configuration, Tally)| {
            let times = [tally.seconds];
            BenchmarkRecord::new((set.clone(), size.clone(), goal.clone()), configuration, tally, &times)
        };
        runs.into_iter().map(record).collect()
    }

    /// Ends a line that was cut short, so that the next one is not a part of it.
    fn end_last_line(&mut self) -> Result<(), ResultFolderError> {
        let path = self.results();
        let is_open = fs::read(&path).map_err(io_error("read", &path))?.last().is_some_and(|&byte| byte != b'\n');
        match &mut self.file {
            Some(file) if is_open => file.write_all(b"\n").map_err(io_error("write", &path)),
            _ => Ok(()),
        }
    }
}

impl Tally {
    /// Adds a result that was kept.
    pub(super) fn add_line(&mut self, line: &BoardLine) {
        self.add(line.found.clone(), line.peak_bytes, line.known);
        self.mismatches += usize::from(line.wrong.is_some());
    }
}

fn read_settings(folder: &Path) -> Result<RunSettings, ResultFolderError> {
    let path = folder.join(SETTINGS);
    match fs::read(&path) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| damaged(&path, &error)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(ResultFolderError::Empty { folder: folder.to_owned() })
        }
        Err(error) => Err(io_error("read", &path)(error)),
    }
}

/// Compares settings, field by field.
fn compare(folder: &Path, found: &RunSettings, expected: &RunSettings) -> Result<(), ResultFolderError> {
    let fields = |settings| match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let (found, expected) = (fields(found), fields(expected));
    match expected.iter().find(|(field, value)| found.get(*field) != Some(value)) {
        None => Ok(()),
        Some((field, value)) => Err(ResultFolderError::Other {
            folder: folder.to_owned(),
            field: field.clone(),
            found: text(found.get(field)),
            expected: text(Some(value)),
        }),
    }
}

fn damaged(path: &Path, error: &serde_json::Error) -> ResultFolderError {
    ResultFolderError::Damaged { path: path.to_owned(), error: error.to_string() }
}

fn io_error(action: &'static str, path: &Path) -> impl Fn(io::Error) -> ResultFolderError {
    move |error| ResultFolderError::Io { action, path: path.to_owned(), error }
}
