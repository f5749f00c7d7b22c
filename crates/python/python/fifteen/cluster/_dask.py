"""The engine over Dask: knows its workers, sends tables, and takes results without waiting for workers that are gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any, Optional

from distributed import Client, KilledWorker
from distributed import Future as DaskFuture

from .._fifteen import FifteenError
from .._fifteen import Solver
from ._connection import ANSWER, lost
from ._engine import FAILED, Engine, Lost
from ._publisher import Publisher

PATIENCE = 4.0
"""Seconds in which results must come, at first: the scheduler asks a worker that is gone for half a minute."""


class DaskEngine(Engine):
    """Workers of a Dask cluster."""

    can_fetch = True

    def __init__(self, client: Client, solver: Solver) -> None:
        self._client = client
        self._solver = solver
        self._publisher: Optional[Publisher] = None
        # A scheduler that once did not answer is not asked again.
        self._silent = False
        self._tasks: dict[Future[Any], DaskFuture] = {}
        # Results that are there and were not asked for yet; in the event loop alone.
        self._there: list[tuple[DaskFuture, Future[Any], float]] = []

    def submit(self, line: int, avoided: frozenset[str], function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Sends a task out, to workers that are not to be avoided."""
        how: dict[str, Any] = {"pure": False, "priority": -line}
        if avoided:
            workers = self.workers()
            how["workers"] = [worker for worker in workers if worker not in avoided] or None
        task: DaskFuture = self._client.submit(function, *arguments, **how)
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self._tasks[future] = task
        self._await(task, future, PATIENCE)
        return future

    def _await(self, task: DaskFuture, future: Future[Any], patience: float) -> None:
        """Collects the result when Dask says that it is there."""
        loop = self._client.loop
        task.add_done_callback(lambda task: loop.add_callback(self._add, task, future, patience))

    def _add(self, task: DaskFuture, future: Future[Any], patience: float) -> None:
        self._there.append((task, future, patience))
        if len(self._there) == 1:
            # All that come in the same turn of the loop are asked for together.
            self._client.loop.add_callback(self._collect)

    async def _collect(self) -> None:
        there, self._there = self._there, []
        finished = []
        for task, future, patience in there:
            if task.status == "finished":
                finished.append((task, future, patience))
            elif task.status == "error":
                error = await task._exception()
                _resolve(future, Lost(str(error), suspect=True) if isinstance(error, KilledWorker) else error)
            elif task.status == "cancelled":
                _resolve(future, Lost("Dask has cancelled it"))
            else:
                # Its worker was lost after the result was announced: Dask does the task again.
                self._await(task, future, patience)
        if finished:
            await self._gather(finished)

    async def _gather(self, finished: list[tuple[DaskFuture, Future[Any], float]]) -> None:
        data: dict[str, Any] = {}
        try:
            keys = [task.key for task, _, _ in finished]
            longest = max(patience for _, _, patience in finished)
            answer = await asyncio.wait_for(self._client.scheduler.gather(keys=keys), longest)
            data = answer.get("data") or {}
        except (OSError, asyncio.TimeoutError):
            pass  # A worker does not answer: ask again, once Dask knows that it is gone and others have done its tasks.
        for task, future, patience in finished:
            if task.key in data:
                _resolve(future, data[task.key])
            else:
                self._client.loop.call_later(0.1, self._await, task, future, 2 * patience)

    def outcome(self, future: Future[Any]) -> object:
        """The result of a future that is done, or the exception."""
        self._tasks.pop(future, None)
        return future.result(timeout=0)

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        """Takes back tasks that are not needed."""
        tasks = [self._tasks.pop(future) for future in futures if future in self._tasks]
        if tasks and self._answers():
            self._client.cancel(tasks, force=True)

    def threads(self, left_out: frozenset[str]) -> int:
        """Threads of the workers that are not left out.

        :raises FifteenError: the connection to the scheduler is lost, or it does not answer.
        """
        return sum(n for worker, n in self._threads_by_worker().items() if worker not in left_out)

    def workers(self) -> list[str]:
        """The workers' addresses.

        :raises FifteenError: the connection to the scheduler is lost, or it does not answer.
        """
        return list(self._threads_by_worker())

    def _threads_by_worker(self) -> dict[str, int]:
        if lost(self._client):
            raise FifteenError(f"the connection to the scheduler was lost; when it runs again, {FAILED}")
        try:
            threads: dict[str, int] = self._client.sync(self._client.scheduler.ncores, callback_timeout=ANSWER)
        except (OSError, asyncio.TimeoutError):
            self._silent = True
            raise FifteenError(
                f"the scheduler has not answered for {ANSWER:.0f} seconds, though the connection to it is there; "
                f"when it answers again, {FAILED}"
            ) from None
        return threads

    def _answers(self) -> bool:
        return not self._silent and not lost(self._client)

    def publish(self, job: str) -> None:
        """Sends out the tables of a search, anew if they were already."""
        self._publisher = self._publisher or Publisher(self._client, self._solver, job)
        self._publisher.publish()

    def close(self) -> None:
        """Withdraws the tables, if the scheduler is still there."""
        if self._publisher is not None and self._answers():
            self._publisher.withdraw()


def _resolve(future: Future[Any], result: object) -> None:
    # Exceptions are results here: the driver looks at them.
    future.set_result(result)
