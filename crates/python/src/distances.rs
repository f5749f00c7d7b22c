//! Distances of small boards: all boards are enumerated once, then a board takes a look-up.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use fifteen_lab::enumeration::BoardLayers;
use fifteen_solver::{Board, Goal, Limits, Metric, Size, batch};
use numpy::PyArray1;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::error::failed;
use crate::{arguments, input, wait};

/// The most cells: 2x5 and 5x2 have 1,814,400 boards.
const CELLS: usize = 10;

/// The distances from each goal, by the rank of the board; -1 for boards that cannot reach it.
type Distances = Arc<Vec<i16>>;

static KEPT: LazyLock<Mutex<HashMap<Board, Distances>>> = LazyLock::new(Mutex::default);

/// The fewest moves of each board, on boards of up to 10 cells; -1 where the goal cannot be reached.
///
/// The first call for a goal finds the distances of all boards, which are kept: a million 3x3 boards then take less
/// than a second.
///
/// :param boards: as for :meth:`Solver.solve_many`.
/// :param size: by default that of the goal, otherwise 3x3.
/// :raises FifteenError: the size is too large (then use ``solve_many``); a value is no board.
///
/// >>> import fifteen
/// >>> fifteen.distances(["8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / 4 5 6 / 8 7 0"])
/// array([31, -1], dtype=int16)
#[pyfunction]
#[pyo3(signature = (
    boards: "Boards", *, size: "Size | None" = None, goal: "Goal | None" = None
) -> "NDArray[np.int16]")]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    size: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let given = size.is_some();
    let (mut size, goal) = arguments::size_and_goal(size, goal)?;
    if !given && !matches!(goal, Goal::Board(_)) {
        size = Size::new(3, 3).map_err(failed)?;
    }
    let cells = size.cells();
    if cells > CELLS {
        let known = format!("distances() enumerates boards of up to {CELLS} cells");
        return Err(failed(format!("{known}, and {size} has {cells}; use solve_many")));
    }
    let goal = goal.board(size).map_err(failed)?;
    let boards = input::array(boards, size)?;
    let boards = boards.as_array();
    let cancel = wait::flag();
    let found = wait::for_result(py, &cancel, || -> PyResult<Vec<i16>> {
        let table = table(&goal, &Limits::cancelled_by(Arc::clone(&cancel)))?;
        boards.outer_iter().enumerate().map(|row| Ok(table[rank(input::row(size, row)?.tiles())])).collect()
    })?;
    Ok(PyArray1::from_vec(py, found?))
}

/// The distances of all boards from a goal; other threads that want them wait for the first.
fn table(goal: &Board, limits: &Limits) -> PyResult<Distances> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(distances) = kept.get(goal) {
        return Ok(Arc::clone(distances));
    }
    let mut distances = vec![-1; (1..=goal.size().cells()).product()];
    let mut layers = BoardLayers::new(goal, Metric::SingleTile, batch::threads_or_all(0)).map_err(failed)?;
    loop {
        for board in (0..layers.parts()).flat_map(|part| layers.part(part)) {
            distances[rank(board.tiles())] = layers.depth() as i16;
        }
        match layers.deepen(limits) {
            Ok(0) => break,
            Ok(_) => (),
            Err(_) => return Err(PyKeyboardInterrupt::new_err(())),
        }
    }
    let distances = Arc::new(distances);
    kept.insert(*goal, Arc::clone(&distances));
    Ok(distances)
}

/// The number of the permutation in lexicographic order (Lehmer).
fn rank(tiles: &[u8]) -> usize {
    let smaller = |cell: usize| tiles[cell + 1..].iter().filter(|&&tile| tile < tiles[cell]).count();
    (0..tiles.len()).fold(0, |rank, cell| rank * (tiles.len() - cell) + smaller(cell))
}
