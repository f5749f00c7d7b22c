"""Distributes one search over many processes and machines, with any executor of ``concurrent.futures``.

Each iteration of IDA* is divided into units, which are independent parts of the search. The executor's workers search the units,
and a folder contains the results, as with ``fifteen distribute``. The solution and the node counts are the same as on one machine.
Only this package must be installed on the workers. Workers identify tables by their digests, and build missing tables.

>>> import fifteen
>>> from concurrent.futures import ThreadPoolExecutor
>>> solver = fifteen.Solver("3x3", heuristic="manhattan")
>>> with ThreadPoolExecutor() as executor:
...     solve(executor, solver, "8 6 7 / 2 5 4 / 3 0 1", split_after=100).length
31
"""

from __future__ import annotations

import os
import queue
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext
from tempfile import TemporaryDirectory
from typing import NamedTuple, NoReturn, Optional, Union

from . import _fifteen
from ._fifteen import FifteenError, Solver
from ._records import Solution
from ._types import Board, Mode, Paths

__all__ = ["Progress", "solve"]

RETRIES = 3
"""Number of times that a failed unit is submitted again."""

SUBMITTED = 4096
"""Maximum number of units that are submitted at the same time."""

POLL = 0.25
"""Interval between checks for Ctrl-C, in seconds."""


class Progress(NamedTuple):
    """The progress of an iteration."""

    bound: int
    """Maximum length of a solution that the iteration can find."""
    done: int
    """Number of units that have a result."""
    units: int
    """Number of units that the iteration needs."""

    def __str__(self) -> str:
        return f"bound {self.bound}: {self.done:,} of {self.units:,} units"


def solve(
    executor: Executor,
    solver: Solver,
    board: Board,
    *,
    folder: Union[str, "os.PathLike[str]", None] = None,
    mode: Mode = "fast",
    finish_iteration: bool = False,
    split_after: int = 1_000_000,
    units: Optional[int] = None,
    tables: Optional[Paths] = None,
    progress: Optional[Callable[[Progress], object]] = None,
) -> Solution:
    """Finds a shortest solution. The solution and its node counts are the same as on one machine, but ``seconds`` is None.

    :param executor: The executor that runs the workers: Dask's ``client.get_executor()``, a ``ProcessPoolExecutor``, mpi4py's
        ``MPIPoolExecutor``, or any other executor.
    :param folder: The folder for the results of the units. If the call is interrupted, the same call continues the search, and
        ``fifteen distribute`` can also continue it. By default, no results are kept.
    :param mode: The mode of the search, as for :meth:`Solver.solve`. The same is true of ``finish_iteration``.
    :param split_after: The number of expanded nodes from which on the search is distributed. This process searches the first
        iterations itself. After an iteration that expands this number of nodes, the next one is split into units.
    :param units: The approximate number of units in an iteration. By default, each unit takes a few seconds.
    :param tables: Files and folders in which workers look for the tables. Missing tables are built in the first folder.
    :param progress: A function that is called with a :class:`Progress` after each unit.
    :raises UnsolvableError: The board cannot reach the goal.
    :raises TableError: The tables were built in memory, where workers cannot find them.
    :raises FifteenError: The folder contains another search, a unit has failed repeatedly, or the executor is broken.
    """
    if not isinstance(executor, Executor):
        raise TypeError(f"expected an executor of concurrent.futures, such as client.get_executor() of Dask; found {executor!r}")
    given = [tables] if isinstance(tables, (str, os.PathLike)) else tables or []
    places = [os.fspath(path) for path in given]
    with TemporaryDirectory(prefix="fifteen-") if folder is None else nullcontext(os.fspath(folder)) as kept:
        search = _fifteen.ClusterSearch(solver, board, kept, mode, finish_iteration, split_after, units)
        while True:
            solution = search.solution()
            if solution is not None:
                return solution
            _Iteration(executor, search, kept, places, progress).run()
            search.advance()


class _Iteration:
    """Runs the units of one iteration on an executor."""

    def __init__(
        self,
        executor: Executor,
        search: _fifteen.ClusterSearch,
        folder: str,
        tables: list[str],
        progress: Optional[Callable[[Progress], object]],
    ) -> None:
        self._executor, self._search, self._folder, self._tables, self._progress = executor, search, folder, tables, progress
        self._job = search.job
        self._waiting = deque(search.missing())
        self._submitted: dict[Future[str], int] = {}
        self._done: queue.SimpleQueue[Future[str]] = queue.SimpleQueue()
        self._failures: Counter[int] = Counter()

    def run(self) -> None:
        """Searches all units that have no result. If the call ends early, cancels the units that were submitted."""
        try:
            self._submit()
            while self._submitted:
                try:
                    future = self._done.get(timeout=POLL)
                except queue.Empty:
                    continue
                unit = self._submitted.pop(future, None)
                if unit is not None:
                    self._take(unit, future)
                    self._submit()
        finally:
            for future in self._submitted:
                future.cancel()

    def _submit(self) -> None:
        while self._waiting and len(self._submitted) < SUBMITTED:
            unit = self._waiting.popleft()
            if unit >= self._search.needed:
                continue
            try:
                future = self._executor.submit(_search_unit, self._job, unit, self._tables)
            except Exception as error:
                self._give_up(f"the executor takes no more units: {error}", error)
            self._submitted[future] = unit
            future.add_done_callback(self._done.put)

    def _take(self, unit: int, future: Future[str]) -> None:
        search = self._search
        needed = search.needed
        try:
            result = future.result()
        except BrokenExecutor as error:
            self._give_up(f"the executor is broken, perhaps since one of its processes was killed: {error}", error)
        except Exception as error:
            self._failures[unit] += 1
            if self._failures[unit] > RETRIES:
                times = self._failures[unit]
                self._give_up(f"unit {unit} of the iteration to bound {search.bound} has failed {times} times: {error!r}", error)
            self._waiting.appendleft(unit)
            return
        search.add(result)
        if search.needed < needed:
            # A unit has found a solution. Cancel the units after it, because a search on one machine would not reach them.
            for other in [future for future, unit in self._submitted.items() if unit >= search.needed]:
                del self._submitted[other]
                other.cancel()
        if self._progress is not None:
            done = search.needed - len(search.missing())
            self._progress(Progress(search.bound, done, search.needed))

    def _give_up(self, reason: str, error: Exception) -> NoReturn:
        if isinstance(error, BrokenExecutor):
            # Do not cancel the other units: the executor itself is marking them as failed. In some versions of Python, its thread
            # dies if it meets a unit that was cancelled meanwhile. It then leaves processes behind, which never end, and for which
            # Python waits at its end.
            self._submitted.clear()
        raise FifteenError(f"{reason}; all results so far are in the folder {self._folder}: the same call goes on") from error


def _search_unit(job: str, unit: int, tables: list[str]) -> str:
    """Runs on a worker: searches a unit and returns its result."""
    return _fifteen.search_unit(job, unit, tables)
