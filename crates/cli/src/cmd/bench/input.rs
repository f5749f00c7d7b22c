//! The input of a benchmark: its boards, and files with lines of results, which are printed or continued.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fifteen_lab::{BenchmarkResults, InstanceSet};
use fifteen_solver::{Board, Goal, Size};

use super::SearchArgs;
use crate::input::{Boards, Source, prefix};
use crate::terminal::Ui;

/// The boards of `--set`: those of a published set, random ones, or those of a file.
pub(super) fn boards(args: &SearchArgs, ui: &Ui) -> Result<InstanceSet> {
    let (size, goal) = (args.goal.size, args.goal.given()?);
    if let Some(set) = InstanceSet::named(&args.set, size, goal)? {
        return Ok(set);
    }
    let mut boards = Vec::new();
    let path = PathBuf::from(&args.set);
    let own_size = size.or(goal.and_then(Goal::own_size));
    let lines = Boards::open(vec![Source::File(path)], own_size, 0, ui)
        .map_err(|_| anyhow!("{} is not a set: there are {}, and files", args.set, InstanceSet::offered()))?;
    let lines = lines.all()?;
    let goal = goal.or(lines.first().and_then(|(line, _)| line.goal)).unwrap_or_default();
    for (line, board) in lines {
        let bad = |error: String| anyhow!("{}{error}", prefix(&line));
        if let Some(other) =
            line.goal.filter(|&other| args.goal.given().is_ok_and(|given| given.is_none()) && other != goal)
        {
            return Err(bad(format!("found the goal {other}, expected {goal} as before; --goal decides")));
        }
        let first = boards.first().unwrap_or(&board).size();
        if board.size() != first {
            return Err(bad(format!(
                "found a {} board, expected a {first} board as before; a set has boards of one size",
                board.size()
            )));
        }
        fifteen_solver::puzzle::parity::check(&board, &goal.board(first)?).map_err(|e| bad(e.to_string()))?;
        boards.push(board);
    }
    let size = boards.first().map_or(Size::FIFTEEN, Board::size);
    Ok(InstanceSet::of_boards(&args.set, size, goal, boards)?)
}

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
