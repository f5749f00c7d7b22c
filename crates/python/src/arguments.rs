//! Arguments as Python gives them: boards, goals, sizes, paths and keywords of a search.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_solver::record::counted;
use fifteen_solver::{AnytimeOptions, Board, Field, Goal, Limits, Mode, Options, Request, Size, notation};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use crate::error::{FifteenError, failed};

/// `'4x4'`, or width and height.
pub(crate) fn size(value: &Bound<'_, PyAny>) -> PyResult<Size> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(failed);
    }
    let wrong = || failed(format!("a size is '4x4' (width x height), or a pair of numbers; found {value}"));
    let (width, height) = value.extract::<(usize, usize)>().map_err(|_| wrong())?;
    Size::new(width, height).map_err(failed)
}

/// A board: text, numbers row by row, or rows of numbers. The error of a board that could not be read stands for
/// itself.
pub(crate) fn board(value: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Board> {
    if value.is_instance_of::<FifteenError>() {
        return Err(PyErr::from_value(value.clone()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return notation::parse(&text.to_cow()?, size).map_err(failed);
    }
    if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() {
        // Iterated, they would be the codes of characters.
        return Err(PyTypeError::new_err(format!(
            "a board is text or numbers; found {}, which may mean either: decode it, or make it a list",
            value.repr()?
        )));
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
    let size = size.ok_or_else(|| {
        failed(format!(
            "the board is not square, it has {}; give the size",
            counted(tiles.len() as u64, "number", "numbers")
        ))
    })?;
    // A number that is not a tile stays one that is not.
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

/// The size given, otherwise the goal's, otherwise 4x4.
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

/// The keywords of `Solver.solve` and `Solver.solve_many` in Python.
#[derive(Debug, Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SearchArguments {
    mode: String,
    /// The most solutions to be kept, if all are asked for.
    all: Option<usize>,
    finish_iteration: bool,
    pub(crate) threads: usize,
    node_limit: Option<u64>,
    /// In seconds.
    time_limit: Option<f64>,
    depth_limit: Option<u32>,
    /// In bytes.
    memory_limit: Option<u64>,
    /// A percentage.
    within: Option<f64>,
    first: bool,
}

impl SearchArguments {
    /// The request of searches, each on `threads` threads; `base` has the fields of the solver.
    pub(crate) fn request(&self, base: Request, threads: usize, cancel: &Arc<AtomicBool>) -> PyResult<Request> {
        let time = |seconds| Duration::try_from_secs_f64(seconds).map_err(|e| failed(format!("time_limit: {e}")));
        validated(Request {
            search: Options {
                mode: self.mode.parse::<Mode>().map_err(failed)?.on(threads),
                all: self.all,
                anytime: Some(AnytimeOptions { within: self.within, first: self.first }),
                finish_iteration: self.finish_iteration,
                limits: Limits {
                    nodes: self.node_limit,
                    depth: self.depth_limit,
                    memory: self.memory_limit,
                    ..Limits::cancelled_by(Arc::clone(cancel))
                },
                time: self.time_limit.map(time).transpose()?,
                ..Options::default()
            },
            ..base
        })
    }
}

/// Validates a request; errors name its fields as keywords.
pub(crate) fn validated(request: Request) -> PyResult<Request> {
    request.validated().map_err(|error| failed(error.spelled(keyword)))
}

pub(crate) fn keyword(field: Field) -> &'static str {
    match field {
        Field::All => "all",
        Field::FinishIteration => "finish_iteration",
        Field::Depth => "depth_limit",
        Field::Within => "within",
        Field::First => "first",
        Field::Algorithm => "algorithm",
        Field::Heuristic => "heuristic",
    }
}
