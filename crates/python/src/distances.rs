//! Exact distances of small boards. The first call for a goal computes the distances of all boards.
//! After that, each distance is a table lookup.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use fifteen_lab::enumeration::BoardLayers;
use fifteen_solver::Threads;
use fifteen_solver::batch::{self, Source};
use fifteen_solver::puzzle::parity;
use fifteen_solver::{Board, Goal, Metric, Size};
use numpy::PyArray1;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::error::failed;
use crate::kept::{Kept, NoValue};
use crate::wait::{self, Cancel};
use crate::{arguments, input, memory};

/// Maximum number of cells of a board. With 12 cells, a goal already has 239,500,800 boards.
const CELLS: usize = 12;

/// Distance of each board from a goal, indexed by [`index`]. The bytes are atomic because several
/// threads write them during the enumeration.
type Distances = Arc<Vec<AtomicU8>>;

/// Maximum size of the cached distances, in bytes. This is enough for two goals with 12 cells, or
/// for about 2,700 goals of size 3x3.
const KEPT_BYTES: u64 = 500_000_000;

/// Estimated memory that each cached goal takes in addition to its distances, in bytes.
const BYTES_OF_GOAL: u64 = 256;

static KEPT: Kept<Board, Distances> = Kept::new(KEPT_BYTES);

/// Returns the minimum number of moves for each board of up to 12 cells, or -1 if the board cannot
/// reach the goal.
///
/// The first call for a goal computes the distances of all boards from this goal, and keeps them in
/// memory. After that, a million 3x3 boards take less than a second. For boards of 12 cells, the
/// first call takes at most four minutes of CPU time and 300 MB. At most 500 MB of distances
/// are kept, for the goals that were used most recently.
///
/// :param boards: The boards, as for :meth:`Solver.solve_many`.
/// :param size: The size of the boards. The default is the size of the goal, or else the size that
///     follows from the shape of the array, or else 3x3.
/// :raises FifteenError: The size is too large (use ``solve_many`` instead), or a value is not a
///     board.
///
/// >>> import fifteen
/// >>> fifteen.distances(["8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / 4 5 6 / 8 7 0"])
/// array([31, -1], dtype=int32)
#[pyfunction]
#[pyo3(signature = (
    boards: "Boards", *, size: "Size | None" = None, goal: "Goal | None" = None
) -> "NDArray[np.int32]")]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    size: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let given = size.is_some();
    let (mut size, goal) = arguments::size_and_goal(size, goal)?;
    if !given && !matches!(goal, Goal::Board(_)) {
        size = shown(boards).unwrap_or(Size::new(3, 3).map_err(failed)?);
    }
    let cells = size.cells();
    if cells > CELLS {
        let known = format!("distances() enumerates boards of up to {CELLS} cells");
        return Err(failed(format!(
            "{known}, and {size} has {cells}; use solve_many"
        )));
    }
    let boards = input::array(boards, size, &goal)?;
    let goal = goal.board(size).map_err(failed)?;
    let boards = boards.as_array();
    let cancel = Cancel::new();
    let found = wait::for_result(py, &cancel, || -> PyResult<Vec<i32>> {
        let table = table(&goal, &cancel)?;
        let distance = |row| {
            let board = input::row(size, row)?;
            let reaches = parity::check(&board, &goal).is_ok();
            Ok(if reaches {
                table[index(&board)].load(Ordering::Relaxed).into()
            } else {
                -1
            })
        };
        boards.outer_iter().enumerate().map(distance).collect()
    })?;
    Ok(PyArray1::from_vec(py, found?))
}

/// Returns the size of the boards in an array, based on its shape: (n, height, width), or (n,
/// cells) for square boards. Returns `None` if `boards` is not such an array.
fn shown(boards: &Bound<'_, PyAny>) -> Option<Size> {
    let shape = boards.getattr("shape").ok()?;
    match shape.extract::<(usize, usize, usize)>() {
        Ok((_, height, width)) => Size::new(width, height).ok(),
        Err(_) => Size::square(shape.extract::<(usize, usize)>().ok()?.1),
    }
}

/// Returns the distances of all boards from a goal. If they are not cached, computes and caches
/// them.
fn table(goal: &Board, cancel: &Cancel) -> PyResult<Distances> {
    let weight = boards_of(goal.size()) as u64 + BYTES_OF_GOAL;
    KEPT.get_or_make(*goal, weight, cancel.flag(), || enumerated(goal, cancel))
        .map_err(|reason| match reason {
            NoValue::Interrupted => PyKeyboardInterrupt::new_err(()),
            NoValue::Failed(error) => error,
        })
}

/// Returns the number of boards that can reach a goal, which is half of all permutations.
fn boards_of(size: Size) -> usize {
    size.cells() * (3..size.cells()).product::<usize>()
}

/// Finds the distances of all boards from a goal by breadth-first search.
fn enumerated(goal: &Board, cancel: &Cancel) -> PyResult<Distances> {
    let boards = boards_of(goal.size());
    let bytes = BoardLayers::bytes(goal, Metric::SingleTile).saturating_add(boards as u64);
    let what = format!("finding the distances of all {} boards", goal.size());
    memory::require(bytes, &what)?;
    let mut distances = Vec::new();
    distances
        .try_reserve_exact(boards)
        .map_err(|_| failed(format!("not enough memory for {what}")))?;
    distances.resize_with(boards, AtomicU8::default);
    let threads = Threads::All;
    let mut layers = BoardLayers::new(goal, Metric::SingleTile, threads).map_err(failed)?;
    let limits = cancel.limits();
    loop {
        let note = |part| {
            for board in layers.part(part) {
                distances[index(&board)].store(layers.depth() as u8, Ordering::Relaxed);
            }
        };
        batch::in_order(0..layers.parts(), Source::Ready, threads, note, |()| {
            ControlFlow::Continue(())
        });
        match layers.deepen(&limits) {
            Ok(0) => break,
            Ok(_) => (),
            Err(_) => return Err(PyKeyboardInterrupt::new_err(())),
        }
    }
    Ok(Arc::new(distances))
}

/// Returns a board's index among the boards that can reach a goal. The index combines the blank's
/// cell with half the Lehmer rank of the tiles. Two arrangements of the tiles share each index, but
/// only one of them can reach the goal.
fn index(board: &Board) -> usize {
    let tiles = board.size().cells() - 1;
    let (mut order, mut seen) = (0, 0u32);
    for (place, &tile) in board.tiles().iter().filter(|&&tile| tile > 0).enumerate() {
        let smaller_left = u32::from(tile) - 1 - (seen & ((1 << tile) - 1)).count_ones();
        order = order * (tiles - place) + smaller_left as usize;
        seen |= 1 << tile;
    }
    board.blank() * (3..=tiles).product::<usize>() + order / 2
}
