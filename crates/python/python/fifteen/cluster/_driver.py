"""The driver: hands out what is to be done, a little more than the workers can take, and takes what comes back."""

from __future__ import annotations

import heapq
import itertools
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Any, Optional, Union

from distributed import Client, Future, KilledWorker, as_completed

from .. import _fifteen, work
from .._fifteen import FifteenError, Solution
from .._input import numbered
from .._notes import warn
from .._solver import Solver
from .._types import Boards, Mode
from ._checkpoint import Checkpoint
from ._connection import connection, lost
from ._failures import Failure, Failures, attempted
from ._progress import Progress
from ._search import Search
from ._tables import Publisher, Tables, TablesLost

TASKS_PER_THREAD = 4
"""Tasks that are out for each thread of the cluster: while their results travel, others are there."""
BOARDS_PER_THREAD = 64
"""Boards that are read for each thread, done or not, before the first of them is handed out."""
BOARDS_PER_TASK = 16
"""The most boards that one task searches for the first time."""
ASK = 2.0
"""Seconds after which it is asked again how many workers there are."""


@dataclass(frozen=True)
class Options:
    """How boards are searched."""

    mode: Mode
    finish_iteration: bool
    first: int
    units: Optional[int]
    retries: int
    tables: Tables


@dataclass(frozen=True)
class Task:
    """What a future stands for: boards to be split, or a unit of one."""

    searches: tuple[Search, ...]
    unit: Optional[int]
    bound: int
    tries: int = 0
    asked: tuple[Optional[int], ...] = ()
    """The number of units asked for, for each board to be split."""
    failed_on: frozenset[str] = frozenset()
    """Workers that have failed on it."""


Splits = list[tuple[str, list[str]]]
"""For each board: its job and its units."""


def split_boards(jobs: list[tuple[str, Optional[int]]], options: Options) -> Union[Splits, Failure]:
    """On a worker: searches the first iterations of boards, or splits their next ones."""

    def split() -> Splits:
        tables = [options.tables.files(job) for job, _ in jobs]
        return [_fifteen.resume(job, files, units, options.first, 1) for (job, units), files in zip(jobs, tables)]

    return attempted(split)


def work_on(unit: str, tables: Tables) -> Union[str, Failure]:
    """On a worker: searches a unit."""
    return attempted(lambda: work.work(unit, tables=tables.files(unit)))


def solutions(
    client: Union[Client, str, None],
    solver: Solver,
    boards: Boards,
    options: Options,
    checkpoint: Union[str, "os.PathLike[str]", None],
    progress: Optional[Callable[[Progress], object]],
) -> Iterator[Solution]:
    """The solutions of boards, in their order."""
    with ExitStack() as stack:
        kept = stack.enter_context(closing(Checkpoint(checkpoint)))
        begun = begin_boards(solver, boards, options, kept)
        # What is wrong with the search is said before anything is started.
        ahead = list(itertools.islice(begun, 1))
        connected = stack.enter_context(connection(client))
        driver = stack.enter_context(closing(Driver(connected, solver, options, progress)))
        yield from driver.run(itertools.chain(ahead, begun))


def begin_boards(
    solver: Solver, boards: Boards, options: Options, checkpoint: Checkpoint
) -> Iterator[Union[Search, Solution]]:
    """The search for each board; or at once what is wrong with it."""
    for line, board in numbered(boards, solver.size):
        job, wrong = _fifteen.begin(solver._native, board, options.mode, options.finish_iteration, line)
        if job is not None:
            yield Search(line, job, checkpoint)
        elif wrong is not None:
            yield wrong


class Driver:
    """Tasks under way, and the searches that have more of them."""

    def __init__(
        self,
        client: Client,
        solver: Solver,
        options: Options,
        progress: Optional[Callable[[Progress], object]],
    ) -> None:
        self._client = client
        self._solver = solver
        self._options = options
        self._progress = progress
        # The tables on their way to workers, if these fetch them.
        self._publisher: Optional[Publisher] = None
        self._publish = options.tables.missing == "fetch"
        self._out: dict[Future, Task] = {}
        self._completed = as_completed(with_results=True, raise_errors=False)
        # Searches that have something to be handed out, by their place in the order.
        self._ready: list[tuple[int, Search]] = []
        self._queued: set[int] = set()
        self._threads, self._asked = 0, 0.0
        self._failures = Failures()
        # Since when there have been no workers, and whether that was said.
        self._alone: Optional[float] = None
        self._done = 0

    def run(self, boards: Iterator[Union[Search, Solution]]) -> Iterator[Solution]:
        """The solutions in order."""
        taken: list[Union[Search, Solution]] = []
        more = True
        while True:
            while more and len(taken) < BOARDS_PER_THREAD * self._workers():
                board = next(boards, None)
                if board is None:
                    more = False
                    break
                taken.append(board)
                self._put(board)
            self._fill()
            given = 0
            for board in taken:
                solution = board.solution if isinstance(board, Search) else board
                if solution is None:
                    break
                given += 1
                self._done += 1
                yield solution
            del taken[:given]
            if not taken and not more:
                return
            if given == 0:
                self._take(self._wait())

    def close(self) -> None:
        """Cancels what is under way, if the scheduler is still there."""
        if not lost(self._client):
            self._client.cancel(list(self._out), force=True)
            if self._publisher is not None:
                self._publisher.withdraw()
        self._out.clear()

    def _workers(self) -> int:
        """Threads of the workers that are not left out, at least one; asked now and then, for workers come and go."""
        now = time.monotonic()
        if self._threads == 0 or now - self._asked > ASK:
            self._ask()
        return max(1, self._threads)

    def _ask(self) -> None:
        if lost(self._client):
            raise self._scheduler_lost()
        threads = self._client.nthreads()
        self._threads = sum(n for worker, n in threads.items() if worker not in self._failures.left_out)
        self._asked = time.monotonic()
        if threads:
            self._alone = None
            self._failures.check(list(threads))
        elif self._out and self._alone is None:
            self._alone = time.monotonic()
            warn(["the cluster has no workers; the search waits for some (Ctrl-C ends it)"])

    def _wait(self) -> list[tuple[Future, object]]:
        """What has come back; while nothing does, looks for the scheduler and for workers."""
        pause = 0.001
        while not (batch := self._completed.next_batch(block=False)):
            if lost(self._client):
                raise self._scheduler_lost()
            if time.monotonic() - self._asked > ASK:
                self._ask()
            time.sleep(pause)
            pause = min(2 * pause, 0.05)
        return list(batch)

    def _scheduler_lost(self) -> FifteenError:
        return FifteenError(
            "the connection to the scheduler was lost; when it runs again, the same call goes on from its checkpoint"
        )

    def _put(self, board: Union[Search, Solution]) -> None:
        if isinstance(board, Search) and board.solution is None and board.line not in self._queued:
            self._queued.add(board.line)
            heapq.heappush(self._ready, (board.line, board))

    def _pop(self) -> Search:
        line, search = heapq.heappop(self._ready)
        self._queued.remove(line)
        return search

    def _fill(self) -> None:
        """Hands out tasks, those of the first boards first."""
        while self._ready and len(self._out) < TASKS_PER_THREAD * self._workers():
            search = self._pop()
            if search.unsplit is not None:
                together = [search]
                most = min(BOARDS_PER_TASK, 1 + len(self._ready) // (2 * self._workers()))
                while len(together) < most and self._ready and self._ready[0][1].unsplit is not None:
                    together.append(self._pop())
                self._submit(Task(tuple(together), None, search.bound))
            else:
                unit = search.next_unit()
                if unit is not None:
                    self._put(search)
                    self._submit(Task((search,), unit, search.bound))

    def _submit(self, task: Task) -> None:
        first, options = task.searches[0], self._options
        if self._publish and first.job is not None:
            self._publisher = self._publisher or Publisher(self._client, self._solver, first.job)
            self._publisher.publish()
            self._publish = False
        how: dict[str, Any] = {"pure": False, "priority": -first.line}
        avoided = self._failures.left_out | task.failed_on
        if avoided:
            workers = [worker for worker in self._client.nthreads() if worker not in avoided]
            # Where all have failed on this task, those that are not left out yet try again.
            how["workers"] = workers or [w for w in self._client.nthreads() if w not in self._failures.left_out] or None
        if task.unit is None:
            jobs = [(search.unsplit, search.units_asked(options.units)) for search in task.searches]
            task = replace(task, asked=tuple(units for _, units in jobs))
            future = self._client.submit(split_boards, jobs, options, **how)
        else:
            future = self._client.submit(work_on, first.unit(task.unit), options.tables, **how)
        self._out[future] = task
        self._completed.add(future)

    def _take(self, batch: list[tuple[Future, object]]) -> None:
        for future, result in batch:
            task = self._out.pop(future, None)
            if task is None:
                continue  # It was cancelled, for it was needed no more.
            # Not the future's status: what came is good even if its worker was lost since.
            if isinstance(result, Failure):
                self._failures.add(result, list(self._client.nthreads()))
                self._submit(replace(task, failed_on=task.failed_on | {result.worker}))
            elif not isinstance(result, (list, str)):
                self._again(task, future, result)
            elif task.unit is None:
                assert isinstance(result, list)
                for search, (job, units), asked in zip(task.searches, result, task.asked):
                    search.split(job, units, asked)
                    self._put(search)
            elif task.searches[0].needs(task.bound, task.unit):
                self._take_unit(task.searches[0], task.unit, str(result))

    def _take_unit(self, search: Search, unit: int, result: str) -> None:
        last = search.last
        search.add(unit, result)
        if self._progress is not None:
            self._progress(search.progress(self._done))
        if search.go_on():
            self._put(search)
        if search.last != last:
            of_search = [(f, t) for f, t in self._out.items() if t.unit is not None and t.searches[0] is search]
            needless = [f for f, t in of_search if not search.needs(t.bound, t.unit)]
            for future in needless:
                del self._out[future]
            self._client.cancel(needless, force=True)

    def _again(self, task: Task, future: Future, result: object) -> None:
        """Sends a task out again whose worker, or whose tables on the way, were lost; all else is an error."""
        error = result[1] if isinstance(result, tuple) else result
        if lost(self._client):
            raise self._scheduler_lost()
        if isinstance(error, ModuleNotFoundError) and str(error.name).startswith("fifteen"):
            raise FifteenError(
                f"a worker does not have this package ({error}); install fifteen {_fifteen.__version__} on all workers"
            )
        if isinstance(error, TablesLost):
            self._publish = True
        elif not isinstance(error, KilledWorker) and future.status != "cancelled":
            raise error if isinstance(error, BaseException) else FifteenError(str(error))
        if task.tries >= self._options.retries:
            cause = error if isinstance(error, Exception) else None
            what = "boards" if task.unit is None else f"unit {task.unit}"
            raise FifteenError(
                f"board {task.searches[0].line}, {what}: its worker was lost, {task.tries + 1} times ({error}); look into "
                "the workers' logs, whether there is too little memory; then the same call goes on from its checkpoint"
            ) from cause
        self._submit(replace(task, tries=task.tries + 1))
