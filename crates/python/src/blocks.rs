//! Sliding-block puzzles.

use std::time::Instant;

use fifteen_blocks::format::{self, PuzzleEntry};
use fifteen_blocks::record::BlockRecord;
use fifteen_blocks::{BlockMetric, BlockOptions, Direction, Move, Puzzle, reachable_states, solve};
use fifteen_draw::{PieceBoard, Step};
use fifteen_solver::search::Limits;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::failed;
use crate::{record, wait};

/// Fewest moves of each puzzle of a text (as ``docs/blocks.txt``), or of a Rush Hour string of 36 characters.
///
/// :param metric: what counts as one move: one cell, any distance in one direction, or any path of one piece.
/// :param states: count all positions that can be reached, too.
/// :param all_counts: count the shortest solutions, too.
/// :param moves: find the moves; without them it takes far less memory.
/// :param memory_limit: in bytes; by default there is none.
/// :returns: a result for each puzzle; one that cannot be read or searched has status ``"invalid"`` and its ``error``.
/// :raises FifteenError: the text has no puzzle.
///
/// >>> import fifteen
/// >>> fifteen.solve_blocks("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", metric="straight")[0].status
/// 'solved'
#[pyfunction]
#[pyo3(signature = (
    text, *, metric: "Literal['unit', 'straight', 'any-path']" = "unit", states=false, all_counts=false, moves=true,
    threads=0, memory_limit=None
) -> "list[BlockSolution]")]
#[allow(clippy::too_many_arguments)] // Keywords of a function in Python.
pub(crate) fn solve_blocks<'py>(
    py: Python<'py>,
    text: &str,
    metric: &str,
    states: bool,
    all_counts: bool,
    moves: bool,
    threads: usize,
    memory_limit: Option<u64>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let cancel = wait::flag();
    let mut options = BlockOptions::new(metric.parse::<BlockMetric>().map_err(failed)?);
    (options.threads, options.path, options.count) = (threads, moves, all_counts);
    options.limits = Limits { memory: memory_limit, ..Limits::cancelled_by(cancel.clone()) };
    let one = |entry: &PuzzleEntry| {
        let found = wait::for_result(py, &cancel, || record(entry, &options, states))?;
        record::object(py, "BlockSolution", &found, found.puzzle.as_ref().map(Puzzle::to_string))
    };
    entries(text)?.iter().map(one).collect()
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
fn record(entry: &PuzzleEntry, options: &BlockOptions, states: bool) -> BlockRecord {
    let invalid = |error| BlockRecord::invalid(entry, error, states);
    let puzzle = match &entry.puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => return invalid(error.to_string()),
    };
    if puzzle.goal().is_none() && !states {
        return invalid(format!("{}, or ask for states=True", fifteen_blocks::SolveError::NoGoal));
    }
    let mut record = BlockRecord::new(entry, options.metric, states);
    if puzzle.goal().is_some() {
        let begun = Instant::now();
        match solve(puzzle, options, &mut |_| ()) {
            Ok(outcome) => record.searched(puzzle, outcome, begun.elapsed().as_secs_f64()),
            Err(error) => return invalid(error.to_string()),
        }
    }
    if states {
        let begun = Instant::now();
        match reachable_states(puzzle, options, &mut |_| ()) {
            Ok(states) => record.counted(puzzle, &states, begun.elapsed().as_secs_f64()),
            Err(error) => return invalid(error.to_string()),
        }
    }
    record
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

/// A puzzle, and its positions after moves, as SVG. The title is made of the name and the metric, unless it is given.
#[pyfunction]
#[pyo3(signature = (puzzle, moves: "Sequence[tuple[str, str]]", title=None, name=None, metric=None, error=None))]
pub(crate) fn block_svg(
    puzzle: &str,
    moves: Vec<(char, String)>,
    title: Option<String>,
    name: Option<&str>,
    metric: Option<&str>,
    error: Option<&str>,
) -> PyResult<String> {
    let (board, steps) = scene(puzzle, &moves)?;
    let length = (!moves.is_empty()).then_some(moves.len() as u32);
    let named = || {
        fifteen_draw::block_title(name, length, metric) + &error.map(|error| format!(": {error}")).unwrap_or_default()
    };
    let title = title.unwrap_or_else(named);
    Ok(fifteen_draw::sheet(&title, &board, &steps))
}

/// The moves of a puzzle as an animation, a GIF.
#[pyfunction]
#[pyo3(signature = (puzzle, moves: "Sequence[tuple[str, str]]"))]
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
