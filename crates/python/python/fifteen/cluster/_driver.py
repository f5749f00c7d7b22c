"""The driver: hands out what is to be done, a little more than the workers can take, and takes what comes back."""

from __future__ import annotations

import heapq
import itertools
import os
import queue
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Optional, Union

from .. import _fifteen
from .._fifteen import FifteenError
from .._records import Solution
from .._input import numbered
from ._notes import warn
from .._fifteen import Solver
from .._types import Boards
from ._checkpoint import Checkpoint
from ._engine import FAILED, Engine, Lost, Pool, is_pool
from ._failures import Failure, Failures
from ._progress import Progress
from ._search import Search
from ._tables import TablesLost
from ._tasks import Options, Splits, Task, split_boards, work_on

if TYPE_CHECKING:
    from distributed import Client

Cluster = Union["Client", str, None, Pool, Callable[[], Pool]]
"""The place where boards are searched: a client of Dask, the address of a scheduler, None for workers on this machine, an executor or
another pool, or a function that makes one."""

TASKS_PER_THREAD = 4
"""Tasks that are out for each thread of the cluster: while their results travel, others are there."""
BOARDS_PER_THREAD = 64
"""Boards that are read for each thread, done or not, before the first of them is handed out; more where boards are easy."""
BOARDS_PER_TASK = 16
"""The most boards that one task searches for the first time, until it is known how long they take."""
MOST_BOARDS = 256
TASK_SECONDS = (0.1, 1.0)
"""Tasks of boards that take less time than this get more boards, those that take more get fewer."""
ASK = 2.0
"""Seconds after which it is asked again how many workers there are."""
STALLED = 3.0
"""A unit that takes this many times the usual time is searched by another worker too, if one is idle."""
STALLED_SECONDS = 3.0
"""The least such time."""


def solutions(
    client: Cluster,
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
        engine = stack.enter_context(engine_of(client, solver))
        driver = stack.enter_context(closing(Driver(engine, options, progress)))
        yield from driver.run(itertools.chain(ahead, begun))


@contextmanager
def engine_of(client: Cluster, solver: Solver) -> Iterator[Engine]:
    """The engine for what was given."""
    if is_pool(client) or callable(client):
        with closing(Engine(client)) as engine:
            yield engine
        return
    try:
        from ._connection import connection
        from ._dask import DaskEngine
    except ImportError as error:
        raise FifteenError(
            f"{error}; install Dask (pip install 'fifteen[cluster]'), or give an executor, such as a ProcessPoolExecutor"
        ) from error
    with connection(client) as connected, closing(DaskEngine(connected, solver)) as dask:
        yield dask


def begin_boards(
    solver: Solver, boards: Boards, options: Options, checkpoint: Checkpoint
) -> Iterator[Union[Search, Solution]]:
    """The search for each board; or at once what is wrong with it."""
    for line, board in numbered(boards, solver.size):
        job, wrong = _fifteen.begin(solver, board, options.mode, options.finish_iteration, line)
        if job is not None:
            yield Search(line, job, checkpoint)
        elif wrong is not None:
            yield wrong


class Driver:
    """Tasks under way, and the searches that have more of them."""

    def __init__(self, engine: Engine, options: Options, progress: Optional[Callable[[Progress], object]]) -> None:
        self._engine = engine
        self._options = options
        self._progress = progress
        if options.tables.missing == "fetch" and not engine.can_fetch:
            raise FifteenError('missing="fetch" needs Dask; choose "build", or "error"')
        self._publish = options.tables.missing == "fetch"
        self._out: dict[Future[Any], Task] = {}
        self._came: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        # Searches that have something to be handed out, by their place in the order.
        self._ready: list[tuple[int, Search]] = []
        self._queued: set[int] = set()
        self._threads, self._asked = 0, 0.0
        self._failures = Failures()
        self._breaks = 0
        """Times in a row that workers were lost, and nothing was done in between."""
        self._together = BOARDS_PER_TASK
        self._took: deque[float] = deque(maxlen=64)
        """Seconds that the last units took, with the time for which they waited."""
        # True while there are no workers, which was said.
        self._alone = False
        self._done = 0

    def run(self, boards: Iterator[Union[Search, Solution]]) -> Iterator[Solution]:
        """The solutions in order."""
        taken: deque[Union[Search, Solution]] = deque()
        more = True
        while True:
            while more and len(taken) < max(BOARDS_PER_THREAD, 2 * self._together) * self._workers():
                board = next(boards, None)
                if board is None:
                    more = False
                    break
                taken.append(board)
                self._put(board)
            self._fill()
            given = 0
            while taken:
                solution = taken[0].solution if isinstance(taken[0], Search) else taken[0]
                if solution is None:
                    break
                taken.popleft()
                given += 1
                self._done += 1
                yield solution
            if not taken and not more:
                return
            if given == 0:
                self._take(self._wait())

    def close(self) -> None:
        """Cancels what is under way."""
        self._engine.cancel(list(self._out))
        self._out.clear()

    def _workers(self) -> int:
        """Threads of the workers that are not left out, at least one; asked now and then, for workers come and go."""
        now = time.monotonic()
        if self._threads == 0 or now - self._asked > ASK:
            self._ask()
        return max(1, self._threads)

    def _ask(self) -> None:
        workers = self._engine.workers()
        self._threads = self._engine.threads(self._failures.left_out)
        self._asked = time.monotonic()
        if workers is None or workers:
            self._alone = False
            self._failures.check(workers, self._threads)
        elif self._out and not self._alone:
            self._alone = True
            warn(["the cluster has no workers; the search waits for some (Ctrl-C ends it)"])

    def _wait(self) -> list[Future[Any]]:
        """Waits for results; meanwhile looks for the engine, for workers, and for units that take too long."""
        while True:
            try:
                came = [self._came.get(timeout=0.25)]
            except queue.Empty:
                if time.monotonic() - self._asked > ASK:
                    self._ask()
                    self._send_copies()
                continue
            while not self._came.empty():
                came.append(self._came.get())
            return came

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
                most = min(self._together, 1 + len(self._ready) // (2 * self._workers()))
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
        if self._publish:
            self._engine.publish(first.job)
            self._publish = False
        avoided = self._failures.left_out | task.failed_on
        if task.unit is None:
            jobs = [(search.job, search.units_asked(options.units)) for search in task.searches]
            task = replace(task, asked=tuple(units for _, units in jobs))
            future = self._engine.submit(first.line, avoided, split_boards, jobs, options)
        else:
            future = self._engine.submit(first.line, avoided, work_on, first.unit(task.unit), options.tables)
        self._out[future] = replace(task, since=time.monotonic())
        future.add_done_callback(self._came.put)

    def _send_copies(self) -> None:
        """Sends units that take far too long to other workers too, if nothing else is to be handed out."""
        if self._ready or len(self._out) >= self._threads or not self._took:
            return
        now, usual = time.monotonic(), statistics.mean(self._took)
        for task in list(self._out.values()):
            alike = sum(other.searches == task.searches and other.unit == task.unit for other in self._out.values())
            if task.unit is not None and now - task.since > max(STALLED_SECONDS, STALLED * usual) * alike:
                self._submit(task)

    def _take(self, came: list[Future[Any]]) -> None:
        lost = 0
        for future in came:
            task = self._out.pop(future, None)
            if task is None:
                continue  # It was cancelled, for it was needed no more.
            result = self._engine.outcome(future)
            if isinstance(result, Failure):
                self._failures.add(result, self._engine.workers(), self._threads)
                self._submit(replace(task, failed_on=task.failed_on | {result.worker}))
                continue
            if not isinstance(result, (Splits, str)):
                self._breaks += lost == 0
                lost += 1
                self._again(task, result)
                continue
            self._failures.succeeded()
            self._breaks = 0
            if isinstance(result, Splits):
                self._take_splits(task, result)
            elif task.unit is not None and task.searches[0].needs(task.bound, task.unit):
                self._took.append(time.monotonic() - task.since)
                self._take_unit(task.searches[0], task.unit, result)

    def _take_splits(self, task: Task, splits: Splits) -> None:
        for search, (job, units), asked in zip(task.searches, splits.boards, task.asked):
            search.split(job, units, asked)
            self._put(search)
        short, long = TASK_SECONDS
        if splits.seconds > long:
            self._together = max(1, self._together // 2)
        elif splits.seconds < short and len(task.searches) >= self._together // 2:
            self._together = min(MOST_BOARDS, self._together * 2)

    def _take_unit(self, search: Search, unit: int, result: str) -> None:
        last = search.last
        search.add(unit, result)
        if self._progress is not None:
            self._progress(search.progress(self._done))
        if search.go_on():
            self._put(search)
        # Units behind a solution; and copies of this one.
        of_search = [(f, t) for f, t in self._out.items() if t.unit is not None and t.searches[0] is search]
        if search.last != last or any(t.unit == unit for _, t in of_search):
            needless = [f for f, t in of_search if not search.needs(t.bound, t.unit)]
            for future in needless:
                del self._out[future]
            self._engine.cancel(needless)

    def _again(self, task: Task, error: object) -> None:
        """Sends a task out again whose worker, or whose tables on the way, were lost; all else is an error."""
        self._engine.workers()  # If the engine is gone, that is the error.
        if isinstance(error, ModuleNotFoundError) and str(error.name).startswith("fifteen"):
            raise FifteenError(
                f"a worker does not have this package ({error}); install fifteen {_fifteen.__version__} on all workers"
            )
        if isinstance(error, TablesLost):
            self._publish = True
        elif not isinstance(error, Lost):
            raise error if isinstance(error, BaseException) else FifteenError(str(error))
        # A pool that breaks loses all tasks, whichever was the cause.
        blamed = not isinstance(error, Lost) or error.suspect or self._breaks > self._options.retries
        if task.tries >= self._options.retries and blamed:
            raise FifteenError(
                f"{task}: its worker was lost, {task.tries + 1} times ({error}); look into "
                f"the workers' logs, whether there is too little memory; then {FAILED}"
            ) from error
        self._submit(replace(task, tries=task.tries + 1))
