//! Arguments as Python gives them: boards, goals, sizes, paths and the limits of a search.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_solver::record::counted;
use fifteen_solver::{AnytimeOptions, Board, Field, Goal, Limits, Mode, Options, Request, Size, notation};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyString};

use crate::error::{FifteenError, failed};

/// `'4x3'`, width and height; or two equal numbers, since NumPy's shapes have the height first.
pub(crate) fn size(value: &Bound<'_, PyAny>) -> PyResult<Size> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(failed);
    }
    let wrong = |_| failed(format!("a size is '4x3', width and height, or two equal numbers; found {value}"));
    let (one, other) = value.extract::<(usize, usize)>().map_err(wrong)?;
    if one != other {
        return Err(failed(format!(
            "the size {value} may begin with the width, or with the height, as a shape of NumPy does; write '{one}x{other}' for \
             a width of {one}, or '{other}x{one}' for a height of {one}"
        )));
    }
    Size::new(one, other).map_err(failed)
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
    let bytes = tiles.iter().map(|&tile| {
        let most = size.cells() - 1;
        let text = format!("there is no tile {tile} on a {size} board; its tiles are 1 to {most}, and 0 is the blank");
        u8::try_from(tile).map_err(|_| failed(text))
    });
    Board::new(size, &bytes.collect::<PyResult<Vec<u8>>>()?).map_err(failed)
}

/// A name or a board; by default `'last'`.
pub(crate) fn goal(value: Option<&Bound<'_, PyAny>>, size: Option<Size>) -> PyResult<Goal> {
    let Some(value) = value else { return Ok(Goal::default()) };
    match value.cast::<PyString>() {
        Ok(text) => Goal::parse(&text.to_cow()?, size).map_err(failed),
        Err(_) => board(value, size).map(Goal::Board),
    }
}

/// The size given, otherwise the goal's, otherwise 4x4; and the goal.
pub(crate) fn size_and_goal(
    size: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Size, Goal)> {
    let size = size.map(self::size).transpose()?;
    let goal = self::goal(goal, size)?;
    Ok((goal.size(size), goal))
}

/// A path, several, or none.
pub(crate) fn paths(value: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<PathBuf>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    if let Ok(path) = value.extract::<PathBuf>() {
        return Ok(vec![path]);
    }
    value.try_iter()?.map(|path| path?.extract::<PathBuf>()).collect()
}

/// The class `Limits` of Python: the keywords of a search.
#[derive(Default)]
pub(crate) struct SearchArguments {
    mode: Option<String>,
    /// 0: one for each core.
    pub(crate) threads: usize,
    anytime: AnytimeOptions,
    options: Options,
}

impl SearchArguments {
    /// The limits among the keywords of a call; an error names its keyword.
    pub(crate) fn new(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut arguments = Self::default();
        for (name, value) in keywords.into_iter().flatten() {
            let name = name.extract::<String>()?;
            arguments.set(&name, &value).map_err(|error| {
                let py = value.py();
                PyErr::from_type(error.get_type(py), format!("{name}={value}: {}", error.value(py)))
            })?;
        }
        Ok(arguments)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let options = &mut self.options;
        match name {
            "mode" => self.mode = value.extract()?,
            "all" => options.all = most(value)?,
            "finish_iteration" => options.finish_iteration = value.extract()?,
            "threads" => self.threads = value.extract()?,
            "node_limit" => options.limits.nodes = value.extract()?,
            "time_limit" => options.time = value.extract::<Option<f64>>()?.map(seconds).transpose()?,
            "depth_limit" => options.limits.depth = value.extract()?,
            "memory_limit" => options.limits.memory = value.extract()?,
            "within" => self.anytime.within = value.extract()?,
            "first" => self.anytime.first = value.extract()?,
            _ => return Err(PyTypeError::new_err("there is no such keyword")),
        }
        Ok(())
    }

    /// The request of searches, each on `threads` threads; `base` has the fields of the solver.
    pub(crate) fn request(self, base: Request, threads: usize, cancel: &Arc<AtomicBool>) -> PyResult<Request> {
        let mode = self.mode.as_deref().unwrap_or("fast").parse::<Mode>().map_err(failed)?;
        let limits = Limits { cancel: Some(Arc::clone(cancel)), ..self.options.limits };
        let search = Options { mode: mode.on(threads), anytime: Some(self.anytime), limits, ..self.options };
        Request { search, ..base }.validated().map_err(|error| failed(error.spelled(keyword)))
    }
}

/// The most solutions to be kept, if all are asked for: True, False, or a number.
fn most(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    match value.cast::<PyBool>() {
        Ok(all) => Ok(all.is_true().then_some(usize::MAX)),
        Err(_) => value.extract(),
    }
}

fn seconds(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(failed)
}

pub(crate) fn keyword(field: Field) -> &'static str {
    if field == Field::Depth { "depth_limit" } else { field.name() }
}
