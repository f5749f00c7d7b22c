"""Searches over many processes and machines: boards go out as tasks, hard ones in units, and what comes back is what one
machine finds.

Tasks run in a Dask cluster, or in any executor of ``concurrent.futures``: processes, threads, MPI. Needs the package ``filelock``,
for Dask ``distributed`` too (``pip install '.[cluster]'``), and this package on every worker. Tables are found on each worker by
their digests, and built or fetched where they are missing.

>>> import fifteen  # doctest: +SKIP
>>> from fifteen import cluster  # doctest: +SKIP
>>> solver = fifteen.Solver(heuristic="7-8")  # doctest: +SKIP
>>> solution = cluster.solve("tcp://scheduler:8786", solver, "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1")  # doctest: +SKIP
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Optional, Union, get_args

from .._fifteen import FifteenError, UnsolvableError
from .._records import Solution
from .._fifteen import Solver
from .._types import Board, Boards, Mode
from ._driver import Cluster, solutions
from ._progress import Progress, show
from ._tables import Missing, Tables
from ._tasks import Options

__all__ = ["Cluster", "Progress", "show", "solve", "solve_many"]


def solve(
    client: Cluster,
    solver: Solver,
    board: Board,
    *,
    mode: Mode = "fast",
    finish_iteration: bool = False,
    first: int = 1_000_000,
    units: Optional[int] = None,
    tables_dir: Union[str, "os.PathLike[str]", None] = None,
    missing: Missing = "build",
    retries: int = 3,
    checkpoint: Union[str, "os.PathLike[str]", None] = None,
    progress: Optional[Callable[[Progress], object]] = None,
) -> Solution:
    """A shortest solution, with the counts that one machine has; ``seconds`` is None. See :func:`solve_many`.

    :raises UnsolvableError: the goal cannot be reached.
    :raises FifteenError: the board is none, or of another size.
    """
    found = solve_many(
        client,
        solver,
        [board],
        mode=mode,
        finish_iteration=finish_iteration,
        first=first,
        units=units,
        tables_dir=tables_dir,
        missing=missing,
        retries=retries,
        checkpoint=checkpoint,
        progress=progress,
    )
    [solution] = found
    if solution.status == "unsolvable":
        raise UnsolvableError(solution.error)
    if solution.status == "invalid":
        raise FifteenError(solution.error)
    return solution


def solve_many(
    client: Cluster,
    solver: Solver,
    boards: Boards,
    *,
    mode: Mode = "fast",
    finish_iteration: bool = False,
    first: int = 1_000_000,
    units: Optional[int] = None,
    tables_dir: Union[str, "os.PathLike[str]", None] = None,
    missing: Missing = "build",
    retries: int = 3,
    checkpoint: Union[str, "os.PathLike[str]", None] = None,
    progress: Optional[Callable[[Progress], object]] = None,
) -> Iterator[Solution]:
    """Solutions in the order of the boards, each with the counts that one machine has; ``seconds`` is None.

    A worker that fails (it has no disk space, cannot make its folder, or has no tables) is named in a warning and left out after
    three failures; its tasks go to others.

    An easy board is solved whole by one worker; a hard one in units by all, one iteration after the other. A board that cannot be
    solved or read gives a solution with status ``"unsolvable"`` or ``"invalid"`` and its ``error``.

    :param client: a client of Dask, the address of a scheduler, or None: workers on this machine, one for each core. Or an executor
        (``ProcessPoolExecutor``, ``mpi4py.futures.MPIPoolExecutor``, ...), a pool with ``apply_async`` (of ``multiprocessing`` or
        Ray), or a function that makes one: then a pool that breaks is replaced.
    :param solver: the solver; workers open the same tables themselves.
    :param boards: as for :meth:`fifteen.Solver.solve_many`: a file, an array, a data frame, or any iterable, read as there is
        room.
    :param first: a board is searched by one worker until an iteration expands this many nodes; the next one is split.
    :param units: the approximate number of units of an iteration; by default units take seconds each.
    :param tables_dir: a folder in which workers look for tables too, and into which they are built or fetched; by default that of
        the command, on the worker.
    :param missing: what a node without a table does: ``"build"`` it, ``"fetch"`` it from here through Dask, or end with an
        ``"error"``. A table with another digest is skipped; if there is no other, the error names both.
    :param retries: how often a task whose workers were lost is sent out again; Dask itself moves one to another worker a few times
        before.
    :param checkpoint: a file that keeps what is done: the same call after a failure, of anything, goes on from there.
    :param progress: called after each unit; :func:`show` prints a line.
    :raises TableError: no worker has the tables.
    :raises FifteenError: a unit cannot be worked on; every worker has failed; the scheduler does not answer; or the checkpoint
        is another search's. With a checkpoint, the same call then goes on.
    """
    if not isinstance(solver, Solver):
        raise TypeError(f"solver must be a fifteen.Solver; found {solver!r}")
    if missing not in get_args(Missing):
        raise FifteenError(f"missing must be one of {', '.join(map(repr, get_args(Missing)))}; found {missing!r}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function, such as cluster.show; found {progress!r}")
    options = Options(
        mode=mode,
        finish_iteration=finish_iteration,
        units=units,
        retries=retries,
        first=first,
        tables=Tables(None if tables_dir is None else os.fspath(tables_dir), missing),
    )
    return solutions(client, solver, boards, options, checkpoint, progress)
