"""One search over many machines: split it into units, work on them anywhere, merge the results.

Jobs, units and results are lines of JSON, those of the commands ``fifteen split``, ``work`` and ``merge`` (docs/SCALE.md). The
result is the one that a single machine finds, with the same node counts.

>>> import fifteen
>>> from fifteen import work
>>> solver = fifteen.Solver("3x3", heuristic="manhattan")
>>> job, units = work.split(solver, "8 6 7 / 2 5 4 / 3 0 1", first=100, units=5)
>>> while True:
...     merged = work.merge(job, [work.work(unit) for unit in units])
...     if not isinstance(merged, str):
...         break
...     job, units = work.resume(merged, units=5)
>>> merged.length
31
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional, Union

from . import _fifteen
from ._fifteen import Solver
from ._records import Solution
from ._types import Board, Mode, Paths

__all__ = ["merge", "resume", "split", "work"]


def split(
    solver: Solver,
    board: Board,
    *,
    mode: Mode = "fast",
    finish_iteration: bool = False,
    first: int = 1_000_000,
    units: Optional[int] = None,
    threads: int = 0,
) -> tuple[str, list[str]]:
    """Searches the small first iterations, and splits the next one: the job, and its units.

    :param first: iterations are searched at once until one expands this many nodes.
    :param units: the approximate number of units; by default units take seconds each.
    :returns: no units if the board was solved at once: :func:`merge` gives the solution.
    :raises TableError: the tables were built in memory, where others cannot find them.
    :raises UnsolvableError: the goal cannot be reached.
    """
    return _fifteen.split(solver, board, mode, finish_iteration, first, units, threads)


def resume(job: str, *, tables: Optional[Paths] = None, units: Optional[int] = None) -> tuple[str, list[str]]:
    """Splits the next iteration of a job that :func:`merge` has left unsolved."""
    return _fifteen.resume(job, tables, units, 1_000_000, 0)


def work(unit: str, *, tables: Optional[Paths] = None) -> str:
    """Works on a unit: its result, the same every time. Tables are opened once in a process.

    :raises TableError: the tables found are others than those with which the search was split.
    :raises FifteenError: the unit was changed.
    """
    return _fifteen.work(unit, tables)


def merge(job: str, results: Sequence[str]) -> Union[Solution, str]:
    """Merges results, in any order: the solution, or the job with its next iteration, for :func:`resume`.

    :raises FifteenError: results are missing, or contradict each other.
    """
    solution, next_job = _fifteen.merge(job, list(results), 1)
    return next_job if solution is None else solution
