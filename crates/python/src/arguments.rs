//! Arguments as Python gives them: boards, goals, sizes, paths, modes and limits.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_solver::{Algorithm, Board, Goal, Mode, Options, Size, batch, notation};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::failed;

/// `'4x4'`, or width and height.
pub(crate) fn size(value: &Bound<'_, PyAny>) -> PyResult<Size> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(failed);
    }
    let wrong = || failed("a size is '4x4' (width x height), or a pair of numbers");
    let (width, height) = value.extract::<(usize, usize)>().map_err(|_| wrong())?;
    Size::new(width, height).map_err(failed)
}

/// A board: text, numbers row by row, or rows of numbers.
pub(crate) fn board(value: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Board> {
    if let Ok(text) = value.cast::<PyString>() {
        return notation::parse(&text.to_cow()?, size).map_err(failed);
    }
    let wrong = |_| failed("a board is text, a sequence of numbers row by row, or a sequence of rows; 0 is the blank");
    let (mut tiles, mut rows) = (Vec::new(), 0);
    for item in value.try_iter().map_err(wrong)? {
        let item = item?;
        match item.extract::<i64>() {
            Ok(tile) => tiles.push(tile),
            Err(error) => {
                rows += 1;
                for tile in item.try_iter().map_err(|_| wrong(error))? {
                    tiles.push(tile?.extract::<i64>().map_err(wrong)?);
                }
            }
        }
    }
    let size = match rows {
        0 => size.or(Size::square(tiles.len())),
        rows if tiles.len() % rows == 0 => Some(Size::new(tiles.len() / rows, rows).map_err(failed)?),
        _ => return Err(failed("the rows of the board differ in length")),
    };
    let size = size.ok_or_else(|| failed(format!("{} numbers are no square; say the size", tiles.len())))?;
    // A number that is no tile stays none.
    let tiles: Vec<u8> = tiles.into_iter().map(|tile| u8::try_from(tile).unwrap_or(u8::MAX)).collect();
    Board::new(size, &tiles).map_err(failed)
}

/// `'last'`, `'first'`, `'spiral'`, or a board.
pub(crate) fn goal(value: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Goal> {
    match value.cast::<PyString>() {
        Ok(text) => Goal::parse(&text.to_cow()?, size).map_err(failed),
        Err(_) => board(value, size).map(Goal::Board),
    }
}

/// The size that is given, or the goal's, or 4x4.
pub(crate) fn size_of(size: Option<&Bound<'_, PyAny>>, goal_value: &Bound<'_, PyAny>) -> PyResult<(Size, Goal)> {
    let size = size.map(self::size).transpose()?;
    let goal = goal(goal_value, size)?;
    let size = match (size, goal) {
        (Some(size), _) => size,
        (None, Goal::Board(board)) => board.size(),
        (None, _) => Size::new(4, 4).map_err(failed)?,
    };
    Ok((size, goal))
}

/// A path, several, or none.
pub(crate) fn paths(value: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<PathBuf>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    if let Ok(path) = value.extract::<PathBuf>() {
        return Ok(vec![path]);
    }
    value.try_iter()?.map(|path| path?.extract::<PathBuf>()).collect()
}

/// What limits a search; of the command's names.
#[derive(Debug, Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SearchArguments {
    pub(crate) mode: String,
    /// The most solutions to be kept, if all are wanted.
    pub(crate) all: Option<usize>,
    pub(crate) finish_iteration: bool,
    pub(crate) threads: usize,
    pub(crate) node_limit: Option<u64>,
    /// In seconds.
    pub(crate) time_limit: Option<f64>,
    pub(crate) depth_limit: Option<u32>,
    /// In bytes.
    pub(crate) memory_limit: Option<u64>,
}

impl SearchArguments {
    /// The options of a search, on so many threads.
    pub(crate) fn options(&self, algorithm: Algorithm, threads: usize, cancel: &Arc<AtomicBool>) -> PyResult<Options> {
        let time = |seconds| Duration::try_from_secs_f64(seconds).map_err(|e| failed(format!("time_limit: {e}")));
        let mut options = Options::default();
        options.mode = mode(&self.mode, algorithm, self.all.is_some(), threads)?;
        options.all = self.all;
        options.finish_iteration = self.finish_iteration;
        options.nodes = self.node_limit;
        options.time = self.time_limit.map(time).transpose()?;
        options.depth = self.depth_limit;
        options.memory = self.memory_limit;
        options.cancel = Some(Arc::clone(cancel));
        Ok(options)
    }
}

/// `'plain'` or `'fast'`; whoever wants all solutions gets the plain search.
pub(crate) fn mode(name: &str, algorithm: Algorithm, all: bool, threads: usize) -> PyResult<Mode> {
    match name {
        "plain" => Ok(Mode::Plain),
        "fast" if algorithm == Algorithm::Ida && !all => Ok(Mode::Fast { threads: batch::threads_or_all(threads) }),
        "fast" => Ok(Mode::Plain),
        found => Err(failed(format!("'{found}' is no mode; there are 'plain' and 'fast'"))),
    }
}

/// An algorithm by its name; `deepening` is for `dfs`.
pub(crate) fn algorithm(name: &str, deepening: bool) -> PyResult<Algorithm> {
    match name.parse().map_err(failed)? {
        Algorithm::Dfs { .. } => Ok(Algorithm::Dfs { deepening }),
        algorithm if deepening => Err(failed(format!("deepening is for dfs, not for {algorithm}"))),
        algorithm => Ok(algorithm),
    }
}
