//! Positions of a board after moves, and pictures: SVG and GIF by [`fifteen_draw`].

use fifteen_draw::{PieceBoard, Series, Step};
use fifteen_solver::puzzle::{Convention, Path};
use fifteen_solver::{Board, Goal};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments;
use crate::error::failed;
use crate::record::Tuple;

/// The boards that moves lead through, the first one among them.
#[pyfunction]
pub(crate) fn positions(
    board: &Bound<'_, PyAny>,
    moves: &str,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Tuple<u8>>> {
    let start = given(board, size)?;
    let boards = path(moves)?.boards(&start).map_err(failed)?;
    Ok(boards.iter().map(|board| Tuple(board.tiles().to_vec())).collect())
}

/// The letters of the moves that a board allows, in the order `UDLR`.
#[pyfunction]
pub(crate) fn legal_moves(board: &Bound<'_, PyAny>, size: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let start = given(board, size)?;
    let allowed = |letter: &char| path(&letter.to_string()).is_ok_and(|path| path.boards(&start).is_ok());
    Ok("UDLR".chars().filter(allowed).collect())
}

/// All positions as SVG.
#[pyfunction]
pub(crate) fn svg(
    board: &Bound<'_, PyAny>,
    moves: &str,
    size: Option<&Bound<'_, PyAny>>,
    goal: &Bound<'_, PyAny>,
    title: &str,
) -> PyResult<String> {
    let (drawn, steps) = scene(board, moves, size, goal)?;
    Ok(fifteen_draw::sheet(title, &drawn, &steps))
}

/// The moves as an animation, a GIF.
#[pyfunction]
pub(crate) fn gif<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    moves: &str,
    size: Option<&Bound<'py, PyAny>>,
    goal: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (drawn, steps) = scene(board, moves, size, goal)?;
    let bytes = py.detach(|| fifteen_draw::animation(&drawn, &steps, &mut |_| ())).map_err(failed)?;
    Ok(PyBytes::new(py, &bytes))
}

/// The plot of `fifteen bench --plot` as SVG: for each series its label, the bytes of its tables, the nodes of its
/// solved boards, and the number of the others.
#[pyfunction]
pub(crate) fn comparison(title: &str, series: Vec<(String, f64, Vec<f64>, usize)>) -> PyResult<String> {
    let series: Vec<Series> =
        series.into_iter().map(|(label, bytes, nodes, unsolved)| Series { label, bytes, nodes, unsolved }).collect();
    fifteen_draw::comparison(title, &series).map_err(failed)
}

fn scene(
    board: &Bound<'_, PyAny>,
    moves: &str,
    size: Option<&Bound<'_, PyAny>>,
    goal: &Bound<'_, PyAny>,
) -> PyResult<(PieceBoard, Vec<Step>)> {
    let start = given(board, size)?;
    let goal: Goal = arguments::goal(goal, Some(start.size()))?;
    let goal = goal.board(start.size()).map_err(failed)?;
    let path = path(moves)?;
    // The error of a move that leaves the board says which.
    path.boards(&start).map_err(failed)?;
    fifteen_draw::tile_steps(&start, &goal, &path, Convention::Tile).ok_or_else(|| failed("the goal has another size"))
}

fn given(board: &Bound<'_, PyAny>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
    arguments::board(board, size.map(arguments::size).transpose()?)
}

fn path(moves: &str) -> PyResult<Path> {
    Path::parse(moves, Convention::Tile).map_err(failed)
}
