"""The functions that open a :class:`Solver` for one call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional, Union

from . import _fifteen
from ._fifteen import Analysis, Solution
from ._solver import Solver
from ._types import Algorithm, Board, Boards, Convention, Goal, Heuristic, Metric, Mode, Paths, Size, paths_of


def _size_of(board: Board, size: Optional[Size]) -> Size:
    return size if size is not None else _fifteen.board_size(board)


def solve(
    board: Board,
    *,
    size: Optional[Size] = None,
    goal: Goal = "last",
    heuristic: Optional[Heuristic] = None,
    algorithm: Algorithm = "ida",
    deepening: bool = False,
    tables: Optional[Paths] = None,
    mode: Mode = "fast",
    all: Union[bool, int, None] = None,
    finish_iteration: bool = False,
    threads: int = 0,
    node_limit: Optional[int] = None,
    time_limit: Optional[float] = None,
    depth_limit: Optional[int] = None,
    memory_limit: Optional[int] = None,
    within: Optional[float] = None,
    first: bool = False,
    metric: Metric = "single-tile",
) -> Solution:
    """A shortest solution of one board; opens a :class:`Solver` for it. For several boards open one yourself.

    The options are those of :class:`Solver` and of :meth:`Solver.solve`.

    >>> import fifteen
    >>> fifteen.solve([1, 2, 3, 4, 5, 6, 0, 7, 8]).moves
    'LL'
    >>> fifteen.solve([1, 2, 3, 4, 5, 6, 0, 7, 8], metric="multi-tile").moves
    'L2'
    """
    solver = Solver._for_one_board(
        _size_of(board, size),
        goal=goal,
        heuristic=heuristic,
        algorithm=algorithm,
        deepening=deepening,
        tables=paths_of(tables),
        metric=metric,
    )
    return solver.solve(
        board,
        mode=mode,
        all=all,
        finish_iteration=finish_iteration,
        threads=threads,
        node_limit=node_limit,
        time_limit=time_limit,
        depth_limit=depth_limit,
        memory_limit=memory_limit,
        within=within,
        first=first,
    )


def solve_many(
    boards: Boards,
    *,
    size: Optional[Size] = None,
    goal: Goal = "last",
    heuristic: Optional[Heuristic] = None,
    algorithm: Algorithm = "ida",
    deepening: bool = False,
    tables: Optional[Paths] = None,
    mode: Mode = "fast",
    all: Union[bool, int, None] = None,
    finish_iteration: bool = False,
    threads: int = 0,
    node_limit: Optional[int] = None,
    time_limit: Optional[float] = None,
    depth_limit: Optional[int] = None,
    memory_limit: Optional[int] = None,
    within: Optional[float] = None,
    first: bool = False,
    progress: bool = False,
    metric: Metric = "single-tile",
) -> Iterator[Solution]:
    """Solutions of many boards of one size (default 4x4): the options are those of
    :class:`Solver` and of :meth:`Solver.solve_many`."""
    solver = Solver(
        size, goal=goal, heuristic=heuristic, algorithm=algorithm, deepening=deepening, tables=tables, metric=metric
    )
    return solver.solve_many(
        boards,
        mode=mode,
        all=all,
        finish_iteration=finish_iteration,
        threads=threads,
        node_limit=node_limit,
        time_limit=time_limit,
        depth_limit=depth_limit,
        memory_limit=memory_limit,
        within=within,
        first=first,
        progress=progress,
    )


def analyse(
    board: Board,
    moves: str,
    *,
    size: Optional[Size] = None,
    goal: Goal = "last",
    metric: Metric = "single-tile",
    convention: Optional[Convention] = None,
    tables: Optional[Paths] = None,
    threads: int = 0,
    node_limit: Optional[int] = None,
    time_limit: Optional[float] = None,
    memory_limit: Optional[int] = None,
) -> Analysis:
    """Finds the moves that a person's solution loses; opens a :class:`Solver` for it. See :meth:`Solver.analyse`.

    >>> import fifteen
    >>> fifteen.analyse("1 2 3 / 4 5 6 / 0 7 8", "D U L R L2").distances
    (2, 3, 2, 1, 2, 1, 0)
    """
    solver = Solver._for_one_board(
        _size_of(board, size),
        goal=goal,
        heuristic=None,
        algorithm="ida",
        deepening=False,
        tables=paths_of(tables),
        metric=metric,
    )
    return solver.analyse(
        board,
        moves,
        convention=convention,
        threads=threads,
        node_limit=node_limit,
        time_limit=time_limit,
        memory_limit=memory_limit,
    )
