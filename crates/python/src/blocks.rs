//! Sliding-block puzzles.

use std::time::Instant;

use fifteen_blocks::format::{self, PuzzleEntry};
use fifteen_blocks::record::BlockRecord;
use fifteen_blocks::{BlockMetric, BlockOptions, Direction, Move, Puzzle, reachable_states, solve};
use fifteen_draw::{PieceBoard, Step};
use fifteen_solver::search::Limits;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::error::failed;
use crate::record::Record;
use crate::wait;

/// The result of one puzzle in one metric, with the names of `fifteen blocks solve --format json`.
#[pyclass(frozen, get_all, extends = Record, module = "fifteen")]
#[derive(Deserialize)]
pub(crate) struct BlockSolution {
    /// The number of the puzzle in the text, from 1.
    index: usize,
    /// The puzzle's name, if it has one.
    name: Option<String>,
    /// "solved", "unsolvable", "limit" or "invalid" (then error says why).
    status: String,
    /// The metric: what counts as one move.
    metric: Option<String>,
    /// Moves of a shortest solution.
    length: Option<u32>,
    /// States visited by the search.
    visited: Option<u64>,
    /// States that can be reached, if they were counted.
    states: Option<u64>,
    /// Number of shortest solutions, if they were counted.
    #[serde(deserialize_with = "whole")]
    solutions: Option<u128>,
    /// A shortest solution: each move as its piece and its path, a letter for each cell.
    moves: Option<Vec<BlockMove>>,
    /// Seconds of the search; without a goal, of counting the states.
    seconds: Option<f64>,
    /// The reason why there is no solution.
    error: Option<String>,
    /// The puzzle as text, which is not part of the JSON.
    #[serde(skip)]
    puzzle: Option<String>,
}

/// A move: the piece and its path.
#[derive(Clone, Deserialize)]
struct BlockMove {
    piece: char,
    path: String,
}

impl<'py> IntoPyObject<'py> for BlockMove {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        (self.piece, self.path).into_pyobject(py)
    }
}

/// A count that is a number, or as text where it is too large for one or only a lower bound: `more than 1000`.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u128>, D::Error> {
    let value = Option::<Value>::deserialize(deserializer)?;
    let Some(value) = value else { return Ok(None) };
    let number = value.as_u64().map(u128::from);
    let digits = value.as_str().and_then(|text| text.rsplit(' ').next()?.parse().ok());
    number.or(digits).map(Some).ok_or_else(|| D::Error::custom("solutions must be a count"))
}

#[pymethods]
impl BlockSolution {
    /// The solution of a JSON object, as `to_json` and `fifteen blocks solve --format json` write it.
    ///
    /// The puzzle, which the JSON does not have, is needed for pictures only.
    #[staticmethod]
    #[pyo3(signature = (text, puzzle=None))]
    fn from_json(py: Python<'_>, text: &str, puzzle: Option<String>) -> PyResult<Py<Self>> {
        Self::of_record(py, Record::of_json(text)?, puzzle)
    }

    /// Pickling: the class makes the solution from its JSON and the puzzle again.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let json = this.as_super().get().to_json().to_owned();
        Ok((this.get_type().getattr("from_json")?, (json, this.get().puzzle.clone())))
    }

    /// A notebook's picture: every position, or the puzzle alone where there are no moves.
    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        let Some(puzzle) = &self.puzzle else { return Ok(None) };
        block_svg(puzzle, self.paths(), &self.title()).map(Some)
    }

    fn __repr__(&self) -> String {
        let mut text = format!("BlockSolution(name={:?}, status='{}'", self.name.as_deref().unwrap_or(""), self.status);
        text.extend(self.length.map(|length| format!(", length={length}")));
        text.extend(self.error.as_ref().map(|error| format!(", error={error:?}")));
        text + ")"
    }
}

/// The function that makes a solution again, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (String, Option<String>));

impl BlockSolution {
    /// The object of a record.
    fn new(py: Python<'_>, record: &BlockRecord) -> PyResult<Py<Self>> {
        Self::of_record(py, Record::new(record)?, record.puzzle.as_ref().map(Puzzle::to_string))
    }

    fn paths(&self) -> Vec<(char, String)> {
        self.moves.iter().flatten().map(|step| (step.piece, step.path.clone())).collect()
    }

    fn title(&self) -> String {
        let length = self.length.filter(|_| self.moves.is_some());
        let title = fifteen_draw::block_title(self.name.as_deref(), length, self.metric.as_deref());
        self.error.as_ref().map_or(title.clone(), |error| format!("{title}: {error}"))
    }

    fn of_record(py: Python<'_>, base: Record, puzzle: Option<String>) -> PyResult<Py<Self>> {
        let fields = Self { puzzle, ..base.fields::<Self>("block solution")? };
        Py::new(py, PyClassInitializer::from(base).add_subclass(fields))
    }
}

/// The keywords of `solve_blocks` in Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct BlockArguments {
    metric: String,
    states: bool,
    all_counts: bool,
    moves: bool,
    threads: usize,
    memory_limit: Option<u64>,
}

/// Solves the puzzles of a text, or one of a Rush Hour string.
#[pyfunction]
pub(crate) fn solve_blocks(py: Python<'_>, text: &str, arguments: BlockArguments) -> PyResult<Vec<Py<BlockSolution>>> {
    let metric = arguments.metric.parse::<BlockMetric>().map_err(failed)?;
    let entries = entries(text)?;
    let one = |entry| BlockSolution::new(py, &record(py, entry, metric, &arguments)?);
    entries.iter().map(one).collect()
}

/// The puzzles of a text, or that of a Rush Hour string.
fn entries(text: &str) -> PyResult<Vec<PuzzleEntry>> {
    match is_rush_hour(text) {
        true => {
            Ok(vec![PuzzleEntry { index: 1, name: String::new(), line: 1, puzzle: format::rush_hour(text.trim()) }])
        }
        false => format::parse(text).map_err(failed),
    }
}

/// 36 characters of a board of 6x6.
fn is_rush_hour(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() == 36 && text.chars().all(|c| c.is_ascii_alphanumeric() || ".#".contains(c))
}

/// Solves a puzzle, and counts its states if that is asked for.
fn record(
    py: Python<'_>,
    entry: &PuzzleEntry,
    metric: BlockMetric,
    arguments: &BlockArguments,
) -> PyResult<BlockRecord> {
    let invalid = |error| Ok(BlockRecord::invalid(entry, error, arguments.states));
    let puzzle = match &entry.puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => return invalid(error.to_string()),
    };
    if puzzle.goal().is_none() && !arguments.states {
        return invalid(format!("{}, or ask for states=True", fifteen_blocks::SolveError::NoGoal));
    }
    let cancel = wait::flag();
    let mut options = BlockOptions::new(metric);
    options.threads = arguments.threads;
    options.path = arguments.moves;
    options.count = arguments.all_counts;
    options.limits = Limits::cancelled_by(cancel.clone());
    options.memory = arguments.memory_limit;
    let mut record = BlockRecord::new(entry, metric, arguments.states);
    if puzzle.goal().is_some() {
        let begun = Instant::now();
        match wait::for_result(py, &cancel, || solve(puzzle, &options, &mut |_| ()))? {
            Ok(outcome) => record.searched(puzzle, outcome, begun.elapsed().as_secs_f64()),
            Err(error) => return invalid(error.to_string()),
        }
    }
    if arguments.states {
        let begun = Instant::now();
        match wait::for_result(py, &cancel, || reachable_states(puzzle, &options, &mut |_| ()))? {
            Ok(states) => record.counted(puzzle, &states, begun.elapsed().as_secs_f64()),
            Err(error) => return invalid(error.to_string()),
        }
    }
    Ok(record)
}

/// The puzzles of a text: the title and the text of each.
#[pyfunction]
pub(crate) fn block_puzzles(text: &str) -> PyResult<Vec<(String, String)>> {
    let puzzle = |entry: &PuzzleEntry| {
        let name = Some(entry.name.as_str()).filter(|name| !name.is_empty());
        let puzzle = entry.puzzle.as_ref().map_err(failed)?;
        Ok((fifteen_draw::block_title(name, None, None), puzzle.to_string()))
    };
    entries(text)?.iter().map(puzzle).collect()
}

/// A puzzle, and its positions after moves, as SVG.
#[pyfunction]
pub(crate) fn block_svg(puzzle: &str, moves: Vec<(char, String)>, title: &str) -> PyResult<String> {
    let (board, steps) = scene(puzzle, &moves)?;
    Ok(fifteen_draw::sheet(title, &board, &steps))
}

/// The moves of a puzzle as an animation, a GIF.
#[pyfunction]
pub(crate) fn block_gif<'py>(
    py: Python<'py>,
    puzzle: &str,
    moves: Vec<(char, String)>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (board, steps) = scene(puzzle, &moves)?;
    let bytes = py.detach(|| fifteen_draw::animation(&board, &steps, &mut |_| ())).map_err(failed)?;
    Ok(PyBytes::new(py, &bytes))
}

fn scene(puzzle: &str, moves: &[(char, String)]) -> PyResult<(PieceBoard, Vec<Step>)> {
    let entries = entries(puzzle)?;
    let [PuzzleEntry { puzzle, .. }] = &entries[..] else {
        return Err(failed(format!("one puzzle was expected, {} were found", entries.len())));
    };
    let puzzle = puzzle.as_ref().map_err(failed)?;
    let a_move = |(label, path): &(char, String)| {
        let piece = puzzle.pieces().iter().position(|piece| piece.label == *label)?;
        let step = |letter| Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
        Some(Move { piece, path: path.chars().map(step).collect::<Option<_>>()? })
    };
    let moves =
        moves.iter().map(|m| a_move(m).ok_or_else(|| failed(format!("the puzzle has no move {} {}", m.0, m.1))));
    Ok(fifteen_draw::block_steps(puzzle, &moves.collect::<PyResult<Vec<_>>>()?))
}
