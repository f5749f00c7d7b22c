//! The results of a benchmark in a folder: a line for each board and configuration as soon as it is done, so that a run
//! that was ended goes on where it was.
//!
//! `settings.json` says what was asked for, `results.jsonl` has the lines. Another version of the program, other boards
//! or other options are refused: their results do not belong together.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fifteen_pdb::file::{FileError, write_whole};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::BenchmarkRecord;
use super::results::{BoardLine, DamagedLine, KeptResults};
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
const DAMAGED: &str = "damaged.jsonl";

/// A folder of results.
#[derive(Debug)]
pub struct ResultFolder {
    path: PathBuf,
    settings: RunSettings,
    results: KeptResults,
    damaged: Vec<DamagedLine>,
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
        let open = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&results);
        let mut file = open.map_err(io_error("write", &results))?;
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
        let (results, damaged) = set_damaged_aside(path, &mut file)?;
        Ok(Self { path: path.to_owned(), settings, results, damaged, file: Some(file) })
    }

    /// The results of a folder.
    ///
    /// # Errors
    /// [`ResultFolderError::Empty`] if there are none, or if files cannot be read.
    pub fn read(path: &Path) -> Result<Self, ResultFolderError> {
        let settings = read_settings(path)?;
        let file = path.join(RESULTS);
        let (results, damaged) = KeptResults::read(&fs::read(&file).map_err(io_error("read", &file))?);
        Ok(Self { path: path.to_owned(), settings, results, damaged, file: None })
    }

    /// The settings with which the run was begun.
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// The results.
    pub fn results(&self) -> &KeptResults {
        &self.results
    }

    /// The file with the results.
    pub fn file(&self) -> PathBuf {
        self.path.join(RESULTS)
    }

    /// The file to which damaged lines are moved when a run goes on.
    pub fn damaged_file(&self) -> PathBuf {
        self.path.join(DAMAGED)
    }

    /// The damaged lines that were in the file, and count for nothing. A run that goes on has moved them to
    /// [`damaged_file`](Self::damaged_file).
    pub fn damaged(&self) -> &[DamagedLine] {
        &self.damaged
    }

    /// A record for each configuration, in the order of their first lines.
    pub fn records(&self) -> Vec<BenchmarkRecord> {
        self.results.records(&self.settings)
    }

    /// Adds a line, and writes it at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, line: BoardLine) -> Result<(), ResultFolderError> {
        let path = self.file();
        let mut text = serde_json::to_string(&line).map_err(|error| damaged(&path, &error))?;
        text.push('\n');
        if let Some(file) = &mut self.file {
            file.write_all(text.as_bytes()).map_err(io_error("write", &path))?;
        }
        // A search has no impossible counts.
        let _ = self.results.add(line);
        Ok(())
    }
}

/// Reads the results of a locked file, and moves its damaged lines to a file of their own: they are reported once. A
/// blank line stays where they were, so that all others keep their numbers. Ends the last line if its writer was
/// stopped.
fn set_damaged_aside(folder: &Path, file: &mut File) -> Result<(KeptResults, Vec<DamagedLine>), ResultFolderError> {
    let [path, aside] = [RESULTS, DAMAGED].map(|name| folder.join(name));
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(io_error("read", &path))?;
    let (results, damaged) = KeptResults::read(&text);
    if !damaged.is_empty() {
        let lines: Vec<u8> = damaged.iter().flat_map(|line| [&text[line.bytes.clone()], b"\n"].concat()).collect();
        let kept =
            OpenOptions::new().create(true).append(true).open(&aside).and_then(|mut file| file.write_all(&lines));
        kept.map_err(io_error("write", &aside))?;
    }
    let mut write = || {
        for line in &damaged {
            file.seek(SeekFrom::Start(line.bytes.start as u64))?;
            file.write_all(&vec![b' '; line.bytes.len()])?;
        }
        file.seek(SeekFrom::End(0))?;
        if text.last().is_some_and(|&byte| byte != b'\n') { file.write_all(b"\n") } else { Ok(()) }
    };
    write().map_err(io_error("write", &path))?;
    Ok((results, damaged))
}

fn read_settings(folder: &Path) -> Result<RunSettings, ResultFolderError> {
    let path = folder.join(SETTINGS);
    match fs::read(&path) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| match error.is_eof() {
            true => damaged(&path, &"it ends too early"),
            false => damaged(&path, &error),
        }),
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

fn damaged(path: &Path, error: &dyn std::fmt::Display) -> ResultFolderError {
    ResultFolderError::Damaged { path: path.to_owned(), error: error.to_string() }
}

fn io_error(action: &'static str, path: &Path) -> impl Fn(io::Error) -> ResultFolderError {
    move |error| ResultFolderError::Io { action, path: path.to_owned(), error }
}
