//! Generates random boards and scrambles, and checks whether boards can be solved.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_lab::{BoardsOfDepth, LabError};
use fifteen_solver::Threads;
use fifteen_solver::puzzle::parity;
use fifteen_solver::record::counted;
use fifteen_solver::{
    Board, Convention, Goal, Limits, Metric, MissingTables, RandomBoards, Scrambler, Setup,
    SolveError,
};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{failed, of_opening, of_solving};
use crate::wait::{self, Cancel};
use crate::{arguments, memory, whole};

/// Draws random boards that can reach the goal. All boards are equally likely. Returns an array of
/// shape (n, cells), with 0 for the blank.
///
/// A seed always gives the same boards, in every version of the package and also with ``fifteen
/// random``. You can stop the call with Ctrl-C.
///
/// :param seed: An integer, or a ``numpy.random.Generator`` that draws an integer. By default, each
///     call draws different boards.
/// :param depth: Draw only boards whose shortest solutions have this number of moves. The boards
///     are random and independent, but no board appears twice. Every board at this depth is equally
///     likely on sizes of up to 12 cells, on 4x4 up to depth 69, and near the goal on larger sizes.
/// :raises FifteenError: There are fewer than n boards at that depth.
///
/// >>> import fifteen
/// >>> sorted(fifteen.random_boards(2, size="3x3", depth=31).tolist())
/// [[6, 4, 7, 8, 5, 0, 3, 2, 1], [8, 6, 7, 2, 5, 4, 3, 0, 1]]
#[pyfunction]
#[pyo3(signature = (
    n: "int", *, size: "Size | None" = None, goal: "Goal | None" = None, seed: "Seed" = None, depth: "int | None" = None
) -> "NDArray[np.uint8]")]
pub(crate) fn random_boards<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = whole::n)] n: usize,
    size: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = whole::depth)] depth: Option<u32>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (goal, seed) = (
        arguments::goal_board(size, goal)?,
        arguments::seed(py, seed)?,
    );
    let cells = goal.size().cells();
    let length = n
        .checked_mul(cells)
        .ok_or_else(|| failed(format!("{n} boards are too many")))?;
    memory::require(length as u64, &format!("an array of {n} boards"))?;
    let mut tiles = Vec::new();
    tiles
        .try_reserve_exact(length)
        .map_err(|_| failed(format!("not enough memory for {n} boards")))?;
    let cancel = Cancel::new();
    let fill = || -> PyResult<()> {
        let mut boards = RandomBoards::new(goal, seed);
        let mut of_depth = depth
            .map(|depth| of_depth(&goal, depth, seed, cancel.flag()))
            .transpose()?;
        while tiles.len() < length && !cancel.is_set() {
            let board = match &mut of_depth {
                Some(boards) => boards.draw(&mut || ()).map_err(of_solving)?,
                None => boards.next(),
            };
            let Some(board) = board else { break };
            tiles.extend_from_slice(board.tiles());
        }
        Ok(())
    };
    wait::for_result(py, &cancel, fill)??;
    if let (Some(depth), true) = (depth, tiles.len() < length) {
        let found = counted((tiles.len() / cells) as u64, "board", "boards");
        return Err(failed(format!(
            "there are only {found} of depth {depth}, not {n}"
        )));
    }
    PyArray1::from_vec(py, tiles).reshape([n, cells])
}

/// Prepares to draw random boards whose shortest solutions have `depth` moves.
fn of_depth(
    goal: &Board,
    depth: u32,
    seed: u64,
    cancel: &Arc<AtomicBool>,
) -> PyResult<BoardsOfDepth> {
    let limits = memory::limited(Limits::cancelled_by(Arc::clone(cancel)), 1);
    let setup = Setup {
        goal: Goal::Board(*goal),
        limits,
        missing_tables: MissingTables::BuildFallback,
        ..Setup::default()
    };
    let open = || setup.open(goal.size());
    BoardsOfDepth::new(goal, depth, seed, Threads::All, cancel, open).map_err(|error| match error {
        LabError::Open(error) => of_opening(&error),
        error => failed(error),
    })
}

/// Returns sequences of moves that lead from the goal to random boards, as ``fifteen random
/// --scramble`` prints them. All boards are equally likely.
///
/// Each sequence is the inverse of a solution that is shortest in the metric. On boards of more
/// than 16 cells, the solution is good but not always shortest. The moves are written as slides:
/// ``R3`` moves three tiles to the right at once. ``seed`` has the same meaning as for
/// :func:`random_boards`. You can stop the call with Ctrl-C.
///
/// >>> import fifteen
/// >>> len(fifteen.scrambles(2, size="3x3", metric="multi-tile"))
/// 2
#[pyfunction]
#[pyo3(signature = (
    n: "int", *, size: "Size | None" = None, goal: "Goal | None" = None, seed: "Seed" = None, metric: "Metric" = "single-tile",
    letters: "Letters" = "tile"
))]
pub(crate) fn scrambles(
    py: Python<'_>,
    #[pyo3(from_py_with = whole::n)] n: usize,
    size: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
    seed: Option<&Bound<'_, PyAny>>,
    metric: &str,
    letters: &str,
) -> PyResult<Vec<String>> {
    let (goal, seed) = (
        arguments::goal_board(size, goal)?,
        arguments::seed(py, seed)?,
    );
    let metric: Metric = metric.parse().map_err(failed)?;
    let convention: Convention = letters.parse().map_err(failed)?;
    let cancel = Cancel::new();
    let find = || -> PyResult<Vec<String>> {
        Scrambler::check_size(goal.size(), metric).map_err(failed)?;
        let limits = memory::limited(cancel.limits(), 1);
        let setup = Setup {
            goal: Goal::Board(goal),
            metric,
            for_one_board: n == 1,
            limits,
            ..Setup::default()
        };
        let solver = setup
            .open(goal.size())
            .map_err(|error| of_opening(&error))?;
        let scrambler = Scrambler::new(&solver, Arc::clone(cancel.flag()));
        let mut found = Vec::new();
        for board in RandomBoards::new(goal, seed).take(n) {
            let Some(path) = scrambler.scramble(&board).map_err(of_solving)? else {
                break;
            };
            found.push(path.slides(convention));
        }
        Ok(found)
    };
    wait::for_result(py, &cancel, find)?
}

/// Returns the tiles of a board of the given size.
#[pyfunction]
#[pyo3(signature = (board: "Board | FifteenError", size: "Size") -> "tuple[int, ...]")]
pub(crate) fn board_tiles<'py>(
    board: &Bound<'py, PyAny>,
    size: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    let wanted = arguments::size(size)?;
    let board = arguments::board(board, Some(wanted))?;
    if board.size() != wanted {
        return Err(failed(SolveError::OtherSize {
            board: board.size(),
            goal: wanted,
        }));
    }
    PyTuple::new(size.py(), board.tiles())
}

/// Returns the size of a board, as determined by the board's notation.
#[pyfunction]
#[pyo3(signature = (board: "Board"))]
pub(crate) fn board_size(board: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(arguments::board(board, None)?.size().to_string())
}

/// Returns the tiles of a goal.
#[pyfunction]
#[pyo3(signature = (goal: "Goal | None", size: "Size") -> "tuple[int, ...]")]
pub(crate) fn goal_tiles<'py>(
    goal: Option<&Bound<'py, PyAny>>,
    size: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(size.py(), arguments::goal_board(Some(size), goal)?.tiles())
}

/// Returns the width and the height of a size.
#[pyfunction]
#[pyo3(signature = (size: "Size"))]
pub(crate) fn sides(size: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
    let size = arguments::size(size)?;
    Ok((size.width(), size.height()))
}

/// Explains why the goal cannot be reached from the board. Returns None if it can be reached.
///
/// >>> import fifteen
/// >>> fifteen.unsolvable_reason("1 2 3 / 4 5 6 / 7 8 0") is None
/// True
#[pyfunction]
#[pyo3(signature = (board: "Board", *, size: "Size | None" = None, goal: "Goal | None" = None))]
pub(crate) fn unsolvable_reason(
    board: &Bound<'_, PyAny>,
    size: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<String>> {
    let size = size.map(arguments::size).transpose()?;
    let board = arguments::board(board, size)?;
    let goal = arguments::goal(goal, Some(board.size()))?
        .board(board.size())
        .map_err(failed)?;
    Ok(parity::check(&board, &goal)
        .err()
        .map(|reason| reason.explanation()))
}
