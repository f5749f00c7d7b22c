//! Applies moves to boards, and draws them as SVG or GIF with [`fifteen_draw`].

use fifteen_draw::{BoardNodes, Scene, Series};
use fifteen_solver::puzzle::{Convention, GridPath, Path};
use fifteen_solver::{Board, Goal};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::error::failed;
use crate::{arguments, blocks};

/// Returns all boards that a sequence of moves passes through, from the given board to the board
/// after the last move. A letter names the direction in which a tile moves.
///
/// :raises FifteenError: The text contains something other than moves, or a move leaves the board.
///
/// >>> import fifteen
/// >>> fifteen.positions("1 2 / 0 3", "L")
/// [(1, 2, 0, 3), (1, 2, 3, 0)]
#[pyfunction]
#[pyo3(signature = (board: "Board", moves, *, size: "Size | None" = None) -> "list[tuple[int, ...]]")]
pub(crate) fn positions<'py>(
    board: &Bound<'py, PyAny>,
    moves: &str,
    size: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let start = arguments::tiles(board, size.map(arguments::size).transpose()?)?;
    let path = GridPath::parse(moves, &start, Convention::Tile).map_err(failed)?;
    path.grids()
        .iter()
        .map(|passed| PyTuple::new(board.py(), passed.tiles()))
        .collect()
}

/// Returns the board after the given moves. A letter names the direction in which a tile moves.
///
/// :raises FifteenError: The text contains something other than moves, or a move leaves the board.
///
/// >>> import fifteen
/// >>> fifteen.apply([1, 2, 0, 3], "L")
/// (1, 2, 3, 0)
#[pyfunction]
#[pyo3(signature = (board: "Board", moves, *, size: "Size | None" = None) -> "tuple[int, ...]")]
pub(crate) fn apply<'py>(
    board: &Bound<'py, PyAny>,
    moves: &str,
    size: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let start = given(board, size)?;
    let boards = path(moves, &start)?.boards(&start).map_err(failed)?;
    PyTuple::new(board.py(), boards.last().unwrap_or(&start).tiles())
}

/// Returns the letters of the moves that are possible on a board. A letter names the direction in
/// which a tile moves.
///
/// >>> import fifteen
/// >>> fifteen.legal_moves("1 2 3 / 4 0 5 / 6 7 8")
/// 'UDLR'
#[pyfunction]
#[pyo3(signature = (board: "Board", *, size: "Size | None" = None))]
pub(crate) fn legal_moves(
    board: &Bound<'_, PyAny>,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let start = given(board, size)?;
    let allowed = |letter: &char| {
        path(&letter.to_string(), &start).is_ok_and(|path| path.boards(&start).is_ok())
    };
    Ok("UDLR".chars().filter(allowed).collect())
}

/// What to draw: a tile puzzle or a block puzzle, together with its moves.
#[derive(FromPyObject)]
pub(crate) enum Drawn<'py> {
    /// A tile puzzle. The fields are the board, the letters of the moves, the size, and the goal.
    /// The size is `None` if the board's notation determines it, and the goal is `None` for the
    /// default goal.
    Tiles(
        Bound<'py, PyAny>,
        String,
        Option<Bound<'py, PyAny>>,
        Option<Bound<'py, PyAny>>,
    ),
    /// A block puzzle and its moves. A move is a pair of the piece's label and its path, such as
    /// `('A', "RRD")`.
    Blocks(String, Vec<(char, String)>),
}

impl Drawn<'_> {
    fn scene(&self) -> PyResult<Scene> {
        let (board, moves, size, goal) = match self {
            Self::Tiles(board, moves, size, goal) => (board, moves, size.as_ref(), goal.as_ref()),
            Self::Blocks(puzzle, moves) => return blocks::scene(puzzle, moves),
        };
        let start = given(board, size)?;
        let path = path(moves, &start)?;
        // This fails if a move leaves the board. The error message names the move.
        let boards = path.boards(&start).map_err(failed)?;
        let goal = match arguments::goal(goal, Some(start.size()))? {
            // If the goal is a pattern that many boards match, draw the final board as the goal.
            Goal::Choice(_) => boards.last().copied().unwrap_or(start),
            goal => goal.board(start.size()).map_err(failed)?,
        };
        let scene = Scene::of_tiles(&start, &goal, &path, Convention::Tile);
        scene.ok_or_else(|| failed("the goal has another size, or a tile repeats"))
    }
}

/// Draws all positions as one SVG picture.
#[pyfunction]
#[pyo3(signature = (scene: "tuple[Any, ...]", title))]
pub(crate) fn svg(scene: Drawn<'_>, title: &str) -> PyResult<String> {
    Ok(scene.scene()?.sheet(title))
}

/// Draws the moves as an animated GIF.
#[pyfunction]
#[pyo3(signature = (scene: "tuple[Any, ...]"))]
pub(crate) fn gif<'py>(py: Python<'py>, scene: Drawn<'py>) -> PyResult<Bound<'py, PyBytes>> {
    let scene = scene.scene()?;
    let bytes = py.detach(|| scene.animation(&mut |_| ())).map_err(failed)?;
    Ok(PyBytes::new(py, &bytes))
}

/// One series of a plot: its label, the size of its tables in bytes, and a pair for each board. The
/// pair contains the number of generated nodes, and whether the board was solved.
type LabelledSeries = (String, f64, Vec<(f64, bool)>);

/// Draws the plot of ``fifteen bench --plot`` as SVG. Each series consists of a label, the size of
/// its tables in bytes, and a pair for each board. The pair contains the number of generated nodes
/// and whether the board was solved.
#[pyfunction]
#[pyo3(signature = (title, series: "list[tuple[str, float, list[tuple[float, bool]]]]"))]
pub(crate) fn comparison(title: &str, series: Vec<LabelledSeries>) -> PyResult<String> {
    let board = |(nodes, is_solved)| BoardNodes { nodes, is_solved };
    let one = |(label, bytes, boards): LabelledSeries| Series {
        label,
        bytes,
        boards: boards.into_iter().map(board).collect(),
    };
    let series: Vec<Series> = series.into_iter().map(one).collect();
    fifteen_draw::comparison(title, &series).map_err(failed)
}

fn given(board: &Bound<'_, PyAny>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
    arguments::board(board, size.map(arguments::size).transpose()?)
}

fn path(moves: &str, start: &Board) -> PyResult<Path> {
    Path::parse_on(moves, start, Convention::Tile).map_err(failed)
}
