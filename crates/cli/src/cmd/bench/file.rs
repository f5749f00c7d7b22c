//! Files with lines of results: read to be printed, and continued by `--resume`.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fifteen_lab::BenchmarkResults;

use crate::terminal::Ui;

/// The results of some files.
pub(super) fn read(files: &[PathBuf], ui: &Ui) -> Result<BenchmarkResults> {
    let mut results = BenchmarkResults::default();
    for path in files {
        let text = fs::read(path).map_err(|error| failed("read", path, &error))?;
        add(&mut results, path, &text, ui)?;
    }
    if results.runs().is_empty() {
        bail!("{} has no results yet", files[0].display());
    }
    Ok(results)
}

/// Opens a file to which results are appended, and reads those that it has. A last line that was cut off goes, since
/// its board is searched again. The file stays locked.
pub(super) fn resume(path: &Path, results: &mut BenchmarkResults, ui: &Ui) -> Result<File> {
    let open = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
    let mut file = open.map_err(|error| failed("write", path, &error))?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        bail!("another run writes to {}", path.display());
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(|error| failed("read", path, &error))?;
    let whole = add(results, path, &text, ui)?;
    let mut end = || {
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        if text[..whole].last().is_some_and(|&byte| byte != b'\n') { file.write_all(b"\n") } else { Ok(()) }
    };
    end().map_err(|error| failed("write", path, &error))?;
    Ok(file)
}

/// Adds the lines of a file; returns the bytes of those that are whole.
fn add(results: &mut BenchmarkResults, path: &Path, text: &[u8], ui: &Ui) -> Result<usize> {
    let whole = results.read(text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    if whole < text.len() {
        ui.note(format_args!("{}: left out the last line, which was cut off", path.display()));
    }
    Ok(whole)
}

fn failed(action: &str, path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot {action} {}: {error}", path.display())
}
