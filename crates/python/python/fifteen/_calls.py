"""Functions that open a solver, and keep it for the next call."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from typing import Any, Optional

import numpy as np

from . import _fifteen
from ._fifteen import Solver
from ._records import Analysis, Solution
from ._types import (
    Algorithm,
    Board,
    Boards,
    Goal,
    Heuristic,
    Letters,
    Limits,
    Metric,
    Paths,
    Size,
    Unpack,
    with_keywords,
)

MOST_CELLS = 25
"""Maximum number of cells on a board."""

_last: tuple[Any, Optional[Solver]] = (None, None)
"""The arguments of the solver that was opened last, and the solver."""


@with_keywords
def solve(
    board: Board,
    *,
    size: Optional[Size] = None,
    goal: Optional[Goal] = None,
    heuristic: Optional[Heuristic] = None,
    algorithm: Algorithm = "ida",
    tables: Optional[Paths] = None,
    metric: Metric = "single-tile",
    **limits: Unpack[Limits],
) -> Solution:
    """Finds a shortest solution of one board.

    This function opens a :class:`Solver`, and keeps it for the next call with the same options. It returns the same result, and
    raises the same exceptions, as :meth:`Solver.solve`.

    >>> import fifteen
    >>> fifteen.solve([1, 2, 3, 4, 5, 6, 0, 7, 8]).moves
    'LL'
    >>> fifteen.solve([1, 2, 3, 4, 5, 6, 0, 7, 8], metric="multi-tile").moves
    'L2'
    """
    board = _listed(board)
    size = _fifteen.board_size(board) if size is None else size
    return _opened(size, goal, heuristic, algorithm, tables, metric, for_one_board=True).solve(board, **limits)


@with_keywords
def solve_many(
    boards: Boards,
    *,
    size: Optional[Size] = None,
    goal: Optional[Goal] = None,
    heuristic: Optional[Heuristic] = None,
    algorithm: Algorithm = "ida",
    tables: Optional[Paths] = None,
    metric: Metric = "single-tile",
    progress: bool = False,
    **limits: Unpack[Limits],
) -> Iterator[Solution]:
    """Solves many boards of one size (by default 4x4). Returns an iterator of solutions, in the order of the boards.

    This function opens a :class:`Solver` and calls :meth:`Solver.solve_many`, which explains the result.

    :param boards: The boards, as for :meth:`Solver.solve_many`.
    :param progress: Whether to show a progress bar. This requires the ``tqdm`` package.
    """
    return _opened(size, goal, heuristic, algorithm, tables, metric).solve_many(boards, progress=progress, **limits)


@with_keywords
def analyse(
    board: Board,
    moves: str,
    *,
    size: Optional[Size] = None,
    goal: Optional[Goal] = None,
    metric: Metric = "single-tile",
    letters: Optional[Letters] = None,
    tables: Optional[Paths] = None,
    **limits: Unpack[Limits],
) -> Analysis:
    """Finds the mistakes in a sequence of moves. A move is a mistake if the goal is no nearer after it.

    This function opens a :class:`Solver` and calls :meth:`Solver.analyse`.

    :param moves: The moves, as letters U, D, L and R. A number can follow a letter, as in ``"R3 U2 L"``.
    :param letters: Whether a letter names the direction of the ``"tile"`` or of the ``"blank"``. By default, it names the
        direction of the tile, unless only the blank can make the moves.

    >>> import fifteen
    >>> fifteen.analyse("1 2 3 / 4 5 6 / 0 7 8", "D U L R L2").distances
    (2, 3, 2, 1, 2, 1, 0)
    """
    board = _listed(board)
    size = _fifteen.board_size(board) if size is None else size
    solver = _opened(size, goal, None, "ida", tables, metric, for_one_board=True)
    return solver.analyse(board, moves, letters=letters, **limits)


def _opened(
    size: Optional[Size],
    goal: Optional[Goal],
    heuristic: Optional[Heuristic],
    algorithm: Algorithm,
    tables: Optional[Paths],
    metric: Metric,
    for_one_board: bool = False,
) -> Solver:
    """Returns the solver that was opened last if its arguments were the same, and otherwise opens a new one."""
    global _last
    paths = [tables] if isinstance(tables, (str, os.PathLike)) else list(tables or ())
    cells = goal if goal is None or isinstance(goal, str) else np.asarray(goal).tolist()
    function = heuristic if heuristic is None or isinstance(heuristic, str) else id(heuristic)
    one = for_one_board and metric == "multi-tile"
    wanted = (size, cells, function, algorithm, paths, metric, one, os.environ.get("FIFTEEN_PDB_DIR"), os.getcwd())
    known, solver = _last
    if solver is None or known != wanted:
        forget()
        if one and heuristic is None:
            solver = Solver._for_one_board(size, goal, algorithm, paths)
        else:
            solver = Solver(size, goal=goal, heuristic=heuristic, algorithm=algorithm, tables=paths, metric=metric)
        _last = (wanted, solver)
    return solver


def _listed(board: Board) -> Board:
    """Returns the board. Copies an iterator to a list, because it can be read only once and can be endless."""
    return list(itertools.islice(board, MOST_CELLS + 1)) if isinstance(board, Iterator) else board


def forget() -> None:
    """Forgets the solver that was opened last, so that the next call can use better tables."""
    global _last
    _last = (None, None)
