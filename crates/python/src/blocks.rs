//! Functions for sliding-block puzzles.

use std::fs;
use std::path::{Path, PathBuf};

use fifteen_blocks::format::{PuzzleEntry, PuzzleNotation};
use fifteen_blocks::record::BlockRecord;
use fifteen_blocks::{BlockMetric, BlockOptions, BlockSearchError, Direction, Move, Threads};
use fifteen_draw::Scene;
use fifteen_solver::search::Limits;
use pyo3::prelude::*;

use crate::error::failed;
use crate::wait::{self, Cancel};
use crate::{memory, whole};

/// Finds a shortest solution of each sliding-block puzzle in a text.
///
/// :param text: The puzzles, in any notation that the command reads. Examples are the notation of
///     ``docs/blocks.txt`` and a Rush Hour string of 36 characters. To read a file, pass its path
///     as a ``pathlib.Path``.
/// :param metric: What counts as one move. A move slides a piece by one cell (``"unit"``), any
///     distance in one direction (``"straight"``), or along any path (``"any-path"``).
/// :param states: Whether to count all positions that can be reached.
/// :param all_counts: Whether to count all shortest solutions.
/// :param moves: Whether to find the moves. Without the moves, the search takes far less memory.
/// :param threads: The number of threads. 0 means one thread for each core.
/// :param memory_limit: The maximum memory, in bytes. The default is three quarters of the
///     available memory.
/// :returns: A result for each puzzle. If a puzzle cannot be read or searched, its result has the
///     status ``"invalid"``, and ``error`` contains the reason.
/// :raises FifteenError: The text contains no puzzle.
///
/// >>> import fifteen
/// >>> fifteen.solve_blocks("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", metric="straight")[0].status
/// 'solved'
#[pyfunction]
#[pyo3(signature = (
    text: "str | PathLike[str]", *, metric: "Literal['unit', 'straight', 'any-path']" = "unit", states=false, all_counts=false, moves=true,
    threads: "int" = 0, memory_limit: "int | None" = None
) -> "list[BlockSolution]")]
pub(crate) fn solve_blocks<'py>(
    py: Python<'py>,
    text: BlockText,
    metric: &str,
    states: bool,
    all_counts: bool,
    moves: bool,
    #[pyo3(from_py_with = whole::threads)] threads: usize,
    #[pyo3(from_py_with = whole::memory_limit)] memory_limit: Option<u64>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let cancel = Cancel::new();
    let mut options = BlockOptions::new(metric.parse::<BlockMetric>().map_err(failed)?);
    options.threads = Threads::all_if_zero(threads);
    options.path = moves;
    options.count = all_counts;
    options.limits = Limits {
        memory: Some(memory_limit.unwrap_or_else(memory::most_of_available)),
        ..cancel.limits()
    };
    let one = |entry: &PuzzleEntry| {
        let solve = || BlockRecord::solve(entry, &options, states, &mut |_, _| ());
        let found = wait::for_result(py, &cancel, solve)?.unwrap_or_else(|error| {
            let reason = match error {
                BlockSearchError::NoGoal => format!("{error}, or ask for states=True"),
                error => error.to_string(),
            };
            BlockRecord::invalid(entry, reason, states)
        });
        let (json, puzzle) = (
            serde_json::to_string(&found).map_err(failed)?,
            entry.puzzle.as_ref().ok().map(ToString::to_string),
        );
        py.import("fifteen._records")?
            .getattr("BlockSolution")?
            .call_method1("from_json", (json, puzzle))
    };
    text.entries()?.iter().map(one).collect()
}

/// Argument that contains one or more block puzzles.
#[derive(FromPyObject)]
pub(crate) enum BlockText {
    /// The puzzles themselves, as a string.
    Text(String),
    /// Path of a file that contains the puzzles.
    Path(PathBuf),
}

impl BlockText {
    /// Parses the puzzles. If a string is the name of a file, returns an error that explains how to
    /// pass a file.
    fn entries(&self) -> PyResult<Vec<PuzzleEntry>> {
        match self {
            Self::Text(text) if !text.contains('\n') && Path::new(text).is_file() => {
                Err(failed(format!(
                    "'{text}' is taken for the text of a puzzle, but there is a file of that name: give pathlib.Path('{text}')"
                )))
            }
            Self::Text(text) => entries(text),
            Self::Path(path) => entries(&fs::read_to_string(path)?),
        }
    }
}

/// Parses the puzzles in a string, in any supported notation.
fn entries(text: &str) -> PyResult<Vec<PuzzleEntry>> {
    PuzzleNotation::of(text).parse(text).map_err(failed)
}

/// Returns the title and the text of each puzzle in a text.
#[pyfunction]
#[pyo3(signature = (text: "str | PathLike[str]") -> "list[tuple[str, str]]")]
pub(crate) fn block_puzzles(text: BlockText) -> PyResult<Vec<(String, String)>> {
    let puzzle = |entry: &PuzzleEntry| {
        let name = Some(entry.name.as_str()).filter(|name| !name.is_empty());
        let puzzle = entry.puzzle.as_ref().map_err(failed)?;
        Ok((
            fifteen_draw::block_title(name, None, None),
            puzzle.to_string(),
        ))
    };
    text.entries()?.iter().map(puzzle).collect()
}

/// Returns the title of a picture, from the puzzle's name and the length of its solution in a
/// metric.
#[pyfunction]
pub(crate) fn block_title(name: Option<&str>, length: Option<u32>, metric: Option<&str>) -> String {
    fifteen_draw::block_title(name, length, metric)
}

/// Prepares a drawing of a puzzle and of the given moves. `puzzle` is the text of exactly one
/// puzzle.
pub(crate) fn scene(puzzle: &str, moves: &[(char, String)]) -> PyResult<Scene> {
    let entries = entries(puzzle)?;
    let [PuzzleEntry { puzzle, .. }] = &entries[..] else {
        return Err(failed(format!(
            "one puzzle was expected, {} were found",
            entries.len()
        )));
    };
    let puzzle = puzzle.as_ref().map_err(failed)?;
    let a_move = |(label, path): &(char, String)| {
        let piece = puzzle
            .pieces()
            .iter()
            .position(|piece| piece.label == *label)?;
        let step = |letter| {
            Direction::from_letter(letter).filter(|direction| direction.letter() == letter)
        };
        Some(Move {
            piece,
            path: path.chars().map(step).collect::<Option<_>>()?,
        })
    };
    let moves = moves.iter().map(|m| {
        a_move(m).ok_or_else(|| failed(format!("the puzzle has no move {} {}", m.0, m.1)))
    });
    Ok(Scene::of_blocks(
        puzzle,
        &moves.collect::<PyResult<Vec<_>>>()?,
    ))
}
