//! Files of boards, and the standard input, read one after the other as boards are asked for.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use fifteen_solver::Size;
use fifteen_solver::input::BoardReader;
use fifteen_solver::notation::NUMBERS;
use fifteen_solver::pdb::file::is_named_device;
use same_file::Handle;

use super::interruptible::InterruptibleReader;
use super::{BoardLine, prefix, unread};
use crate::terminal::{Ui, interrupt};

/// A board, or a file of boards; `-` is the standard input.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    Board(BoardLine),
    File(PathBuf),
}

type Reader = BoardReader<Box<dyn BufRead + Send>>;

/// The time in which a pipe with only one board must end, for that board to be searched as the only one.
const PATIENCE: Duration = Duration::from_millis(100);

/// The boards of several sources. Ctrl-C ends them.
pub(crate) struct BoardFiles<'a> {
    sources: VecDeque<Source>,
    /// All files.
    paths: Vec<PathBuf>,
    size: Option<Size>,
    /// The file that is being read, and its name.
    current: Option<(Reader, String)>,
    /// The remarks on the last board of that file.
    told: Told,
    /// Boards still to be skipped.
    skip: usize,
    /// Boards that were read to see how many there are.
    ahead: VecDeque<Result<BoardLine, String>>,
    /// Set once the current file has ended, if reading it may wait.
    ended: Option<Arc<AtomicBool>>,
    /// Reading failed, and nothing more is read.
    failed: bool,
    ui: &'a Ui,
}

impl<'a> BoardFiles<'a> {
    /// Opens the first file, and checks that the others exist.
    pub(crate) fn open(sources: Vec<Source>, size: Option<Size>, skip: usize, ui: &'a Ui) -> Result<Self> {
        let path = |source: &Source| if let Source::File(path) = source { Some(path.clone()) } else { None };
        let paths: Vec<PathBuf> = sources.iter().filter_map(path).collect();
        for path in paths.iter().filter(|path| path.as_os_str() != "-" && !is_named_device(path)) {
            if path.metadata().map_err(|e| anyhow!(unopened(path, &e)))?.is_dir() {
                bail!(unread(&name(path), &io::Error::other("it is a folder; name a file in it")));
            }
        }
        let sources = sources.into();
        let (current, told, ahead, ended) = (None, Told::default(), VecDeque::new(), None);
        let mut files = Self { sources, paths, size, current, told, skip, ahead, ended, failed: false, ui };
        if let Some(Source::File(path)) = files.sources.front().cloned() {
            files.begin(&path).map_err(anyhow::Error::msg)?;
            files.sources.pop_front();
        }
        Ok(files)
    }

    /// True if the next board may have to be waited for: if not all files are regular ones.
    pub(crate) fn may_wait(&self) -> bool {
        self.paths.iter().any(|path| !path.is_file())
    }

    /// Begins to read a file.
    fn begin(&mut self, path: &Path) -> Result<(), String> {
        let (reader, ended) = open(path)?;
        let reader = BoardReader::new(reader, self.size).cancel(interrupt::flag());
        (self.current, self.ended) = (Some((reader, name(path))), ended);
        Ok(())
    }

    /// True if there is only one board. A program that writes boards into a pipe, and waits for answers in between, is
    /// not waited for.
    pub(crate) fn is_one(&mut self) -> bool {
        let first = self.next();
        self.ahead.extend(first);
        let deadline = Instant::now() + PATIENCE;
        while self.ended.as_ref().is_some_and(|ended| !ended.load(Ordering::Acquire)) {
            if Instant::now() > deadline || interrupt::requested() {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        if !self.sources.is_empty() {
            return false;
        }
        let second = self.next_unread();
        self.ahead.extend(second);
        self.ahead.len() == 1
    }

    /// Number of boards, for a progress bar: only of regular files, which can be read twice.
    pub(crate) fn total(&self) -> Option<u64> {
        let mut boards = 0;
        for path in &self.paths {
            let file = File::open(path).ok().filter(|f| f.metadata().is_ok_and(|m| m.is_file()))?;
            let file = BufReader::with_capacity(1 << 16, file);
            boards += BoardReader::new(file, self.size).cancel(interrupt::flag()).count();
        }
        let given = self.sources.iter().filter(|source| matches!(source, Source::Board(_))).count();
        Some((boards + given).saturating_sub(self.skip) as u64)
    }

    /// The number of files.
    pub(crate) fn files(&self) -> usize {
        self.paths.len()
    }

    /// The names of the files, for a message.
    pub(crate) fn names(&self) -> String {
        self.paths.iter().map(|path| name(path)).collect::<Vec<_>>().join(", ")
    }
}

impl BoardFiles<'_> {
    /// The next board of all sources, even one that is skipped.
    fn read(&mut self) -> Result<Option<BoardLine>, String> {
        while !interrupt::requested() {
            if let Some((reader, file)) = &mut self.current {
                if let Some(line) = reader.next() {
                    let line = line.map_err(|error| unread(file, &error))?;
                    let line = BoardLine { file: Some(file.clone()), ..line };
                    self.told.tell(&line, self.ui);
                    return Ok(Some(line));
                }
                (self.current, self.told) = (None, Told::default());
            }
            match self.sources.pop_front() {
                None => break,
                Some(Source::Board(line)) => return Ok(Some(line)),
                Some(Source::File(path)) => self.begin(&path)?,
            }
        }
        Ok(None)
    }

    /// The next board after those that were read ahead.
    fn next_unread(&mut self) -> Option<Result<BoardLine, String>> {
        while !self.failed {
            match self.read() {
                Ok(Some(_)) if self.skip > 0 => self.skip -= 1,
                read => {
                    self.failed = read.is_err();
                    return read.transpose();
                }
            }
        }
        None
    }
}

impl Iterator for BoardFiles<'_> {
    type Item = Result<BoardLine, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.ahead.pop_front().or_else(|| self.next_unread())
    }
}

/// The remarks that were made on the way in which a board was read.
#[derive(Debug, Default)]
pub(super) struct Told {
    form: Option<&'static str>,
    guess: Option<String>,
}

impl Told {
    /// Says what was guessed, and with `--verbose` how a board was read, unless that was said of the one before.
    pub(super) fn tell(&mut self, line: &BoardLine, ui: &Ui) {
        let Ok(board) = &line.board else { return };
        if let Some(guess) = line.guess.as_ref().filter(|guess| self.guess.as_ref() != Some(guess)) {
            ui.note(format_args!("{}{guess}", prefix(line)));
        }
        if line.form != self.form.unwrap_or(NUMBERS) || line.guess != self.guess {
            let place = line.file.as_ref().map_or_else(|| format!("board {}: ", line.line), |_| prefix(line));
            let drawn = if line.form == NUMBERS && line.guess.is_none() {
                String::new()
            } else {
                format!(":\n{}", board.grid())
            };
            ui.verbose(format_args!("{place}read as {}{drawn}", line.form));
        }
        (self.form, self.guess) = (Some(line.form), line.guess.clone());
    }
}

/// A source, and for one that may have to be waited for the flag that is set once it has ended.
type Opened = (Box<dyn BufRead + Send>, Option<Arc<AtomicBool>>);

/// Opens a file, or the standard input if the path is `-`.
fn open(path: &Path) -> Result<Opened, String> {
    let unopened = |error| unopened(path, &error);
    let reader = if path.as_os_str() == "-" {
        InterruptibleReader::new(io::stdin())
    } else {
        // A pipe without a writer is waited for.
        let file = interrupt::unpolled(|| File::open(path)).map_err(unopened)?;
        if file.metadata().is_ok_and(|m| m.is_file()) {
            return Ok((Box::new(BufReader::new(file)), None));
        }
        InterruptibleReader::new(file)
    };
    let reader = reader.map_err(unopened)?;
    let ended = reader.ended();
    Ok((Box::new(BufReader::new(reader)), Some(ended)))
}

fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "the standard input".to_owned() } else { path.display().to_string() }
}

fn unopened(path: &Path, error: &io::Error) -> String {
    format!("cannot open {}: {error}", name(path))
}

/// True if the standard input may have boards: if it is neither a terminal nor the null device.
pub(super) fn stdin_has_boards() -> bool {
    let null = if cfg!(windows) { "NUL" } else { "/dev/null" };
    let is_null = Handle::stdin().and_then(|stdin| Ok(stdin == Handle::from_path(null)?)).unwrap_or(false);
    !is_null && !io::stdin().is_terminal()
}
