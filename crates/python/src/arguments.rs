//! Converts Python arguments: boards, goals, sizes, paths and search limits.

use std::path::PathBuf;
use std::time::Duration;

use fifteen_solver::input;
use fifteen_solver::puzzle::{MAX_CELLS, TileGrid};
use fifteen_solver::record::counted;
use fifteen_solver::{Board, Goal, IdaRequest, Mode, Request, Size, Within};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFrozenSet, PySet, PyString};

use crate::error::{FifteenError, failed};
use crate::solver::warn;
use crate::whole;

/// Converts a size: a string such as `'4x3'` (width 4, height 3), or two equal integers. Two
/// different integers are ambiguous, because the shape of a NumPy array begins with the height, so
/// they are rejected.
pub(crate) fn size(value: &Bound<'_, PyAny>) -> PyResult<Size> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(failed);
    }
    let wrong = |_| {
        failed(format!(
            "a size is '4x3', width and height, or two equal numbers; found {value}"
        ))
    };
    let (one, other) = value.extract::<(usize, usize)>().map_err(wrong)?;
    if one != other {
        return Err(failed(format!(
            "the size {value} may begin with the width, or with the height, as a shape of NumPy does; write '{one}x{other}' for \
             a width of {one}, or '{other}x{one}' for a height of {one}"
        )));
    }
    Size::new(one, other).map_err(failed)
}

const BOARD_FORMS: &str =
    "a board is text, a sequence of numbers row by row, or a sequence of rows; 0 is the blank";

/// Converts a board: a string, a sequence of tiles in row-major order, or a sequence of rows.
///
/// An iterator over a file yields an exception in place of a board that could not be read. If
/// `value` is such an exception, this function returns it as its error.
pub(crate) fn board(value: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Board> {
    if value.is_instance_of::<FifteenError>() {
        return Err(PyErr::from_value(value.clone()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_cow().map_err(|error| {
            failed(format!(
                "the text of the board is not valid Unicode: {error}"
            ))
        })?;
        let line = input::read_one(&text, size);
        let board = line.board.map_err(failed)?;
        line.guess
            .iter()
            .try_for_each(|guess| warn(value.py(), guess))?;
        return Ok(board);
    }
    if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() {
        // Bytes are ambiguous: each byte could be a tile or a character.
        return Err(PyTypeError::new_err(format!(
            "a board is text or numbers; found {}, which may mean either: decode it, or make it a list",
            value.repr()?
        )));
    }
    let found = items(value)?;
    let has_rows = found
        .first()
        .is_some_and(|first| !first.is_instance_of::<PyString>() && first.try_iter().is_ok());
    let (size, tiles) = if has_rows {
        let read = |(number, row): (usize, &Bound<'_, PyAny>)| numbers(&items(row)?, Some(number));
        let rows = (1..).zip(&found).map(read).collect::<PyResult<Vec<_>>>()?;
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != width) {
            return Err(failed("the rows of the board differ in length"));
        }
        let size = Size::new(width, rows.len()).map_err(failed)?;
        (Some(size), rows.concat())
    } else {
        let tiles = numbers(&found, None)?;
        if tiles.len() > MAX_CELLS {
            return Err(failed(format!(
                "a board has at most {MAX_CELLS} cells, and more numbers were given"
            )));
        }
        (size.or(Size::square(tiles.len())), tiles)
    };
    let size = size.ok_or_else(|| {
        failed(format!(
            "the board is not square, it has {}; give the size",
            counted(tiles.len() as u64, "number", "numbers")
        ))
    })?;
    let bytes = tiles.iter().map(|&tile| {
        let most = size.cells() - 1;
        let text = format!("there is no tile {tile} on a {size} board; its tiles are 1 to {most}, and 0 is the blank");
        u8::try_from(tile).map_err(|_| failed(text))
    });
    Board::new(size, &bytes.collect::<PyResult<Vec<u8>>>()?).map_err(failed)
}

/// Converts the board from which a search for `goal` starts. If the goal is a pattern that many
/// boards match, the start can contain the same tile more than once.
pub(crate) fn start(
    value: &Bound<'_, PyAny>,
    size: Option<Size>,
    goal: Goal,
) -> PyResult<TileGrid> {
    match goal {
        Goal::Choice(_) => tiles(value, size),
        _ => board(value, size).map(TileGrid::from),
    }
}

/// Converts a board that can contain the same tile more than once.
pub(crate) fn tiles(value: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<TileGrid> {
    let repeated = || {
        let text = value.str().ok()?;
        input::read_one(&text.to_cow().ok()?, size).repeated
    };
    match board(value, size) {
        Ok(board) => Ok(board.into()),
        Err(error) => repeated().ok_or(error),
    }
}

/// Returns the items of a board or of one of its rows. An iterator can be endless, so this function
/// stops after one item more than the largest board has.
fn items<'py>(value: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>() {
        return Err(PyTypeError::new_err(format!(
            "{BOARD_FORMS}; found a set, whose numbers have no order: {value}"
        )));
    }
    let items = value.try_iter().map_err(|_| not_a_board(value))?;
    items.take(MAX_CELLS + 1).collect()
}

/// Returns the exception for a value whose type cannot represent a board.
fn not_a_board(value: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{BOARD_FORMS}; found {value}"))
}

/// Converts the tiles of a board, or of one row of a board. `row` is the number of the row, for
/// error messages.
fn numbers(items: &[Bound<'_, PyAny>], row: Option<usize>) -> PyResult<Vec<i64>> {
    let tile = |(number, item): (usize, &Bound<'_, PyAny>)| {
        item.extract().map_err(|error: PyErr| {
            let py = item.py();
            let place = row.map_or_else(String::new, |row| format!("row {row}, "));
            if error.is_instance_of::<PyOverflowError>(py) {
                return failed(format!("{place}number {number}: there is no tile {item}"));
            }
            let found = item
                .repr()
                .map_or_else(|error| error.to_string(), |text| text.to_string());
            PyTypeError::new_err(format!(
                "{BOARD_FORMS}; {place}number {number} is {found}, which is no whole number"
            ))
        })
    };
    (1..).zip(items).map(tile).collect()
}

/// Converts a goal: a name such as `'spiral'`, or a board. The default is `'last'`, with the blank
/// in the last cell.
pub(crate) fn goal(value: Option<&Bound<'_, PyAny>>, size: Option<Size>) -> PyResult<Goal> {
    let Some(value) = value else {
        return Ok(Goal::default());
    };
    match value.cast::<PyString>() {
        Ok(text) => Goal::parse(&text.to_cow()?, size).map_err(failed),
        Err(_) => board(value, size).map(Goal::Board).or_else(|error| {
            let goal = Goal::parse(&value.str()?.to_cow()?, size);
            goal.ok()
                .filter(|goal| matches!(goal, Goal::Choice(_)))
                .ok_or(error)
        }),
    }
}

/// Converts the size and the goal. The default size is that of the goal, or 4x4 if the goal is a
/// name that is valid for every size.
pub(crate) fn size_and_goal(
    size: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Size, Goal)> {
    let size = size.map(self::size).transpose()?;
    let goal = self::goal(goal, size)?;
    Ok((goal.size(size), goal))
}

/// Returns the goal as a board. The default size is that of the goal, or 4x4 if the goal is a name
/// that is valid for every size.
pub(crate) fn goal_board(
    size: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<Board> {
    let (size, goal) = size_and_goal(size, goal)?;
    goal.board(size).map_err(failed)
}

/// Converts a seed: an integer, or a NumPy generator that draws an integer. If no seed is given,
/// returns a random one.
pub(crate) fn seed(py: Python<'_>, value: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    let Some(value) = value else {
        return py
            .import("secrets")?
            .call_method1("randbits", (64,))?
            .extract();
    };
    if value.hasattr("integers")? {
        return value.call_method1("integers", (i64::MAX,))?.extract();
    }
    whole::seed(value)
}

/// Converts one path or a sequence of paths. `None` becomes an empty list.
pub(crate) fn paths(value: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<PathBuf>> {
    let Some(value) = value else {
        return Ok(Vec::new());
    };
    if let Ok(path) = value.extract::<PathBuf>() {
        return Ok(vec![path]);
    }
    value
        .try_iter()?
        .map(|path| path?.extract::<PathBuf>())
        .collect()
}

/// The keyword arguments of a search (see the Python class `Limits`).
pub(crate) struct SearchArguments {
    pub(crate) request: Request,
    /// The number of threads. 0 means one for each core.
    pub(crate) threads: usize,
}

/// Converts the keyword arguments of a search. Error messages name the keyword that caused them.
pub(crate) fn limits(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<SearchArguments> {
    let ida = IdaRequest {
        mode: Mode::Fast,
        anytime: true,
        ..IdaRequest::default()
    };
    let mut found = SearchArguments {
        request: Request {
            ida,
            ..Request::default()
        },
        threads: 0,
    };
    for (name, value) in keywords.into_iter().flatten() {
        let name = name.extract::<String>()?;
        set(&mut found, &name, &value).map_err(|error| {
            let py = value.py();
            PyErr::from_type(
                error.get_type(py),
                format!("{name}={value}: {}", error.value(py)),
            )
        })?;
    }
    Ok(found)
}

fn set(found: &mut SearchArguments, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let request = &mut found.request;
    match name {
        "mode" => request.ida.mode = value.extract::<String>()?.parse().map_err(failed)?,
        "all" => request.ida.all = most(value)?,
        "finish_iteration" => request.ida.finish_iteration = value.extract()?,
        "threads" => found.threads = whole::number(value)?,
        "node_limit" => request.limits.nodes = whole::optional(value)?,
        "time_limit" => request.time = seconds(value)?,
        "depth_limit" => request.limits.depth = whole::optional(value)?,
        "memory_limit" => request.limits.memory = whole::optional(value)?,
        "within" => request.ida.within = within(value)?,
        // `Cancel::of_search` handles the keyword `cancel`, so ignore it here.
        "cancel" => (),
        _ => return Err(PyTypeError::new_err("there is no such keyword")),
    }
    Ok(())
}

/// Converts the keyword `all`. `True` means all solutions, and an integer is the maximum number of
/// solutions to find.
fn most(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    match value.cast::<PyBool>() {
        Ok(all) => Ok(all.is_true().then_some(usize::MAX)),
        Err(_) => whole::optional(value),
    }
}

/// Converts a time limit in seconds. `None` and infinity mean no limit.
fn seconds(value: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
    let seconds = value.extract::<Option<f64>>()?;
    match seconds.filter(|&seconds| seconds != f64::INFINITY) {
        Some(seconds) if seconds.is_nan() || seconds < 0.0 => {
            Err(failed("expected a number of seconds, 0 or more"))
        }
        // A time that is too long for a `Duration` also means no limit.
        Some(seconds) => Ok(Duration::try_from_secs_f64(seconds).ok()),
        None => Ok(None),
    }
}

/// Converts the keyword `within`: a percentage, or the string `any`.
fn within(value: &Bound<'_, PyAny>) -> PyResult<Option<Within>> {
    if value.is_none() {
        return Ok(None);
    }
    match value.extract::<String>() {
        Ok(text) => text.parse().map(Some).map_err(failed),
        Err(_) => Ok(Some(Within::Percent(value.extract()?))),
    }
}
