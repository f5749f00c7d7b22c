//! Reads the boards of a command one by one, from its arguments, from files and from standard
//! input.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use fifteen_solver::input::{BoardReader, START, START_AND_GOAL, SolveRules};
use fifteen_solver::notation::NUMBERS;
use fifteen_solver::pdb::file::is_named_device;
use fifteen_solver::{Board, Size};
use same_file::Handle;

use super::pairs::SeenBoards;
use super::{BoardLine, prefix};
use crate::terminal::{Ui, interrupt};

/// One board from the arguments, or a file of boards. The file `-` is standard input.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    Board(Box<BoardLine>),
    File(PathBuf),
}

type Reader = BoardReader<Box<dyn BufRead + Send>>;

/// How a board was read. The user is told only when this changes from one board to the next.
struct Reading {
    /// The notation, such as JSON.
    form: &'static str,
    /// The assumption under which the board was read, if its text was ambiguous.
    guess: Option<String>,
}

impl Default for Reading {
    /// Returns the usual way to read a board: as plain numbers, without an assumption.
    fn default() -> Self {
        Self {
            form: NUMBERS,
            guess: None,
        }
    }
}

/// Iterator over the boards of all sources. It ends early after Ctrl-C.
pub(crate) struct Boards<'a> {
    sources: VecDeque<Source>,
    /// The files among the sources. All other sources are boards given as arguments, and
    /// `arguments` is their number.
    paths: Vec<PathBuf>,
    arguments: usize,
    size: Option<Size>,
    /// Reader and display name of the file that is being read.
    current: Option<(Reader, String)>,
    /// How the previous board was read.
    previous: Reading,
    /// Number of boards still to be skipped.
    skip: usize,
    /// Boards that [`is_one`](Self::is_one) read ahead.
    ahead: VecDeque<Result<BoardLine, String>>,
    /// Whether start boards alternate with their goals in the input (`--pairs`).
    pairs: bool,
    /// Rules for reading each line of a file as a solve (a board with a person's moves), or `None`
    /// if the lines are plain boards.
    solves: Option<SolveRules>,
    seen: SeenBoards,
    ui: &'a Ui,
}

impl<'a> Boards<'a> {
    /// Opens the first file and checks that the others exist. The iterator skips the first `skip`
    /// boards of the files.
    pub(crate) fn open(
        sources: Vec<Source>,
        size: Option<Size>,
        skip: usize,
        ui: &'a Ui,
    ) -> Result<Self> {
        let path = |source: &Source| {
            if let Source::File(path) = source {
                Some(path.clone())
            } else {
                None
            }
        };
        let paths: Vec<PathBuf> = sources.iter().filter_map(path).collect();
        for path in paths
            .iter()
            .filter(|path| path.as_os_str() != "-" && !is_named_device(path))
        {
            if path
                .metadata()
                .map_err(|error| anyhow!(failed("open", path, &error)))?
                .is_dir()
            {
                bail!(
                    "cannot read {}: it is a folder; name a file in it",
                    path.display()
                );
            }
        }
        if paths.is_empty() && skip > 0 {
            bail!("--skip leaves out boards of a file; name one instead of boards");
        }
        let mut boards = Self {
            arguments: sources.len() - paths.len(),
            sources: sources.into(),
            paths,
            size,
            current: None,
            previous: Reading::default(),
            skip,
            ahead: VecDeque::new(),
            pairs: false,
            solves: None,
            seen: SeenBoards::default(),
            ui,
        };
        if let Some(Source::File(path)) = boards.sources.front().cloned() {
            boards.begin(&path).map_err(anyhow::Error::msg)?;
            boards.sources.pop_front();
        }
        Ok(boards)
    }

    /// Sets whether start boards alternate with their goals in the input (`--pairs`).
    pub(crate) fn in_pairs(mut self, pairs: bool) -> Self {
        self.pairs = pairs;
        self
    }

    /// Makes this iterator read each line of the files as a solve: a board together with a person's
    /// moves.
    pub(crate) fn of_solves(mut self, rules: SolveRules) -> Self {
        self.current = self
            .current
            .map(|(reader, name)| (reader.of_solves(rules.clone()), name));
        self.solves = Some(rules);
        self
    }

    /// Prints advice if some boards seem to be goals rather than start boards.
    pub(crate) fn note_pairs(&self) {
        if !self.pairs {
            self.seen.note().iter().for_each(|note| self.ui.note(note));
        }
    }

    /// Returns whether reading a board can block, because one of the files is not a regular file
    /// but, for example, a pipe.
    pub(crate) fn may_wait(&self) -> bool {
        self.paths.iter().any(|path| !is_regular_file(path))
    }

    /// Opens a file for reading, or standard input if the path is `-`.
    fn begin(&mut self, path: &Path) -> Result<(), String> {
        let open = || -> io::Result<Box<dyn BufRead + Send>> {
            let reader = if path.as_os_str() == "-" {
                InterruptibleReader::new(io::stdin())?
            } else {
                // Opening a named pipe blocks until a program writes to it, so a signal must end
                // the process.
                let file = interrupt::unpolled(|| File::open(path))?;
                if file.metadata().is_ok_and(|m| m.is_file()) {
                    let mut reader = BufReader::new(file);
                    check_uncompressed(reader.fill_buf()?)?;
                    return Ok(Box::new(reader));
                }
                InterruptibleReader::new(file)?
            };
            Ok(Box::new(BufReader::new(reader)))
        };
        let reader = open().map_err(|error| failed("open", path, &error))?;
        let mut reader = BoardReader::new(reader, self.size);
        if let Some(rules) = &self.solves {
            reader = reader.of_solves(rules.clone());
        }
        self.current = Some((reader, name(path)));
        Ok(())
    }

    /// Returns whether the arguments, the files or the pipe contain exactly one board.
    ///
    /// Waits for the end of a pipe only if `waits_for_end` is set, because the program that writes
    /// to the pipe may wait for an answer before it writes the next board. Otherwise, returns false
    /// for a pipe.
    pub(crate) fn is_one(&mut self, waits_for_end: bool) -> bool {
        if self.may_wait() && !waits_for_end {
            return false;
        }
        let first = self.next();
        self.ahead.extend(first);
        let second = self.next_unread();
        self.ahead.extend(second);
        self.ahead.len() == 1
    }

    /// Returns the total number of boards to solve, for a progress bar, or `None` if some file is
    /// not a regular file. To be counted, a file is read an additional time, which a pipe does not
    /// allow.
    pub(crate) fn total(&self) -> Option<u64> {
        let mut boards = self.arguments;
        // Number of start boards that the reader has already combined with their goals, because
        // both have headings.
        let mut pairs = 0;
        for path in &self.paths {
            let file = File::open(path)
                .ok()
                .filter(|f| f.metadata().is_ok_and(|m| m.is_file()))?;
            let reader = BoardReader::new(BufReader::with_capacity(1 << 16, file), self.size);
            for line in reader.take_while(|_| !interrupt::requested()) {
                if self.pairs && line.is_ok_and(|line| line.form == START_AND_GOAL) {
                    pairs += 1;
                } else {
                    boards += 1;
                }
            }
        }
        let boards = if self.pairs { boards / 2 } else { boards };
        Some((boards + pairs).saturating_sub(self.skip) as u64)
    }

    /// Returns the number of files.
    pub(crate) fn files(&self) -> usize {
        self.paths.len()
    }

    /// Returns the names of the files, separated by commas, for a message.
    pub(crate) fn names(&self) -> String {
        self.paths
            .iter()
            .map(|path| name(path))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Returns whether any of the remaining arguments is an invalid board.
    pub(crate) fn has_bad_argument(&self) -> bool {
        self.sources
            .iter()
            .any(|source| matches!(source, Source::Board(line) if line.board.is_err()))
    }

    /// Reads all boards. Returns an error if any of them is invalid.
    pub(crate) fn all(self) -> Result<Vec<(BoardLine, Board)>> {
        let checked = |line: Result<BoardLine, String>| {
            let line = line.map_err(anyhow::Error::msg)?;
            let board = line
                .board
                .clone()
                .map_err(|error| anyhow!("{}{error}", prefix(&line)))?;
            Ok((line, board))
        };
        self.map(checked).collect()
    }

    /// Reads the next board, even if it is to be skipped. With `--pairs`, also reads its goal,
    /// which is the board after it.
    fn read(&mut self) -> Result<Option<BoardLine>, String> {
        let Some(mut start) = self.read_line()? else {
            return Ok(None);
        };
        if !self.pairs {
            self.seen.add(&start);
            return Ok(Some(start));
        }
        // In programming contests, the first line of the input can be the number of pairs.
        if start.line == 1 && start.is_number {
            let Some(next) = self.read_line()? else {
                return Ok(Some(start));
            };
            start = next;
        }
        if start.form == START_AND_GOAL {
            return Ok(Some(start));
        }
        if start.board.is_err() {
            return Ok(Some(self.end_of_pairs(start)));
        }
        let Some(goal) = self.read_line()? else {
            let error = "the start has no goal: --pairs needs an even number of boards";
            return Ok(Some(BoardLine {
                board: Err(error.to_owned()),
                ..start
            }));
        };
        if [START, START_AND_GOAL].contains(&goal.form) {
            let error = format!(
                "the start has no goal: the next board, in line {}, is a start too, because of its heading",
                goal.line
            );
            let start = BoardLine {
                board: Err(error),
                ..start
            };
            return Ok(Some(self.end_of_pairs(start)));
        }
        let pair = start.with_goal(goal);
        Ok(Some(if pair.board.is_ok() {
            pair
        } else {
            self.end_of_pairs(pair)
        }))
    }

    /// Stops reading after an invalid board or pair, because it is then unclear which of the later
    /// boards are starts and which are goals. Returns the line with an error that explains this.
    fn end_of_pairs(&mut self, line: BoardLine) -> BoardLine {
        (self.sources, self.current) = (VecDeque::new(), None);
        let end = "no board after it is read, because --pairs takes every two boards as a start and its goal";
        BoardLine {
            board: line.board.map_err(|error| format!("{error}; {end}")),
            large: None,
            ..line
        }
    }

    /// Reads the next board from any source.
    fn read_line(&mut self) -> Result<Option<BoardLine>, String> {
        while !interrupt::requested() {
            if let Some((reader, file)) = &mut self.current {
                if let Some(line) = reader.next() {
                    // After an interruption, the last board can be incomplete, so discard it.
                    if interrupt::requested() {
                        break;
                    }
                    let line = line.map_err(|error| format!("cannot read {file}: {error}"))?;
                    return Ok(Some(BoardLine {
                        file: Some(file.clone()),
                        ..line
                    }));
                }
                self.current = None;
                self.previous = Reading::default();
            }
            match self.sources.pop_front() {
                None => break,
                Some(Source::Board(line)) => return Ok(Some(*line)),
                Some(Source::File(path)) => self.begin(&path)?,
            }
        }
        Ok(None)
    }

    /// Returns the next board that was not read ahead. After a read error, no more boards are read.
    fn next_unread(&mut self) -> Option<Result<BoardLine, String>> {
        loop {
            let read = self.read();
            read.iter().flatten().for_each(|line| self.tell(line));
            match read {
                Ok(Some(_)) if self.skip > 0 => self.skip -= 1,
                read => {
                    if read.is_err() {
                        (self.sources, self.current) = (VecDeque::new(), None);
                    }
                    return read.transpose();
                }
            }
        }
    }

    /// Tells the user how a board was read, unless the previous board was read in the same way.
    /// Prints the assumption if the text was ambiguous, and the notation with `--verbose`.
    fn tell(&mut self, line: &BoardLine) {
        let Ok(board) = &line.board else {
            return;
        };
        let is_new_guess = line.guess != self.previous.guess;
        if let Some(guess) = line.guess.as_ref().filter(|_| is_new_guess) {
            self.ui.note(format_args!("{}{guess}", prefix(line)));
        }
        if line.form != self.previous.form || is_new_guess {
            let place = line
                .file
                .as_ref()
                .map_or_else(|| format!("board {}: ", line.line), |_| prefix(line));
            let is_plain = line.form == NUMBERS && line.guess.is_none();
            let drawn = if is_plain {
                String::new()
            } else {
                format!(":\n{}", board.grid())
            };
            self.ui
                .verbose(format_args!("{place}read as {}{drawn}", line.form));
        }
        self.previous = Reading {
            form: line.form,
            guess: line.guess.clone(),
        };
    }
}

impl Iterator for Boards<'_> {
    type Item = Result<BoardLine, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.ahead.pop_front().or_else(|| self.next_unread())
    }
}

/// Reader that Ctrl-C can interrupt. A separate thread performs the reads, because they can block.
struct InterruptibleReader {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
}

impl InterruptibleReader {
    /// Starts the thread that reads the source to its end.
    fn new(mut source: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, pieces) = mpsc::sync_channel(4);
        thread::Builder::new().spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            loop {
                let piece = source.read(&mut buffer).map(|n| buffer[..n].to_vec());
                let last = piece
                    .as_ref()
                    .map_or_else(|e| e.kind() != io::ErrorKind::Interrupted, Vec::is_empty);
                if sender.send(piece).is_err() || last {
                    return;
                }
            }
        })?;
        Ok(Self {
            pieces,
            piece: io::Cursor::default(),
        })
    }
}

impl Read for InterruptibleReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.position() == self.piece.get_ref().len() as u64 && !interrupt::requested()
        {
            match self.pieces.recv_timeout(Duration::from_millis(50)) {
                Ok(piece) => self.piece = io::Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.piece.read(buffer)
    }
}

/// Returns an error if the first bytes are those of a file compressed with `gzip`, `zstd` or `xz`.
fn check_uncompressed(start: &[u8]) -> io::Result<()> {
    const PROGRAMS: [(&[u8], &str); 3] = [
        (b"\x1f\x8b", "gunzip"),
        (b"\x28\xb5\x2f\xfd", "unzstd"),
        (b"\xfd7zXZ", "unxz"),
    ];
    match PROGRAMS.iter().find(|(begin, _)| start.starts_with(begin)) {
        None => Ok(()),
        Some((_, unpack)) => Err(io::Error::other(format!(
            "it is compressed; unpack it first, with {unpack}"
        ))),
    }
}

/// Returns whether the path is a regular file, so that reading it never blocks. The path `-` stands
/// for standard input, which can be redirected from a regular file.
fn is_regular_file(path: &Path) -> bool {
    if path.as_os_str() != "-" {
        return path.is_file();
    }
    Handle::stdin()
        .and_then(|stdin| stdin.as_file().metadata())
        .is_ok_and(|metadata| metadata.is_file())
}

fn name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

fn failed(action: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {action} {}: {error}", name(path))
}

/// Returns whether standard input can contain boards. A terminal or the null device cannot.
pub(super) fn stdin_has_boards() -> bool {
    let null = if cfg!(windows) { "NUL" } else { "/dev/null" };
    let is_null = Handle::stdin()
        .and_then(|stdin| Ok(stdin == Handle::from_path(null)?))
        .unwrap_or(false);
    !is_null && !io::stdin().is_terminal()
}
