"""Functions on arrays of boards, for machine learning: moves, children and labels of many boards at once.

Boards are an array of shape (n, cells), with 0 for the blank. You need to pass ``size`` only if the boards are not square. A move
is a number: the index of its letter in :data:`MOVES`. The letter names the direction in which a tile moves.

>>> import fifteen
>>> boards = fifteen.random_boards(1000, size="3x3", seed=1)
>>> following, legal = children(boards)
>>> following.shape, legal.shape
((1000, 4, 9), (1000, 4))
>>> best = optimal_moves(boards)
>>> bool((fifteen.distances(apply(boards, best.argmax(axis=1))) == fifteen.distances(boards) - 1).all())
True
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _fifteen
from ._fifteen import FifteenError, Solver
from ._types import Goal, Size

Tiles = npt.NDArray[np.uint8]

MOVES = "UDLR"
"""The letters of the moves, in the order of their indices."""

CELLS = 12
"""Maximum number of cells for which :func:`distances` needs no solver."""


def legal_moves(boards: Tiles, *, size: Optional[Size] = None) -> npt.NDArray[np.bool_]:
    """Returns the legal moves of each board, as an array of shape (n, 4) that is true for each legal move."""
    legal: npt.NDArray[np.bool_] = _sources(*_sides(boards, size))[_blanks(boards)] >= 0
    return legal


def apply(boards: Tiles, moves: npt.NDArray[np.integer[Any]], *, size: Optional[Size] = None) -> Tiles:
    """Makes one move on each board, and returns the boards after the moves.

    :param moves: The index of a move for each board.
    :raises FifteenError: A move leaves the board.
    """
    blanks, rows = _blanks(boards), np.arange(len(boards))
    sources = _sources(*_sides(boards, size))[blanks, moves]
    if (sources < 0).any():
        row = int(np.argmax(sources < 0))
        raise FifteenError(f"row {row}: the move {MOVES[moves[row]]} leaves the board; legal_moves() tells which do not")
    after = boards.copy()
    after[rows, blanks] = boards[rows, sources]
    after[rows, sources] = 0
    return after


def children(boards: Tiles, *, size: Optional[Size] = None) -> tuple[Tiles, npt.NDArray[np.bool_]]:
    """Returns the boards after each of the four moves, and which moves are legal. An illegal move does not change the board.

    The boards are an array of shape (n, 4, cells), and the legal moves are an array of shape (n, 4).
    """
    legal = legal_moves(boards, size=size)
    after = np.repeat(boards[:, None], 4, axis=1)
    for move in range(4):
        allowed = legal[:, move]
        after[allowed, move] = apply(boards[allowed], np.full(allowed.sum(), move), size=size)
    return after, legal


def distances(
    boards: Tiles, *, size: Optional[Size] = None, goal: Optional[Goal] = None, solver: Optional[Solver] = None
) -> npt.NDArray[np.int32]:
    """Returns the length of a shortest solution for each board, or -1 for a board that cannot reach the goal.

    :param solver: The solver for the boards, which is required for boards of more than 12 cells.
    :raises FifteenError: The boards have more than 12 cells and there is no solver, or the solver did not prove a distance.
    """
    if solver is not None:
        return np.array([_length(solution) for solution in solver.solve_many(boards)], dtype=np.int32)
    width, height = _sides(boards, size)
    if width * height > CELLS:
        raise FifteenError(f"boards of {width * height} cells are not listed; give solver=, which solves each of them")
    return _fifteen.distances(boards, size=f"{width}x{height}", goal=goal)


def optimal_moves(
    boards: Tiles, *, size: Optional[Size] = None, goal: Optional[Goal] = None, solver: Optional[Solver] = None
) -> npt.NDArray[np.bool_]:
    """Returns the optimal moves of each board, as an array of shape (n, 4) that is true for each optimal move.

    A move is optimal if a shortest solution begins with it. The goal has no optimal move.

    :param solver: The solver for the boards and for the boards after each move. It is required for boards of more than 12 cells.
    """
    after, legal = children(boards, size=size)
    here = distances(boards, size=size, goal=goal, solver=solver)
    best = np.zeros_like(legal)
    best[legal] = distances(after[legal], size=size, goal=goal, solver=solver) == np.repeat(here, legal.sum(axis=1)) - 1
    return best


def one_hot(boards: Tiles) -> npt.NDArray[np.float32]:
    """Converts boards to inputs for a network. The inputs have shape (n, cells * cells), with a 1 for the tile on each cell."""
    cells = boards.shape[1]
    return np.eye(cells, dtype=np.float32)[boards].reshape(len(boards), cells * cells)


class Labelled(Sequence[tuple[npt.NDArray[np.float32], np.float32]]):
    """A data set of boards with labels, for a ``DataLoader`` of PyTorch. PyTorch itself is not needed.

    :param labels: A number for each board, such as its distance from the goal.

    >>> import fifteen
    >>> boards = fifteen.random_boards(100, size="3x3", seed=1)
    >>> inputs, label = Labelled(boards, fifteen.distances(boards))[0]
    >>> inputs.shape, float(label)
    ((81,), 25.0)
    """

    def __init__(self, boards: Tiles, labels: npt.ArrayLike) -> None:
        self.boards, self.labels = boards, np.asarray(labels, dtype=np.float32)
        if len(boards) != len(self.labels):
            raise FifteenError(f"each board has a label: found {len(boards)} boards and {len(self.labels)} labels")

    def __len__(self) -> int:
        return len(self.boards)

    def __getitem__(self, index: Any) -> Any:
        inputs = one_hot(np.atleast_2d(self.boards[index]))
        return (inputs if self.boards[index].ndim > 1 else inputs[0]), self.labels[index]

    def __getitems__(self, indices: list[int]) -> list[tuple[npt.NDArray[np.float32], np.float32]]:
        """Returns the items of a batch. PyTorch calls this method instead of reading each item separately."""
        inputs, labels = self[np.asarray(indices)]
        return list(zip(inputs, labels))


def _sides(boards: Tiles, size: Optional[Size]) -> tuple[int, int]:
    """Returns the width and height of the boards."""
    if boards.ndim != 2:
        raise FifteenError(f"boards must be an array of shape (n, cells); found {boards.shape}")
    cells = boards.shape[1]
    if size is None:
        width = height = math.isqrt(cells)
    else:
        width, height = _fifteen.sides(size)
    if width * height != cells:
        raise FifteenError(f"boards of {cells} cells are not {width}x{height}; give the size, as in size='4x3'")
    return width, height


def _blanks(boards: Tiles) -> npt.NDArray[np.intp]:
    blanks: npt.NDArray[np.intp] = boards.argmin(axis=1)
    return blanks


@lru_cache(maxsize=None)
def _sources(width: int, height: int) -> npt.NDArray[np.intp]:
    """Returns the cell of the tile that moves, indexed by the blank's cell and the move, or -1 if the move is illegal."""
    row, column = np.divmod(np.arange(width * height), width)
    there = [row < height - 1, row > 0, column < width - 1, column > 0]
    steps = [width, -width, 1, -1]
    cells = [np.where(is_there, row * width + column + step, -1) for is_there, step in zip(there, steps)]
    return np.stack(cells, axis=1)


def _length(solution: Any) -> int:
    if solution.status == "unsolvable":
        return -1
    if solution.length is None:
        raise FifteenError(f"board {solution.line} was not solved: {solution.error}")
    if solution.gap:
        raise FifteenError(
            f"board {solution.line}: the algorithm {solution.algorithm} does not prove that its solution is the shortest one; "
            "give a solver with another algorithm, such as algorithm='ida'"
        )
    return int(solution.length)
