//! The output of `work`: a stream of results, or a file of results of one job to which more are appended.

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use fifteen_solver::distributed::{Line, UnitResult};
use fifteen_solver::input::Encoding;
use fifteen_solver::pdb::file::Destination;

use super::lines::{self, Lines, ReadResults};
use crate::output;
use crate::save;
use crate::terminal::ui::Ui;

/// Results written one by one.
pub(super) struct ResultsOut {
    out: Box<dyn Write + Send>,
    /// The file, as a person names it; none for the standard output.
    file: Option<String>,
}

impl ResultsOut {
    /// The standard output.
    pub(super) fn stdout() -> Self {
        Self { out: Box::new(io::stdout()), file: None }
    }

    /// A file, and the results that it has. An incomplete last line, left by a stopped process, is cut off. What is not
    /// a regular file is written to as it is.
    pub(super) fn open(path: &Path, ui: &Ui) -> Result<(Self, Vec<UnitResult>)> {
        let name = path.display().to_string();
        let cannot = |what: &str, e: io::Error| anyhow!("cannot {what} {name}: {e}");
        if save::is_stdout(path) {
            return Ok((Self::stdout(), Vec::new()));
        }
        if let Destination::Direct(_) = Destination::of(path).map_err(|e| cannot("write", e))? {
            let out = File::options().append(true).open(path).map_err(|e| cannot("open", e))?;
            return Ok((Self { out: Box::new(out), file: Some(name) }, Vec::new()));
        }
        let open = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(|e| cannot("open", e))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("another process writes results to {name}; give each process its own file");
        }
        let reader = BufReader::new(file.try_clone().map_err(|e| cannot("read", e))?);
        let ReadResults { results, complete, cut, encoding } =
            lines::results(Lines::of(Box::new(reader), name.clone()))?;
        if encoding != Encoding::Utf8 {
            bail!("{name} is UTF-16 text, to which nothing can be added; save it as UTF-8");
        }
        if cut {
            ui.note(format_args!("the last line of {name} was cut off; its unit is searched again"));
        }
        file.set_len(complete).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|e| cannot("write to", e))?;
        Ok((Self { out: Box::new(file), file: Some(name) }, results))
    }

    /// The file, which holds the results of one job; none for the standard output, which may have results of any.
    pub(super) fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Writes a whole line at once.
    pub(super) fn write(&mut self, result: UnitResult) -> Result<()> {
        let line = format!("{}\n", Line::Result(result));
        let written = self.out.write_all(line.as_bytes()).and_then(|()| self.out.flush());
        written.map_err(|error| match &self.file {
            Some(name) => anyhow!("cannot write {name}: {error}"),
            None => output::unwritten(error).into(),
        })
    }
}
